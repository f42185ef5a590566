"""Positions of which no two are the same are told from those that may be, whose last store stays."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ad.distinct import distinct_stores
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.ad.oracle import cotangents, directional

N = 12


def rows_count(x, y, k):
    y[np.arange(len(x)), k[0]] = x[:, 0]


def sorted_rows(x, y, k):
    y[np.argsort(x[0])] = x * x


def counted_from_the_end(x, y, k):
    y[np.arange(len(y)) - 3] = x


def places_of_data(x, y, k):
    y[k[0]] = x


def one_axis_repeats(x, y, k):
    y[np.arange(len(x))[None, :], k[0][:, None]] = x


def counted_too_far(x, y, k):
    """-2 and n - 2 are one place."""
    y[np.arange(-2, N - 1)] = x[np.arange(N + 1) // 2]


X, Y = np.random.default_rng(5).normal(size=(2, N, N))
K = np.random.default_rng(6).integers(0, N, (N, N))


@pytest.mark.parametrize(("function", "apart"), [(rows_count, True), (sorted_rows, True), (counted_from_the_end, True),
                                                 (places_of_data, False), (one_axis_repeats, False), (counted_too_far, False)])
def test_positions_are_told_apart_only_where_they_differ(function, apart):
    program = lift(function, X.copy(), Y.copy(), K)
    assert bool(distinct_stores(program.body, program.guards)) == apart
    (bar,) = cotangents(program, (X, Y, K))
    found = interpret(adjoint(program), (X, Y, K, bar))
    slope = np.sum(found[0] * np.cos(X)) + np.sum(found[1] * np.cos(Y))
    np.testing.assert_allclose(slope, np.sum(bar * directional(program, (X, Y, K), [np.cos(X), np.cos(Y), None])[0]), rtol=1e-10)
