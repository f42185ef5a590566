"""What nests gather again and again along their innermost axis is gathered once."""

import numpy as np
import pytest

from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def paired(x, which):
    """Distances of all to those chosen, which are gathered once for all rows."""
    return np.abs(x[:, None] - x[which][None, :]).sum(axis=1)


def table(x, which):
    """Each row has one element of its own."""
    return x[which][:, None] * x[None, :]


def turned(x, which):
    return np.abs(x[which])


@needs_compiler
@pytest.mark.parametrize("function, kept", [(paired, True), (table, False), (turned, False)])
def test_what_is_gathered_again_and_again_is_kept(function, kept):
    rng = np.random.default_rng(2)
    program = lift(function, rng.normal(size=40), rng.integers(0, 40, 30))
    made = plan(program, default_assignment(program))
    assert any(b.role == WORKSPACE and b.shape for b in made.buffers.values()) == kept
    compiled = compile(program, quick=True)
    for n, m in ((40, 30), (3, 50), (7, 1)):
        x, which = rng.normal(size=n), rng.integers(-n, n, m)
        np.testing.assert_allclose(compiled(x, which), function(x, which), rtol=1e-14)


def toned(x, which):
    """Shades of an image, made once for each shade."""
    return np.round(np.linspace(x[0], 255.0, 256)).astype(np.uint8)[which % 256] + np.uint8(1)


def stepped(x, which):
    """Places in an array of any length may be fewer than its elements."""
    return np.round(x).astype(np.int64)[which]


@needs_compiler
@pytest.mark.parametrize("function, kept", [(toned, True), (stepped, False)])
def test_tables_that_are_looked_up_are_made_first(function, kept):
    rng = np.random.default_rng(3)
    program = lift(function, rng.uniform(0, 9, 40), rng.integers(0, 40, 30))
    made = plan(program, default_assignment(program))
    looking = [n for n in walk(made.statements) if isinstance(n, Nest) and len(n.axes) == 1 and n.axes[0].extent.constant is None]
    assert any(i.op == "rint" for n in looking for i in n.body) != kept
    for n, m in ((40, 300), (50, 1)):
        x, which = rng.uniform(0, 9, n), rng.integers(0, n, m)
        np.testing.assert_array_equal(compile(program, quick=True)(x, which), function(x, which))


def stepped_through(x, which):
    """Neighbours of what is gathered."""
    y = x[which]
    return y[1:] - y[:-1]


def halved(x, which):
    """Each element is taken once."""
    y = x[which]
    return y[1::2] - y[::2]


def at_one_place(x, which):
    """Loops over the same elements are one, which gathers them once."""
    y = x[which]
    return np.sqrt(y), y * y, y + 1.0


@needs_compiler
@pytest.mark.parametrize("function, kept", [(stepped_through, True), (halved, False), (at_one_place, False)])
def test_what_one_loop_takes_at_several_places_is_gathered_once(function, kept):
    rng = np.random.default_rng(4)
    program = lift(function, rng.normal(size=40), rng.integers(0, 40, 30))
    made = plan(program, default_assignment(program))
    assert any(b.role == WORKSPACE and b.shape for b in made.buffers.values()) == kept
    compiled = compile(program, quick=True)
    for n, m in ((40, 30), (3, 50), (7, 2)):
        x, which = rng.uniform(size=n), rng.integers(-n, n, m)
        for found, expected in zip(np.atleast_2d(compiled(x, which)), np.atleast_2d(function(x, which)), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-14)


def changes(x, which):
    """What is sorted by is read again in the order that was found."""
    key = x * 3.0 + which
    order = np.argsort(key, kind="stable")
    found = key[order]
    return order, np.count_nonzero(found[1:] != found[:-1])


@needs_compiler
def test_what_is_sorted_is_computed_once():
    rng = np.random.default_rng(5)
    program = lift(changes, rng.normal(size=40), rng.integers(0, 40, 40))
    made = plan(program, default_assignment(program))
    assert sum(i.op == "mul" for n in walk(made.statements) if isinstance(n, Nest) for i in n.body) == 1
    for n in (40, 2, 7):
        x, which = rng.integers(0, 3, n) * 1.0, rng.integers(0, 2, n)
        for found, expected in zip(compile(program, quick=True)(x, which), changes(x, which), strict=True):
            np.testing.assert_array_equal(found, expected)


def outlying(x, rank, which):
    """What is sorted is taken from here and there; its rest is looked at, too."""
    some = x[which]
    return np.abs(some - np.sort(some)[which.size // 2])


@needs_compiler
def test_what_is_taken_to_be_sorted_is_taken_once():
    rng = np.random.default_rng(7)
    program = lift(outlying, rng.normal(size=40), 0, rng.integers(0, 40, 30))
    made = plan(program, default_assignment(program))
    assert sum(i.op == "select" for n in walk(made.statements) if isinstance(n, Nest) for i in n.body) == 1
    for n, m in ((40, 30), (9, 1)):
        x, which = rng.normal(size=n), rng.integers(-n, n, m)
        np.testing.assert_array_equal(compile(program, quick=True)(x, 0, which), outlying(x, 0, which))


def everywhere(x, rank, which):
    """Places that are told apart everywhere, and at both ends of edges, from two arrays."""
    best = (x < 0.5) & (rank > 3)
    return np.where(best, x, 0.0), best[which], ~best[which[::-1]]


def at_places(x, rank, which):
    """Wanted at the ends of edges alone, of which there may be few."""
    best = (x < 0.5) & (rank > 3)
    return x + 1.0, best[which], rank


def of_one(x, rank, which):
    """From one array: looking that up costs as much."""
    best = x < 0.5
    return np.where(best, x, 0.0), best[which], rank


def of_numbers(x, rank, which):
    """Numbers take eight times the memory of truth values."""
    best = x * rank
    return np.sqrt(best), best[which] > 0.5, rank


def of_tables(x, rank, which):
    """Pairs, of which there are many more than numbers that they are told by."""
    best = (x[:, None] < 0.5) & (rank[None] > 3)
    return np.where(best, x[:, None], 0.0), best[which], rank


@needs_compiler
@pytest.mark.parametrize("function, kept", [(everywhere, True), (at_places, False), (of_one, False), (of_numbers, False), (of_tables, False)])
def test_what_is_computed_everywhere_is_looked_up(function, kept):
    rng = np.random.default_rng(5)
    program = lift(function, rng.random(40), rng.integers(0, 9, 40), rng.integers(0, 40, 90))
    made = plan(program, default_assignment(program))
    assert any(b.role == WORKSPACE and b.shape for b in made.buffers.values()) == kept
    compiled = compile(program, quick=True)
    for n, m in ((40, 90), (3, 50), (7, 0), (6, 1)):
        arguments = rng.random(n), rng.integers(0, 9, n), rng.integers(-n, n, m)
        for found, expected in zip(compiled(*arguments), function(*arguments), strict=True):
            np.testing.assert_array_equal(found, expected)
