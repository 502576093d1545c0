# SPDX-License-Identifier: MIT
"""Remarks of the library, such as which schedule a call has chosen."""

from __future__ import annotations

from typing import Any, Callable

from . import _lowlevel as low
from ._library import library
from .errors import argument_error

_function: Callable[[str], Any] | None = None


# One callback for good: another thread may be inside it while the function changes. What that raises ctypes hands to
# sys.unraisablehook, since the call that made the remark goes on.
@low.ebw_log_fn
def _told(_level, message, _user):
    function = _function
    if function is not None:
        function(message.decode())


def set_log(function: Callable[[str], Any] | None) -> None:
    """Sets the process's log function. The library says nothing by default, and errors are never logged.

    Parameters
    ----------
    function : callable or None
        Is called with each remark, a ``str``, on the thread whose call makes it: ``print``, or
        ``logging.getLogger("ebbwave").info``. An exception in it goes to ``sys.unraisablehook`` and no further. None
        silences.

    Raises
    ------
    EbbWaveValueError
        Something that cannot be called.
    """
    global _function
    if function is not None and not callable(function):
        raise argument_error(f"function is {function!r}, need a function of one text, or None")
    _function = function
    library.ebw_set_log(low.ebw_log_fn() if function is None else _told, None)
