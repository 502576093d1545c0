# SPDX-License-Identifier: MIT
"""Runs pytest on files and prints TAP, one claim per test: its name, with its parameters."""
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402


class Reporter:
    """Turns pytest's reports into claims; a test that cannot be set up has failed."""

    def __init__(self):
        self.checks = Checks()

    def pytest_runtest_logreport(self, report):
        claim = report.nodeid.split("::", 1)[-1].removeprefix("test_").replace("_", " ").replace("#", "")
        if report.skipped:
            self.checks.skip(claim, str(report.longrepr[-1]).replace("\n", " "))
        elif report.when == "call" or report.failed:
            self.checks.ok(report.passed, claim, str(report.longrepr).splitlines())

    def pytest_collectreport(self, report):
        if report.failed:
            self.checks.ok(False, f"{report.nodeid} can be read", str(report.longrepr).splitlines())


def main():
    reporter = Reporter()
    options = ["-p", "no:terminal", "-p", "no:cacheprovider"]
    code = pytest.main([*options, *sys.argv[1:]], plugins=[reporter])
    reporter.checks.ok(code in (0, 1), "pytest came to its end", [f"its exit code is {int(code)}"])
    return reporter.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
