"""What an iteration stores and the next one reads goes on in a scalar: same bits as NumPy, and only where no other store comes between."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def forwards(y, a, c):
    for k in range(1, y.shape[0]):
        y[k] = a[k] + c * y[k - 1]


def backwards(y, a, c):
    for k in range(y.shape[0] - 2, -1, -1):
        y[k] = (a[k] - c * y[k + 1]) / 3.0


def in_steps(y, a, c):
    for k in range(2, y.shape[0], 2):
        y[k] = a[k] - c * y[k - 2] * y[k - 1]


def spread(y, a, c):
    """What is handed on is read, added to and stored, beside stores of other places."""
    z = np.zeros((2, y.shape[0]))
    z[0, :] = y
    for k in range(1, y.shape[0] - 1):
        old = z[0, k]
        new = 1.0 if old > 0.1 else 0.0
        z[0, k] = new
        z[0, k + 1] += c * (old - new)
        z[1, k - 1] += a[k] * (old - new)
    return z


def read_again(y, a, c):
    """The last place is read behind the store too."""
    for k in range(1, y.shape[0]):
        y[k] = a[k] + c * y[k - 1]
        a[k] = y[k - 1]


def sometimes(y, a, c):
    for k in range(1, y.shape[0]):
        if a[k] > 0.0:
            y[k] = a[k] + c * y[k - 1]


def not_at_first(y, a, c):
    for k in range(y.shape[0]):
        if k > 3:
            a[k] = y[k - 1]
        y[k] = c * y[k] + 1.0


def twice(y, a, c):
    for k in range(1, y.shape[0]):
        y[k] = a[k] + c * y[k - 1]
        y[k] *= 0.5


def between(y, a, c):
    """Another store comes before the next read."""
    for k in range(1, y.shape[0] - 1):
        y[k] = a[k] + c * y[k - 1]
        y[k - 1 + y.shape[0] // 40] = 2.0


def computed(y, a, c):
    """A store to a place that is known when the loop runs."""
    where = (np.abs(a) * 3.0).astype(np.int64)
    for k in range(1, y.shape[0]):
        y[where[k]] += 1.0
        y[k] = a[k] + c * y[k - 1]


def kept(y, a, c):
    """What was stored is read behind stores of another array, and then handed on; scalars change places besides."""
    e, best = np.zeros(y.shape[0]), -1.0
    for k in range(1, y.shape[0]):
        e[k] = max(e[k - 1] - 0.25, y[k - 1] - c)
        a[k] = a[k] * 0.5
        y[k] = max(a[k], e[k]) - 0.125
        best = max(best, y[k])
    return best


def overwritten(y, a, c):
    """What was stored may have been stored anew where it is read again."""
    where = (np.abs(a) * 3.0).astype(np.int64)
    for k in range(1, y.shape[0]):
        y[k] = a[k] * c
        if a[k] > 0.0:
            y[where[k]] = 2.0
        else:
            a[k] = y[k] + 1.0
        a[k - 1] = y[k] - 1.0


LINKED = (forwards, backwards, in_steps, spread, kept, read_again)


@pytest.mark.parametrize("length", [41, 3, 2])
@pytest.mark.parametrize("fn", [*LINKED, sometimes, not_at_first, twice, between, computed, overwritten])
def test_results_are_those_of_numpy(fn, length):
    rng = np.random.default_rng(7)
    y, a, c = rng.normal(size=length), rng.uniform(-0.6, 0.6, length), 0.3
    compiled = compile(lift(fn, y.copy(), a.copy(), c))
    assert compiled.backend == "native"
    expected, found = (y.copy(), a.copy()), (y.copy(), a.copy())
    results = fn(*expected, c), compiled(*found, c)
    for mine, other in zip((*found, results[1]), (*expected, results[0]), strict=True):
        assert np.array_equal(mine, other, equal_nan=True) if other is not None else mine is None


@pytest.mark.parametrize("fn", LINKED)
def test_the_place_is_read_once_where_nothing_comes_between(fn):
    y, a = np.ones(9), np.ones(9)
    assert _carries(compile(lift(fn, y, a, 0.5)).source)


@pytest.mark.parametrize("fn", [sometimes, not_at_first, twice, between, computed, overwritten])
def test_the_place_is_read_again_where_something_may(fn):
    y, a = np.ones(90), np.ones(90)
    assert not _carries(compile(lift(fn, y, a, 0.5)).source)


def _carries(source):
    """Whether a scalar is read from an array where the loop behind it runs."""
    return any(" = " in line and " ? " in line and line.rstrip().endswith(": 0.0;") and line.lstrip().startswith("double")
               for line in source.splitlines())


def spun(y, c, s):
    """Two places of one array, each made of both."""
    for k in range(1, y.shape[0]):
        u, v = y[k - 1, 0], y[k - 1, 1]
        y[k, 0] = c * u - s * v
        y[k, 1] = s * u + c * v


def test_several_places_of_an_array_are_handed_on():
    y = np.random.default_rng(7).normal(size=(41, 2))
    compiled = compile(lift(spun, y.copy(), 0.6, 0.7))
    assert sum(_carries(line) for line in compiled.source.splitlines()) == 2
    expected, found = y.copy(), y.copy()
    spun(expected, 0.6, 0.7)
    compiled(found, 0.6, 0.7)
    assert np.array_equal(found, expected)
