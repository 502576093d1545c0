# SPDX-License-Identifier: MIT
"""Traces and gradients against deepwave, an independent program, in f64; `--write FILE` keeps a few of its numbers.

With pml_width = 0 deepwave's values outside the array are zero for ever: the faces `zero` here. Runs in an environment
that has deepwave (torch is large): its own when there is one, else the claims are skipped.
"""
import importlib.metadata
import json
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))
import cases  # noqa: E402
import environment  # noqa: E402
from tap import Checks  # noqa: E402


def compute(ndim, order):
    """The same dictionary as cases.compute, by deepwave and torch's differentiation."""
    import deepwave
    import torch
    warnings.simplefilter("ignore")  # it warns that faces without a layer reflect: they are meant to
    real = {"dtype": torch.float64}
    v = torch.tensor(cases.velocity(ndim), **real).reshape(cases.SHAPE[ndim]).requires_grad_()
    f = torch.tensor([[cases.wavelet(ndim, s, n) for n in range(2)] for s in range(2)], **real).requires_grad_()
    traces = deepwave.scalar(
        v, list(cases.SPACING[ndim]), cases.DT, source_amplitudes=f,
        source_locations=torch.tensor(cases.sources(ndim)),
        receiver_locations=torch.tensor(cases.receivers(ndim)), accuracy=order, pml_width=0,
        pml_freq=25.0)[-1]
    misfit = 0.5 * (traces ** 2).sum()
    misfit.backward()
    flat = {"traces": traces, "gradient": v.grad, "wavelets": f.grad}
    return {"misfit": misfit.item(), **{name: value.detach().flatten().tolist() for name, value in flat.items()}}


def write(path):
    import torch
    numbers = {cases.name_of(*case): cases.excerpt(compute(*case)) for case in cases.CASES}
    kept = "cases.py; every {traces}th trace sample, {gradient}rd gradient value, {wavelets}st wavelet gradient"
    programs = f"deepwave {importlib.metadata.version('deepwave')}, torch {torch.__version__}"
    about = {"program": f"{programs}, CPU, float64, pml_width=0",
             "settings": kept.format(**cases.EVERY), "made by": "deepwave_peer.py --write"}
    path.write_text(json.dumps({"about": about, "numbers": numbers}, indent=0) + "\n", encoding="utf-8")


def main():
    absent = environment.enter("deepwave")
    if sys.argv[1] == "--write":
        write(Path(sys.argv[2]))
        return 0
    checks = Checks()
    for case in cases.CASES:
        if absent:
            checks.skip(f"{cases.name_of(*case)} equals deepwave", f"no deepwave; {environment.REMEDY}")
        else:
            cases.compare(checks, cases.name_of(*case), cases.compute(sys.argv[1], *case), compute(*case))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
