# SPDX-License-Identifier: MIT
"""Gradients each in a process of its own, and what their benchmarks share: goals, CSV, figures."""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


# mem_heap_B over all snapshots: the `peak` tag alone is 1 % off at valgrind's default, and not needed.
MASSIF = ("valgrind", "--tool=massif", "--time-unit=B", "--peak-inaccuracy=0.0", "--max-snapshots=200",
          "--detailed-freq=1000000")


def once(program, edge, cells, steps, schedule, options, before=(), env=None):
    """What bench/gradient_once.cpp prints, run by the command `before`; an option that is True stands alone."""
    command = [*before, str(program), str(edge), str(cells), str(steps), schedule]
    for name, value in options.items():
        command += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    run = subprocess.run(command, capture_output=True, text=True, env=env)
    if run.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def heap(program, edge, cells, steps, schedule, **options):
    """Its peak heap as valgrind's massif counts it, and what it prints. One thread, since a team's own is counted too;
    valgrind has no AVX-512, and the library sees that by itself."""
    with tempfile.TemporaryDirectory(prefix="ebbwave-massif-") as folder:
        out = Path(folder) / "massif.out"
        row = once(program, edge, cells, steps, schedule, {**options, "threads": 1},
                   [*MASSIF, f"--massif-out-file={out}"], {**os.environ, "OMP_NUM_THREADS": "1"})
        return max(map(int, re.findall(r"^mem_heap_B=(\d+)$", out.read_text(encoding="utf-8"), re.M))), row


def gradient(program, edge, cells, steps, schedule, **options):
    """What bench/gradient_once.cpp prints."""
    row = once(program, edge, cells, steps, schedule, options)
    print(f"{row['schedule']}: {row['slots']} slots, {row['tape_slots']} tapes, {row['peak_bytes'] / 1e9:.3f} GB, "
          f"{row['seconds']:.1f} s", file=sys.stderr, flush=True)
    return row


def goal(name, value, sense, bar, judged=True, note=""):
    return {"name": name, "value": value, "sense": sense, "bar": bar, "judged": judged, "note": note}


def free_bytes():
    for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return 1024 * int(line.split()[1])
    raise SystemExit("/proc/meminfo does not tell MemAvailable")


def write_csv(path, rows, columns):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def figure(path, title, lines, marks=()):
    """Time against peak. lines: (label, style, rows); marks: (label, bytes) for vertical lines."""
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot
    shape, axes = pyplot.subplots(figsize=(7, 4.5))
    for label, style, rows in lines:
        rows = sorted(rows, key=lambda row: row["peak_bytes"])
        axes.plot([row["peak_bytes"] / 1e9 for row in rows], [row["seconds"] for row in rows], style, label=label)
    for label, where in marks:
        axes.axvline(where / 1e9, linestyle=":", color="grey", label=label)
    axes.set(title=title, xlabel="peak of the whole process, GB", ylabel="seconds of a gradient", xscale="log",
             yscale="log")
    axes.grid(True, which="both", alpha=0.3)
    axes.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    shape.savefig(path, bbox_inches="tight")
