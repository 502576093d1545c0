# SPDX-License-Identifier: MIT
"""What all objects of the library have in common: a handle that is closed once, and names in place of numbers."""

from __future__ import annotations

import ctypes
import enum
from typing import Any, TypeVar

from . import _lowlevel as low
from ._library import library
from .errors import argument_error, error


H = TypeVar("H", bound="Handle")
E = TypeVar("E", bound=enum.IntEnum)


class Handle:
    """An object of the library.

    It is freed by ``close()``, at the end of a ``with`` block, or when Python has no more use for it. What depends on
    an object keeps it alive inside the library, so the order of closing is free. A closed object raises
    EbbWaveStateError when used.
    """

    _destroy = ""  # name of the C function

    def __init__(self) -> None:
        self._address = ctypes.c_void_p()

    @property
    def _handle(self):
        if not self._address:
            raise error(low.EBW_ERR_HANDLE, f"this {type(self).__name__} is closed: make a new one")
        return self._address

    @property
    def closed(self) -> bool:
        """Whether the object was closed."""
        return not self._address

    def close(self) -> None:
        """Frees the object; a second time does nothing."""
        address, self._address = self._address, ctypes.c_void_p()
        if address:
            getattr(library, self._destroy)(address)

    def _no_copy(self, *_: object):
        raise error(low.EBW_ERR_UNSUPPORTED, f"a {type(self).__name__} cannot be copied or pickled: make a new one")

    __copy__ = __deepcopy__ = __reduce_ex__ = _no_copy

    def __enter__(self: H) -> H:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self):
        # What __init__ could not finish has no address; at the interpreter's end modules may be gone already.
        if getattr(self, "_address", None) and library is not None:
            self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'closed' if self.closed else self._describe()}>"

    def _describe(self):
        return ""


def choice(kinds: type[E], value: Any, argument: str) -> E:
    """A member of an enumeration from the member, its number, or its name in lower case."""
    names = [member.name.lower() for member in kinds]
    if isinstance(value, str) and value.lower() in names:
        return kinds[value.upper()]
    if not isinstance(value, str) and value in set(map(int, kinds)):
        return kinds(value)
    raise argument_error(f"{argument} = {value!r}, need one of: {', '.join(names)}")
