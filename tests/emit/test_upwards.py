"""Positions in integers that only count upwards are not compared with zero; all others still count from the end where they are negative."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
X, ENDS = np.random.default_rng(7).normal(size=9), np.array([-3, 2, -5, 1, 0])


def queue(x, ends):
    """Head and tail, and a counter that another takes over."""
    waiting = np.zeros(40)
    waiting[0] = x[3]
    head, tail, last = 0, 1, 0
    while head < tail and tail < 30:
        v = waiting[head]
        last, head = head, head + 1
        if v > -0.5:
            waiting[tail] = v - 0.3
            waiting[tail + 1] = v - 0.7
            tail += 2
    return waiting, waiting[last], head


def downwards(x, ends):
    k, s = 2, 0.0
    while s < 3.0 and k > -9:
        s += abs(x[k])
        k -= 1
    return s, k


def from_data(x, ends):
    k, s = 0, 0.0
    for j in range(5):
        s += x[k] * (j + 1)
        k = ends[j] if x[j] > -9.0 else k + 1
    return s


def by_way_of_another(x, ends):
    a, b, s = 1, 3, 0.0
    for j in range(6):
        s += x[a] * (j + 1)
        a, b = b, a - 1
    return s


def summed(x, ends):
    k = 0
    for j in range(3):
        k = ends[:j + 1].sum()
    return x[k]


def held_above(x, ends):
    k, s = 0, 0.0
    for j in range(5):
        k = np.maximum(ends[j], 0) + 1
        s += x[k] * (j + 1)
    return s


def bits(x, ends):
    """Places of bits in bytes, of remainders and of low bits."""
    at, s = 0, 0.0
    while at < 40:
        s += x[at >> 3] * x[at // 7] + x[(at - 9) % 5] - x[(at - 9) & 7]
        at += 1
        if s > 0.0:
            at += 1
    return s


def signed_parts(x, ends):
    """A shift, a quotient and a remainder that may be negative."""
    s, k = 0.0, 0
    for j in range(5):
        s += x[k >> 1] * (j + 1) + x[k // 3] - x[k & -3]
        k = ends[j]
    return s


def left_to_do(x, ends):
    """Places of a list that a condition makes shorter, and their order."""
    y, todo = x.copy(), np.arange(x.size)
    while todo.size:
        y[todo] = y[todo] * 0.5 - 0.1
        todo = todo[np.abs(y[todo]) > 0.2]
    return y


def next_of(x, ends):
    following, k, s = np.zeros(x.size, dtype=np.int64), 0, 0.0
    following[:-1] = np.arange(1, x.size)
    for _ in range(5):
        s += x[k]
        k = following[k]
    return s


def left_of(x, ends):
    """Places that begin before 0."""
    y, todo = x.copy(), np.arange(x.size) - 3
    while todo.size:
        y[todo] = y[todo] * 0.5 - 0.1
        todo = todo[np.abs(y[todo]) > 0.2]
    return y


def filled_before(x, ends):
    at = np.zeros(9, dtype=np.int64)
    for i in range(9):
        at[i] = i - 3
    return x[at]


def filled_by_quotients(x, ends):
    at = np.zeros(9, dtype=np.int64)
    for i in range(9):
        at[i] = (i - 5) // 2
    return x[at]


def filled_backwards(x, ends):
    at = np.zeros(9, dtype=np.int64)
    for i in range(3, -6, -1):
        at[i] = i
    return x[at]


def swapped_with_data(x, ends):
    todo, other, y = np.arange(ends.size), ends.copy(), x.copy()
    for _ in range(3):
        y[todo] = y[todo] + x[other]
        todo, other = other, todo
    return y


def one_from_data(x, ends):
    todo, y = np.arange(x.size), x.copy()
    for j in range(4):
        todo[j + 1] = ends[j]
        y = 0.5 * y + x[todo]
    return y


@pytest.mark.parametrize("function, asks", [(left_to_do, False), (next_of, False), (left_of, True), (filled_before, True),
                                            (filled_by_quotients, True), (filled_backwards, True), (swapped_with_data, True),
                                            (one_from_data, True), (queue, False), (held_above, False), (bits, False), (signed_parts, True),
                                            (downwards, True), (from_data, True), (by_way_of_another, True), (summed, True)])
def test_only_what_may_be_negative_is_compared_with_zero(function, asks):
    compiled = compile(lift(function, X, ENDS))
    assert ("< 0l" in compiled.source or "pr::from_end" in compiled.source) == asks
    np.testing.assert_equal(compiled(X, ENDS), function(X, ENDS))
