"""Positions of either sign, in loops that run one iteration after the other and in such that make vectors."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
RNG = np.random.default_rng(5)
TABLE, PLACES, X = RNG.integers(-40, 40, 40), RNG.integers(-30, 30, 50), RNG.normal(size=30)


def chain(table, places, x):
    """The next position is what the last one read."""
    at, seen = 0, 0
    for i in range(places.shape[0]):
        at = table[at] ^ i % 3
        at = max(-40, min(39, at))
        seen += at * i
    return seen


def walk(table, places, x):
    """A while loop, whose positions another array holds."""
    i, total = 0, 0.0
    while i < 50 and total < 1e9:
        total += x[places[i]]
        i += 1
    return total


def scattered(table, places, x):
    """Rounds that store where the data say."""
    found = np.zeros(30, dtype=np.int64)
    for k in range(places.shape[0]):
        found[places[k]] = found[places[k]] * 3 + k
    return found


def around_others(table, places, x):
    """A loop around another one."""
    sums = np.zeros(50)
    for k in range(places.shape[0]):
        first, s = x[places[k]], 0.0
        for j in range(x.shape[0]):
            s = s * 0.5 + abs(x[j] - first)
        sums[k] = s
    return sums


def by_branches(table, places, x):
    """A branch that hands a position on to the next iteration."""
    at, total = 3, 0.0
    for k in range(places.shape[0]):
        if x[at] > 0.0:
            at = places[k]
            total += k
        else:
            at = at // 2 - 1
    return total, at


def side_by_side(table, places, x):
    """Independent: vectors gather."""
    return x[places] * 2.0


def own_places(table, places, x):
    """A sum whose positions follow from nothing that the loop writes."""
    total = 0.0
    for k in range(places.shape[0]):
        total = total * 0.5 + x[places[k]]
    return total


@pytest.mark.parametrize("function, jumps", [(chain, True), (walk, True), (scattered, True), (around_others, True), (by_branches, True),
                                             (side_by_side, False), (own_places, False)])
def test_positions_of_either_sign(function, jumps):
    compiled = compile(lift(function, TABLE, PLACES, X))
    np.testing.assert_equal(compiled(TABLE, PLACES, X), function(TABLE, PLACES, X))
    assert ("pr::from_end(" in compiled.source) == jumps


def rooted(parent, i):
    """The root of i's tree, and how far it was; the path to it is halved."""
    far = 0
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
        far += 1
    return i, far


def repeated(parent, i):
    """A position that several statements read at, and that is counted, not read."""
    total = 0
    while total < 100:
        total += parent[i] + 40
        i = i + 1 if parent[i] > total % 7 else i - 1
        i = max(-40, min(39, i))
    return total, i


def at_one_place(parent, i):
    """A position that stays the same."""
    total, k = 0, parent[i]
    while total < 100:
        total += parent[k] % 7 + 1
        parent[k] = total % 3 - parent[k]
    return total, k


@pytest.mark.parametrize("function, chased", [(rooted, True), (repeated, True), (at_one_place, False)])
def test_chased_positions_jump_wherever_they_are_read_at(function, chased):
    """Chains of links that go through both ends."""
    parent = np.arange(40)
    parent[5:39] = np.arange(4, 38)
    parent[4], parent[20] = 39, -22
    compiled = compile(lift(function, parent, 30))
    for first in (30, 0, 5, 39, 38, 17):
        mine, theirs = parent.copy(), parent.copy()
        np.testing.assert_equal(compiled(mine, first), function(theirs, first))
        np.testing.assert_array_equal(mine, theirs)
    loop = compiled.source[compiled.source.index("for (;;)"):]
    assert ("< 0l)" not in loop[:loop.index("\n    }")]) == chased
