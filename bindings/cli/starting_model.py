# SPDX-License-Identifier: MIT
"""The smooth model from which an inversion starts, made from a velocity model by a Gaussian filter in slowness."""
import numpy as np

# Columns whose top is slower than this, in m/s, and constant to a percent down to some depth, begin with water.
FASTEST_WATER = 1600.0


def water_mask(velocity):
    """True in the water column of velocity [nx][nz] in m/s; all False where the model has none."""
    top = velocity[:, :1]
    same = np.abs(velocity - top) <= 0.01 * top
    return np.logical_and.accumulate(same & (top < FASTEST_WATER), axis=1)


def gaussian_filter(values, nodes):
    """values [nx][nz] convolved with a Gaussian of that many nodes (one standard deviation); zero outside the array."""
    reach = int(np.ceil(4 * nodes))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / nodes) ** 2)
    for axis in (0, 1):
        values = np.apply_along_axis(lambda line: np.convolve(line, kernel)[reach:-reach], axis, values)
    return values


def starting_model(velocity, spacing, length):
    """Smooths velocity [nx][nz] over `length` metres and keeps its water.

    The mean is taken over rock alone, by dividing the filtered slowness by the filtered mask, so that neither the water
    nor the model's edge leaks in: a starting model that is wrong at the sea floor would hide all else."""
    rock = ~water_mask(velocity)
    slowness = np.where(rock, 1.0 / velocity.astype(np.float64), 0.0)
    nodes = length / spacing
    weight = gaussian_filter(rock.astype(np.float64), nodes)
    smooth = np.divide(weight, gaussian_filter(slowness, nodes), out=np.ones_like(weight), where=rock)
    return np.where(rock, smooth, velocity).astype(velocity.dtype)
