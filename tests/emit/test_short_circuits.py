"""Functions of a library that a test may do without, in branches."""

from __future__ import annotations

import numpy as np
import pytest

from precis.emit.engine import compile as compile_native
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import If, Nest
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def metropolis(x, moves, uniform):
    taken = 0
    for t in range(moves.shape[0]):
        new = x[0] + moves[t]
        change = new * new - x[0] * x[0]
        if change <= 0.0 or uniform[t] < np.exp(-change):
            x[0] = new
            taken += 1
    return taken


def kept(x, moves, uniform):
    """The function first, and `and`."""
    left = 0
    for t in range(moves.shape[0]):
        if np.exp(-x[0]) < 3.0 * uniform[t] and moves[t] + x[0] > -2.0:
            x[0] += moves[t]
        else:
            left += 1
    return left


def three(x, moves, uniform):
    """Of three, two may stay open."""
    taken = 0
    for t in range(moves.shape[0]):
        if x[0] < -3.0 or np.log(uniform[t]) > x[0] or np.cos(x[0]) > moves[t] * uniform[t]:
            x[0] += moves[t]
            taken += 1
    return taken


def cheap(x, moves, uniform):
    taken = 0
    for t in range(moves.shape[0]):
        if x[0] < 0.0 or 2.0 * uniform[t] < x[0]:
            x[0] += moves[t]
            taken += 1
    return taken


def dear(x, moves, uniform):
    """Both sides ask for a function."""
    taken = 0
    for t in range(moves.shape[0]):
        if np.exp(x[0]) < 1.0 or uniform[t] < np.exp(-x[0]):
            x[0] += moves[t]
            taken += 1
    return taken


def rows(x, moves, uniform):
    x[0] += np.sum(np.where((moves < 0.0) | (np.exp(-moves) > uniform), moves, 0.0))
    return x


PARTED = {metropolis: 1, kept: 1, three: 1, cheap: 0, dear: 0, rows: 0}


def _given(n):
    rng = np.random.default_rng(n)
    return rng.normal(size=1), rng.normal(size=n), rng.random(n)


def _calls(statement):
    return any(i.op in ("exp", "log", "cos") for s in walk((statement,)) if isinstance(s, Nest) for i in s.body)


@pytest.mark.parametrize("function", PARTED)
def test_functions_stand_where_the_other_side_leaves_the_test_open(function):
    program = lift(function, *_given(9))
    branches = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, If)]
    assert sum(_calls(s) for s in branches) == PARTED[function]


@needs_compiler
@pytest.mark.parametrize("function", PARTED)
def test_tests_are_what_they_were(function):
    compiled = compile_native(lift(function, *_given(9)))
    for n in (0, 1, 200):
        mine, theirs = _given(n), _given(n)
        for given in (mine, theirs):
            given[1][150:151] = np.nan
        np.testing.assert_array_equal(compiled(*mine), function(*theirs))
        np.testing.assert_allclose(mine[0], theirs[0], rtol=1e-14)
