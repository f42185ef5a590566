"""Arrays that shrink in loops: what lies behind their length is not filled anew, and nobody reads it."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.padding import UNREAD
from precis.emit.plan.prepare import prepare
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def survivors(x, rounds):
    """Positions and values of what stays above a rising level."""
    where = np.arange(x.shape[0])
    for k in range(rounds):
        x = x * 1.5 - 1.0
        stays = x > 0.01 * k
        where = where[stays]
        x = x[stays]
    return where, x


def emptied(x):
    """Until nothing is left; the number of rounds of each is written to its place."""
    left = np.zeros(x.shape[0], dtype=np.int64)
    where = np.arange(x.shape[0])
    rounds = 0
    while where.shape[0] > 0:
        x = 0.5 * x
        left[where[x < 0.1]] = rounds
        where = where[x >= 0.1]
        x = x[x >= 0.1]
        rounds += 1
    return left


def joined(x, rounds):
    """One branch leaves the array as it is: marks are for what is surely handed on by an update."""
    for k in range(rounds):
        if k % 2:
            x = x[x > 0.1 * k]
        x = x + 0.01
    return x[0], x.shape[0]


def marks(program):
    return sum(UNREAD in n.attrs for n in prepare(program).body.walk())


@pytest.mark.parametrize(("fn", "rest", "count"), [(survivors, (6,), 2), (emptied, (), 2), (joined, (5,), None)])
def test_arrays_shrink_as_in_numpy(fn, rest, count):
    rng = np.random.default_rng(5)
    program = lift(fn, rng.uniform(size=9) * 4, *rest)
    if count is not None:
        assert marks(program) == count
    compiled = compile(program)
    for n in (1, 9, 1000):
        x = rng.uniform(size=n) * 4
        expected, found = fn(x.copy(), *rest), compiled(x.copy(), *rest)
        for e, f in zip(expected if isinstance(expected, tuple) else (expected,), found if isinstance(found, tuple) else (found,), strict=True):
            np.testing.assert_array_equal(f, e)


def test_what_is_read_as_a_whole_is_filled():
    """The sum over the capacity reads the zeros."""
    def kept(x, rounds):
        total = 0.0
        for _ in range(rounds):
            padded = np.zeros(x.shape[0])
            few = x[x > 0.5]
            padded[:few.shape[0]] = few
            x = padded
            total += np.sum(x)
        return total
    program = lift(kept, np.linspace(0.0, 1.0, 8), 3)
    assert marks(program) == 0
    x = np.random.default_rng(0).uniform(size=50)
    np.testing.assert_allclose(compile(program)(x, 3), kept(x, 3), rtol=1e-14)
