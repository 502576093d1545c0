# SPDX-License-Identifier: MIT
"""How fast is a gradient beside deepwave's compiled CPU backend? Order 8, f32. 2d: 8 shots of 606 x 204 nodes (z
fastest) and 1500 steps, absorbing layers of 20 cells outside. 3d: one shot, 128^3 nodes, 200 steps, no layers;
3d_layers: the same number of nodes, of which 20 cells at every face are layers.

deepwave keeps all of u; we may take as much memory as its process took. The layers are CPML in both, with profiles of
their own: how far the gradients differ is told. Without layers both compute the same, and must agree: 3d at the timed
size, and all in f64 at a small one. Writes JSON, Markdown and a figure into OUT.

    gradient_deepwave.py {2d,3d,3d_layers} CONDITIONS OUT [--rounds R] [--threads 2] [--tile plain] [--small]
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import contest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "validation/peers"))
import environment  # noqa: E402

BAR = 10.0
# Of f64 and of f32 over some hundred steps; a wrong sign, sample or coefficient is 1e-2 and more.
ROUNDING = {"float64": 1e-11, "float32": 1e-3}
SPARE = 64_000_000
CASES = {
    "2d": {"shape": [606, 204], "steps": 1500, "cells": 20, "shots": 8, "receivers": 100},
    "3d": {"shape": [128, 128, 128], "steps": 200},
    "3d_layers": {"shape": [88, 88, 88], "steps": 200, "cells": 20},
}
SMALL = {"2d": {"shape": [100, 60], "steps": 200, "cells": 20, "shots": 2}, "3d": {"shape": [48, 48, 48], "steps": 60},
         "3d_layers": {"shape": [40, 40, 40], "steps": 60, "cells": 20}}
TRIAL = {2: {"shape": [90, 64], "steps": 200, "shots": 2, "receivers": 9, "dtype": "float64"},
         3: {"shape": [32, 28, 36], "steps": 80, "receivers": 5, "dtype": "float64"}}


def pair(options, problem):
    """Both sides of a problem, deepwave first."""
    theirs = contest.Side("deepwave", environment.PYTHON, "side_deepwave", threads=options.threads, problem=problem)
    ours = contest.Side("ebbwave", sys.executable, "side_ebbwave", threads=options.threads, problem=problem,
                        boundary="cpml" if problem.get("cells") else "zero", tile=options.tile)
    return theirs, ours


def differences(theirs, ours):
    """Relative differences of traces and gradients."""
    import numpy as np
    from problem import difference

    with tempfile.TemporaryDirectory() as folder:
        for side in (ours, theirs):
            side.ask("write", traces=f"{folder}/{side.name}_traces.npy", gradient=f"{folder}/{side.name}_gradient.npy")
        return {what: difference(*(np.load(f"{folder}/{name}_{what}.npy") for name in ("ebbwave", "deepwave")))
                for what in ("traces", "gradient")}


def agree(differ, dtype):
    if not max(differ.values()) < ROUNDING[dtype]:
        raise SystemExit(f"traces and gradients differ by {differ}")


def trial(options, ndim):
    """At a small size in f64, without layers."""
    with contest.closing(*pair(options, TRIAL[ndim])) as (theirs, ours):
        for side in (theirs, ours):
            side.ask("gradient")
        differ = differences(theirs, ours)
    agree(differ, "float64")
    return differ


def measure(options, conditions, problem):
    with contest.closing(*pair(options, problem)) as (theirs, ours):
        theirs.ask("gradient")
        bound = theirs.ask("peak")["net_bytes"]
        plan = ours.ask("set_memory", memory_bytes=bound - SPARE if bound > 4 * SPARE else 0)
        ours.ask("gradient")
        sides = (ours, theirs)
        rounds = contest.alternate(conditions, options.rounds,
                                   [(side.name, lambda side=side: side.ask("gradient")) for side in sides])
        differ = differences(theirs, ours)
        if not problem.get("cells"):
            agree(differ, "float32")
        return {"problem": problem, "plan": plan, "rounds": rounds, "differ": differ,
                "forward": {side.name: side.ask("forward") for side in sides},
                "peaks": {side.name: side.ask("peak") for side in sides},
                "about": {side.name: side.about for side in sides}}


def table(result):
    rows = []
    for name in ("ebbwave", "deepwave"):
        rounds, peak = result["rounds"], result["peaks"][name]
        busy = contest.middle(rounds, name, lambda one: one["processor_seconds"] / one["seconds"])
        rows.append({"": result["about"][name]["name"], "seconds": f"{contest.middle(rounds, name):.3f}",
                     "forward alone, s": f"{result['forward'][name]['seconds']:.3f}", "cores busy": f"{busy:.2f}",
                     "net peak, GB": f"{peak['net_bytes'] / 1e9:.2f}",
                     "over Ebbwave": f"{contest.ratio(rounds, name, 'ebbwave'):.1f}",
                     "by processor time": f"{contest.work_ratio(rounds, name, 'ebbwave'):.1f}"})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=list(CASES))
    parser.add_argument("conditions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--tile", default="plain", help="our EBW_TILE: plain, or steps,rows,planes")
    parser.add_argument("--small", action="store_true", help="a small size, to try the program itself")
    options = parser.parse_args()
    problem = (SMALL if options.small else CASES)[options.case]
    cells, shots = problem.get("cells"), problem.get("shots", 1)
    size = (f"{' x '.join(map(str, problem['shape']))} nodes, {problem['steps']} steps, {shots} shots, "
            + (f"layers of {cells} cells outside" if cells else "no layers"))
    name = f"gradient, {size}: deepwave's time over ours"
    absent = environment.absent("deepwave")
    if absent:
        print(json.dumps(contest.absent([(name, BAR)], absent, environment.REMEDY)))
        return
    conditions = contest.Conditions(options.conditions)
    small = trial(options, len(problem["shape"]))
    result = measure(options, conditions, problem)
    conditions.close()
    rows, rounds = table(result), result["rounds"]

    def figure(axes):
        axes.barh([row[""] for row in rows], [float(row["seconds"]) for row in rows])
        axes.set(title=f"A gradient, {size},\norder 8, f32, {options.threads} threads", xlabel="seconds")

    goals = [contest.goal(name, contest.ratio(rounds, "deepwave", "ebbwave"), "at least", BAR, rounds,
                          note=f"gradients differ by {result['differ']['gradient']:.1e}")]
    contest.write(options.out, f"gradient_deepwave_{options.case}",
                  {"size": size, "threads": options.threads, "small_f64_differ": small, **result, "table": rows,
                   "goals": goals},
                  [(f"A gradient, {size}, {options.threads} threads; {contest.told(rounds)}", rows)], figure)


if __name__ == "__main__":
    main()
