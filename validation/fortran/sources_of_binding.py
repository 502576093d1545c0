# SPDX-License-Identifier: MIT
"""The text of the Fortran binding: public procedures are documented, constants are passed on, fpm.toml is valid."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

FOLDER = Path("bindings/fortran")
HEAD = re.compile(r"^  (?:impure elemental )?(?:subroutine|function) (\w+)\(([^)]*)\)", re.M)
BOUND = re.compile(r"^    (?:procedure|generic) :: ((?:.|&\n)*?)$", re.M)
PUBLIC = re.compile(r"^  public :: ([\w, ]+)$", re.M)
GIVEN = {"self", "stat", "errmsg"}  # said once for all, in ebbwave.f90
MAX_COLUMNS, MAX_LINES = 120, 700


def comment_above(lines, row):
    comment = []
    while row > 0 and lines[row - 1].startswith("  !"):
        row -= 1
        comment.insert(0, lines[row].strip()[1:].strip())
    return " ".join(comment)


def bound_names(text):
    """The procedures behind the names that are bound to types and public."""
    names = set()
    for match in BOUND.finditer(text):
        target = match.group(1).split("=>")[-1]
        names |= set(re.findall(r"\w+", target))
    return names


def missing_parts(name, parameters, comment):
    """What the comment above a procedure lacks, in words."""
    if re.match(r"As \w+(,|\.)", comment):
        return []
    missing = [f"the parameter {p}" for p in parameters if p not in GIVEN and not re.search(rf"\b{p}\b", comment)]
    if not re.match(r"[A-Z].*?[.:](\s|$)", comment):
        missing.append("a first sentence")
    if "Errors:" not in comment and "Never fails" not in comment:
        missing.append('"Errors:" or "Never fails"')
    if not re.search(r"\bSince \d+\.\d+", comment):
        missing.append('"Since" with a release')
    return [f"{name} lacks {part}" for part in missing]


def undocumented(text):
    """Faults of all public procedures of a module, and how many there are."""
    lines, names, faults, count = text.splitlines(), bound_names(text), [], 0
    for match in HEAD.finditer(text):
        if match.group(1) in names or re.match(r"ebw_|ricker$", match.group(1)):
            count += 1
            row = text.count("\n", 0, match.start())
            parameters = re.findall(r"\w+", match.group(2))
            faults += missing_parts(match.group(1), parameters, comment_above(lines, row))
    return faults, count


def check_documentation(checks, texts):
    total = 0
    for name, text in texts.items():
        faults, count = undocumented(text)
        total += count
        checks.none(faults, f"{name}: {count} public procedures are documented")
    checks.ok(total > 100, "the procedures are found", [str(total)])
    good = "  ! Opens. width (in): metres. Errors: none. Since 0.1.\n  subroutine ebw_open(width)\n"
    checks.none(undocumented(good)[0], "self-test: a complete comment passes")
    for part in ("width", "Errors:", "Since 0.1"):
        checks.ok(undocumented(good.replace(f"{part}", "x", 1))[0], f"self-test: a comment without {part} is found")


def check_constants(checks, root):
    layer = (root / FOLDER / "ebw_c.f90").read_text(encoding="utf-8")
    passed_on = (root / FOLDER / "ebbwave.f90").read_text(encoding="utf-8")
    names = re.findall(r"parameter :: (EBW_\w+)", layer)
    wanted = [name for name in names if not name.startswith("EBW_LAYER")]
    lost = [name for name in wanted if not re.search(rf"^\s.*\b{name}\b", passed_on, re.M)]
    checks.ok(len(wanted) > 50, "the constants are found", [str(len(wanted))])
    checks.none(lost, "module ebbwave passes on every constant")


def check_manifest(checks, root, version):
    try:
        import tomllib
    except ImportError:  # before Python 3.11
        checks.skip("fpm.toml is valid", "this Python has no TOML reader")
        return
    manifest = tomllib.loads((root / FOLDER / "fpm.toml").read_text(encoding="utf-8"))
    checks.ok(manifest["name"] == "ebbwave" and manifest["version"] == version, "fpm.toml has name and version")
    checks.ok(manifest["build"]["link"] == "ebbwave", "fpm.toml links the library")
    sources = root / FOLDER / manifest["library"]["source-dir"]
    modules = {f.stem for f in sources.glob("*.f90") if re.search(rf"^module {f.stem}$", f.read_text("utf-8"), re.M)}
    checks.ok({"ebbwave", "ebw_c"} <= modules, "its source folder has the modules", [str(sorted(modules))])
    known = {"name", "version", "license", "description", "build", "library"}
    checks.none(sorted(set(manifest) - known), "fpm.toml has no unknown key")


def main():
    root, version = Path(sys.argv[1]), sys.argv[2]
    checks = Checks()
    ours = [*sorted((root / FOLDER).glob("ebbwave*.f90"))]
    texts = {path.name: path.read_text(encoding="utf-8") for path in ours}
    check_documentation(checks, texts)
    check_constants(checks, root)
    check_manifest(checks, root, version)
    shape = []
    for path in [*ours, *(root / "docs/examples/fortran").glob("*.f90"), *(root / "validation/fortran").glob("*.f90")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        shape += [f"{path.name}:{i}: {len(x)} columns" for i, x in enumerate(lines, 1) if len(x) > MAX_COLUMNS]
        shape += [f"{path.name}: {len(lines)} lines"] * (len(lines) > MAX_LINES)
        licensed = lines[0] == "! SPDX-License-Identifier: MIT" and lines[1].startswith("! ")
        shape += [] if licensed else [f"{path.name}: no licence line, or no purpose below it"]
    checks.none(shape, f"licence, purpose, at most {MAX_LINES} lines of {MAX_COLUMNS} columns")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
