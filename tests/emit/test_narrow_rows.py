"""Rows of bytes and other narrow integers in vectors: of every length, with wrap-around, and rows that have to stay as they are."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (3, 4, 7, 8, 9, 15, 16, 17, 18, 23, 31, 32, 33, 34, 35, 47, 49, 62, 64, 65, 66, 67, 100, 128, 129, 131, 200)


def around(a):
    """Bytes compared, added up and multiplied, and truth values in memory."""
    up, down, left, right = a[:-2, 1:-1], a[2:, 1:-1], a[1:-1, :-2], a[1:-1, 2:]
    rises = ((up == 0) & (right > 1)).astype(a.dtype) + ((right == 0) & (down > 1))
    return (up + down + left + right > 6) & (rises < 2) | (up * down * left != 0)


def wraps(a):
    """Overflow, choices and both extremes."""
    b = a[:, 1:] * a[:, :-1] - a[:, 1:] * a.dtype.type(3)
    return np.where(b > a[:, :-1], np.maximum(b, a[:, 1:]), -b) ^ np.minimum(a[:, :-1], b)


def flags(a):
    """Nothing but truth values."""
    m = a > 2
    k = m.copy()
    k[1:-1, 1:-1] = (m[1:-1, 1:-1] & m[:-2, 1:-1]) | (m[2:, 1:-1] & ~m[1:-1, 2:]) ^ (m[1:-1, :-2] | m[:-2, :-2])
    return k


def given(rows, n, dtype):
    return np.random.default_rng(7).integers(0, 100, size=(rows, n)).astype(dtype) % 7 + np.eye(rows, n).astype(dtype) * dtype(90)


@pytest.mark.parametrize(("function", "dtype"), [(around, np.uint8), (around, np.int8), (wraps, np.int8), (wraps, np.uint16), (flags, np.uint8)])
def test_rows_of_every_length(function, dtype):
    compiled = compile(lift(function, given(9, 41, dtype)))
    assert "pr::narrow_rows<" in compiled.source
    for n in LENGTHS:
        for rows in (6, 3):
            a = given(rows, n, dtype)
            np.testing.assert_array_equal(compiled(a.copy()), function(a))


def over(a):
    """Written over: what follows reads what stands there now."""
    a[:, 1:] = ((a[:, 1:] * a[:, 1:] + a[:, 1:]) * a.dtype.type(3)) ^ a[:, 1:]
    return a


def shifted(a):
    for i in range(1, a.shape[0]):
        a[i, 1:] = (a[i - 1, :-1] * a[i - 1, 1:] - a[i, 1:]) ^ a[i - 1, 1:]
    return a


def looked_up(a):
    table = (np.arange(300) * 7).astype(a.dtype)
    return table[np.minimum(a[:, 1:], a[:, :-1]).astype(np.int64)] * a[:, 1:] - a[:, :-1] * a[:, 1:]


def beside_truths(a):
    """Truth values in memory beside wider integers."""
    return (a[:, 1:] > a[:, :-1]) & (a[:, 1:] * a[:, :-1] - a[:, 1:] != 3)


def wider(a):
    return (a[:, 1:] * a[:, :-1] - a[:, 1:]).astype(np.int16) * a[:, 1:] - a[:, :-1]


def columns(a):
    return (a[:, 1:].T * a[0, 0] - a[:, :-1].T * a[:, 1:].T) ^ a[:, 1:].T


def much_stored(a):
    """Few operations an element that is stored."""
    return np.stack([a[:, 1:] - a[:, :-1], a[:, 1:] + a[:, :-1], a[:, 1:] * a[:, :-1], a[:, 1:] ^ a[:, :-1]])


def one_row(a):
    return (a * a - a) * a


@pytest.mark.parametrize(("function", "dtype"), [(over, np.uint8), (shifted, np.int8), (looked_up, np.uint8), (beside_truths, np.int16),
                                                 (wider, np.int8), (columns, np.uint8), (much_stored, np.int16),
                                                 (one_row, np.uint8)])
def test_other_nests_stay(function, dtype):
    compiled = compile(lift(function, given(19, 41, dtype)))
    assert "pr::narrow_rows<" not in compiled.source
    for n in (41, 60, 70):
        a = given(19, n, dtype)
        np.testing.assert_array_equal(compiled(a.copy()), function(a.copy()))
