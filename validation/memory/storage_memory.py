# SPDX-License-Identifier: MIT
"""Peak heap of storages, by Valgrind's massif: s slots in memory are s checkpoints + 64 KiB, files and tiers take their
places alone, and a compressed storage really holds compressed bytes."""
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

SLOTS, BYTES = 24, 1_000_000
MASSIF = ["valgrind", "--tool=massif", "--time-unit=B", "--peak-inaccuracy=0.0", "--max-snapshots=200",
          "--detailed-freq=1000000"]
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1"}
NOT_BUILT = 77
# Bytes beside slots, by kind: checkpoints that are staged, and memory that is not the library's to count. zstd's tables
# for level 1 and 1 MB come to about 1.3 MB for both directions.
KINDS = {"memory": (0, 0), "disk": (1, 0), "tiered": (2, 0), "zstd": (2, 1_500_000)}
SLACK = 65536


def measure(program, kind):
    """Peak heap in bytes and what the program printed; None when the kind was not built in."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "massif.out"
        checkpoints = Path(folder) / "checkpoints"
        run = subprocess.run([*MASSIF, f"--massif-out-file={out}", program, kind, str(SLOTS), str(BYTES), checkpoints],
                             env=ENVIRONMENT, capture_output=True, text=True, timeout=300)
        if run.returncode == NOT_BUILT:
            return None
        if run.returncode:
            raise RuntimeError(f"{kind}: exit code {run.returncode}\n{run.stderr}")
        left = sorted(p.name for p in checkpoints.iterdir()) if checkpoints.exists() else []
        heap = [int(bytes_) for bytes_ in re.findall(r"^mem_heap_B=(\d+)$", out.read_text(encoding="utf-8"), re.M)]
        return max(heap), json.loads(run.stdout), left


def main():
    program = sys.argv[1]
    checks = Checks()
    with ThreadPoolExecutor(2) as pool:
        runs = {kind: pool.submit(measure, program, kind) for kind in ("idle", *KINDS)}
    idle = runs["idle"].result()[0]
    for kind, (places, foreign) in KINDS.items():
        result = runs[kind].result()
        if result is None:
            print(f"# {kind}: not built in, not tested")
            continue
        heap, said, left = result
        peak = heap - idle
        in_slots = {"memory": SLOTS * BYTES, "zstd": said["held"]}.get(kind, 0)
        least = in_slots + places * BYTES
        print(f"# {kind}: measured {peak}, counted {said['own_peak']}, of which slots {in_slots}")
        checks.ok(least <= peak <= least + foreign + SLACK,
                  f"{kind}: the heap is its slots, {places} places and at most 64 KiB",
                  [f"measured {peak} bytes, slots and places {least}"])
        checks.ok(least <= said["own_peak"] <= least + SLACK, f"{kind}: the library's own count says so too",
                  [f"counted {said['own_peak']}"])
        checks.ok(not left, f"{kind}: no file is left", left)
        if kind == "zstd":
            checks.ok(peak < 0.8 * SLOTS * BYTES, "zstd: the heap holds compressed bytes", [f"measured {peak}"])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
