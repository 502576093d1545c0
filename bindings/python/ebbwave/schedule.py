# SPDX-License-Identifier: MIT
"""Checkpoint schedules: which steps are kept, and which are run again."""

from __future__ import annotations

import ctypes
import enum
from ctypes import c_int32, c_int64
from typing import Iterator, NamedTuple, Sequence

import numpy as np

from . import _lowlevel as low
from ._arrays import address, cost_array, whole, wholes
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
_KIND = object()  # where the reverse kind stands among the arguments of a create function


def choose_segment(
    steps: int, room: int, state_size: int, tape_size: int, *, costs: Sequence[float] | None = None
) -> tuple[int, int]:
    """Chooses leaf and slots of ``Schedule.segment`` together, the cheapest pair that fits in a room.

    Parameters
    ----------
    steps : int
        Number of steps.
    room, state_size, tape_size : int
        What states and tapes may take together, and what one of each takes, such as bytes.
    costs : four numbers, optional
        An advance, an advance that keeps its tape, a reverse step, one copy of a state. Absent: 1, 1, 0, 0.

    Returns
    -------
    leaf : int
    slots : int
        0 when one leaf takes all steps.

    Raises
    ------
    EbbWaveMemoryError
        The room is too small; the text names the least.
    """
    leaf, slots = c_int64(), c_int64()
    sizes = wholes(steps=steps, room=room, state_size=state_size, tape_size=tape_size)
    call("ebw_schedule_choose_segment", *sizes, cost_array(costs), ctypes.byref(leaf), ctypes.byref(slots))
    return leaf.value, slots.value


class Schedule(Handle):
    """Which steps to advance, save, load and reverse so that n steps are reversed with few slots.

    ``revolve`` is for states in memory and a known number of steps, ``online`` for a loop that finds its end,
    ``store_all`` for memory in plenty, ``segment`` and ``mixed`` for loops that can keep tapes. The others put states
    on disk too: ``two_level`` a given number of them, ``disk`` as many as pay, ``periodic`` and ``async_`` one at every
    so many steps. Iterating gives the actions from the first to the last, fetched some hundred at a time. An executor
    moves the same stream, so do not iterate during a run.

    ``costs`` is four numbers in one unit, such as seconds: a forward step, a reverse step, a save to disk, a load from
    disk. Without them the fewest forward steps are taken and, among those schedules, the fewest disk operations.
    """

    _destroy = "ebw_schedule_destroy"

    @classmethod
    def _create(cls, name, *arguments, reverse_kind):
        self = cls()
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        arguments = (kind if argument is _KIND else argument for argument in arguments)
        call(f"ebw_schedule_create_{name}", *arguments, ctypes.byref(self._address))
        return self

    @classmethod
    def revolve(cls, steps: int, slots: int, reverse_kind: str | ReverseKind = "fused") -> Schedule:
        """The schedule with the fewest advances for a number of slots.

        Parameters
        ----------
        steps : int
            Number of steps, 1 to 2^62.
        slots : int
            Most states held at once, the initial state's included, at least 1.
        reverse_kind : {'fused', 'state_only', 'unfused'}
            What the reverse of a step needs: the state before it and the step once more, or the state alone; 'unfused'
            is 'fused' with a turn at the final state.

        Raises
        ------
        EbbWaveValueError
            A number out of its range.

        References
        ----------
        Griewank & Walther 2000, ACM TOMS 26(1), Algorithm 799.
        """
        return cls._create("revolve", *wholes(steps=steps, slots=slots), _KIND, reverse_kind=reverse_kind)

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
        return cls._create("store_all", whole(steps, "steps"), _KIND, bool(tape), reverse_kind=reverse_kind)

    @classmethod
    def online(cls, slots: int, reverse_kind: str | ReverseKind = "unfused") -> Schedule:
        """The schedule of a loop whose length is not known until it ends: ``finish`` says where.

        Parameters
        ----------
        slots : int
            Most states held at once, the initial state's included, at least 1.
        reverse_kind : {'unfused', 'state_only'}
            'unfused' drives a propagator of kind 'fused'.

        References
        ----------
        Heuveline & Walther 2006, with two steps of foresight; Stumm & Walther 2010, SIAM J. Sci. Comput. 32(2).
        """
        return cls._create("online", whole(slots, "slots"), _KIND, reverse_kind=reverse_kind)

    @classmethod
    def two_level(
        cls,
        steps: int,
        slots: int,
        disk_slots: int,
        reverse_kind: str | ReverseKind = "fused",
        *,
        costs: Sequence[float] | None = None,
    ) -> Schedule:
        """The cheapest schedule for slots in memory and slots on disk, which are numbered on from those in memory.

        Parameters
        ----------
        steps, slots, disk_slots : int
            Number of steps, and most states in memory and on disk.
        reverse_kind : {'fused', 'state_only', 'unfused'}
        costs : four numbers, optional

        References
        ----------
        Herrmann & Pallez 2020, ACM TOMS 46(2).
        """
        numbers = wholes(steps=steps, slots=slots, disk_slots=disk_slots)
        return cls._create("two_level", *numbers, _KIND, cost_array(costs), reverse_kind=reverse_kind)

    @classmethod
    def disk(
        cls,
        steps: int,
        slots: int,
        reverse_kind: str | ReverseKind = "fused",
        *,
        costs: Sequence[float] | None = None,
    ) -> Schedule:
        """The cheapest schedule for slots in memory and as many on disk as are of use.

        Parameters
        ----------
        steps, slots : int
            Number of steps, and most states in memory.
        reverse_kind : {'fused', 'state_only', 'unfused'}
        costs : four numbers, optional

        References
        ----------
        Aupy, Herrmann, Hovland & Robert 2016, SIAM J. Sci. Comput. 38(3).
        """
        numbers = wholes(steps=steps, slots=slots)
        return cls._create("disk", *numbers, _KIND, cost_array(costs), reverse_kind=reverse_kind)

    @classmethod
    def periodic(
        cls,
        steps: int,
        slots: int,
        period: int = 0,
        reverse_kind: str | ReverseKind = "fused",
        *,
        costs: Sequence[float] | None = None,
    ) -> Schedule:
        """The schedule with a state on disk every ``period`` steps.

        Parameters
        ----------
        steps, slots : int
            Number of steps, and most states in memory.
        period : int
            Steps between two states on disk; 0: the cheapest for the costs, which are needed then.
        reverse_kind : {'fused', 'state_only', 'unfused'}
        costs : four numbers, optional

        References
        ----------
        Aupy & Herrmann 2017, Optim. Methods Softw. 32(3).
        """
        numbers = wholes(steps=steps, slots=slots, period=period)
        return cls._create("periodic", *numbers, _KIND, cost_array(costs), reverse_kind=reverse_kind)

    @classmethod
    def async_(
        cls,
        steps: int,
        slots: int,
        interval: int = 0,
        reverse_kind: str | ReverseKind = "fused",
        *,
        costs: Sequence[float] | None = None,
    ) -> Schedule:
        """The schedule for a disk that works in the background: a state on disk every ``interval`` steps.

        Parameters
        ----------
        steps, slots : int
            Number of steps, and most states in memory.
        interval : int
            Steps between two states on disk; 0: the fewest that hide both transfers by the costs, which are needed
            then.
        reverse_kind : {'fused', 'state_only', 'unfused'}
        costs : four numbers, optional

        References
        ----------
        Kukreja, Hueckelheim & Gorman 2018, arXiv 1806.01117.
        """
        numbers = wholes(steps=steps, slots=slots, interval=interval)
        return cls._create("async", *numbers, _KIND, cost_array(costs), reverse_kind=reverse_kind)

    @classmethod
    def segment(cls, steps: int, leaf: int, slots: int, reverse_kind: str | ReverseKind = "fused") -> Schedule:
        """Revolve over leaves of steps whose tapes are kept while they run; for propagators with tapes.

        Parameters
        ----------
        steps, leaf, slots : int
            Number of steps, tapes of a leaf, and most states held at once. ``choose_segment`` finds the best pair.
        reverse_kind : {'fused', 'state_only'}
        """
        return cls._create("segment", *wholes(steps=steps, leaf=leaf, slots=slots), _KIND, reverse_kind=reverse_kind)

    @classmethod
    def mixed(
        cls,
        steps: int,
        units: int,
        restart_units: int,
        tape_units: int,
        reverse_kind: str | ReverseKind = "fused",
    ) -> Schedule:
        """The schedule with the fewest forward steps where states and tapes share one room.

        Parameters
        ----------
        steps : int
            Number of steps, 1 to 40000.
        units, restart_units, tape_units : int
            The room, and what one state and one tape take of it.
        reverse_kind : {'fused', 'state_only'}

        References
        ----------
        Maddison 2024, J. Comput. Sci. 82, 102405 (equal sizes).
        """
        numbers = wholes(steps=steps, units=units, restart_units=restart_units, tape_units=tape_units)
        return cls._create("mixed", *numbers, _KIND, reverse_kind=reverse_kind)

    def finish(self, steps: int) -> None:
        """Says where a loop of unknown length ends: from the callback ``advance`` that took the last step, or between
        two actions. The next run forgets it and finds its own end.

        Parameters
        ----------
        steps : int
            The number of steps: the state at ``steps`` is the last one.
        """
        call("ebw_schedule_finish", self._handle, whole(steps, "steps"))

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
        """Saves to memory, of states or of tapes."""
        return self._count("count_saves")

    @property
    def loads(self) -> int:
        """Loads from memory, of states or of tapes."""
        return self._count("count_loads")

    @property
    def memory_slots(self) -> int:
        """Slots of states below this number are memory, from it on disk."""
        return self._count("get_memory_slots")

    @property
    def peak_disk_slots(self) -> int:
        """Most states on disk at once."""
        return self._count("get_peak_disk_slots")

    @property
    def tape_slots(self) -> int:
        """Slots that hold tapes alone."""
        return self._count("get_tape_slots")

    @property
    def disk_saves(self) -> int:
        """Saves of states to disk."""
        return self._count("count_disk_saves")

    @property
    def disk_loads(self) -> int:
        """Loads of states from disk."""
        return self._count("count_disk_loads")

    @property
    def left_on_disk(self) -> int:
        """States that are not discarded at the end: 0."""
        return self._count("count_left_on_disk")

    def cost(self, costs: Sequence[float] | None = None) -> float:
        """Weighs the schedule: forward steps, reverse steps, saves to disk and loads from disk, each times its cost.

        Parameters
        ----------
        costs : four numbers, optional
            Absent: those that the schedule was made with, without such the number of forward steps. For ``segment``
            they are those of ``choose_segment``.
        """
        return get("ebw_schedule_get_cost", ctypes.c_double, self._handle, cost_array(costs))

    def check(
        self, memory_slots: int | None = None, disk_slots: int | None = None, tape_slots: int | None = None
    ) -> None:
        """Runs the whole schedule through the model checker: every action legal, slots within the limits, all counts
        as told. The stream stays where it is.

        Parameters
        ----------
        memory_slots, disk_slots, tape_slots : int, optional
            Limits; absent: as many as the schedule says.

        Raises
        ------
        EbbWaveStateError
            A fault, with the number of the action.
        """
        limits = (-1 if limit is None else whole(limit, "limit") for limit in (memory_slots, disk_slots, tape_slots))
        call("ebw_schedule_check", self._handle, *limits)

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
        self._reader = reader = object()
        while True:
            if self._reader is not reader:
                text = "the schedule is read by a loop that began later: take its actions by export(), or make another"
                raise argument_error(text, low.EBW_ERR_STATE)
            call("ebw_schedule_next_many", self._handle, *arguments)
            if count.value == 0:
                return
            numbers = iter(rows[: 4 * count.value])
            yield from map(make, zip(map(kinds.__getitem__, numbers), numbers, numbers, numbers))

    def _describe(self):
        disk = f", {self.peak_disk_slots} on disk" if self.peak_disk_slots else ""
        steps = f"{self.steps} steps" if self.steps else "steps not known yet"
        return f"{self.reverse_kind.name.lower()}, {steps}, {self.peak_slots} slots{disk}"
