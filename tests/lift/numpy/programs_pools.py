"""Programs whose lists hold dicts, lists and objects that change afterwards, that stand in several lists, and that are asked which they are."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(6, 8, 11)).both


@dataclass
class Particle:
    x: float
    v: float
    alive: bool = True
    tag: str = "free"

    def step(self, dt):
        self.x += dt * self.v
        if self.x > 1.0:
            self.v = -self.v
            self.tag = "hit"

    @property
    def energy(self):
        return 0.5 * self.v ** 2


def particles(x):
    found = []
    for v in x:
        found.append(Particle(v, 0.5 * v))
    return found


@prog(lambda n: (U(n),))
def particles_step(x):
    ps = particles(x)
    for _ in range(4):
        for p in ps:
            p.step(0.3)
            if p.x < 0.4:
                p.alive = False
    return np.array([p.x for p in ps]), sum(1 for p in ps if p.alive), sum(1 for p in ps if p.tag == "hit"), sum(p.energy for p in ps)


@prog(lambda n: (U(n), 0.01))
def pairs_pull(x, g):
    ps = [Particle(v, 0.0) for v in x]
    for a in ps:
        for b in ps:
            if a is not b:
                a.v += g * (b.x - a.x)
    for p in ps:
        p.x += p.v
    return np.array([p.x for p in ps])


@prog(lambda n: (U(n),))
def log_with_flags(x):
    log, total = [], 0.0
    for k in range(x.size):
        total += x[k]
        log.append({"step": k, "total": total, "large": False, "note": "none"})
        if x[k] > 0.8:
            log[-1]["large"] = True
            log[-1]["note"] = "above"
    log[0]["total"] = -1.0
    return log, sum(1 for e in log if e["large"])


@prog(lambda n: (U(n), U(2 * n)[n:]))
def intervals_joined(a, b):
    out = []
    for i in np.argsort(a):
        if out and a[i] <= out[-1][1]:
            out[-1][1] = max(out[-1][1], a[i] + 0.1 * b[i])
        else:
            out.append([a[i], a[i] + 0.1 * b[i]])
    return np.array(out), len(out), out


@prog(lambda n: (U(n),))
def runs_counted(x):
    runs = []
    for v in x:
        k = int(3 * v)
        if runs and runs[-1]["key"] == k:
            runs[-1]["count"] += 1
            runs[-1]["sum"] += v
        else:
            runs.append({"key": k, "count": 1, "sum": v})
    return [r["count"] for r in runs], runs


@prog(lambda n: (U(n),))
def one_thing_in_several_lists(x):
    ps = particles(x)
    fast = [p for p in ps if p.x > 0.7]
    twice = ps + ps[:3]
    for p in fast:
        p.v *= 2.0
    for p in twice:
        p.x += 1.0
    order = sorted(ps, key=lambda p: -p.x)
    for rank, p in enumerate(order):
        p.v += rank
    return [p.v for p in ps], [p.x for p in fast], [p.x for p in twice], [ps.index(p) for p in order]


@prog(lambda n: (U(n),))
def taken_out_and_changed(x):
    ps = particles(x)
    first, last = ps[0], ps.pop()
    last.v = 7.0
    ps.pop(0)
    first.x = 5.0
    ps.append(last)
    ps.insert(0, first)
    for p in ps:
        p.v += 1.0
    return [p.v for p in ps], first.v, last.v, first is ps[0], last is ps[1], last is ps[-1]


@prog(lambda n: (U(n),))
def changed_behind_the_append(x):
    ps = []
    for v in x:
        p = Particle(v, 0.0)
        ps.append(p)
        p.v = v * 2
        p.step(0.5)
    return [p.v for p in ps], [p.tag == "hit" for p in ps]


@prog(lambda n: (U(n), 7))
def born_and_pruned(x, n):
    ps, history = particles(x), []
    for t in range(n):
        for p in ps:
            p.step(0.3)
            if p.x > 1.2:
                p.alive = False
        ps = [p for p in ps if p.alive]
        if t % 2:
            ps.append(Particle(0.1 * t, 0.5))
        history.append({"t": t, "n": len(ps), "mean": 0.0})
        if ps:
            history[-1]["mean"] = sum(p.x for p in ps) / len(ps)
    return history, len(ps)


@prog(lambda n: (U(n),))
def best_of_them_changes(x):
    ps, best = particles(x), None
    for p in ps:
        if best is None or p.x > best.x:
            best = p
    best.v = 9.0
    low, high = min(ps, key=lambda p: p.x), max(ps, key=lambda p: p.x)
    low.v = -1.0
    return [p.v for p in ps], best.x, sum(1 for p in ps if p is best), sum(1 for p in ps if p is not best), best is high, best is low


@prog(lambda n: (U(n),))
def removed_while_others_stay(x):
    ps = particles(x)
    dead = [p for p in ps if p.x < 0.6]
    for p in dead:
        p.v = -1.0
        ps.remove(p)
    return [p.x for p in ps], sum(p.v for p in dead), [ps.index(p) for p in ps]


class Node:

    def __init__(self, k, w):
        self.k, self.w, self.parent, self.best = k, w, None, 0.0
        self.pos = np.array([w, 0.0])


@prog(lambda n: (U(n),))
def tree_of_nodes(x):
    root = Node(0, x[0])
    nodes = [root]
    for k in range(1, x.size):
        node = Node(k, x[k])
        node.parent = nodes[(k - 1) // 2]
        nodes.append(node)
    for node in reversed(nodes):
        node.best = max(node.best, node.w)
        if node.parent is not None:
            node.parent.best = max(node.parent.best, node.best)
            node.parent.pos += 0.1 * node.pos
    return root.best, np.array([node.pos for node in nodes]), [node.best for node in nodes]


class Square:

    def __init__(self, s):
        self.s, self.count = s, 0

    def area(self):
        return self.s ** 2


class Disc:

    def __init__(self, s):
        self.s, self.count, self.r = s, 0, 2 * s

    def area(self):
        return 3.0 * self.r ** 2


@prog(lambda n: (U(n),))
def shapes_of_two_classes(x):
    shapes = []
    for v in x:
        shapes.append(Square(v) if v < 0.7 else Disc(v))
    for s in shapes:
        if s.area() > 1.0:
            s.count += 1
        s.s *= 0.5
    return sum(s.area() for s in shapes), [s.count for s in shapes]


@prog(lambda n: (U(n),), grad=False)
def registry_of_records(x):
    table = {}
    for v in x:
        k = int(4 * v)
        if k not in table:
            table[k] = {"n": 0, "sum": 0.0}
        table[k]["n"] += 1
        table[k]["sum"] += v
    return {k: r["sum"] / r["n"] for k, r in table.items()}


@prog(lambda n: (U(n),))
def rows_swapped_and_changed(x):
    rows = []
    for v in x:
        rows.append([v, 0])
    for i in range(len(rows) - 1):
        if rows[i][0] > rows[i + 1][0]:
            rows[i], rows[i + 1] = rows[i + 1], rows[i]
        rows[i][1] += i
    return rows, np.array([r[0] for r in rows])


@prog(lambda n: (U(n),))
def deque_of_things(x):
    queue, out, n = deque(), 0.0, 0
    for v in x:
        queue.append(Particle(v, 1.0))
    while queue and n < 500:
        p = queue.popleft()
        p.x *= 0.5
        n += 1
        if p.x > 0.1:
            queue.append(p)
        else:
            out += p.x
    return out, n


@prog(lambda n: (U(n),))
def parts_that_may_be_none(x):
    rows = []
    for _ in x:
        rows.append({"n": 0, "name": "small", "last": None})
    for k, row in enumerate(rows):
        if x[k] > 0.8:
            row["name"], row["last"] = "large", x[k]
            row["n"] += 1
    return [r["n"] for r in rows], sum(1 for r in rows if r["name"] == "large"), sum(r["last"] for r in rows if r["last"] is not None)


@prog(lambda n: (U(n),))
def vectors_in_things(x):
    ps = []
    for v in x:
        ps.append({"pos": np.array([v, 0.0, 1.0]), "vel": np.zeros(3)})
    for _ in range(3):
        for p in ps:
            p["vel"] += -0.1 * p["pos"]
            p["pos"] = p["pos"] + 0.1 * p["vel"]
        ps[0]["pos"][1] += 0.5
    return np.array([p["pos"] for p in ps])


class Simulation:

    def __init__(self):
        self.ps, self.t, self.log = [], 0.0, []

    def add(self, x):
        self.ps.append(Particle(x, 0.1 * x))

    def forces(self):
        f = np.zeros(len(self.ps))
        for i, a in enumerate(self.ps):
            for b in self.ps:
                if a is not b:
                    f[i] += 0.01 * (b.x - a.x)
        return f

    def step(self, dt):
        for p, f in zip(self.ps, self.forces()):
            p.v += dt * f
            p.x += dt * p.v
        self.t += dt
        self.log.append({"t": self.t, "e": sum(p.energy for p in self.ps), "flag": False})
        if self.log[-1]["e"] > 0.001:
            self.log[-1]["flag"] = True


@prog(lambda n: (U(n), 4))
def simulation_of_objects(x, n):
    s = Simulation()
    for v in x:
        s.add(v)
    for _ in range(n):
        s.step(0.1)
    return np.array([p.x for p in s.ps]), s.log, s.t


@prog(lambda n: (U(n),))
def clusters_that_grow(x):
    """Things are added in the `else` of the loop that goes through them."""
    clusters = []
    for v in x:
        for c in clusters:
            if abs(c["at"] - v) < 0.15:
                c["n"] += 1
                c["at"] += (v - c["at"]) / c["n"]
                break
        else:
            clusters.append({"at": v, "n": 1})
    return [c["at"] for c in clusters], [c["n"] for c in clusters]


@prog(lambda n: (U(n),))
def numbers_far_from_one_another(x):
    kept = []
    for v in x:
        for c in kept:
            if abs(c - v) < 0.1:
                break
        else:
            kept.append(v)
    return kept


@prog(lambda n: (U(n),))
def all_but_one_of_them(x):
    ps = particles(x)
    best = max(ps, key=lambda p: p.x)
    nobody = Particle(0.0, 0.0)
    return sum(p.x for p in ps if p is not best), sum(1 for p in ps if p is nobody), nobody is best


@prog(lambda n: (U(n),))
def the_array_or_none(x):
    near, far = x if x[0] > 0.5 else None, x if x[1] > 9.0 else None
    return near is x, far is x, near is far
