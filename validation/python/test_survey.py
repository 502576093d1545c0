# SPDX-License-Identifier: MIT
"""Models, shots and the main calls: arrays in and out as they are, the gradient right, callbacks of the user."""
import gc

import numpy as np
import pytest
from problems import SHAPE, STEPS, executor_of, Loop, survey, velocity

import ebbwave
from ebbwave import _lowlevel as low

DTYPES = [np.float32, np.float64]


def laid_out(array):
    """The same values in other layouts, by name."""
    wide = np.zeros((2 * array.shape[0], 3 * array.shape[1]), array.dtype)
    wide[::2, ::3] = array
    return {
        "dense": array.copy(),
        "Fortran": np.asfortranarray(array),
        "reversed": array[::-1, ::-1].copy()[::-1, ::-1],
        "every second": wide[::2, ::3],
    }


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("layout", ["dense", "Fortran", "reversed", "every second"])
def test_fields_and_gradients_of_any_stride_have_the_same_bits(dtype, layout):
    model, shot = survey(dtype)
    value, reference = ebbwave.gradient(model, shot)
    model.set_velocity(laid_out(velocity(dtype))[layout])
    out = laid_out(np.full(SHAPE, np.nan, dtype))[layout]
    again, found = ebbwave.gradient(model, shot, out=out)
    assert found is out and again == value and found.tobytes() == reference.tobytes()
    assert reference.dtype == dtype and np.abs(reference).max() > 0
    assert model.field(out=out).tobytes() == velocity(dtype).tobytes()


def test_traces_and_observed_data_of_any_stride_have_the_same_bits():
    model, shot = survey()
    ebbwave.forward(model, shot)
    traces = shot.traces()
    turned = np.empty(traces.shape[::-1]).T
    assert shot.traces(out=turned).tobytes() == traces.tobytes()
    value = ebbwave.misfit(model, shot)
    shot.set_observed(turned * 1.5)
    other = ebbwave.misfit(model, shot)
    shot.set_observed((turned * 1.5).copy(order="C"))
    assert ebbwave.misfit(model, shot) == other != value


def test_a_broadcast_field_is_read_by_its_zero_strides():
    model, _ = survey(np.float64, observed=False)
    model.set_velocity(np.broadcast_to(np.linspace(1500.0, 1900.0, SHAPE[1]), SHAPE))
    assert np.array_equal(model.field()[3], np.linspace(1500.0, 1900.0, SHAPE[1]))


def misaligned(dtype):
    raw = np.zeros(np.prod(SHAPE) * np.dtype(dtype).itemsize + 1, np.uint8)
    return raw[1:].view(dtype).reshape(SHAPE)


def across_elements(dtype):
    record = np.dtype({"names": ["v"], "formats": [dtype], "offsets": [0], "itemsize": np.dtype(dtype).itemsize + 2})
    return np.zeros(SHAPE, record)["v"]


WRONG = {
    "float64 for float32": (lambda: velocity(np.float64), low.EBW_ERR_DTYPE, r"\.astype\(numpy\.float32\)"),
    "integers": (lambda: velocity(np.int32), low.EBW_ERR_DTYPE, r"\.astype"),
    "foreign byte order": (lambda: velocity(np.float32).astype(">f4"), low.EBW_ERR_DTYPE, r"\.astype"),
    "another shape": (lambda: velocity(np.float32).T, low.EBW_ERR_SHAPE, r"need \(24, 20\)"),
    "a list": (lambda: velocity(np.float32).tolist(), low.EBW_ERR_ARGUMENT, "numpy.asarray"),
    "a misaligned view": (lambda: misaligned(np.float32), low.EBW_ERR_ARGUMENT, "copy"),
    "strides across elements": (lambda: across_elements(np.float32), low.EBW_ERR_ARGUMENT, "copy"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_array_that_cannot_pass_is_refused_with_the_remedy(name):
    make, status, text = WRONG[name]
    model, shot = survey()
    for use in (model.set_velocity, lambda array: ebbwave.gradient(model, shot, out=array)):
        with pytest.raises(ValueError, match=text) as caught:
            use(make())
        assert caught.value.status == status


def test_a_read_only_output_is_refused():
    model, shot = survey()
    out = np.zeros(SHAPE, np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        ebbwave.gradient(model, shot, out=out)


@pytest.mark.parametrize(
    "arguments",
    [((24,), 10.0), ((24, 20), (10.0, 10.0, 10.0)), ((24, 20), -1.0), ((0, 20), 10.0), (24, 10.0), ((24, 20), "x")],
)
def test_a_model_refuses_a_wrong_grid(arguments):
    with pytest.raises(ValueError):
        ebbwave.Model(*arguments)


@pytest.mark.parametrize("dtype", [np.int32, np.complex64, ">f8", "nonsense", object])
def test_a_model_refuses_another_dtype(dtype):
    with pytest.raises(ValueError, match="need float32 or float64"):
        ebbwave.Model(SHAPE, 10.0, dtype)


def test_a_shot_refuses_wrong_points_and_data():
    model, shot = survey(observed=False)
    refused = [
        lambda: shot.add_source((1.0, 2.0, 3.0), np.zeros(STEPS + 1)),
        lambda: shot.add_source((1e6, 0.0), np.zeros(STEPS + 1)),
        lambda: shot.add_source((1.0, 0.0), np.zeros(STEPS)),
        lambda: shot.add_receivers(np.zeros((3, 3))),
        lambda: shot.add_receivers(np.zeros(2)),
        lambda: shot.set_observed(np.zeros((5, STEPS))),
        lambda: shot.set_observed(np.zeros((5, STEPS + 1), np.float32)),
        lambda: shot.set_weights([1.0, 2.0]),
        lambda: shot.set_wavelet(7, np.zeros(STEPS + 1)),
        lambda: shot.set_initial_state(np.zeros(3)),
        lambda: shot.set_weights(["a"] * 5),
    ]
    for use in refused:
        with pytest.raises(ValueError):
            use()
    with pytest.raises(RuntimeError):
        shot.set_observed(np.full((5, STEPS + 1), np.nan))


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_schedule_and_number_of_threads_gives_the_same_bits(dtype):
    reference = None
    for threads in (1, 2, 4):
        model, shot = survey(dtype, threads)
        for slots in (0, 1, 3, STEPS):
            model.set_slots(slots)
            value, found = ebbwave.gradient(model, shot)
            reference = reference or (value, found.tobytes())
            assert (value, found.tobytes()) == reference
            assert model.count("slots") == (slots or STEPS)


def test_several_shots_at_a_time_give_the_same_bits():
    model, first = survey(np.float32, threads=2)
    shots = [first, survey(np.float32)[1]]
    results = []
    for count in (1, 2):
        model.set_shots_at_once(count)
        value, found = ebbwave.gradient(model, shots)
        assert model.count("shots_at_once") == count
        results.append((value, found.tobytes()))
    assert results[0] == results[1]
    with pytest.raises(ValueError, match="shots"):
        model.set_shots_at_once(-1)


def test_a_tuning_is_kept_and_refused_where_it_is_anothers():
    model, shot = survey(np.float32)
    expected = ebbwave.gradient(model, shot)[1].tobytes()
    with pytest.raises(RuntimeError, match="tiles"):
        model.tuning
    with pytest.raises(ValueError, match="no tuning"):
        model.set_tuning("tiles")
    isa = model.description.split("order 8, ")[1].split(" kernels")[0]
    nodes = f"{SHAPE[0] + 10}x1x{SHAPE[1] + 5}"
    line = (f"tiles=1 nodes={nodes} dtype=f32 order=8 faces=cpml:5,cpml:5,free,cpml:5 threads=1 isa={isa} "
            "advance=2,1,4 taped=2,1,4 reverse=plain imaging=2,1,4")
    with pytest.raises(ValueError, match="threads"):
        model.set_tuning(line.replace("threads=1", "threads=2"))
    model.set_tuning(line)
    assert model.tuning == line
    assert ebbwave.gradient(model, shot)[1].tobytes() == expected
    propagator = ebbwave.AcousticPropagator(model, shot)
    propagator.set_tuning(line)
    assert propagator.tuning == line


def test_the_gradient_passes_a_taylor_test_through_three_slots():
    model, shot = survey(np.float64)
    model.set_slots(3)

    def gradient(v):
        model.set_velocity(v)
        return ebbwave.gradient(model, shot)[1]

    def misfit(v):
        model.set_velocity(v)
        return ebbwave.misfit(model, shot)

    bound = velocity(np.float64) * 0.02  # changes that keep the time step stable
    result = ebbwave.taylor_test(velocity(np.float64), gradient, misfit, typical_size=bound)
    assert result, str(result)


def test_the_wavelet_gradient_passes_a_taylor_test():
    model, shot = survey(np.float64)
    wavelet = ebbwave.ricker(40.0, model.dt, shot.n_samples, t0=12 * model.dt)
    value, gradient = ebbwave.gradient(model, shot, wanted=False)
    assert gradient is None and value > 0

    def misfit(w):
        shot.set_wavelet(0, w)
        return ebbwave.misfit(model, shot)

    assert ebbwave.taylor_test(wavelet, shot.wavelet_gradient(), misfit)


def test_adjoint_is_the_transpose_of_forward_from_wavelet_to_traces():
    model, shot = survey(np.float64, observed=False)

    def forward(w):
        shot.set_wavelet(0, w)
        ebbwave.forward(model, shot)
        return shot.traces()

    def adjoint(residual):
        shot.set_adjoint_sources(residual.copy())
        ebbwave.adjoint(model, shot, wanted=False)
        return shot.wavelet_gradient()

    assert ebbwave.dot_test(shot.n_samples, (5, shot.n_samples), forward, adjoint, steps=STEPS)


def test_adjoint_of_the_residual_is_the_gradient():
    model, shot = survey(np.float64)
    value, gradient = ebbwave.gradient(model, shot)
    predicted = shot.traces()
    model.set_velocity(velocity(np.float64, second=True))
    ebbwave.forward(model, shot)
    residual = predicted - shot.traces()
    model.set_velocity(velocity(np.float64))
    shot.set_adjoint_sources(residual)
    assert ebbwave.adjoint(model, shot).tobytes() == gradient.tobytes()
    assert np.isclose(value, 0.5 * np.sum(residual**2), rtol=1e-14)  # another order of the sum


def test_a_misfit_of_the_users_gives_the_same_gradient_as_the_librarys():
    model, shot = survey(np.float64)
    value, gradient = ebbwave.gradient(model, shot)
    model.set_velocity(velocity(np.float64, second=True))
    ebbwave.forward(model, shot)
    observed = shot.traces()
    model.set_velocity(velocity(np.float64))

    def least_squares(number, traces, residual):
        assert number == 0 and not traces.flags.writeable
        difference = traces - observed
        if residual is not None:
            residual[:] = difference
        return 0.5 * np.sum(difference**2)

    model.set_misfit(least_squares)
    gc.collect()
    again, found = ebbwave.gradient(model, shot)
    assert found.tobytes() == gradient.tobytes() and np.isclose(again, value, rtol=1e-14)  # another order of the sum
    assert ebbwave.misfit(model, shot) == again
    model.set_misfit(None)
    assert ebbwave.misfit(model, shot) == value


def test_an_exception_in_misfit_or_progress_comes_back_and_the_objects_serve_again():
    model, shot = survey()
    value, gradient = ebbwave.gradient(model, shot)
    out = np.full(SHAPE, 7.0, np.float32)

    def divides(*_):
        return 1 / 0

    def looks_up(*_):
        return {}["nothing"]

    model.set_misfit(divides)
    with pytest.raises(ZeroDivisionError) as caught:
        ebbwave.gradient(model, shot, out=out)
    assert caught.traceback[-1].name == "divides"
    model.set_misfit(None)
    model.set_progress(looks_up, every=1)
    with pytest.raises(KeyError, match="nothing") as caught:
        ebbwave.gradient(model, shot, out=out)
    assert caught.traceback[-1].name == "looks_up"
    assert np.all(out == 7.0), "outputs are untouched on failure"
    told = []
    model.set_progress(lambda *numbers: told.append(numbers), every=1)
    again, found = ebbwave.gradient(model, shot)
    assert again == value and found.tobytes() == gradient.tobytes() and told[-1][0] == told[-1][1]


def test_a_misfit_that_returns_no_number_is_an_error():
    model, shot = survey()
    model.set_misfit(lambda *_: None)
    with pytest.raises(TypeError):
        ebbwave.misfit(model, shot)


def test_a_run_from_the_state_of_another_continues_it():
    model, shot = survey(np.float64, observed=False)
    shot.set_keep_states(True)
    ebbwave.forward(model, shot)
    fields = model.state_fields(shot.final_state(model))
    assert list(fields)[:2] == ["u", "u_prev"] and np.abs(fields["u"]).max() > 0
    quiet = ebbwave.Shot(model)
    quiet.add_receivers([(40.0 * r, 31.0) for r in range(5)])
    quiet.set_initial_state(shot.final_state(model))
    ebbwave.forward(model, quiet)
    continued = quiet.traces()
    model.set_time(model.dt, 2 * STEPS)
    longer = ebbwave.Shot(model)
    pulse = ebbwave.ricker(40.0, model.dt, STEPS + 1, t0=12 * model.dt)
    pulse[-1] = 0.0  # it acts on nothing in the shorter run
    longer.add_source((93.0, 52.0), np.append(pulse, np.zeros(STEPS)))
    longer.add_receivers([(40.0 * r, 31.0) for r in range(5)])
    ebbwave.forward(model, longer)
    assert longer.traces()[:, STEPS:].tobytes() == continued.tobytes()
    with pytest.raises(ebbwave.EbbWaveStateError):
        longer.final_state(model)


def test_the_acoustic_propagator_runs_in_an_executor_of_ones_own():
    model, shot = survey(np.float64)
    value, gradient = ebbwave.gradient(model, shot)
    schedule = ebbwave.Schedule.revolve(STEPS, 3, "state_only")
    propagator = ebbwave.AcousticPropagator(model, shot)
    executor = ebbwave.Executor(schedule, propagator)
    executor.run()
    again, found = propagator.gradient()
    assert again == value and found.tobytes() == gradient.tobytes()


def test_a_misfit_function_outlives_its_closed_model():
    model, shot = survey(np.float64)
    calls = []
    model.set_misfit(lambda number, traces, residual: calls.append(number) or 1.0)
    executor = ebbwave.Executor(
        ebbwave.Schedule.revolve(STEPS, 3, "state_only"), ebbwave.AcousticPropagator(model, shot)
    )
    model.close()
    shot.close()
    del model, shot
    gc.collect()
    executor.run()
    assert calls == [0]


def test_a_plan_names_the_bytes_that_a_gradient_holds():
    model, shot = survey()
    plan = ebbwave.gradient_plan(model, [shot], 200_000)
    ebbwave.gradient(model, [shot], 200_000)
    assert plan.total_bytes == model.count("peak_bytes") <= 200_000
    assert plan.schedule == "revolve" and plan.slots == model.count("slots") and plan.dt == model.dt
    assert plan.least_bytes <= plan.total_bytes == sum(plan.bytes.values())


def test_several_shots_are_summed():
    model, first = survey(np.float64)
    second = ebbwave.Shot(model)
    second.add_source((40.0, 52.0), ebbwave.ricker(40.0, model.dt, STEPS + 1))
    second.add_receivers([(100.0, 31.0)])
    parts = [ebbwave.gradient(model, shot) for shot in (first, second)]
    value, gradient = ebbwave.gradient(model, (first, second))
    assert value == parts[0][0] + parts[1][0]
    # The sum is scaled once, after it was taken: a few roundings of the largest value apart.
    largest = np.abs(gradient).max()
    assert np.allclose(gradient, parts[0][1] + parts[1][1], rtol=0, atol=8 * np.finfo(np.float64).eps * largest)


def test_main_calls_refuse_what_is_no_model_and_no_shot():
    model, shot = survey()
    for use in (ebbwave.misfit, ebbwave.gradient, ebbwave.forward, ebbwave.adjoint, ebbwave.gradient_plan):
        with pytest.raises(ValueError, match="need a Model"):
            use(shot, shot)
        with pytest.raises(ValueError, match="need Shot objects"):
            use(model, [executor_of(Loop())])
        with pytest.raises(ValueError, match="n_shots"):
            use(model, [])


def test_settings_are_passed_on_and_told():
    model, shot = survey(np.float64)
    by_velocity = ebbwave.gradient(model, shot)[1]
    model.set_parameter("slowness_squared")
    by_slowness = ebbwave.gradient(model, shot)[1]
    # dJ/d(1/v^2) = -v^3/2 dJ/dv; two roundings apart.
    assert np.allclose(by_slowness, -0.5 * velocity(np.float64) ** 3 * by_velocity, rtol=1e-13, atol=0)
    model.set_order(4)
    model.set_flush_to_zero(False)
    assert "order 4" in model.description and "f64" in model.description
    assert model.seconds("total") > 0 and model.state_bytes > 0 and model.dt_max > model.dt
    model.release_memory()
    with pytest.raises(ValueError, match="need one of"):
        model.set_parameter("density")
    with pytest.raises(ValueError):
        model.set_order(3)


def test_a_ricker_has_its_peak_at_the_delay():
    wavelet = ebbwave.ricker(10.0, 0.001, 301)
    assert wavelet.argmax() == 120 and wavelet[120] == 1.0
    for wrong in ((0.0, 0.001, 3), (10.0, 0.0, 3), (10.0, 0.001, 0)):
        with pytest.raises(ValueError):
            ebbwave.ricker(*wrong)


def test_the_log_tells_the_schedule_and_can_be_silenced():
    model, shot = survey()
    told = []
    ebbwave.set_log(told.append)
    try:
        ebbwave.gradient(model, shot)
    finally:
        ebbwave.set_log(None)
    assert len(told) == 1 and "schedule" in told[0]
    ebbwave.gradient(model, shot)
    assert len(told) == 1
    with pytest.raises(ValueError, match="function"):
        ebbwave.set_log(3)


def test_an_exception_in_the_log_function_goes_to_the_unraisable_hook(monkeypatch):
    model, shot = survey()
    reference = ebbwave.gradient(model, shot)[1]
    caught = []
    monkeypatch.setattr("sys.unraisablehook", lambda report: caught.append(report.exc_value))
    ebbwave.set_log(lambda text: 1 / 0)
    try:
        assert ebbwave.gradient(model, shot)[1].tobytes() == reference.tobytes()
    finally:
        ebbwave.set_log(None)
    assert isinstance(caught[0], ZeroDivisionError)
