# SPDX-License-Identifier: MIT
"""The shell steps of docs/examples/ci/gradient-test.yml do what docs/test-your-own-gradient.md says of them: run one
after another as a runner does, on a clone of this tree, without installing packages. Usage: workflow.py SOURCE_ROOT"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sources import source_files  # noqa: E402
from tap import Checks  # noqa: E402

WORKFLOW = "docs/examples/ci/gradient-test.yml"
PAGE = "docs/test-your-own-gradient.md"
TAG = "v-test"


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


def said(done):
    return [f"exit code {done.returncode}", *done.stdout.splitlines()[-20:], *done.stderr.splitlines()[-20:]]


def repository(root, folder):
    """A repository of what this tree holds, with one tag."""
    for path in source_files(root):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / path, folder / path)
    git = ["git", "-C", folder, "-c", "user.name=test", "-c", "user.email=test@localhost"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"], ["tag", TAG]):
        done = run([*git, *words])
        if done.returncode != 0:
            raise OSError(done.stderr)
    return folder.as_uri()


class Runner:
    """A runner's folders and variables; steps run with `sh -e` in the checkout."""

    def __init__(self, folder):
        self.checkout, self.temp, self.path = folder / "checkout", folder / "temp", folder / "path"
        self.checkout.mkdir()
        self.temp.mkdir()
        self.path.write_text("", encoding="utf-8")

    def step(self, step, **variables):
        added = self.path.read_text(encoding="utf-8").split()
        # numpy for the user's programs is that of the Python that runs this test.
        path = os.pathsep.join([*added, str(Path(sys.executable).parent), os.environ["PATH"]])
        hidden = ("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "DESTDIR")
        environment = {key: value for key, value in os.environ.items() if key not in hidden}
        environment |= {"RUNNER_TEMP": str(self.temp), "GITHUB_PATH": str(self.path), "PATH": path, **variables}
        return run(["sh", "-e", "-c", step["run"]], cwd=self.checkout, env=environment)


def main():
    root = Path(sys.argv[1])
    checks = Checks()
    try:
        import yaml
    except ImportError:
        checks.skip("the steps of the workflow pass", "no PyYAML, which requirements.txt names")
        return checks.finish()
    (job,) = yaml.safe_load((root / WORKFLOW).read_text(encoding="utf-8"))["jobs"].values()
    steps = {step.get("name"): step for step in job["steps"]}
    page = (root / PAGE).read_text(encoding="utf-8")
    asked = re.findall(r"\$\{\{ *vars\.(\w+) *\}\}", (root / WORKFLOW).read_text(encoding="utf-8"))
    told = asked and all(f"| `{name}` |" in page for name in asked)
    checks.ok(told, "the page names every variable it asks for", asked)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runner = Runner(folder)
        source = repository(root, folder / "repository")
        for missing in asked:
            given = {"EBBWAVE_SOURCE": source, "EBBWAVE_VERSION": TAG, missing: ""}
            done = runner.step(steps["Ebbwave"], **given)
            plain = done.returncode == 1 and "Set the variables" in done.stderr and len(done.stderr.splitlines()) == 1
            checks.ok(plain, f"without {missing} it stops with one line that says what to set", said(done))
        done = runner.step(steps["Ebbwave"], EBBWAVE_SOURCE=source, EBBWAVE_VERSION=TAG)
        checks.ok(done.returncode == 0, "it clones, builds and installs into the runner's folder", said(done))
        for block in re.findall(r"^```py\n(.*?)^```$", page, re.M | re.S):
            file = re.match(r"# file: (\S+)\n", block).group(1)
            (runner.checkout / file).write_text(block, encoding="utf-8")
        done = runner.step(steps["Model and gradient"])
        checks.ok(done.returncode == 0, "the user's program writes model and gradient", said(done))
        done = runner.step(steps["Gradient test"])
        checks.ok(done.returncode == 0 and "PASS" in done.stdout, "the test passes", said(done))
        (artifact,) = [step for step in job["steps"] if "upload-artifact" in step.get("uses", "")]
        absent = [file for file in artifact["with"]["path"].split() if not (runner.checkout / file).is_file()]
        checks.none(absent, "every file of the artifact is written")
        wrong = (runner.checkout / "save.py").read_text(encoding="utf-8").replace("m**3 - m", "m**3")
        (runner.checkout / "save.py").write_text(wrong, encoding="utf-8")
        runner.step(steps["Model and gradient"])
        done = runner.step(steps["Gradient test"])
        checks.ok(done.returncode == 1 and "FAIL" in done.stdout, "with a wrong gradient the job fails", said(done))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
