# SPDX-License-Identifier: MIT
"""What README and wave.h print of docs/examples/acoustic_gradient.c, which is built and run, is there to the letter.

The README has the whole program, which is short; wave.h has lines of it.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

EXAMPLE = "docs/examples/acoustic_gradient.c"
HEADER = "capi/include/ebbwave/wave.h"
MAX_LINES = 59  # what a reader takes in at one go


def faults(readme, example):
    """How the README's C blocks differ from the example."""
    blocks = re.findall(r"^```c\n(.*?)^```$", readme, re.M | re.S)
    if len(blocks) != 1:
        return [f"the README has {len(blocks)} C blocks, not 1"]
    return [] if blocks[0] == example else [f"the README's C block is not {EXAMPLE}; copy it in again"]


def header_faults(header, example):
    """Lines of code in the header's example that are no lines of the program."""
    block = re.search(r"^ \* Example.*?^ \*/$", header, re.M | re.S)
    lines = re.findall(r"^ \*   (\S.*)$", block.group(), re.M) if block else []
    if not any(line.startswith("check(ebw_gradient(") for line in lines):
        return [f"{HEADER} has no example of ebw_gradient"]
    known = {line.strip() for line in example.splitlines()}
    return [f"not in {EXAMPLE}: {line}" for line in lines if line not in known]


def main():
    root = Path(sys.argv[1])
    readme = (root / "README.md").read_text(encoding="utf-8")
    example = (root / EXAMPLE).read_text(encoding="utf-8")
    header = (root / HEADER).read_text(encoding="utf-8")
    checks = Checks()
    checks.none(faults(readme, example), "the README shows the example as it is")
    lines = example.count("\n")
    checks.ok(lines <= MAX_LINES, f"the example has at most {MAX_LINES} lines", [f"it has {lines}"])
    checks.ok(faults(readme, example + "\n"), "self-test: one more empty line is found")
    checks.ok(faults("no code", example), "self-test: a README without the example is found")
    checks.none(header_faults(header, example), "the example of wave.h is made of the program's lines")
    changed = header.replace("STEPS + 1, wavelet", "STEPS, wavelet", 1)
    checks.ok(header_faults(changed, example), "self-test: another argument in the header is found")
    checks.ok(header_faults(header.replace(" * Example", " * "), example), "self-test: a missing example is found")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
