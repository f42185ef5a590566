"""Rows that know nothing of one another run side by side: the same bits as NumPy for any number of rows and any length."""

import numpy as np
import pytest

from precis.emit.cpu.rows_abreast import rows_abreast
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def newton(x, f):
    """Divided differences, each in place of what the next one still reads, and back."""
    n = x.shape[0]
    for row in f:
        for k in range(n - 1):
            for i in range(n - 1, k, -1):
                row[i] = (row[i] - row[i - 1]) / (x[i] - x[i - k - 1])
        for k in range(n - 2, -1, -1):
            for i in range(k, n - 1):
                row[i] -= x[k] * row[i + 1]


def parts(x, f):
    """Only some columns of some rows, with a loop that never runs."""
    for r in range(2, f.shape[0] - 1):
        for k in range(3):
            for i in range(1, x.shape[0] - 1):
                f[r, i] = f[r, i] * x[k] - f[r, i - 1] * x[i] + np.sqrt(x[i])
            for i in range(k, 0):
                f[r, i] = f[r, i + 1]


def below(x, f):
    """A row that is another iteration's."""
    for r in range(1, f.shape[0]):
        for k in range(3):
            for i in range(1, x.shape[0]):
                f[r, i] = f[r, i - 1] * x[i] + f[r - 1, i] * x[k]


def told(x, f):
    """Lengths that are not the same for all rows."""
    for r in range(f.shape[0]):
        for k in range(3):
            for i in range(1, min(r, x.shape[0])):
                f[r, i] = f[r, i - 1] * x[i] + f[r, i] * x[k]


def once(x, f):
    """One loop along each row: turning it costs as much."""
    for r in range(f.shape[0]):
        for i in range(1, x.shape[0]):
            f[r, i] = f[r, i - 1] * x[i] + f[r, i]


def apart(x, f):
    """Elements that know nothing of those beside them are vectors along the row."""
    for r in range(f.shape[0]):
        for k in range(3):
            for i in range(x.shape[0]):
                f[r, i] = f[r, i] * x[i] + x[k]


def columns(x, f):
    """What is read has a row for each, too, or is one element of what is stored for all."""
    for r in range(f.shape[0]):
        for k in range(3):
            for i in range(1, x.shape[0]):
                f[r, i] = f[r, i - 1] * x[i] + f[0, i]


TURNED = {newton: True, parts: True, below: False, told: False, once: False, apart: False, columns: False}


def arguments(rows, length, dtype=np.float64):
    rng = np.random.default_rng(rows * 100 + length)
    f = rng.standard_normal((rows, length)).astype(dtype)
    if rows > 4:
        f[1], f[3, -1], f[4, :2] = -0.0, np.nan, np.inf
    return np.sort(rng.random(length)).astype(dtype), f


@pytest.mark.parametrize("function", TURNED, ids=lambda f: f.__name__)
def test_rows_are_turned_where_nothing_else_is_touched(function):
    program = lift(function, *arguments(40, 9))
    planned = plan(program, default_assignment(program))
    assert (rows_abreast(planned).statements != planned.statements) == TURNED[function]


@pytest.mark.parametrize(("rows", "length"), [(8, 9), (40, 80)])
def test_few_or_long_rows_stay(rows, length):
    program = lift(newton, *arguments(rows, length))
    planned = plan(program, default_assignment(program))
    assert rows_abreast(planned).statements == planned.statements


@needs_compiler
@pytest.mark.parametrize("function", TURNED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_bits_stay(function, dtype):
    run = compile(lift(function, *arguments(40, 9, dtype)))
    for rows, length in [(0, 9)] * (function is newton) + [(5, 9), (31, 9), (32, 12), (33, 12), (64, 9), (71, 90)]:
        x, f = arguments(rows, length, dtype)
        expected, given = f.copy(), f.copy()
        with np.errstate(all="ignore"):
            function(x, expected)
        run(x.copy(), given)
        np.testing.assert_array_equal(given, expected)
        number = ~np.isnan(expected)
        assert np.array_equal(np.signbit(given)[number], np.signbit(expected)[number])


@needs_compiler
def test_what_is_read_may_lie_in_the_rows():
    """A view of the rows as the points, as NumPy takes it."""
    run = compile(lift(newton, *arguments(40, 9)))
    _, f = arguments(40, 9)
    given, expected = f.copy(), f.copy()
    with np.errstate(all="ignore"):
        newton(expected[2], expected)
    try:
        run(given[2], given)
    except Exception as refusal:
        assert "overlap" in str(refusal) or "memory" in str(refusal)
    else:
        np.testing.assert_array_equal(given, expected)
