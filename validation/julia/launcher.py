# SPDX-License-Identifier: MIT
"""bindings/julia/julia with Julias of our own making: a sound one is left alone, a sick one is cured or refused."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

# A Julia that dies of the probe unless `cure` is in the library path; otherwise it tells its path and its arguments.
SICK = """#!/bin/sh
case "$*:$LD_LIBRARY_PATH" in *catch*:*{cure}*) ;; *catch*) kill -SEGV $$ ;; esac
echo "path=$LD_LIBRARY_PATH arguments=$*"
"""
SOUND = '#!/bin/sh\necho "path=$LD_LIBRARY_PATH arguments=$*"\n'


class Tree:
    """A clone with a launcher, and a folder on the PATH with one Julia."""

    def __init__(self, folder, launcher, julia=None, libunwind=False):
        self.launcher = folder / "bindings/julia/julia"
        self.launcher.parent.mkdir(parents=True)
        shutil.copy(launcher, self.launcher)
        self.bin = folder / "bin"
        self.bin.mkdir()
        for tool in ("bash", "dirname"):  # no other folder on the PATH: a real Julia may lie beside these
            (self.bin / tool).symlink_to(shutil.which(tool))
        if julia:
            self.add(self.bin / "julia", julia)
        if libunwind:
            library = folder / ".julia-libunwind/usr/lib/any/libunwind.so.8"
            library.parent.mkdir(parents=True)
            library.touch()

    @staticmethod
    def add(path, text):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run(self, **environment):
        # The launcher's own folder comes first on the PATH: it must not start itself.
        path = f"{self.launcher.parent}:{self.bin}"
        words = [str(self.launcher), "-e", "two words"]
        clean = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "EBW_JULIA")}
        return subprocess.run(words, env={**clean, "PATH": path, **environment}, capture_output=True, text=True,
                              check=False, timeout=60)


def check_all(checks, launcher, folder):
    done = Tree(folder / "sound", launcher, SOUND, libunwind=True).run()
    alone = done.stdout == "path= arguments=-e two words\n"
    checks.ok(alone, "a sound Julia is left alone", [done.stdout, done.stderr])

    sick = SICK.format(cure=".julia-libunwind")
    done = Tree(folder / "cured", launcher, sick, libunwind=True).run(LD_LIBRARY_PATH="kept")
    cured = ".julia-libunwind/usr/lib/any:kept arguments=-e two words" in done.stdout and done.returncode == 0
    checks.ok(cured, "a sick Julia gets the older libunwind first", [done.stdout, done.stderr])
    checks.ok(not done.stderr, "the cure is silent", [done.stderr])

    done = Tree(folder / "sick", launcher, sick).run()
    refused = done.returncode == 127 and "setup.sh" in done.stderr and not done.stdout
    checks.ok(refused, "without it a sick Julia is refused with the remedy", [done.stdout, done.stderr])

    done = Tree(folder / "none", launcher).run(EBW_JULIA="")
    refused = done.returncode == 127 and "./dev setup" in done.stderr
    checks.ok(refused, "without a Julia the remedy is named", [done.stderr])

    named = Tree(folder / "named", launcher)
    Tree.add(folder / "mine", SOUND)
    done = named.run(EBW_JULIA=str(folder / "mine"))
    checks.ok(done.returncode == 0, "EBW_JULIA names another Julia", [done.stderr])
    done = named.run(EBW_JULIA=str(folder / "absent"))
    checks.ok(done.returncode == 127 and "EBW_JULIA" in done.stderr, "a wrong EBW_JULIA is named", [done.stderr])


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        check_all(checks, Path(sys.argv[1]), Path(folder))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
