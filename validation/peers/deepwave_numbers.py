# SPDX-License-Identifier: MIT
"""Traces and gradients against a few numbers that deepwave gave (deepwave.json): needs neither it nor torch."""
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
import cases  # noqa: E402
from tap import Checks  # noqa: E402


def main():
    checks = Checks()
    numbers = json.loads((HERE / "deepwave.json").read_text(encoding="utf-8"))["numbers"]
    checks.ok(list(numbers) == [cases.name_of(*case) for case in cases.CASES], "numbers are there for every case",
              list(numbers))
    for case in cases.CASES:
        name = cases.name_of(*case)
        cases.compare(checks, name, cases.excerpt(cases.compute(sys.argv[1], *case)), numbers[name])
    lower, higher = (numbers[cases.name_of(2, order)]["traces"] for order in (6, 8))
    checks.ok(cases.difference(lower, higher) > 1e-6, "the numbers of order 6 would not pass for those of order 8")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
