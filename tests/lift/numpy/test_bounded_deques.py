"""Deques of a greatest length that grow under conditions by tuples with arrays in them."""

from __future__ import annotations

from collections import deque
from copy import deepcopy

import numpy as np
import pytest

from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same


def lbfgs(a, b):
    """Limited memory: two loops over the last steps, the first backwards."""
    last, x, g = deque(maxlen=4), np.zeros_like(b), -b
    for _ in range(9):
        q, alphas = g.copy(), []
        for s, y in reversed(last):
            alphas.append(s @ q / (y @ s))
            q -= alphas[-1] * y
        if last:
            s, y = last[-1]
            q *= s @ y / (y @ y)
        for (s, y), alpha in zip(last, reversed(alphas)):
            q += s * (alpha - y @ q / (y @ s))
        new = x - 0.5 * q
        changed = a @ new - b - g
        if (new - x) @ changed > 1e-12:
            last.append((new - x, changed))
        x, g = new, g + changed
    return x, len(last)


def both_ends(a, b):
    seen, behind = deque(maxlen=3), deque([(0, 0.0)], maxlen=2)
    for i in range(len(b)):
        if b[i] > 0:
            seen.appendleft((i, b[i]))
        if a[0, i] > 0.1:
            behind.append((i, a[0, i]))
        if b[i] < -0.4 and behind:
            behind.pop()
    return seen, behind, [i for i, _ in seen], len(behind)


def none_at_all(a, b):
    last, all_of_them = deque(maxlen=0), deque()
    for i in range(len(b)):
        if b[i] > 0:
            last.append((i, a[i]))
            all_of_them.append((i, b[i]))
    for i, v in reversed(all_of_them):
        b[i] = v * 2 + i
    return len(last), b, all_of_them


def given(n):
    r = np.random.default_rng(n)
    a = r.normal(size=(n, n))
    return a @ a.T / n + np.eye(n), r.normal(size=n)


@pytest.mark.parametrize("program", [lbfgs, both_ends, none_at_all], ids=lambda p: p.__name__)
def test_the_last_items_are_kept(program):
    found = lift(program, *given(6))
    for n in (6, 4, 11):
        a, b = given(n)
        wanted, mine = program(a, b.copy()), run(found, (a, b))
        for x, y in zip(deepcopy(mine), wanted):
            assert not isinstance(y, deque) or (isinstance(x, deque) and x.maxlen == y.maxlen)
            same(list(x) if isinstance(x, deque) else x, list(y) if isinstance(y, deque) else y, 1e-9, program.__name__)


def grows_what_it_reads(a, b):
    last = []
    for i in range(len(b)):
        if b[i] > 0:
            last.append((i, a[i]))
    if len(last) > 9:
        last.pop(0)
    for i, v in reversed(last):
        last.append((i, 2 * v))
    return len(last)


def test_loops_that_change_what_they_go_through_backwards_are_refused():
    with pytest.raises(UnsupportedProgram):
        lift(grows_what_it_reads, *given(6))
