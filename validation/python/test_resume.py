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


def executor_of(loop, directory, slots=3, fingerprint=b"", storage=None):
    propagator = ebbwave.Propagator(
        loop,
        state=loop.state,
        reverse_kind=loop.kind,
        adjoint=np.zeros((3, loop.cells)),
        record=np.zeros(1, np.int64),
    )
    executor = ebbwave.Executor(ebbwave.Schedule.revolve(loop.steps, slots, loop.kind), propagator, storage)
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


def test_a_generation_follows_each_disk_checkpoint(place):
    def counts(every):
        executor = executor_of(Resumed(), place, storage=ebbwave.Storage.disk(place))
        executor.set_directory(place, seconds=1e9, every_disk_checkpoint=every)
        executor.run()
        return executor.stat("generations"), executor.stat("saves")

    assert counts(False)[0] == 0
    generations, saves = counts(True)
    assert generations == saves > 0
    model, shots = survey()
    expected = ebbwave.gradient(model, shots)[1].tobytes()
    model.set_directory(place, seconds=1e9, every_disk_checkpoint=True)
    assert ebbwave.gradient(model, shots)[1].tobytes() == expected


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


def words_executor(schedule, storage, directory, seconds, fail_at=None):
    """A loop whose states are random words, the same in every run; `fail_at` is a list of one step."""
    state, adjoint = np.zeros(8, np.uint64), np.zeros(2)

    def advance(start, stop):
        for k in range(start, stop):
            if fail_at and fail_at[0] == k:
                raise KeyError(k)
            state[:] = np.random.default_rng(k).integers(0, 2**62, 8)
        if schedule.steps == 0 and stop == 12:
            schedule.finish(12)

    def reverse(k):
        adjoint[0] = adjoint[0] * 0.5 + float(state[0] % np.uint64(1000)) * (k + 1)

    propagator = ebbwave.Propagator(
        state=state,
        reverse_kind="state_only",
        adjoint=adjoint,
        start=lambda: (state.fill(0), adjoint.fill(0)),
        advance=advance,
        turn=lambda n: None,
        reverse=reverse,
        save=lambda k, checkpoint: np.copyto(checkpoint, state),
        load=lambda k, checkpoint: np.copyto(state, checkpoint),
        save_adjoint=lambda k, checkpoint: np.copyto(checkpoint, adjoint),
        load_adjoint=lambda k, checkpoint: np.copyto(adjoint, checkpoint),
    )
    executor = ebbwave.Executor(schedule, propagator, storage)
    executor.set_directory(directory, seconds=seconds)
    return executor, adjoint


@pytest.mark.parametrize("seconds", [0.0, 60.0])
def test_a_save_in_the_background_that_does_not_fit_is_planned_again(place, seconds):
    ample, expected = words_executor(ebbwave.Schedule.revolve(12, 4, "state_only"), None, place / "a", 60.0)
    ample.run()
    storage = ebbwave.Storage.tiered(place / "files", 0, limit=400, codec="zstd")
    tight, adjoint = words_executor(ebbwave.Schedule.revolve(12, 4, "state_only"), storage, place / "b", seconds)
    tight.run()
    assert tight.stat("replans") > 0
    assert adjoint.tobytes() == expected.tobytes() and expected[0] > 0


def test_a_second_run_of_unknown_length_is_resumed(place):
    fail_at = [-1]
    first, expected = words_executor(ebbwave.Schedule.online(3, "state_only"), None, place, 0.0, fail_at)
    first.run()
    wanted = expected.tobytes()
    fail_at[0] = 9
    with pytest.raises(KeyError):
        first.run()
    again, adjoint = words_executor(ebbwave.Schedule.online(3, "state_only"), None, place, 0.0)
    again.resume()
    assert adjoint.tobytes() == wanted


def test_a_lossy_codec_is_refused_where_a_resume_would_compute_states_again(place):
    loop = Resumed(12, "state_only")
    executor = executor_of(loop, place, storage=ebbwave.Storage(codec="bf16"))
    executor.set_directory(place, disk_bytes=10_000_000, seconds=0.0)
    with pytest.raises(ebbwave.EbbWaveError, match="disk_bytes = 0"):
        executor.run()
    executor.set_directory(place, seconds=0.0)
    executor.run()
