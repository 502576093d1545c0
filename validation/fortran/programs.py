# SPDX-License-Identifier: MIT
"""Fortran programs as a user runs them: the examples give what C and a plain loop give, and errors stop a program."""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

CELLS, STEPS, DT = 40, 60, 0.01

# Case of error_stops -> what its text must hold.
STOPS = {
    "argument": "steps",
    "errmsg without stat": "steps",
    "callback": "1003",
    "checkpoint": "36 bytes",
    "destroyed": "executor",
    "shape": "(3, 3)",
    "function": "schedule",
    "assign schedule": "schedule cannot be assigned",
    "assign array": "schedule cannot be assigned",
    "assign component": "schedule cannot be assigned",
    "assign storage": "storage cannot be assigned",
    "assign propagator": "propagator cannot be assigned",
    "assign executor": "executor cannot be assigned",
    "assign model": "model cannot be assigned",
    "assign shot": "shot cannot be assigned",
    "assign plan": "plan cannot be assigned",
    "assign taylor": "Taylor test cannot be assigned",
    "assign dot": "dot test cannot be assigned",
    "assign report": "report cannot be assigned",
    "assign checker": "checker cannot be assigned",
}


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


def said(done):
    return [*done.stdout.splitlines()[-20:], *done.stderr.splitlines()[-20:]]


def lorenz_norms():
    """Misfit, norm of the gradient and norm of the initial cotangent of docs/examples/README.md, by plain lists."""
    cells = range(CELLS)
    x, cost, states = [2.0 + 0.37 * (7 * i % CELLS) - 0.11 * i for i in cells], 0.0, []
    forcing = [8.0 + 0.05 * i for i in cells]
    a, a_cost = [1.0 - 0.2 * (5 * i % CELLS) for i in cells], 0.5
    for _ in range(STEPS):
        states.append(x)
        cost += DT * math.fsum(v * v for v in x)
        x = [x[i] + DT * ((x[(i + 1) % CELLS] - x[i - 2]) * x[i - 1] - x[i] + forcing[i]) for i in cells]
    misfit = math.fsum([*(w * v for w, v in zip(a, x)), a_cost * cost])
    gradient = [0.0] * CELLS
    for x in reversed(states):
        b = [(1.0 - DT) * a[i] + 2.0 * DT * a_cost * x[i] for i in cells]
        for i in cells:
            gradient[i] += DT * a[i]
            b[(i + 1) % CELLS] += DT * x[i - 1] * a[i]
            b[i - 2] -= DT * x[i - 1] * a[i]
            b[i - 1] += DT * (x[(i + 1) % CELLS] - x[i - 2]) * a[i]
        a = b
    return misfit, math.hypot(*gradient), math.hypot(*a, a_cost)


def check_own_loop(checks, program):
    done = run(program)
    checks.ok(done.returncode == 0, "own_loop: the same bits for every number of slots and both kinds", said(done))
    names = ("misfit", "gradient norm", "adjoint norm")
    found = [re.search(rf"^{name} +(\S+)$", done.stdout, re.M) for name in names]
    for name, match, wanted in zip(names, found, lorenz_norms()):
        value = float(match.group(1)) if match else math.nan
        # 1e-12: sums may be taken in any order; 60 steps of this loop amplify rounding by less than 100.
        claim = f"own_loop: {name} is that of a plain loop to 1e-12"
        checks.ok(abs(value - wanted) <= 1e-12 * wanted, claim, [f"{value!r}, not {wanted!r}"])
        digits = len(match.group(1).split("E")[0].replace(".", "").lstrip("-")) if match else 0
        checks.ok(digits == 17, f"own_loop: {name} has 17 digits", [f"{digits}"])


def check_acoustic(checks, program, c_programs, folder):
    done = run(program, folder / "fortran")
    checks.ok(done.returncode == 0, "acoustic_gradient: the same bits for store_all and 3 slots", said(done))
    for dtype, size in (("f32", 4), ("f64", 8)):
        ours, theirs = folder / f"fortran_{dtype}.bin", folder / f"c_{dtype}.bin"
        by_c = run(Path(c_programs) / f"gradient_bytes_{dtype}", theirs, 0)
        checks.ok(by_c.returncode == 0, f"the program in C runs, {dtype}", said(by_c))
        same = ours.is_file() and theirs.is_file() and ours.read_bytes() == theirs.read_bytes()
        checks.ok(same, f"acoustic_gradient: {dtype} has the bytes of the gradient in C")
        whole = ours.is_file() and ours.stat().st_size == 201 * 101 * size
        checks.ok(whole, f"acoustic_gradient: {dtype} is whole")
        checks.ok(ours.is_file() and any(ours.read_bytes()), f"acoustic_gradient: {dtype} is not zero")


def check_stops(checks, program):
    done = run(program, "none")
    checks.ok(done.returncode == 0 and "went on" in done.stdout, "a program without a failure ends well", said(done))
    checks.ok(run(program, "no such case").returncode == 3, "self-test: an unknown case is told")
    for case, text in STOPS.items():
        done = run(program, case)
        stopped = done.returncode == 1 and "went on" not in done.stdout and "ERROR STOP" in done.stderr
        checks.ok(stopped and text in done.stderr, f"without stat, {case} stops with its text", said(done))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("own-loop", "acoustic", "acoustic-in-c", "error-stops"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    checks = Checks()
    check_own_loop(checks, arguments.own_loop)
    with tempfile.TemporaryDirectory() as folder:
        check_acoustic(checks, arguments.acoustic, arguments.acoustic_in_c, Path(folder))
    check_stops(checks, arguments.error_stops)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
