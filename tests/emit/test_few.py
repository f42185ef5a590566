"""Nests over a few elements that read what scalars have just stored are written out."""

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def rates(y, w):
    return np.array([y[1], -w * w * np.sin(y[0]), y[0] * y[1], y[4] - y[3], y[2]])


def midpoint(y, w, h, steps):
    """Each stage stores element by element and reads all elements."""
    y = y.copy()
    for _ in range(steps):
        half = y + 0.5 * h * rates(y, w)
        y = y + h * rates(half, w)
    return y


def leapfrog(y, w, h, steps):
    """Three arrays change places."""
    before, now = y, y + h * rates(y, w)
    for _ in range(steps):
        before, now = now, before + 2.0 * h * rates(now, w)
    return before, now


def decay(y, w, h, steps):
    """Nothing is stored element by element."""
    y = y.copy()
    for _ in range(steps):
        y = y - h * w * y * y
    return y


def swarm(y, w, h, steps):
    """Elements of a long array are stored alone, and all are read."""
    z = np.concatenate([y] * 5)
    for k in range(steps):
        z[k] = w
        z = z - h * z[::-1]
    return z


ARGUMENTS = (np.array([0.3, -0.2, 0.1, 0.7, -0.6]), 1.3, 0.01, 9)
WRITTEN_OUT = {midpoint: True, leapfrog: True, decay: False, swarm: False}


@pytest.mark.parametrize("function", WRITTEN_OUT, ids=lambda f: f.__name__)
def test_where_elements_are_stored_one_by_one_they_are_read_one_by_one(function):
    program = lift(function, *ARGUMENTS)
    _, _, loop = emit(program, default_assignment(program)).text.partition("for (int64_t k_")
    assert ("INDEPENDENT" not in loop) == WRITTEN_OUT[function]


@needs_compiler
@pytest.mark.parametrize("function", WRITTEN_OUT, ids=lambda f: f.__name__)
def test_bits_are_numpys(function):
    compiled = compile_native(lift(function, *ARGUMENTS), quick=True)
    for found, expected in zip(np.atleast_2d(compiled(*ARGUMENTS)), np.atleast_2d(function(*ARGUMENTS)), strict=True):
        np.testing.assert_array_equal(found, expected)
