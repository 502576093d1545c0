# SPDX-License-Identifier: MIT
"""Parts, Hessians, inner products and what a result tells."""
import pickle

import numpy as np
import pytest

import ebbwave
from ebbwave import Region, Verdict
from ebbwave.taylor_result import PartKind

M = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]])
PARTS = {"upper": np.s_[0], "lower": np.s_[1]}


def cubic(m):
    return float(np.sum(m**3))


def slope(m):
    return 3 * m**2


def hessian(m, v):
    return 6 * m * v


def wrong_below(factor):
    g = slope(M)
    g[1] *= factor
    return g


def test_a_block_that_is_wrong_fails_alone_and_is_named():
    result = ebbwave.taylor_test(M, wrong_below(1 + 1e-4), cubic, blocks=PARTS, part_directions=2)
    assert [d.part for d in result.directions] == 3 * ["all"] + 2 * ["upper"] + 2 * ["lower"]
    assert {d.verdict for d in result.part("upper")} == {Verdict.PASS}
    assert {d.verdict for d in result.part("lower")} == {Verdict.FAIL}
    assert "'lower'" in result.diagnosis and "lower" in str(result)
    with pytest.raises(ValueError, match="need one of: all, upper, lower"):
        result.part("middle")


def test_an_error_of_a_small_block_shows_in_its_own_direction_only():
    def J(m):
        return float(np.sum(m[0] ** 3) + 1e-9 * np.sum(m[1] ** 3))

    g = slope(M)
    g[1] *= 2e-9  # twice too large, and too small for the whole to tell
    assert ebbwave.taylor_test(M, g, J)
    parted = ebbwave.taylor_test(M, g, J, blocks=PARTS)
    assert parted.verdict == Verdict.FAIL and {d.verdict for d in parted.part("all")} == {Verdict.PASS}


def test_blocks_by_number_and_by_what_indexes_are_the_same_directions():
    numbers = np.array([[0, 0, 0], [1, 1, -1]], np.int8)
    found = ebbwave.taylor_test(M, slope(M), cubic, blocks=numbers)
    mask = ebbwave.taylor_test(M, slope(M), cubic, blocks={"block 0": numbers == 0, "block 1": np.s_[1, :2]})
    assert found and [d.part for d in found.directions] == 3 * ["all"] + ["block 0", "block 1"]
    assert [d.g_dot_d for d in found.directions] == [d.g_dot_d for d in mask.directions]


def test_regions_have_kinds():
    regions = {"odd": M < 1, "rim": Region(np.s_[:, 0], "boundary"), "shot": Region(([0, 1], [1, 1]), "sources")}
    result = ebbwave.taylor_test(M, slope(M), cubic, regions=regions)
    assert [d.kind for d in result.directions[3:]] == [PartKind.REGION, PartKind.BOUNDARY, PartKind.SOURCES]
    assert [d.part for d in result.directions[3:]] == ["odd", "rim", "shot"]


def test_constants_are_named_by_the_diagnosis():
    result = ebbwave.taylor_test(M, 0.004 * slope(M), cubic, constants={"dt": 0.004})
    assert "dt" in result.diagnosis and abs(result.directions[0].ratio - 250) < 1e-6
    assert "dt" not in ebbwave.taylor_test(M, 0.004 * slope(M), cubic).diagnosis
    assert not ebbwave.taylor_test(M, slope(M), cubic).diagnosis


def test_random_directions_bound_the_whole_gradient():
    three, six = (ebbwave.taylor_test(M, slope(M), cubic, directions=n) for n in (3, 6))
    assert 0 < three.bound < 1e-6 and three.miss_probability(8.0) == pytest.approx(0.1**3)
    assert six.miss_probability(8.0) == pytest.approx(0.1**6)
    with pytest.raises(ValueError, match="factor"):
        three.miss_probability(0.5)
    given = ebbwave.taylor_test(M, slope(M), cubic, directions=np.ones((1, *M.shape)))
    assert given.bound is None and given.miss_probability() is None


def test_a_hessian_adds_curvature_and_the_third_remainder():
    found = ebbwave.taylor_test(M, slope(M), cubic, hessian=hessian).directions[0]
    assert abs(found.order2 - 3) < 0.05 and len(found.orders) == 3 and found.orders[1].points >= 2
    assert found.levels["h"][0] > found.levels["h"][-1] > 0 and found.curvature != 0
    top = found.levels[0]
    assert abs(top["R1"] - top["h"] ** 2 / 2 * found.curvature - top["R2"]) < 1e-9 * abs(top["R1"])
    without = ebbwave.taylor_test(M, slope(M), cubic).directions[0]
    assert without.order2 is None and without.curvature is None and without.symmetry is None


def test_a_hessian_is_held_against_the_gradient_and_its_transpose():
    right = ebbwave.hessian_test(M, slope, hessian)
    assert right and all(d.symmetry.error <= d.symmetry.bound for d in right.directions)
    scaled = ebbwave.hessian_test(M, slope, lambda m, v: 1.01 * hessian(m, v))
    assert scaled.verdict == Verdict.FAIL and scaled.directions[0].symmetry.verdict == Verdict.PASS
    skew = ebbwave.hessian_test(M, slope, lambda m, v: hessian(m, v) + 1e-9 * np.roll(v, 1), steps=4)
    assert skew.verdict == Verdict.FAIL and {d.symmetry.verdict for d in skew.directions} >= {Verdict.FAIL}
    with pytest.raises(ValueError, match="need a function"):
        ebbwave.hessian_test(M, slope(M), hessian)


def test_an_inner_product_defines_the_gradient():
    weights = np.linspace(1.0, 6.0, 6).reshape(M.shape)

    def product(a, b):
        assert a.shape == b.shape == M.shape and not a.flags.writeable
        return np.sum(weights * a * b)

    assert ebbwave.taylor_test(M, slope(M) / weights, cubic, inner_product=product)
    assert ebbwave.taylor_test(M, slope(M), cubic, inner_product=product).verdict == Verdict.FAIL
    a = np.arange(6.0).reshape(2, 3)
    w = np.array([2.0, 3.0, 4.0])
    adjoint = {"forward": lambda x: a @ x, "adjoint": lambda y: (a.T @ y) / w}
    assert ebbwave.dot_test(3, 2, **adjoint, inner_product_x=lambda p, q: np.sum(w * p * q))
    assert ebbwave.dot_test(3, 2, **adjoint).verdict == Verdict.FAIL


def test_ranks_that_hold_slices_move_along_slices_of_one_direction():
    def parts(offset, length):
        seen, m = [], np.ones(length)
        ebbwave.taylor_test(m, 2 * m, lambda x: seen.append(x.copy()) or np.sum(x**2), index_offset=offset)
        return seen

    whole, second = parts(0, 6), parts(4, 2)
    moved = [x - 1 for x in whole if np.any(x != 1)][0], [x - 1 for x in second if np.any(x != 1)][0]
    assert np.allclose(moved[0][4:] / moved[0][4], moved[1] / moved[1][0], rtol=1e-9)
    seen = {}

    def noted(name):
        def identity(v):
            seen.setdefault(name, v.copy())
            return v

        return identity

    assert ebbwave.dot_test(6, 6, noted("x"), noted("y"))
    assert ebbwave.dot_test(2, 2, noted("x from 4"), noted("y from 3"), index_offsets=(4, 3))
    assert np.array_equal(seen["x from 4"], seen["x"][4:]) and np.array_equal(seen["y from 3"], seen["y"][3:5])
    with pytest.raises(ValueError, match="offset"):
        ebbwave.taylor_test(M, slope(M), cubic, index_offset=-1)


def test_a_result_knows_whether_all_was_left_as_it_was():
    calls = []

    def leaky(m):
        calls.append(1)
        return cubic(m) + (1e-3 if len(calls) > 60 else 0.0)

    assert ebbwave.taylor_test(M, slope(M), cubic).restored
    assert not ebbwave.taylor_test(M, slope(M), leaky).restored


def test_results_print_and_pickle():
    for result in (ebbwave.taylor_test(M, slope(M), cubic), ebbwave.dot_test(3, 3, np.copy, np.copy)):
        copy = pickle.loads(pickle.dumps(result))
        assert str(copy) == str(result) and str(copy).startswith("PASS") and copy and "PASS" in repr(copy)
    with pytest.raises(ebbwave.EbbWaveStateError, match="pickled"):
        pickle.loads(pickle.dumps(ebbwave.taylor_test(M, slope(M), cubic))).miss_probability()


def fails(*_):
    raise LookupError("here")


@pytest.mark.parametrize(
    "run",
    [
        lambda: ebbwave.taylor_test(M, slope(M), cubic, hessian=fails),
        lambda: ebbwave.taylor_test(M, slope(M), cubic, inner_product=fails),
        lambda: ebbwave.hessian_test(M, fails, hessian),
        lambda: ebbwave.hessian_test(M, slope, fails),
        lambda: ebbwave.dot_test(3, 3, np.copy, np.copy, inner_product_y=fails),
    ],
)
def test_an_exception_in_any_callback_comes_back_with_its_traceback(run):
    with pytest.raises(LookupError, match="here") as caught:
        run()
    assert caught.traceback[-1].name == "fails"


@pytest.mark.parametrize(
    "options, text",
    [
        ({"blocks": {"a": np.s_[5]}}, r"blocks\['a'\] does not index m of shape \(2, 3\)"),
        ({"blocks": np.ones((2, 3))}, "need integers"),
        ({"blocks": np.ones(3, int)}, "need that of m"),
        ({"blocks": ["a"]}, "need a mapping"),
        ({"blocks": {"": np.s_[0]}}, "name"),
        ({"regions": {"a": Region(np.s_[0], "rim")}}, "need one of: all, block, region"),
        ({"part_directions": 0}, "count"),
        ({"constants": {"dt": -1.0}}, "value"),
        ({"hessian": 3}, "need a function"),
        ({"inner_product": 3}, "need a function"),
    ],
)
def test_options_that_are_wrong_are_refused(options, text):
    with pytest.raises(ValueError, match=text):
        ebbwave.taylor_test(M, slope(M), cubic, **options)
