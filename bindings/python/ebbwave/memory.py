# SPDX-License-Identifier: MIT
"""Memory that the library holds, and whether it grows with the slots as it should."""

from __future__ import annotations

from ctypes import byref, c_double, c_int32, c_int64
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Sequence

import numpy as np

from . import _lowlevel as low
from ._arrays import address, whole
from ._library import library
from .errors import argument_error
from .verify import Result, Verdict, many


class Memory(NamedTuple):
    """Bytes in fields, states, tapes, traces and other large arrays of all objects of the process."""

    now: int
    peak: int  # since the process began, or since reset_memory_peak


@dataclass(frozen=True, repr=False)
class MemoryFit(Result):
    """The line peak = base + slope slots; ``bool`` says whether the slope is the size of a state."""

    verdict: Verdict
    text: str
    error: float  # |slope - state_bytes| / state_bytes
    base: float  # bytes at no slots
    slope: float  # bytes a slot
    uncertainty: float  # of slope, 95 %; 0 with 2 measurements
    largest_residual: float  # in bytes
    _test: Any = field(default=None, compare=False)


def memory_held() -> Memory:
    """Tells what all objects of the process hold in large arrays, counted where they are allocated.

    Returns
    -------
    Memory
        ``now`` and ``peak``, in bytes.
    """
    now, peak = c_int64(), c_int64()
    library.ebw_get_memory(byref(now), byref(peak))
    return Memory(now.value, peak.value)


def reset_memory_peak() -> None:
    """Lets the peak of ``memory_held`` begin again from what is held now."""
    library.ebw_reset_memory_peak()


def measurements(values, argument):
    """Whole numbers as a dense int64 array."""
    found = np.asarray(values)
    if found.ndim != 1 or found.dtype.kind not in "iu":
        raise argument_error(f"{argument} is {values!r}, need a sequence of whole numbers")
    return np.ascontiguousarray(found, np.int64)


def slots_and_bytes(slots, peak_bytes):
    slots, peaks = measurements(slots, "slots"), measurements(peak_bytes, "peak_bytes")
    if len(slots) != len(peaks):
        text = f"slots has {len(slots)} numbers and peak_bytes {len(peaks)}, need one peak for each number of slots"
        raise argument_error(text, low.EBW_ERR_SHAPE)
    return slots, peaks


def memory_fit(
    slots: Sequence[int], peak_bytes: Sequence[int], state_bytes: int, *, tolerance: float = 1e-3
) -> MemoryFit:
    """Tells whether a slot costs the bytes of a state, by least squares.

    Parameters
    ----------
    slots : sequence of int
        Numbers of slots, at least two different ones; three measurements for a PASS.
    peak_bytes : sequence of int
        The peak measured with each: by ``memory_held``, massif or the system.
    state_bytes : int
        Bytes of one state.
    tolerance : float
        Largest relative difference that passes, in (0, 1).

    Returns
    -------
    MemoryFit
        Also when the verdict is FAIL or INCONCLUSIVE.

    Raises
    ------
    EbbWaveValueError
        A number out of its range.
    """
    slots, peaks = slots_and_bytes(slots, peak_bytes)
    verdict, *line = many(
        "ebw_memory_fit",
        *(len(slots), address(slots), address(peaks), whole(state_bytes, "state_bytes"), float(tolerance)),
        kinds=(c_int32, c_double, c_double, c_double, c_double),
    )
    verdict, error = Verdict(verdict), abs(line[1] - state_bytes) / state_bytes
    text = f"{verdict.name}: a slot takes {line[1]:.1f} +- {line[2]:.1f} bytes, a state {state_bytes}"
    return MemoryFit(verdict, f"{text}; {line[0]:.0f} bytes beside the slots", error, *line)
