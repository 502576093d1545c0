# SPDX-License-Identifier: MIT
"""Taylor test and dot test: is a gradient, or an adjoint, of any code right?"""

from __future__ import annotations

import ctypes
import enum
from ctypes import c_char_p, c_double, c_int32, c_int64
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _lowlevel as low
from ._arrays import address, check_array, dtype_code, view
from ._handle import Handle, choice
from ._library import call, get, guarded
from .errors import argument_error


class Verdict(enum.IntEnum):
    """PASS, FAIL or INCONCLUSIVE."""

    PASS = low.EBW_VERDICT_PASS
    FAIL = low.EBW_VERDICT_FAIL
    INCONCLUSIVE = low.EBW_VERDICT_INCONCLUSIVE


class Profile(enum.IntEnum):
    """Tolerances of the Taylor test."""

    DEFAULT = low.EBW_PROFILE_DEFAULT
    EXACT = low.EBW_PROFILE_EXACT


class Ladder(enum.IntEnum):
    """Steps at which the Taylor test evaluates J."""

    FULL = low.EBW_LADDER_FULL
    REDUCED = low.EBW_LADDER_REDUCED


class Fault(enum.IntEnum):
    """Faults in the code under test."""

    NONE = low.EBW_FAULT_NONE
    POINT_NON_FINITE = low.EBW_FAULT_POINT_NON_FINITE
    VALUE_NON_FINITE = low.EBW_FAULT_VALUE_NON_FINITE
    GRADIENT_NON_FINITE = low.EBW_FAULT_GRADIENT_NON_FINITE
    INPUT_WRITTEN = low.EBW_FAULT_INPUT_WRITTEN
    STATE_LEAK = low.EBW_FAULT_STATE_LEAK
    FORWARD_NON_FINITE = low.EBW_FAULT_FORWARD_NON_FINITE
    ADJOINT_NON_FINITE = low.EBW_FAULT_ADJOINT_NON_FINITE
    INPUT_CHANGED = low.EBW_FAULT_INPUT_CHANGED
    HESSIAN_NON_FINITE = low.EBW_FAULT_HESSIAN_NON_FINITE


class Direction(NamedTuple):
    """What a Taylor test found along one direction."""

    verdict: Verdict
    error: float  # |finite difference - g.d| / scale
    resolution: float  # uncertainty of error
    g_dot_d: float
    finite_difference: float
    scale: float
    noise: float  # standard deviation, in the unit of J
    order0: float | None  # of J(m + h d) - J, None when not known
    order1: float | None  # of that minus h g.d: 2 for a right gradient
    dropped: int  # steps at which J was not to be had
    levels: np.ndarray  # columns h, J_plus, J_minus, R0, R1


class TaylorResult(NamedTuple):
    """Result of a Taylor test; ``print`` gives it in words, ``bool`` says whether it passed."""

    verdict: Verdict
    text: str
    error: float
    resolution: float
    value: float  # J(m)
    repeatable: bool
    evaluations: int
    fault: Fault
    fault_index: int
    directions: list[Direction]

    def __bool__(self):
        return self.verdict == low.EBW_VERDICT_PASS

    def __str__(self):
        return self.text


class Pair(NamedTuple):
    """What a dot test found for one pair of vectors."""

    verdict: Verdict
    error: float  # |<A x, y> - <x, A^T y>| / scale
    linearity: float
    a: float  # <A x, y>
    b: float  # <x, A^T y>
    scale: float


class DotResult(NamedTuple):
    """Result of a dot test; ``print`` gives it in words, ``bool`` says whether it passed."""

    verdict: Verdict
    text: str
    error: float
    bound: float
    fault: Fault
    fault_index: int
    pairs: list[Pair]

    def __bool__(self):
        return self.verdict == low.EBW_VERDICT_PASS

    def __str__(self):
        return self.text


class _Taylor(Handle):
    _destroy = "ebw_taylor_destroy"


class _Dot(Handle):
    _destroy = "ebw_dot_destroy"


def _many(function, *arguments, kinds):
    """Calls a function with several outputs."""
    values = [kind() for kind in kinds]
    call(function, *arguments, *map(ctypes.byref, values))
    return [value.value for value in values]


def _filled(target, result, argument):
    """Puts what the user's function returned into the library's array."""
    result = np.asarray(result)
    if result.shape != target.shape:
        raise argument_error(f"{argument} returned shape {result.shape}, need {target.shape}", low.EBW_ERR_SHAPE)
    target[...] = result


def _fault(name, handle):
    fault, index = _many(name, handle, kinds=(c_int32, c_int64))
    return Fault(fault), index


def _like(array, m, argument):
    """An option as a dense array of m's dtype, one element for each of m or one for all."""
    try:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(array, m.dtype), m.shape))
    except ValueError:
        raise argument_error(f"{argument} does not have the shape of m, {m.shape}", low.EBW_ERR_SHAPE) from None


def taylor_test(
    m: np.ndarray,
    gradient: np.ndarray | Callable[[np.ndarray], np.ndarray],
    evaluate: Callable[[np.ndarray], float],
    *,
    profile: str | Profile = "default",
    tolerance: float | None = None,
    ladder: str | Ladder = "full",
    seed: int = 1,
    directions: int | np.ndarray = 3,
    typical_size: Any = None,
    lower: Any = None,
    upper: Any = None,
) -> TaylorResult:
    """Tests whether ``gradient`` is the gradient of ``evaluate`` at ``m``.

    Parameters
    ----------
    m : numpy.ndarray
        float32 or float64, any shape.
    gradient : numpy.ndarray or callable
        dJ/dm of m's shape and dtype, or ``gradient(m)`` that returns it.
    evaluate : callable
        ``evaluate(m) -> float``; m comes read only and is valid during the call. Where J is not defined it returns nan:
        that step is left out.
    profile : {'default', 'exact'}
        Tolerance 1e-6 (float64) and 1e-3 (float32), or 1e-8.
    tolerance : float, optional
        In place of the profile's, in (0, 1).
    ladder : {'full', 'reduced'}
        Steps at which J is evaluated: 26 (28 in float32) or 10 (12) evaluations per direction.
    seed : int
        Of random directions.
    directions : int or numpy.ndarray
        Number of random directions, or given ones, shape (count, *m.shape).
    typical_size : array_like, optional
        What counts as a big change of each element, in the unit of m; 0 keeps it fixed. Absent: the size of m, or
        1 where that is 0.
    lower, upper : array_like, optional
        Bounds that all points respect.

    Returns
    -------
    TaylorResult
        Also when the verdict is FAIL or INCONCLUSIVE.

    Raises
    ------
    EbbWaveValueError
        An option out of its range.
    BaseException
        What ``evaluate`` or ``gradient`` raised.

    References
    ----------
    More and Wild 2011 (noise), Ridders 1982 (extrapolation).
    """
    m = np.ascontiguousarray(m)
    code = dtype_code(m.dtype, "m")

    def value(pointer, J, _user):
        J[0] = float(evaluate(view(pointer, m.shape, m.dtype, read_only=True)))

    def slope(pointer, g, _user):
        _filled(view(g, m.shape, m.dtype), gradient(view(pointer, m.shape, m.dtype, read_only=True)), "gradient")

    callbacks = [low.ebw_taylor_evaluate_fn(guarded(value)), low.ebw_taylor_gradient_fn(guarded(slope))]
    none, g = low.ebw_release_fn(), None
    with _Taylor() as test:
        call("ebw_taylor_create", code, m.size, callbacks[0], None, none, ctypes.byref(test._address))
        handle = test._handle
        if callable(gradient):
            call("ebw_taylor_set_gradient", handle, callbacks[1], None, none)
        else:
            g = address(np.ascontiguousarray(check_array(gradient, m.dtype, m.shape, "gradient")))
        call("ebw_taylor_set_profile", handle, choice(Profile, profile, "profile"))
        if tolerance is not None:
            call("ebw_taylor_set_tolerance", handle, float(tolerance))
        call("ebw_taylor_set_ladder", handle, choice(Ladder, ladder, "ladder"))
        call("ebw_taylor_set_seed", handle, int(seed))
        _set_directions(handle, directions, m)
        if typical_size is not None:
            call("ebw_taylor_set_typical_size", handle, address(_like(typical_size, m, "typical_size")))
        if lower is not None or upper is not None:
            bounds = [None if b is None else _like(b, m, "bound") for b in (lower, upper)]
            call("ebw_taylor_set_bounds", handle, *(None if b is None else address(b) for b in bounds))
        get("ebw_taylor_run", c_int32, handle, address(m), g)
        return _taylor_result(handle)


def _set_directions(handle, directions, m):
    if isinstance(directions, np.ndarray):
        check_array(directions, m.dtype, (len(directions), *m.shape), "directions")
        given = np.ascontiguousarray(directions)
        call("ebw_taylor_set_given_directions", handle, len(given), address(given))
    else:
        call("ebw_taylor_set_directions", handle, int(directions))


def _taylor_result(handle):
    count = get("ebw_taylor_count_directions", c_int64, handle)
    error, resolution = 0.0, 1.0
    if count:
        triple = (c_int32, c_double, c_double)
        _, error, resolution = _many("ebw_taylor_get_direction", handle, low.EBW_WORST, kinds=triple)
    value, repeatable = _many("ebw_taylor_get_value", handle, kinds=(c_double, c_int32))
    fault, index = _fault("ebw_taylor_get_fault", handle)
    return TaylorResult(
        Verdict(get("ebw_taylor_get_verdict", c_int32, handle)),
        get("ebw_taylor_get_text", c_char_p, handle),
        error,
        resolution,
        value,
        bool(repeatable),
        get("ebw_taylor_get_evaluations", c_int64, handle),
        fault,
        index,
        [_direction(handle, index) for index in range(count)],
    )


def _direction(handle, index):
    triple = (c_int32, c_double, c_double)
    verdict, error, resolution = _many("ebw_taylor_get_direction", handle, index, kinds=triple)
    derivative = _many("ebw_taylor_get_derivative", handle, index, kinds=(c_double,) * 3)
    noise = get("ebw_taylor_get_noise", c_double, handle, index)
    orders = []
    for remainder in (0, 1):
        kinds = (c_double, c_int64, c_int32)
        order, _, known = _many("ebw_taylor_get_order", handle, index, remainder, kinds=kinds)
        orders.append(order if known else None)
    dropped, _ = _many("ebw_taylor_get_dropped", handle, index, kinds=(c_int64, c_int32))
    levels = [
        _many("ebw_taylor_get_level", handle, index, level, kinds=(c_double,) * 5)
        for level in range(get("ebw_taylor_count_levels", c_int64, handle, index))
    ]
    levels = np.array(levels, np.float64).reshape(-1, 5)
    return Direction(Verdict(verdict), error, resolution, *derivative, noise, *orders, dropped, levels)


def dot_test(
    x_shape: int | tuple[int, ...],
    y_shape: int | tuple[int, ...],
    forward: Callable[[np.ndarray], np.ndarray],
    adjoint: Callable[[np.ndarray], np.ndarray],
    *,
    dtype: Any = np.float64,
    steps: int = 1,
    bound_factor: float = 64.0,
    seed: int = 1,
    seeds: int = 3,
    image: bool = False,
) -> DotResult:
    """Tests whether ``adjoint`` is the transpose of ``forward``, and ``forward`` linear.

    Parameters
    ----------
    x_shape, y_shape : int or tuple of int
        Shapes of what goes in and out of A.
    forward, adjoint : callable
        ``forward(x) -> y`` and ``adjoint(y) -> x``, arrays of ``dtype``; arguments come read only and are valid during
        the call.
    dtype : numpy.float32 or numpy.float64
    steps : int
        Operations that A applies one after another (time steps); the bound grows with its root.
    bound_factor : float
        C in the bound C u sqrt(steps).
    seed, seeds : int
        First seed of the random vectors, and how many are tried; every one must pass.
    image : bool
        Adds a pair per seed with y = A x'.

    Returns
    -------
    DotResult
        Also when the verdict is FAIL or INCONCLUSIVE.

    Raises
    ------
    EbbWaveValueError
        An option out of its range.
    BaseException
        What ``forward`` or ``adjoint`` raised.

    References
    ----------
    Claerbout 1992, chapter 5.
    """
    code, dtype = dtype_code(dtype), np.dtype(dtype)
    shapes = [(s,) if isinstance(s, (int, np.integer)) else tuple(s) for s in (x_shape, y_shape)]
    sizes = [int(np.prod(shape, dtype=np.int64)) for shape in shapes]

    def body(function, source, target, name):
        def apply(read, write, _user):
            _filled(view(write, target, dtype), function(view(read, source, dtype, read_only=True)), name)

        return guarded(apply)

    callbacks = [
        low.ebw_dot_forward_fn(body(forward, shapes[0], shapes[1], "forward")),
        low.ebw_dot_adjoint_fn(body(adjoint, shapes[1], shapes[0], "adjoint")),
    ]
    with _Dot() as test:
        call("ebw_dot_create", code, *sizes, *callbacks, None, low.ebw_release_fn(), ctypes.byref(test._address))
        call("ebw_dot_set_steps", test._handle, int(steps))
        call("ebw_dot_set_bound_factor", test._handle, float(bound_factor))
        call("ebw_dot_set_seeds", test._handle, int(seed), int(seeds))
        call("ebw_dot_set_image", test._handle, bool(image))
        get("ebw_dot_run", c_int32, test._handle)
        return _dot_result(test._handle)


def _dot_result(handle):
    pairs = []
    for index in range(get("ebw_dot_count_pairs", c_int64, handle)):
        verdict, error, linearity = _many("ebw_dot_get_pair", handle, index, kinds=(c_int32, c_double, c_double))
        products = _many("ebw_dot_get_products", handle, index, kinds=(c_double,) * 3)
        pairs.append(Pair(Verdict(verdict), error, linearity, *products))
    return DotResult(
        Verdict(get("ebw_dot_get_verdict", c_int32, handle)),
        get("ebw_dot_get_text", c_char_p, handle),
        max((pair.error for pair in pairs), default=0.0),
        get("ebw_dot_get_bound", c_double, handle),
        *_fault("ebw_dot_get_fault", handle),
        pairs,
    )
