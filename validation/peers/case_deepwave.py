# SPDX-License-Identifier: MIT
"""Gradients by deepwave's compiled backend, with its defaults but for what is named.

Above its CFL limit deepwave takes `step_ratio` steps per `dt` and sums the gradient at every step_ratio-th of them
only, as its documents say: an approximation. Below the limit each step counts, and with backend="eager" always.
"""
import importlib.metadata
import os

import numpy as np
from case import Case, half_square, ricker, velocity

# So small a problem is slower on several threads. torch reads it when it is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")
SHAPE, SPACING, F0 = (48, 40), 10.0, 15.0
TIMES = {"coarse": (0.008, 64), "middle": (0.004, 128), "fine": (0.001, 512)}  # dt in s, samples of 0.512 s


# Errors of 1.6e-4 and 7e-8 in the gradient: both above the 1e-8 of f64, below the 1e-3 of f32.
WRONG = {("coarse", "float64"), ("middle", "float64")}


def case(time, dtype, backend=None):
    import deepwave
    import torch

    dt, count = TIMES[time]
    real = torch.float64 if dtype == np.float64 else torch.float32
    wavelet = torch.tensor(ricker(F0, dt, count), dtype=real).reshape(1, 1, -1)
    source = torch.tensor([[[SHAPE[0] // 2, 3]]])
    receivers = torch.tensor([[[x, 4] for x in range(3, SHAPE[0] - 3, 3)]])

    options = {} if backend is None else {"backend": backend}

    def traces(v):
        # max_vel is given, for the absorbing layers and the step_ratio to stay the same at every point of the test.
        return deepwave.scalar(v, SPACING, dt, source_amplitudes=wavelet, source_locations=source,
                               receiver_locations=receivers, max_vel=3000.0, pml_freq=F0, **options)[-1]

    observed = traces(torch.tensor(velocity(SHAPE, dtype, seed=2)))

    def evaluate(m):
        with torch.no_grad():
            return half_square((traces(torch.tensor(m)) - observed).numpy())

    def gradient(m):
        v = torch.tensor(m).requires_grad_()
        (0.5 * ((traces(v) - observed) ** 2).sum()).backward()
        return v.grad.numpy()

    name, eager = np.dtype(dtype).name, "" if backend is None else f", backend {backend}"
    return Case(
        f"deepwave-{backend or time}-{name}", f"deepwave {importlib.metadata.version('deepwave')}",
        f"scalar, {SHAPE[0]} x {SHAPE[1]}, dt = {1e3 * dt:g} ms, {count} samples{eager}",
        "FAIL" if backend is None and (time, name) in WRONG else "PASS", velocity(SHAPE, dtype), evaluate, gradient)


CASES = {f"deepwave-{time}-{np.dtype(dtype).name}": (lambda time=time, dtype=dtype: case(time, dtype))
         for time in TIMES for dtype in (np.float64, np.float32)}
CASES["deepwave-eager-float64"] = lambda: case("coarse", np.float64, "eager")
