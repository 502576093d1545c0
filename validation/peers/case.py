# SPDX-License-Identifier: MIT
"""A gradient that is not ours, as the test sees it: a model, J as a function of it, and the gradient there."""
from typing import Callable, NamedTuple

import numpy as np


class Case(NamedTuple):
    """One row of the table in docs/other-codes.md."""

    name: str  # for the command line
    code: str  # whose gradient it is, with its version
    problem: str  # in a few words
    expected: str  # the verdict, by what the code's own documents say
    model: np.ndarray
    evaluate: Callable[[np.ndarray], float]
    gradient: Callable[[np.ndarray], np.ndarray]


def velocity(shape, dtype, seed=1):
    """A random smooth model in m/s, 1500 to 2500: every cell matters, and none is like its neighbour."""
    noise = np.random.default_rng(seed).standard_normal(shape)
    for axis in range(len(shape)):
        for _ in range(2):
            noise = noise + np.roll(noise, 1, axis) + np.roll(noise, -1, axis)
    return (2000.0 + 500.0 * noise / np.abs(noise).max()).astype(dtype)


def ricker(frequency, dt, count):
    q = (np.pi * frequency * (dt * np.arange(count) - 1.2 / frequency)) ** 2
    return (1 - 2 * q) * np.exp(-q)


def half_square(difference):
    """J of a difference of traces, summed in f64."""
    return 0.5 * float(np.sum(np.asarray(difference, np.float64) ** 2))
