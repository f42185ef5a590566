"""Products of matrices beyond the caches and a few columns, in all the ways that these may lie."""

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
