# SPDX-License-Identifier: MIT
"""The gradient of docs/examples/acoustic_gradient.c, with every step stored and with 3 slots: the same bits.

It prints a table for float32 and float64 with a SHA-256 of the gradient's bytes, z fastest, by which examples in all
languages can be compared. With a file name it draws the float64 gradient: acoustic_gradient.py gradient.png
"""
import hashlib
import sys

import numpy as np

import ebbwave

SHAPE, SPACING, STEPS, DT, F0 = (201, 101), 10.0, 600, 0.0015, 10.0


def velocity(inside, dtype):
    """2000 m/s, and `inside` within 200 m of the middle."""
    x, z = np.meshgrid(SPACING * np.arange(SHAPE[0]), SPACING * np.arange(SHAPE[1]), indexing="ij")
    return np.where(np.hypot(x - 1000.0, z - 500.0) < 200.0, inside, 2000.0).astype(dtype)


def survey(dtype):
    """The model at the guess, and a shot with the data of the true model."""
    model = ebbwave.Model(SHAPE, SPACING, dtype)
    model.set_boundary("all", "cpml", cells=20, v_ref=2300.0, f_ref=F0)
    model.set_time(DT, STEPS)
    shot = ebbwave.Shot(model)
    shot.add_source((1000.0, 20.0), ebbwave.ricker(F0, DT, STEPS + 1))
    shot.add_receivers([(40.0 * r, 20.0) for r in range(51)])
    model.set_velocity(velocity(2300.0, dtype))
    ebbwave.forward(model, shot)
    shot.set_observed(shot.traces())
    model.set_velocity(velocity(2000.0, dtype))
    return model, shot


def draw(gradient, path):
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    limit = np.percentile(np.abs(gradient), 99.5)
    figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
    image = axes.imshow(gradient.T, cmap="seismic", vmin=-limit, vmax=limit, extent=(0, 2000, 1000, 0))
    axes.set(xlabel="x (m)", ylabel="z (m)", title="dJ/dv")
    figure.colorbar(image, label="per m/s")
    figure.savefig(path, dpi=120)


def main():
    print("dtype    schedule   slots  forward steps         bytes  misfit              gradient norm       SHA-256")
    for dtype in (np.float32, np.float64):
        model, shot = survey(dtype)
        digests = set()
        for slots in (0, 3):
            model.set_slots(slots)
            plan = ebbwave.gradient_plan(model, shot)
            misfit, gradient = ebbwave.gradient(model, shot)
            digest = hashlib.sha256(gradient.tobytes()).hexdigest()
            digests.add(digest)
            norm = np.sqrt(np.sum(gradient.astype(np.float64) ** 2))
            numbers = f"{plan.slots:5} {plan.forward_steps:14} {plan.total_bytes:13}  {misfit:.12e}  {norm:.12e}"
            print(f"{model.dtype.name:8} {plan.schedule:9} {numbers}  {digest}")
        if len(digests) != 1:
            raise SystemExit("the bits differ")
    if len(sys.argv) > 1:
        draw(gradient, sys.argv[1])


if __name__ == "__main__":
    main()
