"""Iterators of itertools over what has the length of a size: loops for every size, in the order of Python, also where they are left."""
# ruff: noqa: RUF058, RUF007

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import precis
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same


def over_pairs(x):
    s, m = 0.0, 0
    for i, j in itertools.combinations(range(len(x)), 2):
        s += x[i] * x[j] * (j - i)
        m += 1
    return s, m


def sums_over_pairs(x):
    return sum(a * b for a, b in itertools.combinations(x, 2)), max(abs(a - b) for a, b in itertools.combinations(x, 2))


def pairs_kept(x):
    pairs = list(itertools.combinations(range(len(x)), 2))
    d = np.array([x[i] - x[j] for i, j in pairs])
    return d, len(pairs), pairs[-1], pairs


def best_of_threes(x):
    best = (math.inf, 0, 0, 0)
    for i, j, k in itertools.combinations(range(len(x)), 3):
        best = min(best, (abs(x[i] + x[j] + x[k]), i, j, k))
    return best


def first_pair(x):
    for i, j in itertools.combinations(range(len(x)), 2):
        if x[i] * x[j] < -0.5:
            break
    else:
        return -1, -1
    return i, j


def sorted_by_pairs(x):
    a = x.copy()
    for i, j in itertools.combinations(range(len(a)), 2):
        if a[i] > a[j]:
            a[i], a[j] = a[j], a[i]
    return a


def permutations(x):
    rising = sum(1 for i, j, k in itertools.permutations(range(len(x)), 3) if x[i] < x[j] < x[k])
    return sum(a - 2 * b for a, b in itertools.permutations(x, 2)), rising


def with_replacement(x):
    c = np.zeros((len(x), len(x)))
    for i, j in itertools.combinations_with_replacement(range(len(x)), 2):
        c[i, j] = c[j, i] = x[i] * x[j]
    return c


def chained(x):
    s = 0.0
    for v in itertools.chain(x, [1.0, 2.0], x[::-1]):
        s = 0.5 * s + v
    t = list(itertools.chain(range(3), range(len(x))))
    return s, t, sum(itertools.chain(x, x)), max(itertools.chain([0.0], x))


def chain_left(x):
    for k, v in enumerate(itertools.chain(x, -x)):
        if v < -0.5:
            break
    return k, v


def chains_zipped(x):
    return [a * b for a, b in zip(itertools.chain([1.0], x), itertools.chain(x, [2.0]))]


def compressed(x):
    k = list(itertools.compress(x, x > 0))
    i = list(itertools.compress(range(len(x)), x < 0))
    return k, i, sum(itertools.compress(x, x < 0.3)), sum(1 for _ in itertools.compress(x, x > 0))


def compressed_by_known(x):
    return list(itertools.compress(x, [True, False, True])), list(itertools.compress("abc", [1, 0, 1]))


def sliced(x):
    y = list(itertools.islice(x, 3)), list(itertools.islice(x, 1, None)), list(itertools.islice(x, 1, len(x) - 1, 2))
    s = 0.0
    for i in itertools.islice(range(len(x)), 2, None, 3):
        s += x[i]
    return y, s, sum(itertools.islice(x, len(x) // 2))


def starred(x):
    return sum(itertools.starmap(lambda a, b: a * b, zip(x, x[1:]))), list(itertools.starmap(math.hypot, zip(x, x[::-1])))


def runs_of_signs(x):
    best = n = 0
    means = []
    for up, group in itertools.groupby(x > 0):
        r = list(group)
        n += 1
        if up:
            best = max(best, len(r))
        means.append(len(r))
    return best, n, means


def groups_by_key(x):
    out = []
    for key, group in itertools.groupby(x, key=lambda v: int(v * 2)):
        out.append((key, sum(group)))
    return out, [len(list(g)) for _, g in itertools.groupby(np.sign(x))]


def groups_of_indices(x):
    return [(k, sum(x[i] for i in g)) for k, g in itertools.groupby(range(len(x)), key=lambda i: i // 3)]


def ends_of_groups(x):
    out = []
    for k, g in itertools.groupby(enumerate(x), key=lambda p: p[1] > 0):
        items = list(g)
        out.append((items[0][0], items[-1][0], k))
    return out


def ranks(x):
    order = sorted(range(len(x)), key=lambda i: -abs(x[i]))
    rank = [0] * len(x)
    for r, i in enumerate(order):
        rank[i] = r
    by_parts = sorted(range(len(x)), key=lambda i: (int(x[i]), -i), reverse=True)
    return order, rank, sorted(x, key=abs), by_parts, sorted(x.tolist(), key=lambda v: -v)


def made_arrays(x):
    return np.array(list(itertools.combinations(x, 2))), np.array(list(itertools.chain(x, x))), np.fromiter(itertools.chain(x, [1.0]), float)


def unpacked(x):
    a, b, c = itertools.islice(x, 3)
    i, j = np.array(list(itertools.combinations(range(len(x)), 2))).T
    return a + b * c, x[i] - x[j]


def saved(x):
    it = itertools.chain(x, x)
    pairs = itertools.combinations(range(len(x)), 2)
    s = 0.0
    for v in it:
        s = s * 0.5 + v
    return s, [x[i] for i, j in pairs]


def least_pair(x):
    i, j = min(itertools.combinations(range(len(x)), 2), key=lambda p: abs(x[p[0]] - x[p[1]]))
    return i, j, max(itertools.chain(x, -x), key=abs), sorted(itertools.chain(x, -x))


def rows_written(x):
    a = np.outer(x, x)
    s = sum(r @ q for r, q in itertools.combinations(a, 2))
    for r in itertools.chain(a[:1], a[2:]):
        r *= 2.0
    for r in itertools.islice(a, 1, 2):
        r[0] = 7.0
    return s, a


def pairs_of_tuples(x):
    pts = [(v, v * v) for v in x]
    s = 0.0
    for (a, b), (c, d) in itertools.combinations(pts, 2):
        s += math.hypot(a - c, b - d)
    return s, [p[0] - q[1] for p, q in itertools.permutations(pts, 2)]


def returned_from(x):
    def find(t):
        for i, j in itertools.combinations(range(len(x)), 2):
            if x[i] + x[j] > t:
                return i, j
        return -1, -1
    return find(1.0), find(100.0)


def pairs_of_known(x):
    out = {}
    for (na, a), (nb, b) in itertools.combinations({"p": x, "q": 2 * x, "r": x * x}.items(), 2):
        out[na + nb] = a @ b
    for k, v in itertools.chain({"a": 1.0}.items(), [("b", x[0])]):
        out[k] = v
    return out


def first_of_chain(x):
    return next(itertools.chain(x, [1.0])), next(itertools.compress(x, x > 0), 0.0)


def neighbours_written(x):
    a = np.outer(x, x)
    for p, q in itertools.pairwise(a):
        q += 0.5 * p
    s = 0.0
    for u, v in itertools.pairwise(x):
        s += (v - u) ** 2
    return a, s, [v - u for u, v in itertools.pairwise(x)]


def written_behind_slice(x):
    a = x.copy()
    for i, v in enumerate(itertools.islice(a, 1, None)):
        a[i + 1] = a[i] + v
    return a


def written_behind_starmap(x):
    a = x.copy()
    for i, v in enumerate(itertools.starmap(lambda u, v: u * v, zip(a, a[1:]))):
        a[i + 1] = v
    return a


def ends_and_rest(x):
    first, *rest = x
    *init, last = x
    a, *mid, b, c = x
    rest.append(7.0)
    return first, rest, last, init, sum(mid), a - b * c


def last_of_running(x):
    *_, last = itertools.accumulate(x, max)
    *_, (k, s) = ((k, v * v) for k, v in enumerate(x))
    for i, *r in zip(range(3), x, x[1:]):
        s += i * r[0] - r[1]
    return last, k, s


def ends_of_a_range(x):
    a, *b, c = range(len(x))
    return a, b, c, [x[i] for i in b]


def last_that_a_generator_gave(x):
    def steps(t):
        k = 0
        while t < 5.0:
            t += abs(x[k % len(x)]) + 0.1
            k += 1
            if k % 2:
                yield t, k
    n = 0
    for t, k in steps(0.0):
        n += 1
        last = t * k
    return t, k, n, last


def left_where_it_yields(x):
    def up(a):
        for i in range(len(a)):
            if a[i] > 0:
                yield i, a[i]
    for i, v in up(x):
        w = v * 2
        if v > 0.5:
            why = "big"
            break
    else:
        why = "none"
    return i, v, w, why


def as_often_as_counted(x):
    counts = (np.abs(x) * 3).astype(int)
    return [k for k, c in enumerate(counts) for _ in range(c)]


def runs_written_out(x):
    runs = [(int(v * 2), 1 + int(abs(v))) for v in x if v > -0.5]
    return [k for k, c in runs for _ in range(c)]


def of_what_has_no_end(x):
    lim = 3 + len(x)
    powers = list(itertools.takewhile(lambda v: v < lim, (2**i for i in itertools.count())))
    some = sum(itertools.islice((x[i] * 2 for i in itertools.count()), 3))
    signed = sum(s * v for s, v in zip((2 * q for q in itertools.cycle((1, -1))), x))
    squares = (n * n for n in itertools.count(1))
    return powers, some, signed, next(squares), next(squares)


def found_first(x):
    above = next((v for v in x if v > 0.5), None)
    where = next((i for i, v in enumerate(x) if v > 99), len(x))
    i, j = next(((i, j) for i in range(len(x)) for j in range(i) if x[i] * x[j] < 0 if x[i] > x[j]), (-1, -1))
    name = next((n for n, v in {"a": x[0], "b": x[1]}.items() if v > 0), "none")
    row = next((r for r in np.outer(x, x) if r[1] > 0), np.zeros_like(x))
    return above, where, i, j, name, row, next(n for n in itertools.count() if n * n > 2 + len(x))


def stops_where_it_is_found(x):
    asked = []

    def ask(v):
        asked.append(v)
        return v > 0
    return next(v for v in x if ask(v)), asked


PROGRAMS = [
    of_what_has_no_end, found_first, stops_where_it_is_found,
    last_that_a_generator_gave, left_where_it_yields, as_often_as_counted, runs_written_out,
    ends_and_rest, last_of_running, ends_of_a_range,
    over_pairs, sums_over_pairs, pairs_kept, best_of_threes, first_pair, sorted_by_pairs, permutations, with_replacement, chained,
    chain_left, chains_zipped, compressed, compressed_by_known, sliced, starred, runs_of_signs, groups_by_key, groups_of_indices,
    ends_of_groups, ranks, made_arrays, unpacked, saved, least_pair, rows_written, pairs_of_tuples, returned_from, pairs_of_known,
    first_of_chain, neighbours_written, written_behind_slice, written_behind_starmap
]


@needs_compiler
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_is_what_python_computes_for_every_size(program):
    def inputs(n):
        return np.random.default_rng(n).normal(size=n)
    lifted = lift(program, inputs(8))
    assert not lifted.pinned
    compiled = precis.compile(lifted)
    for n in (8, 7, 13):
        wanted = program(inputs(n))
        same(run(lifted, (inputs(n),)), wanted, 1e-12, f"interpreted, {n}")
        same(compiled(inputs(n)), wanted, 1e-12, f"compiled, {n}")


def chain_changed(x):
    a = x.copy()
    for i, v in enumerate(itertools.chain(a, a)):
        a[(i + 1) % len(a)] += 0.1 * v
    b = [0.0] * len(x)
    for i in itertools.chain(range(0, len(x), 2), range(1, len(x), 2)):
        b[i] = a[i] + (b[i - 1] if i else 0.0)
    return a, b


def groups_changed(x):
    y = x.copy()
    out = []
    for k, g in itertools.groupby(y, key=lambda v: v > 0):
        y[-1] = 5.0
        out.append(sum(g))
    return out, y


def filter_changed(x):
    a = x.copy()
    s = 0.0
    for v in filter(lambda v: v > 0, a):
        s += v
        a[-1] = 3.0
    return s


def neighbours_changed(x):
    a = x.copy()
    for i, (u, v) in enumerate(itertools.pairwise(a)):
        a[i + 1] = u + v
    return a


def map_changed(x):
    known = [1.0, 2.0, 3.0]
    for i, v in enumerate(map(lambda u: u * x[0], known)):
        if i < 2:
            known[i + 1] += v
    return known


def map_alone_changed(x):
    known = [1.0, 2.0, 3.0]
    for v in map(lambda u: u * x[0], known):
        known[1] += v
    return known


CHANGED = (chain_changed, groups_changed, filter_changed, neighbours_changed, map_changed, map_alone_changed)


@pytest.mark.parametrize("program", CHANGED, ids=lambda f: f.__name__)
def test_loops_that_change_what_their_iterators_read_are_refused(program):
    with pytest.raises(UnsupportedProgram, match="changes what its iterator reads"):
        lift(program, np.array([0.5, -1.0, 2.0, 0.25, 1.0]))


def slices_of_what_has_no_end(x):
    ids = itertools.count(3)
    part = itertools.islice(ids, 3)
    first = next(ids)
    taken = list(part)
    apart = [p - next(ids) for p in itertools.islice(ids, 2)]
    for k in itertools.islice(ids, 10):
        if x[k % 4] > 0.6:
            break
    total = 0.0
    for p in itertools.islice(ids, 3):
        total += p * x[p % 3] + next(ids)
    return first, taken, apart, k, total, next(ids)


def test_slices_take_one_item_after_the_other():
    x = np.array([0.1, 0.7, 0.2, 0.9])
    for other in (x, x[::-1].copy(), np.zeros(4)):
        same(run(lift(slices_of_what_has_no_end, x), (other,)), slices_of_what_has_no_end(other), 1e-15, "result")


def beside_known_items(x):
    ids = itertools.count(1)
    return [i + next(ids) for _, i in zip(("a", "b", "c"), ids)]


def beside_taken_while(x):
    ids = itertools.count(1)
    return [v + next(ids) for v in itertools.takewhile(lambda q: q < 6, ids)]


@pytest.mark.parametrize("program", (beside_known_items, beside_taken_while), ids=lambda f: f.__name__)
def test_comprehensions_that_take_items_beside_are_refused(program):
    with pytest.raises(UnsupportedProgram, match="takes items of an iterator"):
        lift(program, np.ones(3))
