"""One of several lists, dicts and objects that are there, as the data ask for: Python itself is the oracle."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pytest

import precis
from benchmarks.gradients import check_gradient
from precis.errors import UnsupportedProgram
from precis.ir.call import bind
from tests.lift.numpy.case import Case, check, same

pytestmark = pytest.mark.filterwarnings("ignore::precis.errors.UncheckedData")


class Node:
    def __init__(self, value: Any, following: Any = None, other: Any = None) -> None:
        self.value, self.following, self.other = value, following, other

    def is_last(self) -> bool:
        return self.following is None

    def bump(self, by: Any) -> Any:
        self.value = self.value + by
        return self.value


@dataclass
class Agent:
    wealth: Any
    log: list = field(default_factory=list)

    def pay(self, to: Agent, amount: Any) -> None:
        amount = min(amount, self.wealth)
        self.wealth -= amount
        to.wealth += amount


TREE = {"f": 0, "t": 0.3, "l": {"f": 1, "t": -0.2, "l": {"leaf": 1.0}, "r": {"leaf": 2.5}},
        "r": {"f": 2, "t": 0.5, "l": {"leaf": -1.0, "more": 1}, "r": {"f": 0, "t": 0.8, "l": {"leaf": 4.0}, "r": {"leaf": 5.0}}}}


class Split:
    """A node of a decision tree: a leaf where it has a value."""

    def __init__(self, f: Any = None, t: Any = None, left: Any = None, right: Any = None, value: Any = None) -> None:
        self.f, self.t, self.left, self.right, self.value = f, t, left, right, value

    def is_leaf(self) -> bool:
        return self.value is not None


SPLITS = Split(0, 0.1, Split(1, 0.4, Split(value=1.5), Split(value=2.0)),
               Split(1, -0.3, Split(value=3.0), Split(2, 0.0, Split(value=-1.0), Split(value=7.0))))


def walks_dicts(rows):
    found = []
    for x in rows:
        node = TREE
        while "leaf" not in node:
            node = node["l"] if x[node["f"]] <= node["t"] else node["r"]  # type: ignore[index]
        found.append(node["leaf"])
    return np.array(found)


def walks_objects(rows):
    found = []
    for x in rows:
        node = SPLITS
        while not node.is_leaf():
            node = node.left if x[node.f] <= node.t else node.right
        found.append(node.value)
    return np.array(found)


def _leaf_of(node: Any, x: Any, depth: int = 0) -> Any:
    if "leaf" in node:
        return node["leaf"] + depth
    return _leaf_of(node["l"] if x[node["f"]] < node["t"] else node["r"], x, depth + 1)


def recursion_that_data_steer(rows, a):
    tree = {"f": 0, "t": a, "l": {"leaf": a * 2}, "r": {"f": 1, "t": a * 0.5, "l": {"leaf": 3.0}, "r": {"leaf": a - 1, "more": 1}}}
    first = np.array([_leaf_of(tree, x) for x in rows])
    tree["l"]["leaf"] = 100.0
    return first, np.array([_leaf_of(tree, x) for x in rows])


def changes_a_chain_on_the_way(x, n):
    head, nodes = None, []
    for k in range(4):
        head = Node(x * k, head)
        nodes.append(head)
    current, total, visits = head, 0.0, 0
    while current is not None:
        total += current.value * (visits + 1)
        if current.value > 1.0:
            current.value = current.value - 0.5
        current = current.following
        visits += 1
    return total, [node.value for node in nodes], visits + n


def nodes_in_a_ring(x, path):
    a, b, c = Node(x), Node(2 * x), Node(3 * x)
    a.following, b.following, c.following = b, c, a
    a.other, b.other, c.other = c, c, b
    current, alias = a, b
    for p in path:
        current = current.following if p > 0 else current.other
        current.bump(p)
        if current is alias:
            alias.value *= 1.5
    return a.value, b.value, c.value, current.value, current is b


def agents_at_random_places(wealth, pairs, amounts):
    agents = [Agent(w) for w in (wealth[0], wealth[1], wealth[2])]
    first = agents[0]
    for (i, j), amount in zip(pairs, amounts):
        if i != j:
            agents[i].pay(agents[j], amount)
        first.wealth += 0.01
    return np.array([a.wealth for a in agents]), first.wealth


def dicts_of_other_keys(x, t):
    p = {"a": x, "n": 1}
    q = {"b": x * 2, "n": 2, "a": 7.0}
    r = p if t > 0 else q
    r["n"] += 5
    r["a"] = r["a"] + 1
    p["a"] *= 2
    s = q if t > 1 else r
    s["a"] -= 3
    return p["a"], q["a"], q["b"], p["n"], q["n"], r["a"], s["n"], "b" in s, s.get("b", -1.0)


def arrays_in_dicts(x, t):
    p = {"u": x.copy(), "tag": 1}
    q = {"u": x * 2, "w": 3.0}
    r = p if t > 0 else q
    r["u"][0] += 10
    r["u"] = r["u"] * 2
    p["u"][1] = -1
    u = r["u"]
    u[2] = 99.0
    return p["u"], q["u"], r["u"], u


class Machine:
    def __init__(self, states: Any) -> None:
        self.states, self.current, self.steps = states, states["idle"], 0

    def feed(self, v: Any) -> Any:
        self.steps += 1
        self.current = self.states[self.current["up"] if v > self.current["limit"] else self.current["down"]]
        self.current["count"] += 1
        return self.current["gain"] * v


def states_as_dicts(xs):
    states = {"idle": {"limit": 0.5, "up": "run", "down": "idle", "gain": 0.0, "count": 0},
              "run": {"limit": 0.8, "up": "hot", "down": "idle", "gain": 1.0, "count": 0, "extra": 1},
              "hot": {"limit": 0.3, "up": "hot", "down": "run", "gain": 2.0, "count": 0}}
    machine = Machine(states)
    out = [machine.feed(v) for v in xs]
    return np.array(out), {k: s["count"] for k, s in states.items()}, machine.current["gain"], machine.steps


def lists_of_other_lengths(x, t):
    a, b = [x], [x, 2 * x, 3 * x]
    c = a if t > 0 else b
    a.append(1.0)
    b[0] = 7.0
    d = sum(c), len(c)
    c.append(5.0)
    a.append(2.0)
    return d, sum(a), sum(b), len(c), len(a), sum(c), c[0], c[-1]


def arguments_of_other_keys(p, q, v):
    r = p if v > 0 else q
    r["x"] = r["x"] + v
    p["x"] *= 2
    return r["x"]


def things_that_iterations_make(x, n):
    best = Node(0.0)
    for k in range(n):
        new = Node(x * k, best)
        if (k * 7) % 3 > 1:
            best = new
    return best.value, best.following.value if best.following is not None else -1.0


def methods_by_name(x, t):
    a, b = Node(x), Node(2 * x, 1.0)
    bump = a.bump if t > 0 else b.bump
    return bump(3.0), bump(1.0), a.value, b.value


def what_is_true_of_it(x, t):
    a, b = [], [x]
    p, q = {"items": a, "k": 1}, {"items": b}
    c = p if t > 0 else q
    d = c["items"]
    full = 1.0 if d else 0.0
    a.append(x)
    return full, 1.0 if d else 0.0, 1.0 if a else 0.0


class Counting:
    """Counts how often it is asked, so that it shows where one is asked that Python does not ask."""

    def __init__(self, v: Any) -> None:
        self.v, self.asked = v, 0
        self.following: Any = None

    @property
    def seen(self) -> Any:
        self.asked += 1
        return self.v * self.asked

    @cached_property
    def twice(self) -> Any:
        return 2 * self.v

    def __getitem__(self, k: Any) -> Any:
        self.asked += 10
        return self.v + k


class CountingToo(Counting):
    def get(self, k: Any) -> Any:
        self.asked += 100
        return k


class Adding(Counting):
    def get(self, k: Any) -> Any:
        self.v += k
        return self.v


def asked_as_often_as_in_python(x, path):
    a, b = Counting(x), Counting(2 * x)
    a.following, b.following = b, a
    current = a
    for p in path:
        current = current.following if p > 0 else a
        x = x + current.seen
    other = a if path[0] > 0 else b.following.following
    return x, other[3] + other.seen, a.asked, b.asked


def methods_of_one_name(x, t):
    p, q = CountingToo(x), Adding(x)
    p.following, q.following = q, p
    r = p if t > 0 else q
    return r.get(5.0), p.asked, q.asked, p.v, q.v, r.v


def deleted_from_one(x, t):
    stock = {"a": {"n": 1, "price": x}, "b": {"n": 2, "price": 2 * x, "sale": True}}
    name = "a" if t > 0 else "b"
    it = stock[name]
    it["n"] -= 1
    stock["a"]["price"] += 1
    stock[name]["n"] += 5
    if it["n"] > 5:
        del it["price"]
    return stock["a"]["n"], stock["b"]["n"], it.get("price", -1.0), it["n"], "sale" in it, "price" in stock["b"]


def loops_in_loops(x, m, n):
    ring = [Node(x * k) for k in range(3)]
    for k in range(3):
        ring[k].following = ring[(k + 1) % 3]
    current = ring[0]
    for i in range(m):
        inner = current
        for _ in range(n):
            if inner.value < 5:
                inner.value += 0.5 + i
            else:
                inner = inner.following
        current = inner.following if inner.value > current.value else current
        ring[1].value -= 0.25
    return [r.value for r in ring], current.value


def lists_at_computed_places(x, t):
    rows = [[x], [x, 1.0], [x, 2.0, 3.0]]
    k = int(abs(t) * 2) % 3
    row = rows[k]
    row.append(9.0)
    row[0] = 4.0
    return [sum(r) for r in rows], len(row), rows[k][0]


RNG = np.random.default_rng(3)
ROWS, MORE = RNG.normal(size=(7, 3)), RNG.normal(size=(11, 3))
PAIRS = RNG.integers(0, 3, (9, 2))
CASES = [
    Case(walks_dicts, (ROWS,), [(MORE,)]), Case(walks_objects, (ROWS,), [(MORE,)]),
    Case(recursion_that_data_steer, (ROWS, 0.4), [(MORE, -0.3)]), Case(changes_a_chain_on_the_way, (0.6, 2), [(1.6, 3)]),
    Case(nodes_in_a_ring, (1.0, ROWS[:, 0]), [(2.0, MORE[:, 1])]),
    Case(agents_at_random_places, (np.array([1.0, 2.0, 3.0]), PAIRS[:6], RNG.random(6)), [(np.array([0.1, 2.0, 1.0]), PAIRS, RNG.random(9))]),
    *(Case(f, (a, 0.5), [(a, -1.0), (a, 2.0)]) for f, a in (
        (dicts_of_other_keys, 1.5), (arrays_in_dicts, ROWS[:, 0]), (lists_of_other_lengths, 1.5), (methods_by_name, 1.5), (what_is_true_of_it, 1.5),
        (methods_of_one_name, 1.5), (deleted_from_one, 1.5), (lists_at_computed_places, 1.5))),
    Case(asked_as_often_as_in_python, (1.0, ROWS[:, 0]), [(2.0, MORE[:, 1])]), Case(loops_in_loops, (1.0, 4, 3), [(2.0, 6, 3)]),
    Case(states_as_dicts, (RNG.random(8),), [(RNG.random(12),)]),
    Case(arguments_of_other_keys, ({"x": 1.0}, {"x": 2.0, "y": 3.0}, 0.5), [({"x": 1.0}, {"x": 2.0, "y": 3.0}, -0.5)]),
    Case(things_that_iterations_make, (1.5, 3)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_they_compute_what_python_computes(case):
    program = check(case)
    run = precis.compile(program, quick=True)
    assert run.backend == "native"
    for args in (case.args, *case.more):
        theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
        same(run(*ours), case.program(*theirs), 1e-14, "result")
        same(ours, theirs, 1e-14, "arguments")


@pytest.mark.parametrize("case", [c for c in CASES if c.program in (recursion_that_data_steer, nodes_in_a_ring, agents_at_random_places)],
                         ids=lambda c: c.name)
def test_they_have_a_gradient(case):
    program = precis.lift(case.program, *case.args)
    assert check_gradient(program, *bind(program, case.args))["differentiated"] == "yes"


def mixes_what_is_there_and_what_is_made(x, n):
    current: Any = Node(x)
    for k in range(n):
        current = {"value": x, "k": k} if current.value > k else Node(x * k)
    return current.value


def keeps_what_one_was_asked(x, n):
    a, b = Counting(x), Counting(2 * x)
    a.following, b.following = b, a
    setattr(a, "more", n)  # noqa: B010
    current = a if x > 0 else b
    return current.twice, a.twice


@pytest.mark.parametrize("program", (mixes_what_is_there_and_what_is_made, keeps_what_one_was_asked), ids=lambda f: f.__name__)
def test_refused(program):
    with pytest.raises(UnsupportedProgram) as info:
        precis.lift(program, 1.0, 4)
    assert info.value.hints and info.value.span


class Ranked:
    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def __lt__(self, other: Ranked) -> Any:
        return self.a < other.a


def in_their_own_order(x):
    things = [Ranked(x[0], 1.0), Ranked(x[1], 2.0), Ranked(x[2], 3.0), Ranked(x[0], 4.0)]
    up, down = sorted(things), sorted(things, reverse=True)
    up[0].b += 10
    things.sort()
    return [t.b for t in up], [t.b for t in down], [t.a for t in things], up[0] is things[0]


def in_the_order_of_keys(x):
    agents = [Agent(x[k], [x[k], k]) for k in range(3)]
    best = sorted(agents, key=lambda a: -a.wealth)
    for agent in best[:2]:
        agent.wealth *= 2
    best[0].log[1] = 99
    pairs = sorted({"a": x[0], "b": x[1], "c": x[2]}.items(), key=lambda pair: pair[1], reverse=True)
    return [a.wealth for a in agents], [a.log[1] for a in agents], [name for name, _ in pairs], [v for _, v in pairs]


@pytest.mark.parametrize("function", (in_their_own_order, in_the_order_of_keys), ids=lambda f: f.__name__)
def test_sorted_things_are_these_things(function):
    check(Case(function, (RNG.random(3),), [(RNG.random(3),), (np.array([1.0, 1.0, 2.0]),)]))
