# SPDX-License-Identifier: MIT
"""`ebbwave plan` and `ebbwave gradient` on small surveys. Usage: test_gradient.py COMMAND"""
import json
import math
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from survey_files import NX, NY, NZ, SPACING, Survey, npy_bytes, plane, read_npy, transposed, velocity
from tap import Checks

GRADIENT_KEYS = ["misfit", "gradient_norm", "steps", "forward_steps", "slots", "planned_bytes", "peak_bytes",
                 "rss_peak_bytes", "seconds"]
PLAN_KEYS = ["steps", "dt", "schedule", "slots", "forward_steps", "recomputed", "bytes", "total_bytes", "least_bytes"]
USES = ["work_fields", "slots", "tape_ring", "adjoint_state", "initial_state", "model_copies", "gradient", "traces",
        "residuals", "wavelets", "scratch", "schedule_tables"]


def output(checks, survey):
    result, content = survey.gradient(traces=str(survey.folder / "traces.npy"))
    checks.ok(list(result) == GRADIENT_KEYS, "gradient --json has the documented keys", [str(result)])
    descr, fortran, shape, values = read_npy(survey.write("content.npy", content))
    checks.ok((descr, fortran, shape) == ("<f8", False, (NX, NZ)),
              "the gradient has the model's dtype, order and shape")
    # fsum and the command's plain sum differ by less than one rounding per addition.
    norm = math.sqrt(math.fsum(value * value for value in values))
    checks.ok(norm > 0 and abs(result["gradient_norm"] - norm) <= len(values) * 2.3e-16 * norm,
              "gradient_norm is the norm of the file's values")
    descr, fortran, shape, traces = read_npy(survey.folder / "traces.npy")
    checks.ok((descr, fortran, shape) == ("<f8", False, (1, 5, 61)), "traces are float64 [shot][receiver][sample]")
    half_sum = math.fsum(value * value for value in traces) / 2
    checks.ok(half_sum > 0 and abs(result["misfit"] - half_sum) <= len(traces) * 2.3e-16 * half_sum,
              "without observed data the misfit is half the sum of squared traces")
    ran = survey.run(json_wanted=False)
    words = ["misfit", "gradient norm", "forward steps", "work_fields", "own count", "VmHWM", "reverse",
             "half of the machine"]
    complete = ran.returncode == 0 and all(word in ran.stdout for word in words)
    checks.ok(complete, "the table names results, bytes and times", [ran.stdout, ran.stderr])
    checks.ok(ran.stderr == "", "no progress bar where stderr is no terminal", [ran.stderr])


def plan(checks, survey):
    result = json.loads(survey.run("plan", slots="7").stdout)
    checks.ok(list(result) == PLAN_KEYS and list(result["bytes"]) == USES, "plan --json has the documented keys")
    checks.ok(sum(result["bytes"].values()) == result["total_bytes"], "the plan's bytes add up to its total")
    checks.ok((result["schedule"], result["slots"], result["steps"]) == ("revolve", 7, 60), "--slots asks for revolve")
    ran, _ = survey.gradient(slots="7")
    same = [result["total_bytes"] == ran["planned_bytes"], *(result[key] == ran[key] for key in
                                                             ("steps", "forward_steps", "slots"))]
    checks.ok(all(same), "the run does what the plan told", [str(result), str(ran)])
    ran, _ = survey.gradient(true_model=survey.model)
    told = json.loads(survey.run("plan", true_model=survey.model).stdout)["total_bytes"]
    counted = told == ran["planned_bytes"] == ran["peak_bytes"]
    checks.ok(counted, "with a true model the plan counts its traces", [str(ran)])
    checks.ok(json.loads(survey.run("plan").stdout)["schedule"] == "store_all", "with room enough all steps are stored")
    table = survey.run("plan", json_wanted=False).stdout
    checks.ok("least that works" in table and "kB" in table, "the plan's table has readable units", [table])
    least = result["least_bytes"]
    checks.ok(survey.run("plan", memory=str(least)).returncode == 0, "the least memory named works")
    too_little = survey.run("plan", memory=str(least - 1))
    error = json.loads(too_little.stdout).get("error", {})
    checks.ok(too_little.returncode == 1 and error.get("status") == 31 and str(least) in error["message"],
              "one byte less is too small, and the least is named", [too_little.stdout])


def choices(checks, survey):
    """Schedules by name and by cost, side by side, drawn."""
    _, reference = survey.gradient()
    least = json.loads(survey.run("plan").stdout)["least_bytes"]
    memory = str(2 * least)
    plans = {name: json.loads(survey.run("plan", schedule=name, memory=memory).stdout)
             for name in ("auto", "segment", "revolve")}
    checks.ok(plans["segment"]["tape_slots"] > 1 and plans["segment"]["slots"] >= 1, "segment has leaves and states",
              [str(plans["segment"])])
    checks.ok(plans["auto"]["cost"] == min(p["cost"] for p in plans.values()), "auto is the cheapest that fits")
    sides = plans["auto"]["alternatives"]
    checks.ok(sorted(p["schedule"] for p in sides) == ["mixed", "revolve", "segment", "store_all"] and
              [p["fits"] for p in sides if p["schedule"] == "store_all"] == [False], "all kinds stand side by side",
              [str(sides)])
    for name, plan_ in plans.items():
        ran, bits = survey.gradient(schedule=name, memory=memory)
        same = all(plan_[key] == ran[key] for key in ("steps", "forward_steps", "slots"))
        checks.ok(same and plan_["total_bytes"] == ran["peak_bytes"] and bits == reference,
                  f"{name}: the planned work and bytes, and the same bits", [str(plan_), str(ran)])
    given = json.loads(survey.run("plan", schedule="auto", memory=memory, costs="1,1,2,0").stdout)
    checks.ok(given["seconds"] == given["cost"] == given["forward_steps"] + 2 * given["steps"],
              "given costs forecast the time", [str(given)])
    measured = json.loads(survey.run("plan", extra=("--measure",), memory=memory).stdout)
    checks.ok(0.0 < measured["seconds"] < 600.0, "measured costs forecast the time", [str(measured)])
    for words, changes in (("cannot be given with", {"schedule": "auto", "slots": "3"}), ("four", {"costs": "1,2,3"}),
                           ("FT = -2", {"costs": "1,-2,3,4"})):
        refused = survey.run("plan", **changes)
        checks.ok(refused.returncode != 0, f"refused: {changes}, {words}", [refused.stdout, refused.stderr])
    for name in ("segment", "revolve", "store_all"):
        path = survey.folder / f"{name}.svg"
        room = {} if name == "store_all" else {"memory": memory}
        drawn = survey.run("plan", plot=str(path), schedule=name, **room)
        tree = ElementTree.fromstring(path.read_text(encoding="utf-8")) if path.exists() else None
        paths = [] if tree is None else [e.get("d") for e in tree.iter("{http://www.w3.org/2000/svg}path")]
        checks.ok(drawn.returncode == 0 and len(paths) >= 5 and all(paths), f"--plot draws {name}", [drawn.stderr])
    nowhere = survey.run("plan", plot=str(survey.folder / "no" / "where.svg"))
    checks.ok(nowhere.returncode == 1, "a plot that cannot be written is refused", [nowhere.stdout])


def same_bits(checks, survey):
    _, reference = survey.gradient()
    least = json.loads(survey.run("plan").stdout)["least_bytes"]
    for changes in ({"slots": "1"}, {"slots": "3"}, {"slots": "59"}, {"slots": "61"}, {"memory": str(least)},
                    {"memory": f"{2 * least / 1e3:.3f}kB"}, {"threads": "1"}, {"threads": "2"},
                    {"threads": "2", "shots-at-once": "1"}, {"threads": "3", "shots-at-once": "3"}):
        checks.ok(survey.gradient(**changes)[1] == reference, f"the gradient file has the same bits with {changes}")


def axes(checks, survey):
    _, _, _, reference = survey.values()
    flat = survey.write("zx.npy", npy_bytes((NZ, NX), plane("zx")))
    descr, fortran, shape, values = survey.values(model=flat, axes="zx")
    checks.ok(shape == (NZ, NX) and transposed(values, NZ, NX) == reference, "--axes zx gives the transposed gradient")
    column = survey.write("fortran.npy", npy_bytes((NX, NZ), plane("zx"), fortran=True))
    descr, fortran, shape, values = survey.values(model=column)
    checks.ok((fortran, shape) == (True, (NX, NZ)) and transposed(values, NZ, NX) == reference,
              "a Fortran-ordered model gives a Fortran-ordered gradient")
    for version in (2, 3):
        path = survey.write(f"version{version}.npy", npy_bytes((NX, NZ), plane(), version=version))
        checks.ok(survey.values(model=path)[3] == reference, f"a .npy file of version {version}.0 is read alike")


def dtypes(checks, survey):
    single = survey.write("f32.npy", npy_bytes((NX, NZ), plane(), descr="<f4"))
    _, _, _, reference = survey.values()
    descr, _, _, values = survey.values(model=single)
    largest = max(map(abs, reference))
    # f32 rounds each of 60 steps; a thousandth of the largest value is far above that and far below a wrong gradient.
    near = all(abs(a - b) <= 1e-3 * largest for a, b in zip(values, reference))
    checks.ok(descr == "<f4" and near, "an f32 model gives an f32 gradient near the f64 one")
    descr, _, _, widened = survey.values(model=single, dtype="f64")
    # The model's values are exact in f32, so only the gradient's rounding to f32 (2^-24) is left.
    near = all(abs(a - b) <= 2.0**-24 * abs(b) + 1e-45 for a, b in zip(widened, reference))
    checks.ok(descr == "<f4" and near, "--dtype f64 computes in f64 and writes the file's dtype")
    descr, _, _, narrowed = survey.values(dtype="f32")
    checks.ok(descr == "<f8" and narrowed == values, "--dtype f32 computes in f32 and writes the file's dtype")


def points(checks, survey):
    receivers = [(20 + 45 * i, 30) for i in range(5)]
    _, reference = survey.gradient()
    rows = "\r\n".join(f"{x:+.1f}, {z}e0" for x, z in receivers)
    for claim, text in [
        ("CRLF, blanks, signs and exponents", "x,z\r\n" + rows),
        ("a byte order mark, comments and empty lines", "\ufeff# receivers\nx , z # metres\n\n" + rows + " # last\n"),
    ]:
        path = survey.write("receivers.csv", text)
        checks.ok(survey.gradient(receivers=path)[1] == reference, f"receivers with {claim} are those of line:")
    locale = os.environ | {"LC_ALL": "de_DE.UTF-8"}
    words = survey.arguments("gradient", {})
    ran = subprocess.run(words, capture_output=True, env=locale, timeout=100)
    checks.ok(ran.returncode == 0 and survey.out.read_bytes() == reference,
              "a locale with decimal commas changes nothing")
    survey.out.unlink()


def shots(checks, survey):
    near, far = (50, 40), (180, 60)
    traces = str(survey.folder / "traces.npy")

    def run(sources, receivers="line:20,30:200,30:5", **changes):
        return survey.gradient(sources=survey.write("s.csv", sources), receivers=receivers, traces=traces, **changes)

    both, content = run(f"x,z\n{near[0]},{near[1]}\n{far[0]},{far[1]}\n")
    together = read_npy(traces)
    alone = [run(f"x,z\n{x},{z}\n")[0]["misfit"] for x, z in (near, far)]
    checks.ok(together[2] == (2, 5, 61) and abs(both["misfit"] - sum(alone)) <= 4e-16 * sum(alone),
              "without numbers each source is a shot, and the misfit is their sum")
    swapped = run(f"shot,x,z\n9,{far[0]},{far[1]}\n-2,{near[0]},{near[1]}\n")
    checks.ok(swapped[1] == content and read_npy(traces) == together, "shots come in ascending number")
    rows = "".join(f"{s},{20 + 45 * i},30\n" for s in (9, -2) for i in range(5))
    paired = survey.write("r.csv", "shot,x,z\n" + rows)
    checks.ok(run(f"shot,x,z\n9,{far[0]},{far[1]}\n-2,{near[0]},{near[1]}\n", paired)[1] == content,
              "numbered receivers go with their shot")
    one, _ = run(f"shot,x,z\n1,{near[0]},{near[1]}\n1,{far[0]},{far[1]}\n")
    checks.ok(read_npy(traces)[2] == (1, 5, 61) and one["misfit"] != both["misfit"], "a number shared makes one shot")


def ricker(dt, samples, f0=15.0):
    q = [(math.pi * f0 * (k * dt - 1.2 / f0)) ** 2 for k in range(samples)]
    return [(1 - 2 * value) * math.exp(-value) for value in q]


def wavelets(checks, survey):
    dt = 0.0011
    _, _, _, reference = survey.values(dt=str(dt))
    samples = ricker(dt, 61)
    largest = max(map(abs, reference))

    def near(values):  # two libraries' exp and the order of products differ by roundings
        return all(abs(a - b) <= 1e-12 * largest for a, b in zip(values, reference))

    shared = {"freq": None, "steps": None, "dt": str(dt), "layer_freq": "15"}
    for claim, shape, values in [("[sample]", (61,), samples), ("[source][sample]", (1, 61), samples)]:
        path = survey.write("wavelet.npy", npy_bytes(shape, values))
        checks.ok(near(survey.values(wavelet=path, **shared)[3]), f"a wavelet as {claim} acts as the same --freq")
    two = survey.write("two.csv", "shot,x,z\n4,103.5,42\n1,103.5,42\n")
    rows = survey.write("rows.npy", npy_bytes((2, 61), samples + [0.0] * 61))
    traces = str(survey.folder / "traces.npy")
    survey.gradient(sources=two, wavelet=rows, traces=traces, **shared)
    values = read_npy(traces)[3]
    checks.ok(not any(values[:305]) and any(values[305:]),
              "wavelets go by the order of the sources file, shots by number")
    early = survey.values(dt=str(dt), delay="0.02")[3]
    checks.ok(early != reference, "--delay moves the wavelet")


def observed(checks, survey):
    truth = survey.write("truth.npy", npy_bytes((NX, NZ), [value + 50.0 for value in plane()]))
    traces = str(survey.folder / "observed.npy")
    shared = {"dt": "0.0011", "boundary": "rigid"}  # no v_ref, which depends on the models named
    survey.gradient(model=truth, traces=traces, **shared)
    from_file, first = survey.gradient(observed=traces, **shared)
    from_model, second = survey.gradient(true_model=truth, **shared)
    checks.ok(first == second and from_file["misfit"] == from_model["misfit"],
              "--true-model is --observed of its traces")
    checks.ok(list(from_model["seconds"])[:2] == ["read", "true_model"], "the true model's sweep is timed apart")
    itself, content = survey.gradient(true_model=survey.model, **shared)
    zero = read_npy(survey.write("zero.npy", content))[3]
    checks.ok(itself["misfit"] == 0 and not any(zero), "the model's own traces give misfit and gradient 0")
    fast = survey.write("fast.npy", npy_bytes((NX, NZ), [2 * value for value in plane()]))
    slow_dt, fast_dt = (json.loads(survey.run("plan", true_model=model).stdout)["dt"]
                        for model in (survey.model, fast))
    checks.ok(abs(slow_dt / fast_dt - 2) < 1e-12, "the default dt is that of the fastest model named")


def largest_velocity(checks, survey):
    def truth(largest):
        values = [1900.0] * (NX * NZ)
        values[5] = largest
        return survey.write(f"truth{largest}.npy", npy_bytes((NX, NZ), values))

    def traces(largest):
        # One dt for all, so that the layers alone can tell the true models apart.
        path = survey.folder / "traces.npy"
        survey.gradient(dt="0.0008", boundary="sponge:5", true_model=truth(largest), traces=str(path))
        return read_npy(path)[3]

    own, slow, fast = traces(max(plane())), traces(2000.0), traces(4000.0)
    checks.ok(slow == own, "the layers of the model do not take the velocity of a slower true model")
    checks.ok(fast != own and any(fast), "the layers take the largest velocity of all models named, the true one's too")


def time_step(checks, survey):
    told = json.loads(survey.run("plan").stdout)["dt"]
    table = survey.run("plan", json_wanted=False).stdout
    printed = next(line.split()[-2] for line in table.splitlines() if line.split()[:1] == ["steps"])
    checks.ok(float(printed) == told, "the table's dt is that of --json to the last bit", [table])
    # At 0.9 of the limit any rounding is accepted; the limit itself is where a rounded one would be refused.
    for spacing in ("10", "11", "13", "17", "19", "23"):
        shared = {"spacing": spacing, "sources": survey.write("near.csv", "x,z\n103.5,42\n")}
        message = survey.run(dt="1", **shared).stderr
        limit = message.split("dt_max = ")[1].split()[0]
        ran = survey.run("plan", dt=limit, **shared)
        checks.ok(ran.returncode == 0, f"the dt_max named for {spacing} m is accepted", [message, ran.stderr])
    changed = [json.loads(survey.run("plan", steps=text).stdout)["steps"] for text in ("060", "+60", "0100")]
    checks.ok(changed == [60, 60, 100], "numbers are decimal, with leading zeros and plus too", [str(changed)])


def loud(checks, survey):
    samples = [1e90 * value for value in ricker(0.001, 61)]
    changes = {"freq": None, "steps": None, "dt": "0.001", "layer_freq": "15",
               "wavelet": survey.write("loud.npy", npy_bytes((61,), samples))}
    result, content = survey.gradient(**changes)
    values = read_npy(survey.write("content.npy", content))[3]
    norm = math.hypot(*values)
    overflows = math.isinf(sum(value * value for value in values))
    near = result["gradient_norm"] is not None and abs(result["gradient_norm"] - norm) <= len(values) * 2.3e-16 * norm
    checks.ok(overflows and near, "the norm is right where the squares overflow", [str(result), str(max(values))])


def failing_stdout(checks, survey):
    plans = {name: survey.arguments(name, {}) for name in ("gradient", "plan")}
    plans["schedule"] = [survey.command, "schedule", "revolve", "--steps", "10", "--slots", "3", "--actions"]
    plans["version"] = [survey.command, "version"]
    plans["help"] = [survey.command, "--help"]
    for name, words in plans.items():
        for more in ([], ["--json"]) if name != "help" else ([],):
            for claim, end in (("full", ">/dev/full"), ("closed", ">&-")):
                ran = subprocess.run(["sh", "-c", f'"$@" {end}', "sh", *words, *more], stderr=subprocess.PIPE,
                                     text=True, timeout=100)
                told = ran.returncode == 1 and ran.stderr.count("\n") == 1 and "stdout" in ran.stderr
                checks.ok(told, f"{name} {' '.join(more)} tells that stdout is {claim}", [ran.stderr])
                if name == "gradient":
                    kept = survey.out.exists() and read_npy(survey.out)[2] == (NX, NZ)
                    survey.out.unlink(missing_ok=True)
                    checks.ok(kept and "--out is complete" in ran.stderr, "and that the gradient file is complete")


def three_axes(checks, survey):
    def cube(order):
        size = {"x": NX, "y": NY, "z": NZ}
        a, b, c = order
        places = ({a: i, b: j, c: k} for i in range(size[a]) for j in range(size[b]) for k in range(size[c]))
        return tuple(size[axis] for axis in order), [velocity(p["x"], p["y"], p["z"]) for p in places]

    shared = {"sources": survey.write("s3.csv", "x,y,z\n103.5,61,42\n"), "receivers": "line:20,20,30:200,100,30:4",
              "spacing": f"{SPACING},{SPACING},{SPACING}", "steps": "20", "boundary": "zero,top=free,front=rigid"}
    shape, values = cube("xyz")
    model = survey.write("cube.npy", npy_bytes(shape, values))
    _, _, shape, reference = survey.values(model=model, **shared)
    checks.ok(shape == (NX, NY, NZ) and any(reference), "a 3-D model gives a 3-D gradient")
    checks.ok(survey.values(model=model, slots="3", **shared)[3] == reference,
              "the 3-D gradient has the same bits with 3 slots")
    for order in ("zyx", "yzx"):
        shape, values = cube(order)
        model = survey.write("turned.npy", npy_bytes(shape, values))
        _, _, shape, got = survey.values(model=model, axes=order, **shared)
        place = {axis: index for index, axis in enumerate(order)}
        stride = [shape[1] * shape[2], shape[2], 1]
        turned = [got[i * stride[place["x"]] + j * stride[place["y"]] + k * stride[place["z"]]]
                  for i in range(NX) for j in range(NY) for k in range(NZ)]
        checks.ok(turned == reference, f"--axes {order} gives the gradient with its axes in that order")


# Long enough that a signal finds the run at work, small enough for any machine.
LONG = {"steps": "3000000", "memory": "400MB"}


def interruption(checks, survey):
    before = set(survey.folder.iterdir())
    for number in (signal.SIGINT, signal.SIGTERM):
        words = survey.arguments("gradient", LONG) + ["--json"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(1.0)
            process.send_signal(number)
            stdout, stderr = process.communicate(timeout=100)
        cancelled = process.returncode == 1 and json.loads(stdout)["error"]["status"] == 23
        checks.ok(cancelled and stderr.count("\n") == 1, f"{number.name} cancels the run with its own error",
                  [stdout, stderr])
        checks.ok(set(survey.folder.iterdir()) == before, f"{number.name} leaves no file")


def terminal(checks, survey):
    controller, terminal_end = pty.openpty()
    words = survey.arguments("gradient", {"steps": "3000"})
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=terminal_end) as process:
        os.close(terminal_end)
        shown = b""
        try:
            while part := os.read(controller, 4096):
                shown += part
        except OSError:  # the terminal's last user has gone
            pass
    os.close(controller)
    survey.out.unlink(missing_ok=True)
    shown = shown.decode()
    complete = process.returncode == 0 and "100 %" in shown and "recomputed" in shown
    checks.ok(complete, "a terminal shows the progress", [repr(shown)])
    checks.ok(shown.endswith("\r\033[K"), "the progress bar is erased at the end", [repr(shown[-80:])])


def version(checks, survey):
    def run(*more):
        return subprocess.run([survey.command, "version", *more], capture_output=True, text=True, timeout=60)

    result = json.loads(run("--json").stdout)
    checks.ok(list(result) == ["version", "abi", "build"], "version --json has the documented keys")
    text = run().stdout
    checks.ok(all(str(value) in text for value in result.values()), "version tells release, ABI and build", [text])


def main():
    checks = Checks()
    for part in (output, plan, choices, same_bits, axes, dtypes, points, shots, wavelets, observed, largest_velocity,
                 time_step, loud, failing_stdout, three_axes, interruption,
                 terminal, version):
        with tempfile.TemporaryDirectory() as folder:
            try:
                part(checks, Survey(sys.argv[1], folder))
            except (RuntimeError, OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
                checks.ok(False, f"{part.__name__} runs to its end", [repr(error)])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
