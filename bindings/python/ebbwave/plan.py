# SPDX-License-Identifier: MIT
"""Plan: what a run will do and hold."""

from __future__ import annotations

import ctypes
import math
import os
from ctypes import c_char_p, c_double, c_int64
from typing import Sequence

from ._arrays import cost_array, whole, wholes
from ._handle import Handle, choice
from ._library import call, get
from .schedule import ReverseKind, Schedule
from .storage import Storage


class Plan(Handle):
    """What a run will do and hold, told before anything is allocated."""

    _destroy = "ebw_plan_destroy"
    NO_BOUND = 2**63 - 1
    BYTES = (
        "work_fields",
        "slots",
        "tape_ring",
        "adjoint_state",
        "initial_state",
        "model_copies",
        "gradient",
        "traces",
        "residuals",
        "wavelets",
        "scratch",
        "schedule_tables",
    )

    @classmethod
    def choose(
        cls,
        steps: int,
        state_bytes: int,
        tape_bytes: int = 0,
        *,
        memory_bytes: int = 0,
        disk_bytes: float | None = None,
        reverse_kind: str | ReverseKind = "fused",
        schedule: str | None = None,
        costs: Sequence[float] | None = None,
    ) -> Plan:
        """Chooses a schedule for any time loop from a budget in bytes, for memory or for memory and a disk.

        Parameters
        ----------
        steps, state_bytes : int
            Number of steps, and bytes of one state.
        tape_bytes : int
            Bytes of the tape of one step; 0: the propagator keeps none.
        memory_bytes : int
            Bound on the memory of checkpoints; 0: half of the machine's.
        disk_bytes : int or math.inf, optional
            Bound on the files of states beside memory; 0: no disk, math.inf: no bound. Absent: no disk, and none of the
            kinds of schedule that came with it.
        reverse_kind : {'fused', 'state_only'}
        schedule : {'auto', 'store_all', 'revolve', 'segment', 'mixed', 'two_level', 'disk', 'periodic', 'async',
        'segment_disk'}, optional
            'auto': the one that costs least. Absent: store_all if it fits and else revolve.
        costs : numbers, optional
            Four: seconds of an advance, of one that keeps its tape, of a reverse step, of one copy of a state. With
            disk_bytes six: also of a state to disk and of one from disk, see ``Storage.measure_disk``.

        Raises
        ------
        EbbWaveMemoryError
            A budget is too small; the text names the place and the least.
        EbbWaveValueError
            A number out of its range, or tapes that the propagator does not keep.
        """
        self, name = cls(), None if schedule is None else str(schedule).encode()
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        sizes = wholes(state_bytes=state_bytes, tape_bytes=tape_bytes, memory_bytes=memory_bytes)
        sizes = (whole(steps, "steps"), kind, *sizes)
        if disk_bytes is None:
            call("ebw_plan_choose", *sizes, name, cost_array(costs), ctypes.byref(self._address))
            return self
        disk = cls.NO_BOUND if disk_bytes == math.inf else whole(disk_bytes, "disk_bytes")
        call("ebw_plan_choose_places", *sizes, disk, name, cost_array(costs, 6), ctypes.byref(self._address))
        return self

    def _count(self, name: str) -> int:
        return get(f"ebw_plan_get_{name}", c_int64, self._handle)

    @property
    def steps(self) -> int:
        """Number of steps."""
        return self._count("steps")

    @property
    def forward_steps(self) -> int:
        """All forward steps, taped ones included."""
        return self._count("forward_steps")

    @property
    def recomputed(self) -> int:
        """Forward steps beyond the first sweep's."""
        return self._count("recomputed")

    @property
    def slots(self) -> int:
        """Checkpoints held at once."""
        return self._count("slots")

    @property
    def total_bytes(self) -> int:
        """Bytes that the library will hold at most."""
        return self._count("total_bytes")

    @property
    def least_bytes(self) -> int:
        """Least total with which the run is possible at all; 0 when not known."""
        return self._count("least_bytes")

    @property
    def tape_slots(self) -> int:
        """Slots that hold tapes alone."""
        return self._count("tape_slots")

    @property
    def disk_slots(self) -> int:
        """States on disk at once; 0 where all lie in memory."""
        return self._count("disk_slots")

    @property
    def disk_bytes(self) -> int:
        """Bytes that they take there at most."""
        return self._count("disk_bytes")

    def number(self, name: str) -> int:
        """A number of the plan by its name: 'interval' (steps between states on disk, where they are even),
        'state_units', 'tape_units' (of mixed), 'disk_saves', 'disk_loads', 'disk_limit' (``NO_BOUND`` without one),
        'least_disk_bytes' (with which this kind is possible); 0 where it does not apply."""
        return get("ebw_plan_get_number", c_int64, self._handle, str(name).encode())

    @property
    def memory_limit(self) -> int:
        """The bound on memory that the plan was made for, in bytes; 0 where no schedule was chosen by memory."""
        return self._count("memory_limit")

    @property
    def cost(self) -> float:
        """The cost that the schedule was chosen by; 0 where nothing was chosen."""
        return get("ebw_plan_get_cost", c_double, self._handle)

    @property
    def seconds(self) -> float:
        """Forecast of the time of one shot; 0 when no costs in seconds were given or measured."""
        return get("ebw_plan_get_seconds", c_double, self._handle)

    def alternatives(self) -> list[Plan]:
        """Plans of other kinds of schedule that stood beside this one, itself included, the cheapest first. One that
        does not fit is given at its least: its ``total_bytes`` are above its ``memory_limit``."""
        plans = []
        for index in range(get("ebw_plan_count_alternatives", c_int64, self._handle)):
            plan = Plan()
            call("ebw_plan_get_alternative", self._handle, index, ctypes.byref(plan._address))
            plans.append(plan)
        return plans

    def create_schedule(self) -> Schedule:
        """The schedule that the plan speaks of.

        Raises
        ------
        EbbWaveValueError
            A plan without checkpoints, or of an executor with another kind of schedule.
        """
        schedule = Schedule()
        call("ebw_plan_create_schedule", self._handle, ctypes.byref(schedule._address))
        return schedule

    def create_storage(self, directory: str | os.PathLike[str] | None = None) -> Storage:
        """The storage in which the plan places checkpoints.

        Parameters
        ----------
        directory : path, optional
            For the files of a plan with states on disk.

        Raises
        ------
        EbbWaveValueError
            A plan with states on disk and no directory, or one that was not chosen by bytes.
        EbbWaveOSError
            The directory cannot be used.
        """
        return Storage._planned(self._handle, None if directory is None else os.fsencode(directory))

    @property
    def dt(self) -> float:
        """Time step in seconds, 0 for a user's propagator."""
        return get("ebw_plan_get_dt", c_double, self._handle)

    @property
    def schedule(self) -> str:
        """Name of the schedule, such as 'store_all', 'revolve' or 'segment'."""
        return get("ebw_plan_get_schedule", c_char_p, self._handle)

    @property
    def bytes(self) -> dict[str, int]:
        """dict: bytes by use, see ``Plan.BYTES``."""
        return {name: get("ebw_plan_get_bytes", c_int64, self._handle, name.encode()) for name in self.BYTES}

    def _describe(self):
        return f"{self.schedule}, {self.slots} slots, {self.forward_steps} forward steps, {self.total_bytes} bytes"
