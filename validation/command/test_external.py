# SPDX-License-Identifier: MIT
"""`ebbwave validate external` on good, wrong and troubled programs. Usage: test_external.py COMMAND"""
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from programs_under_test import gradient
from survey_files import npy_bytes
from tap import Checks

PASS, FAIL, INCONCLUSIVE, USAGE = 0, 1, 2, 3
PROGRAM = pathlib.Path(__file__).with_name("programs_under_test.py")
POINT = [0.6 + 0.1 * i for i in range(6)]


class Bench:
    """A folder with a model, gradients, and a folder for temporary files that must be empty afterwards."""

    def __init__(self, command, folder):
        self.command = command
        self.folder = pathlib.Path(folder) / "a folder with 'quotes' and blanks"
        self.temporary = self.folder / "tmp $HOME"
        self.temporary.mkdir(parents=True)
        g = gradient(POINT)
        self.write("model.npy", (2, 3), POINT)
        self.write("gradient.npy", (2, 3), g)
        self.write("wrong.npy", (2, 3), [1.01 * v for v in g])
        self.write("nan.npy", (2, 3), [*g[:-1], float("nan")])
        self.write("flat.npy", (6,), g)
        self.write("x.npy", (7,), [0.0] * 7)
        self.write("y.npy", (5,), [0.0] * 5)
        # The same numbers with the axes the other way round in memory.
        (self.folder / "fortran.npy").write_bytes(npy_bytes((2, 3), [g[i] for i in (0, 3, 1, 4, 2, 5)], fortran=True))

    def write(self, name, shape, values):
        (self.folder / name).write_bytes(npy_bytes(shape, values))

    def words(self, *words):
        return [str(self.command), "validate", "external", *map(str, words)]

    def run(self, *words, **more):
        environment = {**os.environ, "TMPDIR": str(self.temporary)}
        return subprocess.run(self.words(*words), capture_output=True, text=True, timeout=120, env=environment,
                              cwd=self.folder, check=False, **more)

    def gradient(self, kind, *words, file="gradient.npy"):
        evaluate = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} {kind} {{model}}"
        if " " in kind:  # the rest are arguments after the model
            kind, rest = kind.split(" ", 1)
            evaluate = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} {kind} {{model}} {rest}"
        ladder = [] if "--ladder" in words else ["--ladder", "reduced"]
        return self.run("--eval", evaluate, "--model", "model.npy", "--gradient", file, "--directions", 1, *ladder,
                        *words)

    def adjoint(self, forward="forward", adjoint="adjoint", *words):
        command = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))}"
        return self.run("--dot", "--forward", f"{command} {forward} {{x}} {{y}} 5", "--adjoint",
                        f"{command} {adjoint} {{y}} {{x}} 7", "--x", "x.npy", "--y", "y.npy", *words)


def said(done):
    return [f"exit code {done.returncode}", *done.stdout.splitlines(), *done.stderr.splitlines()]


def check_verdicts(checks, bench):
    """(claim, kind of program, options, exit code, words of stdout)"""
    for claim, kind, words, code, *expected in [
        ("a right gradient passes", "right", [], PASS, "PASS", "resolution"),
        ("so it does in f32, with files of f32", "f32", ["--dtype", "f32"], PASS, "PASS"),
        ("a number in Fortran's spelling, with blanks and empty lines, is read", "fortran", [], PASS, "PASS"),
        ("the strict profile passes too", "right", ["--profile", "exact", "--ladder", "full"], PASS, "PASS"),
        ("bounds are kept", "outside 1.1001", ["--bounds", "0.5,1.1001"], PASS, "PASS"),
        ("a value that is no number far off does not matter", "nan_far_off", ["--ladder", "full"], PASS, "PASS"),
        ("a program that refuses most points is inconclusive", "outside 1.10000001", [], INCONCLUSIVE,
         "INCONCLUSIVE", "exit code 7"),
        ("a program that prints nothing fails", "prints_nothing", [], FAIL, "FAIL", "run 1", "printed nothing"),
        ("words in place of a number fail", "talks", [], FAIL, "FAIL", '"no number here"'),
        ("a program that dies fails", "dies", [], FAIL, "FAIL", "signal 11"),
        ("another exit code fails, with what was said", "exit_2", [], FAIL, "FAIL", "exit code 2", "out of cheese"),
        ("a program that hangs is ended and fails", "hangs", ["--timeout", "0.5"], FAIL, "FAIL", "longer than 0.5 s"),
        ("NaN fails", "nan", [], FAIL, "FAIL", "not finite"),
        ("a program that writes into its model fails", "writes_model", [], FAIL, "FAIL", "input", "element 3"),
        ("so does one that removes it", "removes_model", [], FAIL, "FAIL", "its input", "cannot be read"),
        ("or leaves another array there", "reshapes_model", [], FAIL, "FAIL", "its input", "another array"),
        ("8 digits are said, and make nothing wrong", "digits 8", ["--ladder", "full"], INCONCLUSIVE, "8 digits"),
        ("8 digits are enough for a wider tolerance", "digits 8", ["--ladder", "full", "--tolerance", "1e-3"], PASS,
         "PASS", "8 digits"),
        ("so are 12 for the usual one", "digits 12", ["--ladder", "full"], PASS, "PASS", "12 digits"),
        ("what a program leaves running is ended", "leaves_a_child", ["--timeout", "20"], PASS, "PASS"),
    ]:
        done = bench.gradient(kind, *words)
        right = done.returncode == code and all(word in done.stdout for word in expected)
        checks.ok(right, claim, said(done))
    for claim, file, code, *expected in [
        ("a gradient off by 1 % fails and says how to repeat it", "wrong.npy", FAIL, "FAIL", "repeat:", "--eval"),
        ("NaN in the gradient fails", "nan.npy", FAIL, "FAIL", "g[5]"),
        ("a gradient in Fortran order is the same gradient", "fortran.npy", PASS, "PASS"),
    ]:
        done = bench.gradient("right", file=file)
        checks.ok(done.returncode == code and all(word in done.stdout for word in expected), claim, said(done))
    for digits in (6, 7, 8, 9):
        verdicts = []
        for seed in (1, 2):
            done = bench.gradient(f"digits {digits}", "--seed", seed)
            verdicts.append(done.returncode)
        checks.ok(FAIL not in verdicts and USAGE not in verdicts, f"{digits} digits make no right gradient wrong",
                  [str(verdicts), *said(done)])
    absent = bench.run("--eval", "no-such-program {model}", "--model", "model.npy", "--gradient", "gradient.npy")
    checks.ok(absent.returncode == FAIL and "no such program" in absent.stdout, "a missing program fails", said(absent))


def check_refusals(checks, bench):
    model, right = ("--model", "model.npy"), ("--gradient", "gradient.npy")
    for claim, words, code, *expected in [
        ("no program", [*model, *right], USAGE, "--eval is required"),
        ("no placeholder", ["--eval", "true", *model, *right], USAGE, "{model}"),
        ("bounds of one number", ["--eval", "true {model}", *model, *right, "--bounds", "3"], USAGE, "--bounds"),
        ("a timeout of 0", ["--eval", "true {model}", *model, *right, "--timeout", "0"], USAGE, "--timeout"),
        ("an unknown dtype", ["--eval", "true {model}", *model, *right, "--dtype", "f16"], USAGE, "--dtype"),
        ("a gradient of another shape", ["--eval", "true {model}", *model, "--gradient", "flat.npy"], FAIL, "2 x 3"),
        ("a missing model", ["--eval", "true {model}", "--model", "no.npy", *right], FAIL, "no.npy"),
        ("a model outside its bounds", ["--eval", "true {model}", *model, *right, "--bounds", "2,3"], FAIL,
         "below its bound"),
        ("--dot with a gradient", ["--dot", "--forward", "a {x} {y}", "--adjoint", "b {x} {y}", "--x", "x.npy",
                                   "--y", "y.npy", *right], USAGE, "--dot"),
        ("--dot without a placeholder", ["--dot", "--forward", "a {x}", "--adjoint", "b {x} {y}", "--x", "x.npy",
                                         "--y", "y.npy"], USAGE, "{y}"),
        ("one file for two reports", ["--eval", "true {model}", *model, *right, "--json", "a", "--html", "./a"], USAGE,
         "same file"),
        ("a report in no folder", ["--eval", "true {model}", *model, *right, "--json", "no/a"], FAIL, "no/a"),
    ]:
        done = bench.run(*words)
        right_words = all(word in done.stderr for word in expected)
        checks.ok(done.returncode == code and right_words, f"refused: {claim}", said(done))


def check_adjoints(checks, bench):
    for claim, words, code, *expected in [
        ("a right adjoint passes", [], PASS, "PASS"),
        ("a wrong sign fails", ["forward", "adjoint_sign"], FAIL, "FAIL", "repeat:"),
        ("a result of another shape fails", ["forward", "adjoint_short"], FAIL, "wrote f64 6, need f64 7"),
        ("a result that is not written fails", ["forward", "adjoint_lazy"], FAIL, "x.npy"),
        ("NaN in a forward result fails", ["forward_nan", "adjoint"], FAIL, "FAIL", "not finite"),
        ("NaN in an adjoint result fails", ["forward", "adjoint_nan"], FAIL, "FAIL", "not finite"),
        ("a forward program that hangs is ended and fails", ["forward_hangs", "adjoint", "--timeout", "0.5"], FAIL,
         "longer than 0.5 s"),
        ("so does an adjoint program", ["forward", "adjoint_hangs", "--timeout", "0.5"], FAIL, "longer than 0.5 s"),
        ("a forward program that dies fails", ["forward_dies", "adjoint"], FAIL, "signal 11"),
        ("so does an adjoint program that dies", ["forward", "adjoint_dies"], FAIL, "signal 11"),
        ("another exit code of the forward program fails", ["forward_exits", "adjoint"], FAIL, "exit code 4",
         "out of crackers"),
        ("another exit code of the adjoint program fails", ["forward", "adjoint_exits"], FAIL, "exit code 4"),
        ("a forward program that writes into x fails", ["forward_writes", "adjoint"], FAIL, "FAIL", "input"),
        ("an adjoint program that writes into y fails", ["forward", "adjoint_writes"], FAIL, "FAIL", "input"),
    ]:
        done = bench.adjoint(*words)
        checks.ok(done.returncode == code and all(word in done.stdout for word in expected), claim, said(done))


def check_lengths(checks, bench):
    """Arrays of no element and of one."""
    evaluate = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} right {{model}}"
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))}"
    for n in (0, 1):
        bench.write("m_n.npy", (n,), POINT[:n])
        bench.write("g_n.npy", (n,), gradient(POINT[:n]))
        done = bench.run("--eval", evaluate, "--model", "m_n.npy", "--gradient", "g_n.npy")
        if n == 0:
            checks.ok(done.returncode == FAIL and "n = 0" in done.stderr, "a model of no element is refused",
                      said(done))
        else:
            checks.ok(done.returncode == PASS, "a model of one element is tested", said(done))
        for m in (0, 1):
            bench.write("x_n.npy", (n,), [0.0] * n)
            bench.write("y_n.npy", (m,), [0.0] * m)
            done = bench.run("--dot", "--forward", f"{command} forward {{x}} {{y}} {m}", "--adjoint",
                             f"{command} adjoint {{y}} {{x}} {n}", "--x", "x_n.npy", "--y", "y_n.npy")
            checks.ok(done.returncode in (PASS, FAIL, INCONCLUSIVE) and (n * m == 0 or done.returncode == PASS) and
                      (done.stdout or done.stderr), f"x of {n} and y of {m} elements have a verdict", said(done))


def check_blocks(checks, bench):
    bench.write("blocks.npy", (2, 3), [0, 0, 1, 1, -1, -1])
    bench.write("half.npy", (2, 3), [0, 0, 0.5, 1, 1, 1])
    bench.write("none.npy", (2, 3), [-1] * 6)
    g = gradient(POINT)
    bench.write("block_1_wrong.npy", (2, 3), [*g[:2], 1.01 * g[2], 1.01 * g[3], *g[4:]])
    for claim, blocks, file, code, *expected in [
        ("blocks of a right gradient pass", "blocks.npy", "gradient.npy", PASS, "PASS", "3 directions"),
        ("a block that is wrong is named", "blocks.npy", "block_1_wrong.npy", FAIL, "FAIL", "'block 1'"),
        ("half a block is refused", "half.npy", "gradient.npy", FAIL, "element 2 is 0.5"),
        ("blocks of another shape are refused", "flat.npy", "gradient.npy", FAIL, "2 x 3"),
        ("no block at all is refused", "none.npy", "gradient.npy", FAIL, "no block"),
    ]:
        done = bench.gradient("right", "--blocks", blocks, file=file)
        checks.ok(done.returncode == code and all(word in done.stdout + done.stderr for word in expected), claim,
                  said(done))


def check_reports(checks, bench):
    odd = "right # <b>&\"' \u00e9 </script>"
    evaluate = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} right {{model}} {odd}"
    files = ["--json", "r.json", "--junit", "r.xml", "--html", "r.html"]
    for gradient_file, verdict in (("gradient.npy", "PASS"), ("wrong.npy", "FAIL")):
        done = bench.run("--eval", evaluate, "--model", "model.npy", "--gradient", gradient_file, *files)
        report = json.loads((bench.folder / "r.json").read_text(encoding="utf-8"))
        (test,) = report["checks"]
        checks.ok(report["verdict"] == test["verdict"] == verdict, f"{verdict}: JSON says so", said(done))
        keys = {"test", "verdict", "dtype", "directions", "seed", "evaluations", "J", "noise_rel", "g_dot_d", "fd",
                "err_rel", "resolution_rel", "order_R1", "points_above_floor", "repeatable", "state_restored", "ladder",
                "tol", "block", "region", "bound_full_error", "miss_probability_10tol", "diagnosis", "printed_digits"}
        checks.ok(keys <= set(test) and test["program"] == evaluate, f"{verdict}: JSON has every number",
                  [str(keys - set(test)), test["program"]])
        suite = ElementTree.parse(bench.folder / "r.xml").getroot()
        counted = (suite.get("tests"), suite.get("failures"), suite.get("errors"))
        failed = "1" if verdict == "FAIL" else "0"
        cases = suite.findall("testsuite/testcase")
        checks.ok(counted == ("1", failed, "0") and len(cases) == 1 and (cases[0].find("failure") is not None) ==
                  (verdict == "FAIL"), f"{verdict}: JUnit XML is well-formed and counts", [str(counted)])
        page = (bench.folder / "r.html").read_text(encoding="utf-8")
        # Our HTML closes every tag but these, so that it can be read as XML.
        as_xml = page.replace("<!DOCTYPE html>\n", "").replace('<meta charset="utf-8">', "")
        as_xml = as_xml.replace('<meta name="viewport" content="width=device-width, initial-scale=1">', "")
        tree = ElementTree.fromstring(as_xml)
        svg = [e for e in tree.iter() if e.tag == "svg"]
        outside = [e.tag for e in tree.iter() if {"src", "href"} & set(e.attrib) or e.tag in ("script", "link", "img")]
        checks.ok(len(svg) == 1 and not outside, f"{verdict}: HTML is well-formed, has its picture, needs nothing else",
                  [f"{len(svg)} pictures, {outside}"])
        checks.ok("<b>" not in page and "&lt;b&gt;&amp;" in page, f"{verdict}: words of the program are escaped")
        labels = " ".join("".join(e.itertext()) for e in svg)
        checks.ok("noise of J" in labels and "R0" in labels, f"{verdict}: the picture names its curves and the noise")
    failed = bench.gradient("prints_nothing", *files)
    report = json.loads((bench.folder / "r.json").read_text(encoding="utf-8"))
    checks.ok(failed.returncode == FAIL and report["verdict"] == "FAIL", "a test that could not be made is reported")


def check_end(checks, bench):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored for us and our children
    for number in (signal.SIGINT, signal.SIGTERM):
        evaluate = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} hangs {{model}}"
        environment = {**os.environ, "TMPDIR": str(bench.temporary)}
        command = bench.words("--eval", evaluate, "--model", "model.npy", "--gradient", "gradient.npy")
        with subprocess.Popen(command, env=environment, cwd=bench.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            deadline = time.monotonic() + 30
            while not list(bench.temporary.glob("*/stdout")) and time.monotonic() < deadline:
                time.sleep(0.02)
            inside = [stat.st_mode & 0o777 for stat in map(os.stat, bench.temporary.iterdir())]
            process.send_signal(number)
            code = process.wait(timeout=30)
        name = signal.Signals(number).name
        checks.ok(inside == [0o700], f"{name}: the folder is for its owner alone", [str(inside)])
        checks.ok(code == -number, f"{name} ends the command as it should", [f"exit code {code}"])
        checks.none([str(p) for p in bench.temporary.iterdir()], f"{name}: no file is left")


def main():
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(pathlib.Path(sys.argv[1]).resolve(), folder)
        check_verdicts(checks, bench)
        check_refusals(checks, bench)
        check_adjoints(checks, bench)
        check_lengths(checks, bench)
        check_blocks(checks, bench)
        check_reports(checks, bench)
        checks.none([str(p) for p in bench.temporary.iterdir()], "no temporary file is left by any of them")
        check_end(checks, bench)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
