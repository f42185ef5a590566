"""Branches that leave lists and arrays of which nothing says how long they become."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.errors import UnsupportedProgram
from precis.lift import lift
from tests.lift.numpy.case import run, same
from tests.lift.numpy.judge import AGREES, derivative


def grown(q, d):
    out = []
    while q > 0:
        q -= d
        out.append(q)
    return out


def grown_before(c, q):
    out = [q]
    if c > 0:
        while q > 0:
            q -= 1.0
            out.append(q)
    elif c < -1:
        while q < 7:
            q += 1.5
            out.append(-q)
    return out, len(out)


def made_in_branches(c, q):
    if c > 0:
        out = []
        while q > 0:
            q -= 1.0
            out.append(q)
    else:
        out = [q, c]
    return out


def returned_by_either(c, q):
    return grown(q, 1.0) if c > 0 else grown(q, 0.5)


def returned_early(c, q):
    if c > 0:
        return np.array(grown(q, 1.0)), grown(q, 0.25)
    return np.array(grown(q, 2.0)), grown(q, 0.5)


def read_where_it_grows(c, q):
    stack = [q]
    if c > 0:
        while stack[-1] > 0:
            stack.append(stack[-1] - 1.0)
    return stack


def in_iterations(c, q):
    total = 0.0
    for k in range(4):
        steps = grown(q + k, 1.0) if c > k - 1 else grown(q, 0.5)
        total += sum(steps) / len(steps)
    return total


def inside_of_one_another(c, q):
    if c > 0:
        if q > 3:
            out = grown(q, 1.0)
        else:
            out = grown(q, 0.125)
    else:
        out = [c, c, c]
    return np.array(out).sum(), out


def rows(c, q):
    out = np.zeros((0, 2))
    if c > 0:
        path = []
        while q > 0:
            q -= 1.0
            path.append([q, q * q])
        out = np.array(path)
    return out


PROGRAMS = (grown_before, made_in_branches, returned_by_either, returned_early, read_where_it_grows, in_iterations, inside_of_one_another,
            rows)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python_and_its_derivative(program: Any) -> None:
    lifted = lift(program, 1.0, 4.5)
    for args in ((1.0, 4.5), (1.0, 2.25), (-2.0, 4.5), (0.0, 6.5)):
        same(run(lifted, args), program(*args), 1e-13, "result")
    assert derivative(lifted, (1.0, 4.25)) == AGREES


@pytest.mark.parametrize("program", (made_in_branches, inside_of_one_another), ids=lambda f: f.__name__)
def test_compiled(program: Any) -> None:
    compiled = compile(lift(program, 1.0, 4.5), quick=2)
    for args in ((1.0, 4.5), (-2.0, 4.5), (1.0, 2.25)):
        same(compiled(*args), program(*args), 1e-13, "result")


def unlike(c, q):
    if c > 0:
        out = np.zeros((2, 2))
    else:
        out = np.array(grown(q, 1.0))
    return out


def test_what_else_differs_is_refused() -> None:
    with pytest.raises(UnsupportedProgram, match=r"out is an array of shape"):
        lift(unlike, 1.0, 4.5)
