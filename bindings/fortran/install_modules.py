#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copies the Fortran modules of a build to where they are installed: install_modules.py FROM TO (below the prefix)."""
import os
import shutil
import sys
from pathlib import Path


def main():
    source = Path(sys.argv[1])
    target = Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"]) / sys.argv[2]
    target.mkdir(parents=True, exist_ok=True)
    for module in sorted(source.glob("*.mod")):
        shutil.copy2(module, target)


if __name__ == "__main__":
    sys.exit(main())
