# SPDX-License-Identifier: MIT
"""The committed low-level layers of the bindings say what the headers say, and a stale one is found."""
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings"))
from generate import WRITERS, layers, stale_layers  # noqa: E402
from headers import read_folder  # noqa: E402
from tap import Checks  # noqa: E402

ADDED = "/* Planted. Never fails. Threads: any. Since 0.1. */\nEBW_API int32_t ebw_planted(double width, void *user);\n"


def copy_of(root, folder):
    """The headers and the layers of a tree, to plant faults in."""
    shutil.copytree(root / "capi/include", folder / "capi/include")
    shutil.copy(root / "meson.build", folder / "meson.build")
    for writer in WRITERS:
        (folder / writer.PATH).parent.mkdir(parents=True)
        shutil.copy(root / writer.PATH, folder / writer.PATH)
    return folder


def self_test(checks, root):
    """Planted: a header that moved on, a layer that was edited, one that is missing, a C type that no binding knows."""
    with tempfile.TemporaryDirectory() as name:
        folder = copy_of(root, Path(name))
        checks.none([str(p) for p in stale_layers(folder)], "self-test: an untouched copy is fresh")
        layer = folder / WRITERS[0].PATH
        text = layer.read_text(encoding="utf-8")
        layer.write_text(text.replace("EBW_ERR_SHAPE = 11", "EBW_ERR_SHAPE = 12"), encoding="utf-8")
        checks.ok(stale_layers(folder) == [layer], "self-test: an edited constant is found, in its layer alone")
        layer.unlink()
        checks.ok(stale_layers(folder) == [layer], "self-test: a missing layer is found")
        header = folder / "capi/include/ebbwave/base.h"
        whole = header.read_text(encoding="utf-8")
        header.write_text(whole + ADDED, encoding="utf-8")
        checks.ok(len(stale_layers(folder)) == len(WRITERS), "self-test: a new function makes every layer stale")
        header.write_text(whole + ADDED.replace("double width", "float width"), encoding="utf-8")
        try:
            layers(folder)
            checks.ok(False, "self-test: a C type that no binding knows is refused")
        except ValueError as refusal:
            checks.ok("float" in str(refusal), "self-test: a C type that no binding knows is refused", [str(refusal)])


def main():
    root = Path(sys.argv[1])
    checks = Checks()
    stale = [f"{path.relative_to(root)}: run python3 bindings/generate.py" for path in stale_layers(root)]
    checks.none(stale, "every committed layer is what the headers say")
    functions, _ = read_folder(root / "capi/include")
    for writer in WRITERS:
        text = (root / writer.PATH).read_text(encoding="utf-8")
        missing = [function.name for function in functions if function.name not in text]
        checks.none(missing, f"{writer.PATH} has every function")
    self_test(checks, root)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
