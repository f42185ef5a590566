"""Systems with one matrix share a factorisation: every one has the bits that it has by itself, whatever else writes the matrix."""

import numpy as np
import pytest

from precis.emit.engine import compile
from precis.emit.plan.kernels import Routine
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
SHAPES = ((1, 1), (6, 6), (20, 20), (70, 70), (0, 3, 3), (2, 6, 6), (21, 6, 6), (13, 3, 3), (3, 9, 9), (2, 70, 70))


def solved(a, b):
    return np.linalg.solve(a, b)


def one_after_the_other(a, b):
    x = np.linalg.solve(a, b)
    return x, np.linalg.solve(a, b[..., :1] - 2.0 * x[..., :1])


def in_a_loop(a, b):
    for k in range(4):
        b = np.linalg.solve(a, b + k)
    return b


def matrix_of_every_second(a, b):
    """Written in a branch, in front of systems of the same iteration."""
    m, found = a.copy(), b
    for k in range(5):
        if k % 2:
            m[..., 0, 0] += 1.0
        found = np.linalg.solve(m, found + k)
        found = np.linalg.solve(m, found - 0.5)
    return found


def written_in_between(a, b):
    m = a.copy()
    x = np.linalg.solve(m, b)
    y = np.linalg.solve(m, x)
    m[..., 0, :] *= 2.0
    return x, y, np.linalg.solve(m, b)


def exchanged(a, b):
    """Two matrices that change places."""
    m, other, found = a.copy(), a + 1.0, b
    for _ in range(4):
        found = np.linalg.solve(m, found)
        found = np.linalg.solve(m, found + 1.0)
        m, other = other, m
    return found


def rows_of_a_stack(a, b):
    """Another matrix in each iteration, though none is written."""
    stack, found = np.stack([a, a + 1.0, a * 2.0]), b
    for k in range(3):
        found = np.linalg.solve(stack[k], found)
    return found


def until_small(a, b):
    steps = 0
    while steps < 3:
        b, steps = np.linalg.solve(a, b) * 0.5, steps + 1
    return b


KEPT = {one_after_the_other: 2, in_a_loop: 1, matrix_of_every_second: 2, written_in_between: 3, exchanged: 2, rows_of_a_stack: 0, until_small: 1}


@pytest.fixture(scope="module")
def alone():
    """np.linalg.solve as a program of one system compiles it, by rank and number of sides."""
    made = {len(shape): compile(lift(solved, *arguments(shape)), quick=2) for shape in ((6, 6), (4, 6, 6))}
    return lambda a, b: made[np.ndim(a)](np.array(a), np.array(b))


def kept(run):
    """How many systems leave or take factors."""
    return sum(isinstance(s, Routine) and s.factors is not None for s in walk(run.plan.statements if run.plan else ()))


def arguments(shape, seed=0):
    rng = np.random.default_rng((*shape, seed))
    return rng.normal(size=shape) + 3.0 * rng.permutation(np.eye(shape[-1])), rng.normal(size=(*shape[:-1], 3))


def as_separate(fn, given, alone, monkeypatch):
    with monkeypatch.context() as m:
        m.setattr(np.linalg, "solve", alone)
        found = fn(*given)
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("fn", KEPT)
def test_systems_that_share_factors_have_the_bits_of_separate_ones(fn, alone, monkeypatch):
    for rank in (2, 3):
        run = compile(lift(fn, *arguments((4, 6, 6)[3 - rank:])), quick=2)
        assert kept(run) == KEPT[fn]
        for shape in (s for s in SHAPES if len(s) == rank):
            given = arguments(shape)
            found = run(*given)
            for x, y in zip(found if isinstance(found, tuple) else (found,), as_separate(fn, given, alone, monkeypatch), strict=True):
                np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("shape", [(9, 6, 6), (5, 5), (70, 70)])
def test_systems_without_solution_have_none_again(shape):
    """And those beside them have theirs."""
    run = compile(lift(one_after_the_other, *arguments((4, 6, 6)[3 - len(shape):])), quick=2)
    a, b = arguments(shape)
    singular = a[-1] if a.ndim == 3 else a
    singular[:] = 0.0
    for x in run(a, b):
        assert np.isnan(x[-1] if a.ndim == 3 else x).all()
        assert a.ndim == 2 or np.isfinite(x[:-1]).all()


def test_other_formats_are_solved_one_by_one():
    a, b = (x.astype(np.float32) for x in arguments((6, 6)))
    run = compile(lift(one_after_the_other, a, b), quick=2)
    assert not kept(run)
