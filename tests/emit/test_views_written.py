"""Elements that loops write through views: what Python writes, and no copy of an array for each."""

from __future__ import annotations

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.cpu.build import QUICK
from precis.emit.engine import compile_all, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest, While
from precis.emit.plan.walking import walk
from precis.lift import lift
from tests.emit.oracle import needs_compiler
from tests.lift.numpy.case import run
from tests.lift.numpy.surface import check_adjoint


def flattened(z, order):
    h = z.reshape(-1)
    for i in order:
        if h[i] > 0.3:
            h[i] = 0.5 * h[i - 1] + h[i]


def flat_ravel_and_helper(z, order):
    def relax(h, i):
        h[i] += 0.5 * h[i - 1]
    for i in order:
        relax(z.ravel(), i)
        z.flat[i] *= 0.9


def flattened_in_two_loops(z, order):
    h, n = z.reshape(-1), z.shape[1]
    for k in range(z.shape[0]):
        for i in range(n):
            if h[k * n + i] > 0.1:
                h[k * n + i] = 0.5 * h[k * n + i - 1] + order[i] * 1e-3


def flattened_while(z, order):
    h, i = z.reshape(-1), 0
    while i < h.size - 1 and h[i] > 0.01:
        h[i + 1] += 0.5 * h[i]
        i += 1


def taller(z, order):
    h, n = z.reshape(z.shape[0] // 2, 2, z.shape[1]), z.shape[1]
    for i in order:
        h[i // (2 * n), 1, i % n] += h[i // (2 * n), 0, i % n]


def part_of_flattened(z, order):
    n = z.shape[1]
    h = z.reshape(-1)[n:]
    for i in order:
        h[i % h.size] += 1.0


def inner(z, order):
    h, m, n = z[1:-1, 1:-1], z.shape[0] - 2, z.shape[1] - 2
    for i in order:
        h[i % m, (i // m) % n] += z[i % m, 0]


def every_other(z, order):
    h = z[::2, 1::2]
    m, n = h.shape
    for i in order:
        h[i % m, -1 - (i // m) % n] += 1.0


def backwards(z, order):
    h, n = z[::-1, ::-1], z.shape[1]
    for i in order:
        h[i // n, i % n] += 0.5 * h[0, 0]


def upside_down(z, order):
    h, n = np.flipud(z), z.shape[1]
    for i in order:
        h[i // n, i % n] = i


def part_of_a_part(z, order):
    h = z[1:][::2][:, ::-1].T
    m, n = h.shape
    for i in order:
        h[i % m, (i // m) % n] *= 0.5


def rows_of_a_part(z, order):
    h, n = z[::-1, 1:], z.shape[0]
    for i in order:
        h[i % n][i % 3] += h[i % n, 2]


def parts_of_complex(z, order):
    c, n = z + 2j * z, z.shape[1]
    for i in order:
        c.real[i // n, i % n] += c.imag[i // n, i % n]
        c.imag[::-1][i // n, i % n] -= 1.0
    z[:] = c.real * c.imag


PROGRAMS = [flattened, flat_ravel_and_helper, flattened_in_two_loops, flattened_while, taller, part_of_flattened, inner, every_other,
            backwards, upside_down, part_of_a_part, rows_of_a_part, parts_of_complex]
SHAPES = ((4, 6), (8, 5), (6, 9))


def given(shape):
    rng = np.random.default_rng(shape[1])
    return rng.random(shape), rng.permutation(shape[0] * shape[1])


@pytest.fixture(scope="module")
def programs():
    return {f: lift(f, *given(SHAPES[0])) for f in PROGRAMS}


def passes_in_loops(program):
    """What iterations go through arrays for."""
    loops = [s for s in walk(plan(program, default_assignment(program)).statements) if isinstance(s, (Loop, While))]
    assert loops
    return [s for loop in loops for s in walk(loop.body) if isinstance(s, Nest) and s.axes]


@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda f: f.__name__)
def test_no_iteration_goes_through_an_array(fn, programs):
    assert not passes_in_loops(programs[fn])


@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda f: f.__name__)
def test_no_iteration_of_an_adjoint_goes_through_an_array(fn, programs):
    assert not passes_in_loops(adjoint(programs[fn]))


@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda f: f.__name__)
def test_what_is_written(fn, programs):
    for shape in SHAPES:
        (z, order), (wanted, _) = given(shape), given(shape)
        fn(wanted, order)
        run(programs[fn], (z, order))
        np.testing.assert_array_equal(z, wanted)


@needs_compiler
def test_compiled_programs_write_the_same(programs):
    for fn, compiled in zip(PROGRAMS, compile_all(list(programs.values()), QUICK), strict=True):
        for shape in SHAPES:
            (z, order), (wanted, _) = given(shape), given(shape)
            fn(wanted, order)
            compiled(z, order)
            np.testing.assert_array_equal(z, wanted)


@pytest.mark.parametrize("fn", [taller, inner, backwards, rows_of_a_part, parts_of_complex], ids=lambda f: f.__name__)
def test_their_adjoints(fn, programs):
    check_adjoint(programs[fn], given(SHAPES[1]))
