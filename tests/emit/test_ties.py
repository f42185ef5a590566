"""Tuples are compared part by part in `while` loops: later parts are read where the earlier ones are equal."""

import heapq

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.ties import ties_apart
from precis.ir.grown import lists_in_place
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler


def sorted_by_heap(x, k):
    """Triples in order, by a heap that is built and taken apart."""
    n = x.shape[0]
    keys, places = np.zeros(n), np.zeros((n, 2), dtype=np.int64)
    heap = [(x[i], k[i], i) for i in range(n)]
    heapq.heapify(heap)
    count = 0
    while heap:
        key, second, place = heapq.heappop(heap)
        keys[count] = key
        places[count, 0] = second
        places[count, 1] = place
        count += 1
    return keys, places


def pushed(x, k):
    """Pairs that are pushed one by one, some of which are taken out again in between."""
    heap = [(0.5, 1)]
    out = np.zeros((2 * x.shape[0] + 2, 2))
    count = 0
    for i in range(x.shape[0]):
        heapq.heappush(heap, (x[i], k[i]))
        if k[i] % 3 == 0:
            least = heapq.heappop(heap)
            out[count, 0] = least[0]
            out[count, 1] = least[1]
            count += 1
    while heap:
        least = heapq.heappop(heap)
        out[count, 0] = least[0]
        out[count, 1] = least[1]
        count += 1
    return out


def _tied(n, seed):
    """Few numbers, so that most comparisons are of equal ones; among them zeros of both signs and infinity."""
    rng = np.random.default_rng(seed)
    return rng.choice(np.array([0.0, -0.0, 1.5, -2.0, np.inf]), n), rng.integers(-3, 3, n)


@pytest.mark.parametrize("f", [sorted_by_heap, pushed], ids=lambda f: f.__name__)
@pytest.mark.parametrize("n, seed", [(1, 0), (2, 1), (17, 2), (40, 3), (40, 4)])
def test_ties_are_decided_as_in_python(f, n, seed):
    x, k = _tied(n, seed)
    found, expected = (r if isinstance(r, tuple) else (r,) for r in (compile(lift(f, x, k))(x, k), f(x, k)))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)
        np.testing.assert_array_equal(np.signbit(a), np.signbit(b))


def test_numbers_that_are_not_compare_as_in_python():
    """Nothing is less than NaN, nor equal to it."""
    for f in (sorted_by_heap, pushed):
        x, k = np.array([1.0, np.nan, 0.5, np.nan, 1.0, 0.25, 0.25]), np.array([3, 2, 9, 1, 3, 2, 1])
        found, expected = (r if isinstance(r, tuple) else (r,) for r in (compile(lift(f, x, k))(x, k), f(x, k)))
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_array_equal(a, b)


def _branch_reads(program):
    """How many elements the branches of comparisons read: those that hand on one truth alone."""
    branches = [n for n in program.nodes() if n.op == "cond" and [v.kind for v in n.outputs] == ["bool"] and n.inputs[0].kind == "bool"]
    return sum(m.op == "slice" for n in branches for b in n.blocks for m in b.nodes)


def test_heaps_read_later_parts_in_branches():
    x, k = _tied(9, 0)
    made = lists_in_place(lift(sorted_by_heap, x, k))
    changed = ties_apart(made)
    verify(changed)
    eager = [n for n in changed.nodes() if n.op == "bit_or"]
    assert any(n.op == "bit_or" for n in made.nodes()) and not eager
    for a, b in zip(interpret(changed, [x, k]), interpret(made, [x, k]), strict=True):
        np.testing.assert_array_equal(a, b)


WHILE = """
@sizes(N=4)
def f(x: input[real[N]], k: input[int64[N]]):
    i: local[int64]
    s: output[real]
    def test(i, s):
        return i < index(N)
    def step(i, s):
        {lines}
        return i + 1, s + convert({used}, kind='real') * convert(i + 1, kind='real')
    i, s = while_(test, step, carry=(0, 0.0))
    return s
"""
LESS = "_1 = x[i]; _2 = x[0]; _3 = k[i]; _4 = k[0]; _5 = (_1 == _2) & (_3 {than} _4); _6 = (_1 {less} _2) | _5"


def _while(lines, used="_6"):
    return parse(WHILE.format(lines="\n        ".join(lines.replace("[i]", "[pick(i)]").split("; ")), used=used))


@pytest.mark.parametrize("lines, used, reads", [
    (LESS.format(less="<", than="<"), "_6", 2), (LESS.format(less=">", than="<="), "_6", 2),
    (LESS.format(less="<", than="<").replace("_1 < _2", "_2 < _1"), "_6", 2),
    (LESS.format(less="<=", than="<"), "_6", 0),  # of equal ones, the first part alone tells
    (LESS.format(less="<", than="<").replace("_1 == _2", "_1 == x[1]"), "_6", 0),
    (LESS.format(less="<", than="<"), "(_6 | _5)", 0), (LESS.format(less="<", than="<"), "(_6 | (_3 < 7))", 1),
    (LESS.format(less="<", than="<"), "(_6 | (_1 < _2))", 2),
    (LESS.format(less="<", than="<").replace("k[i]", "i + 7").replace("k[0]", "i"), "_6", 0)])
def test_what_only_ties_ask_for_is_read_there(lines, used, reads):
    made = _while(lines, used)
    changed = ties_apart(made)
    verify(changed)
    assert _branch_reads(changed) == reads
    for x, k in (_tied(4, 5), (np.array([0.0, np.nan, -0.0, 0.0]), np.array([1, 0, 0, 2]))):
        (expected,) = interpret(made, [x, k])
        np.testing.assert_array_equal(interpret(changed, [x, k])[0], expected)
        np.testing.assert_array_equal(compile(made)(x, k), expected)


COUNTED = """
@sizes(N=4)
def f(x: input[real[N]], k: input[int64[N]]):
    s: output[real]
    def step(i, s):
        return s + convert((x[i] < x[0]) | ((x[i] == x[0]) & (k[i] < k[0])), kind='real')
    s = loop(step, trips=N, carry=0.0)
    return s
"""


def test_loops_of_known_length_choose_without_branches():
    made = parse(COUNTED)
    assert ties_apart(made) is made


UPDATED = """
@sizes(N=4)
def f(x: inout[real[N]], k: inout[int64[N]]):
    i: local[int64]
    s: output[real]
    def test(i, s, k):
        return i < index(N)
    def step(i, s, k):
        _3 = k[pick(i)]
        k = update(k, (7 - i)[None], at=s_[:1])
        _1 = x[pick(i)]
        _2 = x[0]
        _5 = (_1 == _2) & (_3 < k[1])
        return i + 1, s + convert((_1 < _2) | _5, kind='real') * convert(i + 1, kind='real'), k
    i, s, k = while_(test, step, carry=(0, 0.0, k))
    mutates(k=k)
    return s
"""


def test_reads_stay_in_front_of_what_overwrites_them():
    made = parse(UPDATED)
    changed = ties_apart(made)
    verify(changed)
    assert _branch_reads(changed) == 1  # of k[1] alone
    for seed in range(4):
        x, k = _tied(4, seed)
        expected, after = interpret(made, [x, k])
        mine = k.copy()
        np.testing.assert_array_equal(compile(made)(x.copy(), mine), expected)
        np.testing.assert_array_equal(mine, after)
