# SPDX-License-Identifier: MIT
"""A gradient that would need 78.6 GB, in 10 GB, 5 GB, 2 GB, and 1 GB with a disk.

230^3 nodes, layers included, 1615 steps, order 8, f32, CPML of 20 cells, a source and 24 receivers. Each budget is a
process of its own, which takes at most so much in all (VmHWM); all must give the same bits. In the 10 GB budget the
Taylor test follows, reduced ladder, one random direction. At 96^3, where store_all fits, its bits must be those of
every budget; there budgets are shares of what store_all took. What store_all would need at 230^3 is computed: bytes of
u^k times steps.

Writes headline.csv and headline.svg into the given folder, prints one JSON object. A budget for which too little memory
is free is left out, and its goal says so. --edge, --steps: another size, budgets in proportion to its bytes; far below
the full size the fields alone are more than that, and the run is refused.

    headline.py PROGRAM OUT [--edge 230] [--small 96] [--steps 1615] [--no-taylor] [--only PART] [--scratch DIR]
"""
import argparse
import json
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import fresh

EDGE, STEPS, CELLS = 230, 1615, 20
BUDGETS = (10_000_000_000, 5_000_000_000, 2_000_000_000)
DISK_BUDGET = 1_000_000_000
LEAF = 64  # of the run on disk; states stand before every leaf
SPARE = 1_500_000_000  # left to others when a budget is run
COLUMNS = ("budget_bytes", "peak_bytes", "disk_bytes", "schedule", "slots", "tape_slots", "forward_steps", "seconds",
           "processor_seconds", "hash")


def store_all_bytes(edge, steps):
    """Of u^k alone, the bare figure."""
    return 4 * edge**3 * steps


@contextmanager
def folder_for(options, needed):
    """A directory of this run; None when its disk has too little room."""
    if shutil.disk_usage(options.scratch).free < 1.2 * needed:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ebbwave-headline-", dir=options.scratch) as folder:
        yield Path(folder) / "files"


def in_memory(options, edge, budget, **more):
    if fresh.free_bytes() < budget + SPARE:
        return None
    row = fresh.gradient(options.program, edge, options.cells, options.steps, "segment", process=budget,
                         threads=options.threads, **more)
    return {**row, "budget_bytes": budget}


def on_disk(options, edge, budget):
    slots = -(-options.steps // LEAF)
    with folder_for(options, 4 * (edge + 16)**3 * (LEAF + 3.2 * slots)) as folder:
        if folder is None or fresh.free_bytes() < budget + SPARE:
            return None
        row = fresh.gradient(options.program, edge, options.cells, options.steps, "segment", process=budget,
                             slots=slots, leaf=LEAF, directory=folder, threads=options.threads)
        left = list(folder.iterdir())
        if left:
            raise SystemExit(f"files are left: {left}")
    return {**row, "budget_bytes": budget}


def budgets_of(options):
    share = store_all_bytes(options.edge, options.steps) / store_all_bytes(EDGE, STEPS)
    return [int(budget * share) for budget in BUDGETS], int(DISK_BUDGET * share)


def full_size(options):
    """Rows of all budgets, None where one could not be run, the one on disk last."""
    budgets, disk_budget = budgets_of(options)
    rows = {f"{budget / 1e9:.3g} GB": in_memory(options, options.edge, budget,
                                                **({"taylor": True} if n == 0 and options.taylor else {}))
            for n, budget in enumerate(budgets)}
    rows[f"{disk_budget / 1e9:.3g} GB + disk"] = on_disk(options, options.edge, disk_budget)
    return rows


def small_size(options):
    """store_all beside budgets of the same shares of it as 10, 5 and 2 GB have of 78.6 GB, and the disk."""
    if fresh.free_bytes() < 1.4 * store_all_bytes(options.small, options.steps) + SPARE:
        return None
    rows = [fresh.gradient(options.program, options.small, options.cells, options.steps, "store_all",
                           threads=options.threads)]
    peak = rows[0]["peak_bytes"]
    rows += [in_memory(options, options.small, int(peak * budget / store_all_bytes(EDGE, STEPS)))
             for budget in BUDGETS]
    # A disk's budget in full size holds fields and one state; here layers are a larger part of the fields.
    rows.append(on_disk(options, options.small, peak // 60))
    return [row for row in rows if row]


def goals_of(options, rows, small):
    size = f"{options.edge}^3 x {options.steps}"
    ran = [row for row in rows.values() if row]
    result = [fresh.goal(f"headline, {size}: peak of the process over {name}",
                         row["gradient_peak_bytes"] / row["budget_bytes"] if row else 0.0, "at most", 1.0, bool(row),
                         "" if row else "too little memory or disk is free") for name, row in rows.items()]
    result.append(fresh.goal(f"headline, {size}: different gradients among {len(ran)} budgets",
                             len({row["hash"] for row in ran}), "at most", 1, len(ran) > 1))
    tested = [row for row in ran if "taylor" in row]
    result.append(fresh.goal(
        f"headline, {size}: the Taylor test in the first budget passes (1)",
        int(bool(tested) and tested[0]["taylor"]["verdict"] == "PASS"
            and tested[0]["peak_bytes"] <= tested[0]["budget_bytes"]),
        "at least", 1, bool(tested), "" if tested else "not run"))
    result.append(fresh.goal(
        f"headline, {options.small}^3 x {options.steps}: different gradients among store_all and "
        f"{len(small or [0]) - 1} budgets", len({row["hash"] for row in small or []}), "at most", 1,
        len(small or []) == 5, "" if len(small or []) == 5 else "not run, or too little memory or disk is free"))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--edge", type=int, default=EDGE)
    parser.add_argument("--small", type=int, default=96)
    parser.add_argument("--cells", type=int, default=CELLS)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--no-taylor", dest="taylor", action="store_false")
    parser.add_argument("--only", choices=("small", "full"), help="leave the other part out")
    parser.add_argument("--scratch", type=Path, default=Path(tempfile.gettempdir()), help="where the disk's files go")
    options = parser.parse_args()
    small = small_size(options) if options.only != "full" else None
    rows = full_size(options) if options.only != "small" else {}
    for name, row in rows.items():
        if not row:
            print(f"{name}: left out, too little memory or disk is free", file=sys.stderr)
    ran = [row for row in rows.values() if row]
    shown, edge = (ran, options.edge) if ran else (small or [], options.small)
    fresh.write_csv(options.out / "headline.csv", shown, COLUMNS)
    fresh.figure(options.out / "headline.svg", f"One gradient, {edge}³ × {options.steps}, order 8, CPML",
                 [("in memory", "o-", [row for row in shown if not row["disk_bytes"]]),
                  ("with disk", "s", [row for row in shown if row["disk_bytes"]])],
                 [("store_all, computed", store_all_bytes(edge, options.steps))])
    print(json.dumps({"store_all_bytes_computed": store_all_bytes(options.edge, options.steps), "full": rows,
                      "small": small, "csv": str(options.out / "headline.csv"),
                      "figure": str(options.out / "headline.svg"), "goals": goals_of(options, rows, small)}))


if __name__ == "__main__":
    main()
