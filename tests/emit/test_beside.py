"""Iterations that add up rows of their own run side by side, in the order of each sum: the bits of NumPy."""

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(11)


def in_place(a, c, out):
    total = np.empty(c.shape[1])
    for r in range(a.shape[0]):
        for q in range(a.shape[1]):
            total[:] = 0.0
            for s in range(a.shape[2]):
                total += a[r, q, s] * c[s]
            a[r, q, :] = total


def scaled(a, c, out):
    total, start = np.zeros(c.shape[1]), np.zeros(c.shape[1])
    for q in range(a.shape[1] - 1, 0, -1):
        start[:] = c[0] * 0.5
        total[:] = start
        for s in range(a.shape[2]):
            total -= 2.0 * a[0, q, s] * c[s]
        out[0, q - 1] = total + start


def straight(a, c, out):
    for r in range(a.shape[0]):
        for q in range(a.shape[1]):
            out[r, q] = 1.0
            for s in range(a.shape[2]):
                out[r, q] += a[r, q, s] * c[s]


def transposed(a, c, out):
    total = np.empty(c.shape[0])
    for r in range(a.shape[0]):
        for q in range(a.shape[1]):
            total[:] = 0.0
            for s in range(a.shape[2]):
                total += a[r, q, s] * c[:, s]
            out[r, q] = total


def handed_on(a, c, out):
    """An iteration reads the row that the one before has written."""
    for q in range(1, a.shape[1]):
        out[0, q] = out[0, q - 1]
        for s in range(a.shape[2]):
            out[0, q] += a[0, q, s] * c[s]


def going_on(a, c, out):
    """The row goes on from one iteration to the next."""
    total = np.zeros(c.shape[1])
    for q in range(a.shape[1]):
        for s in range(a.shape[2]):
            total += a[0, q, s] * c[s]
        out[0, q] = total


def left_over(a, c, out):
    """The row of the last iteration is wanted behind the loop."""
    total = np.zeros(c.shape[1])
    for q in range(a.shape[1]):
        total[:] = 0.0
        for s in range(a.shape[2]):
            total += a[0, q, s] * c[s]
        out[0, q] = total
    out[1, 0] = total


SIDE_BY_SIDE = [in_place, scaled, straight, transposed]
ONE_BY_ONE = [handed_on, going_on, left_over]


def _arguments(r=3, q=37, s=21):
    return RNG.normal(size=(r, q, s)), RNG.normal(size=(s, s)), RNG.normal(size=(r, q, s))


@needs_compiler
@pytest.mark.parametrize("function", [*SIDE_BY_SIDE, *ONE_BY_ONE], ids=lambda f: f.__name__)
def test_rows_have_the_bits_of_numpy(function):
    run = precis.compile(precis.lift(function, *_arguments()))
    assert ("each_row" in run.source) == (function in SIDE_BY_SIDE)
    for arguments in (_arguments(), _arguments(2, 9, 70), _arguments(2, 66, 33)):
        mine = [x.copy() for x in arguments]
        function(*arguments)
        run(*mine)
        for x, y in zip(mine, arguments, strict=True):
            np.testing.assert_array_equal(x, y)
