# SPDX-License-Identifier: MIT
"""Small problems for the tests of the Python package: a time loop that can fail at any call, and a small survey."""
import numpy as np

import ebbwave

SHAPE, SPACING, DT, STEPS = (24, 20), 10.0, 1e-3, 30


class Loop:
    """x' = x + dt x (1 - p x) per cell, with J = sum x_n; writes its calls down and raises at one of them."""

    cells, dt = 5, 0.1

    def __init__(self, steps=12, kind="fused", fail_at=None):
        self.steps, self.kind, self.fail_at = steps, kind, fail_at
        self.p = np.linspace(0.5, 1.5, self.cells)
        self.state = np.zeros(self.cells)
        self.tape = np.zeros(self.cells)
        self.calls = []

    def note(self, *call):
        self.calls.append(call)
        if self.fail_at == len(self.calls) - 1:
            raise LookupError(f"call {self.fail_at}")

    def step(self):
        self.state += self.dt * self.state * (1.0 - self.p * self.state)

    def start(self):
        self.note("start")
        self.state[:] = 0.1
        self.gradient, self.adjoint = np.zeros(self.cells), np.zeros(self.cells)
        self.seeded = self.has_tape = False

    def advance(self, start, stop):
        self.note("advance", start, stop)
        for _ in range(start, stop):
            self.step()

    def turn(self, n):
        self.note("turn", n)
        self.adjoint[:], self.seeded = 1.0, True

    def reverse(self, k):
        self.note("reverse", k)
        x = self.tape if self.has_tape else self.state.copy()
        self.has_tape = False
        if not self.seeded:
            self.adjoint[:], self.seeded = 1.0, True
        self.gradient -= self.dt * x * x * self.adjoint
        self.adjoint *= 1.0 + self.dt * (1.0 - 2.0 * self.p * x)
        self.state[:] = np.nan

    def save(self, k, checkpoint):
        self.note("save", k)
        checkpoint[:] = self.state

    def load(self, k, checkpoint):
        self.note("load", k)
        self.state[:] = checkpoint

    def advance_taped(self, k):
        self.note("advance_taped", k)
        self.tape[:] = self.state
        self.step()

    def save_tape(self, k, checkpoint):
        self.note("save_tape", k)
        checkpoint[:] = self.tape

    def load_tape(self, k, checkpoint):
        self.note("load_tape", k)
        self.tape[:] = checkpoint
        self.has_tape = True

    def result(self):
        return self.gradient.tobytes() + self.adjoint.tobytes()


def executor_of(loop, slots=3):
    """An executor of a loop under revolve, or with tapes of every step (slots 0); nothing else refers to its parts."""
    if slots:
        schedule = ebbwave.Schedule.revolve(loop.steps, slots, loop.kind)
    else:
        schedule = ebbwave.Schedule.store_all(loop.steps, loop.kind)
    propagator = ebbwave.Propagator(loop, state=loop.state, reverse_kind=loop.kind, tape=loop.tape)
    return ebbwave.Executor(schedule, propagator)


def velocity(dtype, second=False):
    i, k = np.meshgrid(np.arange(SHAPE[0]), np.arange(SHAPE[1]), indexing="ij")
    return (1500.0 + 30.0 * k + (5.0 * (i % 7) if second else 0.0)).astype(dtype)


def survey(dtype=np.float32, threads=1, observed=True):
    """A model at its guess and a shot with observed data."""
    model = ebbwave.Model(SHAPE, SPACING, dtype)
    model.set_velocity(velocity(dtype, second=True))
    model.set_boundary("all", "cpml", cells=5, v_ref=1800.0, f_ref=25.0)
    model.set_boundary("top", "free")
    model.set_time(DT, STEPS)
    model.set_threads(threads)
    shot = ebbwave.Shot(model)
    shot.add_source((93.0, 52.0), ebbwave.ricker(40.0, DT, STEPS + 1, t0=12 * DT))
    shot.add_receivers([(40.0 * r, 31.0) for r in range(5)])
    if observed:
        ebbwave.forward(model, shot)
        shot.set_observed(shot.traces())
    model.set_velocity(velocity(dtype))
    return model, shot
