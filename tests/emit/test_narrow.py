"""Products of matrices beyond the caches and a few columns, in all the ways that these may lie."""

import numpy as np
import pytest

from precis.emit.engine import compile
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


@pytest.mark.parametrize("count", [1, 2, 5, 8, 9])
@pytest.mark.parametrize("fn", [columns, columns_of_a_transpose, rows, rows_of_both, part])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_products_of_few_columns(fn, count, kind):
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(1403, 477)).astype(kind), rng.normal(size=(477, count)).astype(kind)
    b = np.ascontiguousarray(b.T) if fn in (columns_of_a_transpose, rows_of_both) else b
    found, expected = compile(lift(fn, a, b))(a, b), fn(a.astype(np.float64), b.astype(np.float64))
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() <= 60.0 * np.finfo(kind).eps * np.abs(a).max() * np.abs(b).max() * 10
