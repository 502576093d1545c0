# SPDX-License-Identifier: MIT
"""How fast is a forward run beside Devito's? 230^3 nodes, layers included, order 8, f32, a source and receivers.

Ours with plain sweeps, and with tiles of several time steps (EBW_TILE) where the library has them. The same points,
steps, dt, source and receivers; without layers the same equation to the last face, and the traces are compared. With
layers of 20 cells the schemes differ: Devito's damping against our sponge, which does the same work, and against CPML,
which does more. Devito's time is that of its compiled code by its own clock, without the Python around; ours that of
the whole call. Writes JSON, Markdown and a figure into OUT.

    forward_devito.py CONDITIONS OUT [--edge 230] [--steps 160] [--rounds 7] [--threads 2] [--tile 3,24,2]
"""
import argparse
import json
import sys
import tempfile
from pathlib import Path

import contest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "validation/peers"))
import environment  # noqa: E402

CELLS, BARS = 20, {"plain": 2.0, "tiled": 3.0}
ROUNDING = 1e-4  # of f32 over some hundred steps; a wrong sample or coefficient is 1e-2 and more
# Layers: our boundary, whether theirs has damping. The first pair has bars.
PAIRS = {"none": ("zero", False), "sponge / damping": ("sponge", True), "CPML / damping": ("cpml", True)}


def sections(result):
    return result["sections"]


def stencil(result):
    return result["stencil"]


def compare_traces(ours, theirs):
    """Relative difference of the samples that both have."""
    import numpy as np
    from problem import difference

    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{n}.npy" for n in range(2)]
        for side, file in zip((ours, theirs), files):
            side.ask("write", traces=file)
        found, expected = (np.load(file)[..., :-1] for file in files)
    return difference(found, expected)


def measure(options, conditions):
    """Sides are named by layers and kind: of ours plain and tiled."""
    bare = {"shape": [options.edge] * 3, "steps": options.steps, "dt": 0.0015}
    layered = {**bare, "shape": [options.edge - 2 * CELLS] * 3, "cells": CELLS}
    theirs = {damp: contest.Side("devito, damped" if damp else "devito", environment.PYTHON, "side_devito",
                                 threads=options.threads, problem=layered if damp else bare, damp=damp)
              for damp in (False, True)}
    ours = {}
    for layers, (boundary, damp) in PAIRS.items():
        for side in contest.variants(options.tile, threads=options.threads, problem=layered if damp else bare,
                                     boundary=boundary):
            ours[layers, side.name] = side
            side.name = f"{layers}, {side.name}"
    with contest.closing(*theirs.values(), *ours.values()) as sides:
        steps = [(side.name, lambda side=side: side.ask("forward")) for side in sides]
        for _, work in steps:
            work()  # takes and touches the memory
        rounds = contest.alternate(conditions, options.rounds, steps)
        differ = max(compare_traces(side, theirs[False]) for (layers, _), side in ours.items() if layers == "none")
        about = {side.name: side.about for side in sides}
    if not differ < ROUNDING:
        raise SystemExit(f"the traces differ by {differ:.1e}")
    return rounds, list(ours), about, differ


def table(options, rounds, ours):
    points, rows = options.edge**3 * options.steps / 1e9, []
    for layers, kind in ours:
        name, devito = f"{layers}, {kind}", "devito, damped" if PAIRS[layers][1] else "devito"
        whole, compiled = contest.middle(rounds, name), contest.middle(rounds, devito, sections)
        rows.append({"layers": layers, "our sweeps": kind, "Ebbwave, s": f"{whole:.3f}",
                     "GPts/s": f"{points / whole:.2f}", "Devito, s": f"{compiled:.3f}",
                     "its GPts/s": f"{points / compiled:.2f}",
                     "Devito over Ebbwave": f"{contest.ratio(rounds, devito, name, sections):.2f}",
                     "its stencil alone": f"{contest.ratio(rounds, devito, name, stencil):.2f}",
                     "by processor time": f"{contest.work_ratio(rounds, devito, name):.2f}"})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conditions", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--edge", type=int, default=230)
    parser.add_argument("--steps", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--tile", default="3,24,2", help="EBW_TILE of the tiled sweeps: steps,rows,planes")
    options = parser.parse_args()
    size = f"{options.edge}^3 x {options.steps}"
    names = {kind: f"forward, {size}, no layers: Devito's time over ours, {kind}" for kind in BARS}
    absent = environment.absent("devito")
    if absent:
        print(json.dumps(contest.absent([(names[kind], bar) for kind, bar in BARS.items()], absent,
                                        environment.REMEDY)))
        return
    conditions = contest.Conditions(options.conditions)
    rounds, ours, about, differ = measure(options, conditions)
    conditions.close()
    rows = table(options, rounds, ours)

    def figure(axes):
        axes.barh([f"{row['layers']}, {row['our sweeps']}" for row in rows],
                  [float(row["Devito over Ebbwave"]) for row in rows])
        axes.set(title=f"Forward, {size}, order 8, f32, {options.threads} threads", xlabel="Devito's time over ours")

    goals = [contest.goal(names[kind], contest.ratio(rounds, "devito", f"none, {kind}", sections), "at least", bar,
                          rounds, note=f"traces differ by {differ:.1e}")
             if ("none", kind) in ours else contest.unjudged(names[kind], bar, "the library does not tile")
             for kind, bar in BARS.items()]
    contest.write(options.out, "forward_devito",
                  {"size": size, "threads": options.threads, "about": about, "traces_differ": differ,
                   "rounds": rounds, "table": rows, "goals": goals},
                  [(f"Forward, {size}, {options.threads} threads; {contest.told(rounds)}", rows)], figure)


if __name__ == "__main__":
    main()
