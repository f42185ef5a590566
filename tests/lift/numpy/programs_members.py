"""What a class, a set or a list remembers from one use to the next: cached properties, members in their order, names that an earlier
iteration assigned; and views whose place in memory is looked at."""

from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.lib.stride_tricks import as_strided

from tests.lift.numpy.case import Case


class Element:
    def __init__(self, x):
        self.x = x

    @cached_property
    def rotation(self):
        return np.array([[self.x[0], 1.0], [0.0, self.x[1]]])

    @cached_property
    def total(self):
        return self.x.sum()


def cached(x):
    e = Element(x)
    first, total = e.rotation.T @ e.rotation, e.total
    e.x = e.x * 2
    return first, e.rotation, total + e.total


def sets_in_order(x):
    s, t = {5, 1, 3}, {9, 2, 4}
    t.add(0)
    t |= {k % 3 + 6 for k in range(7)}
    t.discard(4)
    return [x[i] * k for i, k in enumerate(s)], list(t), list(s | t), list(s ^ {1, 8}), list(s & {9, 1, 5, 70}), list(s - {3}), list({(1, 2), (0, 1)})


def coalitions(x):
    worth = {frozenset(s): x[list(s)].sum() ** 2 for r in range(4) for s in combinations(range(3), r)}
    shares = np.zeros(3)
    for order in permutations(range(3)):
        before = frozenset()
        for i in order:
            after = before | {i}
            shares[i] += worth[after] - worth[before]
            before = after
    return shares, frozenset([1, 0]) in worth, frozenset([7]) in worth, sum(len(s) for s in worth)


def triggers(x):
    state, found = False, []
    for i, r in enumerate(x):
        if not state and r > 0.5:
            state, start = True, i
        elif state and r < 0.1:
            state = False
            found.append((start, i, x[start:i].max()))
    return np.array(found, dtype=float).reshape(-1, 3)


def nested_triggers(x, valid):
    state, total = False, 0.0
    for i in range(len(x)):
        if valid[i]:
            if not state and x[i] > 0.5:
                state, start = True, i
            elif state and x[i] < 0.1:
                state = False
                total += i - start
    return total


def seasons(y):
    season, level = list(y[:4] - y.mean()), 0.0
    for t, seen in enumerate(y[4:], start=4):
        s = season[t % 4]
        level = 0.3 * (seen - s) + 0.7 * level
        season[t % 4] = 0.2 * (seen - level) + 0.8 * s
    return level, np.array(season), season[(y.size + 1) % 4]


def unpacked(x):
    a, b = (x * k for k in (1, 2))
    return a - b


def defined_in_try(x):
    found = np.zeros(3)
    for k in range(3):
        try:
            def solve(a):
                return np.linalg.solve(a, np.ones(2))
            y = solve(np.array([[1.0, x[0]], [k * 1.0, k * x[0]]]) + np.eye(2) * (k == 2))
        except np.linalg.LinAlgError:
            continue
        found[k] = y.sum()
    return found


def strides_of_views(x):
    v, column = x[1:4], x[:, ::2]
    s = v.strides
    return (as_strided(v, (2, x.shape[1] - 1, 2), (s[0], s[1], s[1])).sum((0, 2)), x[:, None].strides, x.T.strides, x[::-1, ::2].strides,
            as_strided(column) * 1.0)


def patches(x):
    n, c, h, w = x.shape
    total = np.zeros((2, 2))
    for i in range(0, n, 2):
        batch = x[i:i + 2]
        s = batch.strides
        total += np.einsum("nchwij->ij", as_strided(batch, (len(batch), c, h - 1, w - 1, 2, 2), s[:2] + s[2:] + s[2:])) * (i + 1)
    return total


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


CASES = [*(Case(program, (normal(30),), [(normal(43, seed=1),)], close=1e-13) for program in (
    cached, sets_in_order, coalitions, triggers, seasons, unpacked, defined_in_try)),
    Case(nested_triggers, (normal(30), normal(30, seed=2) > 0), [(normal(41, seed=1), normal(41, seed=3) > 0)]),
    Case(strides_of_views, (normal(5, 7),), [(normal(6, 9, seed=1),)], close=1e-13),
    Case(patches, (normal(5, 2, 4, 3),), [(normal(4, 3, 3, 6, seed=1),)], close=1e-12)]
