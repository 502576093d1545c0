# SPDX-License-Identifier: MIT
"""deepwave's `checkpoint_segments`: peak memory and time of one gradient against the number of segments, in 3-D.

The problem is that of bench/curves.py, as PROGRAM (bench/gradient_once.cpp) writes it down: model, dt, wavelet, source
and receivers on nodes, zero faces, order 8, f32. Every gradient must agree with the one that PROGRAM finds.

Each number of segments runs in a process of its own; its peak is that of the whole process (VmHWM), torch included, and
beside it less that of a run of one step, `net_bytes`. Times are of the wall clock and of the processors; the ratio is
of the latter. A process that takes longer than --seconds is stopped, and none is begun after --budget seconds in all:
`stopped` and `left_out` name them, so that the rows that are there are whole. Prints one JSON object; --csv FILE writes
the rows (bench/curves.py --peer).

    deepwave_segments.py PROGRAM [--size 128] [--steps 400] [--segments 0,2,5,10,20,40] [--threads N] [--csv FILE]
                         [--seconds 120] [--budget 400]
"""
import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2] / "validation/peers"), str(HERE.parents[1])]
import environment  # noqa: E402
import fresh  # noqa: E402
from contest import process_bytes  # noqa: E402

ORDER = 8
SLOTS = 50  # of our gradient: at any number it has the same bits
# Of f32 over some hundred steps; a source one node or one sample off is 1e-2 and more.
ROUNDING = 1e-4


def nodes(positions, spacing):
    """Positions in m, each on a node, as indices."""
    found = [[round(x / spacing) for x in position] for position in positions]
    if any(abs(i * spacing - x) > 1e-6 * spacing for node, position in zip(found, positions)
           for i, x in zip(node, position)):
        raise SystemExit("a source or a receiver is not on a node")
    return found


def gradient(folder, steps, segments, threads):
    """One gradient in this process: peak, seconds, a digest by which runs can be compared, and how far it is from ours.
    Other `steps` than the problem's are its first ones, without comparison."""
    import hashlib
    import warnings

    import deepwave
    import numpy as np
    import torch

    warnings.simplefilter("ignore")  # it warns that faces without a layer reflect: they are meant to
    torch.set_num_threads(threads)
    problem = json.loads((folder / "problem.json").read_text(encoding="ascii"))
    shape = (problem["edge"],) * 3
    v = torch.from_numpy(np.fromfile(folder / "velocity.f32", np.float32).reshape(shape)).requires_grad_()
    # It adds -v^2 dt^2 times the amplitude to the node. n steps have n + 1 samples.
    amplitudes = -torch.tensor(problem["amplitudes"][:steps + 1], dtype=torch.float32).reshape(1, 1, -1)
    source = torch.tensor([nodes([problem["source"]], problem["spacing"])])
    receivers = torch.tensor([nodes(problem["receivers"], problem["spacing"])])
    begin, begin_work = perf_counter(), process_time()
    # 0 leaves the option out: the whole time axis at once, all of u kept.
    traces = deepwave.scalar(
        v, problem["spacing"], problem["dt"], source_amplitudes=amplitudes, source_locations=source,
        receiver_locations=receivers, accuracy=ORDER, pml_width=0,
        checkpoint_segments=segments or None)[-1]
    (0.5 * (traces**2).sum()).backward()
    seconds, work = perf_counter() - begin, process_time() - begin_work
    found, peak = v.grad.numpy(), process_bytes("VmHWM")
    row = {"edge": problem["edge"], "steps": steps, "segments": segments, "peak_bytes": peak,
           "seconds": round(seconds, 3), "processor_seconds": round(work, 3),
           "sha256": hashlib.sha256(found.tobytes()).hexdigest()}
    if steps == problem["steps"]:
        ours = np.fromfile(folder / "gradient.f32", np.float32).reshape(shape).astype(np.float64)
        difference = float(np.linalg.norm(found - ours) / np.linalg.norm(ours))
        row["difference"] = difference if np.isfinite(difference) else float("inf")
    return row


def alone(options, folder, segments, steps):
    """The same in a new process."""
    command = [sys.executable, __file__, str(options.program), "--one", str(segments), "--folder", str(folder),
               "--steps", str(steps), "--threads", str(options.threads)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=options.seconds)
    return json.loads(run.stdout)


def all_rows(options, folder):
    """Rows by number of segments; those that were stopped; those that were not begun."""
    begin, rows, stopped, left_out = perf_counter(), [], [], []
    base = alone(options, folder, 0, 1)["peak_bytes"]
    for segments in map(int, options.segments.split(",")):
        if perf_counter() - begin > options.budget:
            left_out.append(segments)
            continue
        try:
            row = alone(options, folder, segments, options.steps)
        except subprocess.TimeoutExpired:
            stopped.append(segments)
            continue
        rows.append({**row, "net_bytes": row["peak_bytes"] - base})
        print(row, file=sys.stderr, flush=True)
    for row in rows:
        row["work_ratio"] = round(row["processor_seconds"] / rows[0]["processor_seconds"], 3)
    return base, rows, stopped, left_out


def judged(options, rows):
    size = f"deepwave's segments, {options.size}^3 x {options.steps}"
    asked = len(options.segments.split(","))
    return [
        fresh.goal(f"{size}: its gradient off ours, relative, largest",
                   max((row["difference"] for row in rows), default=0.0), "at most", ROUNDING, bool(rows),
                   "" if rows else "no row"),
        fresh.goal(f"{size}: rows of the curve", len(rows), "at least", asked),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="gradient_once, as built")
    parser.add_argument("--size", type=int, default=128, help="nodes along each axis")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--segments", default="0,2,5,10,20,40", help="0: all steps at once")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--seconds", type=float, default=120, help="the most for one process")
    parser.add_argument("--budget", type=float, default=400, help="no process is begun after so many seconds")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    absent = environment.enter("deepwave", "numpy")
    options = parser.parse_args()
    if absent:
        print(json.dumps({"missing": absent, "remedy": environment.REMEDY, "goals": []}))
        return
    if options.one is not None:
        print(json.dumps(gradient(options.folder, options.steps, options.one, options.threads)))
        return
    with tempfile.TemporaryDirectory(prefix="ebbwave-segments-") as folder:
        ours = fresh.gradient(options.program, options.size, 0, options.steps, "revolve", comparable=True, write=folder,
                              slots=min(SLOTS, options.steps), threads=options.threads)
        base, rows, stopped, left_out = all_rows(options, Path(folder))
    if options.csv and rows:
        options.csv.parent.mkdir(parents=True, exist_ok=True)
        with options.csv.open("w", encoding="ascii", newline="") as out:
            table = csv.DictWriter(out, rows[0], lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    print(json.dumps({"size": options.size, "steps": options.steps, "threads": options.threads, "base_bytes": base,
                      "field_bytes": 4 * options.size**3, "same_bits": len({row["sha256"] for row in rows}) == 1,
                      "ours": ours, "segments": rows, "stopped": stopped, "left_out": left_out,
                      "goals": judged(options, rows)}))


if __name__ == "__main__":
    main()
