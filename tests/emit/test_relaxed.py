"""Extremes at computed places: NaN wins, in whichever of the two it is, as in NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import emit
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = pytest.mark.filterwarnings("ignore:invalid value")


def most(place, size, top):
    np.maximum.at(top, place, size)
    low = np.full(len(top), np.inf, dtype=top.dtype)
    np.minimum.at(low, place, size)
    return low


def distances(tail, head, length, rounds):
    """After Bellman and Ford."""
    far = np.full(9, np.inf)
    far[0] = 0.0
    for _ in range(rounds):
        for e in range(len(tail)):
            far[head[e]] = np.minimum(far[head[e]], far[tail[e]] + length[e])
    return far


@needs_compiler
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_nan_wins(dtype):
    rng = np.random.default_rng(8)
    place, size, top = rng.integers(-9, 9, 60), rng.normal(size=60).astype(dtype), rng.normal(size=9).astype(dtype)
    run = compile_native(lift(most, place, size, top), quick=True)
    assert "maximum_guessed" in run.source and "minimum_guessed" in run.source
    for where in ((), (7,), (0, 59), range(60)):
        size[list(where)] = np.nan
        for first in (0.5, np.nan):
            mine, theirs = top.copy(), top.copy()
            mine[3] = theirs[3] = first
            np.testing.assert_array_equal(run(place, size, mine), most(place, size, theirs))
            np.testing.assert_array_equal(mine, theirs)


@needs_compiler
def test_relaxations():
    rng = np.random.default_rng(9)
    args = rng.integers(0, 9, 40), rng.integers(0, 9, 40), rng.random(40), 4
    run = compile_native(lift(distances, *args), quick=True)
    assert "minimum_guessed" in run.source
    np.testing.assert_array_equal(run(*args), distances(*args))
    args[2][5] = np.nan
    np.testing.assert_array_equal(run(*args), distances(*args))


def test_what_is_stored_elsewhere_takes_selections():
    def apart(x, k):
        y = np.zeros(9)
        for i in range(1, len(x)):
            x[i] = np.maximum(x[i - 1] * 0.5, x[i])
            y[k[i]] = np.maximum(y[k[i - 1]], x[i])
        return y
    source = emit(lift(apart, np.ones(30), np.zeros(30, dtype=int)))
    assert "guessed" not in source.files[source.main]
