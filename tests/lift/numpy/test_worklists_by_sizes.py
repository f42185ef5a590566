"""Work lists whose lengths sizes would decide: the loop stays one, for every size."""

import heapq

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def coded(weights):
    """Huffman: each iteration takes two items from a heap and puts one back."""
    n = len(weights)
    heap = [(weights[i], i) for i in range(n)]
    heapq.heapify(heap)
    above, new = np.zeros(2 * n - 1, dtype=np.int64), n
    while len(heap) > 1:
        wa, a = heapq.heappop(heap)
        wb, b = heapq.heappop(heap)
        above[a] = new
        above[b] = new
        heapq.heappush(heap, (wa + wb, new))
        new += 1
    return above


def sorted_by_halves(x):
    """Quicksort with a stack of the parts that are left: where each is cut, the data decide."""
    out = x.copy()
    todo = [(0, len(out))]
    while todo:
        lo, hi = todo.pop()
        if hi - lo < 2:
            continue
        pivot, k = out[hi - 1], lo
        for j in range(lo, hi - 1):
            if out[j] < pivot:
                t = out[j]
                out[j] = out[k]
                out[k] = t
                k += 1
        out[hi - 1] = out[k]
        out[k] = pivot
        todo.append((lo, k))
        todo.append((k + 1, hi))
    return out


def balanced(x):
    """A tree of medians, built with a stack of parts that sizes alone decide; which node is above tells a place in the stack."""
    n = len(x)
    left, right, order = np.full(n, -1), np.full(n, -1), np.arange(n)
    root = -1
    todo = [(0, n, -1, 0)]
    while todo:
        lo, hi, above, side = todo.pop()
        if lo >= hi:
            continue
        part = order[lo:hi]
        order[lo:hi] = part[np.argsort(x[part])]
        node = order[(lo + hi) // 2]
        if above < 0:
            root = node
        elif side == 0:
            left[above] = node
        else:
            right[above] = node
        todo.append((lo, (lo + hi) // 2, node, 0))
        todo.append(((lo + hi) // 2 + 1, hi, node, 1))
    return root, left, right


@needs_compiler
@pytest.mark.parametrize("f", [coded, sorted_by_halves, balanced], ids=lambda f: f.__name__)
def test_one_loop_serves_every_size(f):
    """None of these loops is written out: one program for every size that the guards let pass."""
    data = np.random.default_rng(0).random
    program = lift(f, data(60))
    run = compile(program)
    for n in (60, 7, 500):
        x = data(n)
        found, expected = run(x), f(x)
        for a, b in zip(found if isinstance(found, tuple) else (found,), expected if isinstance(expected, tuple) else (expected,), strict=True):
            np.testing.assert_array_equal(a, b)
