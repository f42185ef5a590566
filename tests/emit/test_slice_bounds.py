"""Slices between bounds that arrays hold: of either sign, beyond the ends, in no order."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(7)
ROWS, DATA = np.array([0, 3, 3, 7, 11, 12]), RNG.integers(-9, 9, 12)


def rows(begin, data):
    """Rows of a sparse matrix."""
    found = np.zeros(begin.shape[0] - 1, dtype=np.int64)
    for i in range(begin.shape[0] - 1):
        found[i] = data[begin[i]:begin[i + 1]].sum()
    return found


def while_there_are(begin, data):
    """A loop of unknown length, whose next slice begins where the sum says."""
    at, total, turns = 0, 0, 0
    while turns < 9:
        part = data[at:begin[turns % begin.shape[0]]]
        total += part.sum() + part.shape[0]
        at = total % 31 - 15
        turns += 1
    return total, at


def to_the_end(begin, data):
    """Only beginnings, and only ends; the bound itself is used too."""
    found = np.zeros(begin.shape[0], dtype=np.int64)
    for i in range(begin.shape[0]):
        k = begin[i]
        found[i] = data[k:].sum() * 3 - data[:k].sum() + k
        data[max(k, 0) % data.shape[0]] += i
    return found


def vectors(begin, data):
    """Positions cut likewise, side by side: selections."""
    n = data.shape[0]
    return np.minimum(np.maximum(np.where(begin < 0, begin + n, begin), 0), n)


@pytest.mark.parametrize("function, jumps", [(rows, True), (while_there_are, True), (to_the_end, True), (vectors, False)])
def test_slices_are_cut_as_numpy_cuts_them(function, jumps):
    compiled = compile(lift(function, ROWS, DATA.copy()))
    assert ("pr::within(" in compiled.source) == jumps
    assert "pr::minimum(pr::maximum(" not in compiled.source or not jumps
    for begin in (ROWS, ROWS[::-1].copy(), RNG.integers(-14, 15, 40), np.array([-13, -12, 12, 13, 0, -1, 11, 2**62, -2**62])):
        for length in (12, 1):
            np.testing.assert_equal(compiled(begin, DATA[:length].copy()), function(begin, DATA[:length].copy()))


def test_a_length_that_is_not_the_one_of_the_array_keeps_its_selections():
    """Cut to 7 of what was counted from the end of 9."""
    def other(begin, data):
        at, total = 0, 0
        for k in range(begin.shape[0]):
            at = begin[(at + k) % begin.shape[0]]
            total = total * 3 % 1009 + int(np.minimum(np.maximum(np.where(at < 0, at + 9, at), 0), 7))
            at = total
        return total
    compiled = compile(lift(other, ROWS, DATA))
    assert "pr::within(" not in compiled.source
    for begin in (ROWS, RNG.integers(-14, 15, 40)):
        np.testing.assert_equal(compiled(begin, DATA), other(begin, DATA))
