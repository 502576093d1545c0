# SPDX-License-Identifier: MIT
"""`pip install .` from a clean copy into an empty environment: one wheel for any Python 3, the library inside it, and
both examples, whose gradient has the bits of the example in C.

Usage: installed.py SOURCE_ROOT LIBRARY FOLDER_OF_THE_PROGRAMS_IN_C
"""
import hashlib
import os
import re
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


def digest_in_c(programs, dtype, folder):
    """SHA-256 of the gradient's bytes by the example in C, every step stored."""
    file = folder / f"c_{dtype}.bin"
    run(Path(programs) / f"gradient_bytes_{dtype}", file, 0)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "no gradient in C"


def check_examples(checks, root, python, programs, folder):
    """Both, copied out of the tree and run by the environment's Python with the library inside the package."""
    environment = {k: v for k, v in os.environ.items() if k not in ("EBW_LIBRARY", "PYTHONPATH", "LD_LIBRARY_PATH")}
    place = folder / "examples"
    shutil.copytree(root / "docs/examples/python", place)

    def example(name):
        done = run(python, name, cwd=place, env=environment)
        checks.ok(done.returncode == 0, f"{name} runs with what was installed", [done.stdout, done.stderr])
        return done.stdout

    rows = [line.split() for line in example("acoustic_gradient.py").splitlines()[1:]]
    for dtype, short in (("float32", "f32"), ("float64", "f64")):
        digests = [row[-1] for row in rows if row[0] == dtype]
        claim = f"acoustic_gradient.py: {dtype} has the bits of the example in C, stored and with 3 slots"
        wanted = digest_in_c(programs, short, folder)
        checks.ok(digests == [wanted] * 2, claim, [wanted, *digests])
    text = example("own_loop.py")
    page = (root / "docs/examples/README.md").read_text(encoding="utf-8")
    names = {"misfit": "J", "gradient norm": "norm of g", "adjoint norm": "norm of the cotangent"}
    for name, row in names.items():
        found = re.search(rf"^{name} +(\S+)$", text, re.M)
        wanted = float(re.search(rf"^\| {row} \| (\S+) \|$", page, re.M).group(1))
        # Sums may be taken in any order; 60 steps of this loop amplify rounding by less than 100.
        close = found and abs(float(found.group(1)) - wanted) <= 1e-12 * abs(wanted)
        checks.ok(close, f"own_loop.py: {name} is that of the page to 1e-12", [text])


def main():
    root, own, programs = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
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
        check_examples(checks, root, python, programs, folder)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
