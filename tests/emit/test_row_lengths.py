"""Rows whose columns compilers cannot take apart have a hidden length: results of every length, and which rows it is done for."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
LENGTHS = (0, 1, 2, 7, 8, 9, 15, 16, 17, 33, 100)


def fluxes(a):
    """All columns, read and written."""
    r, p = a[:, 0], a[:, -1]
    u = a[:, 1] / r
    return np.stack([r * u, a[:, 2] / p - u, r * u * u + p, np.sqrt(np.abs(p)), (r + p) / u], axis=1)


def over(a):
    """Columns that are written over, from others that are."""
    a[:, 1], a[:, 2] = a[:, 2] / a[:, 0], np.sqrt(np.abs(a[:, 1])) + a[:, 3] / 3.0
    a[1:, 4] = a[:-1, 4] / a[1:, 3] - np.sqrt(np.abs(a[:-1, 2]))
    return a[:, 0] / a[:, 1]


def summed(a):
    """In lanes."""
    return np.sum(np.sqrt(np.abs(a[:, 1])) / a[:, 4]), np.max(a[:, 0] / a[:, 3])


def backwards(a):
    return np.sqrt(np.abs(a[::-1, 1])) / a[::-1, 4] + a[:, 2] / a[:, 3]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize(("function", "least"), [(fluxes, 0), (over, 2), (backwards, 0), (summed, 1)])
def test_rows_of_every_length(function, least, dtype):
    rng = np.random.default_rng(7)

    def given(n):
        a = rng.normal(size=(n, 5)).astype(dtype)
        a[rng.random(a.shape) < 0.05] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
        return a
    compiled = compile(lift(function, given(60)))
    assert "pr::hidden(5)" in compiled.source
    for a in map(given, LENGTHS):
        if len(a) < least:
            continue
        mine, theirs = a.copy(), a.copy()
        with np.errstate(all="ignore"):
            found, expected = compiled(mine), function(theirs)
        if function is summed:
            np.testing.assert_allclose(found, expected, rtol=100 * np.finfo(dtype).eps)
        else:
            np.testing.assert_array_equal(found, expected)
        np.testing.assert_array_equal(mine, theirs)


def test_corners_of_triangles():
    """Rows of two dimensions, along the second axis of a nest."""
    def areas(corners, towards):
        a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        height = np.sqrt(a[:, 0] * a[:, 0] + a[:, 1] * a[:, 1]) / (b[:, 0] * b[:, 0] + b[:, 2] * a[:, 2])
        return height[None, :] * towards[:, None, 0] + towards[:, None, 1]
    rng = np.random.default_rng(1)
    corners, towards = rng.normal(size=(40, 3, 3)), rng.normal(size=(5, 3))
    compiled = compile(lift(areas, corners, towards))
    assert "pr::hidden(3)" in compiled.source
    np.testing.assert_array_equal(compiled(corners, towards), areas(corners, towards))


def test_bytes():
    def decoded(words):
        odd = words[:, 0] ^ words[:, 2] ^ words[:, 4] ^ words[:, 1] ^ (words[:, 3] & 7)
        return np.where(odd > 3, (words[:, 0] | words[:, 1]) & (words[:, 2] ^ 5), words[:, 4] & words[:, 3] | words[:, 1])
    words = np.random.default_rng(1).integers(0, 256, (333, 5), dtype=np.uint8)
    compiled = compile(lift(decoded, words))
    assert "pr::hidden(5)" in compiled.source
    np.testing.assert_array_equal(compiled(words), decoded(words))


@pytest.mark.parametrize(("columns", "function"), [
    (3, lambda a: np.sqrt(np.abs(a[:, 0])) / a[:, 2]),  # compilers know permutations
    (4, lambda a: np.sqrt(np.abs(a[:, 0])) / a[:, 3]),
    (8, lambda a: np.sqrt(np.abs(a[:, 0])) / a[:, 7]),
    (5, lambda a: np.sqrt(np.abs(a[:, 0])) / 3.0),  # one column
    (5, lambda a: a[:, 0] + a[:, 3] * a[:, 4]),  # cheap
    (5, lambda a: np.stack([a[:, 0] - 1.0, a[:, 0], a[:, 0] + 1.0, a[:, 0] * 2.0, a[:, 0] / 3.0], axis=1)),
    (5, lambda a: np.exp(a)),  # neighbours
])
def test_other_rows_stay_as_they_are(columns, function):
    a = np.random.default_rng(2).normal(size=(50, columns))
    compiled = compile(lift(function, a))
    assert "pr::hidden" not in compiled.source
    np.testing.assert_allclose(compiled(a), function(a), rtol=1e-14)
