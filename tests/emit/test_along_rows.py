"""Loops over columns that wait for the column before run along rows: the same bits, and loops whose rows bear on one another stay."""

import numpy as np
import pytest

from precis.emit.cpu.along_rows import along_rows
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def running(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] = np.maximum(a[:, j - 1], b[:, j])


def backwards(a, b, k):
    for j in range(a.shape[1] - 2, -1, -1):
        a[:, j] = np.where(b[:, j] * 3.0 < 1.0, np.minimum(a[:, j + 1], b[:, j]), a[:, j] + 1.0)


def places(a, b, k):
    """Starts may be any numbers."""
    for j in range(1, a.shape[1]):
        k[:, j] = np.where(b[:, j] < 0.0, k[:, j], (k[:, j - 1] + 1) % a.shape[0])


def two_before(a, b, k):
    for j in range(2, a.shape[1]):
        k[:, j] += k[:, j - 1] - k[:, j - 2] + j


def two_arrays(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] = np.maximum(b[:, j - 1], a[:, j])
        b[:, j] = np.minimum(a[:, j - 1], b[:, j])


def planes(a, b, k):
    t = np.zeros((a.shape[0], 3, a.shape[1]))
    t[:, :, 0] = a[:, :3]
    for j in range(1, a.shape[1]):
        t[:, :, j] = np.maximum(t[:, :, j - 1], b[:, :3] * j)
    a[:] = t[:, 1] - t[:, 2]


def neighbours(a, b, k):
    """A row reads the one before."""
    for j in range(1, a.shape[1]):
        a[1:, j] = np.maximum(a[1:, j], a[:-1, j - 1])


def overlapping(a, b, k):
    """Each iteration has a place of its own for each row, which others have for other rows."""
    n = a.shape[0]
    t = np.zeros(3 * n)
    for j in range(1, a.shape[1]):
        t[j:j + 2 * n:2] = np.maximum(t[j:j + 2 * n:2] * 0.5, b[:, j])
        a[:, j] = np.maximum(a[:, j - 1], b[:, j])
    a[0] = t[:n]


def one_for_all(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] = np.maximum(a[:, j], a[0, j - 1])


def gathered(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] = np.maximum(a[k[:, 0], j - 1], b[:, j])


def quotients(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] = b[:, j] / (3.0 + a[:, j - 1] * a[:, j - 1])


def sums(a, b, k):
    for j in range(1, a.shape[1]):
        a[:, j] += a[:, j - 1]


def remainders(a, b, k):
    """Of what may be many times as much as the divisor."""
    for j in range(1, a.shape[1]):
        k[:, j] = (k[:, j] * k[:, j - 1]) % (a.shape[0] + 1)


def down(a, b, k):
    """Neighbours in memory are of neighbouring rows."""
    for j in range(1, a.shape[0]):
        a[j] = np.maximum(a[j - 1], b[j])


def few(a, b, k):
    for j in range(1, 9):
        a[:, j] = np.maximum(a[:, j - 1], b[:, j])


TURNED = (running, backwards, places, two_before, two_arrays, planes)
KEPT = (neighbours, overlapping, one_for_all, gathered, quotients, sums, remainders, down, few)


def _arguments(n):
    rng = np.random.default_rng(n)
    return rng.normal(size=(n, n)), rng.normal(size=(n, n)), rng.integers(0, n, size=(n, n))


def _planned(function):
    program = lift(function, *_arguments(24))
    return plan(program, default_assignment(program))


@pytest.mark.parametrize("function", TURNED)
def test_loops_over_columns_that_wait_run_along_rows(function):
    made = [*walk(along_rows(_planned(function)).statements)]
    assert not any(isinstance(s, Loop) for s in made) and any(isinstance(s, Nest) and s.sequential for s in made)


@pytest.mark.parametrize("function", KEPT)
def test_other_loops_stay(function):
    made = _planned(function)
    assert any(isinstance(s, Loop) for s in walk(made.statements)) and along_rows(made).statements == made.statements


@needs_compiler
@pytest.mark.parametrize("function", [*TURNED, *KEPT])
def test_the_same_bits(function):
    compiled = compile(lift(function, *_arguments(24)), quick=True)
    for n in (24, 10, 33):
        mine, theirs = _arguments(n), _arguments(n)
        compiled(*mine)
        function(*theirs)
        for found, expected in zip(mine, theirs):
            np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("start", (-7, 23, 24, 1000, -2**63, 2**63 - 1))
def test_places_that_are_far_off_are_their_remainders(start):
    compiled = compile(lift(places, *_arguments(24)), quick=True)
    mine, theirs = _arguments(24), _arguments(24)
    mine[2][:, 0] = theirs[2][:, 0] = start
    compiled(*mine)
    with np.errstate(over="ignore"):
        places(*theirs)
    np.testing.assert_array_equal(mine[2], theirs[2])
