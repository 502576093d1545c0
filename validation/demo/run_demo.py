# SPDX-License-Identifier: MIT
"""The demo, run briefly: what its table claims, its verdicts, its picture. Usage: run_demo.py SCRIPT COMMAND CHECK"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

PHASES = ["making the models", "planning", "every step stored", "slots", "Taylor test", "shot record", "drawing"]


def run(out, *more):
    script, command, check = sys.argv[1:]
    words = [sys.executable, script, "--command", command, "--check", check, "--out", str(out), *more]
    return subprocess.run(words, capture_output=True, text=True, timeout=200)


def table_of(text):
    """The rows of the printed table by name: the numbers of both columns."""
    rows = (line.split("|")[1:4] for line in text.splitlines() if line.startswith("| "))
    return {name.strip(): (left.strip(), right.strip()) for name, left, right in rows}


def quick_run(checks, folder):
    out = folder / "demo"
    ran = run(out, "--shots", "1", "--seconds", "0.5")
    told = [*ran.stdout.splitlines(), *ran.stderr.splitlines()]
    checks.ok(ran.returncode == 0, "a short demo ends well", told)
    rows = table_of(ran.stdout)
    bytes_kept = [float(cell.split()[0]) for cell in rows["bytes of the slots"]]
    checks.ok(0 < bytes_kept[1] <= 0.1 * bytes_kept[0], "the slots keep at most a tenth of the bytes", told)
    steps = [int(cell) for cell in rows["forward steps"]]
    checks.ok(steps[1] > steps[0] > 0, "fewer bytes cost forward steps", told)
    same = all(rows[name][0] == rows[name][1] for name in ("misfit", "gradient norm"))
    checks.ok(same, "both columns have the same misfit and norm", told)
    first, second = ((out / f"gradient_{name}.npy").read_bytes() for name in ("store_all", "slots"))
    told_same = "Same bits in both gradients: yes" in ran.stdout
    checks.ok(first == second and told_same, "both files have the same bits, and it says so", told)
    verdicts = [line for line in ran.stdout.splitlines() if line.startswith(("Dot test", "Taylor test"))]
    checks.ok(len(verdicts) == 2 and all("PASS" in line for line in verdicts), "both tests pass", told)
    picture = (out / "gradient.png").read_bytes()
    whole = picture.startswith(b"\x89PNG\r\n\x1a\n") and picture.endswith(b"IEND\xaeB`\x82")
    checks.ok(whole, "the picture is a whole PNG file")
    checks.ok(all(phase in ran.stderr for phase in PHASES), "it tells each phase as it goes", [ran.stderr])


def refusals(checks, folder):
    (folder / "text.npy").write_text("no array")
    for claim, file in (("missing", "missing.npy"), ("damaged", "text.npy")):
        ran = run(folder / "refused", "--model", str(folder / file), "--spacing", "10")
        last = ran.stderr.splitlines()[-1]
        brief = ran.returncode == 1 and "Traceback" not in ran.stderr and file in last and last.startswith("demo: ")
        checks.ok(brief, f"a {claim} model is refused in one line", [ran.stderr])


def main():
    checks = Checks()
    try:
        import matplotlib  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as error:
        checks.skip("the demo runs", f"{error.name} is not installed")
        return checks.finish()
    with tempfile.TemporaryDirectory() as folder:
        for part in (quick_run, refusals):
            try:
                part(checks, pathlib.Path(folder))
            except (OSError, KeyError, ValueError, IndexError, subprocess.TimeoutExpired) as error:
                checks.ok(False, f"{part.__name__} runs to its end", [repr(error)])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
