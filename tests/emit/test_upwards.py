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


@pytest.mark.parametrize("function, asks", [(queue, False), (held_above, False), (bits, False), (signed_parts, True), (downwards, True),
                                            (from_data, True), (by_way_of_another, True), (summed, True)])
def test_only_what_may_be_negative_is_compared_with_zero(function, asks):
    compiled = compile(lift(function, X, ENDS))
    assert ("< 0l" in compiled.source or "pr::from_end" in compiled.source) == asks
    np.testing.assert_equal(compiled(X, ENDS), function(X, ENDS))
