# SPDX-License-Identifier: MIT
"""Gradients by JAX: reverse-mode differentiation of a 2-D acoustic time loop under jax.lax.scan, with jax.checkpoint
around each step, in f64 and f32."""
import importlib.metadata

import numpy as np
from case import Case, half_square, ricker, velocity

SHAPE, SPACING, DT, STEPS, F0 = (48, 40), 10.0, 0.001, 400, 15.0


def case(dtype):
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    wavelet = jnp.asarray(ricker(F0, DT, STEPS), dtype)
    x, z = np.meshgrid(*map(np.arange, SHAPE), indexing="ij")
    depth = np.minimum.reduce([x, z, SHAPE[0] - 1 - x, SHAPE[1] - 1 - z])
    damping = jnp.asarray(1.0 - 0.05 * np.clip((10 - depth) / 10, 0, 1) ** 2, dtype)

    def laplace(u):
        # Fourth order; values outside are zero.
        p = jnp.pad(u, 2)
        along = [-p[4:, 2:-2] - p[:-4, 2:-2] + 16 * (p[3:-1, 2:-2] + p[1:-3, 2:-2]),
                 -p[2:-2, 4:] - p[2:-2, :-4] + 16 * (p[2:-2, 3:-1] + p[2:-2, 1:-3])]
        return (along[0] + along[1] - 60 * u) / (12 * SPACING**2)

    def traces(v):
        factor = (v * DT) ** 2

        @jax.checkpoint
        def step(state, f):
            u, before = state
            after = damping * (2 * u - damping * before + factor * laplace(u))
            after = after.at[SHAPE[0] // 2, 12].add(f)
            return (after, u), after[3:-3:3, 13]

        zero = jnp.zeros(SHAPE, dtype)
        return jax.lax.scan(step, (zero, zero), wavelet)[1]

    observed = traces(jnp.asarray(velocity(SHAPE, dtype, seed=2)))
    difference = jax.jit(lambda v: traces(v) - observed)
    slope = jax.jit(jax.grad(lambda v: 0.5 * jnp.sum(difference(v) ** 2)))
    return Case(
        f"jax-{np.dtype(dtype).name}", f"JAX {importlib.metadata.version('jax')}",
        f"acoustic loop under scan, {SHAPE[0]} x {SHAPE[1]}, {STEPS} steps", "PASS", velocity(SHAPE, dtype),
        lambda m: half_square(difference(jnp.asarray(m))), lambda m: np.array(slope(jnp.asarray(m))))


CASES = {f"jax-{np.dtype(dtype).name}": (lambda dtype=dtype: case(dtype)) for dtype in (np.float64, np.float32)}
