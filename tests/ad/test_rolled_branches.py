"""Branches whose sides change arrays in loops: the reverse rolls the arrays back, and the tape has what the loops overwrite."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift
from tests.ad.oracle import cotangents, directional, dot, tangents
from tests.ad.test_tape import tape

N = 24


def rotate(a, p, q, c, s):
    for k in range(a.shape[0]):
        x, y = a[k, p], a[k, q]
        a[k, p] = c * x - s * y
        a[k, q] = s * x + c * y


def rotations(a):
    """Whether and by how much depends on the array that is rotated."""
    for p in range(a.shape[0] - 1):
        if abs(a[p, p + 1]) > 0.7:
            t = a[p, p + 1] / (1.0 + a[p, p] ** 2)
            c = 1.0 / np.sqrt(1.0 + t * t)
            rotate(a, p, p + 1, c, t * c)
            rotate(a.T, p, p + 1, c, t * c)


def unlike(a):
    """Both sides, by other loops, and a branch inside of one."""
    for p in range(a.shape[0]):
        if a[p, p] > 0.8:
            for k in range(1, a.shape[1]):
                a[p, k] = np.sin(a[p, k]) * a[p, k - 1]
        else:
            for k in range(a.shape[0]):
                if a[k, p] < 1.0:
                    a[k, p] = a[k, p] ** 2 * a[0, 0]
            a[0, p] = np.exp(-a[0, p])


def inside(a):
    """A loop over branches within a branch."""
    for p in range(a.shape[0]):
        if a[p, 0] > 0.8:
            for q in range(3):
                if a[p, q] < 1.1:
                    for k in range(a.shape[1]):
                        a[q, k] = a[q, k] * np.cos(a[p, q] * a[q, k])


def traded(a, b):
    """One side makes both arrays of one: nothing rolls that back."""
    for p in range(a.shape[0]):
        if a[p, 0] > 0.8:
            for k in range(a.shape[1]):
                a[p, k] = a[p, k] * b[p, k] * a[p, k]
        else:
            b = a * b
    return b


def alone(a):
    """No branch: what a loop is given is computed from what its reverse restores."""
    for p in range(a.shape[0] - 1):
        t = a[p, p + 1] / (1.0 + a[p, p] ** 2)
        rotate(a, p, p + 1, 1.0 - t, t * t)
        rotate(a.T, p, p + 1, 1.0 + t, t)


def bounded(a, b):
    """A loop whose length the run knows, which numbers bound, in a branch of a while."""
    limit = min(int(np.ceil(b[0, 0] * 10.0)), 5)
    for p in range(a.shape[0] - 1):
        top = min(p, limit)
        if p == 7:
            break
        for j in range(-top, top + 1):
            a[p + 1, j + limit] += np.sin(a[p, j + limit]) * b[p, j + limit]


def made(function):
    rng = np.random.default_rng(3)
    args = tuple(rng.uniform(0.4, 1.2, (N, N)) for _ in range(function.__code__.co_argcount))
    program = lift(function, *args)
    return program, bind(program, args)[0]


@pytest.mark.parametrize("function", [rotations, unlike, inside, traded, alone, bounded])
@pytest.mark.parametrize("memory", [2**30, 5000])
def test_adjoint_transposes_the_derivative(function, memory):
    program, inputs = made(function)
    back = adjoint(program, memory=memory)
    verify(back)
    bars, direction = cotangents(program, inputs), tangents(program, inputs)
    found = interpret(back, [*inputs, *bars])
    forward, backward = dot(directional(program, inputs, direction), bars), dot(found, [d for d in direction if d is not None])
    assert abs(backward - forward) <= 1e-9 * sum(np.abs(f * d).sum() for f, d in zip(found, direction))


ROWS = {  # numbers of 8 bytes per iteration, and bits
    rotations: (4 * N + 2, 1),
    unlike: (3 * N + 3, N + 1),
    alone: (4 * N + 2, 0),
}


@pytest.mark.parametrize("function", ROWS)
def test_the_tape_has_what_is_overwritten(function):
    program, _ = made(function)
    numbers, bits = ROWS[function]
    trips = N - (function is not unlike)
    assert tape(program, trips) <= 8 * numbers + bits


def test_lengths_that_numbers_bound_are_stacked_at_their_bound():
    program, _ = made(bounded)
    assert 0 < tape(program, 1) <= 8 * (2 * 11 + 4) + 2  # for a trip: 2 * limit + 1 numbers, where whole arrays have N * N
