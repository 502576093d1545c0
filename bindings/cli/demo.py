# SPDX-License-Identifier: MIT
"""The demo: one gradient of a 2-D inversion with every step stored and with a tenth of that, the same bits, a picture.

    python demo.py --command build/bindings/cli/ebbwave --out build/demo
    python demo.py --command ... --out ... --model FILE.npy --axes zx --spacing 52.2

Exit code: 0 when both gradients have the same bits and the dot and Taylor tests pass, else 1.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

import numpy as np

from demo_figure import draw
from starting_model import starting_model, water_mask
from synthetic_model import synthetic_model

BOUNDARY = "cpml:20"
NODES_PER_WAVELENGTH = 10  # at the peak frequency, where the model is slowest
NODES_PER_RECEIVER = 4
SLOT_SHARE = 0.10  # of the bytes that store-all keeps
CHECK_NODES = (200, 100)  # window on which the tests run: they take some hundred sweeps
CHECK_STEPS = 700
STORE_ALL_MEMORY = "1000TB"  # any budget in which every step can be kept


def main():
    arguments = parse_arguments()
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    say("making the models")
    survey = Survey(arguments)
    print(survey.describe(), flush=True)

    say("planning")
    store_all = survey.plan("--memory", STORE_ALL_MEMORY)
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if store_all["total_bytes"] > machine:
        needed = f"{store_all['total_bytes'] / 1e9:.1f} GB of {machine / 1e9:.1f} GB"
        sys.exit(f"demo: to store every step takes {needed} of memory; shorten the record with --seconds")
    slots = slots_within(SLOT_SHARE * slot_bytes(store_all), survey)
    few_slots = survey.plan("--slots", str(slots))
    runs = []
    for what, plan, file, budget in (
        ("every step stored", store_all, "gradient_store_all.npy", ("--memory", str(store_all["total_bytes"]))),
        (f"{slots} slots", few_slots, "gradient_slots.npy", ("--slots", str(slots))),
    ):
        say(f"data of the true model, then the gradient with {what}: {plan['forward_steps']} forward steps a shot")
        runs.append((plan, survey.gradient(out / file, *budget)))
    print_table(runs)
    same_bits = (out / "gradient_store_all.npy").read_bytes() == (out / "gradient_slots.npy").read_bytes()
    print(f"Same bits in both gradients: {'yes' if same_bits else 'NO'}\n", flush=True)

    say("dot test and Taylor test, some hundred sweeps")
    passed = survey.check_gradient(arguments.check, out / "ladder.csv")
    gradient = survey.in_logical_order(np.load(out / "gradient_slots.npy"))
    ladder = np.genfromtxt(out / "ladder.csv", delimiter=",", names=True)
    say("shot record over the true model")
    record = survey.shot_record()
    say("drawing")
    draw(out / "gradient.png", survey, gradient, record, ladder)
    print(f"\nPicture: {out / 'gradient.png'}")
    return 0 if same_bits and passed else 1


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", type=pathlib.Path, required=True, help="the built command ebbwave")
    parser.add_argument("--check", type=pathlib.Path, help="the built example check_gradient (default: beside it)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for models, gradients and the picture")
    parser.add_argument("--model", type=pathlib.Path, help="true velocity, .npy in m/s (default: the synthetic model)")
    parser.add_argument("--axes", choices=("xz", "zx"), default="xz", help="order of the axes of --model")
    parser.add_argument("--spacing", type=float, help="metres between the nodes of --model")
    parser.add_argument("--freq", type=float, help="peak frequency in Hz (default: by the slowest wavelength)")
    parser.add_argument("--seconds", type=float, help="recorded time (default: down to the model's bottom and back)")
    parser.add_argument("--shots", type=int, default=8)
    parser.add_argument("--threads", type=int, default=0, help="0: all")
    arguments = parser.parse_args()
    if arguments.model and not arguments.spacing:
        parser.error("--model needs --spacing H, the metres between its nodes")
    if arguments.spacing and not arguments.model:
        parser.error("--spacing belongs to --model; the synthetic model has 20 m")
    if arguments.shots < 1:
        parser.error(f"--shots {arguments.shots}: at least 1")
    if not arguments.check:
        arguments.check = arguments.command.resolve().parents[2] / "docs/examples/check_gradient"
    return arguments


class Survey:
    """Models, sources and receivers of the demo, and the command's runs on them."""

    def __init__(self, arguments):
        self.out, self.command = arguments.out, arguments.command
        self.axes, self.threads, self.shots = arguments.axes, arguments.threads, arguments.shots
        if arguments.model:
            self.spacing = arguments.spacing
            self.true = self.in_logical_order(load_model(arguments.model)).astype(np.float32)
        else:
            self.spacing = 20.0
            self.true = synthetic_model(spacing=self.spacing)
        self.water = water_mask(self.true)
        self.width, self.depth = (np.array(self.true.shape) - 1) * self.spacing
        # Long enough that reflectors vanish, short enough that waves arrive within half a period of the true ones.
        self.start = starting_model(self.true, self.spacing, length=self.depth / 20)
        self.true_file, self.start_file = self.out / "true.npy", self.out / "start.npy"
        np.save(self.true_file, self.in_logical_order(self.true))
        np.save(self.start_file, self.in_logical_order(self.start))

        slowest = float(self.true.min())
        self.frequency = arguments.freq or round(slowest / (NODES_PER_WAVELENGTH * self.spacing), 2)
        there_and_back = 2 * float(np.mean(np.sum(1.0 / self.true, axis=1))) * self.spacing
        seconds = arguments.seconds or 1.2 / self.frequency + 1.4 * there_and_back
        # The time step is part of the map: one for all runs, the one that the command takes for the pair of models.
        self.steps, self.dt = 1, None
        self.dt = self.plan("--memory", STORE_ALL_MEMORY)["dt"]
        self.steps = int(np.ceil(seconds / self.dt))

    def in_logical_order(self, array):
        """Turns an array from the axes of the files to (x, z), and back."""
        return np.ascontiguousarray(array.T) if self.axes == "zx" else array

    def source_line(self):
        return self._line(0.05, self.shots)

    def receiver_line(self, nodes_apart=NODES_PER_RECEIVER):
        return self._line(0.0, 1 + (self.true.shape[0] - 1) // nodes_apart)

    def _line(self, margin, number):
        """Points two nodes deep from end to end of the model, but for a share of margin at either side; one alone lies
        in the middle."""
        margin = margin if number > 1 else 0.5
        x0, x1, z = margin * self.width, (1 - margin) * self.width, 2 * self.spacing
        return f"line:{float(x0)!r},{z!r}:{float(x1)!r},{z!r}:{number}"

    def describe(self):
        nx, nz = self.true.shape
        return (
            f"Model {nx} x {nz} nodes, {self.spacing:g} m; {self.shots} shots at {self.frequency:g} Hz, "
            f"{self.receiver_line().split(':')[-1]} receivers; {self.steps} steps of "
             f"{1e3 * self.dt:.4g} ms; {BOUNDARY}\n"
        )

    def common(self, sources, receivers):
        options = ["--axes", self.axes, "--spacing", repr(self.spacing), "--steps", str(self.steps)]
        options += ["--freq", repr(self.frequency), "--boundary", BOUNDARY]
        options += ["--sources", sources, "--receivers", receivers]
        options += ["--dt", repr(self.dt)] if self.dt else []
        return options + (["--threads", str(self.threads)] if self.threads else [])

    def plan(self, *budget):
        models = (self.start_file, "--true-model", self.true_file)
        return self._run("plan", *models, *self.common(self.source_line(), self.receiver_line()), *budget)

    def gradient(self, file, *budget):
        models = (self.start_file, "--true-model", self.true_file)
        survey = self.common(self.source_line(), self.receiver_line())
        return self._run("gradient", *models, *survey, *budget, "--out", file)

    def shot_record(self):
        """Traces [receiver][sample] of one shot over the middle of the true model, a receiver at each node."""
        source = self.out / "middle_shot.csv"
        source.write_text(f"x,z\n{float(self.width) / 2!r},{2 * self.spacing!r}\n")
        files = ("--out", self.out / "middle_shot_gradient.npy", "--traces", self.out / "middle_shot.npy")
        self._run("gradient", self.true_file, *self.common(str(source), self.receiver_line(1)), *files)
        return np.load(self.out / "middle_shot.npy")[0]

    def check_gradient(self, program, ladder):
        """Dot and Taylor test on a window in the middle of the model; True when both pass."""
        nodes = np.minimum(CHECK_NODES, self.true.shape)
        begin = (self.true.shape[0] - nodes[0]) // 2
        files = []
        for name, model in (("true", self.true), ("start", self.start)):
            files.append(self.out / f"window_{name}.f64")
            model[begin : begin + nodes[0], : nodes[1]].astype(np.float64).tofile(files[-1])
        steps = min(self.steps, CHECK_STEPS)
        numbers = (*nodes, self.spacing, self.dt, steps, self.frequency)
        print(f"Tests in double precision on {nodes[0]} x {nodes[1]} nodes, {steps} steps:", flush=True)
        words = [str(program), *files, *map(str, numbers), ladder, str(self.threads)]
        return subprocess.run(words, check=False).returncode == 0

    def _run(self, subcommand, *options):
        words = [str(self.command), subcommand, *map(str, options), "--json"]
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"demo: exit code {done.returncode} from: {' '.join(words)}\n{done.stdout}")
        return json.loads(done.stdout)


def say(phase):
    """Tells on stderr what is being done, since some parts take long."""
    print(f"demo: {phase}", file=sys.stderr, flush=True)


def load_model(file):
    """The array of --model, or a line that says what is wrong with it."""
    try:
        model = np.load(file)
    except (OSError, ValueError, EOFError) as error:
        sys.exit(f"demo: --model {file} cannot be read: {' '.join(str(error).split())}")
    if not isinstance(model, np.ndarray) or model.dtype.kind not in "fiu" or model.ndim != 2:
        sys.exit(f"demo: --model {file} is no array of real numbers with 2 axes")
    if not np.all((model > 0) & np.isfinite(model)):
        sys.exit(f"demo: --model {file} must hold velocities in m/s, all finite and above 0")
    return model


def slot_bytes(plan):
    """Bytes of what is kept between the sweeps: states in slots, or the tape of each step."""
    return plan["bytes"]["slots"] + plan["bytes"]["tape_ring"]


def gradient_seconds(run):
    """Time of the gradient itself, without the forward sweeps in the true model."""
    return sum(run["seconds"][phase] for phase in ("prepare", "forward", "reverse"))


def slots_within(bytes_allowed, survey):
    """The most slots whose bytes stay within the share; at least the one that every schedule needs."""
    return max(1, int(bytes_allowed // slot_bytes(survey.plan("--slots", "1"))))


def print_table(runs):
    """Both runs side by side."""
    rows = [
        ("schedule", lambda plan, run: plan["schedule"]),
        ("slots", lambda plan, run: f"{plan['slots']}"),
        ("bytes of the slots", lambda plan, run: f"{slot_bytes(plan) / 1e6:.1f} MB"),
        ("bytes in all, planned", lambda plan, run: f"{run['planned_bytes'] / 1e6:.1f} MB"),
        ("bytes in all, measured", lambda plan, run: f"{run['peak_bytes'] / 1e6:.1f} MB"),
        ("process at its peak (RSS)", lambda plan, run: f"{run['rss_peak_bytes'] / 1e6:.1f} MB"),
        ("forward steps", lambda plan, run: f"{run['forward_steps']}"),
        ("seconds, data not counted", lambda plan, run: f"{gradient_seconds(run):.1f}"),
        ("misfit", lambda plan, run: f"{run['misfit']:.15g}"),
        ("gradient norm", lambda plan, run: f"{run['gradient_norm']:.15g}"),
    ]
    print(f"| {'':<25} | {'every step stored':>20} | {'a tenth of the slots':>20} |")
    print(f"|{'-' * 27}|{'-' * 21}:|{'-' * 21}:|")
    for name, value in rows:
        print(f"| {name:<25} | {value(*runs[0]):>20} | {value(*runs[1]):>20} |")
    print(flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as fault:  # a program or folder that is not there
        sys.exit(f"demo: {fault}")
