# SPDX-License-Identifier: MIT
"""Dot test: is an adjoint of any code right?"""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_double, c_int32, c_int64
from dataclasses import dataclass, field
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _lowlevel as low
from ._arrays import dtype_code, view, whole, wholes
from ._handle import Handle
from ._library import call, get, guarded
from .verify import Fault, InnerProduct, Result, Verdict, fault_of, filled, many, product_callback


class Pair(NamedTuple):
    """What a dot test found for one pair of vectors."""

    verdict: Verdict
    error: float  # |<A x, y> - <x, A^T y>| / scale
    linearity: float  # |A(p x + q x') - p A x - q A x'| / (|p A x| + |q A x'|)
    a: float  # <A x, y>
    b: float  # <x, A^T y>
    scale: float


@dataclass(frozen=True, repr=False)
class DotResult(Result):
    """Result of a dot test; ``print`` gives it in words, ``bool`` says whether it passed."""

    verdict: Verdict
    text: str
    error: float  # the largest of all pairs
    linearity: float  # the largest of all pairs
    bound: float  # what rounding allows both to be
    fault: Fault
    fault_index: int
    forward_calls: int
    adjoint_calls: int
    pairs: list[Pair]
    _test: Any = field(default=None, compare=False)


class _Dot(Handle):
    _destroy = "ebw_dot_destroy"


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
    inner_product_x: InnerProduct | None = None,
    inner_product_y: InnerProduct | None = None,
    index_offsets: tuple[int, int] = (0, 0),
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
    inner_product_x, inner_product_y : callable, optional
        ``inner_product(a, b) -> float`` in which A^T is the adjoint; absent: the sum of the products. A parallel
        program sums over its ranks there.
    index_offsets : (int, int)
        Numbers of the first elements of x and y in the whole vectors, for ranks that hold slices.

    Returns
    -------
    DotResult
        Also when the verdict is FAIL or INCONCLUSIVE.

    Raises
    ------
    EbbWaveValueError
        An option out of its range.
    BaseException
        What ``forward``, ``adjoint`` or an inner product raised.

    References
    ----------
    Claerbout 1992, chapter 5.
    """
    code, dtype = dtype_code(dtype), np.dtype(dtype)
    shapes = [(s,) if isinstance(s, (int, np.integer)) else tuple(s) for s in (x_shape, y_shape)]
    sizes = [int(np.prod(shape, dtype=np.int64)) for shape in shapes]

    def body(function, source, target, name):
        def apply(read, write, _user):
            filled(view(write, target, dtype), function(view(read, source, dtype, read_only=True)), name)

        return guarded(apply)

    callbacks = [
        low.ebw_dot_forward_fn(body(forward, shapes[0], shapes[1], "forward")),
        low.ebw_dot_adjoint_fn(body(adjoint, shapes[1], shapes[0], "adjoint")),
        product_callback(inner_product_x, shapes[0], dtype, "inner_product_x"),
        product_callback(inner_product_y, shapes[1], dtype, "inner_product_y"),
    ]
    test, none = _Dot(), low.ebw_release_fn()
    call("ebw_dot_create", code, *sizes, *callbacks[:2], None, none, ctypes.byref(test._address))
    call("ebw_dot_set_steps", test._handle, whole(steps, "steps"))
    call("ebw_dot_set_bound_factor", test._handle, float(bound_factor))
    call("ebw_dot_set_seeds", test._handle, *wholes(seed=seed, seeds=seeds))
    call("ebw_dot_set_image", test._handle, bool(image))
    call("ebw_dot_set_inner_products", test._handle, *callbacks[2:], None, none)
    call("ebw_dot_set_index_offsets", test._handle, *map(int, index_offsets))
    get("ebw_dot_run", c_int32, test._handle)
    return _dot_result(test)


def _dot_result(test):
    handle, pairs = test._handle, []
    for index in range(get("ebw_dot_count_pairs", c_int64, handle)):
        verdict, error, linearity = many("ebw_dot_get_pair", handle, index, kinds=(c_int32, c_double, c_double))
        products = many("ebw_dot_get_products", handle, index, kinds=(c_double,) * 3)
        pairs.append(Pair(Verdict(verdict), error, linearity, *products))
    return DotResult(
        Verdict(get("ebw_dot_get_verdict", c_int32, handle)),
        get("ebw_dot_get_text", c_char_p, handle),
        max((pair.error for pair in pairs), default=0.0),
        max((pair.linearity for pair in pairs), default=0.0),
        get("ebw_dot_get_bound", c_double, handle),
        *fault_of("ebw_dot_get_fault", handle),
        *many("ebw_dot_get_calls", handle, kinds=(c_int64, c_int64)),
        pairs,
        test,
    )
