"""`spread` against the partial sums that `ordered_sum` really rounds, averaged over random orders of the terms."""

import itertools

import numpy as np
import pytest

from precis.bitwidth.sums import spread
from precis.ir.order import ordered_sum
from tests.bitwidth.partial_sums import partial_sums


def rounded_squares(x, axes, last):
    return float(np.sum(np.square(partial_sums(x.reshape(-1, last)))))


def test_partial_sums_end_in_the_sum():
    for shape in ((20,), (7, 96), (3, 61), (50, 12), (50, 4)):
        x = np.random.default_rng(3).normal(size=shape)
        assert partial_sums(x.reshape(-1, shape[-1]))[-1] == ordered_sum(x, tuple(range(x.ndim)))


@pytest.mark.parametrize(
    ("shape", "axes", "last"),
    [
        ((2,), (0,), 2),
        ((3,), (0,), 3),
        ((20,), (0,), 20),
        ((64,), (0,), 64),
        ((320,), (0,), 320),
        ((61,), (0,), 61),
        ((9, 39), (0, 1), 39),
        ((7, 96), (0, 1), 96),
        ((50, 4), (0, 1), 4),
        ((50, 12), (0, 1), 12),
    ],
)
@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_spread_is_the_mean_over_orders(shape, axes, last, mean):
    rng = np.random.default_rng(3)
    x = rng.normal(mean, 1.0, shape)
    a, b = spread(x.size, last)
    found = np.mean([rounded_squares(rng.permutation(x.ravel()).reshape(shape), axes, last) for _ in range(400)])
    expected = a * x.sum() ** 2 + b * (x**2).sum()
    assert expected == pytest.approx(found, rel=0.15)


def test_one_term_rounds_nothing():
    assert spread(1) == spread(0) == (0.0, 0.0)


def test_two_terms_round_their_sum():
    assert spread(2) == pytest.approx((1.0, 0.0))


def test_lanes_round_less():
    assert spread(4096, 4096)[0] < spread(4096)[0] / 20


@pytest.mark.parametrize("n", [2, 3, 4, 6])
def test_spread_is_exact_over_all_orders(n):
    x = np.random.default_rng(n).normal(0.5, 1.0, n)
    partial = [np.cumsum(order)[1:] for order in itertools.permutations(x)]
    a, b = spread(n)
    assert a * x.sum() ** 2 + b * (x**2).sum() == pytest.approx(np.mean([np.sum(s**2) for s in partial]), rel=1e-12)
