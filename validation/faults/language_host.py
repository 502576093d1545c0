# SPDX-License-Identifier: MIT
"""Julia or Fortran as host: a child forked after a run, and 256 KiB of stack. Every host has a time limit.

Usage: language_host.py julia LAUNCHER PACKAGE SCRIPT, or language_host.py fortran PROGRAM
"""
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

TIME_LIMIT = 300  # seconds; a few on a free machine, and Julia compiles the package first


def limit_stack():
    """As `ulimit -s 256`: for the main thread and, by default, for the threads of OpenMP."""
    resource.setrlimit(resource.RLIMIT_STACK, (256 * 1024, 256 * 1024))


def run(command, small_stack=False):
    """Whether it ended well, and what it printed or what went wrong."""
    limit = limit_stack if small_stack else None
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, preexec_fn=limit) as process:
        try:
            out, error = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # its child too
            return False, f"no answer within {TIME_LIMIT} seconds"
    good = process.returncode == 0
    return good, out.strip() if good else f"exit code {process.returncode}: {error[-800:]}"


def check_julia(checks, launcher, package, script):
    julia = [launcher, "--startup-file=no", f"--project={package}", script]
    good, expected = run([*julia, "plain"])
    checks.ok(good and expected, "Julia: a gradient in a plain process", [expected])
    for claim, words, small in (("a child forked after a run with two threads computes", "fork", False),
                                ("256 KiB of stack are enough", "plain", True)):
        good, found = run([*julia, words], small)
        checks.ok(good and found == expected, f"Julia: {claim}, with the same bits", [found])


def check_fortran(checks, program):
    for claim, small in (("a child forked after a run with two threads computes", False),
                         ("it does so with 256 KiB of stack", True)):
        good, found = run([program], small)
        checks.ok(good and found == "same bits", f"Fortran: {claim}, with the same bits", [found])


def main():
    checks = Checks()
    {"julia": check_julia, "fortran": check_fortran}[sys.argv[1]](checks, *sys.argv[2:])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
