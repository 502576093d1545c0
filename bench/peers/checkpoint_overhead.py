# SPDX-License-Identifier: MIT
"""What does an action of a checkpointed sweep cost beside the work it starts? Our executor in Python, and pyrevolve.

Both run the same Revolve schedule (fused), in turn, round after round, for two loops: `plain`, whose steps do nothing
and whose checkpoint is two small arrays; and `devito`, the Devito operators of
bindings/python/examples/devito_gradient.py with an empty compiled function, pyrevolve by Devito's own classes. An
action is an advance, a save, a load or a reverse. Prints one JSON object: ns of processor time per action, the best of
all rounds, and the ratios; and the whole gradient of the example, operators included, in ms of wall clock.
"""
import json
import sys
from pathlib import Path
from time import perf_counter_ns, thread_time_ns

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "validation/peers"), str(ROOT / "bindings/python/examples")]
import environment  # noqa: E402

STEPS, SLOTS, ROUNDS, BAR = 1000, 10, 7, 0.1
SMALL = (21, 21)  # so that copies, which both make, do not hide what is compared
GRADIENT_STEPS, GRADIENT_ROUNDS = 200, 3


def spent(work):
    """ns of processor time."""
    begin = thread_time_ns()
    work()
    return thread_time_ns() - begin


def per_action(executor, schedule):
    """ns per action of a run of ours; a discard is part of a load."""
    from ebbwave import ActionKind

    actions = sum(action.kind != ActionKind.DISCARD for action in schedule)
    return spent(executor.run) / actions


def per_action_of(revolver):
    """The same of pyrevolve, by its own count of what it ran."""

    def work():
        revolver.apply_forward()
        revolver.apply_reverse()

    time, counts = spent(work), revolver.profiler.counts
    return time / sum(sum(counts[sweep].values()) for sweep in ("forward", "reverse"))


class Plain:
    """Steps that do nothing."""

    def __init__(self):
        import numpy as np

        self.arrays = [np.zeros(16, np.float32), np.zeros(16, np.float32)]

    def start(self):
        pass

    def advance(self, start, stop):
        pass

    def reverse(self, k):
        pass

    def save(self, k, checkpoint):
        checkpoint[0], checkpoint[1] = self.arrays

    def load(self, k, checkpoint):
        self.arrays[0][:], self.arrays[1][:] = checkpoint


def plain_ours():
    import ebbwave
    import numpy as np

    schedule = ebbwave.Schedule.revolve(STEPS, SLOTS)
    propagator = ebbwave.Propagator(Plain(), state=np.zeros((2, 16), np.float32))
    return per_action(ebbwave.Executor(schedule, propagator), schedule)


def plain_theirs():
    import pyrevolve

    loop = Plain()

    class Checkpoint(pyrevolve.Checkpoint):
        dtype, size = loop.arrays[0].dtype, 32

        def get_data(self, timestep):
            return loop.arrays

        get_data_location = get_data

    class Idle(pyrevolve.Operator):
        def apply(self, t_start, t_end):
            pass

    return per_action_of(pyrevolve.SingleLevelRevolver(Checkpoint(), Idle(), Idle(), SLOTS, STEPS))


class Emptied:
    """A Devito operator without its compiled function."""

    def __init__(self, operator):
        self.parameters, self.arguments = operator.parameters, operator.arguments
        self._prepare_arguments = operator._prepare_arguments
        self.cfunction = lambda *values: None


def emptied_survey():
    import devito_gradient as example

    survey = example.Survey(STEPS, shape=SMALL)
    survey.forward, survey.adjoint = Emptied(survey.forward), Emptied(survey.adjoint)
    return survey


def devito_ours(survey):
    import devito_gradient as example
    import ebbwave

    loop = example.DevitoLoop(survey, "fused")
    schedule = ebbwave.Schedule.revolve(STEPS, SLOTS)
    return per_action(ebbwave.Executor(schedule, ebbwave.Propagator(loop, state=loop.state)), schedule)


def devito_theirs(survey):
    import devito_gradient as example
    import pyrevolve
    from devito import CheckpointOperator, DevitoCheckpoint

    options = {"time_m": 1, "time_M": STEPS, "dt": example.DT}
    operators = [CheckpointOperator(operator, **options) for operator in (survey.forward, survey.adjoint)]
    return per_action_of(pyrevolve.SingleLevelRevolver(DevitoCheckpoint([survey.u]), *operators, SLOTS, STEPS))


def gradient_ms():
    """The whole gradient of the example: {way: ms}."""
    import devito_gradient as example

    survey, best = example.Survey(GRADIENT_STEPS), {}
    survey.set_model(2000.0)
    for _ in range(1 + GRADIENT_ROUNDS):  # the first compiles
        for name, run in example.ways(GRADIENT_STEPS, SLOTS):
            begin = perf_counter_ns()
            run(survey)
            best[name] = min(best.get(name, 1e9), (perf_counter_ns() - begin) / 1e6)
    return {name: round(value, 1) for name, value in best.items()}


def measure():
    survey = emptied_survey()
    pairs = {"plain": (plain_ours, plain_theirs),
             "devito": (lambda: devito_ours(survey), lambda: devito_theirs(survey))}
    rounds = {name: [(ours(), theirs()) for _ in range(ROUNDS)] for name, (ours, theirs) in pairs.items()}
    best = {name: dict(zip(("ebbwave", "pyrevolve"), map(min, zip(*values)))) for name, values in rounds.items()}
    ratios = {name: sorted(round(a / b, 4) for a, b in values) for name, values in rounds.items()}
    return {"ns_per_action": best, "ratios_of_rounds": ratios, "gradient_ms": gradient_ms()}


def goal(loop, results, note):
    value = results["ns_per_action"][loop] if results else {"ebbwave": 0.0, "pyrevolve": 1.0}
    figures = f"{value['ebbwave']:.0f} and {value['pyrevolve']:.0f} ns; n = {STEPS}, {SLOTS} slots"
    return {"name": f"checkpoints: an action of ours from Python over one of pyrevolve, {loop} loop",
            "value": value["ebbwave"] / value["pyrevolve"], "sense": "at most", "bar": BAR, "judged": bool(results),
            "note": note or figures}


def main():
    absent = environment.enter("pyrevolve", "devito")
    results = {"missing": absent} if absent else measure()
    note = f"no {' and no '.join(absent)}; {environment.REMEDY}" if absent else ""
    goals = [goal(loop, {} if absent else results, note) for loop in ("plain", "devito")]
    print(json.dumps({**results, "goals": goals}))


if __name__ == "__main__":
    main()
