"""Arrays of run-time length that broadcast: indices are kept below the last one only where lengths differ."""

import re

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


def banded(bands, offsets, x, y):
    """A matrix by its diagonals, and the last of them once more, in the argument."""
    z = np.zeros(len(x))
    for k in range(len(offsets)):
        low, high = max(0, -offsets[k]), min(len(x), len(x) - offsets[k])
        z[low:high] += bands[k, low:high] * x[low + offsets[k]:high + offsets[k]]
        y[low:high] -= x[low:high]
    y[offsets[0]:offsets[1]] *= x[offsets[1]:offsets[2]]
    return z


@pytest.mark.parametrize("offsets", [(1, 4, 7), (0, 3, 4), (2, 2, 3)], ids=str)
def test_what_is_added_to_a_part_is_added_there(offsets):
    rng = np.random.default_rng(5)
    bands, x, y = rng.normal(size=(3, 12)), rng.normal(size=12), rng.normal(size=12)
    run = compile_native(lift(banded, bands, np.array((1, 4, 7)), x, y))
    assert re.search(r"(\w+\[i0 \+ \w+\]) = \1 \* ", run.source)  # the last line, where no bound is met
    assert re.search(r"\w+\[i0 \+ \w+\] = t\d+ \+ ", run.source)
    mine, other = y.copy(), y.copy()
    np.testing.assert_array_equal(run(bands, np.array(offsets), x, mine), banded(bands, np.array(offsets), x, other))
    np.testing.assert_array_equal(mine, other)


def test_a_bound_that_is_met_stays():
    def held(x, k):
        return x[np.minimum(np.arange(len(x)), k)]

    run = compile_native(lift(held, X, 3))
    for k in (0, 3, 10, 11):
        np.testing.assert_array_equal(run(X, k), held(X, k))
