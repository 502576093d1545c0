# SPDX-License-Identifier: MIT
"""A Devito operator under Ebbwave's schedule, storage and executor, where Devito's own users take pyrevolve.

A 2-D acoustic gradient: m = 1/v^2, m d2u/dt2 = laplace u + source, misfit of the traces against those of a true model.
The time loop is Devito's; one class of six methods makes it a propagator. It needs `pip install devito`; when
pyrevolve is there too, it runs the same operators with the same number of checkpoints. Printed are the steps that each
way takes and a SHA-256 of the gradient's bytes, which must be one for all.

    python devito_gradient.py [STEPS] [SLOTS]
"""
import hashlib
import os
import sys

import numpy as np

os.environ.setdefault("DEVITO_LOGGING", "ERROR")
import devito  # noqa: E402

import ebbwave  # noqa: E402

SHAPE, SPACING, DT, F0, ORDER = (121, 101), 10.0, 0.001, 15.0, 8


class Survey:
    """The symbols and the two operators: nothing in here knows of checkpoints."""

    def __init__(self, steps, dtype=np.float32, shape=SHAPE):
        self.steps = steps
        extent = tuple(SPACING * (n - 1) for n in shape)
        grid = devito.Grid(shape=shape, extent=extent, dtype=dtype)
        self.m = devito.Function(name="m", grid=grid, space_order=ORDER)
        self.gradient = devito.Function(name="gradient", grid=grid)
        # Three time levels each, whatever the number of steps.
        self.u = devito.TimeFunction(name="u", grid=grid, time_order=2, space_order=ORDER)
        self.v = devito.TimeFunction(name="v", grid=grid, time_order=2, space_order=ORDER)

        def points(name, coordinates):
            # A sample for each of the times 0 .. steps + 1.
            kind, count = devito.SparseTimeFunction, len(coordinates)
            return kind(name=name, grid=grid, npoint=count, nt=steps + 2, coordinates=np.array(coordinates, dtype))

        # Not on the last nodes: Devito's interpolation would reach into the halo, where m is 0 and 1 / m is not.
        receivers = [(40.0 + 20.0 * r, 20.0) for r in range(57)]
        self.source = points("source", [(600.0, 30.0)])
        self.traces, self.residual = points("traces", receivers), points("residual", receivers)
        self.observed = np.zeros_like(self.traces.data)
        q = (np.pi * F0 * (DT * np.arange(steps + 2) - 1.2 / F0)) ** 2
        self.source.data[:, 0] = (1 - 2 * q) * np.exp(-q)

        u, v, m, dt2 = self.u, self.v, self.m, grid.time_dim.spacing**2
        step = devito.Eq(u.forward, devito.solve(m * u.dt2 - u.laplace, u.forward))
        inject = self.source.inject(field=u.forward, expr=self.source * dt2 / m)
        self.forward = devito.Operator([step, inject, self.traces.interpolate(expr=u)], name="Forward")
        step = devito.Eq(v.backward, devito.solve(m * v.dt2 - v.laplace, v.backward))
        inject = self.residual.inject(field=v.backward, expr=self.residual * dt2 / m)
        self.adjoint = devito.Operator([step, inject, devito.Inc(self.gradient, -u * v.dt2)], name="Adjoint")

    def set_model(self, inside):
        """2000 m/s, and `inside` within 200 m of the middle."""
        x, z = np.meshgrid(*(SPACING * np.arange(n) for n in self.m.shape), indexing="ij")
        velocity = np.where(np.hypot(x - 600.0, z - 500.0) < 200.0, inside, 2000.0)
        self.m.data[:] = 1.0 / velocity**2

    def clear(self):
        """Before each sweep."""
        for symbol in (self.u, self.v, self.gradient, self.traces, self.residual):
            symbol.data_with_halo[:] = 0.0

    def observe(self):
        """Takes the traces of the present model as the observed data."""
        self.clear()
        self.forward.apply(time_m=1, time_M=self.steps, dt=DT)
        self.observed = np.array(self.traces.data)

    def form_residual(self):
        """When all traces are there: the adjoint's source. Returns the misfit."""
        self.residual.data[:] = np.asarray(self.traces.data) - self.observed
        return 0.5 * float(np.sum(np.asarray(self.residual.data, np.float64) ** 2))


class Stepper:
    """A Devito operator for any range of steps; Devito checks and converts the arguments once, not at each call."""

    def __init__(self, operator):
        names = [symbol.name for symbol in operator.parameters]
        arguments = operator.arguments(time_m=1, time_M=1, dt=DT)
        self._function, self._values = operator.cfunction, [arguments[name] for name in names]
        self._first, self._last = names.index("time_m"), names.index("time_M")

    def __call__(self, first, last):
        self._values[self._first], self._values[self._last] = first, last
        self._function(*self._values)


class DevitoLoop:
    """The propagator. Step k is Devito's time k + 1: it makes u at k + 2 from k + 1 and k, which are state k."""

    def __init__(self, survey, reverse_kind="state_only"):
        self.survey, self.fused = survey, reverse_kind == "fused"
        self.forward, self.adjoint = Stepper(survey.forward), Stepper(survey.adjoint)
        # The three levels as a plain array, halo included; time t lies at t % 3.
        self.levels = np.asarray(survey.u.data_with_halo)
        self.state = np.empty((2, *self.levels.shape[1:]), self.levels.dtype)
        self.misfit = None

    def start(self):
        self.survey.clear()
        self.misfit = None

    def advance(self, start, stop):
        self.forward(start + 1, stop)

    def turn(self, _n):
        self.misfit = self.survey.form_residual()

    def reverse(self, k):
        """The gradient needs u at k + 1 alone, so that no step is taken here: kind 'state_only' is enough."""
        if self.fused:
            self.forward(k + 1, k + 1)
            if self.misfit is None:
                self.misfit = self.survey.form_residual()
        self.adjoint(k + 1, k + 1)

    def save(self, k, checkpoint):
        checkpoint[0], checkpoint[1] = self.levels[k % 3], self.levels[(k + 1) % 3]

    def load(self, k, checkpoint):
        self.levels[k % 3], self.levels[(k + 1) % 3] = checkpoint


def with_ebbwave(survey, slots, reverse_kind="state_only"):
    """Misfit, gradient and forward steps."""
    loop = DevitoLoop(survey, reverse_kind)
    propagator = ebbwave.Propagator(loop, state=loop.state, reverse_kind=reverse_kind)
    schedule = ebbwave.Schedule.revolve(survey.steps, slots, reverse_kind)
    executor = ebbwave.Executor(schedule, propagator, ebbwave.Storage())
    executor.run()
    return loop.misfit, np.array(survey.gradient.data), executor.stat("forward_steps")


def with_pyrevolve(survey, slots):
    """The same by pyrevolve, with Devito's own classes for it."""
    import pyrevolve
    from devito import CheckpointOperator, DevitoCheckpoint

    class Counting(CheckpointOperator):
        steps = 0

        def apply(self, t_start, t_end):
            self.steps += t_end - t_start
            super().apply(t_start, t_end)

    survey.clear()
    forward = Counting(survey.forward, time_m=1, time_M=survey.steps, dt=DT)
    adjoint = CheckpointOperator(survey.adjoint, time_m=1, time_M=survey.steps, dt=DT)
    checkpoint = DevitoCheckpoint([survey.u])
    revolver = pyrevolve.SingleLevelRevolver(checkpoint, forward, adjoint, slots, survey.steps)
    revolver.apply_forward()
    misfit = survey.form_residual()
    revolver.apply_reverse()
    return misfit, np.array(survey.gradient.data), forward.steps


def ways(steps, slots):
    """(name, function of the survey) of every way to run it; the last only where pyrevolve is installed."""
    yield "ebbwave, a slot for each step", lambda survey: with_ebbwave(survey, steps)
    yield f"ebbwave, {slots} slots, state_only", lambda survey: with_ebbwave(survey, slots)
    yield f"ebbwave, {slots} slots, fused", lambda survey: with_ebbwave(survey, slots, "fused")
    try:
        import pyrevolve  # noqa: F401
    except ImportError as reason:
        print(f"pyrevolve is left out: {reason}", file=sys.stderr)
        return
    yield f"pyrevolve, {slots} checkpoints", lambda survey: with_pyrevolve(survey, slots)


def main():
    steps, slots = [int(argument) for argument in (sys.argv[1:] + ["400", "10"][len(sys.argv) - 1 :])]
    survey = Survey(steps)
    survey.set_model(2300.0)
    survey.observe()
    survey.set_model(2000.0)
    print(f"{'':32} forward steps  misfit             SHA-256 of the gradient")
    digests = set()
    for name, run in ways(steps, slots):
        misfit, gradient, forward_steps = run(survey)
        digests.add((misfit, hashlib.sha256(gradient.tobytes()).hexdigest()))
        print(f"{name:32} {forward_steps:13}  {misfit:.12e}  {hashlib.sha256(gradient.tobytes()).hexdigest()}")
        if not (np.isfinite(gradient).all() and gradient.any()):
            raise SystemExit(f"{name}: no gradient")
    if len(digests) != 1:
        raise SystemExit("the bits differ")


if __name__ == "__main__":
    main()
