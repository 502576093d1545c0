# SPDX-License-Identifier: MIT
"""C and C++ files are formatted by clang-format with the committed style; --fix rewrites them."""
import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sources import C_FAMILY, source_files  # noqa: E402
from tap import Checks  # noqa: E402

RELEASE = 14  # releases lay out some constructs differently; this one is Debian 12's


def release_of(command):
    text = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"version (\d+)", text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true", help="format the files in place")
    parser.add_argument("command", help="clang-format")
    parser.add_argument("root", type=Path)
    arguments = parser.parse_args()
    files = [str(arguments.root / path) for path in source_files(arguments.root, C_FAMILY)]
    if arguments.fix:
        return subprocess.run([arguments.command, "-i", *files], check=False).returncode

    checks = Checks()
    release = release_of(arguments.command)
    if release != RELEASE:
        checks.skip("every file is formatted", f"clang-format {release} is here, the style is that of {RELEASE}")
        return checks.finish()

    def complaints(what, text=""):
        command = [arguments.command, "--dry-run", "-Werror", *what]
        result = subprocess.run(
            command, input=text, capture_output=True, text=True, check=False, cwd=arguments.root
        )
        found = [line for line in result.stderr.splitlines() if "error:" in line]
        return found or ([result.stderr] if result.returncode else [])

    found = complaints(files)
    checks.ok(not found, "every file is formatted", [*found, "run ./dev format"])
    planted = complaints(["--assume-filename=planted.cpp"], "int  x ;\n")
    checks.ok(planted, "self-test: a file that is not formatted is found")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
