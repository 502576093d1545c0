# SPDX-License-Identifier: MIT
"""Adds up Meson's test logs: shows what failed and why, ends with the line `N passed, N failed`.

A test that prints TAP counts once per claim, any other once. A test that dies without a failed claim, a suite that did
not run and a step that broke before its tests count as one failure each.
"""
import argparse
import json
import re
import sys
from pathlib import Path

CLAIM = re.compile(r"^(not )?ok\b(?: \d+)?(?: - )?(.*)$", re.M)
GOOD = ("OK", "EXPECTEDFAIL")
MAX_LOG_LINES = 100


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.skipped = []
        self.left_out = []

    def fail(self, headline, log=""):
        self.failed += 1
        print(f"FAILED {headline}")
        telling = [line for line in log.splitlines() if line.strip() and not line.startswith("ok ")]
        for line in telling[-MAX_LOG_LINES:]:
            print(f"    {line}")

    def add_test(self, label, record):
        """One line of Meson's JSON log."""
        log = record.get("stdout") or ""
        claims = [(bool(bad), text) for bad, text in CLAIM.findall(log)]
        skips = [text for _, text in claims if "# SKIP" in text.upper()]
        bad = [text for bad, text in claims if bad and "# SKIP" not in text.upper()]
        self.skipped += [f"{label}: {text}" for text in skips]
        self.passed += len(claims) - len(skips) - len(bad)
        whole = log + (record.get("stderr") or "")
        for text in bad:
            self.fail(f"{label}: {text}", whole)
            whole = ""
        if record["result"] == "SKIP" and not claims:
            self.skipped.append(label)
        elif record["result"] in GOOD and not claims:
            self.passed += 1
        elif record["result"] not in (*GOOD, "SKIP") and not bad:
            self.fail(f"{label}: {record['result']}, exit code {record['returncode']}", whole)

    def add_build(self, build, log_name, wanted_suites):
        """One run of `meson test`: its log, and whether each wanted suite has a result in it."""
        suites = {}
        for test in json.loads((build / "meson-info/intro-tests.json").read_text(encoding="utf-8")):
            suites.setdefault(test["name"], set()).update(suite.split(":")[-1] for suite in test["suite"])
        log = build / "meson-logs" / log_name
        lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
        seen = set()
        for record in map(json.loads, lines):
            name = record["name"].split(" / ")[-1].split(":")[-1]
            seen |= suites.get(name, set())
            self.add_test(f"{build.name}/{name}", record)
        for suite in wanted_suites:
            if suite not in seen:
                self.fail(f"{build.name}: no test of suite {suite} ran")

    def close(self):
        for text in self.skipped:
            print(f"skipped {text}")
        for text in self.left_out:
            print(f"left out {text}")
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", action="append", default=[], help="BUILD:LOG:SUITE,SUITE,... of one run of meson test")
    parser.add_argument("--broken", action="append", default=[], help="a step that failed before its tests")
    parser.add_argument("--left-out", action="append", default=[], help="WHAT: WHY, of tests that cannot be had here")
    arguments = parser.parse_args()
    tally = Tally()
    for step in arguments.broken:
        tally.fail(step)
    tally.left_out = arguments.left_out
    for run in arguments.run:
        build, log, suites = run.split(":")
        tally.add_build(Path(build), log, [suite for suite in suites.split(",") if suite])
    return tally.close()


if __name__ == "__main__":
    sys.exit(main())
