"""Integers that a loop asks not to be negative are not compared with zero again, until they are changed."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def exchanged(x, start):
    """A place that is made of one that counts and one that is asked for."""
    gap = start[0]
    while gap > 0:
        lower = np.flatnonzero((np.arange(x.size) & gap) == 0)
        x[lower] = x[lower] + x[lower ^ gap]
        gap = gap // 2
    return gap


def between(x, start):
    gap = start[0]
    total = 0.0
    while 0 < gap <= 20:
        total += x[gap | 1] + x[gap]
        gap -= 1
    return total


def minus_one_too(x, start):
    """Also asked for -1, which is the last element."""
    gap = start[0]
    total = 0.0
    while gap >= -1:
        total += x[gap]
        gap -= 1
    return total


def changed_before(x, start):
    gap = start[0]
    total = 0.0
    while gap > 0:
        gap -= 2
        total += x[gap]
    return total


def changed_inside(x, start):
    """In a loop, behind which it is asked for nothing."""
    gap = start[0]
    total = 0.0
    while gap > 0:
        for _ in range(2):
            total += x[gap]
            gap -= 2
        total += x[gap]
    return total


def or_asked(x, start):
    gap = start[0]
    total = 0.0
    while gap > 0 or total < 3.0:
        total += abs(x[gap]) + 0.5
        gap -= 1
    return total


@needs_compiler
@pytest.mark.parametrize("fn, free", [(exchanged, True), (between, True), (minus_one_too, False), (changed_before, False),
                                      (changed_inside, False), (or_asked, False)])
def test_places_that_loops_ask_for(fn, free):
    x = np.random.default_rng(3).normal(size=16)
    run = compile_native(lift(fn, x, np.array([8])))
    assert (" < 0" not in run.source and "from_end" not in run.source) == free
    for gap in (8, 4, 1, 0) if fn is exchanged else (9, 5, 2, 1, 0, -1):
        mine, theirs = x.copy(), x.copy()
        assert run(mine, np.array([gap])) == fn(theirs, np.array([gap]))
        np.testing.assert_array_equal(mine, theirs)
