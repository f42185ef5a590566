"""Deques and lists whose items are taken from the front: what Python gives, whatever else is done with them."""

import copy
from collections import defaultdict, deque

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.searches import graph, iteration
from tests.lift.numpy.case import run


def layered(starts, ends, x):
    """Breadth first."""
    level = np.full(len(starts) - 1, -1)
    level[0] = 0
    todo = deque([0])
    while todo:
        u = todo.popleft()
        for e in range(starts[u], starts[u + 1]):
            if level[ends[e]] < 0:
                level[ends[e]] = level[u] + 1
                todo.append(ends[e])
    return level


def with_a_list(starts, ends, x):
    """The same with a list, of pairs; how long it is, on the way."""
    level, longest = np.full(len(starts) - 1, -1), 0
    todo = [(0, 0)]
    while len(todo) > 0:
        longest = max(longest, len(todo))
        u, d = todo.pop(0)
        if level[u] >= 0:
            continue
        level[u] = d
        for v in ends[starts[u]:starts[u + 1]]:
            todo.append((v, d + 1))
    return level, longest


def both_ends(starts, ends, x):
    """Edges of length 0 and 1: some are put in front; some are taken behind."""
    n = len(starts) - 1
    dist, steps = np.full(n, n), 0
    dist[0] = 0
    todo = deque([0])
    while todo and steps < 50 * n:
        u = todo.popleft() if steps % 3 < 2 else todo.pop()
        steps += 1
        for e in range(starts[u], starts[u + 1]):
            w = 1 if x[ends[e]] > 0.5 else 0
            if dist[u] + w < dist[ends[e]]:
                dist[ends[e]] = dist[u] + w
                if w == 0:
                    todo.appendleft(ends[e])
                else:
                    todo.append(ends[e])
    return dist, steps


def looked_at(starts, ends, x):
    """What is in it is read at places, summed up, copied and changed."""
    todo, out = deque([x[0], x[1], x[2]]), []
    for k in range(len(x)):
        if x[k] > 0.3 and len(todo) > 1:
            out.append(todo.popleft() + todo[0] - todo[-1])
        todo.append(x[k])
        if x[k] > 0.9:
            todo[0] = -x[k]
            out.append(sum(todo) + max(todo) + len(todo))
        if k % 7 == 6:
            kept = list(todo)
            kept.append(x[k])
            out.append(kept[0] + len(kept))
            todo.extend([x[k] * 0.5, x[k] * 0.25])
    return out, list(todo)


def peeked(starts, ends, x):
    """A window of time: what is too old goes."""
    recent, most = deque(), np.zeros(len(x), dtype=np.int64)
    t = 0.0
    for k in range(len(x)):
        t += x[k]
        recent.append(t)
        while recent and recent[0] < t - 2.0:
            recent.popleft()
        most[k] = len(recent)
    return most


def under_a_condition(starts, ends, x):
    """Two names of one deque; a branch takes from it, another empties it."""
    q = deque([x[0]])
    same, out = q, np.zeros(len(x))
    for k in range(len(x)):
        same.append(x[k])
        if x[k] > 0.6:
            out[k] = q.popleft()
        elif x[k] < 0.05:
            q.clear()
            q.append(x[k])
        out[k] += len(same)
    return out, q


def copied(starts, ends, x):
    """A copy of a deque is one, and another."""
    q = deque(x[:3])
    for k in range(3, len(x)):
        q.append(x[k])
        if x[k] > 0.4:
            q.popleft()
    more, same = q.copy(), copy.copy(q)
    more.popleft()
    more.append(x[0])
    return q, more, same, copy.deepcopy(more)


def inside(starts, ends, x):
    """One for each round of a loop, taken to its end or not."""
    out = np.zeros(len(starts) - 1)
    for s in range(len(starts) - 1):
        todo, seen = deque([s]), 0
        while todo and seen < 6:
            u = todo.popleft()
            seen += 1
            out[s] = 0.5 * out[s] + u
            for e in range(starts[u], starts[u + 1]):
                todo.append(ends[e])
        out[s] += len(todo)
    return out


def _same(found, expected):
    assert type(found) is type(expected)
    if isinstance(expected, (tuple, list, deque)):
        assert len(found) == len(expected)
        for a, b in zip(found, expected):
            _same(a, b)
    else:
        np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("f", [layered, with_a_list, both_ends, looked_at, peeked, under_a_condition, copied, inside], ids=lambda f: f.__name__)
def test_items_are_taken_from_the_front(f):
    program = lift(f, *graph(40))
    run = compile(program)
    for n in (40, 5, 300):
        if f is not looked_at or n > 5:
            _same(run(*graph(n)), f(*graph(n)))
    arguments = graph(40)
    arrays, binding = bind(program, arguments)
    _same(give_back(program, interpret(program, arrays, binding), arguments), f(*graph(40)))


@needs_compiler
@pytest.mark.parametrize("f", [layered, with_a_list], ids=lambda f: f.__name__)
def test_no_iteration_moves_what_is_left(f):
    """Nothing goes over the list where an item is taken from it, and where a loop appends to it in each of its iterations."""
    text = emit(lift(f, *graph(40))).files[f"{f.__name__}_run.cpp"]
    assert "PR_SHARED" not in iteration(text)


def last_ones(x, size):
    kept, rest, full, gone = deque(maxlen=size), deque(), 0, 0.0
    for v in x:
        if len(kept) == kept.maxlen:
            full += 1
            gone += kept[0]
        kept.append(v)
    counts = defaultdict(int)
    return full, gone, kept.maxlen, rest.maxlen is None, counts.default_factory is int, counts.default_factory is None


def test_what_deques_and_defaultdicts_are_asked_for_is_no_method():
    x = np.arange(12) * 0.25
    program = lift(last_ones, x, 5)
    for n in (12, 9, 20):
        assert run(program, (np.arange(n) * 0.25, 5)) == last_ones(np.arange(n) * 0.25, 5)
