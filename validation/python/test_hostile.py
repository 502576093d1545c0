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
