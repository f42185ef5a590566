"""Arrays that hold the rows that are still wanted: the same bits as with all of them, rims at both ends included, and on threads."""

import numpy as np
import pytest

from precis.emit.cpu.behind import rolled
from precis.emit.cpu.rims import rims
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Allocate, Nest, Strips
from precis.emit.plan.walking import walk
from precis.ir.size import Size
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.emit.without_pass import same_without

SHAPE = (70, 140)  # rows that are worth it
SHAPES = (SHAPE, (1, 6), (2, 3), (3, 9), (24, 1), (9, 40))


def limited(a, b):
    return 0.3 * a - 0.1 * (b - a) / (1.0 + (b - a) ** 2)


def fluxes(u, v):
    """Nothing goes through the border: first and last rows of one array, first and last columns of the other."""
    for _ in range(3):
        fx, fy = np.zeros((u.shape[0] + 1, u.shape[1])), np.zeros((u.shape[0], u.shape[1] + 1))
        fx[1:-1] = limited(u[:-1], u[1:])
        fy[:, 1:-1] = limited(v[:, 1:], u[:, :-1])
        u -= 0.2 * (fx[1:] - fx[:-1] + fy[:, 1:] - fy[:, :-1])
    return u.sum(axis=0)


def chain(u, v):
    """Rows of one array are wanted by two others, one of them two rows on, and by the last one again."""
    d = np.zeros_like(u)
    d[1:-1] = limited(u[2:], v[:-2])
    e = np.zeros_like(u)
    e[2:] = limited(d[:-2], d[2:]) + d[1:-1]
    u[1:] += limited(e[:-1], v[1:]) + e[1:] - d[:-1]
    return (e * v).sum(axis=1)


def planes(u, v):
    """Rows that are planes."""
    a, b = u.reshape(u.shape[0], u.shape[1], 1), v.reshape(u.shape[0], u.shape[1], 1) * np.arange(3.0)
    f = np.zeros((u.shape[0] + 1, u.shape[1], 3))
    f[1:] = limited(a + b, b)
    return f[1:] - f[:-1]


def columns_of_rows(u, v):
    """One number of each row."""
    f = np.zeros_like(u)
    f[:-1] = limited(u[1:], v[:-1])
    top = np.max(f, axis=1)
    u[1:] += top[:-1, np.newaxis] * f[1:]
    return u[:, 0]


def further_on(u, v):
    """Places that are rows behind those of their nests."""
    f = np.zeros_like(u)
    f[6:] = limited(u[5:-1], v[6:])
    u[6:] -= 0.2 * limited(f[6:], f[5:-1])
    return v[0]


def gathered(u, v):
    """A nest that takes rows which are there for some of its own only."""
    f, g = np.zeros_like(u), np.full(u.shape, 0.5)
    f[:-2] = limited(u[1:-1], v[:-2])
    g[:-2] = limited(u[1:-1], f[2:])
    g[2:] += limited(f[:-2], g[2:])
    v[:-2] -= 0.2 * (g[:-2] - g[2:])
    return u[0]


def wanted_later(u, v):
    """Whoever calls gets the array."""
    f = np.zeros_like(u)
    f[1:] = limited(u[1:], v[:-1])
    u[1:] += limited(f[:-1], f[1:])
    return f


def upside_down(u, v):
    f = np.zeros_like(u)
    f[1:] = limited(u[1:], v[:-1])
    u[1:] += limited(f[:-1], f[1:]) * f[::-1][1:]
    return u[0]


ROLLED = (fluxes, chain, planes, columns_of_rows, further_on, gathered)


def _arguments(shape):
    rng = np.random.default_rng(sum(shape))
    return rng.normal(size=shape), rng.normal(size=shape)


def _windows(function):
    program = lift(function, *_arguments(SHAPE))
    made = rolled(rims(plan(program, default_assignment(program))))
    inside = [s for s in walk(made.statements) if isinstance(s, Strips) and s.shifted]
    return inside, [made.buffers[s.buffer] for s in walk(made.statements) if isinstance(s, Allocate)]


@pytest.mark.parametrize("function", ROLLED)
def test_only_rows_that_are_wanted_are_held(function):
    strips, arrays = _windows(function)
    assert strips and arrays and all(str(b.shape[0]).startswith("rows held") for b in arrays)


def test_fluxes_are_held_for_two_rows_at_most():
    """Although the last row is set to zero in front of all others."""
    program = lift(fluxes, *_arguments(SHAPE))
    nests = [s for s in walk(rolled(rims(plan(program, default_assignment(program)))).statements) if isinstance(s, Nest)]
    counts = {n.body[0].value for n in nests for i in n.body if i.access and i.access.buffer.startswith("rows held")}
    assert counts == {Size.of(1), Size.of(2)}


@pytest.mark.parametrize("function", (wanted_later, upside_down))
def test_what_others_know_has_all_rows(function):
    assert not _windows(function)[1]


def test_rows_of_the_near_caches_are_left_alone():
    program = lift(fluxes, *_arguments((20, 30)))
    assert not any(isinstance(s, Strips) for s in walk(rolled(rims(plan(program, default_assignment(program)))).statements))


@needs_compiler
@pytest.mark.parametrize("function", (*ROLLED, wanted_later, upside_down))
def test_bits_are_those_of_whole_arrays(function, monkeypatch):
    same_without(rolled, function, _arguments, SHAPES, SHAPES[1:], monkeypatch)


@needs_compiler
@pytest.mark.parametrize("function", ROLLED)
def test_threads_hold_all_rows(function):
    program = lift(function, *_arguments(SHAPE))
    one, two = (compile(program, threads=n, quick=True) for n in (1, 2))
    for shape in ((70, 140), (200, 300)):
        ours, theirs = _arguments(shape), _arguments(shape)
        for a, b in zip((one(*ours), *ours), (two(*theirs), *theirs), strict=True):
            np.testing.assert_array_equal(a, b)
