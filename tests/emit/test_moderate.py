"""Sines of angles that are moderate wherever they come from are not looked at beforehand; powers of 0 are 1."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def turned(x, y):
    angle = np.arctan2(y, x)
    return np.sin(5.0 * angle) + np.cos(-angle), np.cos(2.0 * np.arctan(x) - 3.0 * np.where(y > 0.0, np.arcsin(np.tanh(y)), 0.25))


def unknown(x, y):
    return np.sin(5.0 * x.clip(-1e4, 1e4)), np.cos(np.arctan2(y, x) + y)


def too_far(x, y):
    return np.sin(4e5 * np.arctan2(y, x)), np.cos(np.arctan(x) / y)


def numbers(dtype):
    x, y = np.random.default_rng(0).normal(size=(2, 300)).astype(dtype)
    x[:6], y[:6] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e300 if dtype is np.float64 else 1e30], [0.0, -0.0, -np.inf, 1.0, 2.0, np.nan]
    return x, y


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("fn", "looks", "factor"), [(turned, False, 50.0), (unknown, True, 1e5), (too_far, True, 1e7)])
def test_angles_are_looked_at_where_they_may_be_large(fn, looks, factor, dtype):
    """Results differ by the rounding of what they are taken of."""
    x, y = numbers(dtype)
    run = compile(lift(fn, x, y))
    assert ("pr::is_far" in run.source) == looks
    with np.errstate(all="ignore"):
        expected = fn(x, y)
    for found, e in zip(run(x, y), expected, strict=True):
        np.testing.assert_allclose(found, e, rtol=0.0, atol=factor * np.finfo(dtype).eps)


def test_integers_that_wrap_around_are_not_moderate():
    """0 - 1 is the largest number of uint64."""
    k = np.zeros(300, np.uint64)
    fn = lambda k: np.sin((np.where(k > 0, np.uint64(3), np.uint64(0)) - np.uint64(1)).astype(float))  # noqa: E731
    run = compile(lift(fn, k))
    np.testing.assert_allclose(run(k), fn(k), rtol=0.0, atol=1e-15)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("exponent", [0.0, -0.0, 0])
def test_powers_of_zero_are_one(dtype, exponent):
    x = np.array([0.0, -0.0, 2.5, np.inf, -np.inf, np.nan, -3.0], dtype)
    run = compile(lift(lambda x: 2.0 * x**exponent, x))
    np.testing.assert_array_equal(run(x), np.full(7, 2.0, dtype))
    assert "pr::pow(" not in run.source
