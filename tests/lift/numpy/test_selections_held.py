"""Selections by masks (`x[x > 0]`) that attributes, keys, lists and what functions return stand for, through branches, loops and computed
places: arrays of lengths of their own, one under every name. Python itself is the oracle."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import precis
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run, same

X = np.array([0.2, 0.9, 0.7, 0.1, 0.8])
OTHERS = ((X, -1.0), (np.array([0.95, 0.05, 0.6]), 1.0), (np.linspace(0.0, 1.0, 8), -1.0), (np.full(4, 0.1), 1.0))


class Box:
    n = 0

    def put(self, held):
        self.held = held


class Pairs:
    """The list of neighbours of a simulation, made anew where something moved."""

    def __init__(self):
        self.found = None
        self.times = 0

    def needs(self, x):
        return True if self.found is None else np.max(np.abs(x - self.at)) > 0.05

    def update(self, x):
        if self.needs(x):
            i, j = np.triu_indices(len(x), k=1)
            near = np.abs(x[i] - x[j]) < 0.4
            self.found = (i[near], j[near])
            self.at = x.copy()
            self.times += 1


def neighbours(x, t):
    pairs, total = Pairs(), 0.0
    pairs.update(x)
    for k in range(5):
        x = x + 0.03 * np.sin(k * x + t)
        pairs.update(x)
        i, j = pairs.found
        total += np.sum((x[i] - x[j]) ** 2)
    return total, pairs.found, pairs.times


def put_by_a_method(x, t):
    q, box = x[x > 0.5], Box()
    box.put(q * 2)
    if t > 0:
        box.put(q)
    box.held[:1] = 5.0
    return q, box.held


def put_in_a_loop(x, t):
    q, box = x[x > 0.5], Box()
    box.put(q * 2)
    for v in x:
        if v > t:
            box.put(q)
    box.held[:1] = 5.0
    return q, box.held


def beside_what_changes(x, t):
    q, box = x[x > 0.5], Box()
    box.put(q)
    if t > 0:
        box.n = 1
    box.held[:1] = 5.0
    return q, box.held, box.n


def another_under_a_key(x, t):
    q = x[x > 0.5]
    state = {"s": q * 1, "n": 0}

    def put(v):
        state["s"] = v
    if t > 0:
        put(q)
    state["s"][:1] = 5.0
    return q, state


def tried(x, t):
    q, box = x[x > 0.5], Box()
    try:
        box.put(q)
        z = 1 / float(t - 1.0)
    except ZeroDivisionError:
        z = 0.0
    box.held[:1] = 4.0
    return q, box.held, z


def one_of_two(x, t):
    q = x[x > 0.5]

    def other(a, b):
        return b if t > 0 else a
    w = other(q * 2, q)
    w[:1] = 5.0
    return q, w


def replaced_while(x, t):
    state, n = {"q": x[x > 0.5]}, 0
    while state["q"].sum() > 0.5 and n < 5:
        state["q"] = state["q"][state["q"] > 0.3] * 0.7
        n += 1
    return state, n


def at_a_place(x, t):
    groups = [x[x > v] for v in (0.15, 0.5, 0.75)]
    return groups[int(t > 0) + 1], groups[-int(t > 0)].sum(), [len(g) for g in groups]


def at_a_key(x, t):
    labels = (x * 3).astype(int)
    groups = {k: np.where(labels == k)[0] for k in range(4)}
    total = np.zeros(4)
    for i in range(len(x)):
        total[labels[i]] += x[groups[labels[i]]].sum()
    return total


def changed_at_a_place(x, t):
    q = x[x > 0.5]
    groups, pair = [q * 1, x[x < 0.5], x[:1] * 1], [q, q * 2]
    k = int(t > 0)
    pair[k][:1] = 7.0
    groups[k + 1] = q * 3
    return groups, pair, q


def in_order(x, t):
    groups = [x[x > 0.15], x[x < 0.5], x[:1], x]
    return sorted(groups, key=len), max(groups, key=lambda g: g.sum()), sorted([x[:2], x[1:]], key=lambda g: -g.sum())


def arrays_of_other_shapes_by_name(x, t):
    made = {"a": x[:2], "b": x[x > 0.5]}
    made["a" if t > 0 else "b"] = x[:1] * 2
    return made


PROGRAMS = (neighbours, put_by_a_method, put_in_a_loop, beside_what_changes, another_under_a_key, tried, one_of_two, replaced_while,
            at_a_place, at_a_key, changed_at_a_place, in_order, arrays_of_other_shapes_by_name)


@pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_computes_what_python_computes(program: Any) -> None:
    lifted = precis.lift(program, X.copy(), 1.0)
    for x, t in ((X, 1.0), *OTHERS):
        same(run(lifted, (x.copy(), t)), program(x.copy(), t), 1e-13, program.__name__)


def all_of_them(x, t):
    return [program(x.copy(), t) for program in (put_by_a_method, at_a_place, in_order)]


@needs_compiler
@pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")
def test_compiled_programs_compute_the_same() -> None:
    compiled = precis.compile(precis.lift(all_of_them, X.copy(), 1.0))
    for x, t in ((X, 1.0), *OTHERS):
        same(compiled(x.copy(), t), all_of_them(copy.deepcopy(x), t), 1e-13, "compiled")
