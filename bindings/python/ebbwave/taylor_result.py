# SPDX-License-Identifier: MIT
"""What a Taylor test found."""

from __future__ import annotations

import enum
from ctypes import c_char_p, c_double, c_int32, c_int64
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from . import _lowlevel as low
from ._library import get
from .errors import error as library_error
from .verify import Fault, Result, Verdict, fault_of, many, maybe

LEVEL = np.dtype([(name, np.float64) for name in ("h", "J_plus", "J_minus", "R0", "R1", "R2", "odd", "even")])


class PartKind(enum.IntEnum):
    """What a direction covers: all elements, or a part of m."""

    ALL = low.EBW_PART_ALL
    BLOCK = low.EBW_PART_BLOCK
    REGION = low.EBW_PART_REGION
    BOUNDARY = low.EBW_PART_BOUNDARY
    SOURCES = low.EBW_PART_SOURCES
    RECEIVERS = low.EBW_PART_RECEIVERS
    INTERFACE = low.EBW_PART_INTERFACE


class Order(NamedTuple):
    """The order with which a remainder falls, order +- half_width with 95 %, from so many steps above the noise."""

    order: float
    half_width: float
    points: int


class Symmetry(NamedTuple):
    """Whether a Hessian is symmetric and linear, along one direction."""

    verdict: Verdict
    error: float  # |<w, H v> - <v, H w>| / scale
    linearity: float
    bound: float  # what rounding allows both to be


class Direction(NamedTuple):
    """What a Taylor test found along one direction."""

    part: str  # name of what it covers, "all" for all elements
    kind: PartKind
    verdict: Verdict
    reason: str  # why it is inconclusive, else ""
    error: float  # |finite difference - g.d| / scale
    resolution: float  # uncertainty of error
    ratio: float | None  # finite difference / g.d, None when not known
    g_dot_d: float
    finite_difference: float
    scale: float
    curvature: float | None  # d'Hd, None without a Hessian
    noise: float  # standard deviation, in the unit of J
    orders: tuple[Order | None, ...]  # of R0, R1 and with a Hessian R2; None when not known
    dropped: int  # steps at which J was not to be had
    levels: np.ndarray  # fields h, J_plus, J_minus, R0, R1, R2, odd, even; R2 is 0 without a Hessian
    symmetry: Symmetry | None  # of a Hessian, from hessian_test

    @property
    def order0(self) -> float | None:
        """Order of J(m + h d) - J."""
        return self.orders[0] and self.orders[0].order

    @property
    def order1(self) -> float | None:
        """Order of that minus h g.d: 2 for a right gradient, 1 for a wrong one."""
        return self.orders[1] and self.orders[1].order

    @property
    def order2(self) -> float | None:
        """Order of that minus h^2/2 d'Hd: 3 for a right Hessian; None without one."""
        return self.orders[2].order if len(self.orders) > 2 and self.orders[2] else None


@dataclass(frozen=True, repr=False, eq=False)
class TaylorResult(Result):
    """Result of a Taylor test; ``print`` gives it in words and a line per direction, ``bool`` whether it passed."""

    verdict: Verdict
    text: str
    diagnosis: str  # what is likely wrong with a gradient that fails, else ""
    error: float  # of the direction that decides
    resolution: float  # its uncertainty
    bound: float | None  # what the whole gradient's relative error is not above, with 99 %; None when not known
    value: float  # J(m)
    repeatable: bool  # a second evaluation gave the same bits
    restored: bool  # J(m) has the same bits after the test, m and g are as they were
    evaluations: int
    fault: Fault
    fault_index: int
    directions: list[Direction]
    _test: Any = field(default=None)

    def miss_probability(self, factor: float = 10.0) -> float | None:
        """Probability, at most, that an error of ``factor`` tolerances passes all random directions unseen; None when
        there is no such proof. ``factor`` is above 0.8."""
        if self._test is None:
            raise library_error(low.EBW_ERR_STATE, "the result was pickled: ask the one that taylor_test returned")
        kinds = (c_double, c_double)
        return maybe("ebw_taylor_get_certificate", self._test._handle, float(factor), kinds=kinds)

    def part(self, name: str) -> list[Direction]:
        """The directions of one part."""
        found = [direction for direction in self.directions if direction.part == name]
        if not found:
            known = ", ".join(dict.fromkeys(direction.part for direction in self.directions))
            raise library_error(low.EBW_ERR_NOT_FOUND, f"no part {name!r} was tested, need one of: {known}")
        return found

    def __str__(self):
        wide = max((len(direction.part) for direction in self.directions), default=0)
        rows = [
            f"  {d.part:<{wide}}  {d.verdict.name:<12}  error {d.error:8.2e}  resolution {d.resolution:8.2e}"
            + ("" if d.order1 is None else f"  order {d.order1:.2f} +- {d.orders[1].half_width:.2f}")
            for d in self.directions
        ]
        return "\n".join([self.text, *rows])


def taylor_result(test, hessian):
    handle = test._handle
    count = get("ebw_taylor_count_directions", c_int64, handle)
    error, resolution = 0.0, 1.0
    if count:
        triple = (c_int32, c_double, c_double)
        _, error, resolution = many("ebw_taylor_get_direction", handle, low.EBW_WORST, kinds=triple)
    value, repeatable = many("ebw_taylor_get_value", handle, kinds=(c_double, c_int32))
    _, bound, known = many("ebw_taylor_get_certificate", handle, 10.0, kinds=(c_double, c_double, c_int32))
    return TaylorResult(
        verdict=Verdict(get("ebw_taylor_get_verdict", c_int32, handle)),
        text=get("ebw_taylor_get_text", c_char_p, handle),
        diagnosis=get("ebw_taylor_get_diagnosis", c_char_p, handle),
        error=error,
        resolution=resolution,
        bound=bound if known else None,
        value=value,
        repeatable=bool(repeatable),
        restored=bool(get("ebw_taylor_get_restored", c_int32, handle)),
        evaluations=get("ebw_taylor_get_evaluations", c_int64, handle),
        **dict(zip(("fault", "fault_index"), fault_of("ebw_taylor_get_fault", handle))),
        directions=[_direction(handle, index, hessian) for index in range(count)],
        _test=test,
    )


def _direction(handle, index, hessian):
    name, kind = many("ebw_taylor_get_part", handle, index, kinds=(c_char_p, c_int32))
    verdict, error, resolution = many("ebw_taylor_get_direction", handle, index, kinds=(c_int32, c_double, c_double))
    g_dot_d, difference, scale = many("ebw_taylor_get_derivative", handle, index, kinds=(c_double,) * 3)
    dropped, _ = many("ebw_taylor_get_dropped", handle, index, kinds=(c_int64, c_int32))
    return Direction(
        part=name.decode(),
        kind=PartKind(kind),
        verdict=Verdict(verdict),
        reason=get("ebw_taylor_get_reason", c_char_p, handle, index),
        error=error,
        resolution=resolution,
        ratio=maybe("ebw_taylor_get_ratio", handle, index, kinds=(c_double,)),
        g_dot_d=g_dot_d,
        finite_difference=difference,
        scale=scale,
        curvature=get("ebw_taylor_get_curvature", c_double, handle, index) if hessian else None,
        noise=get("ebw_taylor_get_noise", c_double, handle, index),
        orders=tuple(_order(handle, index, remainder) for remainder in range(3 if hessian else 2)),
        dropped=dropped,
        levels=_levels(handle, index),
        symmetry=_symmetry(handle, index),
    )


def _order(handle, index, remainder):
    order, points, known = many("ebw_taylor_get_order", handle, index, remainder, kinds=(c_double, c_int64, c_int32))
    if not known:
        return None
    return Order(order, get("ebw_taylor_get_order_interval", c_double, handle, index, remainder), points)


def _levels(handle, index):
    levels = np.empty(get("ebw_taylor_count_levels", c_int64, handle, index), LEVEL)
    for level in range(len(levels)):
        values = many("ebw_taylor_get_level", handle, index, level, kinds=(c_double,) * 5)
        levels[level] = (*values, *many("ebw_taylor_get_remainders", handle, index, level, kinds=(c_double,) * 3))
    return levels


def _symmetry(handle, index):
    try:
        found = many("ebw_taylor_get_symmetry", handle, index, kinds=(c_int32, c_double, c_double, c_double))
    except ValueError as reason:
        if reason.status == low.EBW_ERR_NOT_FOUND:
            return None  # the run was not of a Hessian
        raise
    return Symmetry(Verdict(found[0]), *found[1:])
