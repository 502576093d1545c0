# SPDX-License-Identifier: MIT
"""Runs that stop and go on from a directory: loops of one's own and surveys."""
import os
import pathlib
import tempfile

import numpy as np
import pytest
from problems import Loop, survey

import ebbwave


@pytest.fixture
def place(tmp_path):
    """A directory, in memory where the machine has such a place: fsync takes no time there."""
    if not os.access("/dev/shm", os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield pathlib.Path(folder)


class Resumed(Loop):
    """A loop with adjoint callbacks, and a record: the number of forward steps so far."""

    def start(self):
        super().start()
        self.reached = 0

    def advance(self, start, stop):
        super().advance(start, stop)
        self.reached = max(self.reached, stop)

    def save_adjoint(self, k, checkpoint):
        self.note("save_adjoint", k)
        checkpoint[0], checkpoint[1], checkpoint[2] = self.gradient, self.adjoint, float(self.seeded)

    def load_adjoint(self, k, checkpoint):
        self.note("load_adjoint", k)
        self.gradient[:], self.adjoint[:], self.seeded = checkpoint[0], checkpoint[1], bool(checkpoint[2, 0])

    def save_record(self, k, checkpoint):
        assert k - self.reached in (0, 1)  # kind fused takes the last step inside reverse
        checkpoint[0] = self.reached

    def load_record(self, k, checkpoint):
        self.reached = int(checkpoint[0])
        assert k - self.reached in (0, 1)


def executor_of(loop, directory, slots=3, fingerprint=b""):
    propagator = ebbwave.Propagator(
        loop,
        state=loop.state,
        reverse_kind=loop.kind,
        adjoint=np.zeros((3, loop.cells)),
        record=np.zeros(1, np.int64),
    )
    executor = ebbwave.Executor(ebbwave.Schedule.revolve(loop.steps, slots, loop.kind), propagator)
    executor.set_directory(directory, seconds=0.0, fingerprint=fingerprint)
    return executor


@pytest.mark.parametrize("kind", ["fused", "state_only"])
def test_a_loop_that_raised_at_any_call_goes_on_with_the_same_bits(kind, place):
    whole = Resumed(kind=kind)
    executor_of(whole, place).run()
    for fail_at in range(0, len(whole.calls), 11):
        with pytest.raises(LookupError):
            executor_of(Resumed(kind=kind, fail_at=fail_at), place).run()
        loop = Resumed(kind=kind)
        executor_of(loop, place).resume()
        assert loop.result() == whole.result()
        assert not list(place.iterdir())


def test_other_problems_and_missing_parts_are_refused(place):
    with pytest.raises(LookupError):
        executor_of(Resumed(fail_at=30), place).run()
    with pytest.raises(ebbwave.EbbWaveError, match="another problem"):
        executor_of(Resumed(), place, fingerprint=b"other").resume()
    with pytest.raises(ebbwave.EbbWaveError, match="resume it"):
        executor_of(Resumed(), place).run()
    with pytest.raises(ValueError, match="load_adjoint"):
        ebbwave.Propagator(Loop(), state=8, adjoint=8, save_adjoint=lambda k, checkpoint: None)
    executor = executor_of(Resumed(), None)
    with pytest.raises(ebbwave.EbbWaveError, match="no directory"):
        executor.resume()


def test_the_replay_check_names_the_step():
    class Noisy(Loop):
        def step(self):
            super().step()
            self.state += 1e-9 * len(self.calls)

    executor = ebbwave.Executor(ebbwave.Schedule.revolve(12, 2), ebbwave.Propagator(Noisy(), state=np.zeros(5)))
    executor.set_replay_check(True)
    with pytest.raises(ebbwave.EbbWaveError, match="state at step"):
        executor.run()


def test_a_cancelled_gradient_goes_on_with_the_same_bits(place):
    def make():
        model, shot = survey()
        model.set_slots(4)
        return model, shot

    model, shots = make()
    expected = ebbwave.gradient(model, shots)
    for stop in (5, 40, 70, 95):
        model, shots = make()
        model.set_directory(place, seconds=0.0)
        model.set_progress(lambda done, total, recomputed: done >= stop, every=1)
        with pytest.raises(ebbwave.EbbWaveError, match="cancel|progress"):
            ebbwave.gradient(model, shots)
        model, shots = make()
        model.set_directory(place, seconds=0.0, resume=True)
        misfit, gradient = ebbwave.gradient(model, shots)
        assert misfit == expected[0] and gradient.tobytes() == expected[1].tobytes()
        assert not list(place.iterdir())
