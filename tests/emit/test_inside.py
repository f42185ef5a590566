"""Iterations inside, whose neighbours are the index and a number, apart from those at the ends."""

from __future__ import annotations

import numpy as np
import pytest

from precis.emit.cpu.inside import inside
from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.walking import walk
from precis.errors import InputError
from precis.ir.size import Call
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def closed(u, v):
    """Arrays that close on themselves along both axes, by remainders and from the end."""
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            v[i, j] = u[(i + 1) % n, j] + 2.0 * u[i - 1, j] + 3.0 * u[i, (j + 2) % m] + 5.0 * u[i, j - 1]


def settled(u, v):
    """The next element waits for this one."""
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            u[i, j] = 0.25 * (u[i, (j - 1) % m] + u[i, (j + 1) % m]) + v[i, j]


def held(u, v):
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            v[i, j] = u[max(i - 1, 0), min(j + 1, m - 1)] - u[min(n - 1, i + 2), max(0, j - 3)]


def clipped(u, v):
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            v[i, j] = u[i, min(max(j - 2, 0), m - 1)] + u[i, max(min(j + 1, m - 1), 0)]


def counted(u, v):
    """Neighbours in short loops, and a branch."""
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            c = 0.0
            for di in range(-1, 2):
                for dj in range(1, -2, -1):
                    if di != 0 or dj != 0:
                        c += u[(i + di) % n, (j + dj) % m]
            if c > 0.5:
                v[i, j] = c
            else:
                v[i, j] = -c


def later(u, v):
    """Loops that begin and end elsewhere; where they begin behind the end nothing runs."""
    n, m = u.shape
    for j in range(2, m - 1):
        v[0, j] = u[0, (j + 3) % m] + u[0, (j - 4) % m] + u[0, j - 1]


def doubled(u, v):
    """Neighbours that are not the index and a number, and remainders by another number."""
    n, m = u.shape
    for j in range(m):
        v[0, j] = u[0, (2 * j + 1) % m] + u[0, (j + 1) % (m + 1) - 1] + u[0, (j + 1) % 3 % m]


def wanted(u, v):
    """A remainder that is a number, too."""
    n, m = u.shape
    for j in range(m):
        v[0, j] = u[0, (j + 1) % m] * ((j + 1) % m) + max(j - 1, 0) - min(j + 4, m - 1)


def across(u, v):
    """Ends that other indices say."""
    n, m = u.shape
    for i in range(n):
        for j in range(m):
            v[i, j] = u[i, min(j + 1, i)] if i < m else u[i, max(j - 1, m - 1 - (i % m))]


PARTS = {closed: 5, settled: 3, held: 5, clipped: 3, counted: 5, later: 3, doubled: 1, wanted: 3, across: 1}  # innermost loops but short ones
SHAPES = [(7, 9), (1, 1), (2, 3), (3, 2), (1, 5), (5, 1), (4, 4), (2, 8), (30, 40)]


def _given(shape):
    rng = np.random.default_rng(shape)
    return rng.normal(size=shape), rng.normal(size=shape)


def _loops(statements):
    return [s for s in walk(statements) if isinstance(s, Loop) and not s.trips.constant
            and not any(isinstance(t, Loop) and not t.trips.constant for t in walk(s.body))]


@pytest.mark.parametrize("function", PARTS)
def test_loops_are_cut_where_neighbours_are_around_an_end(function):
    program = lift(function, *_given(SHAPES[0]))
    assert len(_loops(inside(plan(program, default_assignment(program))).statements)) == PARTS[function]


@pytest.mark.parametrize("function", [closed, counted, settled])
def test_iterations_inside_ask_for_no_end(function):
    program = lift(function, *_given(SHAPES[0]))
    loops = _loops(inside(plan(program, default_assignment(program))).statements)
    asking = [any(isinstance(a, Call) or i.op == "select" for n in walk(s.body) if isinstance(n, Nest) for i in n.body
                  for size in (i.access.index if i.access else ()) for m, _ in size.terms for a in m) for s in loops]
    assert asking.count(False) == 1


@needs_compiler
@pytest.mark.parametrize("function", PARTS)
def test_results_are_those_of_numpy(function):
    compiled = compile_native(lift(function, *_given(SHAPES[0])))
    for shape in SHAPES:
        mine, theirs = _given(shape), _given(shape)
        try:
            compiled(*mine)
        except InputError:  # other sizes are a program of their own
            assert min(shape) < 4
            continue
        function(*theirs)
        for a, b in zip(mine, theirs, strict=True):
            np.testing.assert_array_equal(a, b)
