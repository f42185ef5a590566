"""In loops one look at a mask tells how many elements it chooses, and which."""

import sys
from dataclasses import replace

import numpy as np
import pytest

import precis.emit.plan  # noqa: F401 - the module, which a function of that name hides
from precis.emit.engine import compile as compile_native
from precis.emit.plan.counted_places import places_counted
from precis.emit.plan.kernels import Access, Instr, Loop, Nest, SizeBind
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
COUNTED = "pr::row<pr::Sum, int64_t>"


def scattered(x, at, w):
    """Positions that repeat: the last one stays."""
    for p in range(len(w)):
        here = at[p:2 * p]
        there = here >= 0
        x[here[there]] -= w[p] * x[p:2 * p][there]
    return x


def packed(x, at, w):
    total = np.zeros(len(w))
    for p in range(len(w)):
        chosen = x[p:][x[p:] > w[p]]
        total[p] = np.sum(np.cumsum(chosen)) + 100.0 * len(chosen)
    return total


def two(x, at, w):
    total = 0.0
    for p in range(len(w)):
        total += np.sum(np.cumsum(x[x > w[p]])) * np.sum(np.cumsum(0.5 * at[at > p]))
        x[p] = -x[p]
    return total


def until(x, at, w):
    n = len(x)
    while n > 3:
        x = x * 0.7
        n = len(x[x > 0.2])
        at[at > n] = n
    return n


def changed(x, at, w):
    """The mask is asked again when what it was computed from has changed."""
    total = 0.0
    for p in range(len(w)):
        n = np.sum(x > w[p])
        x[p] = 2.0
        total += n + np.sum(np.cumsum(x[x > w[p]]))
    return total


def once(x, at, w):
    return np.cumsum(x[x > w[0]]).sum()


def numbered(x, at, w):
    """The mask asks for the places themselves, which have a name."""
    place = np.arange(len(x))
    for p in range(len(w)):
        chosen = place[(place & (p + 1)) == 0]
        other = np.minimum(chosen ^ (p + 1), len(x) - 1)
        wrong = x[chosen] > x[other]
        first, second = chosen[wrong], other[wrong]
        x[first], x[second] = x[second], x[first]
        at[first] += second - first
    return place * 0.5


def arguments(n, m, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1.0, 1.0, n)
    x[::7] = np.nan
    return x, rng.integers(-4, max(n, 1), n), rng.uniform(-1.2, 1.2, m)


@pytest.mark.parametrize("fn", [scattered, packed, two, until, changed, once, numbered])
def test_results_are_those_of_numpy(fn):
    run = compile_native(lift(fn, *arguments(30, 8)), quick=True)
    for n, m in ((30, 8), (200, 90), (9, 1), (8, 0), (129, 64), (700, 20)):
        if fn is once and m == 0:
            continue
        given, expected = arguments(n, m, n), arguments(n, m, n)
        np.testing.assert_allclose(run(*given), fn(*expected), rtol=1e-12)
        for a, b in zip(given, expected):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("fn", "counts"), [(scattered, 0), (packed, 0), (two, 0), (once, 1), (numbered, 0)])
def test_masks_are_looked_at_once_in_loops(fn, counts):
    source = compile_native(lift(fn, *arguments(30, 8))).source
    assert source.count("pr::positions(") >= 1
    assert source.count(COUNTED) == counts
    assert fn is not numbered or "place_" not in source  # what counts is no array


def raw_plan(monkeypatch):
    """The plan of `scattered` as it is lowered."""
    found = []
    monkeypatch.setattr(sys.modules["precis.emit.plan"], "places_counted", lambda made: found.append(made) or made)
    compile_native(lift(scattered, *arguments(30, 8)), quick=True)
    return found[0]


@pytest.mark.parametrize("behind", [False, True])
def test_masks_that_change_between_are_looked_at_again(monkeypatch, behind):
    made = raw_plan(monkeypatch)
    (loop,) = [s for s in made.statements if isinstance(s, Loop)]
    at = next(i.access for s in loop.body if isinstance(s, Nest) and s.reductions for i in s.body if i.op == "load")
    (k,) = [k for k, s in enumerate(loop.body) if isinstance(s, SizeBind)]
    k = len(loop.body) if behind else k
    zero = Instr("%0", "const", (), "int64", value=0)
    stores = Nest((), (zero, Instr("%1", "store", ("%0",), "int64", Access(at.buffer, (at.index[0] * 0,), at.shape))))
    changed = replace(made, statements=tuple(
        replace(s, body=(*s.body[:k], stores, *s.body[k:])) if s is loop else s for s in made.statements))
    assert (places_counted(changed) == changed) == (not behind)
