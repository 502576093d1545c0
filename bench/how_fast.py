# SPDX-License-Identifier: MIT
"""The tables of docs/how-fast.md from what the benchmarks left in build/bench: prints Markdown.

    how_fast.py [build/bench]
"""
import json
import sys
from pathlib import Path

PEERS = ("forward_devito", "gradient_pyrevolve", "gradient_deepwave_2d", "gradient_deepwave_3d",
         "gradient_deepwave_3d_layers")


def markdown(rows):
    yield "| " + " | ".join(rows[0]) + " |"
    yield "|" + "---|" * len(rows[0])
    for row in rows:
        yield "| " + " | ".join(str(value) for value in row.values()) + " |"


def overheads(result):
    rows = [{"gradient": f"{row['case']}, {row['steps']} steps", "seconds": f"{row['seconds']:.4f}",
             "over its own sweeps": f"{row['outside']:.3f}", "over the same calls, bare": f"{row['walk']:.3f}",
             "median of the latter": f"{row['median_walk']:.3f}", "rounds": row["rounds"],
             "ping-pong, ns": f"{row['ping_pong_ns']:.0f}", "probe, GB/s": f"{row['probe_GB_per_s']:.0f}"}
            for row in result["rows"]]
    yield from markdown(rows)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "build/bench"
    for name in PEERS:
        file = folder / name / f"{name}.json"
        if not file.is_file():
            print(f"({name}: not run)\n")
            continue
        result = json.loads(file.read_text(encoding="utf-8"))
        print(f"`./dev bench {name}`, on {result['machine']}:\n")
        print((folder / name / f"{name}.md").read_text(encoding="utf-8"))
        for goal in result["goals"]:
            print(f"* {goal['name']}: {goal['value']:.2f}, {goal['sense']} {goal['bar']:g}; {goal['note']}")
        print()
    results = folder / "results.json"  # of the last ./dev bench
    last = json.loads(results.read_text(encoding="utf-8")) if results.is_file() else {}
    if "overheads" in last:
        print("`./dev bench overheads`:\n", *overheads(last["overheads"]), sep="\n")
    else:
        print("(overheads: not run)")


if __name__ == "__main__":
    main()
