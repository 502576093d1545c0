# SPDX-License-Identifier: MIT
"""Every kind of schedule: counts, costs, the model checker, and the same bits of a gradient under all of them."""
import math

import numpy as np
import pytest
from problems import Loop, survey

import ebbwave
from ebbwave import Action, ActionKind, Schedule

COSTS = (1.0, 2.0, 5.0, 4.0)
STEPS = 12
KINDS = {
    "revolve": lambda kind: Schedule.revolve(STEPS, 3, kind),
    "two_level": lambda kind: Schedule.two_level(STEPS, 2, 2, kind),
    "two_level with costs": lambda kind: Schedule.two_level(STEPS, 2, 2, kind, costs=COSTS),
    "disk": lambda kind: Schedule.disk(STEPS, 2, kind, costs=COSTS),
    "periodic": lambda kind: Schedule.periodic(STEPS, 2, 4, kind),
    "periodic by costs": lambda kind: Schedule.periodic(STEPS, 2, reverse_kind=kind, costs=COSTS),
    "async": lambda kind: Schedule.async_(STEPS, 2, 4, kind),
    "async by costs": lambda kind: Schedule.async_(STEPS, 2, reverse_kind=kind, costs=COSTS),
}
TAPED = {
    "store_all": lambda kind: Schedule.store_all(STEPS, kind),
    "segment": lambda kind: Schedule.segment(STEPS, 3, 2, kind),
    "mixed": lambda kind: Schedule.mixed(STEPS, 6, 2, 1, kind),
}
ALL = {**KINDS, **TAPED}


def gradient(schedule, kind, storage=None):
    loop = Loop(kind="state_only" if kind == "state_only" else "fused")
    propagator = ebbwave.Propagator(loop, state=loop.state, reverse_kind=loop.kind, tape=loop.tape)
    executor = ebbwave.Executor(schedule, propagator, storage)
    executor.run()
    return loop.result(), executor


REFERENCE = gradient(Schedule.store_all(STEPS), "fused")[0]
PAIRS = [(name, kind) for name in KINDS for kind in ("fused", "state_only", "unfused")]
PAIRS += [(name, kind) for name in TAPED for kind in ("fused", "state_only")]


@pytest.mark.parametrize("name, kind", PAIRS)
def test_every_schedule_is_legal_and_gives_the_same_bits(name, kind):
    schedule = ALL[name](kind)
    schedule.check()
    result, executor = gradient(schedule, kind)
    assert result == REFERENCE
    assert executor.stat("forward_steps") == schedule.advances + schedule.taped
    told = schedule.disk_saves, schedule.disk_loads, schedule.peak_disk_slots
    assert tuple(executor.stat(name) for name in ("disk_saves", "disk_loads", "peak_disk_slots")) == told
    assert schedule.left_on_disk == 0 and "0x" not in repr(schedule)


@pytest.mark.parametrize("name", ALL)
def test_counts_are_those_of_the_actions(name):
    schedule = ALL[name]("fused")
    disk = schedule.memory_slots if schedule.peak_disk_slots else np.inf
    actions = list(schedule)
    assert [tuple(map(int, a)) for a in actions] == list(map(tuple, schedule.export().tolist()))
    kept = [a for a in actions if a.kind == ActionKind.SAVE]
    assert sum(a.slot >= disk for a in kept) == schedule.disk_saves
    assert sum(a.stop - a.start for a in actions if a.kind == ActionKind.ADVANCE) == schedule.advances


def test_slots_are_told_by_what_they_hold():
    segment, disk = Schedule.segment(100, 5, 3), Schedule.disk(100, 2)
    assert (segment.memory_slots, segment.tape_slots, segment.peak_slots) == (3, 5, 8)
    assert (disk.memory_slots, disk.tape_slots, disk.peak_disk_slots) == (2, 0, 97)


def test_costs_weigh_the_counts():
    schedule = Schedule.two_level(100, 2, 3, costs=COSTS)
    forward = schedule.advances + schedule.taped
    weighed = forward + 2.0 * 100 + 5.0 * schedule.disk_saves + 4.0 * schedule.disk_loads
    assert schedule.cost() == schedule.cost(COSTS) == weighed
    assert schedule.cost((2, 0, 0, 0)) == 2.0 * forward
    assert Schedule.two_level(100, 2, 3).cost() == Schedule.two_level(100, 2, 3).cost((1, 0, 0, 0))
    dearer = Schedule.two_level(100, 2, 3, costs=(1, 2, 500, 400))
    assert dearer.disk_saves < schedule.disk_saves


@pytest.mark.parametrize("steps", [1, 2, 7, 12])
@pytest.mark.parametrize("kind", ["fused", "state_only"])
def test_a_loop_of_unknown_length_finds_its_end_in_every_run(steps, kind):
    reference = Loop(steps)
    propagator = ebbwave.Propagator(reference, state=reference.state, tape=reference.tape)
    ebbwave.Executor(Schedule.store_all(steps), propagator).run()

    class Ending(Loop):
        def advance(self, start, stop):
            super().advance(start, stop)
            if stop == self.steps and not self.seeded:
                schedule.finish(stop)

    loop = Ending(steps, kind)
    schedule = Schedule.online(3, "state_only" if kind == "state_only" else "unfused")
    assert "not known yet" in repr(schedule)
    executor = ebbwave.Executor(schedule, ebbwave.Propagator(loop, state=loop.state, reverse_kind=kind))
    for _ in range(2):
        executor.run()
        assert loop.result() == reference.result() and executor.stat("reverse_steps") == steps
    schedule.check()
    assert schedule.steps == steps and schedule.peak_slots <= 3


def test_an_online_schedule_says_what_it_does_not_know():
    schedule = Schedule.online(3)
    with pytest.raises(ebbwave.EbbWaveStateError, match="finish"):
        schedule.cost()
    schedule.finish(20)
    with pytest.raises(ebbwave.EbbWaveStateError):
        schedule.finish(21)
    assert schedule.cost() == schedule.advances + schedule.taped
    with pytest.raises(ValueError):
        Schedule.revolve(10, 3).finish(10)


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: Schedule.two_level(10, 2, -1), "disk_slots"),
        (lambda: Schedule.two_level(10, 2, 1, costs=(0, 1, 1, 1)), "costs"),
        (lambda: Schedule.disk(10, 2, costs=(1, 1)), "costs has shape"),
        (lambda: Schedule.disk(10, 2, costs="dear"), "need numbers"),
        (lambda: Schedule.periodic(10, 2), "period"),
        (lambda: Schedule.async_(10, 2), "interval"),
        (lambda: Schedule.online(3, "fused"), "end"),
        (lambda: Schedule.segment(10, 0, 2), "leaf"),
        (lambda: Schedule.mixed(10, 5, 0, 1), "restart_units"),
        (lambda: Schedule.segment(10, 3, 2, "unfused"), "reverse_kind"),
    ],
)
def test_a_schedule_refuses_wrong_arguments(make, text):
    with pytest.raises(ValueError, match=text):
        make()


def test_a_room_too_small_is_a_memory_error():
    with pytest.raises(MemoryError):
        Schedule.mixed(10, 1, 2, 1)
    with pytest.raises(MemoryError):
        ebbwave.choose_segment(100, 10, 20, 10)
    leaf, slots = ebbwave.choose_segment(100, 200, 20, 10, costs=(1, 1.2, 1, 0.1))
    assert 20 * slots + 10 * leaf <= 200 and slots >= 1
    Schedule.segment(100, leaf, slots).check(slots, 0, leaf)
    assert ebbwave.choose_segment(100, 10**6, 20, 10) == (100, 0)


OWN = [
    ("save", 0, -1, 0),
    ("advance", 0, 1, -1),
    (ActionKind.REVERSE, 1, 1, -1),
    ("load", 0, -1, 0),
    ("discard", 0, -1, 0),
    Action(ActionKind.REVERSE, 0, 0, -1),
]


def test_actions_of_ones_own_are_checked_and_counted():
    counts = ebbwave.check_actions(OWN, steps=2, slots=1)
    assert counts["actions"] == 6 and counts["advances"] == 1 and counts["loads"] == counts["peak_slots"] == 1
    disk = Schedule.two_level(30, 2, 3)
    counts = ebbwave.check_actions(disk.export(), 30, 2, disk_slots=3)
    assert counts["disk_saves"] == disk.disk_saves and counts["advances"] == disk.advances


@pytest.mark.parametrize("number", range(len(OWN)))
def test_the_checker_names_the_first_action_that_is_wrong(number):
    without = OWN[:number] + OWN[number + 1 :]
    with pytest.raises(ebbwave.EbbWaveStateError, match=r"^action \d|left|in use|reversed"):
        ebbwave.check_actions(without, steps=2, slots=1)
    with ebbwave.Checker(2, 1) as checker:
        with pytest.raises(ebbwave.EbbWaveStateError, match="^action 1 "):
            checker.take("load", 0, slot=0)
        with pytest.raises(ValueError, match="need one of"):
            checker.take("jump", 0)
        assert "actions" in repr(checker)


def test_a_schedule_that_needs_more_than_the_limit_fails_the_check():
    with pytest.raises(ebbwave.EbbWaveError):
        Schedule.revolve(30, 4).check(memory_slots=3)
    Schedule.revolve(30, 4).check(memory_slots=4, disk_slots=0, tape_slots=0)


def test_a_plan_chooses_a_schedule_by_bytes():
    plan = ebbwave.Plan.choose(1000, 800, 400, memory_bytes=40_000, schedule="auto", costs=(1e-3, 1.1e-3, 2e-3, 1e-4))
    assert plan.total_bytes <= plan.memory_limit == 40_000 and plan.seconds > 0 and plan.cost > 0
    beside = plan.alternatives()
    assert [other.cost for other in beside] == sorted(other.cost for other in beside)
    assert plan.schedule in {other.schedule for other in beside} and len(beside) == 3
    assert [other.schedule for other in beside if other.total_bytes > other.memory_limit] == ["store_all"]
    schedule = plan.create_schedule()
    schedule.check()
    assert schedule.steps == 1000 and schedule.tape_slots == plan.tape_slots
    with pytest.raises(MemoryError):
        ebbwave.Plan.choose(1000, 800, memory_bytes=100)
    with pytest.raises(ValueError):
        ebbwave.Plan.choose(1000, 800, schedule="best")


def test_a_plan_chooses_by_a_budget_per_place(tmp_path):
    save, load = ebbwave.Storage.measure_disk(tmp_path, 1 << 16)
    assert 0 < save < 60 and 0 < load < 60
    costs = (1.0, 1.1, 2.0, 0.0, 0.75, 0.5)
    plan = ebbwave.Plan.choose(
        200, 800, 400, memory_bytes=9000, disk_bytes=20_000, schedule="auto", reverse_kind="state_only", costs=costs
    )
    assert plan.total_bytes <= 9000 and plan.disk_bytes <= plan.number("disk_limit") == 20_000
    kinds = {other.schedule: other for other in plan.alternatives()}
    assert {"segment_disk", "two_level", "periodic", "async", "mixed"} < set(kinds)
    assert plan.cost == min(other.cost for other in kinds.values() if other.total_bytes <= 9000)
    assert kinds["two_level"].disk_slots > 0 and kinds["two_level"].number("least_disk_bytes") < 2000
    assert kinds["async"].number("interval") > 0 and kinds["revolve"].disk_bytes == 0
    for other in kinds.values():
        other.create_schedule().check()
    with plan.create_storage(tmp_path):
        assert not list(tmp_path.iterdir())
    unbounded = ebbwave.Plan.choose(200, 800, 400, memory_bytes=9000, disk_bytes=math.inf, schedule="disk", costs=costs)
    assert unbounded.number("disk_limit") == ebbwave.Plan.NO_BOUND
    with pytest.raises(MemoryError, match="disk_bytes = 10"):
        ebbwave.Plan.choose(200, 800, memory_bytes=9000, disk_bytes=10, schedule="two_level")
    with pytest.raises(ValueError):
        ebbwave.Plan.choose(200, 800, memory_bytes=9000, disk_bytes=0, schedule="async")


def test_a_model_keeps_states_on_disk_by_every_kind(tmp_path):
    model, shot = survey()
    misfit, reference = ebbwave.gradient(model, shot)
    model.set_directory(tmp_path / "states")
    model.set_costs((1.0, 1.0, 1.0, 0.0), disk=(0.5, 0.5))
    for rule in ("auto", "two_level", "periodic", "async", "segment_disk"):
        model.set_schedule(rule)
        again, gradient = ebbwave.gradient(model, shot)
        assert again == misfit and gradient.tobytes() == reference.tobytes()


def test_a_model_takes_a_rule_and_costs_and_keeps_its_bits():
    model, shot = survey()
    misfit, reference = ebbwave.gradient(model, shot)
    for rule in ("auto", "store_all", "revolve", "segment", None):
        model.set_schedule(rule)
        plan = ebbwave.gradient_plan(model, shot)
        assert rule in (None, "auto", plan.schedule)
        again, gradient = ebbwave.gradient(model, shot)
        assert again == misfit and gradient.tobytes() == reference.tobytes()
    costs = model.measure_costs()
    assert costs.shape == (4,) and costs[0] > 0 and ebbwave.gradient_plan(model, shot).seconds > 0
    model.set_costs(None)
    assert ebbwave.gradient_plan(model, shot).seconds == 0
    with pytest.raises(ValueError, match="costs"):
        model.set_costs((0.0, 1.0, 1.0, 1.0))
    with pytest.raises(ebbwave.EbbWaveError):
        model.set_schedule("best")
