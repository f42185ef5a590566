"""Loops of few iterations that add up whole arrays are written out, with the bits of NumPy."""

import numpy as np
import pytest

import precis
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.lift import lift
from tests.emit.oracle import agrees, needs_compiler


def stencil(u, w):
    n = u.shape[0]
    new = np.zeros((n - 2, n - 2))
    for i in range(3):
        for j in range(3):
            far = abs(i - 1) + abs(j - 1)
            new += w[far] * u[i:i + n - 2, j:j + n - 2]
    u[1:-1, 1:-1] = new


def largest_neighbour(u, w):
    n = u.shape[0]
    top = u[1:-1, 1:-1] * w[0]
    for i in range(2, -1, -1):
        for j in range(0, 3, 2):
            top = np.maximum(top, u[i:i + n - 2, j:j + n - 2])
    u[1:-1, 1:-1] = top


def two_sums(u, w):
    """Of one the next iteration takes what the other was."""
    n = u.shape[0]
    a, b = u[:, 2:].copy(), np.zeros((n, n - 2))
    for k in range(4):
        a, b = b + w[k] * u[:, k // 2:k // 2 + n - 2], a - w[k]
    u[:, 1:-1] = a * b


def shifted_itself(u, w):
    """What was added up so far is read at a neighbour: no sum of an element's own."""
    for k in range(3):
        u = u + w[k] * np.roll(u, 1, axis=0)
    return u


def many(u, w):
    s = np.zeros_like(u)
    for k in range(60):
        s += w[0] * u + k
    u[:] = s


def triples(u, w):
    """No array to run along."""
    s = w[:3].copy()
    for k in range(3):
        s += w[k] * s
    w[:3] = s


OPENED = [stencil, largest_neighbour, two_sums]


@pytest.mark.parametrize("function", [*OPENED, shifted_itself, many, triples], ids=lambda f: f.__name__)
def test_loops_that_add_up_whole_arrays_are_written_out(function):
    program = lift(function, np.ones((20, 20)), np.ones(4))
    loops = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Loop)]
    assert (not loops) == (function in OPENED)


@needs_compiler
@pytest.mark.parametrize("function", OPENED, ids=lambda f: f.__name__)
def test_sums_have_the_bits_of_numpy(function):
    rng = np.random.default_rng(8)
    u, w = rng.normal(size=(21, 21)), rng.normal(size=4)
    program = lift(function, u.copy(), w)
    found = u.copy()
    precis.compile(program, quick=1)(found, w)
    function(u, w)
    np.testing.assert_array_equal(found, u)


@needs_compiler
def test_sums_round_where_their_author_named_them():
    rng = np.random.default_rng(9)
    program = lift(two_sums, np.ones((21, 21)), np.ones(4))
    formats = Assignment.uniform(FORMATS["binary32"]).with_storage(a="bfloat16", b="binary16")
    agrees(program, [rng.normal(size=(21, 21)), rng.normal(size=4)], formats)
