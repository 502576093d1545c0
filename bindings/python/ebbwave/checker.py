# SPDX-License-Identifier: MIT
"""A model checker for schedules: runs any stream of actions on integers and names the first that is not legal."""

from __future__ import annotations

import ctypes
from ctypes import c_int64
from typing import Iterable

from ._arrays import whole, wholes
from ._handle import Handle, choice
from ._library import call, get
from .schedule import Action, ActionKind, ReverseKind


class Checker(Handle):
    """A check of one stream of actions, the library's or your own.

    Parameters
    ----------
    steps : int
        Number of steps; 0 when only the turn tells it.
    slots : int
        Most states in memory.
    reverse_kind : {'fused', 'state_only', 'unfused'}
    disk_slots, tape_slots : int
        Most states on disk and most tapes.
    """

    _destroy = "ebw_checker_destroy"
    COUNTS = (
        *("actions", "advances", "taped", "saves", "loads", "peak_slots", "disk_saves", "disk_loads"),
        *("peak_disk_slots", "tape_saves", "tape_loads", "peak_tape_slots"),
    )

    def __init__(
        self,
        steps: int,
        slots: int,
        reverse_kind: str | ReverseKind = "fused",
        *,
        disk_slots: int = 0,
        tape_slots: int = 0,
    ) -> None:
        super().__init__()
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        limits = wholes(slots=slots, disk_slots=disk_slots, tape_slots=tape_slots)
        call("ebw_checker_create", whole(steps, "steps"), kind, *limits, ctypes.byref(self._address))

    def take(self, kind: str | ActionKind, start: int, stop: int = -1, slot: int = -1) -> None:
        """Takes the next action; a field that its kind does not use is -1.

        Raises
        ------
        EbbWaveStateError
            The action is not legal; the text begins with its number and says why.
        """
        code = choice(ActionKind, kind, "kind")
        call("ebw_checker_take", self._handle, code, *wholes(start=start, stop=stop, slot=slot))

    def finish(self) -> None:
        """Says that the stream has ended.

        Raises
        ------
        EbbWaveStateError
            A step is not reversed, or a slot is in use.
        """
        call("ebw_checker_finish", self._handle)

    @property
    def counts(self) -> dict[str, int]:
        """dict: counts of the stream so far, see ``Checker.COUNTS``."""
        return {name: get("ebw_checker_get_count", c_int64, self._handle, name.encode()) for name in self.COUNTS}

    def _describe(self):
        return f"{self.counts['actions']} actions"


def check_actions(
    actions: Iterable[Action | tuple[int, int, int, int]],
    steps: int,
    slots: int,
    reverse_kind: str | ReverseKind = "fused",
    *,
    disk_slots: int = 0,
    tape_slots: int = 0,
) -> dict[str, int]:
    """Checks a whole stream of actions, such as that of a schedule of your own.

    Parameters
    ----------
    actions : iterable of (kind, start, stop, slot)
        ``Action``, tuples with a name or number for the kind, or the rows of ``Schedule.export``.
    steps, slots, reverse_kind, disk_slots, tape_slots
        As in ``Checker``.

    Returns
    -------
    dict
        The counts of the stream.

    Raises
    ------
    EbbWaveStateError
        The first action that is not legal, or what is left at the end.
    """
    with Checker(steps, slots, reverse_kind, disk_slots=disk_slots, tape_slots=tape_slots) as checker:
        for action in actions:
            checker.take(*action)
        checker.finish()
        return checker.counts
