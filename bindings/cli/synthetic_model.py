# SPDX-License-Identifier: MIT
"""A synthetic velocity model of Marmousi's kind, written from formulas alone: water over young flat layers, an
unconformity, folded and faulted layers below, a fast salt body and a slow gas pocket.

    python synthetic_model.py VELOCITY.npy [--nodes 460 150] [--spacing 20]

The file holds float32 in m/s with axes (x, z), z downwards. Without random numbers every run writes the same model.
"""
import argparse
import math

import numpy as np

WATER = 1500.0  # m/s
SALT = 4450.0  # m/s
GAS_SLOWDOWN = 0.72  # velocity of the gas pocket by that of the rock around it
# Each cell is the mean slowness of this many points an axis, so that dipping interfaces do not become stairs.
POINTS_PER_CELL = 4

# Normal faults that dip to the right: where each meets the sea floor (m), horizontal run per metre of depth, throw (m).
FAULTS = ((2300.0, 0.45, 110.0), (3150.0, 0.38, 150.0), (3950.0, 0.32, 120.0), (5000.0, 0.30, 70.0))


def sea_floor(x):
    """Depth of the sea floor in metres."""
    return 320.0 + 45.0 * np.sin(2 * math.pi * x / 7400.0 + 0.6) + 0.012 * (x - 4600.0)


def unconformity(x):
    """Depth in metres of the erosion surface below which layers are folded and faulted."""
    return 640.0 + 0.055 * (x - 1500.0) + 60.0 * np.sin(2 * math.pi * x / 5200.0)


def layer_sequence(depth, first, growth, contrast, thickness):
    """Velocity of a stack of layers at a stratigraphic depth (m): a trend that grows with depth, constant within a
    layer but for a tenth of the trend, and a contrast that changes from layer to layer without repeating."""
    number = np.floor(depth / thickness + 0.35 * np.sin(depth / (3.1 * thickness)))
    # Multiples of the golden ratio, modulo 1, fill [0, 1) evenly and never come back to a value.
    step = np.mod(number * 0.6180339887498949, 1.0) - 0.5
    trend = growth * (0.9 * number * thickness + 0.1 * depth)
    return first + trend + contrast * step


def stratigraphic_depth(x, z):
    """Depth in metres at which the material of (x, z) was laid down, before folding and faulting."""
    tilt = 0.16 * (x - 4600.0) * np.exp(-(((x - 1500.0) / 4200.0) ** 2))
    anticline = 420.0 * np.exp(-(((x - 4300.0 - 0.15 * z) / 1500.0) ** 2)) * np.clip(z / 2200.0, 0.0, 1.3)
    syncline = -260.0 * np.exp(-(((x - 7000.0) / 1100.0) ** 2)) * np.clip(z / 1800.0, 0.0, 1.0)
    depth = z - tilt + anticline + syncline
    for foot, run, throw in FAULTS:
        depth = np.where(x > foot + run * z, depth - throw, depth)
    return depth


def in_salt(x, z):
    """True inside the salt: a sheet with a rugged top and a root to the bottom right."""
    top = 1780.0 - 520.0 * np.exp(-(((x - 7050.0) / 620.0) ** 2)) + 35.0 * np.sin(x / 170.0)
    bottom = 2080.0 + 260.0 * np.exp(-(((x - 7400.0) / 700.0) ** 2))
    sheet = (z > top) & (z < bottom) & (np.abs(x - 7150.0) < 1150.0)
    return sheet & ((z - top) * 1.4 > np.abs(x - 7150.0) - 950.0)


def in_gas(x, z):
    """True inside the gas pocket, a flat lens under the crest of the fold."""
    lens = ((x - 4480.0) / 420.0) ** 2 + ((z - 1130.0) / 62.0) ** 2 < 1.0
    return lens & (z < 1155.0)  # the contact of gas and water is level


def velocity_at(x, z):
    """Velocity in m/s at points (x, z) in metres."""
    floor, surface = sea_floor(x), unconformity(x)
    young = layer_sequence((z - floor) * 0.9, 1640.0, 0.72, 170.0, 62.0)
    old = layer_sequence(stratigraphic_depth(x, z), 1560.0, 0.74, 620.0, 104.0)
    deep = 3900.0 + 0.16 * (z - 2300.0)
    velocity = np.where(z < surface, young, np.clip(old, 1750.0, 4300.0))
    basement = 2620.0 - 300.0 * np.exp(-(((x - 2600.0) / 1500.0) ** 2)) + 0.03 * (x - 4600.0)
    velocity = np.where(z > basement, deep, velocity)
    velocity = np.where(in_gas(x, z), GAS_SLOWDOWN * velocity, velocity)
    velocity = np.where(in_salt(x, z), SALT, velocity)
    return np.where(z < floor, WATER, velocity)


def synthetic_model(nodes=(460, 150), spacing=20.0):
    """Velocity in m/s on nodes = (nx, nz) points, float32 [nx][nz]."""
    offsets = ((np.arange(POINTS_PER_CELL) + 0.5) / POINTS_PER_CELL - 0.5) * spacing
    slowness = np.zeros(nodes)
    for dx in offsets:
        for dz in offsets:
            x = np.arange(nodes[0])[:, None] * spacing + dx
            z = np.arange(nodes[1])[None, :] * spacing + dz
            slowness += 1.0 / velocity_at(x, z)
    return (POINTS_PER_CELL**2 / slowness).astype(np.float32)


def main():
    parser = argparse.ArgumentParser(description="Write a synthetic velocity model of Marmousi's kind.")
    parser.add_argument("velocity", help="file to write: .npy, float32, m/s, axes (x, z)")
    parser.add_argument("--nodes", type=int, nargs=2, default=(460, 150), metavar=("NX", "NZ"))
    parser.add_argument("--spacing", type=float, default=20.0, metavar="H", help="metres between nodes")
    arguments = parser.parse_args()
    np.save(arguments.velocity, synthetic_model(tuple(arguments.nodes), arguments.spacing))


if __name__ == "__main__":
    main()
