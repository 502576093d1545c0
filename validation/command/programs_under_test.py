# SPDX-License-Identifier: MIT
"""Programs for tests of `ebbwave validate external`: J = sum(x^4)/4 + a mixed term, right, wrong, or in trouble.

Usage: programs_under_test.py KIND FILE...; numbers by hand, so that no package is needed.
"""
import os
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from survey_files import npy_bytes, read_npy  # noqa: E402


def value(x):
    return sum(0.25 * v**4 for v in x) + sum(a * b for a, b in zip(x, x[1:]))


def gradient(x):
    n = len(x)
    return [x[i]**3 + (x[i - 1] if i else 0.0) + (x[i + 1] if i + 1 < n else 0.0) for i in range(n)]


def matrix(i, j):
    return ((7 * i + 3 * j) % 11 - 5) / 8.0


def forward(x, rows):
    return [sum(matrix(i, j) * v for j, v in enumerate(x)) for i in range(rows)]


def adjoint(y, columns):
    return [sum(matrix(i, j) * v for i, v in enumerate(y)) for j in range(columns)]


def evaluate(kind, path, *more):
    descr, _, _, x = read_npy(path)
    if kind == "prints_nothing":
        return
    if kind == "talks":
        print("no number here")
        return
    if kind == "hangs":
        time.sleep(1000)
    if kind == "leaves_a_child":
        if os.fork() == 0:  # in the same process group, with the same stdout
            time.sleep(1000)
    if kind == "dies":
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == "exit_2":
        print(repr(value(x)))
        print("cannot go on: out of cheese", file=sys.stderr)
        sys.exit(2)
    if kind == "nan":
        print("nan")
        return
    if kind == "nan_far_off" and max(abs(v - 0.6 - 0.1 * i) for i, v in enumerate(x)) > 0.2:
        print("NaN")
        return
    if kind == "outside" and max(x) > float(more[0]):
        sys.exit(7)
    if kind == "fortran":
        print(" iteration 12\n  " + f"{value(x):.17E}".replace("E", "D") + "  \n\n")
        return
    if kind == "digits":
        print(f"{value(x):.{more[0]}g}")
        return
    if kind in ("writes_model", "removes_model", "reshapes_model"):
        os.unlink(path)
        if kind == "writes_model":
            changed = [*x[:3], x[3] + 0.25, *x[4:]]
            with open(path, "wb") as file:
                file.write(npy_bytes((2, 3), changed))
        if kind == "reshapes_model":
            with open(path, "wb") as file:
                file.write(npy_bytes((6,), x))
    if kind == "f32":
        assert descr == "<f4", descr
    print("some words first")
    print(f"{value(x):.17g}")


def apply(kind, source, target, size, descr_wanted="<f8"):
    """Reads source, writes the product to target; kind names what is wrong, if anything."""
    descr, fortran, shape, values = read_npy(source)
    assert descr == descr_wanted, descr
    size = int(size)
    result = forward(values, size) if kind.startswith("forward") else adjoint(values, size)
    if kind == "adjoint_sign":
        result = [-v for v in result]
    if kind == "adjoint_short":
        result = result[:-1]
    if kind == "adjoint_lazy":
        return
    if kind.endswith("_nan"):
        result = [float("nan"), *result[1:]]
    if kind.endswith("_hangs"):
        time.sleep(1000)
    if kind.endswith("_dies"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind.endswith("_exits"):
        print("out of crackers", file=sys.stderr)
        sys.exit(4)
    if kind.endswith("_writes"):
        with open(source, "wb") as file:
            file.write(npy_bytes(shape, [2.0 * v for v in values]))
    with open(target, "wb") as file:
        file.write(npy_bytes((len(result),), result))


if __name__ == "__main__":
    if sys.argv[1].startswith(("forward", "adjoint")):
        apply(*sys.argv[1:])
    else:
        evaluate(*sys.argv[1:])
