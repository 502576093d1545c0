# SPDX-License-Identifier: MIT
"""The table of `./dev bench`: every goal with what was measured, its bar, and whether it is met.

Reads Meson's log of the benchmarks, each of which prints one JSON object with a list `goals`, and may print its figures
as a list `rows`; writes all of them to one file, and both as tables in Markdown beside it. A goal that could not be
judged says why; one that is missed is no failure of the run, a benchmark that broke is.
"""
import json
import sys
from pathlib import Path

# What tells one row from another stands first.
FIRST = ("case", "order", "dtype", "threads")


def verdict(goal):
    if not goal["judged"]:
        return "not judged"
    met = goal["value"] <= goal["bar"] if goal["sense"] == "at most" else goal["value"] >= goal["bar"]
    return "met" if met else "MISSED"


def goal_rows(goals):
    rows = [("goal", "measured", "bar", "verdict", "note")]
    return rows + [(goal["name"], f"{goal['value']:.3g}", f"{goal['sense']} {goal['bar']:g}", verdict(goal),
                    goal["note"]) for goal in goals]


def aligned(rows):
    width = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, width)).rstrip() for row in rows]


def markdown(rows):
    return ["| " + " | ".join(map(str, row)) + " |" for row in (rows[0], ["---"] * len(rows[0]), *rows[1:])]


def figures(rows):
    """One table for each `part` of the rows, with the keys that any of its rows has."""
    lines = []
    for part in dict.fromkeys(row["part"] for row in rows):
        own = [row for row in rows if row["part"] == part]
        keys = [key for key in dict.fromkeys((*FIRST, *(key for row in own for key in row))) if key != "part"]
        keys = [key for key in keys if any(key in row for row in own)]
        lines += ["", *markdown([keys, *([row.get(key, "") for key in keys] for row in own)])]
    return lines


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
    goals = goal_rows([goal for result in results.values() for goal in result.get("goals", ())])
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    tables = ["# Goals", "", *markdown(goals)]
    for name, result in results.items():
        if "rows" in result:
            tables += ["", f"# {name}", *figures(result["rows"])]
    out.with_suffix(".md").write_text("\n".join(tables) + "\n", encoding="utf-8")
    print(*aligned(goals), sep="\n")
    print(*broken, f"All figures: {out}, {out.with_suffix('.md')}", sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
