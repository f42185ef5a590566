"""Things in lists that have lists which grow: histories, children of nodes, members of bins, friends of agents."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.lift import lift
from precis.lift.numpy import carries
from tests.lift.numpy.case import run, same


@dataclass
class Particle:
    x: float
    v: float
    history: list = field(default_factory=list)

    def step(self, dt):
        self.x += self.v * dt
        self.history.append(self.x)


def histories(x):
    ps = [Particle(a, 0.5 * a) for a in x]
    for _ in range(4):
        for p in ps:
            p.step(0.1)
    return [sum(p.history) / len(p.history) for p in ps], [p.history[-1] - p.history[0] for p in ps]


def given_back(x):
    ps = []
    for a in x:
        ps.append(Particle(a, 0.5 * a))
    for _ in range(3):
        for p in ps:
            p.step(0.1)
    return [(p.x, p.history) for p in ps], ps[0].history


class Node:
    def __init__(self, value):
        self.value, self.children, self.parent, self.total = value, [], None, 0.0

    def add(self, child):
        child.parent = self
        self.children.append(child)


def sums_of_branches(x):
    """Nodes whose children are nodes, and a search that sees what it appends."""
    nodes = [Node(v) for v in x]
    for k in range(1, len(nodes)):
        nodes[int(x[k] * 1000.0) % k].add(nodes[k])
    for node in reversed(nodes):
        node.total = node.value
        for child in node.children:
            node.total += child.total
    order, s = [nodes[0]], 0.0
    for node in order:
        s = 0.5 * s + node.value
        for child in node.children:
            order.append(child)
    return nodes[0].total, s, max(len(node.children) for node in nodes), len(order)


def bins(x):
    held = [{"n": 0, "items": []} for _ in range(4)]
    for v in x:
        b = held[int(v * 8.0) % 4]
        b["n"] += 1
        b["items"].append(v)
    return [sum(b["items"]) / max(b["n"], 1) for b in held]


def served(x):
    """Which of few things changes, the data say; pairs in their lists."""
    servers, t = [{"busy": 0.0, "log": []} for _ in range(3)], 0.0
    for v in x:
        t += 0.3
        s = min(servers, key=lambda s: s["busy"])
        s["busy"] = max(s["busy"], t) + v
        s["log"].append((t, v))
    return [len(s["log"]) for s in servers], [sum(b for _, b in s["log"]) for s in servers]


class Agent:
    def __init__(self, w):
        self.w, self.friends = w, []


def friends(x):
    agents = [Agent(v) for v in x]
    for k in range(len(x)):
        i, j = k, int(x[k] * 1000.0) % len(x)
        if i != j and agents[j] not in agents[i].friends:
            agents[i].friends.append(agents[j])
            agents[j].friends.append(agents[i])
    new = []
    for a in agents:
        if a.friends:
            new.append(0.5 * a.w + 0.5 * sum(b.w for b in a.friends) / len(a.friends))
        else:
            new.append(a.w)
    for a, w in zip(agents, new):
        a.w = w
    return [a.w for a in agents], [len(a.friends) for a in agents]


PROGRAMS = [histories, given_back, sums_of_branches, bins, served, friends]
X = np.random.default_rng(3).random(9)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_one_program_serves_all_lengths(program):
    found = lift(program, X)
    assert not found.pinned
    for n in (9, 4, 30):
        x = np.random.default_rng(n).random(n)
        same(run(found, (x,)), program(x), 1e-12, program.__name__)


@pytest.mark.parametrize("program", [sums_of_branches, served], ids=lambda p: p.__name__)
def test_compiled(program):
    native = compile(lift(program, X), quick=2)
    assert native.backend == "native"
    for n in (9, 40):
        x = np.random.default_rng(n).random(n)
        same(native(x), program(x), 1e-12, program.__name__)


def test_after_too_many_trials_other_ways_are_tried(monkeypatch):
    """Loops that do not settle would be tried thousands of times: another way is right, and holds the program to a size."""
    monkeypatch.setattr(carries, "MOST", 10)
    found = lift(histories, X)
    assert found.pinned
    same(run(found, (X,)), histories(X), 1e-12, "histories")


def test_what_a_name_of_its_own_would_not_see_is_known_item_by_item():
    """The list that a thing gets stays the caller's, too."""
    def program(x):
        ps = []
        for v in x:
            log = [v]
            ps.append(Particle(v, v, log))
            log.append(2.0 * v)
        return [len(p.history) for p in ps]
    same(run(lift(program, X), (X,)), program(X), 0.0, "program")
