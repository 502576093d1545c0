# SPDX-License-Identifier: MIT
"""Writes the low-level layers of Python, Julia and Fortran from the C headers; `--check` tells which are stale.

The layers are committed, so that who installs a binding needs neither this script nor the headers.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bindings"), str(ROOT / "validation/abi")]
from headers import read_interface  # noqa: E402
from layers import fortran, julia, python  # noqa: E402

WRITERS = (python, julia, fortran)


def layers(root):
    """Path -> text of every layer, from the headers below root."""
    interface = read_interface(root / "capi/include")
    build = (root / "meson.build").read_text(encoding="utf-8")
    interface.version = re.search(r"^  version: '([\d.]+)'", build, re.M).group(1)
    interface.abi_version = int(re.search(r"^abi_version = (\d+)$", build, re.M).group(1))
    return {root / writer.PATH: writer.write(interface) for writer in WRITERS}


def stale_layers(root):
    """The committed layers that are not what the headers say."""
    return [p for p, text in layers(root).items() if not p.is_file() or p.read_text(encoding="utf-8") != text]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a layer is stale")
    arguments = parser.parse_args()
    if arguments.check:
        stale = stale_layers(ROOT)
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run python3 bindings/generate.py", file=sys.stderr)
        return 1 if stale else 0
    for path, text in layers(ROOT).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
