"""Nests may touch more than a nest should on the way, if they do not in the end."""

import importlib

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

fuse = importlib.import_module("precis.emit.plan.fuse")


def moments(x, y):
    """Four arrays in memory, which nobody needs once all is one nest."""
    a = np.sqrt(x * x + y)
    b = a / (x + 1.0)
    c = np.sqrt(b / y)
    d = c / (b + a)
    return np.sum(a * x), np.sum(b * y), np.sum(c * x), np.sum(d * y), np.sum(d * c)


def results(x, y):
    """The same four, which are results: one nest would touch all of them."""
    a = np.sqrt(x * x + y)
    b = a / (x + 1.0)
    c = np.sqrt(b / y)
    d = c / (b + a)
    return a, b, c, d


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(fuse, "STREAMS", 3)


@pytest.mark.parametrize(("function", "one"), [(moments, True), (results, False)], ids=lambda x: getattr(x, "__name__", ""))
def test_what_counts_is_what_nests_touch_in_the_end(function, one, few):
    program = lift(function, np.ones(50), np.ones(50))
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest) and s.axes]
    assert (len(nests) == 1) == one
    assert not one or not any(i.op == "store" for i in nests[0].body)


@needs_compiler
def test_results_are_numpys(few):
    x, y = np.random.default_rng(3).uniform(1.0, 2.0, (2, 50))
    np.testing.assert_allclose(compile_native(lift(moments, x, y), quick=True)(x, y), moments(x, y), rtol=1e-13)


def beside_others(x, y):
    """What stands between touches the same array, and may change places."""
    a = x + 1.0
    table = a[:, None] * x
    return a, table, x * 2.0


def behind_a_change(x, y):
    """What stands between may not."""
    a = x + 1.0
    x[::-1] += a * y
    return a, x * 2.0


def test_nests_meet_across_what_touches_the_same():
    for function, nests in ((beside_others, [1, 2]), (behind_a_change, [1, 1, 1])):
        program = lift(function, np.ones(50), np.ones(50))
        made = [s for s in plan(program, default_assignment(program)).statements if isinstance(s, Nest) and s.axes]
        assert sorted(len(n.axes) for n in made) == nests


def peaks(x, p):
    """Derivatives by three kinds of parameters, side by side: each part of a row follows from the one before."""
    k = len(p) // 3
    z = (x[:, None] - p[:k]) / p[k:2 * k]
    g = np.exp(-0.5 * z**2)
    slope = p[2 * k:] * g * z
    return np.hstack([g, slope, slope * z])


def in_two(x, p):
    """The last part begins where the first one ends, one sooner: they meet."""
    k = len(p) // 3
    out = np.zeros((len(x), 2 * k))
    g = np.exp(x[:, None] * p[:k])
    out[:, :k] = g
    out[:, k - 1:2 * k - 1] = g * 2.0
    return out


@pytest.mark.parametrize("function, parts", [(peaks, 3), (in_two, 1)], ids=["apart", "meeting"])
def test_parts_of_rows_are_filled_together_where_they_are_surely_apart(function, parts):
    program = lift(function, np.linspace(0.0, 1.0, 40), np.linspace(1.0, 2.0, 36))
    nests = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, Nest)]
    stored = [[i.access.buffer for i in s.body if i.op == "store" and i.access] for s in nests]
    assert max(names.count(name) for names in stored for name in names) == parts
    assert sum(i.op == "exp" for s in nests for i in s.body) == 1


@needs_compiler
@pytest.mark.parametrize("function", [peaks, in_two], ids=lambda f: f.__name__)
def test_rows_in_parts_are_numpys(function):
    run = compile_native(lift(function, np.linspace(0.0, 1.0, 40), np.linspace(1.0, 2.0, 36)))
    for rows in (0, 1, 3, 41):
        for k in (1, 2, 3, 5, 8, 12, 13, 30):
            x, p = np.linspace(-1.0, 1.0, rows), np.linspace(0.5, 2.0, 3 * k)
            np.testing.assert_allclose(run(x, p), function(x, p), rtol=1e-14, atol=1e-300)
    x, p = np.array([np.nan, np.inf, -0.0]), np.linspace(0.5, 2.0, 9)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(run(x, p), function(x, p), rtol=1e-14)
