# SPDX-License-Identifier: MIT
"""How fast is a gradient beside Devito with pyrevolve, in the same memory? 230^3 nodes, no layers, order 8, f32.

The same points, steps, dt, source and receivers; both gradients are exact ones of the same scheme and are compared.
Devito runs first: what its process took beyond what it had before the problem was made is our bound, less the two
arrays that our caller holds. Its dt, sources and adjoint are its own operators, checkpointed by its own classes for
pyrevolve. Times are of whole gradients by the wall clock. Writes JSON, Markdown and a figure into OUT.

    gradient_pyrevolve.py CONDITIONS OUT [--edge 230] [--steps 237] [--checkpoints 10] [--rounds 7] [--threads 2]
        [--tile 3,24,2]
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import contest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "validation/peers"))
import environment  # noqa: E402

BAR = 4.0
ROUNDING = 1e-3  # of f32; a wrong sign, sample or coefficient is 1e-1 and more
SPARE = 16_000_000  # heap, stacks, tables of Python


def compare_gradients(sides):
    """Relative difference of both gradients."""
    import numpy as np
    from problem import difference

    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{n}.npy" for n in range(2)]
        for side, file in zip(sides, files):
            side.ask("write", gradient=file)
        return difference(*map(np.load, files))


def measure(options, conditions):
    problem = {"shape": [options.edge] * 3, "steps": options.steps, "dt": 0.0015}
    theirs = contest.Side("devito", environment.PYTHON, "side_devito", threads=options.threads, problem=problem,
                          checkpoints=options.checkpoints)
    with contest.closing(theirs):
        theirs.ask("gradient")
        bound = theirs.ask("peak")["net_bytes"]
        ours = contest.variants(options.tile, threads=options.threads, problem=problem, boundary="zero")
        with contest.closing(*ours):
            for side in ours:
                side.ask("set_schedule", schedule="auto")
                plan = side.ask("set_memory", memory_bytes=bound - 2 * 4 * options.edge**3 - SPARE)
                side.ask("gradient")
            sides = (*ours, theirs)
            rounds = contest.alternate(conditions, options.rounds,
                                       [(side.name, lambda side=side: side.ask("gradient")) for side in sides])
            result = {"differ": max(compare_gradients((side, theirs)) for side in ours),
                      "peaks": {side.name: side.ask("peak") for side in sides},
                      "about": {side.name: side.about for side in sides}, "plan": plan, "rounds": rounds}
    if not result["differ"] < ROUNDING:
        raise SystemExit(f"the gradients differ by {result['differ']:.1e}")
    if max(result["peaks"][side.name]["net_bytes"] for side in ours) > result["peaks"]["devito"]["net_bytes"]:
        raise SystemExit(f"ours took more memory: {result['peaks']}")
    return result


def table(options, result):
    rounds, rows = result["rounds"], []
    for name in result["peaks"]:
        shown = f"Ebbwave, {result['plan']['schedule']}, {name}"
        if name == "devito":
            shown = f"Devito + pyrevolve, {options.checkpoints} checkpoints"
        seconds = contest.middle(rounds, name)
        rows.append({"": shown, "seconds": f"{seconds:.2f}", "ms a step": f"{1e3 * seconds / options.steps:.1f}",
                     "forward steps": rounds[0][name]["forward_steps"],
                     "net peak, GB": f"{result['peaks'][name]['net_bytes'] / 1e9:.2f}",
                     "whole process, GB": f"{result['peaks'][name]['process_bytes'] / 1e9:.2f}",
                     "over plain": f"{contest.ratio(rounds, name, 'plain'):.2f}",
                     "by processor time": f"{contest.work_ratio(rounds, name, 'plain'):.2f}"})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conditions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--edge", type=int, default=230)
    parser.add_argument("--steps", type=int, default=237)
    parser.add_argument("--checkpoints", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=7, help="of a minute each")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--tile", default="3,24,2", help="EBW_TILE of the tiled sweeps: steps,rows,planes")
    options = parser.parse_args()
    size = f"{options.edge}^3 x {options.steps}"
    name = f"gradient, {size}, same memory: time of Devito + pyrevolve over ours"
    absent = environment.absent("devito", "pyrevolve")
    if absent:
        print(json.dumps(contest.absent([(name, BAR)], absent, environment.REMEDY)))
        return
    conditions = contest.Conditions(options.conditions)
    result = measure(options, conditions)
    conditions.close()
    rows, rounds = table(options, result), result["rounds"]

    def figure(axes):
        axes.barh([row[""] for row in rows], [float(row["seconds"]) for row in rows])
        axes.set(title=f"A gradient, {size}, order 8, f32, {options.threads} threads", xlabel="seconds")

    best = min((side for side in result["peaks"] if side != "devito"), key=lambda side: contest.middle(rounds, side))
    goals = [contest.goal(name, contest.ratio(rounds, "devito", best), "at least", BAR, rounds,
                          note=f"ours {best}; gradients differ by {result['differ']:.1e}")]
    contest.write(options.out, "gradient_pyrevolve",
                  {"size": size, "threads": options.threads, **result, "table": rows, "goals": goals},
                  [(f"A gradient, {size}, {options.threads} threads; {contest.told(rounds)}", rows)], figure)


if __name__ == "__main__":
    main()
