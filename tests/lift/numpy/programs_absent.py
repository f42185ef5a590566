"""Things that are there or None, as the data ask for: searches that find nothing, states that begin later, options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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


def signed(n):
    """Numbers of which the first is negative where n is odd."""
    x = R(n).uniform(0.1, 1.0, n)
    x[0] *= (-1) ** n
    return x


def above_zero(v):
    return v if v > 0 else None


@prog(lambda n: (signed(n), R(n).choice([0.0, 1.0], n)), grad=False)
def equal_or_none(x, y):
    r, q = above_zero(x[0]), above_zero(y[0])
    found = (1.0 if r == 0.0 else 2.0, 1.0 if r != 0.0 else 2.0, r in (0.0, 7.0), r not in [0.0, 7.0], r in (None, 3.0))
    return found, r == q, r != q, q == r, q in (1.0, 2.0)


@prog(lambda n: (signed(n),), grad=False)
def arrays_equal_or_none(x):
    r = x if x[0] > 0 else None
    return np.sum(r == 0 * x), np.sum(0 * x != r)


@prog(lambda n: (np.zeros(n) if n == 9 else R(n).choice([0.3, 0.6, 0.9], n),), grad=False)
def changes_of_high(x):
    last, count = None, 0
    for v in x:
        if last != v:
            count += 1
        last = v if v > 0.5 else None
    return count


@prog(lambda n: (signed(n),))
def kept_in_lists(x):
    r = above_zero(x[0])
    few, named, more = [0.0, 1.0, 2.0], {"a": r, "b": 2.0}, [above_zero(v) for v in (x[0], -x[0], x[1])]
    few[0], named["c"] = r, r
    absent = [v is None for v in (*few, *named.values(), *more, *{k: above_zero(-x[k]) for k in range(2)}.values())]
    return np.array([1.0 if a else 0.0 for a in absent]), -1.0 if few[0] is None else few[0]


@prog(lambda n: (signed(n),))
def handed_on(x):
    r = above_zero(x[0])

    def given(v=r, *, w=r):
        return (-1.0 if v is None else v) + (-2.0 if w is None else 3 * w)

    def each():
        yield r
        yield above_zero(-x[0])
    total = given()
    for v in each():
        total += 5.0 if v is None else v
    absent = (q := r) is None
    match r:
        case None:
            total += 0.5
        case _:
            total += 0.25
    return total, absent, q is None, (lambda: r)() is None, bool(r), isinstance(r, float), isinstance(r, (int, type(None)))


@prog(lambda n: (signed(n),), grad=False)
def none_in_arrays(x):
    r, floats, bools = above_zero(x[0]), np.zeros(3), np.ones((2, 2), dtype=bool)
    floats[1], bools[0] = r, r
    return floats, bools


@prog(lambda n: (signed(n),), grad=False)
def handled_where_none(x):
    r = above_zero(x[0])
    pair = (x[0], x[1]) if x[0] > 0 else None
    found = np.full(5, -7.0)

    def longer(v):
        return v + 1.0
    try:
        found[0] = r + 1.0
    except TypeError:
        found[0] = -8.0
    try:
        found[1] = r.real
    except AttributeError:
        found[1] = -9.0
    try:
        found[2] = np.sqrt(r)
    except TypeError:
        found[3] = -1.0
    try:
        a, b = pair
    except TypeError:
        a, b = -1.0, -2.0
    try:
        c = longer(r)
    except TypeError:
        c = -3.0
    try:
        found[4] = 1.0 if r == 0.0 else r if r is not None else 2.0
    except TypeError:
        found[4] = -4.0
    return found, a, b, c


@prog(lambda n: (R(n).uniform(-1.0, 1.0, 3 * n), signed(n)))
def cut_from_where_there(x, y):
    start, total, first = None, 0.0, 1 if y[0] > 0 else None
    for k in range(len(x)):
        if start is None and x[k] > 0:
            start = k
        elif start is not None and x[k] < 0:
            total += x[start:k].sum() ** 2
            start = None
    return total, y[first:].sum(), y[first:3].sum()


@prog(lambda n: (R(n).normal(size=n) - (4.0 if n == 14 else 0.0), np.zeros((3, 2))), grad=False)
def added_where_there(x, sums):
    """An index of an array is there where it was asked for, by `if`, `continue` and `and`, and where it was replaced."""
    last = None
    for k in range(x.size):
        row = place = None
        if x[k] > 0:
            row, place, last = k % 3, (k % 3, 1), k
        if place is not None and x[k] > 0.1:
            sums[place] += x[k]
        if row is None:
            continue
        sums[row, 0] -= x[k]
    if last is None:
        last = 0
    return sums, x[last]


class Ray(NamedTuple):
    distance: float | None
    time: float


def refracted(p, most):
    return Ray(None, 0.0) if p > most else Ray(2.0 * p, p)


@prog(lambda n: (U(n), 0.8))
def kept_where_there(x, most):
    """What a test has shown to be there is a number: it is appended, and kept by a comprehension."""
    found, total = [], 0.0
    for p in x:
        ray = refracted(p, most)
        distance, time = ray
        if distance is not None:
            found.append(distance)
        total += time * len(ray)
    return np.array(found), total, [v for v in [refracted(p, most).distance for p in x[:3]] if v is not None]


class Split(NamedTuple):
    feature: int
    threshold: float
    row: np.ndarray

    def __call__(self, x):
        return np.where(x[:, self.feature] <= self.threshold, 1.0, 2.0)


@dataclass(frozen=True)
class Largest:
    value: float
    at: int

    @property
    def twice(self):
        return 2.0 * self.value


def split(x, y):
    best, least = None, np.inf
    for j in range(x.shape[1]):
        for q in (0.2, 0.5, 0.8):
            t = np.quantile(x[:, j], q)
            left = x[:, j] <= t
            if not left.any() or left.all():
                continue
            error = np.sum((y - np.where(left, y[left].mean(), y[~left].mean())) ** 2)
            if error < least:
                best, least = Split(j, t, x[j]), error
    return best


def largest(x, limit):
    best = None
    for k, v in enumerate(x):
        if v > limit and (best is None or v > best.value):
            best = Largest(v, k)
    return (-1.0, -1) if best is None else (best.twice, best.at)


@prog(lambda n: (U(n + 4, n), U(n + 4), U(n)), grad=False)
def named_tuples_and_frozen_data_that_may_be_none(x, y, z):
    best = split(x, y)
    return best(x), best.threshold, best.row, best.feature, largest(z, 0.3), largest(z, 5.0)
