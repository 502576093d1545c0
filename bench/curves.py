# SPDX-License-Identifier: MIT
"""Peak memory and time of a gradient: revolve with s = 2 ... n slots, store_all, and segment in the bytes of each.

Each point is a process of its own, its peak VmHWM; all must give the same bits. At a smaller size each runs once more
under valgrind's massif, whose peak must be the plan. With very few slots segment loses: a state and a tape take the
room of two states, and one state restarts far more often than two. It weighs copies too, so that it may take a few more
steps than revolve in the middle.

128^3 nodes, 400 steps, zero faces, source and receivers on nodes, order 8, f32; massif 32^3 and as many steps; --quick
is a size for every run of the benchmarks. Writes curves.csv and curves.svg into the given folder and prints one JSON
object. --peer takes the CSV file of another package's curve on the same problem into the figure:
bench/peers/deepwave_segments.py writes one; rows of another size are left out.

    curves.py PROGRAM OUT [--quick] [--rounds R] [--peer FILE.csv]
"""
import argparse
import csv
import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import fresh

SLOTS = (2, 5, 10, 20, 50, 100, 200)
LONG = 40  # seconds
COLUMNS = ("asked", "schedule", "slots", "tape_slots", "forward_steps", "planned_bytes", "peak_bytes", "seconds",
           "processor_seconds", "massif_edge", "massif_steps", "massif_bytes", "massif_planned_bytes")
STORE_ALL = ("store_all", "store_all", {})


def ways(options, edge, steps):
    """(name, schedule, options of the program) of each row of the curve."""
    few = [(f"revolve s={s}", "revolve", {"slots": s}) for s in SLOTS if s < steps]
    few.append(("revolve s=n", "revolve", {"slots": steps}))
    planned = {asked: fresh.once(options.program, edge, 0, steps, schedule, {**more, "plan": True})["planned_bytes"]
               for asked, schedule, more in (*few, STORE_ALL)}
    # With the bytes of store_all segment is store_all.
    return [*few, STORE_ALL, *((f"segment as {asked}", "segment", {"memory": planned[asked]})
                               for asked, *_ in few if planned[asked] < planned["store_all"])]


def measured(options, asked, schedule, more):
    """The median time of several processes; their peaks and bits are those of one. One that takes long runs once."""
    rows = []
    while len(rows) < options.rounds and not any(row["seconds"] > LONG for row in rows):
        rows.append(fresh.gradient(options.program, options.edge, 0, options.steps, schedule, threads=options.threads,
                                   comparable=True, **more))
    if len({row["hash"] for row in rows}) != 1:
        raise SystemExit(f"{asked}: the bits change from run to run")
    return {**rows[0], "asked": asked, "seconds": median(row["seconds"] for row in rows),
            "processor_seconds": median(row["processor_seconds"] for row in rows),
            "peak_bytes": max(row["peak_bytes"] for row in rows)}


def heaps(options):
    """By name of a row: its peak heap by massif at the small size, less what the program takes by itself, and its plan;
    nothing without valgrind."""
    if not shutil.which("valgrind"):
        return {}
    edge, steps = options.small
    idle, _ = fresh.heap(options.program, edge, 0, steps, "store_all", idle=True)

    def one(way):
        asked, schedule, more = way
        peak, row = fresh.heap(options.program, edge, 0, steps, schedule, comparable=True, **more)
        return asked, {"massif_edge": edge, "massif_steps": steps, "massif_bytes": peak - idle,
                       "massif_planned_bytes": row["planned_bytes"]}

    with ThreadPoolExecutor(options.threads) as pool:
        return dict(pool.map(one, ways(options, edge, steps)))


def judged(options, rows):
    """What does not hang on the machine's other work: bits, bytes, steps."""
    by = {row["asked"]: row for row in rows}
    pairs = [(row, by[row["asked"].removeprefix("segment as ")]) for row in rows if row["schedule"] == "segment"]
    first, last = by[f"revolve s={SLOTS[0]}"], by["revolve s=n"]
    planned, seen = ((last[name] - first[name]) / (last["slots"] - first["slots"])
                     for name in ("planned_bytes", "peak_bytes"))
    size = f"{options.edge}^3 x {options.steps}"
    return [
        fresh.goal(f"curves, {size}: different gradients among {len(rows)} ways", len({row["hash"] for row in rows}),
                   "at most", 1),
        fresh.goal(f"curves, {size}: process bytes of a slot over the plan's", seen / planned, "at most", 1.01),
        fresh.goal(f"curves, {size}: peak of segment over that of revolve",
                   max(mine["peak_bytes"] / its["peak_bytes"] for mine, its in pairs), "at most", 1.01),
        fresh.goal(f"curves, {size}: forward steps of segment over revolve's in the same bytes, 50 slots and more",
                   max(mine["forward_steps"] / its["forward_steps"] for mine, its in pairs if its["slots"] >= 50),
                   "at most", 1.0),
        massif_goal(options, rows),
    ]


def massif_goal(options, rows):
    """The same bounds as in the suite `memory`, for every way of the curve."""
    edge, steps = options.small
    name = f"curves, {edge}^3 x {steps}: peak by massif over the plan, largest difference, as a part of 1 % + 64 KiB"
    counted = [row for row in rows if "massif_bytes" in row]
    if not counted:
        return fresh.goal(name, 0.0, "at most", 1.0, False, "valgrind is not there")

    def difference(row):
        return abs(row["massif_bytes"] - row["massif_planned_bytes"])

    def part(row):
        return difference(row) / (0.01 * row["massif_planned_bytes"] + 65536)

    worst = max(counted, key=part)
    return fresh.goal(name, part(worst), "at most", 1.0, note=f"{len(counted)} ways; {worst['asked']}: "
                      f"{difference(worst)} of {worst['massif_planned_bytes']} bytes")


def peer_rows(path, edge, steps):
    """Those of the same problem."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{"peak_bytes": float(row["peak_bytes"]), "seconds": float(row["seconds"])}
                for row in csv.DictReader(file) if (row.get("edge"), row.get("steps")) == (str(edge), str(steps))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=3, help="processes a point")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peer", type=Path)
    options = parser.parse_args()
    options.edge, options.steps = (48, 120) if options.quick else (128, 400)
    options.small = (24 if options.quick else 32, options.steps)
    counted = heaps(options)
    rows = [measured(options, *way) for way in ways(options, options.edge, options.steps)]
    rows = [{**row, **counted.get(row["asked"], {})} for row in rows]
    size = f"{options.edge}³ × {options.steps}"
    lines = [("revolve", "o-", [row for row in rows if row["schedule"] == "revolve"]),
             ("segment, same bytes", "s-", [row for row in rows if row["schedule"] == "segment"]),
             ("store_all", "k*", [row for row in rows if row["schedule"] == "store_all"])]
    peer = peer_rows(options.peer, options.edge, options.steps) if options.peer and options.peer.is_file() else []
    if peer:
        lines.append(("deepwave, checkpoint_segments, torch included", "^--", peer))
    fresh.write_csv(options.out / "curves.csv", rows, COLUMNS)
    fresh.figure(options.out / "curves.svg", f"One gradient, {size}, order 8, f32", lines)
    print(json.dumps({"curves": [{name: row.get(name) for name in (*COLUMNS, "hash")} for row in rows],
                      "csv": str(options.out / "curves.csv"), "figure": str(options.out / "curves.svg"),
                      "peer_rows": len(peer), "goals": judged(options, rows)}))


if __name__ == "__main__":
    main()
