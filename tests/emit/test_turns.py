"""Rotated arrays in nests that tally: neighbours are read in vectors, wherever the array begins anew, against the interpreter."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.vector import vectorisable
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Border, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

BINARY64 = Assignment.uniform(FORMATS["binary64"])
SHAPES = [(1, 4), (3, 7), (2, 8), (3, 9), (4, 16), (2, 30), (5, 41)]


def flowed(u, v, c):
    """Rotations both ways, of what is in memory and of each other, read by maps, by tallies and by the sum that is c's cotangent."""
    for _ in range(2):
        d = np.roll(u, 1, 1) - 2.0 * u + np.roll(u, -1, 1)
        e = np.roll(u * v, 3, 1) + np.roll(np.roll(v, -2, 1), 1, 0)
        u = u + c * d * e
        v = v - 0.1 * np.roll(u, -1, 0)[:, ::-1]
    return u, v, np.roll(u, 2, 1)[:, 1:-1]


def _sweep(u, v):
    program = lift(flowed, u, v, 0.3)
    inputs, binding = bind(program, (u, v, 0.3))
    return adjoint(instrument(program, binding)), [np.asarray(x) for x in inputs], binding


@needs_compiler
@pytest.mark.parametrize("shape", SHAPES)
def test_tallies_of_rotations_of_any_length(shape):
    rng = np.random.default_rng(sum(shape))
    made, inputs, binding = _sweep(rng.normal(size=shape), rng.normal(size=shape))
    given = [*inputs, *(rng.choice([-1.0, 1.0], size) for size in (shape, shape, (shape[0], shape[1] - 2)))]
    found, expected = compile_program(made, BINARY64, quick=True).run(given, binding), interpret(made, given, binding)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-9, atol=1e-12 * np.abs(e[np.isfinite(e)]).max(initial=1.0))


def test_what_is_rotated_is_read_where_it_lies():
    made, _, _ = _sweep(np.ones((8, 40)), np.ones((8, 40)))
    nests = [s for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest) and any(r.op == "tally" for r in s.reductions)]
    turning = [n for n in nests if any(isinstance(i.value, Border) and n.axes[-1].symbol in i.value.index.symbols() for i in n.body)]
    assert turning and all(map(vectorisable, turning))
    assert "part.turned(&" in compile_program(made, BINARY64, quick=True).source


def circled(u, c):
    """What was rotated is rotated again, three times, with little work between."""
    for _ in range(2):
        d = np.roll(u, -1, 1) * np.roll(u, 1, 1) - u
        e = u + c * d
        u = u + np.roll(e, -1, 1) * np.roll(e, 2, 1) - np.roll(e, 1, 1)
    return u


@needs_compiler
@pytest.mark.parametrize("shape", SHAPES)
def test_no_position_begins_anew_twice(shape):
    rng = np.random.default_rng(sum(shape))
    u = rng.normal(size=shape)
    program = lift(circled, u, 0.3)
    inputs, binding = bind(program, (u, 0.3))
    made, given = adjoint(instrument(program, binding)), [*(np.asarray(x) for x in inputs), rng.choice([-1.0, 1.0], shape)]
    nests = [s for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)]
    borders = [i.value for n in nests for i in n.body if isinstance(i.value, Border)]
    assert borders and not any(s.startswith("%") and not s.startswith("%i") for b in borders for s in b.index.symbols())
    found, expected = compile_program(made, BINARY64, quick=True).run(given, binding), interpret(made, given, binding)
    for f, e in zip(found, expected, strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-9, atol=1e-12 * np.abs(e[np.isfinite(e)]).max(initial=1.0))
