# SPDX-License-Identifier: MIT
"""A child made by fork has no OpenMP threads: a run that wants them is refused there instead of hanging for ever."""
import os

from . import _lowlevel as low
from .errors import error

_used_threads = False
_lost_threads = False


def _in_child():
    global _lost_threads
    _lost_threads = _used_threads


os.register_at_fork(after_in_child=_in_child)


def before_parallel_run(threads):
    """Notes a run on more than one thread, or 0 for as many as OpenMP wants; refuses it in a forked child."""
    global _used_threads
    if threads == 1:
        return
    if _lost_threads:
        text = f"threads = {threads}, need 1 in a process that was forked after a run: use model.set_threads(1),"
        raise error(low.EBW_ERR_STATE, f"{text} or start processes by spawn")
    _used_threads = True
