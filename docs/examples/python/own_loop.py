# SPDX-License-Identifier: MIT
"""The gradient of one's own time loop under Revolve: Lorenz's model of 1996 with a forcing per cell, explicit Euler.

The problem is written down in docs/examples/README.md; examples in other languages print the same norm. Every number of
slots gives the same bits, in both reverse kinds.
"""
import hashlib

import numpy as np

import ebbwave

CELLS, STEPS, DT = 40, 60, 0.01


class Loop:
    """State: x and the running cost c, in one array of CELLS + 1 numbers."""

    def __init__(self, reverse_kind):
        i = np.arange(CELLS)
        self.first = np.append(2.0 + 0.37 * (i * 7 % CELLS) - 0.11 * i, 0.0)
        self.forcing = 8.0 + 0.05 * i
        self.seed = np.append(1.0 - 0.2 * (i * 5 % CELLS), 0.5)  # dJ/d(final state)
        self.takes_step = reverse_kind == "fused"
        self.state = self.first.copy()

    def step(self):
        x = self.state[:CELLS]
        cost = np.dot(x, x)
        x += DT * ((np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + self.forcing)
        self.state[CELLS] += DT * cost

    # ---- What the library calls ----

    def start(self):
        self.state[:] = self.first
        self.adjoint, self.seeded = np.zeros(CELLS + 1), False
        self.gradient = np.zeros(CELLS)

    def advance(self, start, stop):
        for _ in range(start, stop):
            self.step()

    def turn(self, _n):
        self.adjoint, self.seeded = self.seed.copy(), True

    def reverse(self, _k):
        x = self.state[:CELLS].copy()
        if self.takes_step:
            self.step()  # kind fused takes the step once more; a loop with a tape would fill it here
        if not self.seeded:
            self.turn(STEPS)
        a = self.adjoint[:CELLS]
        self.gradient += DT * a
        before = (1.0 - DT) * a + 2.0 * DT * self.adjoint[CELLS] * x
        before += np.roll(DT * np.roll(x, 1) * a, 1)
        before -= np.roll(DT * np.roll(x, 1) * a, -2)
        before += np.roll(DT * (np.roll(x, -1) - np.roll(x, 2)) * a, -1)
        self.adjoint[:CELLS] = before

    def save(self, _k, checkpoint):
        checkpoint[:] = self.state

    def load(self, _k, checkpoint):
        self.state[:] = checkpoint


def gradient(slots, reverse_kind):
    """dJ/d(forcing) and dJ/d(initial state) with so many states in memory."""
    loop = Loop(reverse_kind)
    schedule = ebbwave.Schedule.revolve(STEPS, slots, reverse_kind)
    propagator = ebbwave.Propagator(loop, state=loop.state, reverse_kind=reverse_kind)
    with ebbwave.Executor(schedule, propagator) as executor:
        executor.run()
        steps = executor.stat("forward_steps")
    return loop, steps


def misfit(forcing):
    loop = Loop("state_only")
    loop.forcing = forcing
    loop.advance(0, STEPS)
    return np.dot(loop.seed, loop.state)


def main():
    reference = None
    for reverse_kind in ("fused", "state_only"):
        for slots in (1, 2, 3, 5, 10, STEPS):
            loop, steps = gradient(slots, reverse_kind)
            digest = hashlib.sha256(loop.gradient.tobytes() + loop.adjoint.tobytes()).hexdigest()
            reference = reference or digest
            print(f"{reverse_kind:10} {slots:3} slots {steps:6} forward steps  {digest[:16]}")
            if digest != reference:
                raise SystemExit("the bits differ")
    print(ebbwave.taylor_test(loop.forcing, loop.gradient, misfit))
    print(f"misfit        {misfit(loop.forcing):.17g}")
    print(f"gradient norm {np.sqrt(np.sum(loop.gradient**2)):.17g}")
    print(f"adjoint norm  {np.sqrt(np.sum(loop.adjoint**2)):.17g}")


if __name__ == "__main__":
    main()
