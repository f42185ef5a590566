"""Arrays that are written over behind the reads: the same bits as with a second array, and none where an element is wanted later."""

from dataclasses import replace

import numpy as np
import pytest

from precis.emit.cpu.program import ProgramPrinter
from precis.emit.cpu.written_behind import written_behind
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest, Rotate
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler


def lattice(x, m, steps):
    f, b = x[1:].copy(), x[:-1].copy()
    mus = np.zeros(steps)
    for k in range(steps):
        mus[k] = -2.0 * np.dot(f, b) / (np.dot(f, f) + np.dot(b, b) + 1.0)
        f, b = f[1:] + mus[k] * b[1:], b[:-1] + mus[k] * f[:-1]
    return f, b, mus


def triangle(x, m, steps):
    d, heads = x.copy(), np.zeros(steps)
    for k in range(steps):
        heads[k] = d[0]
        d = d[1:] - m * d[:-1]
    return d, heads


def while_it_is_large(x, m, steps):
    d, n = x.copy(), 0
    while n < steps // 2 and d[0] > -1e3:
        d = d[2:] * d[:-2] - m * d[1:-1]
        n += 1
    return d, n


def from_the_end(x, m, steps):
    """Elements are wanted that the nest has come to before."""
    d = x.copy()
    for k in range(steps):
        d = d[1:][::-1] - m * d[:-1]
    return d


def wanted_still(x, m, steps):
    """What is written over is wanted once more, and may be before."""
    d, s = x.copy(), np.zeros(len(x) - steps)
    for k in range(steps):
        e = d[1:] - m * d[:-1]
        s += e[:len(x) - steps] * d[:len(x) - steps][::-1]
        d = e
    return d, s


def upwind(x, m, steps):
    """From the element before."""
    d = x.copy()
    for k in range(steps):
        e = np.empty_like(d)
        e[0] = m
        e[1:] = d[1:] - m * d[:-1]
        d = e
    return d


FUNCTIONS = {lattice: 2, triangle: 1, while_it_is_large: 0, from_the_end: 0, wanted_still: 1, upwind: 0}
SHAPES = (40, 9, 8, 7, 33, 300)


def arguments(n):
    rng = np.random.default_rng(n)
    return rng.normal(size=n), 0.25, 5


def _statements(function):
    program = lift(function, *arguments(SHAPES[0]))
    made = plan(program, default_assignment(program))
    for apply in ProgramPrinter.passes:
        made = apply(made)
    return list(walk(made.statements))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_arrays_are_written_over_behind_reads_only(function):
    found = _statements(function)
    assert sum(len(s.behind) for s in found if isinstance(s, Nest)) == FUNCTIONS[function]
    assert sum(len(s.pairs) for s in found if isinstance(s, Rotate) and s.threads) == 2 * FUNCTIONS[function]


def test_what_is_wanted_behind_the_nest_is_left():
    program = lift(triangle, *arguments(SHAPES[0]))
    made = plan(program, default_assignment(program))
    (k, loop), = ((k, s) for k, s in enumerate(made.statements) if isinstance(s, Loop))
    heads, maker, exchange = loop.body
    for body, found in (((heads, maker, exchange), 1), ((maker, heads, exchange), 0)):
        statements = (*made.statements[:k], replace(loop, body=body), *made.statements[k + 1:])
        after = written_behind(replace(made, statements=statements)).statements
        assert sum(len(s.behind) for s in walk(after) if isinstance(s, Nest)) == found


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_those_of_two_arrays(function, monkeypatch):
    run = compile(lift(function, *arguments(SHAPES[0])), quick=True)
    monkeypatch.setattr(ProgramPrinter, "passes", tuple(p for p in ProgramPrinter.passes if p is not written_behind))
    without = compile(lift(function, *arguments(SHAPES[0])), quick=True)
    for n in SHAPES:
        for found, wanted, numpy in zip(*(_results(r(*arguments(n))) for r in (run, without, function)), strict=True):
            np.testing.assert_array_equal(found, wanted)
            np.testing.assert_allclose(found, numpy, rtol=1e-9)


def _results(made):
    return made if isinstance(made, tuple) else (made,)


@needs_compiler
def test_vectors_keep_the_order():
    """At full effort, against NumPy: products and sums of two, bit for bit."""
    run = compile(lift(triangle, *arguments(SHAPES[0])))
    for n in (8, 17, 1000, 4099):
        for a, b in zip(run(*arguments(n)), triangle(*arguments(n)), strict=True):
            np.testing.assert_array_equal(a, b)


@needs_compiler
def test_not_numbers_and_signs_of_zero_stay():
    x = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.0, -0.0, 0.0, 5e-324, 1e308] * 4)
    run = compile(lift(triangle, *arguments(len(x))), quick=True)
    with np.errstate(all="ignore"):
        for a, b in zip(run(x, 0.25, 5), triangle(x, 0.25, 5), strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(np.signbit(a[~np.isnan(a)]), np.signbit(b[~np.isnan(b)]))


@needs_compiler
def test_threads_exchange_two_arrays():
    program = lift(triangle, *arguments(SHAPES[0]))
    one, two = (compile(program, threads=n, quick=True)(*arguments(100_000)) for n in (1, 2))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)
