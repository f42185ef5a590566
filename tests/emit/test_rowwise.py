"""Loops over columns run along rows: the same bits as in NumPy, and loops whose iterations bear on one another stay."""

import numpy as np
import pytest

from precis.emit.cpu.rowwise import rowwise
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Allocate, Loop
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def lu(a, b):
    """Columns below and right of a pivot."""
    for k in range(a.shape[0]):
        a[k + 1:, k] /= a[k, k]
        for j in range(k + 1, a.shape[0]):
            a[k + 1:, j] -= a[k + 1:, k] * a[k, j]


def factor(a, b):
    """Columns of the lower triangle, which begin later and later; every row needs a part of a column."""
    for k in range(a.shape[0]):
        a[k + 1:, k] /= a[k, k]
        for j in range(k + 1, a.shape[0]):
            a[j:, j] -= a[j:, k] * a[j, k]


def upper(a, b):
    """Columns that get longer."""
    for j in range(a.shape[0]):
        a[:j + 1, j] = 0.5 * a[:j + 1, j] + b[:j + 1, 0] * b[0, j]


def backwards(a, b):
    for j in range(a.shape[1] - 1, -1, -1):
        a[:, j] = b[:, 0] * j - b[0, j]


def planes(a, b):
    """The last of three dimensions."""
    t = np.zeros((a.shape[0], 3, a.shape[1]))
    for j in range(a.shape[1]):
        t[:, :, j] = a[:, :3] * b[1, j]
    a[:] = t[:, 1, :] - t[:, 2, :]


def recurrence(a, b):
    for j in range(1, a.shape[1]):
        a[:, j] += 0.5 * a[:, j - 1]


def pivots(a, b):
    """Each iteration reads an element that it writes."""
    for j in range(1, a.shape[1]):
        a[1:, j] -= a[1:, 0] * a[1, j]


def transposed(a, b):
    for j in range(a.shape[1]):
        a[:, j] = b[j, :] + 1.0


def rows(a, b):
    for i in range(a.shape[0]):
        a[i, :] = b[i, :] * b[0, i]


def few(a, b):
    for j in range(3):
        a[:, j] += b[:, j]


def summed(a, b):
    """A number that iterations hand on."""
    s = 0.0
    for j in range(a.shape[1]):
        s += b[0, j]
        a[:, j] = s * b[:, 0]


TURNED = {lu: 0, factor: 1, upper: 0, backwards: 0, planes: 0}  # and how many columns are copied to a row
KEPT = (recurrence, pivots, transposed, rows, few, summed)


def _arguments(n):
    rng = np.random.default_rng(n)
    return rng.normal(size=(n, n)) + n * np.eye(n), rng.normal(size=(n, n))


def _planned(function):
    program = lift(function, *_arguments(20))
    return plan(program, default_assignment(program))


@pytest.mark.parametrize("function", TURNED)
def test_loops_over_columns_run_along_rows(function):
    made = rowwise(_planned(function)).statements
    assert not any(isinstance(s, Loop) and s.index == "j" for s in walk(made))
    assert sum(isinstance(s, Allocate) for s in walk(made)) == TURNED[function]


@pytest.mark.parametrize("function", KEPT)
def test_other_loops_stay(function):
    made = _planned(function)
    assert any(isinstance(s, Loop) for s in walk(made.statements)) and rowwise(made).statements == made.statements


@needs_compiler
@pytest.mark.parametrize("function", [*TURNED, *KEPT])
def test_the_same_bits(function):
    compiled = compile(lift(function, *_arguments(20)), quick=True)
    for n in (20, 3, 33):
        mine, theirs = _arguments(n), _arguments(n)
        compiled(*mine)
        function(*theirs)
        np.testing.assert_array_equal(mine[0], theirs[0])
