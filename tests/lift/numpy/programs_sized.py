"""Lists of as many items as a size says, sets whose members the data say, and attributes that the program gives to functions and classes."""

import math

import numpy as np

from tests.lift.numpy.surface import Collection, R, U

PROGRAMS, prog = Collection(sizes=(5, 8, 3)).both


@prog(lambda n: (R(n).integers(0, 3, n), R(n + 1).integers(0, 3, n + 2)), grad=False)
def edit_distance(a, b):
    """Rolling rows: list(range(n)), [i] + [0] * n, and items changed one by one."""
    prev = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        cur = [i] + [0] * len(b)
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            cur[j] = min(prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + cost)
        prev = cur
    return prev[len(b)], prev


@prog(lambda n: (U(n),))
def lists_that_empty(x):
    """A list of an array is emptied by a `while`, one of a range by positions; next(iter(x)) takes what is left."""
    live, heights, todo, total = list(range(len(x))), [], list(x), 0.0
    while len(live) > 1:
        k = int(np.argmin(x[live]))
        heights.append(x[live[k]])
        live.pop(k)
    while todo:
        total = 0.5 * total + todo.pop()
    rest = iter(x)
    first = next(rest)
    for v in rest:
        total += first * v
    return np.array(heights), total, next(iter(x[1:])), sum([False] * len(x))


@prog(lambda n: (U(n) - 0.7,))
def lists_of_choices(x):
    """[False] * n is written where the data say, list(x[mask]) grows and is emptied from its front."""
    seen, queue, total = [False] * len(x), list(x[x > 0]), 0.0
    for k in range(len(x)):
        if x[k] > 0 and not seen[-1 - k]:
            seen[k] = True
    queue.append(3.0)
    while len(queue) > 0:
        total = total * 0.5 + queue.pop(0)
    return total, sum(seen), [x[k] for k in list(reversed(range(len(x))))]


@prog(lambda n: (R(n).integers(0, 4, n), R(n + 1).integers(0, 4, n)), grad=False)
def sets_of_data(a, b):
    """Members that only a run tells, of numbers and of pairs; what depends on no order."""
    pairs = set()
    for x, y in zip(a, b):
        pairs.add((int(x), int(y)))
    one, other = {int(v) for v in a}, set(b.tolist())
    free = sum(1 for i in range(4) for j in range(4) if (i, j) not in pairs)
    left = set(range(6))
    for v in a:
        left.discard(int(v))
    sizes = len(pairs), len(one | other), len(one & other), len(one - other), len(one ^ other), len(one.union({9}))
    return sizes, free, sorted(one), min(other), max(other), sum(left), one.isdisjoint(left), sorted(pairs)[0]


@prog(lambda n: (R(n).integers(0, n, n), 1), sizes=(5, 9, 6), grad=False)
def first_return(nxt, start):
    """What was seen before ends a `while`; a size among what the set has is not pinned."""
    seen, k, steps = set(), start, 0
    while k not in seen:
        seen.add(k)
        k = int(nxt[k])
        steps += 1
    order, rest, here = [], set(range(len(nxt))), 0
    while rest:
        rest.remove(here)
        order.append(here)
        if rest:
            here = min(rest, key=lambda j: abs(nxt[j] - nxt[here]) + 0.01 * j)
    return steps, k, len(seen), order


class Counted:
    made = 0
    rate = 0.5

    def __init__(self, x):
        self.x = x
        type(self).made += 1
        self.number = Counted.made

    def scaled(self):
        Counted.rate *= 0.9
        return self.x * self.rate * self.number


def told(x):
    told.calls += 1
    return x * told.calls


told.calls = 0


@prog(lambda n: (U(n) - 0.7,))
def attributes_of_functions_and_classes(x):
    """What a loop or a branch gives to a function or a class is there behind it."""
    def inner(v):
        if v > 0:
            inner.positive += 1
        return 2.0 * v
    inner.positive, Counted.made, told.calls, Counted.rate = 0, 0, 0, 0.5
    total = 0.0
    for v in x:
        total += inner(v) + told(v)
        if v > 0:
            total += Counted(v).scaled()
    return total, inner.positive, Counted.made, told.calls, Counted.rate


@prog(lambda n: (R(n).integers(1, 50, n) * 6, U((n + 1) * 4).reshape(n + 1, 4)))
def divisors_and_views(a, x):
    """math.gcd of computed ints; a view with a shape of its own; a reshape of a quotient is written through."""
    g = 0
    for v in a:
        g = math.gcd(g, int(v))
    u = x.view()
    u.shape = (-1,)
    u[0] = 4.0
    y = x[1:, ::2].reshape(-1, 2, 1)
    y[0] *= 5
    return g, math.lcm(int(a[0]), int(a[1])), x.ndim, y.sum()
