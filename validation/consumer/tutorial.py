# SPDX-License-Identifier: MIT
"""The C programs of a page, compiled as a user does and run one after another; they must print what is shown."""
import re

# A program, and the output that is printed right after it, if any. One with a name is a header of those that follow.
PROGRAM = re.compile(r"^```c\n(?:/\* file: (?P<file>\S+) \*/\n)?(?P<text>.*?)^```\n"
                     r"(?:\n```text\n(?P<printed>.*?)^```$)?", re.M | re.S)
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def alike(told, printed):
    """Whether two outputs have the same words, and numbers to their printed digits."""

    def same(a, b):
        try:
            return abs(float(a) - float(b)) <= 1e-4 * abs(float(b))
        except ValueError:
            return a == b

    told, printed = told.split(), printed.split()
    return len(told) == len(printed) and all(map(same, told, printed))


def check_page(checks, page, least, build, run):
    """At least so many programs. build(name, text, warnings), run(name) give steps; both work in one folder."""
    programs = list(PROGRAM.finditer(page.read_text(encoding="utf-8")))
    complete = [program for program in programs if not program["file"]]
    checks.ok(len(complete) >= least, f"{page.name} has {least} C programs or more", [str(len(complete))])
    number = 0
    for program in programs:
        if program["file"]:
            build(program["file"], program["text"], None)
            continue
        number += 1
        name = f"{page.stem.replace('-', '_')}_{number}"
        compiled = build(name, program["text"], WARNINGS)
        checks.ok(compiled.passed, f"{page.name}: program {number} compiles as C99 without a warning", compiled.details)
        if not compiled.passed:
            continue
        ran = run(name)
        checks.ok(ran.passed, f"{page.name}: program {number} runs", ran.details)
        shown = program["printed"] and alike(ran.output, program["printed"])
        checks.ok(shown, f"{page.name}: program {number} prints what is shown", ran.details)
    checks.ok(not alike("a 1.0", "a 1.1") and alike("a 1.00001", "a 1.0"), "self-test: other numbers are found")
