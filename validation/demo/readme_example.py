# SPDX-License-Identifier: MIT
"""The C program printed in the README is docs/examples/acoustic_gradient.c to the letter, and short."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

EXAMPLE = "docs/examples/acoustic_gradient.c"
MAX_LINES = 59  # what a reader takes in at one go


def faults(readme, example):
    """How the README's C blocks differ from the example."""
    blocks = re.findall(r"^```c\n(.*?)^```$", readme, re.M | re.S)
    if len(blocks) != 1:
        return [f"the README has {len(blocks)} C blocks, not 1"]
    return [] if blocks[0] == example else [f"the README's C block is not {EXAMPLE}; copy it in again"]


def main():
    root = Path(sys.argv[1])
    readme = (root / "README.md").read_text(encoding="utf-8")
    example = (root / EXAMPLE).read_text(encoding="utf-8")
    checks = Checks()
    checks.none(faults(readme, example), "the README shows the example as it is")
    lines = example.count("\n")
    checks.ok(lines <= MAX_LINES, f"the example has at most {MAX_LINES} lines", [f"it has {lines}"])
    checks.ok(faults(readme, example + "\n"), "self-test: one more empty line is found")
    checks.ok(faults("no code", example), "self-test: a README without the example is found")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
