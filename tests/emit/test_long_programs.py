"""What planning asks about pairs of statements grows with their number, not with its square."""

from importlib import import_module

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.ir.size import Size
from precis.ir.types import Cut
from tests.emit.oracle import program

N = Size.of("N")
fuse = import_module("precis.emit.plan.fuse")  # the package has a function of this name


def smoothed(statements):
    """Slices of two arrays are written in turn, each from the other."""
    def define(b, u, v):
        for k in range(statements):
            low = 1 + k % 3
            inside = (Cut(Size.of(low), N - 2 * low),)
            new = b.add(b.slice(u, at=inside), b.mul(b.slice(v, at=(Cut(Size.of(low - 1), N - 2 * low),)), b.const(0.5 + k)))
            u, v = v, b.update(u, new, at=inside)
        return u, v
    return program({"N": 20}, {"u": (N,), "v": (N,)}, define)


@pytest.mark.parametrize("question", ["fusable", "independent", "accesses"])
def test_questions_about_statements_grow_with_their_number(question, monkeypatch):
    asked, answer = [], getattr(fuse, question)
    monkeypatch.setattr(fuse, question, lambda *given: asked.append(given) or answer(*given))
    counts = []
    for statements in (40, 80):
        asked.clear()
        made = smoothed(statements)
        plan(made, default_assignment(made))
        counts.append(len(asked))
    assert 0 < counts[1] < 2.5 * counts[0]


def test_they_compute_what_they_say():
    made = smoothed(7)
    u, v = np.arange(20.0), np.ones(20)
    compiled = compile_program(made, quick=True)
    for k in range(7):
        low = 1 + k % 3
        new = u.copy()
        new[low:-low] = u[low:-low] + v[low - 1:-low - 1] * (0.5 + k)
        u, v = v, new
    for found, expected in zip(compiled.run([np.arange(20.0), np.ones(20)]), (u, v), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("operations", [1, 12])
def test_long_chains_of_updates_are_cut(operations):
    """One gathered update stands inside the next: so many of them would be deeper than Python's own stack."""
    inside = (Cut(Size.of(1), N - 2),)

    def define(b, u, v):
        for k in range(120):
            new = b.slice(v, at=inside)
            for _ in range(operations):
                new = b.add(b.mul(new, b.const(0.5)), b.slice(u, at=inside))
            u = b.update(u, new, at=inside)
        return (u,)
    compiled = compile_program(program({"N": 20}, {"u": (N,), "v": (N,)}, define), quick=2)
    u, v = np.linspace(0.1, 0.2, 20), np.ones(20)
    expected = u.copy()
    for _ in range(120):
        new = v[1:-1]
        for _ in range(operations):
            new = new * 0.5 + expected[1:-1]
        expected[1:-1] = new
    np.testing.assert_array_equal(compiled.run([u, v])[0], expected)
