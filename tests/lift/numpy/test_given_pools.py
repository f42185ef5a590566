"""Lists of the caller whose items change: in the caller's own things, for lists of every length."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest

from precis.emit.cpu.build import QUICK
from precis.emit.engine import compile_all
from precis.errors import InputError, PrecisError, UnsupportedProgram
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same


@dataclass
class Particle:
    x: float
    v: float
    hits: int = 0
    alive: bool = True


class Slotted:
    __slots__ = ("at", "w")

    def __init__(self, at, w):
        self.at, self.w = at, w


class World:

    def __init__(self, ps, g):
        self.ps, self.g, self.t = ps, g, 0.0

    def step(self, dt):
        for p in self.ps:
            p.v -= dt * self.g
            p.x += dt * p.v
            if p.x < 0.0:
                p.x, p.v, p.hits = -p.x, -p.v, p.hits + 1
        self.t += dt
        return max(self.ps, key=lambda p: p.x).x


def moved(ps, dt):
    for p in ps:
        p.x += dt * p.v
        if p.x > 1.0:
            p.alive = False
    return sum(p.x for p in ps)


def pulled(ps, dt):
    for a in ps:
        for b in ps:
            if a is not b:
                a.v += dt * (b.x - a.x)
    for p in ps:
        p.x += dt * p.v


def dicts(rows, by):
    for row in rows:
        row["x"] *= by
    rows[-1]["n"] += 1
    return [row["x"] for row in rows]


def slots(things, dt):
    things[0].w += dt
    for a, b in pairwise(things):
        b.w += 0.5 * a.w


def best_of_both(ps, qs):
    best = max(ps, key=lambda p: p.x)
    best.v = 7.0
    for q in qs:
        q.hits += 1
        if q.x > best.x:
            best = q
    best.x = -1.0
    kept = [p for p in ps if p.x > 0.2]
    for p in kept:
        p.alive = not p.alive
    return len(kept)


def things(n, seed=0):
    x = np.random.default_rng(n + seed).random((n, 2)).tolist()
    return [Particle(*row) for row in x]


def of_dicts(n):
    return [{"x": p.x, "n": k} for k, p in enumerate(things(n))]


def of_slots(n):
    return [Slotted(p.x, p.v) for p in things(n)]


CASES = {moved: lambda n: (things(n), 0.3), pulled: lambda n: (things(n), 0.1), dicts: lambda n: (of_dicts(n), 0.5),
         slots: lambda n: (of_slots(n), 0.5), best_of_both: lambda n: (things(n), things(n + 3, 1)),
         World.step: lambda n: (World(things(n), 9.81), 0.1)}


def lists(x):
    """The lists in arguments, and what is in their items."""
    if isinstance(x, World):
        return [x.ps, [x.t]]
    return [[list(t.values()) if isinstance(t, dict) else [getattr(t, k) for k in getattr(t, "__slots__", vars(t) if hasattr(t, "__dict__") else ())]
             for t in x]] if isinstance(x, list) else []


def checked(call, fn, given, n):
    theirs, ours = given(n), given(n)
    held = [list(x) for x in ours if isinstance(x, list)]
    found = call(ours)
    same(found, fn(*theirs), 1e-13, fn.__name__)
    for mine, other in zip(ours, theirs):
        same(lists(mine), lists(other), 1e-13, fn.__name__)
    for before, now in zip(held, (x for x in ours if isinstance(x, list))):
        assert all(a is b for a, b in zip(before, now, strict=True))


@pytest.fixture(scope="module")
def programs():
    return {fn: lift(fn, *given(5)) for fn, given in CASES.items()}


@pytest.mark.parametrize("fn", CASES, ids=lambda f: f.__qualname__)
def test_items_change_where_they_are(fn, programs):
    assert not programs[fn].pinned
    for n in (5, 2, 12):
        checked(lambda args: run(programs[fn], args), fn, CASES[fn], n)


@needs_compiler
def test_compiled(programs):
    for fn, compiled in zip(CASES, compile_all(list(programs.values()), QUICK), strict=True):
        for n in (5, 30):
            checked(lambda args, c=compiled: c(*args), fn, CASES[fn], n)


def test_a_thing_that_is_there_twice_is_an_error(programs):
    ps = things(5)
    ps[3] = ps[1]
    with pytest.raises(InputError, match="is there twice"):
        run(programs[moved], (ps, 0.3))
    with pytest.raises(InputError, match="is there twice"):
        run(programs[best_of_both], (ps[:3], [*things(4), ps[0]]))


def one_among_others(p, x):
    ps = []
    for v in x:
        ps.append(Particle(v, 0.0))
    ps.append(p)
    for q in ps:
        q.x += 1.0
        q.hits += 1
    return [q.x for q in ps]


def test_a_thing_that_is_given_and_becomes_an_item():
    x = np.linspace(0.0, 1.0, 7)
    program = lift(one_among_others, Particle(0.25, 1.0), x)
    mine, theirs = Particle(0.5, 1.0), Particle(0.5, 1.0)
    same(run(program, (mine, x[:4])), one_among_others(theirs, x[:4]), 1e-13, "result")
    assert mine == theirs == Particle(1.5, 1.0, 1)


def grown(ps, dt):
    for p in ps:
        p.x += dt
    if ps[0].x > 0.5:
        ps.append(Particle(dt, dt))


def test_lists_that_get_other_items_are_refused():
    with pytest.raises(UnsupportedProgram) as caught:
        lift(grown, things(12), 0.1)
    assert caught.value.hints


def failing(ps, dt):
    ps[0].x = 5.0
    return ps[7].x


def test_nothing_changes_where_a_call_fails():
    program = lift(failing, things(8), 0.1)
    ps = things(3)
    before = copy.deepcopy(ps)
    with pytest.raises(PrecisError):
        run(program, (ps, 0.1))
    assert ps == before
