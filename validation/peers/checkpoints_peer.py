# SPDX-License-Identifier: MIT
"""Devito's operators by our executor and by pyrevolve: the same checkpoints, the same bits."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "bindings/python/examples")]
import environment  # noqa: E402
from tap import Checks  # noqa: E402

SIZES = [(1, 1), (2, 1), (7, 2), (40, 3), (100, 7), (123, 10), (30, 40)]


def saved_by_pyrevolve(steps, slots):
    """The steps whose states it keeps, in order."""
    from pyrevolve import crevolve

    revolve, saved = crevolve.CRevolve(slots, steps, None), []
    while True:
        action = revolve.revolve()
        if action == crevolve.Action.takeshot:
            saved.append(revolve.capo)
        elif action == crevolve.Action.terminate:
            return saved


def same_checkpoints(checks):
    from ebbwave import ActionKind, Schedule

    for steps, slots in SIZES:
        ours = [action.start for action in Schedule.revolve(steps, slots) if action.kind == ActionKind.SAVE]
        theirs = saved_by_pyrevolve(steps, slots)
        checks.ok(ours == theirs, f"n = {steps}, {slots} slots: the checkpoints of pyrevolve", [f"{ours}", f"{theirs}"])


def same_bits(checks):
    import devito_gradient as example
    import numpy as np

    for dtype in (np.float32, np.float64):
        survey = example.Survey(400, dtype)  # the echo comes after 300
        survey.set_model(2300.0)
        survey.observe()
        survey.set_model(2000.0)
        results = {name: run(survey) for name, run in example.ways(400, 7)}
        misfit, gradient, _ = results[next(name for name in results if name.startswith("pyrevolve"))]
        checks.ok(np.isfinite(gradient).all() and gradient.any(), f"{np.dtype(dtype).name}: there is a gradient")
        for name, (other_misfit, other, steps) in results.items():
            same = misfit == other_misfit and other.tobytes() == gradient.tobytes()
            checks.ok(same, f"{np.dtype(dtype).name}: {name}: the misfit and the gradient bits of pyrevolve",
                      [f"{steps} forward steps"])


def main():
    absent = environment.enter("pyrevolve", "devito")
    checks = Checks()
    if absent:
        reason = f"no {' and no '.join(absent)}; {environment.REMEDY}"
        checks.skip("the checkpoints of pyrevolve", reason)
        checks.skip("the gradient bits of pyrevolve", reason)
        return checks.finish()
    same_checkpoints(checks)
    same_bits(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
