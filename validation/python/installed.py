# SPDX-License-Identifier: MIT
"""`pip install .` from a clean copy into an empty environment: one wheel for any Python 3, the library inside it."""
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sources import source_files  # noqa: E402
from tap import Checks  # noqa: E402


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)


def clean_copy(root, folder):
    """What a clone holds: no build folder, no environment, nothing hidden."""
    for path in source_files(root):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / path, folder / path)
    return folder


def check_package(checks, python, own, folder):
    environment = {k: v for k, v in os.environ.items() if k not in ("EBW_LIBRARY", "PYTHONPATH")}

    def said(code, **variables):
        done = run(python, "-c", code, cwd=folder, env={**environment, **variables})
        return done.stdout + done.stderr

    inside = said("import ebbwave; print(ebbwave.versioninfo())")
    checks.ok("found by: package" in inside and "site-packages" in inside, "the library inside is used", [inside])
    named = said("import ebbwave; print(ebbwave.versioninfo())", EBW_LIBRARY=own)
    checks.ok("found by: EBW_LIBRARY" in named and own in named, "EBW_LIBRARY comes first", [named])
    wheel = said("import importlib.metadata as m; print(m.distribution('ebbwave').read_text('WHEEL'))")
    any_python = "Tag: py3-none-" in wheel and "-any" not in wheel
    checks.ok(any_python, "the wheel is for any Python 3 of the platform", [wheel])
    files = said("import importlib.metadata as m; print(*m.distribution('ebbwave').files, sep='\\n')").split()
    outside = [name for name in files if not name.startswith("ebbwave")]
    checks.none(outside, "nothing is installed outside the package's folder")
    checks.ok("ebbwave/py.typed" in files, "the type hints are marked as such", files)
    modules = {f"ebbwave/{path.name}" for path in (folder / "source/bindings/python/ebbwave").glob("*.py")}
    checks.none(sorted(modules - set(files)), "every module is installed")


def main():
    root, own = Path(sys.argv[1]), sys.argv[2]
    checks = Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = clean_copy(root, folder / "source")
        venv.create(folder / "environment", with_pip=True)
        python = folder / "environment/bin/python"
        done = run(python, "-m", "pip", "install", "--disable-pip-version-check", source)
        if done.returncode != 0 and "Could not find a version" in done.stderr:
            checks.skip("pip install . works in an empty environment", "pip reaches no package index")
            return checks.finish()
        checks.ok(done.returncode == 0, "pip install . works in an empty environment", [done.stdout, done.stderr])
        check_package(checks, python, own, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
