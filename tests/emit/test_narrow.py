"""Products of matrices beyond the caches and a few columns, or with few rows and columns and many terms, in all the ways that these may lie."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from precis.emit.engine import compile_all
from precis.emit.short_axes import short_axes
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def columns(a, b):
    return a @ b


def columns_of_a_transpose(a, b):
    return a @ b.T


def rows(a, b):
    return b.T @ a.T


def rows_of_both(a, b):
    return b @ a.T


def part(a, b):
    """Rows in larger steps than they are long, into rows of a larger array."""
    out = np.zeros((a.shape[0], b.shape[1] + 3))
    out[:, 1:-2] = a[:, 5:-6] @ b[5:-6]
    return out


FUNCTIONS = (columns, columns_of_a_transpose, rows, rows_of_both, part)
COUNTS = (1, 2, 5, 8, 9)
KINDS = (np.float64, np.float32)


def inputs(fn, count, kind):
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(1403, 477)).astype(kind), rng.normal(size=(477, count)).astype(kind)
    return a, np.ascontiguousarray(b.T) if fn in (columns_of_a_transpose, rows_of_both) else b


@pytest.fixture(scope="module")
def compiled():
    """By function, columns and kind, from one library: most of the compiler's time is for what all of them include."""
    cases = list(product(FUNCTIONS, COUNTS, KINDS))
    programs = [replace(lift(case[0], *inputs(*case)), name=f"product{k}") for k, case in enumerate(cases)]
    return dict(zip(cases, compile_all(programs, lengths=short_axes), strict=True))


@pytest.mark.xdist_group("narrow")
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("fn", FUNCTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_products_of_few_columns(compiled, fn, count, kind):
    a, b = inputs(fn, count, kind)
    found, expected = compiled[fn, count, kind](a, b), fn(a.astype(np.float64), b.astype(np.float64))
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 60.0 * np.finfo(kind).eps * np.abs(a).max() * np.abs(b).max() * 10


def gram(a, b):
    return a.T @ a


def crossed_parts(a, b):
    """Columns in larger steps than they are many, into columns of a larger array."""
    out = np.zeros((a.shape[1], b.shape[1] + 3), a.dtype)
    out[1:-1, 2:-3] = a[:, 1:-1].T @ b[:, 2:]
    return out[:, ::-1], (b[1:, :3].T @ a[1:]).T


@pytest.mark.xdist_group("narrow")
@pytest.mark.parametrize("kind", KINDS)
def test_few_rows_and_columns_of_many_terms(kind):
    """Whole numbers, of which every order has the same sum; the last rows end where the arrays do."""
    rng = np.random.default_rng(5)

    def whole(k, n):
        return rng.integers(-9, 10, (k, n)).astype(kind)

    functions = (gram, crossed_parts)
    programs = [lift(fn, whole(300, 9), whole(300, 10)) for fn in functions]
    for fn, made in zip(functions, compile_all(programs), strict=True):
        for k, m, n in ((255, 8, 8), (256, 8, 10), (257, 5, 8), (700, 4, 9), (1000, 10, 5), (513, 8, 4), (512, 3, 8), (300, 9, 10)):
            a, b = whole(k, m), whole(k, n)
            for found, wanted in zip(made(a, b), fn(a, b), strict=True):
                np.testing.assert_array_equal(found, wanted)
