# SPDX-License-Identifier: MIT
"""Peak memory and time of a gradient: revolve with s = 2 ... n slots, store_all, and segment in the bytes of each.

Each point is a process of its own, its peak VmHWM; all must give the same bits. With very few slots segment loses:
a state and a tape take the room of two states, and one state restarts far more often than two. It weighs copies too, so
that it may take a few more steps than revolve in the middle.

128^3 nodes, 400 steps, zero faces, order 8, f32; --quick is a size for every run of the benchmarks. Writes curves.csv
and curves.svg into the given folder and prints one JSON object. --peer takes the CSV file of another package's curve,
with columns peak_bytes and seconds, into the figure: bench/peers/deepwave_segments.py writes one.

    curves.py PROGRAM OUT [--quick] [--rounds R] [--peer FILE.csv]
"""
import argparse
import csv
import json
from pathlib import Path
from statistics import median

import fresh

SLOTS = (2, 5, 10, 20, 50, 100, 200)
LONG = 40  # seconds
COLUMNS = ("asked", "schedule", "slots", "tape_slots", "forward_steps", "planned_bytes", "peak_bytes", "seconds",
           "processor_seconds")


def measured(options, asked, schedule, **more):
    """The median time of several processes; their peaks and bits are those of one. One that takes long runs once."""
    rows = []
    while len(rows) < options.rounds and not any(row["seconds"] > LONG for row in rows):
        rows.append(fresh.gradient(options.program, options.edge, 0, options.steps, schedule, threads=options.threads,
                                   **more))
    if len({row["hash"] for row in rows}) != 1:
        raise SystemExit(f"{asked}: the bits change from run to run")
    return {**rows[0], "asked": asked, "seconds": median(row["seconds"] for row in rows),
            "processor_seconds": median(row["processor_seconds"] for row in rows),
            "peak_bytes": max(row["peak_bytes"] for row in rows)}


def curves(options):
    few = [s for s in SLOTS if s < options.steps] + [options.steps]
    rows = [measured(options, f"revolve s={s}", "revolve", slots=s) for s in few]
    everything = measured(options, "store_all", "store_all")
    # With the bytes of store_all segment is store_all.
    segments = [measured(options, f"segment as {row['asked']}", "segment", memory=row["planned_bytes"])
                for row in rows if row["planned_bytes"] < everything["planned_bytes"]]
    return [*rows, everything, *segments]


def judged(options, rows):
    """What does not hang on the machine's other work: bits, bytes, steps."""
    by = {row["asked"]: row for row in rows}
    pairs = [(row, by[row["asked"].removeprefix("segment as ")]) for row in rows if row["schedule"] == "segment"]
    first, last = by[f"revolve s={SLOTS[0]}"], by[f"revolve s={options.steps}"]
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
    ]


def peer_rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return [{"peak_bytes": float(row["peak_bytes"]), "seconds": float(row["seconds"])}
                for row in csv.DictReader(file)]


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
    rows = curves(options)
    size = f"{options.edge}³ × {options.steps}"
    lines = [("revolve", "o-", [row for row in rows if row["schedule"] == "revolve"]),
             ("segment, same bytes", "s-", [row for row in rows if row["schedule"] == "segment"]),
             ("store_all", "k*", [row for row in rows if row["schedule"] == "store_all"])]
    if options.peer and options.peer.is_file():
        lines.append(("deepwave, checkpoint_segments, torch included", "^--", peer_rows(options.peer)))
    fresh.write_csv(options.out / "curves.csv", rows, COLUMNS)
    fresh.figure(options.out / "curves.svg", f"One gradient, {size}, order 8, f32", lines)
    print(json.dumps({"curves": [{name: row[name] for name in (*COLUMNS, "hash")} for row in rows],
                      "csv": str(options.out / "curves.csv"), "figure": str(options.out / "curves.svg"),
                      "goals": judged(options, rows)}))


if __name__ == "__main__":
    main()
