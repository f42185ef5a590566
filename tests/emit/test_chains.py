"""Sums in order over scalars: kept out of vectors where their terms cost little, with the bits of Python."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def eliminated(a, b):
    """Substitution row by row, what is known taken away one by one."""
    x = np.zeros(b.shape[0], dtype=b.dtype)
    for i in range(b.shape[0]):
        rest = b[i]
        for j in range(i):
            rest -= a[i, j] * x[j]
        x[i] = rest / a[i, i]
    return x


def weighed(a, b):
    """Products and the sum of the weights side by side; the element of an array that all iterations add to."""
    total, weight = 0.0, 0.0
    out = np.zeros(2, dtype=b.dtype)
    for k in range(b.shape[0]):
        total += a[k, 0] * b[k]
        weight = b[k] + weight
    for k in range(b.shape[0]):
        out[1] += a[k, 1] * b[k]
    return total, weight, out


def rooted(a, b):
    """Roots are worth their vectors."""
    total = 0.0
    for k in range(b.shape[0]):
        total += np.sqrt(np.abs(a[k, 0])) / b[k]
    return total


def carried(a, b):
    """No sum: each iteration computes with what the one before left."""
    x = 0.5
    for k in range(b.shape[0]):
        x = x * b[k] + a[k, 0]
    return x


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("fn", "sums"), [(eliminated, 1), (weighed, 3), (rooted, 0), (carried, 0)])
def test_cheap_sums_are_added_one_by_one(fn, sums, dtype):
    rng = np.random.default_rng(1)
    compiled = compile(lift(fn, np.eye(3, dtype=dtype), np.ones(3, dtype=dtype)))
    assert compiled.source.count("PR_ONE_BY_ONE(") == sums
    for n in (1, 7, 40, 133):
        a, b = (rng.normal(size=(n, max(n, 2))) + 9 * np.eye(n, max(n, 2))).astype(dtype), rng.uniform(0.5, 1.0, n).astype(dtype)
        expected, found = fn(a, b), compiled(a, b)
        for e, f in zip(expected if fn is weighed else (expected,), found if fn is weighed else (found,), strict=True):
            np.testing.assert_array_equal(np.asarray(f), np.asarray(e))
