"""Whole numbers that are counted in four tables in turn: what NumPy counts, whichever places repeat."""

from functools import lru_cache

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.lift import lift
from tests.emit.oracle import needs_compiler

RNG = np.random.default_rng(6)


def counted(kind, n):
    return np.bincount(kind, minlength=40)


def counted_on(kind, n):
    """What was there stays."""
    np.add.at(n, kind, 3)
    return n.sum()


def counted_in_rows(kind, n):
    rows = kind.reshape(2, -1)
    out = np.zeros((2, 40), dtype=np.int64)
    for k in range(2):
        np.add.at(out[k], rows[k] % 40, 1)
    return out


def pairs(kind, n):
    """Places of two axes."""
    np.add.at(n, kind.reshape(2, -1) // 2 + np.arange(2)[:, None], -1)
    return n.copy()


def narrow(kind, n):
    out = np.zeros(40, dtype=np.uint32)
    np.add.at(out, kind, np.uint32(2**31 + 7))
    return out


def from_the_end(kind, n):
    np.add.at(n, kind - 40, 1)
    return n.copy()


def many_places(kind, n):
    """More than tables hold."""
    return np.bincount(kind * 30, minlength=40 * 30)


def weighted(kind, n):
    """Numbers of their own are added one by one."""
    np.add.at(n, kind, kind * 2)
    return n.copy()


def real(kind, n):
    out = np.zeros(40)
    np.add.at(out, kind, 0.1)
    return out


def read_on_the_way(kind, n):
    """How many there were before is a result of each step."""
    before = np.zeros(kind.size, dtype=np.int64)
    for i in range(kind.size):
        before[i] = n[kind[i]]
        n[kind[i]] += 1
    return before


COUNTED = {counted: True, counted_on: True, counted_in_rows: True, pairs: True, narrow: True, from_the_end: True, many_places: True,
           weighted: False, real: False, read_on_the_way: False}


def arguments(count, spread):
    kind = RNG.integers(0, 40, count) if spread else np.full(count, 17)
    return kind, np.arange(41)


@lru_cache
def compiled(function):
    return compile_native(lift(function, *arguments(400, True)))


@pytest.mark.parametrize("function", COUNTED, ids=lambda f: f.__name__)
def test_what_only_counts_is_counted_in_tables(function):
    program = lift(function, *arguments(400, True))
    assert ("pr::Counts" in emit(program, default_assignment(program)).text) == COUNTED[function]


@needs_compiler
@pytest.mark.parametrize("function", COUNTED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("count", [400, 2, 6, 318, 330, 5002])
@pytest.mark.parametrize("spread", [True, False])
def test_counts_are_numpys(function, count, spread):
    kind, n = arguments(count, spread)
    found, expected = n.copy(), n.copy()
    np.testing.assert_array_equal(compiled(function)(kind, found), function(kind, expected))
    np.testing.assert_array_equal(found, expected)
