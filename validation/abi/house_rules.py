# SPDX-License-Identifier: MIT
"""House rules for source text: licence lines, length of files and lines, constructs that are banned and why."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sources import C_FAMILY, source_files  # noqa: E402
from tap import Checks  # noqa: E402

CODE = C_FAMILY | {".py", ".jl"}
BUILD = {".build"}  # meson.build
LIBRARY = ("src/", "capi/")
ANYWHERE = ("",)

MAX_LINES = 700
MAX_COLUMNS = 120
# Longer files, each with its reason.
WRITTEN = "written by bindings/generate.py, a function after the other"
LONG_FILES = {
    "bindings/julia/EbbWave.jl/src/lowlevel.jl": WRITTEN,
    "bindings/python/ebbwave/_lowlevel.py": WRITTEN,
}

# Pattern, kinds of files, folders, reason. Comments are not searched: they may speak of what is banned.
BANNED = [
    (r"assert_float_equal|assert_double_equal", C_FAMILY, ANYWHERE, "passes NaN against 1.0; use ebw_assert_close"),
    (r"-ffast-math|-Ofast", CODE | BUILD, ANYWHERE, "flushes subnormals in the whole host process"),
    (r"-march=native", CODE | BUILD, ANYWHERE, "the built library must run elsewhere and under valgrind"),
    (r"\b(strcpy|strcat|sprintf|vsprintf|gets)\s*\(", C_FAMILY, ANYWHERE, "writes without a limit"),
    (r"(?<![\w.}])/(tmp|home|root|Users)/", CODE | BUILD, ANYWHERE, "a path of one machine; take one from the caller"),
    (r"\b(printf|puts|fprintf|fputs|putchar|perror)\s*\(", C_FAMILY, LIBRARY, "a library prints nothing"),
    (r"\bstd::(cout|cerr|clog)\b", C_FAMILY, LIBRARY, "a library prints nothing"),
    (r"\b(abort|exit|_exit|atexit|signal|sigaction|setlocale)\s*\(", C_FAMILY, LIBRARY, "the process is the host's"),
    (r"\bmmap\s*\(", C_FAMILY, LIBRARY, "memory that massif and our own count do not see; use aligned_buffer"),
    (r"#\s*pragma\s+omp.*\breduction\s*\(\s*[-+*]", C_FAMILY, LIBRARY, "bits differ from run to run; use base/sums.hpp"),
    (r"\bfma[fl]?\s*\(", C_FAMILY, LIBRARY, "bits differ between instruction sets"),
    (r"\bstd::(normal|uniform_\w+)_distribution\b", C_FAMILY, ANYWHERE, "differs by library; use base/rng.hpp"),
]

# A comment, or a string, which is kept with what looks like a comment inside it.
C_COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|(?P<text>"(?:\\.|[^"\\\n])*")', re.S)
HASH_COMMENT = re.compile(r"""#[^\n]*|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""")


def without_comments(path, text):
    """The text with comments blanked; line numbers stay."""

    def blank(match):
        return match.group("text") or re.sub(r"[^\n]", " ", match.group(0))

    return (C_COMMENT if path.suffix in C_FAMILY else HASH_COMMENT).sub(blank, text)


def banned_uses(path, text):
    """Every use of a banned pattern, as path:line and the reason."""
    code = without_comments(path, text)
    found = []
    for pattern, suffixes, folders, reason in BANNED:
        if path.suffix not in suffixes or not path.as_posix().startswith(folders):
            continue
        for match in re.finditer(pattern, code):
            line = code.count("\n", 0, match.start()) + 1
            found.append(f"{path}:{line}: {match.group(0).strip()}: {reason}")
    return found


def licence_faults(path, text):
    """First line SPDX (after a #! line), then in code a line that says what the file is for."""
    lines = text.splitlines()
    if lines and lines[0].startswith("#!"):
        lines = lines[1:]
    if not lines or "SPDX-License-Identifier: MIT" not in lines[0]:
        return [f"{path}: the first line is no SPDX line"]
    opening = ("//", "/*", "#", '"""')
    if path.suffix in CODE and (len(lines) < 2 or not lines[1].startswith(opening)):
        return [f"{path}: the second line does not say what the file is for"]
    return []


def length_faults(path, text):
    lines = text.splitlines()
    faults = [f"{path}:{i}: {len(line)} columns" for i, line in enumerate(lines, 1) if len(line) > MAX_COLUMNS]
    if len(lines) > MAX_LINES and path.as_posix() not in LONG_FILES:
        faults.append(f"{path}: {len(lines)} lines; split it or list it with a reason")
    return faults


def self_test(checks):
    """Each rule finds its planted fault and leaves a comment about it alone."""
    planted = {
        "a float assertion": ("validation/unit/a.c", "assert_float_equal(x, 1.0, 0.1);"),
        "a fast-math flag": ("src/a/meson.build", "add_project_arguments('-ffast-math', language: 'cpp')"),
        "an Ofast flag": ("src/a/meson.build", "link_args: ['-Ofast']"),
        "a native build": ("meson.build", "'-march=native'"),
        "an unlimited copy": ("bindings/cli/a.cpp", "strcpy(to, from);"),
        "a fixed path": ("validation/unit/a.c", 'open("/tmp/' + 'x");'),
        "printing": ("src/base/a.cpp", 'std::cerr << "oh";'),
        "a signal handler": ("capi/a.cpp", "signal(SIGINT, f);"),
        "mmap": ("src/base/a.cpp", "mmap(0, n, 0, 0, -1, 0);"),
        "a reduction": ("src/base/a.cpp", "#pragma omp parallel for reduction(+ : sum)"),
        "an fma": ("src/base/a.cpp", "y = std::fma(a, b, c);"),
        "a library's distribution": ("src/base/a.cpp", "std::normal_distribution<double> d;"),
    }
    for name, (path, text) in planted.items():
        checks.ok(banned_uses(Path(path), text), f"self-test: {name} is found")
    checks.none(banned_uses(Path("src/base/a.cpp"), "// mmap(x) is not used\n"), "self-test: comments are free")
    checks.ok(licence_faults(Path("a.cpp"), "// What it is for.\n"), "self-test: a missing licence line is found")
    checks.ok(length_faults(Path("a.cpp"), "\n" * (MAX_LINES + 1)), "self-test: a file too long is found")
    checks.ok(length_faults(Path("a.cpp"), "x" * (MAX_COLUMNS + 1)), "self-test: a line too long is found")


def main():
    root = Path(sys.argv[1])
    checks = Checks()
    paths = [p for p in source_files(root) if p.suffix in CODE | BUILD | {".in"} or p.as_posix() in ("dev", ".ci/run")]
    myself = Path("validation/abi/house_rules.py")
    uses, licences, lengths = [], [], []
    for path in paths:
        text = (root / path).read_text(encoding="utf-8")
        uses += banned_uses(path, text) if path != myself else []
        licences += licence_faults(path, text)
        lengths += length_faults(path, text) if path != myself else []
    checks.ok(len(paths) > 10, "the sources are found", [f"only {len(paths)} files below {root}"])
    checks.none(uses, "no banned construct")
    checks.none(licences, "every file opens with its licence and its purpose")
    checks.none(lengths, f"no file above {MAX_LINES} lines, no line above {MAX_COLUMNS} columns")
    stale = [name for name in LONG_FILES if not (root / name).is_file()]
    checks.none(stale, "every listed long file exists")
    self_test(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
