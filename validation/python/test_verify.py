# SPDX-License-Identifier: MIT
"""Taylor test and dot test of code in Python: verdicts, options, shapes, exceptions."""
import numpy as np
import pytest

import ebbwave
from ebbwave import Verdict

M = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]])


def cubic(m):
    assert m.shape == M.shape and not m.flags.writeable
    return float(np.sum(m**3))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_right_gradient_passes_and_a_wrong_one_fails(dtype):
    m = M.astype(dtype)
    assert ebbwave.taylor_test(m, 3 * m**2, lambda x: np.sum(x.astype(np.float64) ** 3))
    wrong = ebbwave.taylor_test(m, 3.1 * m**2, lambda x: np.sum(x.astype(np.float64) ** 3))
    assert not wrong and wrong.verdict == Verdict.FAIL and "FAIL" in str(wrong)


def test_a_gradient_function_serves_in_place_of_an_array():
    assert ebbwave.taylor_test(M, lambda m: 3 * m**2, cubic, profile="exact").verdict == Verdict.PASS


def test_results_tell_orders_levels_and_numbers():
    result = ebbwave.taylor_test(M, 3 * M**2, cubic, directions=2)
    assert len(result.directions) == 2 and result.value == cubic_value() and result.repeatable
    first = result.directions[0]
    assert len(first.levels) == 9 and abs(first.order1 - 2.0) < 0.05 and first.error <= result.error
    assert result.evaluations > 50 and result.fault == 0


def cubic_value():
    return float(np.sum(M**3))


def test_options_are_passed_on():
    fewer = ebbwave.taylor_test(M, 3 * M**2, cubic, ladder="reduced", directions=1)
    assert fewer and fewer.evaluations < 20
    along = np.zeros((1, *M.shape))
    along[0, 0, 1] = 1.0
    only = ebbwave.taylor_test(M, np.where(along[0] > 0, 3 * M**2, 99.0), cubic, directions=along)
    assert only, "a wrong gradient elsewhere is not seen along this direction"
    loose = ebbwave.taylor_test(M, 3.0001 * M**2, cubic, tolerance=0.1)
    assert loose and not ebbwave.taylor_test(M, 3.0001 * M**2, cubic)
    fixed = np.where(along[0] > 0, 1.0, 0.0)
    assert ebbwave.taylor_test(M, np.where(fixed > 0, 3 * M**2, 99.0), cubic, typical_size=fixed)
    seen = []
    ebbwave.taylor_test(M, 3 * M**2, lambda m: seen.append(m.copy()) or cubic(m), lower=M, upper=M + 1.0)
    assert all(np.all(point >= M) for point in seen)


def test_points_where_J_is_nan_are_left_out():
    result = ebbwave.taylor_test(M, 3 * M**2, lambda m: np.nan if np.abs(m - M).max() > 0.01 else cubic(m))
    assert result.directions[0].dropped > 0 and result.verdict != Verdict.FAIL


@pytest.mark.parametrize("number", [0, 1, 5, 40])
def test_an_exception_in_evaluate_comes_back_from_any_evaluation(number):
    calls = []

    def evaluate(m):
        calls.append(1)
        if len(calls) == number + 1:
            raise LookupError("here")
        return cubic(m)

    with pytest.raises(LookupError, match="here"):
        ebbwave.taylor_test(M, 3 * M**2, evaluate)
    assert len(calls) == number + 1, "nothing is evaluated after the exception"


def test_writing_into_the_point_is_an_error_at_once():
    def evaluate(m):
        m[0, 0] = 3.0

    with pytest.raises(ValueError, match="read-only"):
        ebbwave.taylor_test(M, 3 * M**2, evaluate)


@pytest.mark.parametrize(
    "arguments, options",
    [
        ((M.astype(int), M), {}),
        ((M, M.T), {}),
        ((M, M.astype(np.float32)), {}),
        ((M, lambda m: m[0]), {}),
        ((M, M), {"profile": "sloppy"}),
        ((M, M), {"tolerance": 2.0}),
        ((M, M), {"directions": 0}),
        ((M, M), {"typical_size": np.ones(7)}),
        ((M, M), {"lower": M + 1.0}),
        ((M, M), {"directions": np.ones((2, 5))}),
    ],
)
def test_a_taylor_test_refuses_wrong_arguments(arguments, options):
    with pytest.raises(ValueError):
        ebbwave.taylor_test(*arguments, cubic, **options)


A = np.arange(12.0).reshape(4, 3)


def test_a_transpose_passes_and_another_matrix_fails():
    assert ebbwave.dot_test(3, 4, lambda x: A @ x, lambda y: A.T @ y)
    wrong = ebbwave.dot_test(3, 4, lambda x: A @ x, lambda y: 1.001 * A.T @ y)
    assert wrong.verdict == Verdict.FAIL and wrong.error > wrong.bound
    bent = ebbwave.dot_test(3, 4, lambda x: A @ x + 1.0, lambda y: A.T @ y)
    assert bent.verdict == Verdict.FAIL
    none = ebbwave.dot_test(3, 4, lambda x: np.zeros(4), lambda y: np.zeros(3))
    assert none.verdict == Verdict.INCONCLUSIVE and not none


def test_a_dot_test_takes_shapes_seeds_and_float32():
    def forward(x):
        return np.cumsum(x, axis=0)

    def adjoint(y):
        return np.cumsum(y[::-1], axis=0)[::-1]

    result = ebbwave.dot_test((6, 2), (6, 2), forward, adjoint, dtype=np.float32, steps=6, seeds=5, image=True)
    assert result and len(result.pairs) == 10 and result.pairs[0].scale > 0


def test_an_exception_in_an_operator_comes_back():
    with pytest.raises(ZeroDivisionError):
        ebbwave.dot_test(3, 4, lambda x: 1 / 0, lambda y: y)
    with pytest.raises(ValueError, match="adjoint returned shape"):
        ebbwave.dot_test(3, 4, lambda x: A @ x, lambda y: y)
