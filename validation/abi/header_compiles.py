# SPDX-License-Identifier: MIT
"""Each public header alone, and all together, compile as C99, C11 and C++17 without a warning."""
import argparse
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]


def compile_text(compiler, language, standard, include, text):
    """Runs the compiler on a text from standard input; gives its complaints, empty when there are none."""
    command = [*compiler, *WARNINGS, "-x", language, f"-std={standard}", "-I", str(include), "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return []
    return [shlex.join(command), *result.stderr.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--c", required=True, help="C compiler")
    parser.add_argument("--cxx", required=True, help="C++ compiler")
    parser.add_argument("include", type=Path, help="folder that holds ebbwave/")
    arguments = parser.parse_args()
    modes = [
        (shlex.split(arguments.c), "c", "c99"),
        (shlex.split(arguments.c), "c", "c11"),
        (shlex.split(arguments.cxx), "c++", "c++17"),
    ]
    headers = sorted(path.relative_to(arguments.include).as_posix() for path in arguments.include.rglob("*.h"))
    # ISO C wants at least one declaration in a unit, whatever a header holds.
    tail = "int main(void) { return 0; }\n"
    checks = Checks()
    checks.ok("ebbwave/ebbwave.h" in headers, "the public headers are found")
    for compiler, language, standard in modes:
        for header in headers:
            complaints = compile_text(compiler, language, standard, arguments.include, f"#include <{header}>\n{tail}")
            checks.none(complaints, f"{header} alone compiles as {standard}")
        together = "".join(f"#include <{header}>\n" for header in [*headers, *reversed(headers)])
        complaints = compile_text(compiler, language, standard, arguments.include, together + tail)
        checks.none(complaints, f"all headers, each twice, compile as {standard}")
        broken = f"#include <{headers[0]}>\nstatic int unused; // comment\n"
        broken += "int main(void) { int x; return 0; }\n"
        complaints = compile_text(compiler, language, standard, arguments.include, broken)
        checks.ok(complaints, f"self-test: a warning fails as {standard}")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
