"""Things that are there or None, as the data ask for: searches that find nothing, states that begin later, options."""

from __future__ import annotations

import numpy as np

from tests.lift.numpy.surface import Collection, R, U

PROGRAMS, prog = Collection(sizes=(6, 9, 14)).both


def first_above(x, bar):
    for place, value in enumerate(x):
        if value > bar:
            return place, value


def step_length(loss, at, slope, direction):
    length = 1.0
    for _ in range(12):
        if loss(at + length * direction) <= loss(at) - 0.3 * length * slope:
            return length
        length *= 0.5
    return None


@prog(lambda n: (U(n, n), U(n) + 1.0, 4), grad=False)
def descent(matrix, at, rounds):
    def loss(x):
        return np.sum((matrix @ x) ** 2) + np.sum(np.cosh(x))
    trail = [loss(at)]
    for _ in range(rounds):
        gradient = 2 * matrix.T @ (matrix @ at) + np.sinh(at)
        length = step_length(loss, at, gradient @ gradient, -gradient)
        if length is None:
            break
        at = at - length * gradient
        trail.append(loss(at))
    return at, np.array(trail)


@prog(lambda n: (R(n).random(n), 0.6 if n < 14 else 2.0))
def smallest_above(x, bar):
    best = where = None
    for k in range(len(x)):
        if x[k] > bar and (best is None or x[k] < best):
            best, where = x[k], k
    hit = first_above(x, bar)
    if hit is None:
        return -1.0, 0, -1.0
    place, value = hit
    return (best if best is not None else np.nan), (where or -1), value * place


@prog(lambda n: (R(n).random(n), R(n + 1).random(n), 0.5 if n < 9 else 0.7 if n < 14 else 0.95), grad=False)
def changed_where_there(x, y, level):
    """What is changed is an argument, another one, or nothing."""
    z = None if level > 0.9 else x if level > 0.6 else y
    if z is None:
        return x.sum()
    z[:] = z[::-1] * 3
    return (2 * x + y).sum()


@prog(lambda n: (R(n).random(3 * n), 0.5))
def episodes(x, level):
    begun, heights = None, np.zeros_like(x)
    for k in range(len(x)):
        if begun is None and x[k] > level:
            begun = (x[k], k)
        elif begun is not None:
            height, since = begun
            heights[k] = height * (k - since)
            if x[k] < level / 2:
                begun = None
    return heights


class Rises:
    def __init__(self):
        self.last, self.total = None, 0.0

    def see(self, value, bar):
        if value < bar:
            return
        if self.last is not None:
            self.total += value - self.last
        self.last = value


@prog(lambda n: (R(n).random(n), 0.4))
def rises(x, bar):
    seen = Rises()
    for value in x:
        seen.see(value, bar)
    return seen.total, -1.0 if not seen.last else 1.0
