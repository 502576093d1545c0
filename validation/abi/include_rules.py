# SPDX-License-Identifier: MIT
"""Who may include whom: reads every #include, compares the arrow with the table below and looks for cycles."""
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from sources import C_FAMILY, source_files  # noqa: E402
from tap import Checks  # noqa: E402

HEADERS = "capi/include"
CHECK = "validation/unit"  # check.h, the test tool, serves all of validation
CORE = ["src/base", "src/schedule", "src/storage", "src/executor", "src/wave", "src/gradient", "src/verify"]

# Room -> rooms that it may include, beside itself and the standard library.
MAY_INCLUDE = {
    "src/base": [],
    "src/schedule": ["src/base"],
    "src/storage": ["src/base"],
    "src/verify": ["src/base"],
    "src/executor": ["src/base", "src/schedule", "src/storage"],
    "src/wave": ["src/base"],
    "src/gradient": ["src/base", "src/schedule", "src/storage", "src/executor", "src/wave"],
    HEADERS: [],
    "capi": [HEADERS, *CORE],
    "bindings/cli": [HEADERS],
    "docs/examples": [HEADERS],
    "validation/unit": [HEADERS],
    "validation/languages": [HEADERS, "docs/examples"],
    "validation/physics": [HEADERS, CHECK],
    "validation/gradient": [HEADERS, CHECK],
    "validation/mutants": [HEADERS, "capi", CHECK, *CORE],
    "validation/memory": [HEADERS, CHECK],
    "validation/faults": [HEADERS, CHECK],
    "validation/abi": [HEADERS, CHECK],
    "validation/command": [HEADERS],
    "validation/consumer": [HEADERS],
    "validation/core": [HEADERS, "capi", CHECK, *CORE],
    "bench": [HEADERS, "capi", *CORE],
}

# Other people's headers -> the only places that may see them.
FOREIGN = {
    "CLI/": ["bindings/cli"],
    "nlohmann/": ["bindings/cli", "bench"],
    "cmocka.h": [CHECK, "validation/core", "validation/abi"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def room_of(path):
    """The longest room name that is a folder above the path, or None."""
    text = path.as_posix()
    rooms = [room for room in MAY_INCLUDE if text.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def target_of(root, path, name):
    """The file of ours that an include names, or None for a header from elsewhere."""
    if name == "config.hpp" and room_of(path) == "capi":
        return Path("capi/config.hpp.in")
    for folder in (path.parent, Path("src"), Path(HEADERS), Path("capi"), Path(CHECK), Path(".")):
        if (root / folder / name).is_file():
            return Path((root / folder / name).resolve().relative_to(root.resolve()))
    return None


def foreign_fault(path, name):
    for prefix, rooms in FOREIGN.items():
        if name.startswith(prefix) and room_of(path) not in rooms:
            return f"{path}: <{name}> is for {', '.join(rooms)} only"
    return None


def arrow_fault(path, target):
    source_room, target_room = room_of(path), room_of(target)
    if target_room not in (source_room, *MAY_INCLUDE[source_room]):
        allowed = ", ".join(MAY_INCLUDE[source_room]) or "the standard library only"
        return f"{path}: {source_room} includes {target} of {target_room}; it may include {allowed}"
    return None


def read_arrows(root):
    """The graph of our files and the list of faults."""
    graph, faults = {}, []
    for path in source_files(root, C_FAMILY):
        if room_of(path) is None:
            faults.append(f"{path}: lies in no room; add its room to the table")
            continue
        graph[path] = []
        for bracket, name in INCLUDE.findall((root / path).read_text(encoding="utf-8")):
            target = target_of(root, path, name)
            if target is not None:
                graph[path].append(target)
                faults.append(arrow_fault(path, target))
            elif bracket == '"':
                faults.append(f'{path}: "{name}" is no file of the project')
            else:
                faults.append(foreign_fault(path, name))
    return graph, [fault for fault in faults if fault]


def find_cycle(graph):
    """One chain of files that includes itself, or an empty list."""
    done, trail = set(), []

    def visit(node):
        if node in trail:
            return trail[trail.index(node):] + [node]
        if node in done:
            return []
        trail.append(node)
        for target in graph.get(node, []):
            cycle = visit(target)
            if cycle:
                return cycle
        trail.pop()
        done.add(node)
        return []

    for node in graph:
        cycle = visit(node)
        if cycle:
            return [path.as_posix() for path in cycle]
    return []


def self_test(checks):
    """Planted arrows: each forbidden one must be found, an allowed one must not."""

    def found(files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            graph, faults = read_arrows(root)
            return faults + find_cycle(graph)

    def arrow(source, target):
        name = target.removeprefix("src/").removeprefix("capi/include/").removeprefix("capi/")
        return {source: f'#include "{name}"\n', target: ""}

    allowed = arrow("src/executor/a.hpp", "src/schedule/b.hpp")
    checks.none(found(allowed), "self-test: executor may include schedule")
    forbidden = {
        "wave including executor": arrow("src/wave/a.hpp", "src/executor/b.hpp"),
        "schedule including storage": arrow("src/schedule/a.hpp", "src/storage/b.hpp"),
        "verify including wave": arrow("src/verify/a.cpp", "src/wave/b.hpp"),
        "gradient including verify": arrow("src/gradient/a.cpp", "src/verify/b.hpp"),
        "src including capi": arrow("src/base/a.cpp", "capi/entry.hpp"),
        "src including a public header": arrow("src/base/a.cpp", "capi/include/ebbwave/base.h"),
        "a public header including src": arrow("capi/include/ebbwave/a.h", "src/base/b.hpp"),
        "the command including src": arrow("bindings/cli/a.cpp", "src/base/b.hpp"),
        "a unit test including src": arrow("validation/unit/a.c", "src/base/b.hpp"),
        "a dependency outside its place": {"src/base/a.cpp": "#include <nlohmann/json.hpp>\n"},
        "a room that is not in the table": {"src/elsewhere/a.cpp": ""},
        "a cycle": {"src/base/a.hpp": '#include "base/b.hpp"\n', "src/base/b.hpp": '#include "base/a.hpp"\n'},
    }
    for name, files in forbidden.items():
        checks.ok(found(files), f"self-test: {name} is found")


def main():
    root = Path(sys.argv[1])
    checks = Checks()
    graph, faults = read_arrows(root)
    checks.ok(len(graph) > 10, "the sources are found", [f"only {len(graph)} files below {root}"])
    checks.none(faults, "every include is an arrow of the table")
    checks.none(find_cycle(graph), "no file includes itself through others")
    self_test(checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
