"""Positions that only count (np.arange) tell places apart: what is added to rows is added where it lies, in strips of rows."""

import numpy as np
import pytest

from precis.emit.cpu.interchange import interchanged
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest, Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def scattered(x, g, w):
    """The largest of each window takes what belongs to the window; images are found by two axes and by one."""
    n, c, h = x.shape
    out, dx = np.zeros((n, c, h // w)), np.zeros_like(x)
    image, channel = np.arange(n)[:, None], np.arange(c)[None, :]
    for i in range(h // w):
        window = x[:, :, i * w:i * w + w]
        out[:, :, i] = window.max(axis=2)
        dx[image, channel, i * w + np.argmax(window, axis=2)] += g[:, :, i]
    return out, dx


def last_wins(x, rows, v):
    """Positions that were given, or that counting ones have been halved to, may be the same twice."""
    half = np.arange(v.size) // 2
    x[half] += v
    x[rows] = x[rows] * 2.0 + v
    return x


def diagonals(x, y):
    """The places that are read are others than those written: in order of rows nothing may be overwritten too soon."""
    i = np.arange(x.shape[0] - 1)
    x[i, i] = x[i + 1, i] + y[i]
    x[i + 1, 0] = x[i, 0] * 2.0
    return x


RNG = np.random.default_rng(5)
PROGRAMS = {
    scattered: (RNG.integers(0, 4, (6, 5, 12)).astype(float), RNG.random((6, 5, 3)), 4),
    last_wins: (RNG.random(9), RNG.integers(0, 4, 9), RNG.random(9)),
    diagonals: (RNG.random((7, 7)), RNG.random(7)),
}


@needs_compiler
@pytest.mark.parametrize("f", PROGRAMS)
def test_places_by_positions_that_count_are_numpys(f):
    fresh = [[a.copy() if isinstance(a, np.ndarray) else a for a in PROGRAMS[f]] for _ in range(3)]
    for found, wanted in zip(compile(lift(f, *fresh[0]))(*fresh[1]), f(*fresh[2]), strict=True):
        np.testing.assert_array_equal(found, wanted)


def test_rows_that_count_are_apart_and_run_in_strips():
    program = lift(scattered, *PROGRAMS[scattered])
    made = interchanged(plan(program, default_assignment(program)))
    assert any(isinstance(s, Strips) for s in made.statements)
    assert not any(s.sequential for s in walk(made.statements) if isinstance(s, Nest))
    given = lift(last_wins, *PROGRAMS[last_wins])
    assert any(s.sequential for s in walk(plan(given, default_assignment(given)).statements) if isinstance(s, Nest))
