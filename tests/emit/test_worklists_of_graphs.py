"""Searches of graphs with heaps, stacks and queues, whose lists become as long as the data ask for: what Python gives, in the memory that
the lists need, and in time that the graph asks for."""

import heapq

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.searches import graph, iteration

pytestmark = needs_compiler


def spanning(starts, ends, weights):
    """Prim: a heap of triples, to which a loop over the edges of a node pushes."""
    n = starts.shape[0] - 1
    seen, parent, total = np.zeros(n, dtype=bool), np.full(n, -1), 0.0
    heap = [(0.0, 0, -1)]
    while heap:
        w, u, p = heapq.heappop(heap)
        if seen[u]:
            continue
        seen[u] = True
        parent[u] = p
        total += w
        for e in range(starts[u], starts[u + 1]):
            v = ends[e]
            if not seen[v]:
                heapq.heappush(heap, (weights[e], v, u))
    return parent, total


def visited(starts, ends, weights):
    """Depth first: a loop over a part of an array pushes on a stack."""
    n = starts.shape[0] - 1
    seen, order, k = np.zeros(n, dtype=bool), np.full(n, -1), 0
    stack = [0]
    while stack:
        u = stack.pop()
        if seen[u]:
            continue
        seen[u] = True
        order[k] = u
        k += 1
        for v in ends[starts[u]:starts[u + 1]]:
            if not seen[v]:
                stack.append(v)
    return order


def layered(starts, ends, weights):
    """Breadth first: a list that is read from a place that moves on, and wanted as a whole."""
    n = starts.shape[0] - 1
    level = np.full(n, -1)
    level[0] = 0
    queue, head = [0], 0
    while head < len(queue):
        u = queue[head]
        head += 1
        for e in range(starts[u], starts[u + 1]):
            v = ends[e]
            if level[v] < 0:
                level[v] = level[u] + 1
                queue.append(v)
    return level, sum(queue), len(queue)


def paired(starts, ends, weights):
    """Two lists that one loop lengthens by different numbers of items."""
    n = starts.shape[0] - 1
    found, open_, far = np.zeros(n), [0], []
    while open_ or far:
        if not open_:
            u = far.pop()
        else:
            u = open_.pop()
        if found[u] > 0.0:
            continue
        found[u] = 1.0 + len(open_) + 3.0 * len(far)
        for e in range(starts[u], starts[u + 1]):
            if weights[e] < 0.5:
                open_.append(ends[e])
            else:
                far.append(ends[e])
                far.append(u)
    return found


def _equal(found, expected):
    for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("f", [spanning, visited, layered, paired], ids=lambda f: f.__name__)
def test_searches_of_graphs(f):
    """One program serves graphs of every size, and lists that are longer than the first run has room for."""
    program = lift(f, *graph(40))
    run = compile(program)
    for n in (2, 40, 3000, 30000):
        given = graph(n)
        _equal(run(*given), f(*given))
    _equal(tuple(interpret(program, list(graph(40)))), f(*graph(40)))


@pytest.mark.parametrize("f", [spanning, visited, layered], ids=lambda f: f.__name__)
def test_no_list_is_copied_in_an_iteration(f):
    """An iteration takes as long as what it does: no loop in it goes over a list."""
    text = emit(lift(f, *graph(40))).files[f"{f.__name__}_run.cpp"]
    assert "PR_SHARED" not in iteration(text)


@pytest.mark.parametrize("f", [spanning, visited, paired], ids=lambda f: f.__name__)
def test_room_is_for_what_lists_have(f):
    """No list has room for all edges in every iteration: lengths are added, and never multiplied."""
    program = lift(f, *graph(40))
    sizes = [d for c in program.containers for d in c.shape]
    assert len(sizes) > 3 and all(len(monomial) < 2 for d in sizes for monomial, _ in d.terms)
