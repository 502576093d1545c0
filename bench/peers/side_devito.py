# SPDX-License-Identifier: MIT
"""Devito as a side of a comparison: m u'' = laplace u + source in its own symbols, with or without a damping layer, the
gradient with pyrevolve's checkpoints by Devito's own classes for them.

Without a layer the values outside the array are zero for ever (the halo): the faces `zero` of Ebbwave. Devito's time t
is sample t - 1. The sizes of its blocks are tuned once, by Devito, before anything is timed.
"""
import os

import contest
import numpy as np
from problem import ORDER, SPACING, V_REF, Problem, half_square

os.environ.setdefault("DEVITO_LOGGING", "ERROR")
os.environ.setdefault("DEVITO_LANGUAGE", "openmp")


def damping(shape, cells):
    """The damping profile of Devito's own examples, examples/seismic/model.py, along every axis, in 1/s."""
    profile = np.zeros(shape)
    strength = 1.5 * np.log(1.0 / 0.001) / cells
    for axis, n in enumerate(shape):
        depth = np.clip((cells - np.minimum(np.arange(n), np.arange(n)[::-1])) / cells, 0.0, 1.0)
        line = strength * (depth - np.sin(2 * np.pi * depth) / (2 * np.pi)) / SPACING
        profile += line.reshape([-1 if a == axis else 1 for a in range(len(shape))])
    return profile * V_REF


class Side:
    """`damp`: the layer of `cells` lies outside the given grid, as for Ebbwave."""

    def __init__(self, problem, threads, damp=False, checkpoints=0):
        import devito

        self.devito, self.checkpoints = devito, checkpoints
        p = self.problem = Problem(**problem)
        self.before = contest.process_bytes("VmRSS")
        pad = p.cells if damp else 0
        shape = [n + 2 * pad for n in p.shape]
        grid = devito.Grid(shape=shape, extent=[SPACING * (n - 1) for n in shape], dtype=p.dtype.type)
        velocity = np.pad(p.velocity, pad, mode="edge")
        self.velocity = velocity
        self.m = devito.Function(name="m", grid=grid, space_order=ORDER)
        self.m.data[:] = 1.0 / velocity.astype(np.float64) ** 2
        self.u = devito.TimeFunction(name="u", grid=grid, time_order=2, space_order=ORDER)
        self.last = p.steps + 1  # its last time

        def points(name, nodes):
            metres = SPACING * (np.array(nodes, p.dtype) + pad)
            return devito.SparseTimeFunction(name=name, grid=grid, npoint=len(nodes), nt=self.last + 2,
                                             coordinates=metres)

        self.source, self.traces = points("source", p.sources[:1]), points("traces", p.receivers)
        self.residual = points("residual", p.receivers)
        self.source.data[1:self.last + 1, 0] = p.wavelet
        dt2, u, m = grid.time_dim.spacing**2, self.u, self.m
        pde = m * u.dt2 - u.laplace
        if damp:
            layer = devito.Function(name="damp", grid=grid, space_order=0)
            layer.data[:] = damping(shape, pad) * np.asarray(self.m.data)
            pde = pde + layer * u.dt
        step = devito.Eq(u.forward, devito.solve(pde, u.forward))
        inject = self.source.inject(field=u.forward, expr=self.source * dt2 / m)
        self.forward_operator = devito.Operator([step, inject, self.traces.interpolate(expr=u)], name="Forward")
        self.operators = [self.forward_operator]
        if checkpoints:
            self.make_adjoint(grid)
        self.tuned = [self.tune(operator) for operator in self.operators]
        contest.forget_peak()  # of the tuning
        self.about = {"name": f"Devito {devito.__version__}", "blocks": [str(tuned) for tuned in self.tuned],
                      "compiler": str(devito.configuration["compiler"].version), "pad": pad}

    def make_adjoint(self, grid):
        devito, m, dt2 = self.devito, self.m, grid.time_dim.spacing**2
        self.slope = devito.Function(name="gradient", grid=grid)
        v = self.v = devito.TimeFunction(name="v", grid=grid, time_order=2, space_order=ORDER)
        step = devito.Eq(v.backward, devito.solve(m * v.dt2 - v.laplace, v.backward))
        inject = self.residual.inject(field=v.backward, expr=self.residual * dt2 / m)
        image = devito.Inc(self.slope, -self.u * v.dt2)
        self.adjoint_operator = devito.Operator([step, inject, image], name="Adjoint")
        self.operators.append(self.adjoint_operator)

    def tune(self, operator):
        """Block sizes by Devito's search, as keyword arguments of apply."""
        if min(self.problem.shape) < 64:
            return {}
        operator.apply(time_m=1, time_M=self.last, dt=self.problem.dt, autotune=("aggressive", "preemptive"))
        tuned = operator._state.get("autotuning") or [{}]
        return {name: int(value) for name, value in dict(tuned[-1].get("tuned") or {}).items()
                if name != "nthreads"}

    def clear(self):
        for symbol in (self.u, self.traces, *((self.v, self.slope, self.residual) if self.checkpoints else ())):
            symbol.data_with_halo[:] = 0.0

    def forward(self):
        """`sections` is the time within the compiled code by Devito's own clock, `stencil` of its largest part."""
        self.clear()
        summary, times = contest.timed(lambda: self.forward_operator.apply(
            time_m=1, time_M=self.last - 1, dt=self.problem.dt, **self.tuned[0]))
        parts = [entry.time for entry in summary.values()]
        return {**times, "sections": sum(parts), "stencil": max(parts)}

    def gradient(self):
        import pyrevolve
        from devito import CheckpointOperator, DevitoCheckpoint

        class Counting(CheckpointOperator):
            steps = 0

            def apply(self, t_start, t_end):
                self.steps += t_end - t_start
                super().apply(t_start, t_end)

        def run():
            self.clear()
            common = {"time_m": 1, "time_M": self.last, "dt": self.problem.dt}
            forward = Counting(self.forward_operator, **common, **self.tuned[0])
            adjoint = CheckpointOperator(self.adjoint_operator, **common, **self.tuned[1])
            checkpoint = DevitoCheckpoint([self.u])
            revolver = pyrevolve.SingleLevelRevolver(checkpoint, forward, adjoint, self.checkpoints, self.last)
            revolver.apply_forward()
            self.residual.data[:] = self.traces.data
            misfit = half_square(self.traces.data)
            revolver.apply_reverse()
            return misfit, forward.steps

        (misfit, steps), times = contest.timed(run)
        return {**times, "misfit": misfit, "forward_steps": steps, "checkpoints": self.checkpoints}

    def peak(self):
        high = contest.process_bytes("VmHWM")
        return {"process_bytes": high, "net_bytes": high - self.before}

    def write(self, traces=None, gradient=None):
        if traces:
            np.save(traces, np.asarray(self.traces.data)[1:self.last + 1].T[None])
        if gradient:  # by m = 1 / v^2
            np.save(gradient, -2.0 * np.asarray(self.slope.data, np.float64) / self.velocity.astype(np.float64)**3)
