# SPDX-License-Identifier: MIT
"""docs/test-your-own-gradient.md does what it says: its programs are those that are built, its shell lines pass.

Usage: own_gradient.py SOURCE_ROOT COMMAND C_PROGRAM [FORTRAN_PROGRAM]. Its Python and Julia run with the tests of the
bindings.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

PAGE = "docs/test-your-own-gradient.md"
WORKFLOW = "docs/examples/ci/gradient-test.yml"


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def check_shown(checks, page, language, example):
    """The page has the example, but for its two first lines, which are the licence and what it is."""
    program = example.read_text(encoding="utf-8").split("\n", 2)[2]
    checks.ok(blocks(page, language) == [program], f"the page shows {example.name} as it is built")


def run(folder, command, *words):
    path = os.pathsep.join([str(Path(command).parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run([str(word) for word in words], cwd=folder, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, timeout=250, check=False)


def said(done):
    return [f"exit code {done.returncode}", *done.stdout.splitlines(), *done.stderr.splitlines()]


def check_shell(checks, page, command, folder):
    for block in blocks(page, "py"):
        name = re.match(r"# file: (\S+)\n", block).group(1)
        (folder / name).write_text(block, encoding="utf-8")
    (lines,) = blocks(page, "sh")
    done = run(folder, command, "sh", "-ec", lines)
    checks.ok(done.returncode == 0 and done.stdout.startswith("PASS: "), "its shell lines pass", said(done))
    for name in ("report.json", "report.xml", "report.html"):
        checks.ok((folder / name).is_file(), f"and write {name}")
    # The page promises the cost of the cheapest form.
    cheap = lines.replace("--json", "--ladder reduced --directions 1 --json")
    done = run(folder, command, "sh", "-ec", cheap)
    text = (folder / "report.json").read_text(encoding="utf-8")
    checks.ok('"evaluations": 13' in text, "the cheapest form takes 13 runs", said(done))
    planted = (folder / "save.py").read_text(encoding="utf-8").replace("m**3 - m", "m**3")
    (folder / "save.py").write_text(planted, encoding="utf-8")
    done = run(folder, command, "sh", "-ec", cheap)
    checks.ok(done.returncode == 1 and "FAIL" in done.stdout, "with a wrong gradient they fail", said(done))


def check_workflow(checks, root, page):
    try:
        import yaml
    except ImportError:
        checks.skip("the workflow is YAML", "no PyYAML, which requirements.txt names")
        return
    workflow = yaml.safe_load((root / WORKFLOW).read_text(encoding="utf-8"))
    (job,) = workflow["jobs"].values()
    steps = [step for step in job["steps"] if "run" in step or "uses" in step]
    # YAML 1.1 reads the key `on` as true.
    triggers = workflow.get("on", workflow.get(True))
    checks.ok(len(steps) == len(job["steps"]) >= 5 and "push" in triggers and "runs-on" in job,
              "the workflow is YAML with a job whose every step does something")
    shown = blocks(page, "sh")[0].replace("\\\n", " ").split()
    ran = " ".join(step.get("run", "") for step in job["steps"]).split()
    command = shown[shown.index("ebbwave"):]
    checks.ok(" ".join(command) in " ".join(ran), "it runs the command that the page shows", [" ".join(command)])
    uploaded = [step for step in job["steps"] if "upload-artifact" in step.get("uses", "")]
    checks.ok(len(uploaded) == 1 and uploaded[0]["if"] == "always()", "it keeps the report of a failure too")


def main():
    root, command = Path(sys.argv[1]), str(Path(sys.argv[2]).resolve())
    page = (root / PAGE).read_text(encoding="utf-8")
    checks = Checks()
    check_shown(checks, page, "c", root / "docs/examples/own_gradient.c")
    check_shown(checks, page, "fortran", root / "docs/examples/fortran/own_gradient.f90")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_shell(checks, page, command, folder)
        for program in map(os.path.abspath, sys.argv[3:]):
            done = run(folder, command, program)
            checks.ok(done.returncode == 0, f"{Path(program).name} passes", said(done))
        checks.ok((folder / "c-report.html").is_file(), "the C program writes its report")
    check_workflow(checks, root, page)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
