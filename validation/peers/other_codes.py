# SPDX-License-Identifier: MIT
"""The Taylor test on gradients of codes that are not ours: deepwave, Devito, JAX.

    other_codes.py                        all cases as claims (TAP)
    other_codes.py --markdown [NAME ...]  the table of docs/other-codes.md
    other_codes.py --write NAME FOLDER    model.npy and gradient.npy of a case, for `ebbwave validate external`
    other_codes.py --eval NAME MODEL.npy  prints J of that model as the last line

It needs the Python package ebbwave, and .venv-peers for the codes; a code that is not there is skipped by name.
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
import environment  # noqa: E402

CODES = {"deepwave": ("deepwave",), "devito": ("devito", "pyrevolve"), "jax": ("jax",)}


def cases_of(code):
    """The cases of a code by name; each is a function that makes it."""
    return __import__(f"case_{code}").CASES


def find(name):
    return cases_of(name.split("-")[0])[name]()


def test(case):
    """The result of the Taylor test: to 1e-8 in f64, as for exact discrete gradients, and to 1e-3 in f32."""
    import ebbwave

    profile = "exact" if case.model.dtype == "float64" else "default"
    return ebbwave.taylor_test(case.model, case.gradient(case.model), case.evaluate, profile=profile)


def claims():
    from tap import Checks

    checks = Checks()
    for code, packages in CODES.items():
        absent = environment.missing(*packages)
        if absent:
            checks.skip(f"gradients of {code} are judged", f"no {' and no '.join(absent)}; {environment.REMEDY}")
            continue
        for name, make in cases_of(code).items():
            case = make()
            result = test(case)
            print(f"# {name}: {result.text}")
            checks.ok(result.verdict.name == case.expected, f"{name}: {case.expected}", [result.text])
    return checks.finish()


def markdown(names):
    print("| case | code | model | dtype | verdict | error | resolution |\n|---|---|---|---|---|---|---|")
    for name in names or [name for code in CODES for name in cases_of(code)]:
        case = find(name)
        result = test(case)
        numbers = f"{result.verdict.name} | {result.error:.1e} | {result.resolution:.1e}"
        print(f"| `{name}` | {case.code} | {case.problem} | {case.model.dtype.name} | {numbers} |", flush=True)
    return 0


def main():
    environment.enter(*(package for packages in CODES.values() for package in packages))
    verb, arguments = (sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else ("", [])
    if verb == "--markdown":
        return markdown(arguments)
    if verb not in ("--eval", "--write"):
        return claims()
    import numpy as np

    case = find(arguments[0])
    if verb == "--eval":
        print(f"{case.evaluate(np.load(arguments[1])):.17g}")
    else:
        folder = Path(arguments[1])
        folder.mkdir(parents=True, exist_ok=True)
        np.save(folder / "model.npy", case.model)
        np.save(folder / "gradient.npy", case.gradient(case.model))
    return 0


if __name__ == "__main__":
    sys.exit(main())
