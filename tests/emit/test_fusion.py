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
