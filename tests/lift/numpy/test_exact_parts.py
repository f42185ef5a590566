"""Ints beside real numbers in tuples of lists: those beyond 2**53 stay what they are, and of computed ones it is said."""

from __future__ import annotations

import math
from collections import deque

import numpy as np
import pytest

import precis
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run


def under_a_condition(n, k):
    out = []
    for i in range(n):
        if i != k:
            out.append((2**53 + 2 * i + 1, 0.5 * i))
    return out


def exchanged(x):
    a, b = [(1, 2.0)], []
    for v in x:
        if v > 0:
            a.append((2**53 + 1, float(v)))
        else:
            b.append((3, 1.0))
    if x[0] > 0:
        a, b = b, a
    return a, b


def on_a_stack(x):
    todo, s, k = [(2**60 + 1, 0.5)], 0, 0
    while todo:
        k, v = todo.pop()
        s += k
        if v < x[0]:
            todo.append((k + 2, v + 1.0))
    return s, k


def put_at(x):
    pairs = [(1, float(v)) for v in x]
    pairs[int(x[0])] = (2**53 + 1, 0.5)
    return pairs


@needs_compiler
@pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")
@pytest.mark.parametrize("program, inputs", [
    (under_a_condition, [(4, 2), (4, 7), (1, 0)]), (put_at, [(np.ones(3),), (np.ones(5),)]),
    (on_a_stack, [(np.array([3.3]),), (np.array([0.0]),)]),
    (exchanged, [(np.array([1.0, 2.0, -1.0]),), (-np.ones(3),)])], ids=lambda p: getattr(p, "__name__", ""))
def test_ints_beyond_what_floats_hold_stay_what_they_are(program, inputs):
    for args in inputs:
        lifted = lift(program, *args)
        for found in (run(lifted, args), precis.compile(lifted)(*args)):
            assert repr(found) == repr(program(*args))


def computed_under_a_condition(k):
    pairs = [(0, 0.5)]
    for n in k:
        if n > 3:
            pairs.append((int(n) * int(n), 0.5))
    return pairs[-1][0]


def test_of_computed_ones_it_is_said():
    found = {a.text for a in lift(computed_under_a_condition, np.array([1, 7])).assumed}
    assert "ints in tuples with floats stay below 2**53" in found


def levels(x):
    """Two queues that change places whenever one is empty."""
    front, behind = deque([0]), deque()
    total = depth = 0
    while front:
        k = front.popleft()
        total += k * depth
        if k + 2 < len(x) and x[k] > 0:
            behind.append(k + 1)
            behind.append(k + 2)
        if not front:
            front, behind = behind, front
            depth += 1
    return total, depth, math.inf


def test_queues_that_change_places():
    program = lift(levels, np.ones(8))
    for n in (8, 3, 20):
        x = np.random.default_rng(n).normal(size=n)
        assert run(program, (x,)) == levels(x)
