# SPDX-License-Identifier: MIT
"""The examples of the documentation run: a gradient that is not zero, and tests that pass and that can fail."""
import array
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
NX, NZ, SPACING, DT, STEPS, FREQUENCY = 60, 40, 10.0, 0.0012, 250, 15.0


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


def check_acoustic(checks, program):
    done = run(program)
    found = re.fullmatch(r"misfit (\S+), norm of the gradient (\S+)\n", done.stdout)
    checks.ok(done.returncode == 0 and found, "acoustic_gradient runs", [done.stdout, done.stderr])
    if found:
        # Comparisons with NaN are false.
        sizes = [float(number) for number in found.groups()]
        checks.ok(all(0.0 < size < 1e30 for size in sizes), "misfit and gradient are positive, finite", [done.stdout])


def check_tests(checks, program, folder):
    """Velocities 2000 m/s with a step of 10 % in the true model."""
    true, start = folder / "true.f64", folder / "start.f64"
    column = [2200.0 if k > NZ // 2 else 2000.0 for k in range(NZ)]
    true.write_bytes(array.array("d", column * NX).tobytes())
    start.write_bytes(array.array("d", [2000.0] * (NX * NZ)).tobytes())
    ladder = folder / "ladder.csv"
    numbers = (NX, NZ, SPACING, DT, STEPS, FREQUENCY)

    done = run(program, true, start, *numbers, ladder)
    said = [done.stdout, done.stderr]
    checks.ok(done.returncode == 0, "check_gradient passes", said)
    for name in ("Dot test", "Taylor test"):
        checks.ok(re.search(rf"^{name} +PASS", done.stdout, re.M), f"its {name.lower()} says PASS", said)
    rows = list(csv.DictReader(ladder.open(encoding="utf-8"))) if ladder.is_file() else []
    checks.ok(len(rows) >= 7, "the steps of the Taylor test are written", [f"{len(rows)} rows"])
    # 0.02: what a fit over the full ladder may be off by at its largest steps, where h^2 terms remain.
    order = float(rows[0]["order_r1"]) if rows else 0.0
    checks.ok(abs(order - 2.0) < 0.02, "the second remainder falls with order 2", [f"order {order}"])

    checks.ok(run(program, folder / "absent", start, *numbers, ladder).returncode == 1, "a missing model is an error")
    unstable = (NX, NZ, SPACING, 10 * DT, STEPS, FREQUENCY)
    refused = run(program, true, start, *unstable, ladder)
    said = [refused.stderr]
    checks.ok(refused.returncode == 1 and "unstable" in refused.stderr, "an unstable step is an error", said)
    checks.ok(run(program).returncode == 3, "a missing argument is a usage error")


def check_adaptive(checks, program, folder):
    done = run(program)
    said = [done.stdout, done.stderr]
    checks.ok(done.returncode == 0 and re.search(r"^Taylor test +PASS", done.stdout, re.M), "adaptive_gradient passes",
              said)
    steps = re.match(r"(\d+) steps, (\d+) rejected, (\d+) forward steps", done.stdout)
    found = steps and int(steps[1]) > 100 and int(steps[2]) > 0 and int(steps[3]) > int(steps[1])
    checks.ok(found, "it finds its end, rejects steps and takes some again", said)
    place = folder / "generations"
    checks.ok(run(program, place, 0).stdout == done.stdout, "the same in a directory")
    # Killed when two generations were written, then run again.
    killed = subprocess.Popen([program, str(place), "0"], stdout=subprocess.DEVNULL)
    while killed.poll() is None and len(list(place.glob("ebw-*-g*"))) < 2:
        time.sleep(0.001)
    killed.kill()
    left = len(list(place.iterdir())) if killed.wait() else 0
    checks.ok(left > 2 and run(program, place, 0).stdout == done.stdout, "and the same bits after a kill", [f"{left}"])
    checks.ok(not list(place.iterdir()), "no file is left")


def check_own_loop(checks, program):
    """The numbers of docs/examples/README.md, which the examples in Python, Julia and Fortran are held against too."""
    done = run(program)
    said = [done.stdout, done.stderr]
    lines = re.findall(r"^(fused|state_only) +(\d+) slots +(\d+) forward steps  same bits$", done.stdout, re.M)
    kinds = [[int(slots) for kind, slots, _ in lines if kind == wanted] for wanted in ("fused", "state_only")]
    same = done.returncode == 0 and kinds == [[1, 2, 3, 5, 10, 60]] * 2 and "other bits" not in done.stdout
    checks.ok(same, "own_loop: the same bits for every number of slots and both kinds", said)
    # t(n, 1) = n (n - 1) / 2 and no more than one forward step per step are the two ends, n = 60.
    steps = [int(steps) for kind, _, steps in lines if kind == "state_only"]
    checks.ok(steps[:1] == [61 * 60 // 2] and steps[-1:] == [60], "own_loop: fewer slots take more steps", said)
    checks.ok("PASS" in done.stdout, "own_loop: its Taylor test passes", said)
    page = (ROOT / "docs/examples/README.md").read_text(encoding="utf-8")
    names = {"misfit": "J", "gradient norm": "norm of g", "adjoint norm": "norm of the cotangent"}
    for name, row in names.items():
        found = re.search(rf"^{name} +(\S+)$", done.stdout, re.M)
        value = float(found.group(1)) if found else math.nan
        wanted = float(re.search(rf"^\| {row} \| (\S+) \|$", page, re.M).group(1))
        # Sums may be taken in any order; 60 steps of this loop amplify rounding by less than 100.
        checks.ok(abs(value - wanted) <= 1e-12 * abs(wanted), f"own_loop: {name} is that of the page to 1e-12",
                  [f"{value!r}, not {wanted!r}"])


def main():
    checks = Checks()
    check_own_loop(checks, sys.argv[4])
    check_acoustic(checks, sys.argv[1])
    # In memory where the machine has such a place: fsync takes no time there.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        check_tests(checks, sys.argv[2], Path(folder))
        check_adaptive(checks, sys.argv[3], Path(folder))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
