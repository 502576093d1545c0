# SPDX-License-Identifier: MIT
"""The user's own time loop: bits, exceptions at any call, lifetime of callbacks, threads, progress."""
import gc
import sys
import threading
import traceback
import weakref

import numpy as np
import pytest
from problems import Loop, executor_of

import ebbwave
from ebbwave import _lowlevel as low

CASES = [("fused", 3), ("state_only", 3), ("fused", 0), ("state_only", 0)]


def run(kind="fused", slots=3, fail_at=None):
    loop = Loop(kind=kind, fail_at=fail_at)
    executor_of(loop, slots).run()
    return loop


@pytest.mark.parametrize("kind", ["fused", "state_only"])
def test_every_number_of_slots_and_tapes_give_the_same_bits(kind):
    reference = run("fused", 12).result()
    assert all(run(kind, slots).result() == reference for slots in range(13))


def test_the_gradient_passes_a_taylor_test():
    loop = run()

    def misfit(p):
        other = Loop()
        other.p = p
        other.start()
        other.advance(0, other.steps)
        return other.state.sum()

    assert ebbwave.taylor_test(loop.p, loop.gradient, misfit, profile="exact")


@pytest.mark.parametrize("kind, slots", CASES)
def test_an_exception_at_any_call_comes_back_with_its_traceback_and_the_next_run_is_whole(kind, slots):
    whole = run(kind, slots)
    for number in range(len(whole.calls)):
        loop = Loop(kind=kind, fail_at=number)
        executor = executor_of(loop, slots)
        with pytest.raises(LookupError, match=f"^'?call {number}'?$") as caught:
            executor.run()
        assert len(loop.calls) == number + 1, "nothing is called after the exception"
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert names[-1] == "note" and names[-2] == loop.calls[-1][0]
        loop.fail_at = None
        executor.run()
        assert loop.result() == whole.result()


def test_an_interrupt_in_a_callback_comes_back():
    def interrupt():
        raise KeyboardInterrupt

    propagator = ebbwave.Propagator(Loop(), state=8, start=interrupt)
    with pytest.raises(KeyboardInterrupt):
        ebbwave.Executor(ebbwave.Schedule.revolve(3, 2), propagator).run()


def test_functions_serve_in_place_of_methods():
    loop, whole = Loop(), run()
    names = ("start", "advance", "turn", "reverse", "save", "load")
    functions = {name: getattr(loop, name) for name in names}
    propagator = ebbwave.Propagator(state=loop.state, **functions)
    ebbwave.Executor(ebbwave.Schedule.revolve(loop.steps, 3), propagator).run()
    assert loop.result() == whole.result()


def test_what_callbacks_return_is_ignored():
    loop, whole = Loop(), run()
    propagator = ebbwave.Propagator(loop, state=loop.state, reverse=lambda k: loop.reverse(k) or np.ones(3))
    ebbwave.Executor(ebbwave.Schedule.revolve(loop.steps, 3), propagator).run()
    assert loop.result() == whole.result()


def test_a_missing_callback_is_named():
    propagator = ebbwave.Propagator(state=8, start=lambda: None)
    with pytest.raises(ebbwave.EbbWaveStateError, match="ebw_propagator_set_"):
        ebbwave.Executor(ebbwave.Schedule.revolve(3, 2), propagator).run()


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"state": 8, "stop": print}, "is no callback"),
        ({"state": "8"}, "need an array"),
        ({"state": 0}, "state_bytes"),
        ({"state": 8, "start": 3}, "need a function"),
        ({"state": 8, "tape": 8}, "give all of"),
        ({"state": 8, "reverse_kind": "no"}, "need one of"),
        ({"state": np.array([None])}, "need an array"),
    ],
)
def test_a_propagator_refuses_wrong_arguments(arguments, text):
    with pytest.raises(ValueError, match=text):
        ebbwave.Propagator(**arguments)


def test_an_executor_refuses_parts_that_are_none():
    with pytest.raises(ValueError, match="is no Propagator"):
        ebbwave.Executor(ebbwave.Schedule.revolve(3, 2), Loop())


def test_a_loaded_checkpoint_is_read_only_and_has_the_shape_of_the_state():
    seen = {}

    def load(_k, checkpoint):
        seen.update(shape=checkpoint.shape, dtype=checkpoint.dtype, writable=checkpoint.flags.writeable)

    none = {name: lambda *_: None for name in ("start", "advance", "reverse", "save")}
    propagator = ebbwave.Propagator(state=np.zeros((2, 3), np.float32), load=load, **none)
    ebbwave.Executor(ebbwave.Schedule.revolve(3, 2), propagator).run()
    assert seen == {"shape": (2, 3), "dtype": np.float32, "writable": False}


def test_callbacks_live_as_long_as_the_executor_and_go_with_it():
    loop = Loop()
    executor, gone = executor_of(loop), weakref.ref(loop)
    del loop
    gc.collect()
    executor.run()
    assert gone().gradient.any()
    executor.close()
    del executor
    gc.collect()
    assert gone() is None


def test_parts_may_be_closed_before_the_executor_runs():
    loop, whole = Loop(), run()
    schedule = ebbwave.Schedule.revolve(loop.steps, 3)
    with ebbwave.Propagator(loop, state=loop.state) as propagator, ebbwave.Storage() as storage:
        executor = ebbwave.Executor(schedule, propagator, storage)
    schedule.close()
    gc.collect()
    executor.run()
    assert loop.result() == whole.result()


def test_collection_during_a_run_disturbs_nothing():
    loop, whole = Loop(), run()
    step = loop.step

    def step_with_garbage():
        cycle = [executor_of(Loop())]
        cycle.append(cycle)
        del cycle
        gc.collect()
        step()

    loop.step = step_with_garbage
    executor_of(loop).run()
    assert loop.result() == whole.result()


def test_a_callback_may_use_other_objects_and_catch_their_errors():
    loop, whole = Loop(), run()
    advance = loop.advance

    def busy_advance(start, stop):
        with pytest.raises(ValueError):
            ebbwave.Schedule.revolve(10, 0)
        with pytest.raises(LookupError):
            executor_of(Loop(fail_at=3)).run()
        assert run().result() == whole.result()
        advance(start, stop)

    loop.advance = busy_advance
    executor_of(loop).run()
    assert loop.result() == whole.result()


def test_a_callback_that_runs_its_own_executor_is_told_that_it_is_busy():
    loop = Loop()
    executor = executor_of(loop)
    loop.turn = loop.reverse = lambda _k: executor.run()
    executor = executor_of(loop)
    with pytest.raises(ebbwave.EbbWaveStateError) as caught:
        executor.run()
    assert caught.value.status == low.EBW_ERR_BUSY


def test_closing_the_executor_inside_its_callback_lets_the_run_end():
    loop, whole = Loop(), run()
    executor = executor_of(loop)
    start = loop.start
    propagator = ebbwave.Propagator(loop, state=loop.state, start=lambda: (start(), executor.close()))
    executor = ebbwave.Executor(ebbwave.Schedule.revolve(loop.steps, 3), propagator)
    executor.run()
    assert executor.closed and loop.result() == whole.result()


@pytest.fixture
def restless_threads():
    """Threads take turns at every chance."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_threads_run_side_by_side_and_each_gets_its_own_exception(restless_threads):
    whole, found = run(), {}

    def work(number):
        for _ in range(100):
            loop = Loop(fail_at=number if number % 2 else None)
            try:
                executor_of(loop).run()
                found.setdefault(number, set()).add(loop.result())
            except (LookupError, ebbwave.EbbWaveError) as error:
                found.setdefault(number, set()).add(str(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(6):
        assert found[number] == ({f"call {number}"} if number % 2 else {whole.result()})


def test_callbacks_come_on_the_calling_thread():
    loop, seen = Loop(), set()
    note = loop.note
    loop.note = lambda *call: (seen.add(threading.get_ident()), note(*call))
    executor_of(loop).run()
    assert seen == {threading.get_ident()}


def test_progress_counts_up_to_the_total_and_changes_no_bits():
    loop, told = Loop(), []
    executor = executor_of(loop)
    executor.set_progress(lambda *numbers: told.append(numbers), every=1)
    executor.run()
    done = [numbers[0] for numbers in told]
    assert done == sorted(done) and told[-1][0] == told[-1][1]
    assert told[-1][2] == executor.stat("recomputed") and loop.result() == run().result()
    told.clear()
    executor.set_progress(None)
    executor.run()
    assert not told


def test_a_true_answer_of_progress_cancels():
    executor = executor_of(Loop())
    executor.set_progress(lambda done, total, recomputed: done > 3, every=1)
    with pytest.raises(ebbwave.EbbWaveStateError) as caught:
        executor.run()
    assert caught.value.status == low.EBW_ERR_CANCELLED


def test_an_exception_in_progress_comes_back():
    executor = executor_of(Loop())
    executor.set_progress(lambda *_: 1 / 0, every=1)
    with pytest.raises(ZeroDivisionError):
        executor.run()


def test_a_tqdm_bar_serves_as_progress_over_several_runs():
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(disable=False, file=open("/dev/null", "w", encoding="utf-8")) as bar:
        executor = executor_of(Loop())
        executor.set_progress(bar, every=1)
        executor.run()
        first = bar.n
        executor.run()
        assert first == bar.n == bar.total > 0


def test_a_bar_is_reset_when_a_run_begins_and_never_goes_back():
    class Bar:
        total, told = None, []

        def update(self, increment):
            self.told.append(increment)

        def reset(self):
            self.told.append("reset")

    executor, bar = executor_of(Loop()), Bar()
    executor.set_progress(bar, every=1)
    executor.run()
    executor.run()
    cut = bar.told.index("reset")
    assert bar.told[:cut] == bar.told[cut + 1 :] and sum(bar.told[:cut]) == bar.total
    assert min(bar.told[:cut]) >= 0


def test_a_plan_is_what_a_run_does():
    executor = executor_of(Loop())
    plan = executor.plan()
    executor.run()
    assert plan.forward_steps == executor.stat("forward_steps") and plan.schedule == "revolve"
    assert plan.total_bytes == executor.stat("peak_bytes") == sum(plan.bytes.values())
    assert executor.seconds("total") >= 0.0
    with pytest.raises(ValueError, match="forward_steps"):
        executor.stat("nothing")
