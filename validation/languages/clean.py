# SPDX-License-Identifier: MIT
"""A package folder as a clean clone holds it, taken elsewhere, with nothing of the user's around it: the example of an
own loop runs with the library that EBW_LIBRARY names; without it with the build of the same clone, else with the one
that is installed; and where there is none, the error tells the remedy."""
import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "consumer")]
from installed import Step, plain_environment  # noqa: E402
from sources import source_files  # noqa: E402
from tap import Checks  # noqa: E402

FOLDERS = {"julia": "bindings/julia/EbbWave.jl", "python": "bindings/python"}
EXAMPLES = {"julia": "own_loop.jl", "python": "own_loop.py"}
VERSIONS = {"julia": "using EbbWave; EbbWave.versioninfo()", "python": "import ebbwave; print(ebbwave.versioninfo())"}


class Clone:
    """What a clone has of one language, at a place of its own, and its programs run from there."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.package = folder / FOLDERS[arguments.language]
        root = Path(arguments.source_root)
        for path in source_files(root):
            if path.as_posix().startswith((FOLDERS[arguments.language] + "/", "docs/examples/", "capi/include/")):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / path, folder / path)

    def environment(self, **more):
        """Ours without a trace of the library, of the user's packages and of their caches."""
        hidden = ("EBW_LIBRARY", "PYTHONPATH", "JULIA_LOAD_PATH", "JULIA_PROJECT")
        plain = {name: value for name, value in plain_environment().items() if name not in hidden}
        if self.arguments.language == "julia":
            depot = self.folder.parent / "depot"  # one for all: what is compiled must not name a place
            plain |= {"JULIA_LOAD_PATH": f"{self.package}:@stdlib", "JULIA_DEPOT_PATH": str(depot)}
        else:
            plain |= {"PYTHONPATH": str(self.package), "PYTHONDONTWRITEBYTECODE": "1"}
        return plain | {"HOME": str(self.folder.parent)} | more

    def run(self, *words, **more):
        options = ["--startup-file=no"] if self.arguments.language == "julia" else []
        return Step([self.arguments.launcher, *options, *map(str, words)], self.environment(**more))

    def version(self, **more):
        word = "-e" if self.arguments.language == "julia" else "-c"
        return self.run(word, VERSIONS[self.arguments.language], **more)

    def example(self, **more):
        name = EXAMPLES[self.arguments.language]
        return self.run(self.folder / "docs/examples" / self.arguments.language / name, **more)


def check_place(checks, clone, where, found_by, reference=None, **more):
    """The library is found in that way and the example runs; its output."""
    told = clone.version(**more)
    checks.ok(told.passed and found_by in told.output, f"{where}: versioninfo says how it was found", told.details)
    ran = clone.example(**more)
    same = ran.passed and (reference is None or ran.output == reference)
    checks.ok(same, f"{where}: the example of an own loop runs, with the same output everywhere", ran.details)
    return ran.output


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", required=True, choices=FOLDERS)
    for name in ("launcher", "library", "meson", "build", "prefix", "libdir", "source-root"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    checks = Checks()
    julia = arguments.language == "julia"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clone = Clone(arguments, folder / "clone")
        named = "(EBW_LIBRARY)" if julia else "found by: EBW_LIBRARY"
        output = check_place(checks, clone, "with EBW_LIBRARY", named, EBW_LIBRARY=arguments.library)

        none = clone.version()
        remedy = not none.passed and any("EBW_LIBRARY" in line for line in none.details)
        checks.ok(remedy, "without any library: an error with the remedy", none.details)

        install = [arguments.meson, "install", "--no-rebuild", "-C", arguments.build, "--destdir", folder / "root"]
        install = Step(install)
        libdir = folder / "root" / arguments.prefix.lstrip("/") / arguments.libdir
        checks.ok(install.passed and (libdir / "libebbwave.so").exists(), "meson install works", install.details)
        system = "(system)" if julia else "found by: system"
        check_place(checks, clone, "without it, installed", system, output, LD_LIBRARY_PATH=str(libdir))

        (clone.folder / "build").mkdir()
        (clone.folder / "build/capi").symlink_to(Path(arguments.library).parent)
        tree = "(build tree)" if julia else "found by: build tree"
        check_place(checks, clone, "without it, in a clone with its build", tree, output)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
