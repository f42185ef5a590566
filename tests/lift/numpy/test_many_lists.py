"""Many lists, sets and dicts of which only a run tells the one: for every size, and without lifting them one by one first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from precis.lift.numpy import work
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike


def of_each_kind(n: int, x: Any) -> Any:
    a = {k: [] for k in range(n)}
    s = {k: set() for k in range(n)}
    w = {k: {} for k in range(n)}
    for v in x:
        i, j = int(v), int(v * 7) % n
        a[i].append(j)
        s[i].add(j)
        w[i][j] = v
    return sum(len(q) for q in a.values()), [len(q) for q in s.values()], float(sum(sum(q.values()) for q in w.values()))


def beside_a_set(n: int, x: Any) -> Any:
    groups, seen = {}, set()
    for k in range(n):
        groups[k] = []
    for v in x:
        seen.add(int(v))
        groups[int(v)].append(v)
    return len(seen), [len(groups[k]) for k in range(n)], sorted(seen)


def made_together(n: int, x: Any) -> Any:
    a, b = {}, {}
    for k in range(n):
        a[k] = []
        b[k] = set()
    for v in x:
        a[int(v)].append(v)
        b[int(v)].add(int(3 * v))
    return [len(a[k]) + len(b[k]) for k in range(n)]


def by_name(n: int, x: Any) -> Any:
    d: dict[int, list[float]] = {k: [] for k in range(n)}
    for v in x:
        q = d[int(v)]
        q.append(v)
        if len(q) > 3:
            q[0] = -v
    q = d[2]
    q.append(x[0])
    return [float(sum(z)) for z in d.values()], d


def one_into_another(n: int, x: Any) -> Any:
    d = [[] for _ in range(n)]
    e = {k: [] for k in range(n)}
    for v in x:
        d[int(v)].append(v)
    for k in range(n):
        for v in d[k]:
            e[int(v * 0.7)].append(v + k)
    return [float(sum(q)) for q in e.values()], max(len(q) for q in d)


class Graph:
    def __init__(self, n: int) -> None:
        self.n, self.near = n, {k: [] for k in range(n)}
        self.behind = [[] for _ in range(n)]

    def join(self, i: int, j: int) -> None:
        self.near[i].append(j)
        self.behind[j].append(i)

    def reached(self, s: int) -> dict[int, int]:
        depth, todo = {s: 0}, [s]
        for u in todo:
            for v in self.near[u]:
                if v not in depth:
                    depth[v] = depth[u] + 1
                    todo.append(v)
        return depth


def as_attributes(n: int, x: Any) -> Any:
    g = Graph(n)
    for k, v in enumerate(x):
        g.join(k % n, int(v))
    return g.reached(0), [len(g.behind[k]) for k in range(n)]


def arguments(n: int) -> tuple[int, Any]:
    return n, np.random.default_rng(n).random(3 * n) * n


@pytest.mark.parametrize("program", (of_each_kind, beside_a_set, made_together, by_name, one_into_another, as_attributes))
def test_for_every_size(program: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    spent = []
    monkeypatch.setattr(work.Work, "note", lambda self, names: spent.append(names))
    found = lift(program, *arguments(30))
    assert not found.pinned
    assert sum(spent) < 20_000  # each list by itself takes some 100 000
    for n in (30, 4, 11):
        alike(run(found, arguments(n)), program(*arguments(n)))
