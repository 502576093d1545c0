# SPDX-License-Identifier: MIT
"""`ebbwave validate` runs its suites and reports them. Usage: test_validate.py COMMAND BROKEN_LIBRARY"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks

PASS, FAIL, INCONCLUSIVE, USAGE = 0, 1, 2, 3
SUITES = ("schedule", "gradient", "physics", "memory")


def run(command, *words, folder=None, **environment):
    return subprocess.run([command, "validate", *words], capture_output=True, text=True, timeout=500, cwd=folder,
                          env={**os.environ, **environment}, check=False)


def said(done):
    return [f"exit code {done.returncode}", *done.stdout.splitlines()[-30:], *done.stderr.splitlines()[-10:]]


def by_suite(report, suite):
    return [check for check in report["checks"] if check["suite"] == suite]


def check_quick(checks, command, folder):
    done = run(command, "--json", "r.json", "--junit", "r.xml", "--html", "r.html", folder=folder, TMPDIR=str(folder))
    report = json.loads((folder / "r.json").read_text(encoding="utf-8")) if (folder / "r.json").exists() else {}
    programs = (Path(command).parents[2] / "validation/physics/physics_energy").exists()
    # Without valgrind, or without cmocka, a part is not tried, which is said and is no pass.
    whole = programs and shutil.which("valgrind")
    checks.ok(done.returncode == (PASS if whole else INCONCLUSIVE), "the quick suite passes, or says what is missing",
              said(done))
    if not report:
        return
    tried = [c for c in report["checks"] if "not tried" not in c["words"]]
    failed = [f"{c['name']}: {c['words']}" for c in tried if c["verdict"] != "PASS"]
    checks.none(failed, "every check that is tried passes")
    for suite in SUITES:
        checks.ok(by_suite(report, suite), f"the suite {suite} is in it")
    reference = [c for c in by_suite(report, "gradient") if c["test"] == "taylor" and "reference" in c["name"]]
    checks.ok({c["dtype"] for c in reference} == {"f32", "f64"}, "the reference problem is tested in f32 and f64")
    for check in reference:
        # The figures that the toolkit promises on this problem.
        limit = 1e-9 if check["dtype"] == "f64" else 5e-4
        checks.ok(check["resolution_rel"] <= limit, f"the resolution in {check['dtype']} is at most {limit}",
                  [str(check["resolution_rel"])])
    reduced = [c for c in by_suite(report, "gradient") if c["test"] == "taylor" and "reference" not in c["name"]]
    # 3 evaluations at m are shared by all directions.
    most = max((c["evaluations"] - 3) / c["directions"] for c in reduced)
    checks.ok(most <= 13, "the reduced ladder takes at most 13 evaluations a direction", [str(most)])
    memory = [c for c in by_suite(report, "memory") if c["test"] == "memory"]
    checks.ok(all(c["err_rel"] <= 1e-3 for c in memory) and memory, "a slot costs a state within 0.1 %",
              [str([c["err_rel"] for c in memory])])
    junit = ElementTree.parse(folder / "r.xml").getroot()
    checks.ok(int(junit.get("tests")) == len(report["checks"]), "JUnit XML has as many tests")
    page = (folder / "r.html").read_text(encoding="utf-8")
    pictures = page.count("<svg ")
    drawn = sum(c["test"] in ("taylor", "memory") for c in report["checks"])
    checks.ok(pictures == drawn, "HTML has a picture of each Taylor test and each fit", [f"{pictures}, not {drawn}"])
    left = sorted(p.name for p in folder.iterdir())
    checks.ok(left == ["r.html", "r.json", "r.xml"], "nothing else is left", left)


def check_one_suite(checks, command, folder):
    done = run(command, "--suite", "schedule", "--json", "s.json", folder=folder)
    report = json.loads((folder / "s.json").read_text(encoding="utf-8"))
    only = {check["suite"] for check in report["checks"]} == {"schedule"}
    checks.ok(done.returncode == PASS and only, "one suite runs alone", said(done))
    checks.ok(any("4000 schedules" in c["words"] for c in report["checks"]), "it replays all n <= 200, s <= 20",
              [c["words"] for c in report["checks"]])


def check_moved(checks, command, folder):
    """A command that has no programs beside it says so."""
    moved = folder / "bin"
    moved.mkdir()
    shutil.copy(command, moved / "ebbwave")
    library = Path(command).resolve().parents[2] / "capi"
    done = run(str(moved / "ebbwave"), "--suite", "physics", LD_LIBRARY_PATH=str(library))
    checks.ok(done.returncode == INCONCLUSIVE and "not tried" in done.stdout, "without its programs physics is "
              "inconclusive, not skipped in silence", said(done))


def check_broken(checks, command, broken, folder):
    """With a library that counts one step too many, and whose gradient has an element that is 1 % too large."""
    for suite, claim in (("schedule", "revolve counts what the published formula gives"),
                         ("gradient", "Taylor test, reference problem, f64")):
        done = run(command, "--suite", suite, "--json", "b.json", folder=folder, LD_PRELOAD=broken)
        report = json.loads((folder / "b.json").read_text(encoding="utf-8"))
        verdicts = {check["name"]: check["verdict"] for check in report["checks"]}
        found = done.returncode == FAIL and verdicts.get(claim) == "FAIL"
        checks.ok(found, f"a library that is broken fails the suite {suite}", said(done))


def main():
    command = str(Path(sys.argv[1]).resolve())
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "quick").mkdir()
        check_quick(checks, command, folder / "quick")
        check_one_suite(checks, command, folder)
        check_moved(checks, command, folder)
        check_broken(checks, command, str(Path(sys.argv[2]).resolve()), folder)
        checks.ok(run(command, "--suite", "everything").returncode == USAGE, "an unknown suite is a usage error")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
