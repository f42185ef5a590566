"""One array under several names: what is selected, held by lists and objects, cut and changed in place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tests.lift.numpy.case import Case


class Pair(NamedTuple):
    first: float
    second: float


class Holder:
    def __init__(self, held):
        self.held = held


def selections_in_things(x):
    a = x[x > 0.0]
    things, by_name, holder = [a], {"k": (a, 1.0)}, Holder(x[x < 1.0])
    things[0][0] = 7.0
    by_name["k"][0][1] = 8.0
    holder.held[:] = 5.0
    places = np.nonzero(x > 0.0)[0]
    same = [places]
    places[0] = 1
    return a, things[0], holder.held, same[0]


def selections_in_place(x):
    a, b, c, d = x[x > 0.0], x[x > 0.1], x[x > 0.2], x[x < 1.0]
    part, holder = c[1:], [d]
    a.sort()
    b[1:] += 3.0
    part *= 2.0
    d += 1.0
    np.clip(b, 0.5, 4.0, out=b)
    np.sqrt(a, out=a)
    np.add.at(c, [0, 0], 1.0)
    np.asarray(c).fill(c[0])
    return a, b, c, part, holder[0]


def rows_of_a_selection(x):
    table = np.stack((x, 2.0 * x, x + 1.0)).T
    a, b = table[x > 0.0], table[x < 1.0]
    column, more = a[:, 0], a[:, 0] + 1.0
    a[1] = 5.0
    column[0] = 9.0
    for row in b:
        row[0] = 1.0
    first, second, third = b.T
    second[:] = first + third
    return a, column, more, b


def one_selection_on_both_ways(x):
    if x[0] > 0.1:
        a = x[x > 0.0]
        b = a
    else:
        a = x[x > 0.5]
        b = a
    a[0] = 9.0
    return b


def rows_of_a_held_table(x):
    tables = [x[:, None] * np.ones(2)]
    first, *_ = tables[0]
    first[:] = 9.0
    return tables[0]


def selected_records(p):
    q = p[p["x"] > 0.0]
    column = q["x"]
    q["k"][1] = 8
    q[0]["x"] = 4.0
    column[1] = 6.0
    return q["x"], q["k"]


class Steps:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        for v in self.x:
            yield 2.0 * v


def items_of_objects(x):
    total = 0.0
    for k, v in enumerate(Steps(x)):
        if v > 3.0:
            break
        total += k * v
    first, *others = Steps(x)
    return total, first, others


def unpacked_records(p):
    total = 0.0
    for v, k in p:
        total += v * k
    x, k = p[1]
    return total, x, k, max(*p[2]), p[3][1], list(p[0])


def flat_parts(x):
    a = np.stack((x, x + 1.0))
    column, row, turned, last, back = a[:, :1].ravel(), a[1:].ravel(), a.T.ravel(), a[:, 1].ravel(), np.ravel(a[0, ::-1])
    column[0], row[0], turned[1], last[1], back[0] = 40.0, 41.0, 42.0, 43.0, 44.0
    a.ravel()[1] = 45.0
    a.ravel("F")[2] = 46.0
    a.T.ravel("F")[3] = 47.0
    return a, column, row, turned, last, back


def in_order_of_tuples(x):
    pairs = [(v, i % 3) for i, v in enumerate(x)]
    first = [i for _, i in sorted(pairs, key=lambda p: (-p[0], p[1]))]
    last = sorted(pairs, key=lambda p: (p[1], p[0]), reverse=True)
    pairs.sort(key=lambda p: [-p[1], p[0]])
    return first, [v for v, _ in last], -last[0][1], pairs[0]


def kinds_of_sequences(x):
    pairs = [(i, v) for i, v in enumerate(x)]
    return ([x[0], 1.0] == (x[0], 1.0), (x[0],) in [[x[0]]], [1, 2] != (1, 2), {"a": x[0]} == {"a": x[1]}, {1, 2} == {2, 1},
            {"a": x[0], "b": 1} == {"b": 1, "a": x[0]}, Pair(x[0], 1.0) == (x[0], 1.0), (1, x[1]) in pairs, Pair(1, x[1]) in pairs)


def wide_ints_beside_floats(x):
    pairs = [(2**53 + i, v) for i, v in enumerate(x)]
    return pairs[1][0] - 2**53, [i - 2**53 for i, _ in sorted(pairs, key=lambda p: (-p[0], p[1]))]


X = np.array([0.3, -1.5, 2.0, 0.7])
RECORDS = np.array([(v, k) for k, v in enumerate(X)], dtype=[("x", "f8"), ("k", "i4")])

CASES = [
    Case(selections_in_things, (X,), [(X[::-1].copy(),)]),
    Case(selections_in_place, (X,), [(X[::-1].copy(),)]),
    Case(rows_of_a_selection, (X,), [(X[::-1].copy(),)]),
    Case(one_selection_on_both_ways, (X,), [(X[::-1] - 0.65,)]),
    Case(rows_of_a_held_table, (X,)),
    Case(selected_records, (RECORDS,)),
    Case(unpacked_records, (RECORDS,)),
    Case(items_of_objects, (X,), [(X - 0.6,)]),
    Case(flat_parts, (X,)),
    Case(in_order_of_tuples, (X,), [(np.round(X[::-1]),)]),
    Case(wide_ints_beside_floats, (X,)),
    Case(kinds_of_sequences, (X,)),
]
