# SPDX-License-Identifier: MIT
"""The problems that all sides solve, in numpy alone: a layered model with a lateral change, sources and receivers on
nodes, so that interpolation takes no part, and zero observed data.

n steps have n + 1 samples; the wavelet is what is added to u over v^2 dt^2, at one node.
"""
import numpy as np

SPACING, ORDER = 10.0, 8
V_REF = 2500.0  # m/s, above every velocity below


class Problem:
    """`shape` is the given grid, layers outside of it; `cells` of layers, 0 for none."""

    def __init__(self, shape, steps, cells=0, shots=1, receivers=24, dt=0.001, frequency=12.0, dtype="float32"):
        self.shape, self.steps, self.cells, self.dt = tuple(shape), steps, cells, dt
        self.frequency, self.dtype = frequency, np.dtype(dtype)
        index = np.meshgrid(*(np.arange(n) / n for n in self.shape), indexing="ij")
        lateral = sum(index[:-1]) / (len(self.shape) - 1)
        self.velocity = (1500.0 + 200.0 * np.floor(5 * index[-1]) + 100.0 * lateral).astype(self.dtype)
        middle = [n // 2 for n in self.shape]
        # [shot][axis], [receiver][axis]
        self.sources = [[(2 * s + 1) * self.shape[0] // (2 * shots), *middle[1:-1], self.shape[-1] // 8]
                        for s in range(shots)]
        self.receivers = [[(2 * r + 1) * self.shape[0] // (2 * receivers), *middle[1:-1], self.shape[-1] // 12]
                          for r in range(receivers)]
        q = (np.pi * frequency * (dt * np.arange(steps + 1) - 1.2 / frequency)) ** 2
        self.wavelet = (1 - 2 * q) * np.exp(-q)

    @property
    def points(self):
        """Of the grid that is computed, layers included."""
        return int(np.prod([n + 2 * self.cells for n in self.shape]))


def half_square(traces):
    return 0.5 * float(np.sum(np.asarray(traces, np.float64) ** 2))


def difference(found, expected):
    """Relative L2 norm."""
    found, expected = (np.asarray(values, np.float64) for values in (found, expected))
    return float(np.linalg.norm(found - expected) / np.linalg.norm(expected))
