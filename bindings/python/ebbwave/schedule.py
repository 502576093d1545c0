# SPDX-License-Identifier: MIT
"""Checkpoint schedules and the storage of checkpoints."""

from __future__ import annotations

import ctypes
import enum
from ctypes import c_int32, c_int64
from typing import Iterator, NamedTuple

import numpy as np

from . import _lowlevel as low
from ._arrays import address
from ._handle import Handle, choice
from ._library import call, get
from .errors import argument_error


class ReverseKind(enum.IntEnum):
    """What the reverse of a step needs."""

    FUSED = low.EBW_REVERSE_FUSED
    STATE_ONLY = low.EBW_REVERSE_STATE_ONLY
    UNFUSED = low.EBW_REVERSE_UNFUSED


class ActionKind(enum.IntEnum):
    """Kinds of action."""

    END = low.EBW_ACTION_END
    ADVANCE = low.EBW_ACTION_ADVANCE
    SAVE = low.EBW_ACTION_SAVE
    LOAD = low.EBW_ACTION_LOAD
    DISCARD = low.EBW_ACTION_DISCARD
    TURN = low.EBW_ACTION_TURN
    REVERSE = low.EBW_ACTION_REVERSE
    ADVANCE_TAPED = low.EBW_ACTION_ADVANCE_TAPED
    SAVE_TAPE = low.EBW_ACTION_SAVE_TAPE
    LOAD_TAPE = low.EBW_ACTION_LOAD_TAPE


class Action(NamedTuple):
    """One action of a schedule; a field that its kind does not use is -1."""

    kind: ActionKind
    start: int
    stop: int
    slot: int


_KINDS = {int(kind): kind for kind in ActionKind}
_ROWS = 256


class Schedule(Handle):
    """Which steps to advance, save, load and reverse so that n steps are reversed with few slots.

    Make one with ``Schedule.revolve`` or ``Schedule.store_all``. Iterating gives its actions from the first to the
    last, fetched some hundred at a time. An executor moves the same stream, so do not iterate during a run.
    """

    _destroy = "ebw_schedule_destroy"

    @classmethod
    def revolve(cls, steps: int, slots: int, reverse_kind: str | ReverseKind = "fused") -> Schedule:
        """The schedule with the fewest advances for a number of slots.

        Parameters
        ----------
        steps : int
            Number of steps, 1 to 2^62.
        slots : int
            Most states held at once, the initial state's included, at least 1.
        reverse_kind : {'fused', 'state_only'}
            What the reverse of a step needs: the state before it and the step once more, or the state alone.

        Raises
        ------
        EbbWaveValueError
            A number out of its range.

        References
        ----------
        Griewank & Walther 2000, ACM TOMS 26(1), Algorithm 799.
        """
        self = cls()
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        call("ebw_schedule_create_revolve", int(steps), int(slots), kind, ctypes.byref(self._address))
        return self

    @classmethod
    def store_all(cls, steps: int, reverse_kind: str | ReverseKind = "fused", tape: bool = True) -> Schedule:
        """The schedule that keeps what each reverse needs, so that no step is run twice.

        Parameters
        ----------
        steps : int
            Number of steps, 1 to 2^62; as many slots are taken.
        reverse_kind : {'fused', 'state_only'}
            As in ``revolve``.
        tape : bool
            True keeps tapes, False keeps states (kind 'state_only' only).

        Raises
        ------
        EbbWaveValueError
            A number out of its range; 'fused' without tapes.
        """
        self = cls()
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        call("ebw_schedule_create_store_all", int(steps), kind, bool(tape), ctypes.byref(self._address))
        return self

    def _count(self, name: str) -> int:
        return get(f"ebw_schedule_{name}", c_int64, self._handle)

    @property
    def steps(self) -> int:
        """Number of steps."""
        return self._count("get_steps")

    @property
    def peak_slots(self) -> int:
        """Most slots in use at once."""
        return self._count("get_peak_slots")

    @property
    def reverse_kind(self) -> ReverseKind:
        """The reverse kind that the schedule was made for."""
        return ReverseKind(get("ebw_schedule_get_reverse_kind", c_int32, self._handle))

    @property
    def advances(self) -> int:
        """Forward steps that keep nothing."""
        return self._count("count_advances")

    @property
    def taped(self) -> int:
        """Forward steps that keep adjoint data."""
        return self._count("count_taped")

    @property
    def saves(self) -> int:
        """Saves of states, or of tapes."""
        return self._count("count_saves")

    @property
    def loads(self) -> int:
        """Loads of states, or of tapes."""
        return self._count("count_loads")

    def export(self) -> np.ndarray:
        """All actions at once; the stream stays where it is.

        Returns
        -------
        numpy.ndarray
            int64, shape (actions, 4): kind, from, to, slot.
        """
        count = get("ebw_schedule_export", c_int64, self._handle, None, 0)
        actions = np.empty((count, 4), np.int64)
        get("ebw_schedule_export", c_int64, self._handle, address(actions), count)
        return actions

    def __iter__(self) -> Iterator[Action]:
        call("ebw_schedule_reset", self._handle)
        # Rows are fetched by the hundred: a call through ctypes takes longer than an action.
        rows, count = (c_int64 * (4 * _ROWS))(), c_int64()
        arguments = ctypes.byref(rows), _ROWS, ctypes.byref(count)
        make, kinds = Action._make, _KINDS
        while True:
            call("ebw_schedule_next_many", self._handle, *arguments)
            if count.value == 0:
                return
            numbers = iter(rows[: 4 * count.value])
            yield from map(make, zip(map(kinds.__getitem__, numbers), numbers, numbers, numbers))

    def _describe(self):
        return f"{self.reverse_kind.name.lower()}, {self.steps} steps, {self.peak_slots} slots"


class Storage(Handle):
    """Places for checkpoints in memory; an executor reserves what it needs, so a new storage is enough for a run."""

    _destroy = "ebw_storage_destroy"

    def __init__(self) -> None:
        super().__init__()
        self._slot_bytes = 0
        call("ebw_storage_create_memory", ctypes.byref(self._address))

    def reserve(self, slots: int, slot_bytes: int) -> None:
        """Makes room for checkpoints of ``slot_bytes`` bytes each; drops what the storage holds.

        Raises
        ------
        EbbWaveValueError, EbbWaveMemoryError
        """
        call("ebw_storage_reserve", self._handle, int(slots), int(slot_bytes))
        self._slot_bytes = int(slot_bytes)

    def _checked(self, array: np.ndarray, written: bool) -> ctypes.c_void_p:
        if not isinstance(array, np.ndarray):
            raise argument_error(f"array is a {type(array).__name__}, need a numpy array: use numpy.asarray(array)")
        if array.nbytes != self._slot_bytes or not array.flags.c_contiguous:
            text = f"array has {array.nbytes} bytes, need {self._slot_bytes} that lie together: use"
            raise argument_error(f"{text} numpy.ascontiguousarray", low.EBW_ERR_SHAPE)
        if written and not array.flags.writeable:
            raise argument_error("array is read-only, need one that can be written: use a copy")
        return address(array)

    def save(self, slot: int, step: int, array: np.ndarray) -> None:
        """Copies an array of ``slot_bytes`` bytes into a free slot.

        Raises
        ------
        EbbWaveValueError
            Slot or step out of range, an array of another size.
        EbbWaveStateError
            Nothing is reserved, or the slot is not free.
        """
        call("ebw_storage_save", self._handle, int(slot), int(step), self._checked(array, False))

    def load(self, slot: int, step: int, array: np.ndarray) -> None:
        """Copies a checkpoint into an array of ``slot_bytes`` bytes; the slot keeps it. Errors as ``save``."""
        call("ebw_storage_load", self._handle, int(slot), int(step), self._checked(array, True))

    def discard(self, slot: int) -> None:
        """Frees a slot."""
        call("ebw_storage_discard", self._handle, int(slot))

    def stat(self, name: str) -> int:
        """A count by its name: saves, loads, discards, live_slots, peak_slots, bytes, peak_bytes."""
        return get("ebw_storage_get_stat", c_int64, self._handle, str(name).encode())

    def _describe(self):
        return f"{self.stat('live_slots')} slots live, {self.stat('bytes')} bytes"
