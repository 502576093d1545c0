# SPDX-License-Identifier: MIT
"""Installs the build into a folder of its own, builds C programs against it by pkg-config, the tutorial's among them,
runs them and the command, which validates what is installed."""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402
from tutorial import check_page  # noqa: E402


class Step:
    """One command that ran: its success, its output and the lines to show when it failed."""

    def __init__(self, command, environment=None, folder=None):
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)
        self.passed = result.returncode == 0
        self.output = result.stdout.strip()
        told = result.stdout.splitlines()[-20:] + result.stderr.splitlines()[-20:]
        self.details = [shlex.join(map(str, command)), *told]


def plain_environment(**more):
    """Ours without what could lead to another copy of the library."""
    hidden = ("LD_LIBRARY_PATH", "PKG_CONFIG_PATH", "DESTDIR")
    return {key: value for key, value in os.environ.items() if key not in hidden} | more


def check_tutorial(checks, page, compiler, flags, libdir):
    # In memory where the machine has such a place: fsync takes no time there.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as name:
        folder = Path(name)

        def build(program, text, warnings):
            source = folder / (program if program.endswith(".h") else f"{program}.c")
            source.write_text(text, encoding="utf-8")
            if source.suffix == ".h":
                return None
            command = [*compiler, *warnings, str(source), *flags, "-lm", "-o", str(folder / program)]
            return Step(command, plain_environment())

        def run(program):
            environment = plain_environment(LD_LIBRARY_PATH=str(libdir), OMP_NUM_THREADS="1")
            return Step([str(folder / program)], environment, folder)

        check_page(checks, page, 5, build, run)


def check_validate(checks, command, folder):
    """The installed command validates schedules, the quickest suite, outside the tree."""
    report = folder / "report.json"
    ran = Step([str(command), "validate", "--suite", "schedule", "--json", str(report)], plain_environment(), folder)
    checks.ok(ran.passed and "PASS" in ran.output, "the installed command validates schedules", ran.details)
    told = json.loads(report.read_text(encoding="utf-8")) if report.is_file() else {}
    checks.ok(told.get("verdict") == "PASS", "its report says so", [str(told)[:500]])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    names = "meson pkg-config cc build prefix libdir bindir libexecdir version source tutorial"
    for name in names.split():
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        prefix = root / arguments.prefix.lstrip("/")
        libdir = prefix / arguments.libdir
        program = Path(folder) / "consumer"

        install = Step([arguments.meson, "install", "--no-rebuild", "-C", arguments.build, "--destdir", str(root)])
        checks.ok(install.passed, "meson install works", install.details)

        search = plain_environment(PKG_CONFIG_LIBDIR=str(libdir / "pkgconfig"), PKG_CONFIG_SYSROOT_DIR=str(root))
        version = Step([arguments.pkg_config, "--modversion", "ebbwave"], search)
        checks.ok(version.output == arguments.version, "pkg-config knows the version", version.details)
        flags = Step([arguments.pkg_config, "--cflags", "--libs", "ebbwave"], search)
        checks.ok(flags.passed, "pkg-config gives flags", flags.details)

        source = Path(folder) / "consumer.c"  # outside the tree, so that no header is found by accident
        source.write_text(Path(arguments.source).read_text(encoding="utf-8"), encoding="utf-8")
        compiler = shlex.split(arguments.cc)
        compiled = Step([*compiler, str(source), "-o", str(program), *shlex.split(flags.output)], plain_environment())
        checks.ok(compiled.passed, "a C program compiles and links with these flags alone", compiled.details)
        if compiled.passed:
            ran = Step([str(program)], plain_environment(LD_LIBRARY_PATH=str(libdir)))
            checks.ok(ran.passed and ran.output.startswith(arguments.version), "the program runs", ran.details)

        check_tutorial(checks, Path(arguments.tutorial), compiler, shlex.split(flags.output), libdir)

        command = Step([str(prefix / arguments.bindir / "ebbwave"), "version"], plain_environment())
        told = command.passed and arguments.version in command.output
        checks.ok(told, "the installed command finds its library by itself", command.details)

        check_validate(checks, prefix / arguments.bindir / "ebbwave", Path(folder))

        programs = prefix / arguments.libexecdir / "ebbwave/validation"
        if programs.is_dir():  # not without cmocka
            physics = Step([str(programs / "physics_energy")], plain_environment())
            checks.ok(physics.passed, "an installed validation program finds its library by itself", physics.details)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
