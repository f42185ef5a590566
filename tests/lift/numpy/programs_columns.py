"""Lists of tuples, dicts and objects with numbers and arrays in them, which loops grow: spikes, peaks, filters, orbits, searches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tests.lift.numpy.surface import Collection, U

PROGRAMS, prog = Collection(sizes=(8, 13, 5)).both


class Spike(NamedTuple):
    time: float
    neuron: int


class Hit(NamedTuple):
    place: int
    height: float
    window: np.ndarray


@dataclass
class Particle:
    x: float
    v: np.ndarray
    name: str = "p"

    def energy(self):
        return 0.5 * self.x * (self.v ** 2).sum()


@dataclass
class Heater:
    low: float
    on: bool = False
    log: list = field(default_factory=list)

    def step(self, k, x):
        self.on = x < self.low if not self.on else x < self.low + 0.3
        self.log.append(Spike(k * 0.1, int(self.on)))
        return 0.4 if self.on else 0.0


class Journal:
    def __init__(self):
        self.rows = []

    def add(self, k, **more):
        self.rows.append({"k": k, **more})

    @property
    def last(self):
        return self.rows[-1]


@prog(lambda n: (U(n, 4) + 1.5, U(4, 4)))
def spikes_of_neurons(current, w):
    v, syn, spikes = np.zeros(4), np.zeros(4), []
    for k, given in enumerate(current):
        v += 0.3 * (given + syn - v)
        syn *= 0.9
        for j in range(4):
            if v[j] > 1.0:
                spikes.append(Spike(k * 0.5, j))
                v[j] = 0.0
                syn += 0.1 * w[j]
    counts = np.zeros(4, dtype=int)
    for s in spikes:
        counts[s.neuron] += 1
    first = spikes[0].time if spikes else -1.0
    return v, counts, len(spikes), first, [t for t, j in spikes if j == 0]


def peaks(row, least):
    found = []
    for i in range(1, len(row) - 1):
        if row[i] > least and row[i] >= row[i - 1] and row[i] > row[i + 1]:
            found.append(Hit(i, row[i], row[i - 1:i + 2] / row[i]))
    return found


@prog(lambda n: (np.sin(2.0 * np.arange(3 * n)) + 0.3 * U(3 * n),))
def peaks_with_their_windows(row):
    found = peaks(row, 0.2)
    best = max(found, key=lambda h: h.height)
    ordered = sorted(found, key=lambda h: -h.height)
    places, heights, windows = zip(*found)
    gaps = [b.place - a.place for a, b in pairwise(found)]
    total = sum(h.window[0] * h.place for h in found)
    found.sort(key=lambda h: h.window[0], reverse=True)
    return (best.place, best.window, [h.place for h in ordered], np.array(places), np.array(heights), np.stack(windows), gaps, total,
            found[0].height, any(h.place > 9 for h in found), [h.height for h in reversed(ordered)], ordered[-1].window)


@prog(lambda n: (U(n, 1) - 0.5,))
def filter_that_keeps_dicts(zs):
    turn, seen = np.array([[1.0, 0.5], [0.0, 1.0]]), np.array([[1.0, 0.0]])
    state, log = {"x": np.zeros(2), "P": np.eye(2)}, {"predicted": [], "filtered": []}
    for z in zs:
        guess = {"x": turn @ state["x"], "P": turn @ state["P"] @ turn.T + 0.01 * np.eye(2)}
        log["predicted"].append(guess)
        if z[0] > 0.9:
            state = guess
        else:
            gain = guess["P"] @ seen.T / (seen @ guess["P"] @ seen.T + 0.25)
            state = {**guess, "x": guess["x"] + gain @ (z - seen @ guess["x"]), "P": guess["P"] - gain @ seen @ guess["P"]}
        log["filtered"].append(state)
    xs = np.array([s["x"] for s in log["filtered"]])
    for k in reversed(range(len(xs) - 1)):
        back = log["filtered"][k]["P"] @ turn.T @ np.linalg.inv(log["predicted"][k + 1]["P"])
        xs[k] += back @ (xs[k + 1] - log["predicted"][k + 1]["x"])
    return xs, log["filtered"][-1]["P"]


def state_of(m):
    return np.array([np.cos(m), np.sin(m), 0.1]), m * np.array([-np.sin(m), np.cos(m), 0.0])


@prog(lambda n: (U(n),))
def comprehensions_of_pairs_of_arrays(angles):
    states = [state_of(m) for m in angles]
    places, speeds = (np.array(part) for part in zip(*states))
    turns = [np.cross(r, v) for r, v in states]
    far = [(k, r) for k, (r, v) in enumerate(states) if v @ v > 0.5]
    return places, speeds, np.array(turns), sum((k * r[0] for k, r in far), 0.0), list(map(np.sqrt, angles))


@prog(lambda n: (U(n) - 0.5,))
def histories_of_copies(x):
    state, past = {"t": 0.0, "u": np.zeros(3)}, []
    p, track = Particle(0.0, np.zeros(2)), [Particle(1.0, np.ones(2), "first")]
    for v in x:
        state["t"] += 0.1
        state["u"] = state["u"] + v
        past.append(dict(state))
        p = replace(p, x=p.x + v, v=p.v + 1.0)
        if v > 0:
            track.append(p)
    return np.array([s["t"] for s in past]), np.array([s["u"] for s in past]), [q.energy() for q in track], len(track)


@prog(lambda n: (U(n) - 0.5,))
def queue_of_arrays(x):
    todo, seen, total = [(0, np.array([1.0, 0.5]))], 0, np.zeros(2)
    while todo:
        depth, v = todo.pop(0)
        seen += 1
        total += v
        if depth < 3 and seen < 40:
            if x[depth] > 0:
                todo.append((depth + 1, v * 0.5))
            todo.append((depth + 1, v[::-1] + x[depth]))
    return total, seen


@prog(lambda n: (U(n) - 0.5,))
def lists_of_records_with_names(x):
    journal, last = Journal(), None
    for k, v in enumerate(x):
        if v > 0.2:
            journal.add(k, kind="high", v=v, before=last)
            last = v
        elif v < -0.1:
            journal.add(k, kind="low", v=v, before=None)
    journal.add(-1, kind="end", v=0.0, before=last)
    low = sum((r["v"] for r in journal.rows if r["kind"] == "low"), 0.0)
    pairs = [0.0 if r["before"] is None else r["before"] * r["v"] for r in journal.rows]
    return low, pairs, len(journal.rows), journal.last["k"]


@prog(lambda n: (U(n) - 0.5,))
def parts_of_items_change(x):
    pairs = []
    for k, v in enumerate(x):
        if v > -0.2:
            pairs += [[k, np.ones(2) * v]]
    for k, w in pairs:
        w *= 2.0
    pairs[0][1][1] = 9.0
    for j in range(len(pairs)):
        pairs[j] = [pairs[j][0] + 1, pairs[j][1] + 0.5]
    return sum((w.sum() * k for k, w in pairs), 0.0), pairs[0][1]


@prog(lambda n: (U(n) - 0.5,))
def pairs_that_merge(x):
    hits = [(k, np.array([v, 2.0 * v])) for k, v in enumerate(x) if v > -0.3]
    while len(hits) > 1:
        k, v = hits.pop(0)
        j, w = hits.pop()
        hits.append((k + j, 0.5 * (v + w)))
    return hits[0]


@prog(lambda n: (U(n) - 0.5,))
def lists_that_are_returned(x):
    mixed, numbers, none = [], [], []
    for k, v in enumerate(x):
        if v > 0:
            mixed.append(Hit(k, v, np.array([v, k])))
            numbers.append((k, v))
        if v > 5:
            none.append({"k": k, "w": np.ones(2)})
    return mixed, numbers, none, np.array([(v * np.ones(2), w) for _, v, w in mixed])


class Best:
    def __init__(self):
        self.found, self.asked = None, 0

    def offer(self, k, v):
        self.asked += 1
        if self.found is None or v > self.found.x:
            self.found = Particle(v, np.array([v, k]))


@prog(lambda n: (U(n) - 0.5,))
def objects_and_dicts_that_may_be_none(x):
    best, least, far = Best(), None, None
    known = [Particle(1.0, np.ones(2)), Particle(2.0, np.zeros(2), "b"), Particle(3.0, np.ones(2))]
    total = 0.0
    for k, v in enumerate(x):
        best.offer(k, v)
        if least is None or v < least["v"]:
            least = {"k": k, "v": v, "w": np.array([v, k])}
        if v > 5.0:
            far = {"k": k}
        which = None
        for p in known:
            if p.x * v > 0.4:
                which = p
        if which is not None:
            which.v[0] += v
            total += which.x + (1.0 if which.name == "b" else 0.0)
    return best.found.energy(), best.asked, least["w"], least["k"], -1 if far is None else far["k"], total, known[2].v


def turn(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def chain(points):
    found = []
    for p in points:
        while len(found) >= 2 and turn(found[-2], found[-1], p) <= 0:
            found.pop()
        found.append(p)
    return found


def clipped(poly, a, b, c):
    """Where a x + b y <= c."""
    out = []
    for i, p in enumerate(poly):
        q = poly[i - 1]
        dp, dq = a * p[0] + b * p[1] - c, a * q[0] + b * q[1] - c
        if (dp <= 0) != (dq <= 0):
            t = dq / (dq - dp)
            out.append((q[0] + t * (p[0] - q[0]), q[1] + t * (p[1] - q[1])))
        if dp <= 0:
            out.append(p)
    return out


def area(poly):
    return 0.5 * sum(x * w - v * y for (x, y), (v, w) in zip(poly, poly[1:] + poly[:1]))


@prog(lambda n: (U(n, 2),))
def hulls_and_clipped_polygons(points):
    ordered = sorted((p[0], p[1]) for p in points)
    hull = chain(ordered)[:-1] + chain(reversed(ordered))[:-1]
    part = clipped(hull, 1.0, 0.3, 0.9)
    first, *middle, last = hull
    return area(hull), len(hull), area(part), first, last, len(middle), np.array(part).mean(axis=0)


@prog(lambda n: (U(n),))
def heater_that_logs(outside):
    """A list that a field makes, of tuples with numbers of two kinds."""
    heater, x, temps = Heater(0.8), 0.7, []
    for k, y in enumerate(outside):
        x += heater.step(k, x) + 0.3 * (y - 0.5 - x)
        temps.append(x)
    first = next((s[0] for s in heater.log if s[1] == 1), -1.0)
    return np.array(temps), sum(s[1] for s in heater.log), first, heater.log[-1]
