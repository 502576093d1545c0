# SPDX-License-Identifier: MIT
"""Does a gradient in little memory cost more than one that keeps every wavefield?

230^3 nodes, layers included, 1615 steps, order 8, f32, a source and 200 receivers, with `zero` faces and with CPML of
20 cells. The gradient runs in processes of at most 8 GB and 2 GB (VmHWM). Store-all would need 78.6 GB: its time is an
estimate, steps x (advance with tape + reverse with imaging), from the phases that bench/tiles.cpp times before and
after in memory that was touched already: by plain sweeps, and by the fastest tiles.

Prints one JSON object. --edge, --steps: another size, budgets in proportion to its bytes.

    whole.py GRADIENT_ONCE BENCH_TILES [--edge 230] [--steps 1615] [--threads 2] [--rounds 5]
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import fresh

EDGE, STEPS, CELLS, RECEIVERS = 230, 1615, 20, 200
BUDGETS = (8_000_000_000, 2_000_000_000)
SHAPES = ("4,32,4", "4,64,4", "8,64,4")
SPARE = 1_500_000_000  # left to others


def phases(options, cells):
    """Seconds per step of store-all, plain and in the fastest tiles, and the machine's state; None: all disturbed."""
    case = ["3", options.edge, "8", "f32", "cpml" if cells else "zero", cells, options.threads, options.rounds, *SHAPES]
    run = subprocess.run([str(options.tiles), *map(str, case)], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)["tiles"][0]
    if found["rounds_kept"] == 0:
        return None
    plain = found["plain"]
    advance = options.edge**3 / (1e9 * plain["Gpoints_per_s"])
    taped, reverse = advance * plain["taped_over_advance"], advance * plain["reverse_over_advance"]
    tiled = min(taped / shape["taped"] + reverse / shape["reverse"] for shape in found["tiled"])
    return {"plain": taped + reverse, "tiled": tiled,
            **{key: found[key] for key in ("ping_pong_ns", "probe_GB_per_s", "rounds_kept", "rounds")}}


def faces(options, cells):
    """The row of one kind of face: gradients of both budgets between two estimates."""
    share = options.edge**3 * options.steps / (EDGE**3 * STEPS)
    before = phases(options, cells)
    rows = []
    for budget in (int(b * share) for b in BUDGETS):
        if fresh.free_bytes() < budget + SPARE:
            return None
        rows.append(fresh.gradient(options.program, options.edge, cells, options.steps, "segment", process=budget,
                                   threads=options.threads, receivers=RECEIVERS))
    if rows[0]["hash"] != rows[1]["hash"]:
        raise SystemExit("the gradients differ")
    after = phases(options, cells)
    states = [state for state in (before, after) if state]
    if not states:
        return None
    store_all = {kind: options.steps * sum(state[kind] for state in states) / len(states)
                 for kind in ("plain", "tiled")}
    return {"faces": f"cpml {cells}" if cells else "zero", "before": before, "after": after,
            "store_all_seconds": store_all, "gradients": rows,
            "over_plain": rows[0]["seconds"] / store_all["plain"],
            "over_tiled": rows[0]["seconds"] / store_all["tiled"],
            "small_over_large": rows[1]["seconds"] / rows[0]["seconds"]}


def goals_of(options, row):
    size = f"{options.edge}^3 x {options.steps}, zero faces"
    note = "" if row else "too little memory is free, or all rounds were disturbed"
    return [fresh.goal(f"gradient, {size}: time in 8 GB over store_all in plain sweeps (estimated)",
                       row["over_plain"] if row else 0.0, "at most", 1.1, bool(row), note),
            fresh.goal(f"gradient, {size}: time in 2 GB over that in 8 GB", row["small_over_large"] if row else 0.0,
                       "at most", 1.4, bool(row), note)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("tiles", type=Path)
    for name, default in (("edge", EDGE), ("steps", STEPS), ("threads", 2), ("rounds", 5)):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    rows = [faces(options, 0), faces(options, CELLS)]
    json.dump({"whole": [row for row in rows if row], "goals": goals_of(options, rows[0])}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
