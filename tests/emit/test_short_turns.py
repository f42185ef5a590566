"""Rows of few elements that begin anew: what NumPy has, for rows of any length and number, and no test in their loops."""

from functools import lru_cache

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

ROWS = (0, 1, 2, 7, 100)


def differences(x):
    return x - np.roll(x, -1, axis=1)


def far(x):
    """Each row turned by two, the other way."""
    return x * np.roll(x, 2, axis=-1) + x


def crossed(x):
    """A vector product by rotations, with another of the same rows."""
    y = x[::-1]
    return np.roll(x, -1, axis=1) * np.roll(y, 1, axis=1) - np.roll(x, 1, axis=1) * np.roll(y, -1, axis=1)


def mixed(x):
    """Columns of four that all see the same sum, as ciphers have them."""
    a = x.reshape(-1, 2, 4)
    every = a[:, :, 0] + a[:, :, 1] + a[:, :, 2] + a[:, :, 3]
    return (a - every[:, :, None] * (a + np.roll(a, -1, axis=2))).reshape(-1, 8)


def over_itself(x):
    """What is turned is written where it is read."""
    x[:] = np.roll(x, 1, axis=1) - x
    return x


def least(x):
    return np.minimum(x, np.roll(x, -1, axis=1))


def again(x):
    """Some times, so that strips of rows stay in the caches."""
    for _ in range(5):
        x = np.sqrt(np.abs(x - np.roll(x, -1, axis=1))) + 1.0
    return x


def numbers(rows, length, dtype=np.float64):
    x = np.random.default_rng(rows + 10 * length).standard_normal((rows, length)) * 100.0
    if dtype is np.float64 and x.size > 8:
        x.reshape(-1)[:5] = [np.nan, np.inf, -np.inf, -0.0, 0.0]
    return x.astype(dtype)


@lru_cache
def program(kernel, length, dtype=np.float64):
    return lift(kernel, numbers(40, length, dtype))


def source(kernel, length):
    """The text where the length is taken for granted, as it is of few elements."""
    return compile_native(program(kernel, length)).source


@needs_compiler
@pytest.mark.parametrize("length", (1, 2, 3, 4, 8, 9, 12))
@pytest.mark.parametrize("kernel", (differences, far, crossed, over_itself, least), ids=lambda k: k.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_as_numpy(kernel, length):
    run = compile_native(program(kernel, length))
    for rows in ROWS:
        found, expected = run(numbers(rows, length)), kernel(numbers(rows, length))
        np.testing.assert_array_equal(found, expected)
        if kernel is not least:  # which of two zeros is less is not said
            np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


@needs_compiler
@pytest.mark.parametrize("kernel", (mixed, again), ids=lambda k: k.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_of_eight(kernel):
    run = compile_native(program(kernel, 8))
    for rows in ROWS:
        np.testing.assert_array_equal(run(numbers(rows, 8)), kernel(numbers(rows, 8)))


@needs_compiler
@pytest.mark.parametrize("dtype", (np.uint8, np.int16, np.int64, np.float32), ids=lambda d: d.__name__)
@pytest.mark.parametrize("kernel", (differences, mixed, over_itself, least), ids=lambda k: k.__name__)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_of_every_kind(kernel, dtype):
    run = compile_native(program(kernel, 8, dtype))
    for rows in ROWS:
        x = numbers(rows, 8, dtype)
        found, expected = run(x.copy()), kernel(x.copy())
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("kernel, length", ((differences, 3), (far, 4), (crossed, 3), (least, 8), (mixed, 8), (again, 4)),
                         ids=lambda k: getattr(k, "__name__", k))
def test_written_out(kernel, length):
    assert "rim" not in source(kernel, length)


@needs_compiler
@pytest.mark.parametrize("kernel, length", ((differences, 9), (differences, 40)), ids=lambda k: getattr(k, "__name__", k))
def test_long_rows_stay_loops(kernel, length):
    assert "rim" in source(kernel, length)


@needs_compiler
def test_rows_at_one_place_follow_one_another():
    """The axes around the rows are one, through which vectors run."""
    text = source(mixed, 8)
    assert "i0" in text and "i1" not in text
