# SPDX-License-Identifier: MIT
"""The errors of Ebbwave: one class with the library's status and text, also a built-in error by the status's decade."""

from __future__ import annotations

from . import _lowlevel as low


class EbbWaveError(Exception):
    """What the library refused or could not finish.

    Attributes
    ----------
    status : int
        One of ``EBW_ERR_*``, for ever the same number.
    text : str
        The argument, the value, the limit and the remedy.
    """

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.text = text

    def __str__(self):
        return self.text

    def __reduce__(self):
        return type(self), (self.status, self.text)


class EbbWaveValueError(EbbWaveError, ValueError):
    """Statuses 10 to 19: an argument is wrong."""


class EbbWaveStateError(EbbWaveError, RuntimeError):
    """Statuses 20 to 29: a call out of order, a handle that is closed or in use, a run that was cancelled."""


class EbbWaveMemoryError(EbbWaveError, MemoryError):
    """Statuses 30 to 39: memory was refused, or the budget is too small."""


class EbbWaveOSError(EbbWaveError, OSError):
    """Statuses 40 to 49: a checkpoint or file could not be stored or read."""


class EbbWaveRuntimeError(EbbWaveError, RuntimeError):
    """Statuses from 50: numbers that are not finite, an unstable step, a callback's answer, an internal fault."""


BY_DECADE = {1: EbbWaveValueError, 2: EbbWaveStateError, 3: EbbWaveMemoryError, 4: EbbWaveOSError}


def error(status, text):
    """The error of a status, of the class of its decade."""
    return BY_DECADE.get(status // 10, EbbWaveRuntimeError)(status, text)


def argument_error(text, status=low.EBW_ERR_ARGUMENT):
    """An error found here, before the library is called."""
    return error(status, text)
