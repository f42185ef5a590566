"""Choices by a mask of what is read only where the mask holds are the chosen operand."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
CHOICES = " ? "


def logarithms(x, m):
    return np.log(x[m]) / np.sqrt(x[m])


def square(x, m):
    """Two axes, a power of a selection that has a name, and another mask."""
    a, which = x[:90].reshape(9, 10), m[:90].reshape(9, 10)
    r = a[which]
    return r ** 0.5, 1.0 / a[a > 0.5]


def in_a_loop(x, m):
    total = np.zeros(3)
    for k in range(3):
        inside = x > 0.2 * k
        total[k] = np.sqrt(x[inside])[0]
        x = x * 0.9
    return total


@pytest.mark.parametrize("function", [logarithms, square, in_a_loop])
def test_they_go(function):
    rng = np.random.default_rng(5)
    x, m = rng.normal(size=100), rng.random(100) < 0.6
    x[m & (x < 0.0)] *= -1.0
    compiled = compile(lift(function, x, m))
    assert CHOICES not in compiled.source
    for mask in (m, np.zeros(100, bool), np.ones(100, bool)):
        if function is in_a_loop and not (x > 0.6).any():
            continue
        with np.errstate(all="ignore"):
            for found, expected in zip(outcomes(compiled(x, mask)), outcomes(function(x, mask)), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-15)


def outcomes(r):
    return r if isinstance(r, tuple) else (r,)


def read_whole(x, m):
    """What the choice leaves is read, too."""
    y = np.where(m, x, 2.0)
    return y[m] * 3.0, np.sum(y)


def other_mask(x, m):
    return np.where(m, x, 2.0)[x > 0.0] * 3.0


def other_side(x, m):
    return np.where(m, x, 2.0)[~m] * 3.0


def along_neighbours(x, m):
    y = np.where(m, x, 2.0)
    return (y[1:] - y[:-1])[m[1:]]


def turned(x, m):
    """Of two axes in another order."""
    return np.where(m[:90].reshape(9, 10), x[:90].reshape(9, 10), 2.0).T[m[:90].reshape(10, 9)]


def changed(x, m):
    """The mask is no longer what chose."""
    y = np.where(m, x, 2.0)
    m[::3] = True
    return y[m] * 3.0


def handed_on(x, m):
    y = np.where(m, x, 2.0)
    for _ in range(3):
        y = np.roll(y, 1) + np.where(m, x, 0.0)
    return y[m]


@pytest.mark.parametrize("function", [read_whole, other_mask, other_side, along_neighbours, turned, changed, handed_on])
def test_others_stay(function):
    rng = np.random.default_rng(5)
    x, m = rng.normal(size=100), rng.random(100) < 0.6
    compiled = compile(lift(function, x, m.copy()))
    assert CHOICES in compiled.source
    for found, expected in zip(outcomes(compiled(x, m.copy())), outcomes(function(x, m.copy())), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_a_choice_rounds_as_before():
    """Binary32 chosen of what binary64 holds."""
    def narrow(x, m):
        return np.where(m, x, np.float32(1.0)).astype(np.float32)[m] * np.float32(3.0)
    x, m = np.random.default_rng(1).normal(size=50), np.arange(50) % 3 > 0
    np.testing.assert_array_equal(compile(lift(narrow, x, m))(x, m), narrow(x, m))
