# SPDX-License-Identifier: MIT
"""Finds and loads the shared library, and calls it: statuses become exceptions, a callback's exception comes back."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import platform
import signal
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
    handler = None  # of Ctrl-C, put off
    interrupted = False

    def note(self, *_):
        self.interrupted = True

    def deliver(self):
        self.interrupted = False
        self.handler(signal.SIGINT, None)


_pending = _Pending()


def guarded(function):
    """Wraps the body of a callback: an exception is kept for the call that is running, which then ends."""

    def body(*arguments):
        if _pending.exception is not None:
            return 1
        try:
            if _pending.interrupted:
                _pending.deliver()
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


# What ctypes would cut to its bits without a word.
_RANGES = {
    ctypes.c_int32: (-(2**31), 2**31 - 1),
    ctypes.c_int64: (-(2**63), 2**63 - 1),
    ctypes.c_uint64: (0, 2**64 - 1),
}
# Calls that run for long and call back.
_CALLING_BACK = {
    "ebw_adjoint",
    "ebw_dot_run",
    "ebw_executor_resume",
    "ebw_executor_run",
    "ebw_forward",
    "ebw_gradient",
    "ebw_misfit",
    "ebw_taylor_run",
    "ebw_taylor_run_hessian",
}


def _interruptible(function, arguments):
    """Calls with the handler of Ctrl-C put off: one that raises before a callback's body began would be lost there, and
    the callback with it. It runs inside the next callback, or after the call."""
    handler = signal.getsignal(signal.SIGINT)
    if _pending.handler or threading.current_thread() is not threading.main_thread() or not callable(handler):
        return function(*arguments)
    _pending.handler, _pending.interrupted = handler, False
    signal.signal(signal.SIGINT, _pending.note)
    try:
        status = function(*arguments)
    finally:
        signal.signal(signal.SIGINT, handler)
        _pending.handler = None
    if _pending.interrupted:
        _pending.interrupted = False
        handler(signal.SIGINT, None)
    return status


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
    function = getattr(library, name)
    for value, kind in zip(arguments, function.argtypes):
        if type(value) is int and kind in _RANGES and not _RANGES[kind][0] <= value <= _RANGES[kind][1]:
            text = f"{name}: {value} does not fit the {8 * ctypes.sizeof(kind)} bits of its argument"
            raise error(low.EBW_ERR_ARGUMENT, f"{text}: pass a number nearer to 0")
        if type(value) is bytes and kind is ctypes.c_char_p and b"\0" in value:
            raise error(low.EBW_ERR_ARGUMENT, f"{name}: {value!r} holds a NUL byte, which would end it: leave it out")
    status = _interruptible(function, arguments) if name in _CALLING_BACK else function(*arguments)
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
