# SPDX-License-Identifier: MIT
"""deepwave's `checkpoint_segments`: peak memory and time of one gradient against the number of segments, in 3-D.

A source and receivers in a smooth model, order 8, f32, no absorbing layers. Each number of segments runs in a process
of its own; its peak is that of the whole process (VmHWM), torch included, and beside it less that of a run of one step,
`net_bytes`. Times are of the wall clock and of the processors; the ratio is of the latter. A process that takes longer
than --seconds is stopped, and none is begun after --budget seconds in all: `stopped` and `left_out` name them, so that
the rows that are there are whole. Prints one JSON object; --csv FILE writes the rows (bench/curves.py --peer).

    deepwave_segments.py [--size 128] [--steps 400] [--segments 0,2,5,10,20,40] [--threads N] [--csv FILE]
                         [--seconds 120] [--budget 400]
"""
import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "validation/peers"))
import environment  # noqa: E402

SPACING, DT, F0, ORDER = 10.0, 0.001, 15.0, 8


def peak_bytes():
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return 1024 * int(line.split()[1])
    raise SystemExit("/proc/self/status has no VmHWM")


def gradient(size, steps, segments, threads):
    """One gradient in this process: peak, seconds, and a digest by which runs can be compared."""
    import hashlib
    import warnings

    import deepwave
    import torch

    warnings.simplefilter("ignore")  # it warns that faces without a layer reflect: they are meant to
    torch.set_num_threads(threads)
    ramp = torch.linspace(1500.0, 2500.0, size)
    v = ramp.expand(size, size, size).clone().requires_grad_()
    wavelet = deepwave.wavelets.ricker(F0, steps, DT, 1.2 / F0).reshape(1, 1, -1)
    source = torch.tensor([[[size // 2, size // 2, 3]]])
    receivers = torch.tensor([[[x, size // 2, 4] for x in range(0, size, 4)]])
    begin, begin_work = perf_counter(), process_time()
    # 0 leaves the option out: the whole time axis at once, all of u kept.
    traces = deepwave.scalar(
        v, SPACING, DT, source_amplitudes=wavelet, source_locations=source, receiver_locations=receivers,
        accuracy=ORDER, pml_width=0, pml_freq=F0, max_vel=2500.0, checkpoint_segments=segments or None)[-1]
    (0.5 * (traces**2).sum()).backward()
    seconds, work = perf_counter() - begin, process_time() - begin_work
    digest = hashlib.sha256(v.grad.numpy().tobytes()).hexdigest()
    return {"segments": segments, "peak_bytes": peak_bytes(), "seconds": round(seconds, 3),
            "processor_seconds": round(work, 3), "sha256": digest}


def fresh(options, segments, steps):
    """The same in a new process."""
    command = [sys.executable, __file__, "--one", str(segments), "--size", str(options.size), "--steps", str(steps),
               "--threads", str(options.threads)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=options.seconds)
    return json.loads(run.stdout)


def all_rows(options):
    """Rows by number of segments; those that were stopped; those that were not begun."""
    begin, rows, stopped, left_out = perf_counter(), [], [], []
    base = fresh(options, 0, 1)["peak_bytes"]
    for segments in map(int, options.segments.split(",")):
        if perf_counter() - begin > options.budget:
            left_out.append(segments)
            continue
        try:
            row = fresh(options, segments, options.steps)
        except subprocess.TimeoutExpired:
            stopped.append(segments)
            continue
        rows.append({**row, "net_bytes": row["peak_bytes"] - base})
        print(row, file=sys.stderr, flush=True)
    for row in rows:
        row["work_ratio"] = round(row["processor_seconds"] / rows[0]["processor_seconds"], 3)
    return base, rows, stopped, left_out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=128, help="nodes along each axis")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--segments", default="0,2,5,10,20,40", help="0: all steps at once")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--seconds", type=float, default=120, help="the most for one process")
    parser.add_argument("--budget", type=float, default=400, help="no process is begun after so many seconds")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    absent = environment.enter("deepwave")
    options = parser.parse_args()
    if absent:
        print(json.dumps({"missing": absent, "remedy": environment.REMEDY, "goals": []}))
        return
    if options.one is not None:
        print(json.dumps(gradient(options.size, options.steps, options.one, options.threads)))
        return
    base, rows, stopped, left_out = all_rows(options)
    if options.csv and rows:
        options.csv.parent.mkdir(parents=True, exist_ok=True)
        with options.csv.open("w", encoding="ascii", newline="") as out:
            table = csv.DictWriter(out, rows[0], lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    print(json.dumps({"size": options.size, "steps": options.steps, "threads": options.threads, "base_bytes": base,
                      "field_bytes": 4 * options.size**3, "same_bits": len({row["sha256"] for row in rows}) == 1,
                      "rows": rows, "stopped": stopped, "left_out": left_out, "goals": []}))


if __name__ == "__main__":
    main()
