"""Rows of truth values: whether any or all hold, which is the first, and what is added up beside them, with the results of NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SHAPES = [(1, 1), (3, 5), (2, 63), (5, 64), (4, 65), (2, 255), (3, 256), (2, 300), (40, 30), (17, 128), (35, 65), (50, 100)]


def settled(m, x):
    return m.any(axis=1), m.all(axis=1), (m & (x > 0.9)).any(axis=1), (x < 0.9).all(axis=1), np.any(m), np.all(x < 2.0)


def first(m, x):
    return (np.argmax(m, axis=1), np.argmin(m, axis=1), np.argmax(x > 0.9, axis=1), np.argmin(m | (x < 0.9), axis=1), np.argmax(m),
            np.argmax(m, axis=0))


def beside(m, x):
    return ((m * x).sum(axis=0), np.sum(x, axis=0, where=m), np.max(x, axis=0, where=m, initial=0.0), np.std(m, axis=0),
            (x * m.astype(np.int8)).sum(axis=0))


@pytest.mark.parametrize("function", (settled, first, beside))
def test_rows_of_truth_values(function):
    native = compile_native(lift(function, np.ones((40, 30), bool), np.ones((40, 30))))
    rng = np.random.default_rng(0)
    for shape in SHAPES:
        for share in (0.0, 0.01, 0.5, 0.99, 1.0):
            m, x = rng.random(shape) < share, rng.random(shape)
            for found, expected in zip(native(m, x), function(m, x), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-13)


def weighted(m, x):
    return (m * x).sum(axis=0)


def test_strips_beside_bytes_are_as_long_as_vectors_of_bytes():
    assert "pr::whole_strips<64>(" in compile_native(lift(weighted, np.ones((40, 30), bool), np.ones((40, 30)))).source


def crossed(x):
    return np.argmax(x > 0.9, axis=1)


def test_the_first_truth_value_of_a_row_is_found_in_its_row():
    assert "pr::arg_row<pr::IsGreater, bool>(" in compile_native(lift(crossed, np.ones((40, 30)))).source
