# SPDX-License-Identifier: MIT
"""The demo's synthetic model is always the same and plausible; its starting model is smooth and keeps the water."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402

CLAIM = "the demo's models are as promised"


def main():
    checks = Checks()
    try:
        import numpy as np
    except ImportError:
        checks.skip(CLAIM, "numpy is not installed")
        return checks.finish()
    sys.path.insert(0, sys.argv[1])
    from starting_model import starting_model, water_mask
    from synthetic_model import SALT, WATER, synthetic_model

    true = synthetic_model()
    checks.ok(true.tobytes() == synthetic_model().tobytes(), "two runs write the same model")
    checks.ok(true.shape == (460, 150) and true.dtype == np.float32, "it has 460 x 150 nodes in single precision")
    checks.ok(true.min() == WATER and true.max() == SALT, "water is slowest and salt is fastest")
    water = water_mask(true)
    checks.ok(water[:, 0].all() and not water[:, -1].any(), "water lies on top of every column and never below")

    start = starting_model(true, 20.0, 200.0)
    checks.ok(np.array_equal(start[water], true[water]), "the starting model has the same water")
    checks.ok((start[~water] > WATER).all(), "no water has leaked into the rock")
    rock = ~water[:, :-1]
    steps = [np.abs(np.diff(model, axis=1))[rock].max() for model in (true, start)]
    checks.ok(steps[1] < 0.2 * steps[0], "reflectors are gone", [f"largest steps {steps[0]:g} and {steps[1]:g} m/s"])
    times = [(20.0 / model.astype(np.float64)).sum(axis=1) for model in (true, start)]
    off = np.abs(times[1] - times[0]).max() / times[0].mean()
    # Smoothing slowness keeps its mean, but for what is carried sideways and over the model's edges.
    checks.ok(off < 0.06, "times of flight stay within 6 %", [f"{100 * off:.2f} %"])

    land = np.full((30, 20), 2500.0)
    checks.ok(not water_mask(land).any(), "a model on land has no water")
    checks.ok(np.allclose(starting_model(land, 10.0, 40.0), land, rtol=1e-12), "a constant model stays as it is")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
