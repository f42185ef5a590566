"""Recurrences of iterations that know nothing of one another run side by side: the same bits as NumPy for any number of either."""

import numpy as np
import pytest

from precis.emit.cpu.outer_vectors import outer_vectors
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def legendre(x, c, out):
    for j in range(x.shape[0]):
        before, now, s = 0.0, 1.0, 0.0
        for k in range(c.shape[0]):
            s += c[k] * now
            before, now = now, ((2 * k + 1) * x[j] * now - k * before) / (k + 1)
        out[j] = s


def orders(x, c, out):
    """A branch that is the same for all, loops inside loops, rows of each iteration's own, and a number that is the same for all."""
    even, total = np.empty(c.shape[0]), np.empty(c.shape[0])
    for j in range(x.shape[0]):
        start = 0.5
        for m in range(c.shape[0]):
            if m > 0:
                start = start * x[j] + 0.25
            before, now, root, s = 0.0, start, 0.0, 0.0
            for k in range(m, c.shape[0]):
                s += c[k] * now
                factor = np.sqrt(1.0 + c[k] * c[k])
                before, now = now, factor * (x[j] * now - root * before)
                root = 1.0 / factor
            even[m] = s
            total[m] = now
        out[j] = even[0] + even[-1] * total[1] - total[-1]


def from_the_second(x, c, out):
    """An element that no iteration stores."""
    row = np.ones(c.shape[0])
    for j in range(x.shape[0]):
        now = x[j]
        for m in range(1, c.shape[0]):
            for k in range(c.shape[0]):
                now = now * 0.5 + c[k]
            row[m] = now
        out[j] = row[0] - row[-1]


def with_a_branch(x, c, out):
    """Whose test waits for a quotient, so that it stays a branch."""
    for j in range(x.shape[0]):
        now, before = x[j], 0.5
        for k in range(c.shape[0]):
            ratio = now / (before * before + 1.0)
            if ratio > 0.25:
                now = c[k] - ratio * before
            else:
                before = now * 0.5 + x[j]
        out[j] = now - before


def from_the_one_before(x, c, out):
    now = 0.25
    for j in range(x.shape[0]):
        before = 0.0
        for k in range(c.shape[0]):
            before, now = now, x[j] * now - c[k] * before
        out[j] = now


def of_what_was_stored(x, c, out):
    for j in range(x.shape[0]):
        before, now = 0.0, x[j]
        for k in range(c.shape[0]):
            before, now = now, c[k] * now - before
        out[j] = now
        c[0] = now * 0.125


def of_lengths_that_differ(x, c, out):
    for j in range(x.shape[0]):
        before, now = 0.0, x[j]
        for k in range(min(j, c.shape[0])):
            before, now = now, c[k] * now - before
        out[j] = now


SIDE_BY_SIDE = (legendre, orders)
ONE_BY_ONE = (from_the_second, with_a_branch, from_the_one_before, of_what_was_stored, of_lengths_that_differ)


def arguments(n, m):
    rng = np.random.default_rng(n + m)
    return rng.uniform(-1.0, 1.0, n), rng.uniform(-0.5, 0.5, m), np.zeros(n)


@pytest.mark.parametrize("function", SIDE_BY_SIDE + ONE_BY_ONE, ids=lambda f: f.__name__)
def test_where_iterations_know_nothing_of_one_another(function):
    program = lift(function, *arguments(20, 6))
    made = plan(program, default_assignment(program))
    assert (outer_vectors(made) != made) == (function in SIDE_BY_SIDE)


@needs_compiler
@pytest.mark.parametrize("function", SIDE_BY_SIDE + ONE_BY_ONE, ids=lambda f: f.__name__)
def test_the_same_bits(function):
    run = compile(lift(function, *arguments(20, 6)))
    for n, m in ((20, 6), (1, 5), (3, 2), (63, 4), (64, 7), (65, 9), (200, 12)):
        mine, expected = arguments(n, m), arguments(n, m)
        function(*expected)
        run(*mine)
        for a, b in zip(mine, expected):
            np.testing.assert_array_equal(a, b)


def test_few_iterations_stay_as_they_are():
    program = lift(legendre, *arguments(4, 6))
    made = plan(program, default_assignment(program))
    assert outer_vectors(made) == made
