"""The order of rounded sums, against its definition on exact fractions."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from precis.formats import FORMATS, round_array
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.order import LANES, LONG, SHORT, ordered_prod, ordered_scan, ordered_sum
from tests.formats.oracle import round_fraction

SHAPES = [((5,), (0,)), ((LANES,), (0,)), ((LANES - 1,), (0,)), ((3 * LANES + 7,), (0,)), ((LONG,), (0,)), ((LONG - 1,), (0,)), ((2 * LANES + 27,), (0,)),
          ((3, 40), (1,)), ((3, 40), (0,)),
          ((3, 40), (0, 1)), ((5, 12), (0, 1)), ((3, 9), (0, 1)), ((2, 4, 8), (1, 2)), ((5, 2, 31), (1, 2)), ((9, 7), (0, 1)),
          ((2, 3, 33), (0, 2)), ((2, 3, 33), (1,)), ((40, 2), (0,)), ((0,), (0,)), ((3, 0), (1,))]


def defined(terms: np.ndarray, axes, operation, unit: int, name: str) -> Fraction:
    """One element of the result by the words of order.py; `terms` are the reduced axes only."""
    def step(a, b):
        return round_fraction(operation(a, b), name)

    rows = [[Fraction(float(x)) for x in row] for row in terms.reshape(-1, terms.shape[-1])] if terms.size else []
    total = Fraction(unit)
    if -1 not in axes or terms.shape[-1] < (LONG if terms.size < LANES else SHORT):
        for x in (x for row in rows for x in row):
            total = step(total, x)
        return total
    lanes, rest = [Fraction(unit)] * LANES, Fraction(unit)
    for row in rows:
        while len(row) >= LANES:
            lanes, row = [step(a, x) for a, x in zip(lanes, row)], row[LANES:]
        while len(row) >= SHORT:
            lanes, row = [step(a, x) for a, x in zip(lanes, row[:SHORT])] + lanes[SHORT:], row[SHORT:]
        for x in row:
            rest = step(rest, x)
    width = LANES
    while width > 1:
        width //= 2
        lanes = [step(lanes[j], lanes[j + width]) for j in range(width)]
    return step(lanes[0], rest)


def expected(x: np.ndarray, axes, operation, unit: int, name: str) -> np.ndarray:
    kept = [a for a in range(x.ndim) if a not in axes]
    moved = np.transpose(x, [*kept, *axes])
    shape = moved.shape[: len(kept)]
    local = (-1,) if x.ndim - 1 in axes else ()
    out = [defined(moved[place], local, operation, unit, name) for place in np.ndindex(shape)]
    return np.array(list(map(float, out))).reshape(shape)


@pytest.mark.parametrize("name", ["binary64", "binary32", "bfloat16"])
@pytest.mark.parametrize(("shape", "axes"), SHAPES, ids=str)
def test_sums_and_products_are_those_of_the_definition(shape, axes, name):
    rng = np.random.default_rng(len(shape))
    x = round_array(rng.normal(size=shape) * np.exp(rng.normal(size=shape)), FORMATS[name])
    rounding = None if name == "binary64" else lambda v: round_array(v, FORMATS[name])
    np.testing.assert_array_equal(ordered_sum(x, axes, rounding), expected(x, axes, lambda a, b: a + b, 0, name))
    x = 1 + x / 64
    np.testing.assert_array_equal(ordered_prod(x, axes, None), expected(x, axes, lambda a, b: a * b, 1, "binary64"))


def test_without_axes_nothing_is_added():
    x = np.array([[1.0, -0.0]])
    assert ordered_sum(x, ()) is not x
    np.testing.assert_array_equal(ordered_sum(x, ()), x)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int8, np.uint16, np.complex128])
@pytest.mark.parametrize(("shape", "axes"), SHAPES, ids=str)
def test_the_kind_stays(shape, axes, dtype):
    x = np.ones(shape).astype(dtype)
    for f in (ordered_sum, ordered_prod):
        assert np.asarray(f(x, axes)).dtype == dtype
    assert np.all(ordered_sum(x, axes) == np.asarray(prod(shape[a] for a in axes), dtype))


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), max_size=150))
def test_the_error_is_within_the_bound_of_any_order(terms):
    """|s - sum x| <= gamma_(n-1) sum |x| (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., eq. 4.4)."""
    x = np.array(terms)
    for name in ("binary64", "binary32"):
        rounded = round_array(x, FORMATS[name]) if len(x) else x
        exact = sum((Fraction(float(v)) for v in rounded), Fraction(0))
        found = ordered_sum(rounded, (0,), lambda v: round_array(v, FORMATS[name]))
        n, u = len(terms), Fraction(FORMATS[name].u)
        bound = n * u / (1 - n * u) * sum(abs(Fraction(float(v))) for v in rounded)
        assert abs(Fraction(float(found)) - exact) <= bound


@pytest.mark.parametrize("name", ["binary64", "binary32"])
def test_scans_add_first_to_last(name):
    x = round_array(np.random.default_rng(0).normal(size=(4, 9)), FORMATS[name])
    rounding = None if name == "binary64" else lambda v: round_array(v, FORMATS[name])
    for axis in (0, 1):
        out = ordered_scan(x, axis, np.add, rounding)
        lines, sums = np.moveaxis(x, axis, -1), np.moveaxis(out, axis, -1)
        for place in np.ndindex(lines.shape[:-1]):
            total = Fraction(0)
            for term, found in zip(lines[place], sums[place]):
                total = round_fraction(total + Fraction(float(term)), name)
                assert float(total) == found


def test_rows_are_summed_in_lanes_products_of_matrices_first_to_last():
    """In binary16 the orders differ: long rows fold 32 sums, columns of a product add up one by one."""
    x, y = (round_array(np.random.default_rng(k).normal(size=(100, 100)), FORMATS["binary16"]) for k in range(2))
    terms = round_array(x[0] * y[0], FORMATS["binary16"])
    rows = NumpyArithmetic().einsum(x, y[0], "ij,j->i", FORMATS["binary16"])
    assert rows[0] == ordered_sum(terms, (0,), lambda v: round_array(v, FORMATS["binary16"]))
    product = NumpyArithmetic().einsum(x, y.T, "ij,jk->ik", FORMATS["binary16"])
    assert product[0, 0] == ordered_scan(terms, 0, np.add, lambda v: round_array(v, FORMATS["binary16"]))[-1] != rows[0]


@pytest.mark.parametrize("spec", ["ij,jk->ik", "ij,j->i", "i,i->", "ij,kj->ik", "bij,bjk->bik"])
def test_contractions_add_rounded_products_in_the_order_of_the_first_operand(spec):
    shapes = {"i": 3, "j": 5, "k": 2, "b": 2}
    a, c, out = spec.replace("->", ",").split(",")
    rng = np.random.default_rng(1)
    x, y = (round_array(rng.normal(size=[shapes[label] for label in labels]), FORMATS["bfloat16"]) for labels in (a, c))
    if spec == "i,i->":
        y = y[:3]
    found = NumpyArithmetic().einsum(x, y, spec, FORMATS["binary16"])
    summed = "".join(label for label in a if label not in out)
    for place in np.ndindex(*[shapes[label] for label in out]):
        total, at = Fraction(0), dict(zip(out, place))
        for inner in np.ndindex(*[shapes[label] for label in summed]):
            at |= dict(zip(summed, inner))
            product = Fraction(float(x[tuple(at[label] for label in a)])) * Fraction(float(y[tuple(at[label] for label in c)]))
            total = round_fraction(total + round_fraction(product, "binary16"), "binary16")
        assert float(total) == found[place]


def test_contractions_of_nothing_are_zero_or_empty():
    """As associative scans make them at their ends."""
    narrow = FORMATS["binary16"]
    assert NumpyArithmetic().einsum(np.ones((0, 2, 3)), np.ones((0, 3, 4)), "nij,njk->nik", narrow).shape == (0, 2, 4)
    assert np.array_equal(NumpyArithmetic().einsum(np.ones((2, 0)), np.ones((0, 3)), "ij,jk->ik", narrow), np.zeros((2, 3)))
