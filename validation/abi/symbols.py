# SPDX-License-Identifier: MIT
"""The library exports the committed list of names, all of them ebw_*, and its soname is the number of the ABI."""
import argparse
import ctypes
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from headers import read_folder  # noqa: E402
from tap import Checks  # noqa: E402


def exported_symbols(library):
    """Names of the dynamic table; absolute ones are the version nodes of the linker script."""
    lines = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in lines.splitlines()]
    return sorted(row[2].split("@")[0] for row in rows if row[1] != "A")


def soname_of(library):
    text = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
    found = re.search(r"\(SONAME\).*\[(.*)\]", text)
    return found.group(1) if found else ""


def differences(expected, found):
    lines = [f"{name}: committed, but no longer exported" for name in sorted(set(expected) - set(found))]
    return lines + [f"{name}: exported, but not committed" for name in sorted(set(found) - set(expected))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the list instead of comparing it")
    parser.add_argument("library")
    parser.add_argument("list", type=Path)
    parser.add_argument("include", type=Path)
    arguments = parser.parse_args()
    found = exported_symbols(arguments.library)
    if arguments.update:
        arguments.list.write_text("".join(name + "\n" for name in found), encoding="utf-8")
        print(f"{arguments.list}: {len(found)} symbols")
        return 0

    checks = Checks()
    expected = arguments.list.read_text(encoding="utf-8").split()
    remedy = ["a removed or renamed function breaks the ABI; for an added one run ./dev symbols --update"]
    faults = differences(expected, found)
    checks.ok(not faults, "the exports are the committed list", faults + remedy)
    checks.none([name for name in found if not name.startswith("ebw_")], "every export begins with ebw_")
    declared = [function.name for function in read_folder(arguments.include)[0]]
    checks.none(differences(sorted(declared), found), "the exports are the functions of the public headers")
    checks.ok(differences(expected + ["ebw_planted"], found), "self-test: a lost symbol is found")
    checks.ok(differences(expected[1:], found), "self-test: a new symbol is found")
    number = ctypes.CDLL(arguments.library).ebw_abi_version()
    soname = soname_of(arguments.library)
    checks.ok(soname == f"libebbwave.so.{number}", f"the soname is libebbwave.so.{number}", [f"it is '{soname}'"])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
