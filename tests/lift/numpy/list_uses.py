"""What programs do with lists that they are given: numbers, tuples, dicts, objects, lists, and lists inside of dicts and objects."""

import bisect
import heapq
import math
from collections import Counter, defaultdict, namedtuple
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.list_algorithms import floats, neighbours, points, whole

Point = namedtuple("Point", "x y w")


def push(xs, v):
    xs.append(v)
    xs.append(v * 2)
    return len(xs)


def pop_all(xs):
    total = 0.0
    while len(xs) > 2:
        total += xs.pop()
    return total


def sort_it(xs):
    xs.sort()
    return xs[0]


def alias(xs):
    ys = xs
    ys[0] = 5.0
    ys.append(1.0)
    return xs[0] + xs[-1], len(xs), ys is xs


def copied(xs):
    ys = xs[:]
    zs = list(xs)
    ys[0] = 5.0
    zs[-1] = 7.0
    return ys, zs, xs


def member(xs, v):
    return v in xs, (v + 1) not in xs, xs.count(v), xs.index(xs[2])


def comp(xs):
    return [x * 2 for x in xs if x > 5], [i * x for i, x in enumerate(xs)]


def zipped(xs, ys):
    return sum(x * y for x, y in zip(xs, ys)), [max(a, b) for a, b in zip(xs, ys)]


def as_array(xs):
    a = np.array(xs)
    return a * 2, a.dtype == np.int64, a.mean(), np.asarray(xs)[::-1]


def points_array(points):
    a = np.array(points)
    c = a.mean(axis=0)
    return c, a - c, a.shape[0]


def helper(xs):
    def norm(v):
        return math.sqrt(sum(x * x for x in v))
    n = norm(xs)
    return [x / n for x in xs]


def given_back(xs):
    return xs


def extremes(xs):
    return max(xs), min(xs), sum(xs), len(xs), sorted(xs), sorted(xs, reverse=True)[0], abs(max(xs, key=abs))


def intdiv(xs):
    return [x // 3 for x in xs], [x % 3 for x in xs], [x / 3 for x in xs], xs[0] // 2, type(xs[0]) is int


def bools(flags, xs):
    n = 0
    for f, x in zip(flags, xs):
        if f:
            n += x
    return n, any(flags), all(flags), sum(flags)


def by_key(rows):
    best = max(rows, key=lambda r: r[1])
    worst = min(rows, key=lambda r: r[1])
    return best, worst, sorted(rows, key=lambda r: -r[1])[0]


def unpack2(params, xs):
    a, b = params
    return [a * x + b for x in xs]


def histogram(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return counts


def grouped(rows):
    groups = defaultdict(list)
    for k, v in rows:
        groups[k].append(v)
    return {k: sum(v) / len(v) for k, v in groups.items()}


def counter(xs):
    return Counter(xs).most_common(1)[0][0]


def state_dict(state):
    total = 0.0
    for x in state["xs"]:
        total += x
    state["total"] = total
    return total * state["k"]


@dataclass
class Data:
    xs: list
    ys: list
    scale: float


def fields(d):
    return sum(d.scale * x * y for x, y in zip(d.xs, d.ys))


def fields_changed(d):
    d.xs.append(d.scale)
    d.ys[0] = 9.0
    return len(d.xs)


@dataclass
class Particle:
    x: float
    v: float
    m: float


def energy(ps):
    return sum(0.5 * p.m * p.v ** 2 for p in ps), max(p.x for p in ps)


def dict_rows(rows):
    total = 0.0
    for r in rows:
        if r["qty"] > 2:
            total += r["price"] * r["qty"]
    return total, sorted(r["price"] for r in rows)[0]


def named(pts):
    return sum(p.x * p.w for p in pts) / sum(p.w for p in pts), pts[-1].y


def heap_in(xs):
    heapq.heapify(xs)
    heapq.heappush(xs, 3.5)
    return heapq.heappop(xs)


def bis(xs, v):
    return bisect.bisect_left(xs, v), bisect.bisect(xs, v)


def insort(xs, v):
    bisect.insort(xs, v)


def reverse(xs):
    xs.reverse()
    xs[0], xs[-1] = xs[-1], xs[0]


def swap_pts(points):
    points[0], points[-1] = points[-1], points[0]
    points.append((1.0, 2.0))


def del_first(xs):
    del xs[0]
    xs.pop(0)
    xs.insert(1, 2.5)


def slice_store(xs):
    xs[1:3] = [0.0, 0.0]


def degree(adj):
    return [len(a) for a in adj], sum(len(a) for a in adj)


def adj_in(adj, u, v):
    return v in adj[u], sorted(adj[u]), sum(adj[u]), adj[-1], list(adj[u]), adj[u][:2]


def ragged_stat(rows):
    out = []
    for row in rows:
        if len(row) > 0:
            out.append(sum(row) / len(row))
    return out


def setlike(a, b):
    s = set(a)
    return [x for x in b if x in s], len(s)


def mixed(ws):
    t = 0.0
    for u, v, w in ws:
        t += w * u
    return t

def few(f, least):
    return lambda n, s: f(max(n, least), s)


def made(cls, n, seed):
    columns = [floats(n, seed + k) for k in range(3)]
    return [cls(*row) for row in zip(*columns)]


PROGRAMS = {  # program -> (arguments of a length and a seed, the least length that the lifted program is for)
    push: (lambda n, s: (floats(n, s), 2.5), 0),
    pop_all: (few(lambda n, s: (floats(n, s),), 2), 0),
    sort_it: (few(lambda n, s: (floats(n, s),), 1), 0),
    alias: (few(lambda n, s: (floats(n, s),), 1), 0),
    copied: (few(lambda n, s: (floats(n, s),), 1), 0),
    member: (few(lambda n, s: (whole(n, s), 7), 3), 0),
    comp: (lambda n, s: (floats(n, s),), 1),
    zipped: (lambda n, s: (floats(n, s), floats(n, s + 1)), 1),
    as_array: (few(lambda n, s: (whole(n, s),), 1), 0),
    points_array: (few(lambda n, s: (points(n, s, list),), 1), 0),
    helper: (few(lambda n, s: (floats(n, s),), 1), 0),
    given_back: (lambda n, s: (floats(n, s),), 0),
    extremes: (few(lambda n, s: (floats(n, s),), 1), 0),
    intdiv: (few(lambda n, s: (whole(n, s),), 1), 0),
    bools: (lambda n, s: ([x % 2 == 0 for x in whole(n, s)], whole(n, s + 1)), 0),
    by_key: (few(lambda n, s: (list(enumerate(floats(n, s))),), 1), 0),
    unpack2: (lambda n, s: ([2.0, float(s)], floats(n, s)), 1),
    histogram: (lambda n, s: (whole(n, s, 9),), 1),
    grouped: (lambda n, s: (list(zip(whole(n, s, 5), floats(n, s))),), 2),
    counter: (few(lambda n, s: (whole(n, s, 5),), 1), 2),
    state_dict: (lambda n, s: ({"xs": floats(n, s), "k": 2.0},), 0),
    fields: (lambda n, s: (Data(floats(n, s), floats(n, s + 1), 2.0),), 1),
    fields_changed: (few(lambda n, s: (Data(floats(n, s), floats(n, s + 1), 2.0),), 1), 0),
    energy: (few(lambda n, s: (made(Particle, n, s),), 1), 0),
    dict_rows: (few(lambda n, s: ([{"price": x, "qty": q} for x, q in zip(floats(n, s), whole(n, s, 6))],), 1), 0),
    named: (few(lambda n, s: (made(Point, n, s),), 1), 0),
    heap_in: (few(lambda n, s: (floats(n, s),), 1), 0),
    bis: (lambda n, s: (sorted(floats(n, s)), 5.0), 0),
    insort: (lambda n, s: (sorted(floats(n, s)), 5.0), 0),
    reverse: (few(lambda n, s: (floats(n, s),), 1), 0),
    swap_pts: (few(lambda n, s: (points(n, s),), 1), 0),
    del_first: (few(lambda n, s: (floats(n, s),), 4), 0),
    slice_store: (few(lambda n, s: (floats(n, s),), 4), 0),
    degree: (few(lambda n, s: (neighbours(n, s),), 1), 0),
    adj_in: (few(lambda n, s: (neighbours(n, s), 1, 3), 2), 0),
    ragged_stat: (few(lambda n, s: (neighbours(n, s),), 1), 0),
    setlike: (lambda n, s: (whole(n, s), whole(n, s + 1)), 1),
}
