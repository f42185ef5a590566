"""Arrays of run-time length that broadcast: indices are kept below the last one only where lengths differ."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def shifted(x, at, rows):
    best = x.copy()
    for k in range(len(at)):
        best[at[k]:] = np.maximum(best[at[k]:], best[:len(x) - at[k]] + 1.0)
    return best, rows[at[0]:, at[1]:] + rows[at[2]:, :1] * x[np.minimum(np.arange(len(x)), at[1])][:1]


X, ROWS = np.random.default_rng(3).normal(size=12), np.random.default_rng(4).normal(size=(6, 7))


@pytest.mark.parametrize("at", [(1, 3, 1), (0, 0, 0), (5, 6, 5), (2, 0, 5)], ids=str)
def test_lengths_that_agree_and_lengths_of_one(at):
    run = compile_native(lift(shifted, X, np.array((2, 1, 2)), ROWS))
    assert "[i0] + 1.0" in run.source
    for found, expected in zip(run(X, np.array(at), ROWS), shifted(X, np.array(at), ROWS), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_a_bound_that_is_met_stays():
    def held(x, k):
        return x[np.minimum(np.arange(len(x)), k)]

    run = compile_native(lift(held, X, 3))
    for k in (0, 3, 10, 11):
        np.testing.assert_array_equal(run(X, k), held(X, k))
