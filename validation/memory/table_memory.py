# SPDX-License-Identifier: MIT
"""Peak heap of loops whose schedule runs by tables, by Valgrind's massif, against the plan: within 1 % + 64 KiB, the
tables included."""
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from gradient_memory import is_as_planned, measure  # noqa: E402
from tap import Checks  # noqa: E402

KINDS = ("two_level", "disk", "mixed", "segment_disk")


def check_kind(checks, kind, idle, heap, said):
    peak, planned = heap - idle, said["planned"]
    checks.ok(is_as_planned(peak, planned), f"{kind}: the peak of the heap is the plan's {planned} bytes",
              [f"measured {peak} bytes, {peak - planned:+d}", str(said)])
    checks.ok(said["own_peak"] == planned <= said["memory"], f"{kind}: the library's own count is the plan",
              [str(said)])
    # The measure sees what it is for.
    # Leaves are few beside steps, and their table is small.
    if kind != "segment_disk":
        checks.ok(not is_as_planned(peak, planned - said["tables"]), f"{kind}: the plan without tables would not pass",
                  [str(said)])
    print(f"# {kind}: measured {peak}, planned {planned}, of it tables {said['tables']}")


def main():
    program = sys.argv[1]
    checks = Checks()
    with ThreadPoolExecutor(2) as pool, tempfile.TemporaryDirectory() as folder:
        idle = pool.submit(measure, program, KINDS[0], folder, "idle")
        runs = {kind: pool.submit(measure, program, kind, folder) for kind in KINDS}
        for kind, run in runs.items():
            check_kind(checks, kind, idle.result()[0], *run.result())
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
