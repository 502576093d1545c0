# SPDX-License-Identifier: MIT
"""Taylor test: is a gradient, or a Hessian, of any code right?"""

from __future__ import annotations

import ctypes
import enum
from ctypes import c_double, c_int32
from typing import Any, Callable, Mapping, NamedTuple

import numpy as np

from . import _lowlevel as low
from ._arrays import address, check_array, dtype_code, number, view, whole
from ._handle import Handle, choice
from ._library import call, get, guarded
from .errors import argument_error
from .taylor_result import PartKind, TaylorResult, taylor_result
from .verify import InnerProduct, filled, product_callback


class Profile(enum.IntEnum):
    """Tolerances of the Taylor test."""

    DEFAULT = low.EBW_PROFILE_DEFAULT
    EXACT = low.EBW_PROFILE_EXACT


class Ladder(enum.IntEnum):
    """Steps at which the Taylor test evaluates J."""

    FULL = low.EBW_LADDER_FULL
    REDUCED = low.EBW_LADDER_REDUCED


class Region(NamedTuple):
    """A set of elements of m for ``taylor_test``: what indexes it, and what it is, for the words of a diagnosis."""

    where: Any  # whatever indexes m: a slice, a mask, arrays of indices, a tuple of these
    kind: str | PartKind = "region"  # 'block', 'region', 'boundary', 'sources', 'receivers', 'interface'


class _Taylor(Handle):
    _destroy = "ebw_taylor_destroy"


def taylor_test(
    m: np.ndarray,
    gradient: np.ndarray | Callable[[np.ndarray], np.ndarray],
    evaluate: Callable[[np.ndarray], float],
    *,
    hessian: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    profile: str | Profile = "default",
    tolerance: float | None = None,
    ladder: str | Ladder = "full",
    seed: int = 1,
    directions: int | np.ndarray = 3,
    blocks: Mapping[str, Any] | np.ndarray | None = None,
    regions: Mapping[str, Any] | None = None,
    part_directions: int = 1,
    typical_size: Any = None,
    lower: Any = None,
    upper: Any = None,
    constants: Mapping[str, float] | None = None,
    inner_product: InnerProduct | None = None,
    index_offset: int = 0,
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
    hessian : callable, optional
        ``hessian(m, v) -> H v``: gives the remainder R2, its order and the curvature too. To test a Hessian, see
        ``hessian_test``.
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
    blocks : mapping or numpy.ndarray, optional
        Parts of m that get directions of their own, so that an error that the whole hides shows and is named:
        ``{"velocity": numpy.s_[0], "density": numpy.s_[1]}``, each value whatever indexes m; or an integer array of m's
        shape with the number of each element's block, below 0 in none.
    regions : mapping, optional
        Likewise any set of elements: ``{"salt": mask, "edge": Region(mask, "boundary")}``.
    part_directions : int
        Random directions of each part.
    typical_size : array_like, optional
        What counts as a big change of each element, in the unit of m; 0 keeps it fixed. Absent: the size of m, or
        1 where that is 0.
    lower, upper : array_like, optional
        Bounds that all points respect.
    constants : mapping, optional
        Constants of the code under test, such as ``{"dt": dt}``: a gradient that is wrong by one of these factors, its
        square or an inverse is told so by name.
    inner_product : callable, optional
        ``inner_product(a, b) -> float`` in which g is the gradient; absent: the sum of the products. Given directions
        are then taken as they are. A parallel program sums over its ranks there.
    index_offset : int
        Number of the first element of m in the whole vector, for ranks that hold a slice.

    Returns
    -------
    TaylorResult
        Also when the verdict is FAIL or INCONCLUSIVE.

    Raises
    ------
    EbbWaveValueError
        An option out of its range.
    BaseException
        What ``evaluate``, ``gradient``, ``hessian`` or ``inner_product`` raised.

    References
    ----------
    More and Wild 2011 (noise), Ridders 1982 (extrapolation).
    """
    options = {name: value for name, value in locals().items() if name in _OPTIONS}
    m = np.ascontiguousarray(m)
    test, g = _create(m, evaluate, gradient if callable(gradient) else None, hessian, options), None
    if not callable(gradient):
        g = np.ascontiguousarray(check_array(gradient, m.dtype, m.shape, "gradient"))
    get("ebw_taylor_run", c_int32, test._handle, address(m), None if g is None else address(g))
    return taylor_result(test, hessian is not None)


def hessian_test(
    m: np.ndarray,
    gradient: Callable[[np.ndarray], np.ndarray],
    hessian: Callable[[np.ndarray, np.ndarray], np.ndarray],
    *,
    steps: int = 1,
    **options: Any,
) -> TaylorResult:
    """Tests whether ``hessian`` is the derivative of ``gradient`` at ``m``, symmetric and linear.

    It is ``taylor_test`` of J' = <w, gradient> with the gradient H w, w random for each direction.

    Parameters
    ----------
    m : numpy.ndarray
        float32 or float64, any shape.
    gradient : callable
        ``gradient(m)``, an array of m's shape.
    hessian : callable
        ``hessian(m, v) -> H v``, an array of m's shape.
    steps : int
        Operations that the Hessian applies one after another; the bound of its asymmetry grows with the root.
    **options
        As in ``taylor_test``.

    Returns
    -------
    TaylorResult
        Each direction with its ``symmetry``.

    Raises
    ------
    EbbWaveValueError
        An option out of its range.
    BaseException
        What ``gradient``, ``hessian`` or ``inner_product`` raised.
    """
    m = np.ascontiguousarray(m)
    if not callable(gradient):
        raise argument_error(f"gradient is a {type(gradient).__name__}, need a function of m, whose change H is")

    def unused(_m):
        raise AssertionError("the test of a Hessian evaluates gradients alone")

    test = _create(m, unused, gradient, hessian, options)
    call("ebw_taylor_set_steps", test._handle, whole(steps, "steps"))
    get("ebw_taylor_run_hessian", c_int32, test._handle, address(m))
    return taylor_result(test, False)


def _create(m, evaluate, gradient, hessian, options):
    """A test with its callbacks and options; the callbacks live as long as the test."""
    for name, function in (("evaluate", evaluate), ("gradient", gradient), ("hessian", hessian)):
        if function is not None and not callable(function):
            raise argument_error(f"{name} is {function!r}, need a function")
    code, test, none = dtype_code(m.dtype, "m"), _Taylor(), low.ebw_release_fn()

    def array(pointer):
        return view(pointer, m.shape, m.dtype, read_only=True)

    def value(pointer, J, _user):
        J[0] = number(evaluate(array(pointer)), "what evaluate returned")

    def slope(pointer, g, _user):
        filled(view(g, m.shape, m.dtype), gradient(array(pointer)), "gradient")

    def action(pointer, v, Hv, _user):
        filled(view(Hv, m.shape, m.dtype), hessian(array(pointer), array(v)), "hessian")

    test._callbacks = [low.ebw_taylor_evaluate_fn(guarded(value))]
    call("ebw_taylor_create", code, m.size, test._callbacks[0], None, none, ctypes.byref(test._address))
    if gradient is not None:
        test._callbacks.append(low.ebw_taylor_gradient_fn(guarded(slope)))
        call("ebw_taylor_set_gradient", test._handle, test._callbacks[-1], None, none)
    if hessian is not None:
        test._callbacks.append(low.ebw_taylor_hessian_fn(guarded(action)))
        call("ebw_taylor_set_hessian", test._handle, test._callbacks[-1], None, none)
    _set_options(test, m, **options)
    return test


def _set_options(
    test: _Taylor,
    m: np.ndarray,
    *,
    profile: str | Profile = "default",
    tolerance: float | None = None,
    ladder: str | Ladder = "full",
    seed: int = 1,
    directions: int | np.ndarray = 3,
    blocks: Mapping[str, Any] | np.ndarray | None = None,
    regions: Mapping[str, Any] | None = None,
    part_directions: int = 1,
    typical_size: Any = None,
    lower: Any = None,
    upper: Any = None,
    constants: Mapping[str, float] | None = None,
    inner_product: InnerProduct | None = None,
    index_offset: int = 0,
) -> None:
    handle = test._handle
    call("ebw_taylor_set_profile", handle, choice(Profile, profile, "profile"))
    if tolerance is not None:
        call("ebw_taylor_set_tolerance", handle, float(tolerance))
    call("ebw_taylor_set_ladder", handle, choice(Ladder, ladder, "ladder"))
    call("ebw_taylor_set_seed", handle, whole(seed, "seed"))
    _set_directions(handle, directions, m)
    if isinstance(blocks, np.ndarray):
        _add_numbered_blocks(handle, blocks, m)
    else:
        _add_parts(handle, blocks, "block", m)
    _add_parts(handle, regions, "region", m)
    call("ebw_taylor_set_part_directions", handle, whole(part_directions, "part_directions"))
    if typical_size is not None:
        call("ebw_taylor_set_typical_size", handle, address(_like(typical_size, m, "typical_size")))
    if lower is not None or upper is not None:
        bounds = [None if b is None else _like(b, m, "bound") for b in (lower, upper)]
        call("ebw_taylor_set_bounds", handle, *(None if b is None else address(b) for b in bounds))
    for name, constant in (constants or {}).items():
        call("ebw_taylor_set_constant", handle, str(name).encode(), float(constant))
    if inner_product is not None:
        test._callbacks.append(product_callback(inner_product, m.shape, m.dtype, "inner_product"))
        call("ebw_taylor_set_inner_product", handle, test._callbacks[-1], None, low.ebw_release_fn())
    call("ebw_taylor_set_index_offset", handle, whole(index_offset, "index_offset"))


_OPTIONS = tuple(_set_options.__kwdefaults__)


def _like(array, m, argument):
    """An option as a dense array of m's dtype, one element for each of m or one for all."""
    try:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(array, m.dtype), m.shape))
    except ValueError:
        raise argument_error(f"{argument} does not have the shape of m, {m.shape}", low.EBW_ERR_SHAPE) from None


def _set_directions(handle, directions, m):
    if isinstance(directions, np.ndarray):
        check_array(directions, m.dtype, (len(directions), *m.shape), "directions")
        given = np.ascontiguousarray(directions)
        call("ebw_taylor_set_given_directions", handle, len(given), address(given))
    else:
        call("ebw_taylor_set_directions", handle, whole(directions, "directions"))


def _add_numbered_blocks(handle, numbers, m):
    if numbers.dtype.kind not in "iu":
        raise argument_error(f"blocks has dtype {numbers.dtype}, need integers", low.EBW_ERR_DTYPE)
    if numbers.shape != m.shape:
        raise argument_error(f"blocks has shape {numbers.shape}, need that of m, {m.shape}", low.EBW_ERR_SHAPE)
    if numbers.size and (numbers.max() >= 2**31 or numbers.min() < -(2**31)):
        raise argument_error("blocks has numbers beyond 32 bits, need 0, 1, 2, ... and -1 for none")
    ids = np.ascontiguousarray(numbers, np.int32)
    call("ebw_taylor_add_block_ids", handle, int(ids.max(initial=-1)) + 1, address(ids))


def _add_parts(handle, parts, kind, m):
    """Adds parts that are given by what indexes m; a whole range needs no list of its elements."""
    if not parts:
        return
    if not isinstance(parts, Mapping):
        raise argument_error(f"{kind}s is a {type(parts).__name__}, need a mapping from names to what indexes m")
    numbers = np.arange(m.size, dtype=np.int64).reshape(m.shape)
    for name, part in parts.items():
        part = part if isinstance(part, Region) else Region(part, kind)
        try:
            elements = np.ascontiguousarray(numbers[part.where], np.int64).ravel()
        except (IndexError, TypeError, ValueError) as reason:
            text = f"{kind}s[{name!r}] does not index m of shape {m.shape}: {reason}"
            raise argument_error(text, low.EBW_ERR_SHAPE) from None
        code, named = choice(PartKind, part.kind, f"kind of {name!r}"), str(name).encode()
        if code == PartKind.BLOCK and len(elements) and np.all(np.diff(elements) == 1):
            call("ebw_taylor_add_block", handle, named, int(elements[0]), int(elements[-1]) + 1)
        else:
            call("ebw_taylor_add_region", handle, named, code, len(elements), address(elements))
