# SPDX-License-Identifier: MIT
"""released.py LIBRARY PROGRAM: the library holds no trace of planted faults; the program that has them is seen to."""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402


def traces(binary):
    """Places of the word in code, data and symbols; debug information, which names source files, is left out."""
    with tempfile.TemporaryDirectory() as folder:
        stripped = Path(folder) / "stripped"
        subprocess.run(["objcopy", "--strip-debug", binary, stripped], check=True)
        return stripped.read_bytes().lower().count(b"mutant")


def main():
    library, program = sys.argv[1:]
    checks = Checks()
    checks.ok(traces(program) > 0, "the program with planted faults is known by its symbols")
    checks.ok(traces(library) == 0, "the library holds no trace of them")
    sys.exit(checks.finish())


main()
