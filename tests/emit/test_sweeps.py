"""Sweeps over the same columns run strip by strip, one behind the other, where strips are apart."""

import numpy as np
import pytest

from precis.emit.cpu import program as printing
from precis.emit.cpu.sweeps import swept
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Allocate, Loop, Strips
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def implicit(q, a):
    """Elimination and substitution, with borders inside the loop."""
    ratio, rhs = np.zeros_like(q), np.zeros_like(q)
    for k in range(q.shape[0]):
        centre = 3.0 + a[k]
        right = q[k] * 1.0
        if k > 0:
            centre -= a[k] * ratio[k - 1]
            right += a[k] * rhs[k - 1]
        ratio[k] = a[k] / centre
        rhs[k] = right / centre
    q[-1] = rhs[-1]
    for k in range(q.shape[0] - 2, -1, -1):
        q[k] = rhs[k] + ratio[k] * q[k + 1]


def three(q, a):
    for k in range(1, q.shape[0]):
        q[k] += a[k] * q[k - 1]
    for k in range(q.shape[0] - 1):
        q[k] -= a[k] * q[k + 1]
    for k in range(1, q.shape[0]):
        q[k] = np.maximum(q[k], 0.5 * q[k - 1])


def levels_last(q, a):
    """Columns across memory, between arrays that the sweeps alone know, one of them zero where nothing is stored."""
    ratio, rhs = np.zeros_like(q), np.empty_like(q)
    for k in range(q.shape[1]):
        if k == 0:
            ratio[:, k] = a[:, k + 1] / (3.0 + a[:, k])
            rhs[:, k] = q[:, k] / (3.0 + a[:, k])
        elif k < q.shape[1] - 1:
            centre = 3.0 - a[:, k] * ratio[:, k - 1]
            ratio[:, k] = a[:, k + 1] / centre
            rhs[:, k] = (q[:, k] + a[:, k] * rhs[:, k - 1]) / centre
        else:
            rhs[:, k] = q[:, k] + a[:, k] * rhs[:, k - 1] + ratio[:, k]
    q[:, -1] = rhs[:, -1]
    for k in range(q.shape[1] - 2, -1, -1):
        q[:, k] = rhs[:, k] + ratio[:, k] * q[:, k + 1]


def neighbours(q, a):
    """Strips would hand each other columns."""
    for k in range(1, q.shape[0]):
        q[k] += a[k] * q[k - 1]
    for k in range(q.shape[0] - 1):
        a[k, 1:-1] = q[k, 2:] - q[k, :-2]


def total_between(q, a):
    """All of the first sweep is wanted before the second."""
    for k in range(1, q.shape[0]):
        q[k] += a[k] * q[k - 1]
    mean = np.mean(q)
    for k in range(q.shape[0] - 1):
        q[k] -= mean * q[k + 1]


def total_inside(q, a):
    for k in range(1, q.shape[0]):
        q[k] += a[k] * q[k - 1]
    for k in range(q.shape[0] - 1):
        q[k] -= np.mean(q[k + 1]) * a[k]


def turned(q, a):
    for k in range(1, q.shape[0]):
        q[k] += a[k] * q[k - 1]
    for k in range(q.shape[0] - 1):
        q[k] -= a[k, ::-1] * q[k + 1, ::-1]


def of_their_own(q, a):
    """Nothing returns."""
    for k in range(1, q.shape[0]):
        q[k] += 0.5 * q[k - 1]
    for k in range(1, a.shape[0]):
        a[k] -= 0.5 * a[k - 1]


def data(n, m):
    rng = np.random.default_rng(n + m)
    return rng.uniform(size=(n, m)), rng.uniform(size=(n, m))


def _groups(function):
    program = lift(function, *data(6, 9))
    made = swept(plan(program, default_assignment(program)))
    return [sum(isinstance(t, Loop) for t in s.body) for s in made.statements if isinstance(s, Strips)]


@pytest.mark.parametrize(("function", "loops"), [(implicit, 3), (three, 3), (levels_last, 6)])
def test_sweeps_are_one_strip(function, loops):
    assert _groups(function) == [loops]


@pytest.mark.parametrize("function", [implicit, levels_last])
def test_what_only_strips_know_is_of_a_strip(function):
    program = lift(function, *data(6, 9))
    made = swept(plan(program, default_assignment(program)))
    held = [t.buffer for s in made.statements if isinstance(s, Strips) for t in s.body if isinstance(t, Allocate)]
    assert {"ratio", "rhs"} <= {made.buffers[name].original for name in held}


@pytest.mark.parametrize("function", [neighbours, total_between, total_inside, turned, of_their_own])
def test_strips_that_hand_on_anything_or_return_to_nothing_are_not(function):
    assert not _groups(function)


@needs_compiler
@pytest.mark.parametrize("function", [implicit, three, levels_last, neighbours, total_between, total_inside, turned, of_their_own])
def test_the_same_bits(function, monkeypatch):
    """Shorter and longer than a strip."""
    program, found = lift(function, *data(6, 9)), []
    for passes in (printing.PASSES, tuple(p for p in printing.PASSES if p is not swept)):
        monkeypatch.setattr(printing.ProgramPrinter, "passes", passes)
        run = compile(program)
        mine = [data(n, m) for n, m in ((6, 9), (2, 3), (40, 5000), (300, 70))]
        for arrays in mine:
            run(*arrays)
        found.append(mine)
    for a, b in zip(*found, strict=True):
        np.testing.assert_array_equal(a, b)
