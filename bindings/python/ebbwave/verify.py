# SPDX-License-Identifier: MIT
"""What the Taylor test and the dot test have in common: verdicts, faults, and the way to a user's functions."""

from __future__ import annotations

import ctypes
import enum
from ctypes import c_int32, c_int64
from typing import Any, Callable

import numpy as np

from . import _lowlevel as low
from ._arrays import view
from ._library import call, guarded
from .errors import argument_error

# <a, b> of two arrays, as a number.
InnerProduct = Callable[[np.ndarray, np.ndarray], float]


class Verdict(enum.IntEnum):
    """PASS, FAIL or INCONCLUSIVE."""

    PASS = low.EBW_VERDICT_PASS
    FAIL = low.EBW_VERDICT_FAIL
    INCONCLUSIVE = low.EBW_VERDICT_INCONCLUSIVE


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


class Result:
    """What every result has: a verdict, words, and the library's object for reports, which pickling leaves behind."""

    verdict: Verdict
    text: str
    error: float
    _test: Any

    def __bool__(self) -> bool:
        return self.verdict == Verdict.PASS

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.verdict.name}, error {self.error:.2g}>"

    def __getstate__(self):
        return {**self.__dict__, "_test": None}


def many(function, *arguments, kinds):
    """Calls a function with several outputs."""
    values = [kind() for kind in kinds]
    call(function, *arguments, *map(ctypes.byref, values))
    return [value.value for value in values]


def maybe(function, *arguments, kinds):
    """The first output of a function whose last one tells whether it is known; else None."""
    *values, known = many(function, *arguments, kinds=(*kinds, c_int32))
    return values[0] if known else None


def filled(target, result, argument):
    """Puts what the user's function returned into the library's array."""
    result = np.asarray(result)
    if result.shape != target.shape:
        raise argument_error(f"{argument} returned shape {result.shape}, need {target.shape}", low.EBW_ERR_SHAPE)
    target[...] = result


def fault_of(name, handle):
    fault, index = many(name, handle, kinds=(c_int32, c_int64))
    return Fault(fault), index


def product_callback(function, shape, dtype, argument):
    """The C callback of an inner product; None: the library's own."""
    if function is None:
        return low.ebw_inner_product_fn()
    if not callable(function):
        raise argument_error(f"{argument} is {function!r}, need a function (a, b) that returns a number")

    def product(a, b, value, _user):
        value[0] = float(function(view(a, shape, dtype, read_only=True), view(b, shape, dtype, read_only=True)))

    return low.ebw_inner_product_fn(guarded(product))
