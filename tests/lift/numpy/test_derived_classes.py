"""Classes of the user that are derived from list and dict: made, asked, changed and returned as Python does."""
# pyright: reportAttributeAccessIssue=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from precis.lift import lift
from tests.lift.numpy.case import run
from tests.lift.numpy.test_dicts_given_back import alike


class Matrix(list):
    def __matmul__(self, other):
        return Matrix([[sum(a * b for a, b in zip(row, column)) for column in zip(*other)] for row in self])

    @property
    def T(self):
        return Matrix([list(column) for column in zip(*self)])


class Config(dict):
    def __getattr__(self, name):
        return self[name]


class Named(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


class Tally(dict):
    def __init__(self, *given, scale=1.0, **named):
        super().__init__(*given, **named)
        self.scale = scale

    def __missing__(self, key):
        return -1.0

    def add(self, key, v):
        self[key] = self.get(key, 0.0) + v * self.scale
        return self


class Special(Tally):
    pass


class Path(list):
    def __init__(self, given=()):
        super().__init__(given)
        self.cost = 0.0

    def append(self, v):
        self.cost += v
        super().append(v)

    def length(self):
        return sum(abs(b - a) for a, b in itertools.pairwise(self))


def matrices(x):
    m = Matrix([x.tolist(), (2.0 * x).tolist()])
    square = m @ m.T
    return square, square[0][1], len(m.T), isinstance(square, list), np.array(m), m[:1], [row[0] for row in m], square == square[:], sum(m[0])


def settings(x):
    c = Config(dt=0.1, n=3)
    c["tol"] = 1e-3
    for _ in range(c.n):
        x = x - c.dt * x
    return (x * c.tol, "dt" in c, c, len(c), list(c), dict(c), {**c}, sorted(c), isinstance(c, dict), type(c) is Config, c.get("none", 5),
            list(c.values()), list(c.items()))


def attributes_are_keys(x):
    d = Named(a=1.0)
    d.b = x[0]
    d.a += 2.0
    d["q"] = 2.0 * d.b
    return d, d.a, d.q, list(d.keys())


def tallies(x):
    t = Tally({"z": 1.0}, scale=2.0)
    for key, v in zip("abz", x):
        t.add(key, v)
    s, u = Special(scale=3.0), t
    u["w"] = s.add("k", x[0])["k"]
    return t, t["none"], t.scale, t.pop("a"), s, isinstance(s, Tally), len(t), t == {"b": 1.0}, u is t


def paths(x):
    p, q = Path(), Path([1.0, 2.0])
    for v in x:
        p.append(v)
    q += [3.0]
    r = q + [4.0]
    del q[0]
    return (p, p.cost, p.length(), p[-1], max(p), q, r, bool(Path()), x[1] in p, p.index(x[1]), list(reversed(q)), [*q])


def grown_under_a_condition(x):
    p = Path()
    for v in x:
        if v > 0.3:
            p.append(v)
    return len(p), p.cost, sum(p)


X = np.array([0.25, 0.5, 0.875])


@pytest.mark.parametrize("program", [matrices, settings, attributes_are_keys, tallies, paths, grown_under_a_condition], ids=lambda f: f.__name__)
def test_they_are_what_python_makes_of_them(program: Any) -> None:
    lifted = lift(program, X)
    for x in (X, X[::-1].copy()):
        found, wanted = run(lifted, (x,)), program(x)
        alike(found, wanted)
        for f, w in zip(found, wanted):
            assert getattr(f, "__dict__", None) == getattr(w, "__dict__", None)
