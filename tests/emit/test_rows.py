"""Nests that tally beside integers, run-time places, reversed rows and truth values; against the interpreter."""

from itertools import product

import numpy as np
import pytest

from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.rows import RowStripPrinter
from precis.emit.cpu.vector import VectorPrinter
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Cut, Pick
from tests.emit.oracle import needs_compiler, program
from tests.emit.test_vector import BINARY64, COLUMNS, ROWS, _equal, _printers

LENGTHS = (0, 1, 7, 31, 32, 63, 64, 65, 131, 200)


def _rows(b):
    return b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))


def _picked(b, x, y, place):
    """Weights from run-time places, arithmetic on integers that are stored, two sums and a store."""
    there = b.slice(x, place, at=(Pick(0),))
    away = b.sub(b.mul(b.call("iota", length=Size.of("N")), b.const(2, "int64")), place)
    held = b.call("minimum", b.call("maximum", away, b.const(-1, "int64")), b.call("convert", b.mul(y, b.const(9.0)), kind="int64"))
    near = b.lt(away, b.const(3, "int64"))
    kept = b.call("select", near, b.neg(held), place)
    chosen = b.call("select", near, b.mul(y, there), b.call("convert", kept, kind="real"))
    rows = _rows(b)
    for row, g, w in ((0, y, there), (1, chosen, x), (1, there, y), (3, y, chosen)):
        rows = b.call("tally", rows, g, w, row=Size.of(row))
    return rows, b.sum(chosen, axes=(0,)), b.sum(b.mul(y, y), axes=(0,)), chosen, kept


PICKED = program({"N": 9}, {"x": ("N",), "y": ("N",), "place": (("N",), "int64")}, _picked, name="picked")


@needs_compiler
@pytest.mark.parametrize("length", LENGTHS)
def test_run_time_places(length):
    rng = np.random.default_rng(length)
    assert set(_printers(PICKED)) == {VectorPrinter}
    _equal(PICKED, [*rng.normal(size=(2, length)), rng.integers(0, max(1, length), length)], {"N": length})


@needs_compiler
@pytest.mark.parametrize("length", LENGTHS)
def test_rows_read_backwards(length):
    def reversed_(b, x, y):
        back = b.slice(x, at=(Cut(Size(), Size.of("N")), Cut(Size.of("M") - 1, Size.of("M"), -1)))
        rows = b.call("tally", _rows(b), b.mul(back, y), back, row=Size.of(2))
        return rows, b.sum(b.mul(back, y), axes=(0, 1))
    made = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, reversed_, name="backwards")
    assert set(_printers(made)) == {VectorPrinter}
    _equal(made, list(np.random.default_rng(length).normal(size=(2, 3, length))), {"N": 3, "M": length})


@needs_compiler
@pytest.mark.parametrize("step", [2, 3])
@pytest.mark.parametrize("length", LENGTHS)
def test_rows_in_steps_are_vectors(length, step):
    at = (Cut(Size(), Size.of("N")), Cut(Size(), (Size.of("M") + (step - 1)) // step, step))

    def stepping(b, x, y):
        some = b.slice(x, at=at)
        made = b.mul(some, b.slice(y, at=at))
        rows = b.call("tally", _rows(b), made, some, row=Size.of(2))
        return rows, b.update(b.mul(x, b.const(1.0)), made, at=at)
    made = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, stepping, name=f"steps{step}")
    assert set(_printers(made)) == {VectorPrinter}
    _equal(made, list(np.random.default_rng(length).normal(size=(2, 3, length))), {"N": 3, "M": length})


def _chosen(places):
    """Truth values and a choice that are stored, and the sum of another choice: with integers, if `places`, or without."""
    def define(b, x, y, shift):
        near = b.ge(b.sub(b.call("iota", length=Size.of("N")), shift), b.const(0, "int64")) if places else b.gt(y, b.const(0.5))
        above = b.gt(x, b.call("select", near, y, b.const(0.0)))
        return above, b.call("select", above, x, y), b.sum(b.call("select", above, b.const(0.1), x), axes=(0,))
    return program({"N": 9}, {"x": ("N",), "y": ("N",), "shift": ((), "int64")}, define, name="chosen")


@needs_compiler
@pytest.mark.parametrize("places", [True, False])
def test_truth_values_stored_beside_a_sum(places):
    made = _chosen(places)
    assert [printer_of(s) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)] == [VectorPrinter]
    run, rng = compile_program(made, BINARY64), np.random.default_rng(3)
    for length in LENGTHS:
        inputs, binding = [*rng.normal(size=(2, length)), np.int64(5)], {"N": length}
        for found, expected in zip(run.run(inputs, binding), interpret(made, inputs, binding), strict=True):
            np.testing.assert_array_equal(found, expected)


def _waves(b, x, y):
    """Sines that are stored, and two sums of each row."""
    wave = b.sin(x)
    return wave, b.sum(b.mul(wave, y), axes=(1,)), b.sum(b.call("cos", x), axes=(1,))


@needs_compiler
def test_sines_beside_sums_of_rows_are_vectors():
    """The library's, where some argument is not moderate."""
    made = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, _waves, name="waves")
    assert VectorPrinter in [printer_of(s) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)]
    run, rng = compile_program(made, BINARY64), np.random.default_rng(3)
    for length, scale in product(LENGTHS, (1.0, 1e9)):
        (x, y), binding = rng.normal(size=(2, 3, length)), {"N": 3, "M": length}
        for found, expected in zip(run.run([x * scale, y], binding), interpret(made, [x * scale, y], binding), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)


def _endless(b, x, y):
    """Cosines beside what has no form in explicit vectors, stored where an argument was read."""
    wave = b.call("select", b.call("isfinite", x), b.call("cos", b.mul(x, y)), b.call("exp", y))
    over = b.update(x, wave, at=(Cut(Size(), Size.of("N")), Cut(Size(), Size.of("M"))))
    return over, b.sum(b.mul(wave, y), axes=(1,))


@needs_compiler
def test_sines_in_strips_have_a_version_for_moderate_arguments():
    """And the library's for a strip that has another one."""
    made = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, _endless, name="endless")
    assert RowStripPrinter in [printer_of(s) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest)]
    run, rng = compile_program(made, BINARY64), np.random.default_rng(3)
    assert "pr::is_far(" in run.source
    for length, far in product(LENGTHS[1:], (0.5, 3e17, np.inf)):
        (x, y), binding = rng.normal(size=(2, 3, length)), {"N": 3, "M": length}
        x[1, -1] = far
        for found, expected in zip(run.run([x.copy(), y], binding), interpret(made, [x.copy(), y], binding), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-13)


def _flagged(b, x, flags, s):
    """Truth values read, in rows and in steps, combined with one that all share, and stored."""
    many = b.gt(s, b.const(0.5))
    column = b.slice(flags, at=(Cut(Size(), Size.of("N")), At(Size.of(1))))
    first = b.slice(x, at=(Cut(Size(), Size.of("N")), At(Size.of(0))))
    differs = b.call("bit_xor", b.call("bit_and", b.gt(x, b.const(0.0)), flags), many)
    rows = b.call("tally", _rows(b), b.call("select", differs, x, b.const(0.0)), x, row=Size.of(0))
    rows = b.call("tally", rows, b.call("select", b.call("bit_not", column), first, s), first, row=Size.of(1))
    stored = b.update(flags, differs, at=(Cut(Size(), Size.of("N")), Cut(Size(), Size.of("M"))))
    return rows, stored, b.update(stored, column, at=(Cut(Size(), Size.of("N")), At(Size.of(2))))


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 3), (3, 7), (2, 8), (19, 45)])
@pytest.mark.parametrize("s", [0.25, 0.75])
def test_truth_values_are_vectors(shape, s):
    made = program({"N": 3, "M": 9}, {"x": ("N", "M"), "flags": (("N", "M"), "bool"), "s": ()}, _flagged, name="flagged")
    assert set(_printers(made)) == {VectorPrinter}
    rng = np.random.default_rng(shape)
    _equal(made, [rng.normal(size=shape), rng.random(shape) < 0.5, np.array(s)], dict(zip("NM", shape)))
