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
    ]:
        done = bench.adjoint(*words)
        checks.ok(done.returncode == code and all(word in done.stdout for word in expected), claim, said(done))


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
                "err_rel", "resolution_rel", "order_R1", "points_above_floor", "repeatable", "state_restored", "ladder"}
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
        check_reports(checks, bench)
        checks.none([str(p) for p in bench.temporary.iterdir()], "no temporary file is left by any of them")
        check_end(checks, bench)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
