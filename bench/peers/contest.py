# SPDX-License-Identifier: MIT
"""The same work by several programs: each in a process of its own, in turn, round after round.

A side is a Python class that is made in its own process from a dictionary of options; `run()` does the work once and
returns a dictionary with `seconds`. Before and after every round stand the ping-pong and the probe of
bench/conditions.cpp; a round is dropped when something else had the machine (a probe below 60 % of the best, or a
ping-pong above 1000 ns). Memory is VmHWM of a side's process less what it had before the problem was made.
"""
import importlib
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

HERE = Path(__file__).resolve().parent
LEAST_ROUNDS = 5  # undisturbed ones; fewer judge nothing
DISTURBED_NS, DISTURBED_SHARE = 1000.0, 0.6


def process_bytes(name):
    """A line of /proc/self/status in bytes, such as VmHWM."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return 1024 * int(line.split()[1])
    raise SystemExit(f"/proc/self/status has no {name}")


def forget_peak():
    """VmHWM of this process is from here on that of what comes."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def timed(work):
    """What `work` returned, and its time by the wall clock and by the processors."""
    begin, begin_work = perf_counter(), process_time()
    result = work()
    return result, {"seconds": perf_counter() - begin, "processor_seconds": process_time() - begin_work}


class Side:
    """A program in a process of its own, run by `python`."""

    def __init__(self, name, python, module, threads=2, **options):
        self.name = name
        # What is spread over threads is bound by OpenMP's number; numpy's BLAS takes no part.
        env = {**os.environ, "OMP_NUM_THREADS": str(threads), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [str(python), str(HERE / "contest.py"), module, json.dumps({"threads": threads, **options})]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
        self.about = self._answer()

    def _answer(self):
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name}: ended with exit code {self._process.wait()}")
        return json.loads(line)

    def ask(self, method, **arguments):
        """Calls a method of the side's object."""
        self._process.stdin.write(json.dumps([method, arguments]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def variants(tile, **options):
    """Our side with plain sweeps and, where the library knows them, with tiles."""
    sides = [Side(name, sys.executable, "side_ebbwave", tile=shape, **options)
             for name, shape in (("plain", "plain"), ("tiled", tile))]
    if not sides[1].about["knows_tiles"]:
        sides.pop().close()
    return sides


@contextmanager
def closing(*sides):
    try:
        yield sides
    finally:
        for side in sides:
            side.close()


class Conditions:
    """bench/conditions.cpp at work."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([str(program)], stdin=pipe, stdout=pipe, text=True)
        self.now()  # its memory is touched

    def now(self):
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def busy_seconds():
    """Of all processors since the start, whoever used them; what the host took is in it."""
    user, nice, system, _idle, _iowait, *others = map(int, Path("/proc/stat").read_text("ascii").split()[1:9])
    return (user + nice + system + sum(others)) / os.sysconf("SC_CLK_TCK")


def alternate(conditions, rounds, steps):
    """rounds x all of `steps`, (name, function) each, the other way about in every second round; [{name: result}].

    Each round has its conditions, `others`, the share of the processors that others had meanwhile, and whether it was
    disturbed.
    """
    result, before = [], conditions.now()
    for number in range(rounds):
        begin, busy = perf_counter(), busy_seconds()
        row = {name: work() for name, work in (steps if number % 2 == 0 else steps[::-1])}
        own = sum(row[name]["processor_seconds"] for name, _ in steps)
        others = (busy_seconds() - busy - own) / (os.cpu_count() * (perf_counter() - begin))
        after = conditions.now()
        row["others"] = max(0.0, others)
        row["ping_pong_ns"] = before["ping_pong_ns"]
        row["probes"] = [before["probe_GB_per_s"], after["probe_GB_per_s"]]
        result.append(row)
        told = ", ".join(f"{name} {row[name]['seconds']:.3f} s" for name, _ in steps)
        print(f"round {number + 1} of {rounds}: {told}; {row['ping_pong_ns']:.0f} ns, probe {row['probes']}, "
              f"others {row['others']:.2f}",
              file=sys.stderr, flush=True)
        before = after
    best = max(max(row["probes"]) for row in result)
    for row in result:
        row["disturbed"] = row["ping_pong_ns"] >= DISTURBED_NS or min(row["probes"]) < DISTURBED_SHARE * best
    return result


def kept(rounds):
    return [row for row in rounds if not row["disturbed"]]


def shown(rounds):
    """Those, or all where all were disturbed: told() says so, and no goal is judged by them."""
    return kept(rounds) or rounds


def ratio(rounds, over, under, of=lambda result: result["seconds"]):
    """Median over the rounds of one side's time over another's."""
    return median(of(row[over]) / row[under]["seconds"] for row in shown(rounds))


def middle(rounds, side, of=lambda result: result["seconds"]):
    return median(of(row[side]) for row in shown(rounds))


def work_ratio(rounds, over, under):
    """The same of the processors' time, waiting for other threads included, other programs not."""
    return median(row[over]["processor_seconds"] / row[under]["processor_seconds"] for row in shown(rounds))


def told(rounds):
    """The conditions in words, for a goal's note."""
    good = kept(rounds)
    trip = median(row["ping_pong_ns"] for row in shown(rounds))
    probe = median(sum(row["probes"]) / 2 for row in shown(rounds))
    others = median(row["others"] for row in shown(rounds))
    count = f"{len(good)} of {len(rounds)} rounds" if good else f"all {len(rounds)} rounds, all disturbed"
    return f"{count}; ping-pong {trip:.0f} ns, probe {probe:.0f} GB/s, {100 * others:.0f} % of the processors others'"


def goal(name, value, sense, bar, rounds, judged=True, note=""):
    """A line of the table of ./dev bench, judged by undisturbed rounds."""
    judged = judged and len(kept(rounds)) >= LEAST_ROUNDS
    return {"name": name, "value": value, "sense": sense, "bar": bar, "judged": judged,
            "note": "; ".join(part for part in (note, told(rounds)) if part)}


def unjudged(name, bar, note):
    return {"name": name, "value": 0.0, "sense": "at least", "bar": bar, "judged": False, "note": note}


def absent(names, packages, remedy):
    """What a benchmark prints when the programs to compare with are not there."""
    note = f"no {' and no '.join(packages)}; {remedy}"
    return {"missing": packages, "goals": [unjudged(name, bar, note) for name, bar in names]}


def machine():
    """Processor, cores, last cache and memory of this machine."""
    info = {line.split(":")[0].strip(): line.split(":")[1].strip()
            for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines() if ":" in line}
    caches = sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size"))
    memory = Path("/proc/meminfo").read_text(encoding="ascii").split()[1]
    return {"processor": info.get("model name", "unknown"), "cores": os.cpu_count(),
            "last_cache": caches[-1].read_text(encoding="ascii").strip() if caches else "unknown",
            "memory_GB": round(1024 * int(memory) / 1e9, 1)}


def write(out, name, result, tables, figure):
    """JSON, Markdown and, by `figure(axes)`, an SVG into the folder `out`; the JSON also to stdout.

    tables: (title, list of rows as dictionaries) each.
    """
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot

    out.mkdir(parents=True, exist_ok=True)
    lines = []
    for title, rows in tables:
        lines += [f"**{title}**", "", "| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0])]
        lines += ["| " + " | ".join(str(value) for value in row.values()) + " |" for row in rows] + [""]
    (out / f"{name}.md").write_text("\n".join(lines), encoding="utf-8")
    shape, axes = pyplot.subplots(figsize=(7, 3.5))
    figure(axes)
    axes.grid(True, axis="x", alpha=0.3)
    shape.savefig(out / f"{name}.svg", bbox_inches="tight")
    result = {**result, "machine": machine(), "markdown": str(out / f"{name}.md"), "figure": str(out / f"{name}.svg")}
    (out / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result))


def serve(module, options):
    """The other end of Side: answers with what the object's methods return."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what others print is no answer

    def reply(value):
        replies.write(json.dumps(value) + "\n")
        replies.flush()

    side = importlib.import_module(module).Side(**options)
    reply(side.about)
    for line in sys.stdin:
        method, arguments = json.loads(line)
        reply(getattr(side, method)(**arguments))


if __name__ == "__main__":
    serve(sys.argv[1], json.loads(sys.argv[2]))
