"""Items of lists that change: what is refused, what stays as it was, and loops that find something first, or nothing."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run, same

X = np.random.default_rng(0).random(80)


@dataclass(eq=False)
class Particle:
    x: float
    n: int = 0


def particles(x):
    found = []
    for v in x:
        found.append(Particle(v))
    return found


def copied_as_a_whole(x):
    ps = particles(x)
    others = copy.deepcopy(ps)
    for p in ps:
        p.x += 1.0
    return sum(p.x for p in others)


def given_another_attribute(x):
    ps = particles(x)
    for p in ps:
        p.more = 1.0
    return sum(p.more for p in ps)


def appended_or_not(x):
    ps = []
    for v in x:
        p = Particle(v)
        if v > 0.5:
            ps.append(p)
        p.n = 3
    return sum(p.n for p in ps)


def keys_of_dicts(x):
    ps = particles(x)
    for p in ps:
        p.n += 1
    return len({p: p.n for p in ps})


@pytest.mark.parametrize("program", [copied_as_a_whole, given_another_attribute, keys_of_dicts], ids=lambda p: p.__name__)
def test_what_a_pool_does_not_know_is_known_item_by_item(program):
    found = lift(program, X)
    assert found.pinned
    same(run(found, (X[::-1],)), program(X[::-1]), 1e-12, program.__name__)


def test_a_thing_that_is_an_item_or_not_may_change():
    found = lift(appended_or_not, X)
    for x in (X, X[::-1], X[:5]):
        same(run(found, (x,)), appended_or_not(x), 0.0, "appended_or_not")


def copied_one_by_one(x):
    ps = particles(x)
    shallow, deep, same_things = [copy.copy(p) for p in ps], [copy.deepcopy(p) for p in ps], copy.copy(ps)
    for p in ps:
        p.x += 1.0
    same_things.pop()
    for p in same_things:
        p.n += 1
    return [p.x for p in ps], [p.n for p in ps], [p.x for p in shallow], [p.x for p in deep], len(ps), len(same_things)


def given_to_other_names(x):
    """The thing that is taken, another that takes its place, and a slice that is taken out."""
    ps = particles(x)
    old = ps[2]
    ps[2] = Particle(100.0)
    old.x = 50.0
    ps[2].n = 4
    ps[4:6] = [old]
    del ps[0]
    for a, b in pairwise(ps):
        b.x += a.x
    return [p.x for p in ps], old.x, [p.n for p in ps], old.n


def test_parts_of_things_have_names():
    named = {c.name for c in lift(copied_one_by_one, X).containers}
    assert {"Particle_x", "Particle_n"} <= named


def a_few_of_them(x):
    """A list known item by item of things in pools, taken from at computed places."""
    ps = particles(x)
    team = [ps[0], ps[1], ps[0]]
    same_ones, chosen = 0, []
    for k, p in enumerate(ps):
        other = team[int(3 * p.x) % 3]
        other.n += k
        same_ones += other is ps[0]
        if p.x > 0.4:
            chosen.append(other)
    first = team[0] if x[0] > 0.5 else team[1]
    first.x = 9.0
    held = {"best": ps[0], "other": ps[1]}
    if x[1] > x[0]:
        held["best"], held["other"] = ps[1], ps[0]
    held["best"].n += 100
    chosen.append(held["best"])
    chosen[-1].n += 1000
    return [p.n for p in ps], same_ones, [p.x for p in ps], first is ps[0], held["best"] is ps[1], held["other"] is ps[1]


class Node:

    def __init__(self, w, before):
        self.w, self.before, self.depth = w, before, 0 if before is None else before.depth + 1


def linked(x):
    """Things that refer to things of their own kind, and do not change."""
    nodes = [Node(1.0, None)]
    for k, v in enumerate(x):
        nodes.append(Node(v, nodes[k // 2]))
    return sum(node.w * node.before.w for node in nodes if node.before is not None), max(node.depth for node in nodes)


def best_of_some(x):
    ps = [p for p in particles(x) if p.x > 0.7]
    for p in ps:
        p.x += 1.0
    best = None
    for p in ps:
        if best is None or p.x > best.x:
            best = p
    return len(ps), -1.0 if best is None else best.x


def largest_of_some(x):
    best, where = None, None
    for k in np.nonzero(x > 0.7)[0]:
        if best is None or x[k] < best:
            best, where = x[k], int(k)
    return best, where


def steps_until_they_are_short(x):
    before, n, s = None, 0, x.sum()
    while s > 0.01:
        if before is not None and before - s < 1e-3:
            break
        before, s, n = s, 0.7 * s, n + 1
    return n, s, before


@dataclass
class Cell:
    x: float
    kids: list = field(default_factory=lambda: [-1, -1, -1])
    sums: list = field(default_factory=lambda: [0.0, 0.0])


def quadrants(x):
    cells = [Cell(0.0)]
    for v in x:
        at, k = 0, int(v * 1000) % 3
        while cells[at].kids[k] >= 0:
            cells[at].sums[-1 - k // 2] += v
            at, k = cells[at].kids[k], (k + at) % 3
        cells.append(Cell(v))
        cells[at].kids[k - 3 if v > 0.5 else k] = len(cells) - 1
    return [c.kids for c in cells], [c.sums[1] for c in cells], sum(c.sums[0] for c in cells)


@pytest.mark.parametrize("program", [quadrants, copied_one_by_one, given_to_other_names, a_few_of_them, linked, best_of_some, largest_of_some, steps_until_they_are_short],
                         ids=lambda p: p.__name__)
def test_things_are_what_python_has(program):
    found = lift(program, X)
    for x in (X, X[:9], X[:60][X[:60] < 0.7], np.full(7, 0.8)):
        same(run(found, (x,)), program(x), 1e-12, program.__name__)
