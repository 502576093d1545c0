# SPDX-License-Identifier: MIT
"""Builds wheels by meson-python and tags them py3-none-PLATFORM: the library is loaded by ctypes and fits any Python 3.

meson-python takes every file of a platform-dependent package for one of a certain Python version.
"""
import subprocess
import sys
from pathlib import Path

import mesonpy
from mesonpy import build_editable, build_sdist, get_requires_for_build_editable  # noqa: F401
from mesonpy import get_requires_for_build_sdist, get_requires_for_build_wheel  # noqa: F401


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook that pip calls; gives the name of the wheel."""
    name = mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory)
    retag = [sys.executable, "-m", "wheel", "tags", "--python-tag", "py3", "--abi-tag", "none", "--remove"]
    done = subprocess.run([*retag, Path(wheel_directory) / name], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.split()[-1]
