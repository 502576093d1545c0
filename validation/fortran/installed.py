# SPDX-License-Identifier: MIT
"""Installs the build into a folder of its own and builds Fortran programs against it by pkg-config: a consumer, and all
programs of the tutorials and the README, whose output must be what the pages print."""
import argparse
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "consumer")]
from installed import Step, plain_environment  # noqa: E402
from sources import source_files  # noqa: E402
from tap import Checks  # noqa: E402

# A program, and the output that is printed right after it, if any.
PROGRAM = re.compile(r"^```fortran\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.M | re.S)


def alike(told, printed):
    """Whether two outputs have the same words, and numbers to their printed digits."""

    def same(a, b):
        try:
            return abs(float(a) - float(b)) <= 1e-4 * abs(float(b))
        except ValueError:
            return a == b

    told, printed = told.split(), printed.split()
    return len(told) == len(printed) and all(map(same, told, printed))


class Installation:
    """An installed prefix below a folder, and programs built against it outside the tree."""

    def __init__(self, folder, arguments):
        self.folder, self.compiler = folder, shlex.split(arguments.fc)
        self.root = folder / "root"
        self.prefix = self.root / arguments.prefix.lstrip("/")
        self.libdir = self.prefix / arguments.libdir
        self.install = Step([arguments.meson, "install", "--no-rebuild", "-C", arguments.build, "--destdir", self.root])
        pkgconfig = str(self.libdir / "pkgconfig")
        search = plain_environment(PKG_CONFIG_LIBDIR=pkgconfig, PKG_CONFIG_SYSROOT_DIR=str(self.root))
        self.version = Step([arguments.pkg_config, "--modversion", "ebw_fortran"], search)
        self.flags = Step([arguments.pkg_config, "--cflags", "--libs", "ebw_fortran"], search)

    def compile(self, name, text):
        source = self.folder / f"{name}.f90"
        source.write_text(text, encoding="utf-8")
        warnings = ["-Wall", "-Wno-unused-dummy-argument", "-Wno-function-elimination", "-Werror"]
        program, modules = self.folder / name, ["-J", str(self.folder)]
        flags = shlex.split(self.flags.output)
        return Step([*self.compiler, *warnings, str(source), "-o", str(program), *modules, *flags], plain_environment())

    def run(self, name):
        environment = plain_environment(LD_LIBRARY_PATH=str(self.libdir), OMP_NUM_THREADS="1")
        return Step(["sh", "-c", 'cd "$0" && exec "$1"', str(self.folder), str(self.folder / name)], environment)


def check_page(checks, place, page, least):
    """All Fortran programs of a page, at least so many."""
    programs = PROGRAM.findall(page.read_text(encoding="utf-8"))
    checks.ok(len(programs) >= least, f"{page.name} has {least} Fortran programs or more", [str(len(programs))])
    for number, (text, printed) in enumerate(programs, 1):
        name = f"{page.stem.replace('-', '_')}_{number}"
        compiled = place.compile(name, text)
        checks.ok(compiled.passed, f"{page.name}: program {number} compiles without a warning", compiled.details)
        if compiled.passed:
            ran = place.run(name)
            checks.ok(ran.passed, f"{page.name}: program {number} runs", ran.details)
            checks.ok(not printed or alike(ran.output, printed), f"{page.name}: it prints what is shown", ran.details)


def in_order(sources):
    """The sources of the binding so that each comes after those whose modules it uses."""
    needs = {path.stem: set(re.findall(r"^ *use (\w+)", path.read_text(encoding="utf-8"), re.M)) for path in sources}
    ordered = []
    while len(ordered) < len(sources):
        done = {path.stem for path in ordered}
        ready = [path for path in sources if path.stem not in done and needs[path.stem] & set(needs) <= done]
        if not ready:
            raise ValueError("modules use each other")
        ordered += ready
    return ordered


def check_sources(checks, place, root, library, consumer, expected):
    """The modules of a clean clone, compiled by hand as a package manager does, with the library of the user's choice:
    one that is named, and the installed one."""
    folder = place.folder / "clone"
    folder.mkdir()
    for path in source_files(root / "bindings/fortran", {".f90"}):
        shutil.copy(root / "bindings/fortran" / path, folder)
    (folder / "consumer.f90").write_text(consumer, encoding="utf-8")
    sources = [str(path) for path in in_order(sorted(folder.glob("eb*.f90")))]
    for name, link, where in (("the library that is named", [library], Path(library).parent),
                              ("the installed library", [f"-L{place.libdir}", "-lebbwave"], place.libdir)):
        command = [*place.compiler, "-J", str(folder), "-o", str(folder / "program")]
        compiled = Step([*command, *sources, str(folder / "consumer.f90"), *link], plain_environment())
        checks.ok(compiled.passed, f"the modules of a clone compile by hand with {name}", compiled.details)
        ran = Step([str(folder / "program")], plain_environment(LD_LIBRARY_PATH=str(where)))
        checks.ok(compiled.passed and ran.output == expected, f"the program runs with {name}", ran.details)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    names = "meson pkg-config fc build prefix libdir includedir version source-root library"
    for name in names.split():
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    source_root = Path(arguments.source_root)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        place = Installation(Path(folder), arguments)
        checks.ok(place.install.passed, "meson install works", place.install.details)
        checks.ok(place.version.output == arguments.version, "pkg-config knows the version", place.version.details)
        modules = list((place.prefix / arguments.includedir / "ebbwave").glob("*-*/ebbwave.mod"))
        checks.ok(len(modules) == 1, "the modules lie in a folder of the compiler", [str(modules)])
        consumer = (source_root / "validation/fortran/consumer.f90").read_text(encoding="utf-8")
        compiled = place.compile("consumer", consumer)
        checks.ok(compiled.passed, "a program compiles and links with pkg-config's flags alone", compiled.details)
        ran = place.run("consumer") if compiled.passed else compiled
        checks.ok(ran.passed and ran.output == f"{arguments.version} 15", "the program runs", ran.details)
        told = f"{arguments.version} 15"
        check_sources(checks, place, source_root, arguments.library, consumer, told)
        check_page(checks, place, source_root / "docs/tutorial-fortran.md", 5)
        check_page(checks, place, source_root / "docs/checkpointing-fortran.md", 3)
        check_page(checks, place, source_root / "README.md", 1)
    checks.ok(not alike("a 1.0", "a 1.1") and alike("a 1.00001", "a 1.0"), "self-test: other numbers are found")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
