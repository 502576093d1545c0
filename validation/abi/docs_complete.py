# SPDX-License-Identifier: MIT
"""Every public function is documented: summary, each parameter, statuses, threads, cost, release, ownership.

What a family of functions shares may stand in one comment, `All functions ebw_noun_get_* ...`; the summary may not.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from headers import read_folder, read_functions  # noqa: E402
from tap import Checks  # noqa: E402


def missing_parts(function):
    """What the comment above a function lacks, in words."""
    comment = function.comment
    if not comment.strip():
        return ["a comment right above"]
    missing = []
    if not re.match(r"\s*[A-Z].*?\.(\s|$)", comment):
        missing.append("a first sentence that starts with a capital and ends with a full stop")
    comment += " " + function.family
    for name in function.parameters:
        if not re.search(rf"\b{re.escape(name)}\b", comment):
            missing.append(f"the parameter {name}")
    if function.result != "void" and "EBW_ERR_" not in comment and "Never fails" not in comment:
        missing.append('its statuses (EBW_ERR_...) or "Never fails"')
    for part in ("Threads:", "Cost:"):
        if part not in comment:
            missing.append(f'"{part}"')
    if re.search(r"_create(_|$)", function.name) and "Ownership:" not in comment:
        missing.append('"Ownership:", as it makes a handle')
    if not re.search(r"\bSince \d+\.\d+", comment):
        missing.append('"Since" with a release')
    return missing


def self_test(checks):
    """A complete comment passes; without any one of its parts it fails."""
    whole = "Opens a door. door (out): it. width (in): metres, > 0. Status: EBW_ERR_ARGUMENT (width)."
    whole += " Ownership: the caller destroys door. Threads: any. Cost: constant. Since 0.1."
    declaration = "EBW_API int32_t ebw_door_create(double width, ebw_door **door);\n"

    def lacks(comment, code=declaration):
        return missing_parts(read_functions(f"/* {comment} */\n{code}", "planted.h")[0])

    checks.none(lacks(whole), "self-test: a complete comment passes")
    broken = {
        "a summary": whole.removeprefix("Opens a door. d"),
        "a parameter": whole.replace("width", "size"),
        "the output": whole.replace("door", "gate"),
        "statuses": whole.replace("EBW_ERR_ARGUMENT", "argument"),
        "threads": whole.replace("Threads:", ""),
        "cost": whole.replace("Cost:", ""),
        "ownership": whole.replace("Ownership:", ""),
        "the release": whole.replace("Since 0.1", ""),
    }
    for part, comment in broken.items():
        checks.ok(lacks(comment), f"self-test: a comment without {part} is found")
    opener = declaration.replace("create", "open")
    checks.none(lacks(broken["ownership"], opener), "self-test: only what makes a handle needs an ownership")
    apart = read_functions(f"/* {whole} */\n\n{declaration}", "planted.h")[0]
    checks.ok(missing_parts(apart), "self-test: a comment apart from its function is found")
    family = "/* All functions ebw_door_get_*: EBW_ERR_HANDLE. Threads: any. Cost: none. Since 0.1. */\n\n"
    member = family + "/* Width of the door. */\nEBW_API int32_t ebw_door_get_width(void);"
    checks.none(missing_parts(read_functions(member, "planted.h")[0]), "self-test: a family's comment counts")
    other = member.replace("ebw_door_get_width", "ebw_door_open")
    checks.ok(missing_parts(read_functions(other, "planted.h")[0]), "self-test: but for its members only")
    callback = "EBW_API int32_t ebw_f(int32_t (*function)(void *user, int32_t level), double x[3], void *user);"
    names = read_functions(callback, "planted.h")[0].parameters
    read = names == ["function", "x", "user"]
    checks.ok(read, "self-test: names of function pointers and arrays are read", [str(names)])


def main():
    functions, marks = read_folder(Path(sys.argv[1]))
    checks = Checks()
    complete = 0 < marks == len(functions)
    checks.ok(complete, "every EBW_API declaration is read", [f"{len(functions)} of {marks}"])
    for function in functions:
        faults = [f"{function.header}: {function.name} lacks {part}" for part in missing_parts(function)]
        checks.none(faults, f"{function.name} is documented")
    self_test(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
