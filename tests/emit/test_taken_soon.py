"""Rows of a product that a loop takes again soon: the same bits in strips of any length, and none where the order would count."""

import numpy as np
import pytest

from precis.emit.cpu import taken_soon as strips
from precis.emit.cpu.taken_soon import taken_soon
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Strips
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def gradient(a, x, b):
    """Of least squares, row by row, with the cost so far after each row."""
    g, cost, costs = np.zeros_like(x), 0.0, np.zeros(len(b))
    for i in range(a.shape[0]):
        r = np.dot(a[i], x) - b[i]
        cost += 0.5 * r ** 2
        costs[i] = cost
        g += r * a[i]
    return g, costs


def normal(a, x, b):
    """A^T A x, some times over, each time scaled."""
    for _ in range(3):
        y = np.zeros_like(x)
        for i in range(a.shape[0]):
            y += a[i] * (a[i] @ x)
        x[:] = y / np.max(np.abs(y))
    return y


def carried(a, x, b):
    """What an iteration takes is of the one before too."""
    s, out = 0.0, np.zeros_like(x)
    t = (a * x).sum(axis=1)
    for i in range(a.shape[0]):
        s = 0.5 * s + t[i] * b[i]
        out[1:] = out[:-1] + s * a[i, 1:]
    return out


def overwritten(a, x, b):
    """Rows that later products still want are written over."""
    t = a @ x
    for i in range(a.shape[0]):
        a[-1 - i] = t[i] * a[i] + b[i]
    return t


def before(a, x, b):
    """Products of other rows than the iteration's own."""
    t, y = (a * x).sum(axis=1), np.zeros_like(x)
    for i in range(a.shape[0]):
        y = 0.5 * y + t[-1 - i] * a[i]
    return y


def neighbours(a, x, b):
    """One of them of the next row."""
    t, y = (a * x).sum(axis=1), np.zeros_like(x)
    for i in range(a.shape[0] - 1):
        y = np.minimum(y + t[i + 1], 5.0) + t[i] * a[i]
    return y


def backwards(a, x, b):
    """Products in the order of rows from the last."""
    t, y = np.zeros_like(b), np.zeros_like(x)
    t[::-1] = (a * x).sum(axis=1)
    for i in range(a.shape[0]):
        y = 0.5 * y + t[i] * a[i]
    return y


def others(a, x, b):
    """The loop goes through columns."""
    t, y = (a * x).sum(axis=1), np.zeros_like(b)
    for i in range(a.shape[0]):
        y = np.minimum(y + t[i], 5.0) * b[i]
    return y


SOON = (gradient, normal, carried)
NOT = (overwritten, before, neighbours, backwards, others)
SHAPES = ((20, 33), (1, 33), (3, 2), (9, 16), (40, 5), (65, 70))


def _arguments(rows=20, columns=33):
    rng = np.random.default_rng(rows)
    return rng.normal(size=(rows, columns)), rng.normal(size=columns), rng.normal(size=rows)


def _results(run, *arguments):
    made = run(*arguments)
    return [*arguments, *(made if isinstance(made, tuple) else (made,))]


def _strips(function):
    program = lift(function, *_arguments())
    return [s for s in walk(taken_soon(plan(program, default_assignment(program))).statements) if isinstance(s, Strips)]


@pytest.mark.parametrize("function", SOON)
def test_rows_are_taken_soon(function):
    (found,) = _strips(function)
    assert found.ordered and found.shifted


@pytest.mark.parametrize("function", NOT)
def test_rows_are_left_where_the_order_counts(function):
    assert not _strips(function)


@needs_compiler
@pytest.mark.parametrize("function", (*SOON, *NOT))
@pytest.mark.parametrize("group", (1, 8))
def test_strips_change_no_bit(function, group, monkeypatch):
    program = lift(function, *_arguments())
    monkeypatch.setattr(strips, "_shared_rows", lambda *_: None)
    plain = compile(program, quick=True)
    monkeypatch.undo()
    monkeypatch.setattr(strips, "ROOM", 1)
    monkeypatch.setattr(strips, "GROUP", group)
    native = compile(program, quick=True)
    for shape in SHAPES:
        wanted, found, numpy = (_results(run, *_arguments(*shape)) for run in (plain, native, function))
        for a, b, c in zip(found, wanted, numpy, strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_allclose(a, c, rtol=1e-11, atol=1e-11)


@needs_compiler
def test_rows_of_no_element_and_no_rows():
    program = lift(gradient, *_arguments())
    for shape in ((0, 33), (20, 0), (0, 0)):
        found, numpy = (_results(run, *_arguments(*shape)) for run in (compile(program, quick=True), gradient))
        for a, c in zip(found, numpy, strict=True):
            np.testing.assert_allclose(a, c, rtol=1e-12)


@needs_compiler
def test_threads_change_no_bit():
    program = lift(normal, *_arguments())
    one, two = (_results(compile(program, threads=n, quick=True), *_arguments(90, 200)) for n in (1, 2))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)
