"""Positions in ranges that a condition chooses are not compared with zero where none of their elements is negative, and are where one is."""

import numpy as np
import pytest

from precis.emit.cpu.program import ProgramPrinter
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def sweeps(u, f):
    """In place, in four directions, with the neighbours that there are."""
    n, m = u.shape
    for direction in range(4):
        rows = range(n) if direction < 2 else range(n - 1, -1, -1)
        columns = range(m) if direction % 2 == 0 else range(m - 1, -1, -1)
        for i in rows:
            for j in columns:
                near = min(u[max(i - 1, 0), j], u[min(i + 1, n - 1), j], u[i, max(j - 1, 0)], u[i, min(j + 1, m - 1)])
                u[i, j] = min(u[i, j], near + f[i, j])


def wrapped(u, f):
    """The first of the rows is the last one."""
    n, m = u.shape
    for direction in range(3):
        rows = range(n) if direction < 1 else range(-1, n - 1)
        for i in rows:
            for j in range(m):
                u[i, j] = 0.5 * (u[i, j] + f[i, j]) + 0.25 * u[i - 1, j]


def past_the_first(u, f):
    """The last of the rows is the last one again."""
    n, m = u.shape
    for direction in range(3):
        rows = range(n) if direction < 1 else range(n - 2, -2, -1)
        for i in rows:
            for j in range(m):
                u[i, j] = 0.5 * (u[i, j] + f[i, j]) + 0.25 * u[i - 1, j]


def one_less(u, f):
    """Of a single row, the row before the last is that row again."""
    n, m = u.shape
    for direction in range(2):
        rows = range(n) if direction < 1 else range(n - 1, -1, -1)
        for i in rows:
            for j in range(m):
                u[i, j] = 0.5 * (u[i, j] + f[i, j]) + 0.25 * u[min(i + 1, n - 2), j]


NEVER, SOMETIMES = (sweeps,), (wrapped, past_the_first, one_less)


def arguments(shape):
    rng = np.random.default_rng(7)
    return rng.uniform(1.0, 3.0, shape), rng.uniform(0.1, 0.4, shape)


def looked_at(function):
    """Whether some position is compared with zero."""
    program = lift(function, *arguments((9, 8)))
    text = ProgramPrinter(plan(program, default_assignment(program))).source("program.h")
    return "from_end" in text or "< 0l" in text


def test_positions_that_are_never_negative_are_taken_as_they_are():
    assert not any(map(looked_at, NEVER))


def test_positions_that_may_be_negative_are_looked_at():
    assert all(map(looked_at, SOMETIMES))


@needs_compiler
@pytest.mark.parametrize("function", (*NEVER, *SOMETIMES))
def test_results_are_those_of_numpy(function):
    run = compile_native(lift(function, *arguments((9, 8))), quick=True)
    for shape in ((9, 8), (1, 1), (2, 7), (30, 3), (5, 40)):  # a single row has no other
        if function in (wrapped, past_the_first) and shape[0] < 2:
            continue
        found, expected = arguments(shape), arguments(shape)
        run(*found)
        function(*expected)
        np.testing.assert_array_equal(found[0], expected[0])
