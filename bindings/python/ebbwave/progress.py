# SPDX-License-Identifier: MIT
"""Progress of long calls: a function of three numbers, or a bar in the manner of tqdm."""

from __future__ import annotations

from typing import Any, Callable, Union

from . import _lowlevel as low
from ._arrays import whole
from ._library import call, guarded
from .errors import argument_error


# A function (done, total, recomputed) whose true answer cancels, or a bar with `total` and `update`; None: silence.
Progress = Union[Callable[[int, int, int], Any], Any, None]


def bar_updater(bar: Any) -> Callable[[int, int, int], None]:
    """A progress function for an object with ``total`` and ``update(increment)``, such as ``tqdm.tqdm()``."""
    shown = 0

    def update(done, total, _recomputed):
        nonlocal shown
        if done < shown:  # the next call began
            if hasattr(bar, "reset"):
                bar.reset()
            shown = 0
        bar.total = total
        bar.update(done - shown)
        shown = done

    return update


# Ctrl-C is heard inside callbacks alone: a run that has no other has this one, some ten times a second.
_LETS_CTRL_C_THROUGH = low.ebw_progress_fn(guarded(lambda *_: 0))


def set_progress(name: str, owner: Any, progress: Progress, every: int) -> None:
    """Gives an executor or a model its progress function and keeps it alive."""
    if progress is None:
        callback = low.ebw_progress_fn() if owner._calls_python else _LETS_CTRL_C_THROUGH
    else:
        function = bar_updater(progress) if hasattr(progress, "update") else progress
        if not callable(function):
            raise argument_error(f"progress is {progress!r}, need a function (done, total, recomputed) or a tqdm bar")

        def told(done, total, recomputed, _user):
            return 1 if function(done, total, recomputed) else 0

        callback = low.ebw_progress_fn(guarded(told))
    call(name, owner._handle, callback, whole(every, "every"), None, low.ebw_release_fn())
    owner._callbacks["progress"] = callback
