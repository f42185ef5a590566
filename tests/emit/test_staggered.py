"""Rows whose columns wait for one another run some at a time, one behind the other: the same bits as NumPy, whatever rows hand each other."""

import re

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def nine_points(a, c):
    """Neighbours above and to the right ask for two columns."""
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            a[i, j] = (a[i - 1, j - 1] + a[i - 1, j] + a[i - 1, j + 1] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j + 1] + c[i, j]) / 9.0


def partly_slices(a, c):
    for i in range(1, a.shape[0] - 1):
        a[i, 1:-1] += a[i - 1, :-2] + a[i - 1, 2:] + a[i + 1, 2:]
        for j in range(1, a.shape[1] - 1):
            a[i, j] += a[i, j - 1]
            a[i, j] /= 9.0


def backwards(a, c):
    for i in range(a.shape[0] - 2, -1, -1):
        for j in range(a.shape[1] - 4, -1, -1):
            a[i, j] = 0.5 * (a[i, j + 1] + a[i + 1, j]) - 0.125 * a[i + 1, j + 3]


def upwards_and_back(a, c):
    for i in range(a.shape[0] - 2, 0, -1):
        for j in range(1, a.shape[1] - 2):
            a[i, j] = 0.25 * (a[i - 1, j + 2] + a[i, j - 1] + a[i + 1, j + 2] + a[i + 1, j])


def with_a_scalar(a, c):
    """Each row begins with a number of its own, which its columns hand on."""
    for i in range(1, a.shape[0]):
        last = a[i, 0]
        for j in range(1, a.shape[1]):
            last = 0.5 * last + a[i - 1, j] * c[i, j]
            a[i, j] = last


def over_one_row(a, c):
    """All rows work on one."""
    r = np.zeros(a.shape[1] + 1)
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            r[j] = 0.5 * r[j - 1] + 0.25 * r[j + 1] + a[i, j]
    return r


def with_branches(a, c):
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            v = 0.5 * (a[i - 1, j] + a[i, j - 1]) + c[i, j]
            if v > 0.5:
                v = 0.75 - 0.5 * v
                c[i, j] = v
            a[i, j] = v


def with_jumps(a, c):
    """Branches too long to be selections, which change what comes next in the row."""
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            v = 0.5 * (a[i - 1, j] + a[i, j - 1]) + c[i, j]
            if v > 0.5:
                c[i, j] = a[i, j - 1] / v
                v = v * 1.5 - c[i, j - 1] / (v + 1.0)
                v = v * 1.5 - c[i, j] / (v + 1.0)
                a[i, j - 1] = v
            a[i, j] = v


def rows_apart(a, c):
    for i in range(a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = a[i, j] - 0.5 * a[i, j - 1]


def total(a, c):
    """A sum over all rows has an order."""
    s = 0.0
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = 0.5 * (a[i - 1, j] + a[i, j - 1])
            s += a[i, j]
    return s


def too_far(a, c):
    """A row wants most of the one above."""
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1] - 9):
            a[i, j] = 0.5 * (a[i - 1, j + 9] + a[i, j - 1])


def around(a, c):
    """The last column comes first."""
    for i in range(1, a.shape[0]):
        a[i, 0] = a[i - 1, -1]
        for j in range(1, a.shape[1]):
            a[i, j] = 0.5 * (a[i - 1, j] + a[i, j - 1])


def read_ahead(a, c):
    """Columns take what the slices write further on."""
    for i in range(1, a.shape[0]):
        c[i, :] = a[i - 1, :] * 0.5
        for j in range(1, a.shape[1] - 1):
            a[i, j] = c[i, j + 1] + 0.5 * a[i, j - 1]


def gathered(a, c):
    """Where a row writes is known when it runs."""
    where = (np.abs(c) * 3.0).astype(np.int64)
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = 0.5 * (a[i - 1, j] + a[i, j - 1])
            a[where[i, j], 0] = 0.25


def triangle(a, c):
    for i in range(1, a.shape[0]):
        for j in range(1, i):
            a[i, j] = 0.5 * (a[i - 1, j] + a[i, j - 1])


TOGETHER = (nine_points, partly_slices, backwards, upwards_and_back, with_a_scalar, over_one_row, with_branches, with_jumps, rows_apart)
ALONE = (total, too_far, around, read_ahead, gathered, triangle)


@pytest.mark.parametrize("fn", [*TOGETHER, *ALONE])
def test_results_are_those_of_numpy(fn):
    rng = np.random.default_rng(7)
    made = [(rng.random(shape), rng.random(shape)) for shape in ((15, 67), (6, 41), (3, 12), (14, 14))]
    compiled = compile(lift(fn, *(x.copy() for x in made[0])))
    assert ("floordiv" in compiled.source) == (fn in TOGETHER)
    for a, c in made:
        expected, found = (a.copy(), c.copy()), (a.copy(), c.copy())
        results = fn(*expected), compiled(*found)
        for mine, other in zip((*found, results[1]), (*expected, results[0]), strict=True):
            assert np.array_equal(mine, other) if other is not None else mine is None


def test_narrow_numbers_run_so_too():
    a = np.random.default_rng(7).random((15, 67)).astype(np.float32)
    compiled, found = compile(lift(nine_points, a.copy(), a.copy())), a.copy()
    compiled(found, a)
    nine_points(a, a.copy())
    assert np.array_equal(found, a)


def soft(a, c):
    """Elementary functions of what waits."""
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            low = min(a[i - 1, j], a[i, j - 1])
            a[i, j] = c[i, j] + low - np.log(np.exp(low - a[i - 1, j]) + np.exp(low - a[i, j - 1]))


def not_waiting(a, c):
    """Vectors of functions, ahead of the chain, are faster."""
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            b = np.exp(-c[i, j])
            a[i, j] = 0.5 * a[i - 1, j] + b * a[i, j - 1]


@pytest.mark.parametrize("fn", [soft, not_waiting])
def test_elementary_functions_that_wait_run_in_several_rows(fn):
    rng = np.random.default_rng(8)
    made = [(rng.random(shape), rng.random(shape)) for shape in ((15, 67), (6, 3), (4, 41))]
    compiled = compile(lift(fn, *(x.copy() for x in made[0])))
    assert (re.search(r"floordiv\([^()]*, 4\)", compiled.source) is not None) == (fn is soft)
    for a, c in made:
        expected, found = a.copy(), a.copy()
        fn(expected, c.copy())
        compiled(found, c.copy())
        np.testing.assert_allclose(found, expected, rtol=1e-12)
