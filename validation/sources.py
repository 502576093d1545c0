# SPDX-License-Identifier: MIT
"""Which files of the tree are ours to check: no build folder, no virtual environment, nothing hidden but .ci."""
import re
from pathlib import Path

C_FAMILY = {".c", ".h", ".cpp", ".hpp"}
FOREIGN_FOLDER = re.compile(r"build(-.*)?|__pycache__|subprojects")


def source_files(root, suffixes=None):
    """All files below root as paths relative to it, sorted; with suffixes, only those."""
    found = []

    def walk(folder):
        for entry in sorted(folder.iterdir()):
            hidden = entry.name.startswith(".") and entry.name != ".ci"
            if hidden or entry.is_dir() and FOREIGN_FOLDER.fullmatch(entry.name):
                continue
            if entry.is_dir():
                walk(entry)
            elif suffixes is None or entry.suffix in suffixes:
                found.append(entry.relative_to(root))

    walk(Path(root))
    return found
