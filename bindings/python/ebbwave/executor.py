# SPDX-License-Identifier: MIT
"""Executor: runs a schedule with a propagator and a storage."""

from __future__ import annotations

import ctypes
import os
from ctypes import c_double, c_int64
from typing import Any

from ._arrays import whole
from ._handle import Handle
from ._library import call, get
from .errors import argument_error
from .plan import Plan
from .progress import Progress, set_progress
from .propagator import AcousticPropagator, Propagator
from .schedule import Schedule
from .storage import Storage


class Executor(Handle):
    """Runs a time loop forward and in reverse under a schedule.

    Parameters
    ----------
    schedule : Schedule
    propagator : Propagator
    storage : Storage, optional
        Where checkpoints go; absent: a new one in memory.

    Raises
    ------
    EbbWaveValueError
        Schedule and propagator do not fit.
    """

    _destroy = "ebw_executor_destroy"

    def __init__(self, schedule: Schedule, propagator: Propagator, storage: Storage | None = None) -> None:
        super().__init__()
        storage = Storage() if storage is None else storage
        for argument, kind in ((schedule, Schedule), (propagator, Propagator), (storage, Storage)):
            if not isinstance(argument, kind):
                raise argument_error(f"{argument!r} is no {kind.__name__}: Executor(schedule, propagator, storage)")
        # Kept alive: the library calls the propagator's callbacks as long as the executor lives.
        self._parts = (schedule, storage, propagator)
        self._callbacks: dict[str, Any] = {}
        handles = [part._handle for part in self._parts]
        call("ebw_executor_create", *handles, ctypes.byref(self._address))
        self._calls_python = not isinstance(propagator, AcousticPropagator)
        self.set_progress(None)

    def plan(self) -> Plan:
        """The Plan of a run."""
        plan = Plan()
        call("ebw_executor_plan", self._handle, ctypes.byref(plan._address))
        return plan

    def set_progress(self, progress: Progress, every: int = 0) -> None:
        """Sets what is told of progress.

        Parameters
        ----------
        progress : callable, tqdm bar or None
            ``progress(done, total, recomputed)`` in steps; a true answer cancels the run, which then raises
            EbbWaveStateError. Or an object with ``total`` and ``update``, such as ``tqdm.tqdm()``.
        every : int
            Steps between calls; 0: about ten calls a second.
        """
        set_progress("ebw_executor_set_progress", self, progress, every)

    def run(self) -> None:
        """Runs forward and reverse sweep once: one gradient. May be called again, also after a failure.

        Raises
        ------
        EbbWaveError
            A callback that is needed is missing, memory is refused, or the run was cancelled.
        BaseException
            What a callback raised, with its own traceback.
        """
        call("ebw_executor_run", self._handle)

    def set_directory(
        self,
        directory: str | os.PathLike[str] | None,
        disk_bytes: int = 0,
        seconds: float = 60.0,
        fingerprint: bytes = b"",
        every_disk_checkpoint: bool = False,
    ) -> None:
        """Sets where runs leave generations, from which ``resume`` goes on after a kill or a failure.

        Parameters
        ----------
        directory : path or None
            A directory of one's own, made when it is missing; None: no generations. The propagator must have its
            adjoint callbacks.
        disk_bytes : int
            Bound on what lies in it; states in slots that do not fit are computed again. 0: no bound.
        seconds : float
            Between two generations, which is the work that a kill can lose.
        fingerprint : bytes
            What tells this problem from another: parameters, data. A directory of another one is not resumed.
        every_disk_checkpoint : bool
            A generation after each state that the storage puts in a file too.
        """
        path = None if directory is None else os.fsencode(directory)
        call("ebw_executor_set_generation_seconds", self._handle, float(seconds))
        every = int(bool(every_disk_checkpoint))
        call("ebw_executor_set_disk_generations", self._handle, every)
        digits = bytes(fingerprint)  # len() of another buffer counts elements
        call("ebw_executor_set_fingerprint", self._handle, digits, len(digits))
        call("ebw_executor_set_directory", self._handle, path, whole(disk_bytes, "disk_bytes"))

    def resume(self) -> None:
        """Goes on from the newest whole generation in the directory, or begins anew where there is none: the same bits
        as a run that was never stopped. Errors as ``run``.

        Raises
        ------
        EbbWaveError
            No directory is set, it belongs to another problem, or no generation in it is whole.
        """
        call("ebw_executor_resume", self._handle)

    def set_replay_check(self, on: bool) -> None:
        """Holds every state that is computed again, or loaded, against the first sweep; a difference ends a run with
        an error that names the step. For tests of a loop of one's own."""
        call("ebw_executor_set_replay_check", self._handle, int(bool(on)))

    def stat(self, name: str) -> int:
        """A count of the last run: forward_steps, reverse_steps, recomputed, saves, loads, peak_slots, disk_saves,
        disk_loads, peak_disk_slots, planned_bytes, peak_bytes, generations, restored_steps; replans (how often the
        rest was planned again because a checkpoint did not fit in the storage's bytes) and of the last time
        replan_step (-1: never), replan_slots_before, replan_slots."""
        return get("ebw_executor_get_stat", c_int64, self._handle, str(name).encode())

    def seconds(self, name: str) -> float:
        """Wall-clock seconds of the last run: forward, reverse, total."""
        return get("ebw_executor_get_seconds", c_double, self._handle, str(name).encode())

    def _describe(self):
        return f"{self._parts[0]!r} with {self._parts[2]!r}"
