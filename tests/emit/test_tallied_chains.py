"""Tallies of what updates of nearly whole arrays give on their way: computed again where they are tallied, against the interpreter."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.bitwidth.probes import instrument
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.vector import VectorPrinter
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import Cut
from precis.lift import lift
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
SHAPES = [(2, 2), (3, 9), (2, 33), (5, 8), (40, 51)]
N, M, ONE = Size.of("N"), Size.of("M"), Size.of(1)
BELOW, ABOVE, RIGHT, LEFT = (Cut(ONE, N - 1),), (Cut(Size(), N - 1),), (Cut(Size(), N), Cut(ONE, M - 1)), (Cut(Size(), N), Cut(Size(), M - 1))
INSIDE, TURNED = (Cut(ONE, N - 2), Cut(ONE, M - 2)), (Cut(Size(), N), Cut(M - 1, M, -1))


def _chain(b, x):
    """(the results of four updates, what they wrote)."""
    first = b.mul(b.const(2.0), x)
    below = b.sub(b.slice(first, at=BELOW), b.slice(x, at=ABOVE))
    second = b.update(first, below, at=BELOW)
    left = b.mul(b.slice(second, at=LEFT), b.slice(x, at=RIGHT))
    third = b.update(second, left, at=LEFT)
    fourth = b.update_add(third, b.slice(x, at=RIGHT), at=RIGHT)
    last = b.update(fourth, b.add(b.slice(fourth, at=INSIDE), b.const(1.0)), at=INSIDE)
    return (second, third, fourth, last), (below, left)


def _made(turned):
    def define(b, x, g):
        (second, third, fourth, last), (below, left) = _chain(b, x)
        g = b.slice(g, at=TURNED) if turned else g
        rows = b.broadcast(b.const(0.0), shape=(Size.of(7), Size.of(len(TALLY_COLUMNS))))
        pairs = (g, second), (g, third), (b.slice(g, at=ABOVE), below), (b.slice(g, at=LEFT), left), (b.slice(g, at=RIGHT), b.slice(fourth, at=LEFT)), \
            (g, fourth), (b.slice(g, at=INSIDE), b.slice(fourth, at=INSIDE))
        for k, (cotangent, weight) in enumerate(pairs):
            rows = b.call("tally", rows, cotangent, weight, row=Size.of(k))
        return rows, last
    return program({"N": 40, "M": 50}, {"x": ("N", "M"), "g": ("N", "M")}, define, name="chained")


def _nests(made):
    return [s for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)]


@needs_compiler
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_tallies_and_results(shape, turned):
    made, rng = _made(turned), np.random.default_rng(shape)
    inputs, binding = [rng.normal(size=shape), rng.normal(size=shape)], dict(zip("NM", shape))
    rows, last = compile_program(made, BINARY64).run(inputs, binding)
    expected = interpret(made, inputs, binding)
    np.testing.assert_array_equal(last, expected[1])
    np.testing.assert_allclose(rows, expected[0], rtol=1e-12)
    np.testing.assert_array_equal(rows[:, 4:], expected[0][:, 4:])


@pytest.mark.parametrize("turned", [False, True])
def test_only_the_last_result_is_in_memory(turned):
    nests = _nests(_made(turned))
    stored = {i.access.buffer for n in nests for i in n.body if i.op == "store" and i.access and i.access.shape[0] == N}
    printers = {printer_of(n) for n in nests if any(r.op == "tally" for r in n.reductions)}
    assert len(stored) == 1 and printers == {VectorPrinter}  # rows that are read backwards, too


def test_what_costs_much_is_kept():
    def define(b, x, g):
        first = b.exp(b.sin(x))
        second = b.update(first, b.slice(x, at=ABOVE), at=BELOW)
        rows = b.broadcast(b.const(0.0), shape=(ONE, Size.of(len(TALLY_COLUMNS))))
        rows = b.call("tally", rows, g, second, row=Size())
        return rows, b.update(second, b.mul(b.slice(second, at=RIGHT), b.slice(x, at=RIGHT)), at=RIGHT)
    made = program({"N": 40, "M": 50}, {"x": ("N", "M"), "g": ("N", "M")}, define, name="costly")
    tallies = [n for n in _nests(made) if any(r.op == "tally" for r in n.reductions)]
    assert not any(i.op in ("exp", "sin") for n in tallies for i in n.body)


def leaking(x, y, steps):
    """What cells gain from outside, and from their neighbours: a number that is no array meets a chain of updates."""
    within, outside, rate = 0.3, 2.0, 0.02
    for _ in range(steps):
        gained = y + 0.1 * (outside - x)
        through = within * np.diff(x, axis=1)
        gained[:, :-1] += through
        gained[:, 1:] -= through
        x = x + rate * gained
    return x


@needs_compiler
def test_numbers_meet_chains_of_updates():
    x, y = np.random.default_rng(5).random((2, 9, 21))
    lifted = lift(leaking, x, y, 3)
    swept = adjoint(instrument(lifted))
    arrays, binding = bind(lifted, (x, y, 3))
    given = [*arrays, np.ones((9, 21))]
    expected, found = interpret(swept, given, binding), compile_program(swept, BINARY64).run(given, binding)
    np.testing.assert_allclose(found[-1][:, :4], expected[-1][:, :4], rtol=1e-11)
    np.testing.assert_array_equal(found[-1][:, 4:], expected[-1][:, 4:])
