# SPDX-License-Identifier: MIT
"""Finds and loads the shared library, and calls it: statuses become exceptions, a callback's exception comes back."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import platform
import threading
from pathlib import Path

from . import _lowlevel as low
from .errors import error

PACKAGE = Path(__file__).resolve().parent


def candidates():
    """Where the library may lie, in the order in which it is looked for: (how it was found, path)."""
    named = os.environ.get("EBW_LIBRARY")
    if named:
        # Who names a library wants that one and no other.
        return [("EBW_LIBRARY", named)]
    places = [("package", str(path)) for path in sorted(PACKAGE.glob("libebbwave.so*"))]
    tree = PACKAGE.parents[2] if len(PACKAGE.parents) > 2 else PACKAGE
    if (tree / "capi/include/ebbwave/ebbwave.h").is_file():
        places.append(("build tree", str(tree / "build/capi/libebbwave.so")))
    system = ctypes.util.find_library("ebbwave") or f"libebbwave.so.{low.ABI_VERSION}"
    return [*places, ("system", system)]


def load():
    """The loaded library, its path and how it was found."""
    tried = []
    for how, path in candidates():
        try:
            loaded = ctypes.CDLL(path)
            loaded.ebw_abi_version.restype = ctypes.c_int32
            found = loaded.ebw_abi_version()
            if found != low.ABI_VERSION:
                raise OSError(f"its ABI is {found}, this package needs {low.ABI_VERSION}")
            low.declare(loaded)
            return loaded, path, how
        except (OSError, AttributeError) as reason:
            tried.append(f"  {how}: {path}: {reason}")
    raise ImportError(
        "libebbwave was not found or does not fit. Build it, or name it in EBW_LIBRARY. Tried:\n" + "\n".join(tried)
    )


library, library_path, library_found_by = load()


class _Pending(threading.local):
    """The exception that a callback of the running call raised, per thread: callbacks run on the caller's thread."""

    exception = None


_pending = _Pending()


def guarded(function):
    """Wraps the body of a callback: an exception is kept for the call that is running, which then ends."""

    def body(*arguments):
        if _pending.exception is not None:
            return 1
        try:
            return function(*arguments) or 0
        except BaseException as exception:  # also KeyboardInterrupt: nothing may cross the C code
            _pending.exception = exception
            return 1

    return body


def guarded_always(function):
    """As ``guarded``, for a callback that cleans up: its body runs also when another one has raised. The first
    exception is the one that is kept."""

    def body(*arguments):
        earlier, _pending.exception = _pending.exception, None
        try:
            return function(*arguments) or 0
        except BaseException as exception:
            earlier = earlier or exception
            return 1
        finally:
            _pending.exception = earlier

    return body


def call(name, *arguments):
    """Calls a function of the library.

    Raises
    ------
    EbbWaveError
        When the status is not EBW_OK.
    BaseException
        What a callback raised during the call, with its own traceback.
    """
    # A call inside a callback loses nothing here: after an exception no callback's body runs until its call is over.
    _pending.exception = None
    status = getattr(library, name)(*arguments)
    raised, _pending.exception = _pending.exception, None
    if raised is not None:
        try:
            raise raised
        finally:
            del raised  # else it would hold this frame, which holds it
    if status != low.EBW_OK:
        text = library.ebw_last_error().decode()
        if status == low.EBW_ERR_CALLBACK:
            text += f" (it returned {library.ebw_last_callback_status()})"
        raise error(status, text)


def get(name, ctype, *arguments):
    """Calls a function whose last argument is one number or text, and returns that."""
    value = ctype()
    call(name, *arguments, ctypes.byref(value))
    return value.value.decode() if ctype is ctypes.c_char_p else value.value


def versioninfo() -> str:
    """Tells which library is in use and how it was found.

    Returns
    -------
    str
        Several lines: versions, the path of the library, how it was found, how it was built.
    """
    import numpy

    return "\n".join(
        [
            f"ebbwave {low.VERSION} (Python {platform.python_version()}, numpy {numpy.__version__})",
            f"library {library.ebw_version().decode()}, ABI {library.ebw_abi_version()}",
            f"  path: {library_path}",
            f"  found by: {library_found_by}",
            f"  built by: {library.ebw_build_info().decode()}",
        ]
    )
