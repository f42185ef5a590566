"""Infinities and NaN as sentinels and masks: agreement where both runs have them, failure where one has."""

import math

import mpmath
import numpy as np
import pytest

import precis
from precis.bitwidth import holes
from precis.bitwidth.holes import agreed, filled, left_out
from precis.bitwidth.seminorm import Seminorm
from precis.errors import InputError
from precis.formats import Assignment
from precis.report import report_of

INF, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    ("found", "reference", "error"),
    [
        ([3.0, INF], [3.0, INF], 0.0),
        ([3.0, NAN], [4.0, NAN], 0.25),
        ([3.0, -INF], [3.0, INF], INF),
        ([3.0, NAN], [3.0, INF], INF),
        ([3.0, 1.0], [3.0, INF], INF),
        ([3.0, INF], [3.0, 1.0], INF),
        ([INF, INF], [INF, INF], 0.0),
    ],
)
@pytest.mark.parametrize("norm", ["2", "max", "each"])
def test_holes_agree_where_they_are_the_same(norm, found, reference, error):
    assert holes.error(Seminorm(norm), np.array(found), np.array(reference)) == error


def test_mpmath_numbers_have_holes_too():
    wide = np.array([mpmath.mpf(1), mpmath.inf, mpmath.nan], object)
    assert list(agreed(np.array([1.0, INF, NAN]), wide)) == [False, True, True]
    assert left_out(wide) == "1 of 3 elements is infinite and 1 of 3 elements is NaN"
    assert list(filled(np.array([1.0, INF]))) == [1.0, 0.0]


def paths(distance, steps):
    """Shortest paths (Floyd 1962): no edge is infinitely long."""
    for k in range(steps):
        distance = np.minimum(distance, distance[:, k : k + 1] + distance[k : k + 1, :])
    return distance


def graph(seed):
    rng = np.random.default_rng(seed)
    d = np.where(rng.random((10, 10)) < 0.3, rng.uniform(1.0, 9.0, (10, 10)), INF)
    np.fill_diagonal(d, 0.0)
    d[7:, :7] = d[:7, 7:] = INF  # two parts
    return d, 10


def masked(x, mask):
    y = np.where(mask, np.sqrt(x), 0.0)
    return y * y


def gaps(seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(1.0, 2.0, 40)
    mask = rng.random(40) < 0.8
    x[~mask] = NAN
    return x, mask


def anomalies(x, mask):
    mean = np.sum(np.where(mask, x, 0.0)) / np.sum(mask)
    return x - mean


@pytest.mark.parametrize(("function", "inputs", "kind"), [(paths, graph, "infinite"), (masked, gaps, ""), (anomalies, gaps, "NaN")])
@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
def test_sentinels_and_masks_are_tuned(function, inputs, kind, rtol):
    found = precis.tune(function, *inputs(0), rtol=rtol, inputs=inputs, held_out=3, device="a100", timed=False)
    assert found.holds and found.validation.samples == 3
    assert any(found.assignment.storage_of(c.name).precision < 53 for c in found.program.containers if c.kind == "real" and c.shape)
    assert 0.0 < found.error <= rtol
    assert (found.measurement.explained or 1.0) == pytest.approx(1.0, abs=0.1)
    (words,) = found.measurement.left_out.values() if kind else ("",)
    assert kind in words and (not words or any(words in line for line in report_of(found).limits))


def erased(x):
    return x * 0.0 + 1.0


@pytest.mark.parametrize(
    ("function", "args", "message"),
    [
        (erased, (np.array([1.0, INF, 3.0]),), "1 of 3 elements of the output result 0 are NaN: `mul` makes NaN of infinities"),
        (erased, (np.array([NAN, NAN]),), r"argument x holds nan or infinity at \(0,\), and it spreads: 2 of 2"),
    ],
)
def test_nan_that_operations_make_is_refused_with_its_line(function, args, message):
    with pytest.raises(InputError, match=message) as caught:
        precis.tune(function, *args, rtol=1e-3)
    if "makes" in message:
        assert caught.value.span.line == erased.__code__.co_firstlineno + 1


def test_a_hole_in_one_run_only_fails():
    x = np.array([1.0, 300.0, INF])
    program = precis.lift(squared, x)
    found = precis.measure(program, precis.assign(program, precis.sensitivity(program, (x,)), 1e-3), (x,))
    assert math.isfinite(found.error) and list(found.left_out.values()) == ["1 of 3 elements is infinite"]
    assert math.isinf(precis.measure(program, Assignment.uniform("binary16"), (x,)).error)


def squared(x):
    return x * x


def quotient(x):
    w = np.exp(x)
    return w / np.sum(w)


def quotient_of_sums(x, c):
    weight = np.zeros(c.shape)
    total = np.zeros(c.shape)
    for i in range(c.shape[0]):
        k = np.exp(-100.0 * (x - c[i]) ** 2)
        weight[i] = np.sum(k * x)
        total[i] = np.sum(k)
    return weight / total


def squares(x):
    y = x * x
    return y / y.sum()


@pytest.mark.parametrize(("fn", "args", "told"), [
    (quotient, (np.linspace(-900.0, -800.0, 9),), "`exp` on line {} made: it underflowed to zero (at -900, say)"),
    (quotient_of_sums, (np.linspace(0.0, 1.0, 9), np.full(2, 9.0)), "`exp` on line {} made: it underflowed to zero"),
    (squares, (np.full(9, 1e-200),), "`mul` on line {} made: it underflowed to zero (at 1e-200, say)"),
    (quotient, (np.linspace(800.0, 900.0, 9),), "`exp` on line {} made: it overflowed to infinity (at 900, say)"),
])  # fmt: skip
def test_what_left_the_range_is_named_where_a_quotient_has_no_result(fn, args, told):
    with pytest.raises(InputError) as refused:
        precis.tune(fn, *args, timed=False)
    line = fn.__code__.co_firstlineno + {quotient: 1, squares: 1, quotient_of_sums: 4}[fn]
    assert told.format(line) in refused.value.message and refused.value.span.line > line and len(refused.value.hints) == 2
