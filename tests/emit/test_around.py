"""Loops around nests that tally as functions of their own: the bits of loops that are none, and the tallies of the interpreter."""

import re

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu import around, passes
from precis.emit.engine import compile as compile_program
from precis.emit.engine import emit
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def recurrence(x, c, a):
    """One nest in each iteration, with a scalar of its own."""
    one, two = np.zeros_like(c), np.zeros_like(c)
    for k in range(x.shape[0]):
        one, two = x[k] + c * one - two, one
    return one * one + a[0] * two


def reflections(x, c, a):
    """Several nests in each iteration, with sums between them, and a scalar that the loop changes."""
    v, total = c.copy(), 0.0
    for k in range(x.shape[0]):
        w = v * x[k] + c
        total += np.sum(w * w)
        v = v - (np.sum(w * v) / (1.0 + total)) * w
    return v, total


def growing(x, c, a):
    """Factors that are others in each iteration."""
    y = c.copy()
    for k in range(x.shape[0]):
        y = y * x[k] + 0.25 * (y + c * x[k])
    return y


def inner(x, c, a):
    """A loop of such nests inside a loop that has one, too."""
    y = c.copy()
    for k in range(x.shape[0]):
        for j in range(a.shape[0]):
            y = y - 0.125 * a[j] * y * y
        y = np.sin(y) * x[k]
    return y


def chosen(x, c, a):
    """Nests in a branch of the loop."""
    y = c.copy()
    for k in range(x.shape[0]):
        if x[k] > 0.0:
            y = y - x[k] * y * y
        else:
            y = y * x[k] + c
    return y


def planes(x, c, a):
    """Rows of a matrix in each iteration: long enough for a function of the nest."""
    y = np.outer(a, c)
    for k in range(x.shape[0]):
        y = y - x[k] * y * y
    return y


FUNCTIONS = {recurrence: 1, reflections: 1, growing: 1, inner: 2, chosen: 1, planes: 0}
SHAPES = [(0, 5, 2), (1, 1, 1), (3, 0, 3), (4, 7, 2), (5, 8, 1), (3, 21, 4)]


@pytest.fixture(autouse=True)
def two_units(monkeypatch):
    monkeypatch.setattr(passes, "vector_units", lambda: 2)


def _swept(function):
    rng = np.random.default_rng(3)
    lifted = lift(function, *(rng.normal(size=n) for n in (4, 9, 3)))
    return lifted, adjoint(instrument(lifted))


def _given(lifted, shape):
    rng = np.random.default_rng(shape)
    arrays, binding = bind(lifted, tuple(rng.normal(size=n) for n in shape))
    results = interpret(lifted, arrays, binding)
    return [*arrays, *(np.asarray(rng.normal(size=np.shape(y))) for y in results)], binding


@pytest.mark.parametrize("function", FUNCTIONS)
def test_where_loops_are_functions(function, monkeypatch):
    _, swept = _swept(function)
    assert _functions(emit(swept, BINARY64).text) == FUNCTIONS[function]
    monkeypatch.setattr(around, "MOST", 0)
    assert _functions(emit(swept, BINARY64).text) == 0


def _functions(text):
    """Functions of loops, which begin with what they keep."""
    return len(re.findall(r" PR_APART \{\n(?: +pr::\w+ \w+ = kept.*;\n)+ +for \(int64_t \w+_k\d", text))


def test_rows_are_short_in_the_example(monkeypatch):
    monkeypatch.setattr(around, "LONG", 9)
    _, swept = _swept(recurrence)  # along rows of 9
    assert _functions(emit(swept, BINARY64).text) == 0


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS)
def test_tallies_and_gradients(function, monkeypatch):
    lifted, swept = _swept(function)
    made = compile_program(swept, BINARY64)
    monkeypatch.setattr(around, "MOST", 0)
    apart = compile_program(swept, BINARY64)
    for shape in SHAPES:
        given, binding = _given(lifted, shape)
        found, expected = made.run(given, binding), interpret(swept, given, binding)
        for x, y in zip(found, apart.run(given, binding)):
            np.testing.assert_array_equal(x, y)
        np.testing.assert_allclose(found[-1][:, :4], expected[-1][:, :4], rtol=1e-10, atol=1e-13)
        np.testing.assert_array_equal(found[-1][:, 4], expected[-1][:, 4])
