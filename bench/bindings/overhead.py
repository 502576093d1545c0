# SPDX-License-Identifier: MIT
"""What a call costs from Python: as overhead.c; iterate is the package's own loop over a schedule."""
import json
from ctypes import byref, c_int32, c_int64
from time import perf_counter_ns

import numpy as np

import ebbwave
from ebbwave import _lowlevel as low
from ebbwave._library import library

STEPS, SLOTS, ROUNDS = 100_000, 20, 5


class Empty:
    """A loop whose steps do nothing."""

    def start(self):
        self.callbacks = 1

    def advance(self, start, stop):
        self.callbacks += 1

    def reverse(self, k):
        self.callbacks += 1

    def save(self, k, checkpoint):
        self.callbacks += 1

    def load(self, k, checkpoint):
        self.callbacks += 1


def kinds():
    """The schedules by name, each of some 1e5 actions or more, and whether its end must be told."""
    return {
        "revolve": (ebbwave.Schedule.revolve(STEPS, SLOTS), False),
        "two_level": (ebbwave.Schedule.two_level(10_000, 20, 5), False),
        "online": (ebbwave.Schedule.online(SLOTS), True),
        "segment": (ebbwave.Schedule.segment(STEPS, 8, SLOTS), False),
    }


def next_ns(schedule, to_finish=False):
    """The low-level layer: the function of the library, as ctypes calls it."""
    kind, start, stop, slot = c_int32(1), c_int64(), c_int64(), c_int64()
    step, handle = library.ebw_schedule_next, schedule._handle
    outputs = byref(kind), byref(start), byref(stop), byref(slot)
    library.ebw_schedule_reset(handle)
    if to_finish:
        schedule.finish(STEPS)
    actions, begin = 0, perf_counter_ns()
    while kind.value != low.EBW_ACTION_END:
        assert step(handle, *outputs) == low.EBW_OK
        actions += 1
    return (perf_counter_ns() - begin) / actions


def iterate_ns(schedule):
    actions, begin = 0, perf_counter_ns()
    for _ in schedule:
        actions += 1
    return (perf_counter_ns() - begin) / actions


def callback_ns(executor, loop):
    begin = perf_counter_ns()
    executor.run()
    return (perf_counter_ns() - begin) / loop.callbacks


def main():
    schedule = ebbwave.Schedule.revolve(STEPS, SLOTS)
    loop = Empty()
    propagator = ebbwave.Propagator(loop, state=np.zeros(1))
    executor = ebbwave.Executor(schedule, propagator, ebbwave.Storage())
    rounds = [(next_ns(schedule), iterate_ns(schedule), callback_ns(executor, loop)) for _ in range(ROUNDS)]
    figures = dict(zip(("next", "iterate", "callback"), map(min, zip(*rounds))))
    for name, (schedule, to_finish) in kinds().items():
        figures[f"next_{name}"] = min(next_ns(schedule, to_finish) for _ in range(ROUNDS))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
