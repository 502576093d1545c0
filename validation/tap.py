# SPDX-License-Identifier: MIT
"""Test Anything Protocol for scripts: each claim is one line, so that Meson and ./dev count it as one test."""
import sys


class Checks:
    """Collects claims; finish() prints the plan and gives the exit code."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def ok(self, condition, claim, details=()):
        """States a claim; details (lines of text) are shown when it does not hold."""
        self.count += 1
        if not condition:
            self.failed += 1
            for line in details:
                print(f"# {line}")
        print(f"{'' if condition else 'not '}ok {self.count} - {claim}")

    def none(self, findings, claim):
        """States that a list of findings is empty."""
        self.ok(not findings, claim, findings)

    def skip(self, claim, reason):
        """Says openly that a claim was not tried."""
        self.count += 1
        print(f"ok {self.count} - {claim} # SKIP {reason}")

    def finish(self):
        print(f"1..{self.count}")
        sys.stdout.flush()
        return 1 if self.failed else 0
