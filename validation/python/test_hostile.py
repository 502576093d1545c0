# SPDX-License-Identifier: MIT
"""What a user would not do on purpose: copies of handles, numbers that do not fit, Ctrl-C at any moment."""

import copy
import pickle
import signal
import threading

import numpy as np
import pytest

import ebbwave as ew


def test_handles_are_not_copied():
    with ew.Schedule.revolve(5, 2) as schedule:
        for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(ew.EbbWaveError, match="make a new one"):
                attempt(schedule)
        assert schedule.steps == 5


def test_whole_numbers_that_do_not_fit_are_refused():
    for steps in (2**63, 2**64 + 5, -(2**64) + 7):
        with pytest.raises(ew.EbbWaveError, match="does not fit the 64 bits"):
            ew.Schedule.revolve(steps, 3)
    model = ew.Model((20, 20), 10.0)
    with pytest.raises(ew.EbbWaveError, match="does not fit the 32 bits"):
        model.set_order(2**32 + 8)


def test_numbers_that_are_not_whole_are_refused_and_whole_floats_taken():
    with pytest.raises(ew.EbbWaveError, match="steps is 100.7, need a whole number"):
        ew.Schedule.revolve(100.7, 3)
    for steps in (float("nan"), float("inf"), "7", None, [5]):
        with pytest.raises(ew.EbbWaveError, match="need a whole number"):
            ew.Schedule.revolve(steps, 3)
    with ew.Schedule.revolve(1e2, np.int32(3)) as schedule:
        assert schedule.steps == 100
    with pytest.raises(ew.EbbWaveError, match="need a whole number"):
        ew.Model((20.5, 20), 10.0)


def test_masked_arrays_are_refused():
    model = ew.Model((20, 20), 10.0)
    with pytest.raises(ew.EbbWaveError, match="masked.*filled"):
        model.set_velocity(np.ma.masked_less(np.full((20, 20), 1500.0, np.float32), 1000.0))
    model.set_time(1e-3, 4)
    with pytest.raises(ew.EbbWaveError, match="masked.*filled"):
        ew.Shot(model).add_source(np.ma.masked_less([50.0, 50.0], 1.0), np.ones(5))


def test_a_functional_of_one_element_is_a_number():
    m = np.linspace(1.0, 2.0, 7)
    result = ew.taylor_test(m, evaluate=lambda x: np.array([np.sum(x**2)]), gradient=2.0 * m)
    assert result.verdict == ew.Verdict.PASS
    with pytest.raises(ew.EbbWaveError, match="(?s)what evaluate returned is .* need a number"):
        ew.taylor_test(m, evaluate=lambda x: x, gradient=2.0 * m)


def test_a_schedule_is_read_by_one_loop_at_a_time():
    with ew.Schedule.revolve(1000, 3) as schedule:
        whole = list(schedule)
        first, second = iter(schedule), iter(schedule)
        assert next(first) == next(second) == whole[0]
        with pytest.raises(ew.EbbWaveError, match="a loop that began later"):
            list(first)
        assert [whole[0], *second] == whole


def test_texts_with_a_nul_byte_are_refused(tmp_path):
    with pytest.raises(ew.EbbWaveError, match="NUL"):
        ew.Report("a\0b")
    with pytest.raises((ew.EbbWaveError, ValueError)):
        ew.Report("a").write(str(tmp_path / "x\0y.json"))
    assert not list(tmp_path.iterdir())


def test_what_sizes_arrays_cannot_be_set():
    model = ew.Model((20, 30), 10.0)
    for name, value in (("shape", (5, 20)), ("dtype", np.dtype("f8"))):
        with pytest.raises(AttributeError):
            setattr(model, name, value)
    assert model.shape == (20, 30)


def test_arrays_of_objects_are_refused():
    storage = ew.Storage()
    storage.reserve(1, 8)
    storage.save(0, 0, np.ones(1))
    with pytest.raises(ew.EbbWaveError, match="Python objects"):
        storage.load(0, 0, np.array(["abc"], object))


def test_a_save_meets_the_slots_that_it_was_checked_for():
    storage, going = ew.Storage(), True

    def keep_changing():
        while going:
            storage.reserve(1, 8)
            storage.reserve(1, 1 << 20)

    thread = threading.Thread(target=keep_changing)
    storage.reserve(1, 8)
    thread.start()
    for _ in range(3000):
        try:
            storage.save(0, 0, np.ones(1))
        except ew.EbbWaveError:
            pass  # another size, or the slot is not free
    going = False
    thread.join()


def test_ctrl_c_is_never_lost():
    m = np.ones(200000)
    interrupted = 0
    for attempt in range(30):
        # The alarm stands for a key that is pressed while C code runs.
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.0005 * attempt)
        try:
            result = ew.taylor_test(m, 2 * m, lambda x: float(x @ x), ladder="reduced", directions=1)
            assert result.verdict == ew.Verdict.PASS
        except KeyboardInterrupt:
            interrupted += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert interrupted > 0


def test_ctrl_c_ends_a_gradient_without_callbacks():
    model = ew.Model((200, 200), 10.0, np.float32)
    model.set_velocity(np.full((200, 200), 2000.0, np.float32))
    model.set_boundary("all", "zero")
    model.set_time(0.001, 20000)
    model.set_slots(3)
    shot = ew.Shot(model)
    shot.add_source((500.0, 500.0), ew.ricker(20.0, 0.001, 20001))
    shot.add_receivers([(900.0, 500.0)])
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            ew.gradient(model, shot)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    # It stopped on the way: a run that had come to its end would be told.
    with pytest.raises(ew.EbbWaveError):
        model.count("forward_steps")
