"""Whether some truth value holds, or all do: found where rows are left early, wherever what settles it stands."""

import time

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def some(x, m):
    return np.any(x > 0.5)


def every(x, m):
    return np.all(x < 0.5)


def some_stored(x, m):
    return np.any(m)


def every_stored(x, m):
    return np.all(~m)


def equal(x, m):
    return np.array_equal(x, 0.0 * x)


def both(x, m):
    """Of one pass, which goes on until its end."""
    return np.any(x > 0.5), np.all(x < 0.5)


def by_rows(x, m):
    return np.any(np.stack([x, 0.25 * x]) > 0.5, axis=1)


@pytest.mark.parametrize("fn", [some, every, some_stored, every_stored, equal, both, by_rows])
def test_what_settles_it_may_stand_anywhere(fn):
    run = compile_native(lift(fn, np.zeros(9), np.zeros(9, bool)), quick=True)
    for n in (0, 1, 31, 255, 256, 257, 1000):
        for at in {None, *(k for k in (0, 7, 200, 255, 256, n - 1) if 0 <= k < n)}:
            x = np.zeros(n)
            if at is not None:
                x[at] = 1.0
            np.testing.assert_array_equal(run(x, x > 0.5), fn(x, x > 0.5))


def test_numbers_that_are_none_settle_nothing_but_equality():
    x = np.full(700, np.nan)
    for fn in (some, every, equal):
        assert compile_native(lift(fn, x, x > 0.0), quick=True)(x, x > 0.0) == fn(x, x > 0.0)


def _time(run, x):
    best = np.inf
    for _ in range(5):
        start = time.process_time()
        run(x)
        best = min(best, time.process_time() - start)
    return best


def test_rows_are_left_where_they_are_settled():
    x = np.zeros(2_000_000)
    run = compile_native(lift(lambda x: np.any(x > 0.5), x))
    whole, x[0] = _time(run, x), 1.0
    assert _time(run, x) < 0.2 * whole
