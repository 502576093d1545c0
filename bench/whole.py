# SPDX-License-Identifier: MIT
"""Does a gradient in little memory cost more than one that keeps every wavefield?

230^3 nodes, layers included, 1615 steps, order 8, f32, a source and 200 receivers, with `zero` faces and with CPML of
20 cells. The gradient runs twice in processes of at most 8 GB and 2 GB (VmHWM); the second one is compared, in memory
that was touched already, as an inversion's are but for its first. Store-all would need 78.6 GB: its time is an
estimate, steps x (advance with tape + reverse with imaging), from what bench/phases.cpp times before and after, in
memory that was touched already too: by plain sweeps, and by tiles.

Prints one JSON object.

    whole.py GRADIENT_ONCE BENCH_PHASES [--steps 1615] [--threads 2]
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import fresh

EDGE, STEPS, CELLS, RECEIVERS = 230, 1615, 20, 200
BUDGETS = (8_000_000_000, 2_000_000_000)
SPARE = 1_500_000_000  # left to others


def phases(options):
    """Seconds per step of store-all, plain and in tiles, by cells of CPML, and the machine's state."""
    run = subprocess.run([str(options.phases), "faces"], capture_output=True, text=True, check=True)
    found = {}
    for row in json.loads(run.stdout)["rows"]:
        cells = {f"{EDGE}^3 zero": 0, f"{EDGE}^3 cpml {CELLS}": CELLS}.get(row["case"])
        if cells is None or row["rounds"].startswith("0 "):
            continue
        taped, reverse = (EDGE**3 / (1e9 * row[phase]) for phase in ("taped", "reverse"))
        found[cells] = {"plain": taped + reverse,
                        "tiled": taped / row["tiled_taped"] + reverse / row["tiled_reverse"],
                        **{key: row[key] for key in ("ping_pong_ns", "probe_GB_per_s", "rounds")}}
    return found


def gradients(options, cells):
    """Of both budgets; fewer when too little memory is free."""
    rows = [fresh.gradient(options.program, EDGE, cells, options.steps, "segment", process=budget,
                           threads=options.threads, receivers=RECEIVERS, twice=True)
            for budget in BUDGETS if fresh.free_bytes() >= budget + SPARE]
    if len({row["hash"] for row in rows}) > 1:
        raise SystemExit("the gradients differ")
    return rows


def compared(options, cells, rows, states):
    """Gradients of one kind of face beside store-all; None when one of them or all phases are missing."""
    states = [state[cells] for state in states if cells in state]
    if len(rows) < len(BUDGETS) or not states:
        return None
    store_all = {kind: options.steps * sum(state[kind] for state in states) / len(states)
                 for kind in ("plain", "tiled")}
    return {"faces": f"cpml {cells}" if cells else "zero", "phases": states, "store_all_seconds": store_all,
            "gradients": rows, "over_plain": rows[0]["seconds"] / store_all["plain"],
            "over_tiled": rows[0]["seconds"] / store_all["tiled"],
            "small_over_large": rows[1]["seconds"] / rows[0]["seconds"]}


def table_row(row):
    """The figures of one kind of face for the table in Markdown."""
    large, small = row["gradients"]
    return {"part": "whole", "case": row["faces"], "seconds_8GB": large["seconds"], "first_8GB": large["first_seconds"],
            "peak_8GB": large["peak_bytes"], "seconds_2GB": small["seconds"], "first_2GB": small["first_seconds"],
            "peak_2GB": small["peak_bytes"],
            "store_all_plain_seconds": round(row["store_all_seconds"]["plain"], 2),
            "store_all_tiled_seconds": round(row["store_all_seconds"]["tiled"], 2),
            "over_plain": round(row["over_plain"], 3), "over_tiled": round(row["over_tiled"], 3),
            "small_over_large": round(row["small_over_large"], 3)}


def goals_of(options, row):
    size = f"{EDGE}^3 x {options.steps}, zero faces"
    note = "" if row else "too little memory is free, or all rounds were disturbed"
    return [fresh.goal(f"gradient, {size}: time in 8 GB over store_all in plain sweeps (estimated)",
                       row["over_plain"] if row else 0.0, "at most", 1.1, bool(row), note),
            fresh.goal(f"gradient, {size}: time in 2 GB over that in 8 GB", row["small_over_large"] if row else 0.0,
                       "at most", 1.4, bool(row), note),
            *(fresh.goal(f"gradient, {size}: peak of the process over {budget / 1e9:g} GB",
                         gradient["peak_bytes"] / budget, "at most", 1.0)
              for gradient, budget in zip(row["gradients"] if row else (), BUDGETS))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("phases", type=Path)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    before = phases(options)
    rows = {cells: gradients(options, cells) for cells in (0, CELLS)}
    states = [before, phases(options)]
    zero, layers = (compared(options, cells, rows[cells], states) for cells in rows)
    found = [row for row in (zero, layers) if row]
    json.dump({"whole": found, "rows": [table_row(row) for row in found], "goals": goals_of(options, zero)}, sys.stdout,
              indent=1)
    print()


if __name__ == "__main__":
    main()
