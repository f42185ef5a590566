"""Columns of narrow integers and truth values that are added up, with the sums of NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SHAPES = [(1, 1), (3, 15), (2, 16), (255, 17), (256, 63), (600, 64), (511, 65), (20, 255), (260, 256), (7, 700)]


def wide(x):
    return x.sum(axis=0, dtype=np.int64)


def half_as_wide(x):
    return x.sum(axis=0, dtype=np.uint32)


def mean(x):
    return np.mean(x >= x[0], axis=0)


def compared(x):
    return (x == x[0]).sum(axis=0)


def going_on(x, count):
    for k in range(x.shape[0]):
        count += x[k].sum(axis=0, dtype=np.int64)


def between(x, least):
    return np.sum(x > least[:, None], axis=0), np.sum(x.astype(np.int64), axis=1)


@pytest.mark.parametrize("dtype", ("int8", "uint8", "int16", "uint16", "bool"))
@pytest.mark.parametrize("function", (wide, half_as_wide, mean, compared))
def test_columns_have_the_sums_of_numpy(function, dtype):
    native = compile_native(lift(function, np.ones((40, 30), dtype)))
    assert "pr::narrow_columns<" in native.source
    rng, info = np.random.default_rng(3), None if dtype == "bool" else np.iinfo(dtype)
    for shape in SHAPES:
        x = rng.random(shape) < 0.5 if info is None else rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)
        for extreme in (None, *(() if info is None else (info.min, info.max))):
            x = x if extreme is None else np.full(shape, extreme, dtype)
            found, expected = native(x), function(x)
            assert found.dtype == expected.dtype
            np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("begin", (np.int64(-7), np.float64(0.3)))
def test_columns_are_added_to_what_is_there(begin):
    native = compile_native(lift(going_on, np.ones((3, 300, 70), np.int8), np.ones(70, begin.dtype)))
    assert "pr::narrow_columns<" in native.source
    for rows, columns in SHAPES:
        x = np.random.default_rng(rows).integers(-128, 127, (2, rows, columns), np.int8, endpoint=True)
        ours, theirs = np.full(columns, begin), np.full(columns, begin)
        native(x, ours)
        going_on(x, theirs)
        np.testing.assert_array_equal(ours, theirs)


def test_rows_have_terms_of_their_own():
    native = compile_native(lift(between, np.ones((40, 30), np.uint8), np.ones(40, np.uint8)))
    for shape in SHAPES:
        rng = np.random.default_rng(shape)
        x, least = rng.integers(0, 255, shape, np.uint8, endpoint=True), rng.integers(0, 255, shape[0], np.uint8, endpoint=True)
        for found, expected in zip(native(x, least), between(x, least), strict=True):
            np.testing.assert_array_equal(found, expected)


def stacks(x):
    return x.sum(axis=1, dtype=np.int64), x.sum(axis=(0, 1), dtype=np.int64)


def test_columns_of_stacks():
    native = compile_native(lift(stacks, np.ones((30, 40, 20), np.int8)))
    for shape in ((3, 4, 20), (2, 300, 70), (1, 1, 3)):
        x = np.random.default_rng(5).integers(-128, 127, shape, np.int8, endpoint=True)
        for found, expected in zip(native(x), stacks(x), strict=True):
            np.testing.assert_array_equal(found, expected)


def from_infinity(x):
    """What begins with no whole number is added up in order."""
    total = np.full(x.shape[1], -np.inf)
    for k in range(x.shape[0]):
        total = total + x[k]
    return total


def test_sums_may_begin_with_infinity():
    native = compile_native(lift(from_infinity, np.ones((40, 30), np.int8)))
    assert np.array_equal(native(np.ones((5, 70), np.int8)), np.full(70, -np.inf))
