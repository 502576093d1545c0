# SPDX-License-Identifier: MIT
"""The table of `./dev bench`: every goal with what was measured, its bar, and whether it is met.

Reads Meson's log of the benchmarks, each of which prints one JSON object with a list `goals`; writes all of them to one
file. A goal that could not be judged says why; one that is missed is no failure of the run, a benchmark that broke is.
"""
import json
import sys
from pathlib import Path


def verdict(goal):
    if not goal["judged"]:
        return "not judged"
    met = goal["value"] <= goal["bar"] if goal["sense"] == "at most" else goal["value"] >= goal["bar"]
    return "met" if met else "MISSED"


def table(goals):
    rows = [("goal", "measured", "bar", "", "")]
    rows += [(goal["name"], f"{goal['value']:.3g}", f"{goal['sense']} {goal['bar']:g}", verdict(goal), goal["note"])
             for goal in goals]
    width = [max(len(row[column]) for row in rows) for column in range(5)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, width)).rstrip() for row in rows]


def main():
    log, out = map(Path, sys.argv[1:])
    results, broken = {}, []
    for line in log.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        name = record["name"].split(" / ")[-1].split(":")[-1]
        try:
            if record["result"] != "OK":
                raise ValueError(f"{record['result']}, exit code {record['returncode']}: {record.get('stderr', '')}")
            results[name] = json.loads(record["stdout"])
        except ValueError as error:
            broken.append(f"{name}: {error}")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(*table([goal for result in results.values() for goal in result.get("goals", ())]), sep="\n")
    print(*broken, f"All figures: {out}", sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
