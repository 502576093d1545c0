# SPDX-License-Identifier: MIT
"""Programs that are not ours live in an environment of their own, .venv-peers, which `./dev setup --full` makes."""
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv-peers/bin/python"
REMEDY = "./dev setup --full installs it"


def missing(*packages):
    """Those of the packages that this Python does not have."""
    return [name for name in packages if importlib.util.find_spec(name) is None]


def enter(*packages):
    """Starts the running script again with .venv-peers' Python where that lacks fewer of the packages; what is then
    still missing, for the caller to say."""
    absent = missing(*packages)
    if absent and PYTHON.is_file() and Path(sys.prefix) != PYTHON.parents[1]:
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    return absent


def absent(*packages):
    """Those of the packages that .venv-peers' Python does not have; for a script that starts others there."""
    if not PYTHON.is_file():
        return list(packages)
    find = f"import importlib.util as u; print(*[n for n in {packages!r} if u.find_spec(n) is None])"
    return subprocess.run([PYTHON, "-c", find], capture_output=True, text=True, check=True).stdout.split()
