# SPDX-License-Identifier: MIT
"""Gradients by Devito: the acoustic solver that comes with it, its own checkpointing by pyrevolve included, and the
operators of bindings/python/examples/devito_gradient.py under Ebbwave's executor.

The solver takes dt from the largest velocity of the present model, rounded to four digits, unless dt is given: J then
jumps where that rounding does, and no gradient tells of it. `devito-own-dt` leaves it so; the other cases give dt.
"""
import importlib.metadata
import os
import sys

import numpy as np
from case import Case, half_square, velocity
from environment import ROOT

os.environ.setdefault("DEVITO_LOGGING", "ERROR")
SHAPE, SPACING, LAYER = (48, 40), 10.0, 10  # m, cells
DT, TIME, F0 = 1.5, 400.0, 0.015  # ms and kHz: Devito's units; the limit of 3000 m/s is near 2 ms
VERSION = f"Devito {importlib.metadata.version('devito')}"


def solver_case(dtype, checkpointing=False, dt=DT):
    """AcousticWaveSolver of examples.seismic: the layers belong to the model, and the gradient covers them."""
    from examples.seismic import AcquisitionGeometry, Model
    from examples.seismic.acoustic import AcousticWaveSolver

    model = Model(origin=(0.0, 0.0), spacing=(SPACING, SPACING), shape=SHAPE, space_order=4, nbl=LAYER, bcs="damp",
                  vp=(velocity(SHAPE, dtype) / 1000).astype(dtype), dtype=dtype, dt=dt)
    extent = SPACING * (SHAPE[0] - 1)
    receivers = np.array([(x, 30.0) for x in np.linspace(0.0, extent, 16)])
    geometry = AcquisitionGeometry(model, receivers, np.array([(extent / 2, 20.0)]), t0=0.0, tn=TIME, src_type="Ricker",
                                   f0=F0)
    solver = AcousticWaveSolver(model, geometry, space_order=4)
    whole = model.vp.data.shape
    point = (velocity(whole, dtype) / 1000).astype(dtype)

    def traces(v, save=False):
        model.vp.data[:] = v
        traces, u, _ = solver.forward(save=save)
        return np.array(traces.data), u

    observed = traces((velocity(whole, dtype, seed=2) / 1000).astype(dtype))[0]

    def gradient(v):
        recorded, u = traces(v, save=not checkpointing)
        residual = geometry.new_rec(name="rec")
        residual.data[:] = recorded - observed
        # By m = 1 / v^2, as Devito gives it.
        slope, _ = solver.jacobian_adjoint(residual, u, checkpointing=checkpointing)
        return (-2.0 * np.asarray(slope.data, np.float64) / np.asarray(v, np.float64) ** 3).astype(dtype)

    variant = "revolve-" if checkpointing else "" if dt else "own-dt-"
    way = "checkpoints by pyrevolve" if checkpointing else "all of u saved" if dt else "dt by the solver"
    return Case(
        f"devito-{variant}{np.dtype(dtype).name}", VERSION,
        f"AcousticWaveSolver, {whole[0]} x {whole[1]} with layers, {geometry.nt - 1} steps, {way}",
        "PASS" if dt else "FAIL", point, lambda v: half_square(traces(v)[0] - observed), gradient)


def executor_case(dtype):
    sys.path.insert(0, str(ROOT / "bindings/python/examples"))
    import devito_gradient

    survey = devito_gradient.Survey(300, dtype)
    survey.set_model(2300.0)
    survey.observe()
    survey.set_model(2000.0)
    m = np.array(survey.m.data)

    def evaluate(m):
        survey.m.data[:] = m
        survey.clear()
        survey.forward.apply(time_m=1, time_M=survey.steps, dt=devito_gradient.DT)
        return survey.form_residual()

    def gradient(m):
        survey.m.data[:] = m
        return devito_gradient.with_ebbwave(survey, 10)[1]

    return Case(
        f"devito-ebbwave-{np.dtype(dtype).name}", f"{VERSION}, our executor",
        f"devito_gradient.py, {m.shape[0]} x {m.shape[1]}, {survey.steps} steps, 10 slots", "PASS", m, evaluate,
        gradient)


CASES = {}
for real in (np.float64, np.float32):
    name = np.dtype(real).name
    CASES[f"devito-{name}"] = lambda dtype=real: solver_case(dtype)
    CASES[f"devito-revolve-{name}"] = lambda dtype=real: solver_case(dtype, checkpointing=True)
    CASES[f"devito-ebbwave-{name}"] = lambda dtype=real: executor_case(dtype)
CASES["devito-own-dt-float32"] = lambda: solver_case(np.float32, dt=None)
