# SPDX-License-Identifier: MIT
"""Errors, closed objects, names in place of numbers, and how the library is found."""
import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from problems import Loop, executor_of, survey

import ebbwave
from ebbwave import _lowlevel as low
from ebbwave import errors, model, report, schedule, storage, taylor, taylor_result, verify

DECADES = {10: ValueError, 20: RuntimeError, 30: MemoryError, 40: OSError, 50: RuntimeError, 60: RuntimeError}


@pytest.mark.parametrize("status", [v for k, v in vars(low).items() if k.startswith("EBW_ERR_")])
def test_every_status_is_an_ebbwave_error_and_a_builtin_one(status):
    error = errors.error(status, "why")
    assert isinstance(error, ebbwave.EbbWaveError)
    assert isinstance(error, DECADES.get(status // 10 * 10, RuntimeError))
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.status, copy.text, str(copy)) == (type(error), status, "why", "why")


def test_a_refusal_names_argument_value_and_remedy():
    with pytest.raises(ValueError, match="slots = 0, need at least 1") as caught:
        ebbwave.Schedule.revolve(10, 0)
    assert caught.value.status == low.EBW_ERR_ARGUMENT


def test_a_budget_too_small_is_a_memory_error():
    with pytest.raises(MemoryError) as caught:
        ebbwave.gradient(*survey(), memory_bytes=1000)
    assert caught.value.status == low.EBW_ERR_BUDGET


def test_an_unstable_step_is_a_runtime_error():
    m, shot = survey()
    m.set_time(2 * m.dt_max, m.n_steps)
    with pytest.raises(RuntimeError) as caught:
        ebbwave.gradient(m, shot)
    assert caught.value.status == low.EBW_ERR_UNSTABLE


def closed_uses():
    m, shot = survey(observed=False)
    e = executor_of(Loop())
    plan, storage, revolve = e.plan(), ebbwave.Storage(), ebbwave.Schedule.revolve(3, 2)
    return {
        "Model": (m, lambda: ebbwave.misfit(m, shot)),
        "Shot": (shot, lambda: shot.traces()),
        "Executor": (e, e.run),
        "Plan": (plan, lambda: plan.steps),
        "Storage": (storage, lambda: storage.stat("saves")),
        "Schedule": (revolve, lambda: list(revolve)),
    }


@pytest.mark.parametrize("name", ["Model", "Shot", "Executor", "Plan", "Storage", "Schedule"])
def test_a_closed_object_raises_when_used(name):
    thing, use = closed_uses()[name]
    with thing:
        assert not thing.closed
    assert thing.closed and "closed" in repr(thing)
    thing.close()
    with pytest.raises(ebbwave.EbbWaveStateError, match="is closed") as caught:
        use()
    assert caught.value.status == low.EBW_ERR_HANDLE


def test_a_closed_shot_among_shots_raises():
    m, shot = survey(observed=False)
    shot.close()
    with pytest.raises(ebbwave.EbbWaveStateError, match="Shot is closed"):
        ebbwave.forward(m, [shot])


def test_every_object_has_a_readable_repr():
    for thing, _ in closed_uses().values():
        assert type(thing).__name__ in repr(thing) and "0x" not in repr(thing)


@pytest.mark.parametrize(
    "enumeration, prefix",
    [
        (schedule.ReverseKind, "EBW_REVERSE_"),
        (schedule.ActionKind, "EBW_ACTION_"),
        (model.Face, "EBW_FACE_"),
        (model.Boundary, "EBW_BOUNDARY_"),
        (model.Parameter, "EBW_PARAMETER_"),
        (verify.Verdict, "EBW_VERDICT_"),
        (taylor.Profile, "EBW_PROFILE_"),
        (taylor.Ladder, "EBW_LADDER_"),
        (taylor_result.PartKind, "EBW_PART_"),
        (report.ReportFormat, "EBW_REPORT_"),
        (storage.Bank, "EBW_BANK_"),
        (verify.Fault, "EBW_FAULT_"),
    ],
)
def test_an_enumeration_has_every_constant(enumeration, prefix):
    constants = {k[len(prefix) :]: v for k, v in vars(low).items() if k.startswith(prefix)}
    assert {member.name: int(member) for member in enumeration} == constants


def test_a_name_that_is_none_is_refused_with_the_list():
    with pytest.raises(ValueError, match="need one of: fused, state_only"):
        ebbwave.Schedule.revolve(10, 3, "fussed")
    assert ebbwave.Schedule.revolve(10, 3, ebbwave.ReverseKind.STATE_ONLY).reverse_kind == 2


def imported(code, **variables):
    environment = {**os.environ, **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)


def test_versioninfo_tells_the_library_and_how_it_was_found():
    text = ebbwave.versioninfo()
    assert str(ebbwave.library_path) in text and "EBW_LIBRARY" in text
    assert f"ABI {low.ABI_VERSION}" in text and ebbwave.__version__ in text


def test_a_library_that_is_named_but_absent_is_an_import_error():
    done = imported("import ebbwave", EBW_LIBRARY="absent/libebbwave.so")
    assert done.returncode != 0 and "ImportError" in done.stderr and "absent/libebbwave.so" in done.stderr


def test_a_library_of_another_abi_is_refused():
    # The package's own module is read before the loader, and its number changed.
    folder = str(Path(ebbwave.__file__).parent)
    code = f"""
import sys, types
package = types.ModuleType("ebbwave")
package.__path__ = [{folder!r}]
sys.modules["ebbwave"] = package
import ebbwave._lowlevel as low
low.ABI_VERSION += 1
import ebbwave._library
"""
    done = imported(code)
    assert done.returncode != 0 and "its ABI is" in done.stderr, done.stderr


def test_without_the_variable_a_clone_finds_its_build_tree_or_says_what_it_tried():
    environment = {k: v for k, v in os.environ.items() if k != "EBW_LIBRARY"}
    code = "import ebbwave; print(ebbwave.versioninfo())"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    found = "found by: build tree" in done.stdout or "found by: package" in done.stdout
    assert found or "build tree: " in done.stderr


def test_storage_keeps_and_gives_back_an_array():
    storage, state = ebbwave.Storage(), np.arange(3.0)
    storage.reserve(1, state.nbytes)
    storage.save(0, 42, state)
    back = np.zeros(3)
    storage.load(0, 42, back)
    assert np.array_equal(back, state) and storage.stat("live_slots") == 1
    storage.discard(0)
    with pytest.raises(ebbwave.EbbWaveStateError):
        storage.load(0, 42, back)
    for wrong in (np.arange(4.0), np.arange(6.0)[::2], [1.0, 2.0, 3.0]):
        with pytest.raises(ValueError):
            storage.save(0, 1, wrong)


def test_a_schedule_counts_and_lists_the_same_actions():
    revolve = ebbwave.Schedule.revolve(10, 3)
    actions = list(revolve)
    assert [tuple(map(int, a)) for a in actions] == list(map(tuple, revolve.export().tolist()))
    saves = sum(a.kind == ebbwave.ActionKind.SAVE for a in actions)
    assert saves == revolve.saves and revolve.taped == revolve.steps == 10 and revolve.peak_slots == 3
    assert sum(a.stop - a.start for a in actions if a.kind == ebbwave.ActionKind.ADVANCE) == revolve.advances


def public_functions():
    """Every function, class and method that a user sees, by its name."""
    for name in ebbwave.__all__:
        thing = getattr(ebbwave, name)
        if inspect.isclass(thing) and thing.__module__.startswith("ebbwave"):
            yield name, thing
            for key, member in vars(thing).items():
                member = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if inspect.isfunction(member) and not key.startswith("_"):
                    yield f"{name}.{key}", member
        elif inspect.isfunction(thing):
            yield name, thing


def test_everything_public_has_a_docstring_and_type_hints():
    found = dict(public_functions())
    assert len(found) > 80
    assert not [name for name, thing in found.items() if not (thing.__doc__ or "").strip()]
    for name, thing in found.items():
        if inspect.isfunction(thing):
            parameters = set(inspect.signature(thing).parameters) - {"self", "cls"}
            assert parameters <= set(thing.__annotations__) and "return" in thing.__annotations__, name


def test_every_function_of_the_library_has_its_signature():
    library = ebbwave._library.library
    assert len(low.SIGNATURES) > 100
    for name, (result, arguments) in low.SIGNATURES.items():
        assert (getattr(library, name).restype, getattr(library, name).argtypes) == (result, arguments)
