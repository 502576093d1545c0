# SPDX-License-Identifier: MIT
"""What `ebbwave gradient` refuses: exit code, status, words, and no output left. Usage: test_refusals.py COMMAND"""
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from survey_files import NX, NZ, Survey, npy_bytes, plane
from tap import Checks

ARGUMENT, SHAPE, DTYPE, OVERFLOW, NOT_FOUND, UNSUPPORTED = 10, 11, 12, 13, 14, 15
BUDGET, CORRUPT, NON_FINITE, UNSTABLE = 31, 42, 50, 51
USAGE = 3  # the exit code of a command line that says nothing sensible


def with_value(value):
    values = plane()
    values[3 * NZ + 4] = value
    return npy_bytes((NX, NZ), values)


def header(shape, descr="'<f8'"):
    return npy_bytes((), [], header=f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}")


def model_files(write):
    """(claim, changes, exit code, status, words of the message)"""
    good = npy_bytes((NX, NZ), plane())
    for claim, content, status, *words in [
        ("a truncated model", good[:-5], CORRUPT, "cut off"),
        ("trailing bytes", good + b"\0", CORRUPT, "too long"),
        ("a file cut off in its header", good[:40], CORRUPT, "cut off"),
        ("a file cut off in its preamble", good[:7], CORRUPT, "too few"),
        ("an empty file", b"", CORRUPT, "0 bytes"),
        ("a text file", b"x,z\n1,2\n3,4\n", CORRUPT, "not a .npy file"),
        ("an unknown .npy version", good[:6] + b"\x09" + good[7:], UNSUPPORTED, "9.0"),
        ("a damaged header", good[:12] + b"#" + good[13:], CORRUPT, "damaged"),
        ("a header without a shape", npy_bytes((), [], header="{'descr': '<f8', 'fortran_order': False}"), CORRUPT,
         "'shape'"),
        ("a header without an order", npy_bytes((), [], header="{'descr': '<f8', 'shape': (3, 4)}"), CORRUPT,
         "lacks", "'fortran_order'"),
        ("a header with a key twice", npy_bytes((3, 4), [2000.0] * 12, header="{'descr': '<f8', 'fortran_order': False,"
                                                " 'shape': (9, 4), 'shape': (3, 4)}"), CORRUPT, "twice", "'shape'"),
        ("a header with another key", npy_bytes((), [], header="{'descr': '<f8', 'colour': 1}"), CORRUPT, "'colour'"),
        ("big-endian elements", npy_bytes((NX, NZ), plane(), descr=">f8"), DTYPE, "big-endian", "astype('<f8')"),
        ("integers", header((NX, NZ), "'<i8'"), DTYPE, "'<i8'"),
        ("a structured type", header((NX, NZ), "[('v', '<f8')]"), DTYPE, "structured"),
        ("one axis", npy_bytes((4,), [2000.0] * 4), SHAPE, "1 axes"),
        ("four axes", npy_bytes((1, 1, 1, 1), [2000.0]), SHAPE, "4 axes"),
        ("an axis without nodes", npy_bytes((0, 4), []), SHAPE),
        ("a negative axis", header((-3, 4)), CORRUPT, "damaged"),
        ("a shape whose product overflows", header((2**31, 2**31, 2**31)), OVERFLOW, "64 bits"),
        ("strides that overflow beside an empty axis", header((0, 2**62, 2**62)), OVERFLOW, "64 bits"),
        ("an axis beyond 64 bits", header((2**70, 4)), OVERFLOW, "axis 0"),
        ("a shape without its data", header((10**6, 10**6)), CORRUPT, "cut off"),
        ("NaN in the model", with_value(math.nan), NON_FINITE),
        ("infinity in the model", with_value(math.inf), NON_FINITE),
        ("a velocity of 0", with_value(0.0), ARGUMENT),
        ("a negative velocity", with_value(-1500.0), ARGUMENT),
    ]:
        path = write(claim.replace(" ", "_") + ".npy", content)
        yield claim, {"model": path}, 1, status, [path, *words]


def other_files(write):
    samples = npy_bytes((61,), [0.0] * 61)
    wavelet = {"freq": None, "layer_freq": "15", "dt": "0.001", "steps": None}
    observed = {"dt": "0.001"}
    for claim, content, status, *words in [
        ("wavelets of three axes", npy_bytes((1, 1, 61), [0.0] * 61), SHAPE, "3 axes"),
        ("two wavelets for one source", npy_bytes((2, 61), [0.0] * 122), SHAPE, "2 wavelets for 1 sources"),
        ("a wavelet of one sample", npy_bytes((1,), [0.0]), SHAPE, "need at least 2"),
        ("an empty wavelet", npy_bytes((0,), []), SHAPE, "0 samples"),
        ("NaN in a wavelet", npy_bytes((61,), [0.0] * 60 + [math.nan]), NON_FINITE),
    ]:
        path = write(claim + ".npy", content)
        yield claim, wavelet | {"wavelet": path}, 1, status, [path, *words]
    contradiction = wavelet | {"wavelet": write("w.npy", samples), "steps": "61"}
    yield "a wavelet that contradicts --steps", contradiction, 1, SHAPE, ["61 samples", "60 steps"]
    for claim, content, status, *words in [
        ("observed data of another shape", npy_bytes((1, 4, 61), [0.0] * 244), SHAPE, "1 x 4 x 61", "1 x 5 x 61"),
        ("observed data in f32", npy_bytes((1, 5, 61), [0.0] * 305, descr="<f4"), DTYPE, "float32"),
        ("NaN in observed data", npy_bytes((1, 5, 61), [math.nan] * 305), NON_FINITE),
    ]:
        yield claim, observed | {"observed": write(claim + ".npy", content)}, 1, status, words
    other_grid = write("other_grid.npy", npy_bytes((NX - 1, NZ), plane()[NZ:]))
    yield "a true model on another grid", {"true_model": other_grid}, 1, SHAPE, ["23 x 20", "24 x 20"]
    yield "a true model with NaN", {"true_model": write("nan.npy", with_value(math.nan))}, 1, NON_FINITE, ["nan.npy"]
    for option, more in [("model", {}), ("sources", {}), ("receivers", {}), ("wavelet", wavelet),
                         ("observed", observed), ("true_model", {})]:
        missing = write("x", "") + ".missing"
        yield f"a missing file for {option}", more | {option: missing}, 1, NOT_FOUND, [missing]
    yield "a folder in the place of the model", {"model": "/tmp"}, 1, ARGUMENT, ["/tmp", "regular file"]


def points(write):
    for claim, text, status, *words in [
        ("a header of other names", "a,b\n1,2\n", ARGUMENT, "line 1", "'x,z'"),
        ("a 3-D header for a 2-D model", "x,y,z\n1,2,3\n", ARGUMENT, "line 1"),
        ("a missing column", "x,z\n1,2\n\n# remark\n3\n", ARGUMENT, "line 5", "1 columns"),
        ("a word for a number", "x,z\n1,two\n", ARGUMENT, "line 2", "'two'"),
        ("a decimal comma", "x,z\n1,5,2\n", ARGUMENT, "line 2", "3 columns"),
        ("a NaN position", "x,z\nnan,1\n", ARGUMENT, "line 2"),
        ("a shot that is no integer", "shot,x,z\n1.5,1,2\n", ARGUMENT, "line 2", "integer"),
        ("CR line ends", "x,z\r10,10\r20,20\r", ARGUMENT, "line 1", "(CR)"),
        ("CR line ends after a comment", "# sources\rx,z\r10,10\r", ARGUMENT, "line 1", "(CR)"),
        ("a NUL byte in a cell", "x,z\n10,1\x000\n", ARGUMENT, "line 2", "NUL"),
        ("UTF-16", "x,z\n10,10\n".encode("utf-16"), ARGUMENT, "line 1", "NUL"),
        ("no points", "x,z\n# none\n", ARGUMENT, "no points"),
        ("an empty file of points", "", ARGUMENT, "no points"),
        ("a source outside", "x,z\n10,10\n231,10\n", ARGUMENT, "line 3"),
    ]:
        yield claim, {"sources": write(claim + ".csv", text)}, 1, status, words
    one, two = write("one.csv", "shot,x,z\n1,10,10\n"), write("two.csv", "shot,x,z\n1,20,20\n2,30,30\n")
    uneven = write("uneven.csv", "shot,x,z\n1,10,10\n2,10,10\n2,20,20\n")
    yield "a shot without sources", {"sources": one, "receivers": two}, 1, ARGUMENT, ["no source of shot 2"]
    yield "a shot without receivers", {"sources": two, "receivers": one}, 1, ARGUMENT, ["no receiver of shot 2"]
    yield "shots numbered for the receivers alone", {"receivers": two}, 1, ARGUMENT, ["column 'shot'"]
    yield "shots of unequal receivers", {"sources": two, "receivers": uneven}, 1, SHAPE, ["same number"]
    yield "a receiver outside", {"receivers": "line:0,0:300,0:4"}, 1, ARGUMENT, ["line:0,0:300,0:4"]
    span = "line:-1e308,0:1e308,0:3"
    yield "a line longer than float64", {"receivers": span}, 1, ARGUMENT, ["--receivers", span, "-1e+308 to 1e+308"]
    yield "a line of no points", {"receivers": "line:0,0:10,0:0"}, 1, ARGUMENT, ["0 points"]
    yield "a line of 3-D ends", {"receivers": "line:0,0,0:10,0,0:3"}, 1, SHAPE, ["3 coordinates"]
    yield "a line of one point with two ends", {"receivers": "line:0,0:10,0:1"}, 1, ARGUMENT, ["both ends"]


def settings(write):
    thin = write("thin.npy", npy_bytes((NX, 3), [2000.0] * (3 * NX)))
    for claim, changes, status, *words in [
        ("a dt that is too large", {"dt": "0.1"}, UNSTABLE, "0.1"),
        ("a dt of 0", {"dt": "0"}, ARGUMENT, "dt"),
        ("0 steps", {"steps": "0"}, ARGUMENT, "steps"),
        ("a negative number of steps", {"steps": "-4"}, ARGUMENT, "steps"),
        ("0 slots", {"slots": "0"}, ARGUMENT, "--slots = 0"),
        ("a budget that is too small", {"memory": "1kB"}, BUDGET, "--memory '1kB' = 1000",
         "raise --memory to"),
        ("a budget that is too small for the slots", {"memory": "100kB", "slots": "50"}, BUDGET,
         "--slots = 50", "--memory '100kB' allows 100000"),
        ("wavelets beyond the memory", {"memory": "1MB", "steps": "1000000000"}, BUDGET, "--memory = '1MB'",
         "--steps"),
        ("no bytes at all", {"memory": "0"}, ARGUMENT, "--memory"),
        ("fewer than 5 layer cells", {"boundary": "cpml:4"}, ARGUMENT, "4"),
        ("a sponge of no cells", {"boundary": "sponge:0"}, ARGUMENT, "0"),
        ("an order that does not exist", {"order": "7"}, ARGUMENT, "7"),
        ("a mirror face on too few nodes", {"boundary": "cpml:5,top=free", "order": "12", "model": thin,
                                            "receivers": "line:0,0:9,0:2", "sources": "line:9,9:9,9:1"}, SHAPE),
        ("a face that 2-D has not", {"boundary": "cpml:5,front=free"}, ARGUMENT, "front"),
        ("a spacing of 0", {"spacing": "0"}, ARGUMENT, "spacing"),
        ("three spacings in 2-D", {"spacing": "10,10,10"}, ARGUMENT, "--spacing"),
        ("a frequency of 0", {"freq": "0"}, ARGUMENT),
        ("too many threads", {"threads": "100000"}, ARGUMENT, "100000"),
        ("too many shots at once", {"shots-at-once": "100000"}, ARGUMENT, "--shots-at-once"),
        ("axes of another number", {"axes": "xyz"}, SHAPE, "--axes"),
        ("axes that miss one", {"axes": "xx"}, ARGUMENT, "lacks z"),
        ("an output in a missing folder", {"out": "/nonexistent/gradient.npy"}, NOT_FOUND, "/nonexistent"),
        ("an output that is a device", {"out": "/dev/null"}, ARGUMENT, "/dev/null"),
        ("traces in a missing folder", {"traces": "/nonexistent/traces.npy"}, NOT_FOUND, "/nonexistent"),
    ]:
        yield claim, changes, 1, status, words
    model = write("same.npy", npy_bytes((NX, NZ), plane()))
    yield "an output over the model", {"model": model, "out": model}, 1, ARGUMENT, ["also the model"]
    folder, name = model.rsplit("/", 1)
    for spelling in (f"{folder}/./{name}", f"{folder}/../{folder.rsplit('/', 1)[1]}/{name}"):
        yield f"an output over the model as {spelling}", {"model": model, "out": spelling}, 1, ARGUMENT, ["the model"]
    for spelling in (f"{folder}//new.npy", f"{folder}/./new.npy"):
        both = {"out": f"{folder}/new.npy", "traces": spelling}
        yield f"a second output as {spelling}", both, 1, ARGUMENT, ["also --traces"]
    yield "two outputs in one file", {"traces": model, "out": model}, 1, ARGUMENT, ["also --traces"]


def numbers(write):
    wavelet = {"freq": None, "dt": "0.001", "wavelet": write("samples.npy", npy_bytes((61,), [0.0] * 61))}
    for option in ("order", "steps", "slots", "threads"):
        for text in ("0x10", "99999999999999999999", "-99999999999999999999", "", "4.0", "1e1", "4 4"):
            words = [f"--{option} = '{text}'"]
            yield f"'{text}' for --{option}", {option: text}, USAGE, ARGUMENT, words
    for option in ("order", "threads"):
        yield f"--{option} beyond 32 bits", {option: "2147483648"}, USAGE, ARGUMENT, ["'2147483648'", "2147483647"]
    for option in ("dt", "freq", "delay", "layer_freq"):
        more = wavelet if option == "layer_freq" else {}
        for text in ("nan", "inf", "1e999", "0x10", "", "1,5"):
            words = [f"--{option.replace('_', '-')} = '{text}'"]
            yield f"'{text}' for --{option}", more | {option: text}, USAGE, ARGUMENT, words


def overflows(write):
    loud = {"freq": None, "layer_freq": "15", "dt": "0.001", "steps": None,
            "wavelet": write("loud.npy", npy_bytes((61,), [0.0] * 9 + [1e60] + [0.0] * 51))}
    single = write("single.npy", npy_bytes((NX, NZ), plane(), descr="<f4"))
    yield "a gradient beyond the file's float32", loud | {"model": single, "dtype": "f64"}, 1, NON_FINITE, [
        "--out", "float32", "float64"]
    fast = write("fast.npy", with_value(1e39))
    yield "a model beyond float32", {"model": fast, "dtype": "f32"}, 1, NON_FINITE, [fast, "1e+39", "--dtype f64"]


def command_lines(write):
    samples = write("samples.npy", npy_bytes((61,), [0.0] * 61))
    for claim, changes, *words in [
        ("an unknown option", {"extra": ["--nonsense", "1"]}, "--nonsense"),
        ("no spacing", {"spacing": None}, "--spacing"),
        ("no output", {"out": None}, "--out"),
        ("no sources", {"sources": None}, "--sources"),
        ("no steps", {"steps": None}, "--steps"),
        ("no wavelet", {"freq": None}, "--wavelet"),
        ("two kinds of wavelet", {"wavelet": samples}, "--wavelet"),
        ("a delay without a frequency", {"freq": None, "wavelet": samples, "delay": "0.1"}, "--freq"),
        ("a wavelet without dt", {"freq": None, "wavelet": samples, "layer_freq": "15"}, "--dt"),
        ("observed data without dt", {"observed": samples}, "--dt"),
        ("observed data and a true model", {"observed": samples, "true_model": samples}, "--observed"),
        ("cpml without a frequency", {"freq": None, "wavelet": samples, "dt": "0.001"}, "--layer-freq"),
        ("steps in words", {"steps": "many"}, "many"),
        ("a spacing in words", {"spacing": "ten"}, "ten"),
        ("an unknown dtype", {"dtype": "f16"}, "f16"),
        ("an unknown unit of memory", {"memory": "2gb"}, "2gb"),
        ("memory beyond 64 bits", {"memory": "99999999999GB"}, "64 bits"),
        ("an unknown boundary", {"boundary": "wall"}, "wall"),
        ("cells for a free face", {"boundary": "free:3"}, "free"),
        ("an unknown face", {"boundary": "cpml:5,roof=free"}, "roof"),
        ("a face named twice", {"boundary": "top=free,top=rigid"}, "twice"),
        ("a second kind without a face", {"boundary": "cpml:5,free"}, "FACE="),
        ("a line without a number", {"receivers": "line:0,0:10,0"}, "line:x0,z0"),
        ("a line with a word", {"receivers": "line:0,a:10,0:3"}, "'a'"),
    ]:
        yield claim, changes, USAGE, ARGUMENT, words


def check(checks, survey, row):
    claim, changes, exit_code, status, words = row
    before = {path: path.read_bytes() for path in survey.folder.iterdir()}
    ran = survey.run(**changes)
    try:
        error = json.loads(ran.stdout)["error"]
    except (ValueError, KeyError):
        error = {"status": None, "message": ""}
    after = {path: path.read_bytes() for path in survey.folder.iterdir()}
    problems = [text for wrong, text in [
        (ran.returncode != exit_code, f"exit {ran.returncode}, expected {exit_code}"),
        (error["status"] != status, f"status {error['status']}, expected {status}"),
        (any(word not in error["message"] for word in words), f"not all of {words} in the message"),
        (ran.stderr.count("\n") != 1 or error["message"] not in ran.stderr, "stderr is not one line with the message"),
        (before != after, f"files changed: {sorted(str(path) for path in before.keys() ^ after.keys())}"),
    ] if wrong]
    checks.ok(not problems, f"{claim} is refused", [*problems, ran.stdout.strip(), ran.stderr.strip()])


def pipe(checks, survey):
    path = survey.folder / "pipe"
    os.mkfifo(path)
    for option in ("model", "sources"):
        try:
            ran = survey.run(**{option: str(path)})
            refused = ran.returncode == 1 and f"{path} is not a regular file" in ran.stderr
        except subprocess.TimeoutExpired:
            refused = False
        checks.ok(refused, f"a pipe for {option} is refused at once")


def wrong_subcommand(checks, survey):
    ran = subprocess.run([survey.command, "gradients"], capture_output=True, text=True, timeout=60)
    words = ("'gradients' is no subcommand", "gradient, plan")
    checks.ok(ran.returncode == USAGE and all(text in ran.stderr for text in words),
              "a mistyped subcommand is named, with those there are", [ran.stderr])


def catches(process, number):
    """The process has its handler of a signal."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    return False


def stopped(checks, survey):
    """One slot makes a run of some millions of steps."""
    words = survey.arguments("gradient", {"slots": "1", "steps": "3000"})
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not catches(process, signal.SIGTERM):
        time.sleep(0.01)
    process.terminate()
    _, errors = process.communicate(timeout=60)
    checks.ok(process.returncode == 1 and "stopped by a signal; nothing was written" in errors,
              "a run without a directory that a signal stops says so", [str(process.returncode), errors])


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        survey = Survey(sys.argv[1], folder)
        for table in (model_files, other_files, points, settings, numbers, overflows, command_lines):
            for row in list(table(survey.write)):
                check(checks, survey, row)
        pipe(checks, survey)
        wrong_subcommand(checks, survey)
        stopped(checks, survey)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
