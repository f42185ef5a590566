"""Places that counts lay down are gone through count by count: the same bits, for any counts and ends."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from precis.emit.cpu.ragged import ragged
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Routine
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def edges(y, counts, ends, to, v):
    """Of nodes that share a list of neighbours."""
    first = np.cumsum(counts) - counts
    places = np.arange(counts.sum()) + np.repeat(2 * first - first, counts)
    np.add.at(y, to[places % to.size], np.repeat(v[:-1] / 3.0, counts))


def own(y, counts, ends, to, v):
    """Each range adds to one place."""
    np.subtract.at(y, np.repeat(np.arange(counts.size) % y.size, counts), to[np.arange(counts.sum()) % to.size] * 0.1)


def right(y, counts, ends, to, v):
    np.add.at(y, to, v[np.searchsorted(ends, np.arange(to.size), side="right")])


def left(y, counts, ends, to, v):
    np.add.at(y, to, v[np.searchsorted(ends, np.arange(to.size))] + np.searchsorted(ends, np.arange(to.size)))


def twice(y, counts, ends, to, v):
    """Two loops go through the same places."""
    k = np.searchsorted(ends, np.arange(to.size), side="right")
    np.add.at(y, to, v[k])
    for p in range(to.size):
        if v[k[p]] > y[0]:
            y[to[p]] = max(y[to[p]] * 0.5, v[k[p]])


def spread(y, counts, ends, to, v):
    """As many as there are places, or one for all of them."""
    np.add.at(y, to, v[np.searchsorted(ends, np.arange(counts.sum()))])


def in_vectors(y, counts, ends, to, v):
    """What does not wait takes the ranges from memory."""
    y[:] = np.max(v[np.searchsorted(ends, np.arange(to.size), side="right")])


def read_elsewhere(y, counts, ends, to, v):
    k = np.searchsorted(ends, np.arange(to.size), side="right")
    np.add.at(y, to, v[k])
    y += np.max(k)


def changed(y, counts, ends, to, v):
    """The ends are others when the places are gone through."""
    k = np.searchsorted(ends, np.arange(to.size), side="right")
    ends[:] = ends // 2
    np.add.at(y, to, v[k])


def of_reals(y, counts, ends, to, v):
    np.add.at(y, to, v[np.searchsorted(ends * 0.5, np.arange(to.size))])


def backwards(y, counts, ends, to, v):
    k = np.searchsorted(ends, np.arange(to.size), side="right")
    np.add.at(y, to, v[k[::-1]])


GONE = (edges, own, right, left, twice, spread)
KEPT = (in_vectors, read_elsewhere, changed, of_reals, backwards)


def _arguments(counts, ends, places):
    rng = np.random.default_rng(len(counts) + places)
    counts, ends = np.array(counts, dtype=np.int64), np.array(ends, dtype=np.int64)
    return rng.normal(size=7), counts, ends, rng.integers(0, 7, size=places), rng.normal(size=len(counts) + 1)


EXAMPLE = _arguments([2, 0, 5, 4], [2, 2, 7, 8], 11)


def _searches(statements):
    return sum(isinstance(s, Routine) and s.op == "searchsorted" for s in walk(statements))


@pytest.mark.parametrize("function", GONE)
def test_loops_that_add_in_order_need_no_search(function):
    program = lift(function, *EXAMPLE)
    made = plan(program, default_assignment(program))
    gone = ragged(made).statements
    assert _searches(made.statements) and not _searches(gone)
    assert any(isinstance(s, Loop) and s.short for s in walk(gone))


@pytest.mark.parametrize("function", KEPT)
def test_other_places_are_searched_for(function):
    program = lift(function, *EXAMPLE)
    made = plan(program, default_assignment(program))
    assert _searches(made.statements) and ragged(made).statements == made.statements


def _agree(compiled, function, arguments):
    mine, theirs = ([a.copy() for a in arguments] for _ in range(2))
    compiled(*mine)
    function(*theirs)
    for found, expected in zip(mine, theirs):
        np.testing.assert_array_equal(found, expected)


@needs_compiler
@pytest.mark.parametrize("function", [*GONE, *KEPT])
def test_the_same_bits(function):
    compiled = compile(lift(function, *EXAMPLE), quick=1)
    for counts, ends, places in (([2, 0, 9], [2, 2, 7], 11), ([0, 0, 3], [0, 0, 3], 3), ([0, 1], [0, 4], 4), ([1], [0], 1), ([4, 1], [90, 100], 5)):
        _agree(compiled, function, _arguments(counts, ends, places))


@pytest.fixture(scope="module")
def searching():
    return {function: compile(lift(function, *EXAMPLE), quick=1) for function in (right, left)}


@needs_compiler
@settings(max_examples=60, deadline=None)
@given(ends=st.lists(st.integers(-3, 20) | st.sampled_from((-2**63, 2**63 - 1)), min_size=1, max_size=6), places=st.integers(1, 15))
def test_ends_may_be_any_numbers_in_order(searching, ends, places):
    for function, compiled in searching.items():
        _agree(compiled, function, _arguments([0] * len(ends), sorted(ends), places))
