"""Elements that a loop reads and writes at one place are held in scalars while it runs."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(5)


def rows(a, x):
    """One element for a whole inner loop, of which the first does not run."""
    y = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        for j in range(i):
            y[i] = 0.5 * y[i] + a[i, j] * x[j]
    return y


def behind(a):
    """The place of the last inner loop, which does not run, lies behind the end."""
    y = np.ones(a.shape[0])
    for i in range(a.shape[0]):
        for j in range(a.shape[0] - 1 - i):
            y[i + 1] = 0.5 * y[i + 1] - a[j]
    return y


def met(u):
    """Another place of the array may be the same."""
    for i in range(u.shape[0]):
        for j in range(u.shape[0]):
            u[i] = 0.5 * u[i] + 0.25 * u[j]
    return u[0]


def now_and_then(u, x):
    """The place exists for certain only where the branch is taken."""
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if x[i] > x[j]:
                u[i] = 1.5 * u[i] - x[j]
    return u[0]


def meanwhile(a, x):
    """Scalars change places in the loop."""
    y = np.zeros(a.shape[0])
    for i in range(a.shape[0]):
        before, now = 0.5, a[i, 0]
        for j in range(i):
            y[i] = 0.5 * y[i] + a[i, j] * before
            before, now = now, x[j] - before
    return y


CASES = {
    "rows": (rows, (RNG.random((9, 9)), RNG.random(9)), True),
    "behind": (behind, (RNG.random(6),), True),
    "meanwhile": (meanwhile, (RNG.random((7, 7)), RNG.random(7)), True),
    "met": (met, (RNG.random(7),), False),
    "now and then": (now_and_then, (RNG.random(8), RNG.random(8)), False),
}


@pytest.mark.parametrize("case", CASES)
def test_elements_of_a_loop_are_held_in_scalars(case):
    function, arguments, expected = CASES[case]
    mine, theirs = (list(map(np.copy, arguments)) for _ in range(2))
    compiled = compile(lift(function, *map(np.copy, arguments)), quick=True)
    assert compiled.backend == "native"
    np.testing.assert_array_equal(compiled(*mine), function(*theirs))
    for m, t in zip(mine, theirs):
        np.testing.assert_array_equal(m, t)
    assert ("if (0 <" in compiled.source) == expected
