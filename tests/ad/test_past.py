"""Slices beside a store, and of what it stored, do without it; where that is not sure, or more is read, it stays."""

import numpy as np
import pytest

from precis.ad.past import read_past
from precis.ir.interpret import interpret
from precis.ir.verify import verify
from precis.lift import lift

N = 6


def beside(a, x):
    w = a.copy()
    w[0] = x
    return w[1] * w[0]


def in_a_triangle(a, x):
    s = np.zeros(len(x))
    for p in range(len(a) - 1):
        for q in range(p + 1, len(a)):
            w = a.copy()
            w[p] = x * w[q]
            w[q] = w[p] + w[q]
            s += w[q] * w[p]
    return s


def overlapping(a, x):
    w = a.copy()
    w[:2] = x
    return w[1:3] * 2.0


def whole(a, x):
    w = a.copy()
    w[0] = x
    return w[1] * w.sum()


def maybe_the_same(a, x):
    s = np.zeros(len(x))
    for p in range(len(a)):
        for q in range(len(a)):
            w = a.copy()
            w[p] = x
            s += w[q]
    return s


@pytest.mark.parametrize(("function", "stores"), [(beside, 0), (in_a_triangle, 0), (overlapping, 1), (whole, 1), (maybe_the_same, 1)])
def test_stores_that_nobody_sees_are_dropped(function, stores):
    a, x = np.random.default_rng(7).normal(size=(N, 4)), np.arange(4.0)
    program = lift(function, a, x)
    found = program.with_body(read_past(program.body))
    verify(found)
    assert sum(n.op == "update" for n in found.body.walk()) == stores
    assert np.array_equal(interpret(found, (a, x))[0], interpret(program, (a, x))[0])
    np.testing.assert_allclose(interpret(found, (a, x))[0], function(a, x), rtol=1e-13)
