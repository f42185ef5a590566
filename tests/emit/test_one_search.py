"""Places of single numbers in sorted tables of all lengths, as NumPy finds them."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def places(table, x):
    left, right = np.zeros(x.size, np.int64), np.zeros(x.size, np.int64)
    for k in range(x.size):
        left[k] = np.searchsorted(table, x[k])
        right[k] = np.searchsorted(table, x[k], side="right")
    return left, right


@pytest.mark.parametrize("dtype", (np.float64, np.float32, np.int64, np.int32))
def test_places_of_one_number_are_those_of_numpy(dtype):
    native = compile_native(lift(places, np.arange(3, dtype=dtype), np.arange(2, dtype=dtype)))
    rng = np.random.default_rng(0)
    for length in (1, 2, 5, 63, 64, 65, 66, 127, 128, 129, 130, 200, 1000, 4097):
        table = np.sort(rng.integers(-length, length, length)).astype(dtype)
        x = np.unique(np.concatenate([table, table - 1, table + 1, [-3 * length, 3 * length]])).astype(dtype)
        if np.issubdtype(dtype, np.floating):
            table[-1] = np.nan
            x = np.append(x, [np.nan, np.inf, -np.inf]).astype(dtype)
        x = x[rng.integers(0, x.size, 300)]
        for found, expected in zip(native(table, x), places(table, x), strict=True):
            np.testing.assert_array_equal(found, expected)


def between(x, m, low, width):
    """Places in what a mask keeps, twice."""
    kept = x[m]
    return np.searchsorted(kept, low), np.searchsorted(kept, low + width)


def test_what_two_searches_are_given_is_gathered_once():
    native = compile_native(lift(between, np.arange(40.0), np.arange(40) % 3 > 0, np.arange(7.0), 2.5))
    x, m, low = np.arange(60.0), np.arange(60) % 4 > 1, np.linspace(-3.0, 70.0, 9)
    for found, expected in zip(native(x, m, low, 2.5), between(x, m, low, 2.5), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert native.source.count("= x_0[") == 1
