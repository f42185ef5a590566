"""Rows whose last vector begins where it has to: of every length, written over or not, and rows that have to stay as they are."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 23, 24, 31, 33, 34, 39, 40, 64, 65, 66, 100)


def between(a, b):
    """Differences, roots and a choice, into an array of their own."""
    d = a[:, 1:] - a[:, :-1]
    return np.where(d > b, np.sqrt(np.abs(d)), -d / b) + np.maximum(d, 0.5)


def over(a, b):
    """Written over, twice: elements in the middle of rows."""
    a[1:-1, 1:-1] += b * a[1:-1, 1:-1]
    a[:, 2:] = a[:, 2:] * a[:, 2:] - b
    return a[0]


def two_at_once(a, b):
    """One array is written over, another is not."""
    c = a[:, 1:] * b - 1.0
    a[:, 1:] = a[:, 1:] * c + b
    return c


def beside(a, b):
    """Two parts of an array in one loop."""
    k = a.shape[1] // 2
    out = np.zeros((a.shape[0], 2 * k), dtype=a.dtype)
    root = np.sqrt(np.abs(a[:, :k])) * b
    out[:, :k] = root + 1.0
    out[:, k:] = root / b
    return out


def shifted(a, b):
    """Reads what it writes elsewhere: NumPy takes a copy."""
    a[:, 1:] = np.sqrt(np.abs(a[:, :-1])) * b
    a[1:] += a[:-1]
    return a[0]


def ahead(a, b):
    """Writes over what iterations before have read."""
    a[:, :-1] = np.sqrt(np.abs(a[:, 1:])) * b + a[:, :-1]
    a[:-1] = np.sqrt(np.abs(a[1:])) * b + a[:-1]
    return np.sqrt(a[:, 1:] * a[:, :-1] + b)


@pytest.mark.parametrize("function", [between, over, two_at_once, beside, shifted, ahead])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_rows_of_every_length(function, dtype):
    rng = np.random.default_rng(3)

    def given(n, rows=5):
        a = rng.normal(size=(rows, n)).astype(dtype)
        a[rng.random(a.shape) < 0.1] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
        return a, dtype(rng.normal())
    compiled = compile(lift(function, *given(39, 9)))
    assert "pr::whole_vectors<" in compiled.source
    assert ("to.at(" in compiled.source) == (function in (over, two_at_once))
    for n in LENGTHS:
        for rows in (5, 3):
            a, b = given(n, rows)
            mine, theirs = a.copy(), a.copy()
            with np.errstate(all="ignore"):
                np.testing.assert_array_equal(compiled(mine, b), function(theirs, b))
            np.testing.assert_array_equal(mine, theirs)
            assert mine.tobytes() == theirs.tobytes() or np.isnan(theirs).any()


def functions_of_rows(a, b):
    return np.exp(a[:, 1:] - b) / (np.log1p(np.abs(a[:, :-1])) + 1.0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_functions_have_the_same_bits_wherever_an_element_stands(dtype):
    a = np.random.default_rng(5).normal(size=(4, 101)).astype(dtype)
    compiled = compile(lift(functions_of_rows, a[:, :39].copy(), dtype(0.5)))
    assert "pr::whole_vectors<" in compiled.source
    all_of_them = compiled(a, dtype(0.5))
    np.testing.assert_allclose(all_of_them, functions_of_rows(a, dtype(0.5)), rtol=4 * np.finfo(dtype).eps)
    for n in LENGTHS:
        assert compiled(a[:, :n].copy(), dtype(0.5)).tobytes() == all_of_them[:, :n - 1].tobytes()


def whole(a, b):
    return np.sqrt(a * a + b)


def little(a, b):
    return a[:, 1:] - a[:, :-1]


def of_integers(a, b):
    return (a[:, 1:] * 3 - a[:, :-1]) * (a[:, 1:] - 2)


def functions(a, b):
    return np.tan(a[:, 1:] - a[:, :-1]) * b - 1.0


def columns(a, b):
    """Rows of the result are columns of what is read."""
    return np.sqrt(a[:, 1:].T - b * b)


def sums(a, b):
    return (a[:, 1:] - b).sum(axis=1)


def recurrence(a, b):
    for j in range(1, a.shape[1]):
        a[:, j] = a[:, j - 1] * 0.5 + a[:, j]
    return a


@pytest.mark.parametrize("function", [whole, little, of_integers, functions, columns, sums, recurrence])
def test_other_nests_stay(function):
    """One row alone, a single operation, integers, library functions, places apart, sums, and rows that wait for themselves."""
    a = np.random.default_rng(4).uniform(4.0, 9.0, size=(6, 39))
    a = np.arange(6 * 39).reshape(6, 39) if function is of_integers else a
    compiled = compile(lift(function, a.copy(), 2.0))
    assert "pr::whole_vectors<" not in compiled.source
    np.testing.assert_allclose(compiled(a.copy(), 2.0), function(a.copy(), 2.0), rtol=1e-13)
