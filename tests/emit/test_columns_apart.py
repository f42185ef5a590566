"""Lists of tuples of numbers of several kinds: integers stay integers, in columns of their own."""

import heapq

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.formats import FORMATS, Assignment
from precis.ir.grown import columns_apart, lists_in_place
from precis.ir.interpret import interpret
from precis.ir.text import parse
from precis.ir.verify import verify
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
DOUBLE = Assignment(default=FORMATS["binary64"])


def in_order(x, k):
    """A heap of pairs, of which the second is an integer."""
    heap = []
    for i in range(x.shape[0]):
        heapq.heappush(heap, (x[i], k[i]))
    found, keys, n = np.zeros(x.shape[0], dtype=np.int64), np.zeros(x.shape[0]), 0
    while heap:
        keys[n], found[n] = heapq.heappop(heap)
        n += 1
    return keys, found


def integer_first(x, k):
    """Triples; what is taken out is put in again, changed."""
    heap = [(k[i], x[i], i) for i in range(x.shape[0])]
    heapq.heapify(heap)
    total, last = 0.0, 0
    for j in range(3 * x.shape[0]):
        number, weight, place = heap[0]
        heapq.heapreplace(heap, (number + 3 * place + 1, weight * 0.5, place))
        total += weight
        last = last ^ number
    return total, last


def stacked(x, k):
    """A stack that grows under conditions; an item stays what it was when the list changes."""
    todo, seen, n = [(0, 1.0)], np.zeros(x.shape[0] + 1, dtype=np.int64), 0
    kept = todo[0]
    while todo:
        i, weight = todo.pop()
        if i < x.shape[0] and seen[i] == 0:
            kept = (k[i], weight)
            seen[i] = k[i]
            n += 1
            if x[i] > 0.5:
                todo.append((i + 2, weight * 0.5))
            todo.append((i + 1, weight + x[i]))
    return seen, n, kept[0], kept[1]


def two_lists(x, k):
    """A list beside another that begins as its copy."""
    a = [(x[0], k[0])]
    for i in range(1, x.shape[0]):
        if x[i] > 0.3:
            a.append((x[i], k[i]))
    b = list(a)
    b[0] = (7.5, k[0] // 2)
    found, s = 0, 0.0
    for value, number in a:
        found ^= number
        s += value
    for value, number in b:
        found -= number
        s = s * 0.5 + value
    return found, s


def of_few_bits(x, k):
    """Integers of NumPy, which wrap around, and truths."""
    rows = []
    for i in range(x.shape[0]):
        if x[i] > 0.2:
            rows.append((np.int32(k[i] % 1000), x[i], x[i] > 0.6))
    total, count = np.int32(0), 0
    for number, value, there in rows:
        total = (total ^ np.int32(31)) + number
        count += there
    return total, count


PROGRAMS = [in_order, integer_first, stacked, two_lists, of_few_bits]


def _data(n, seed):
    rng = np.random.default_rng(seed)
    return rng.choice(np.array([0.25, 0.75, -0.0, 0.0, 0.9]), n) if seed % 2 else rng.random(n), rng.integers(-2**60, 2**60, n) | 1


def _same(found, expected):
    found, expected = ((x if isinstance(x, tuple) else (x,)) for x in (found, expected))
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
        assert np.asarray(a).dtype == np.asarray(b).dtype


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n, seed", [(12, 0), (12, 1), (7, 2), (1, 3), (31, 4)])
def test_integers_beyond_those_that_reals_hold_are_kept(f, n, seed):
    x, k = _data(n, seed)
    _same(compile(lift(f, x, k))(x, k), f(x, k))


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_integers_are_not_converted(f):
    x, k = _data(12, 0)
    made = lists_in_place(lift(f, x, k))
    changed = columns_apart(made, made.original or DOUBLE)
    verify(changed)
    back = [n for n in changed.nodes() if n.op == "convert" and n.inputs[0].kind == "real" and n.output.kind in ("int64", "int32")]
    apart = f is in_order  # whose heap is lifted as a list for each part (ADR 473)
    assert any(n.op == "convert" and n.inputs[0].kind == "real" for n in made.nodes()) is not apart and not back
    small = k % 1000
    for a, b in zip(interpret(changed, [x, small]), interpret(made, [x, small]), strict=True):
        np.testing.assert_array_equal(a, b)


TABLE = """
@sizes(N=4)
def f(x: input[real[N]], k: input[int64[N]]):
    t: local[real[N, 2]]
    s: output[real]
    m: output[int64]
    t = broadcast({fill}, shape=(N, 2))
    def step(i, t, s, m):
        t = update(t, concatenate({first}[None], {second}[None], axis=0), at={at})
        {more}
        return t, s + t[i, 0] + {used}, m + convert(t[i, 1], kind='int64')
    t, s, m = loop(step, trips=N, carry=(t, 0.0, 0))
    return s, m{returned}
"""
PLAIN = {"fill": "0.0", "first": "x[i]", "second": "convert(k[i], kind='real')", "at": "s_[i]", "more": "_9 = x[0]", "used": "_9",
         "returned": ""}


@pytest.mark.parametrize("changed, apart", [
    ({}, True), ({"at": "s_[i, :]"}, True), ({"used": "t[0, 1]"}, True), ({"used": "t[i][0]"}, True), ({"used": "t[i:i + 1][0, 1]"}, True),
    ({"more": "_9 = x[0]\n        t = update(t, t[:1], at=s_[N - 1:N])"}, True),
    ({"fill": "-0.0"}, False), ({"fill": "2.0"}, False), ({"fill": "x[0]"}, False), ({"second": "x[i]"}, False),
    ({"second": "convert(k[i], kind='real') + 0.5"}, False), ({"used": "sum(t[i], axes=(0,))"}, False),
    ({"used": "sum(t, axes=(0, 1))"}, False), ({"more": "_9 = x[0]\n        t = update(t, x[0], at=s_[i, 0])"}, False),
    ({"more": "_9 = x[0]\n        t = update(t, x[0], at=s_[i])"}, False), ({"more": "_9 = x[0]\n        t = t * 1.0"}, False),
    ({"more": "_9 = x[0]\n        t = update(t, concatenate(x[0][None], t[0, 0][None], axis=0), at=s_[0])"}, False),
    ({"returned": ", t"}, False)])
def test_only_what_is_stored_and_read_number_by_number_is_apart(changed, apart):
    made = parse(TABLE.format(**{**PLAIN, **changed}))
    found = columns_apart(made, made.original or DOUBLE)
    verify(found)
    assert (found is not made) == apart
    x, k = np.array([0.5, np.nan, -0.0, 2.0]), np.array([3, -1, 0, 7])
    expected = interpret(made, [x, k])
    for a, b, c in zip(interpret(found, [x, k]), compile(made)(x, k), expected, strict=True):
        np.testing.assert_array_equal(a, c)
        np.testing.assert_array_equal(b, c)


def test_columns_of_another_format_stay_together():
    """What a container is stored in is asked for by its name."""
    made = parse(TABLE.format(**PLAIN))
    assert columns_apart(made, Assignment({"t": FORMATS["binary32"]}, default=FORMATS["binary64"])) is made
