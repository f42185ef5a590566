"""Nests that tally into more accumulators than there are registers, in passes over strips, against the interpreter."""

import numpy as np
import pytest

from precis.emit.cpu import passes
from precis.emit.cpu.passes import LENGTH, PassPrinter
from precis.emit.cpu.units import vector_units
from precis.emit.cpu.vector import VectorPrinter
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Cut
from tests.emit.oracle import loop, needs_compiler, program
from tests.emit.test_vector import _equal, _printers


@pytest.fixture(autouse=True)
def four_units(monkeypatch):
    monkeypatch.setattr(passes, "vector_units", lambda: 4)


def _every_pair(b, rows, cotangents, weights):
    """Each cotangent with each weight, into a row of their own."""
    for k, (g, w) in enumerate((g, w) for g in cotangents for w in weights):
        rows = b.call("tally", rows, g, w, row=Size.of(k))
    return rows


def _zeros(b, rows):
    return b.broadcast(b.const(0.0), shape=(Size.of(rows), Size.of(len(TALLY_COLUMNS))))


def _weights(b, x, y):
    """No one a multiple of another."""
    return b.sub(x, y), b.sqrt(b.abs(y)), b.add(b.const(0.3), x), b.const(0.3)


def _many(b, x, y, column, s):
    """Cotangents and weights that differ between elements, between rows, or not at all; stores, and sums beside tallies."""
    cotangents = x, b.add(x, y), b.mul(x, column), s, b.const(0.7)
    weights = *_weights(b, x, y), column, s
    return _every_pair(b, _zeros(b, 30), cotangents, weights), b.sum(b.mul(x, y), axes=(0, 1)), b.add(x, y)


MANY = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M"), "column": ("N", 1), "s": ()}, _many, name="many")


def _in_a_loop(b, x, y, factors):
    """Accumulators that outlive iterations, with factors of their own in each."""
    def step(c, i, rows, x):
        factor = c.slice(factors, at=(At(Size.of(i)),))
        cotangents = x, c.add(x, y), c.mul(x, factor)
        return _every_pair(c, rows, cotangents, (*_weights(c, x, y), factor)), c.mul(x, c.const(0.75))
    return loop(b, "T", [_zeros(b, 15), x], step)


LOOP = program({"T": 3, "N": 20}, {"x": ("N",), "y": ("N",), "factors": ("T",)}, _in_a_loop, name="in_a_loop")


def test_passes_are_for_nests_with_more_accumulators_than_registers_and_scalars():
    def few(b, x, y):
        return (_every_pair(b, _zeros(b, 4), (x, b.add(x, y)), _weights(b, x, y)[:2]),)
    assert PassPrinter in _printers(MANY) and PassPrinter in _printers(LOOP)
    assert _printers(program({"N": 9}, {"x": ("N",), "y": ("N",)}, few, name="few")) == [VectorPrinter]


def _wide(pairs):
    """A nest of so many cotangents, each tallied with three weights."""
    def wide(b, x, y):
        cotangents = [b.add(b.mul(x, x), b.mul(b.const(1.0 + k), y)) for k in range(pairs)]
        return (_every_pair(b, _zeros(b, 3 * pairs), cotangents, (x, y, b.sub(x, y))),)
    return program({"N": 9}, {"x": ("N",), "y": ("N",)}, wide, name="wide")


def test_strips_and_accumulators_stay_in_the_first_cache():
    """A cotangent is a scalar of 8 vectors, and has 1 + 3 x 3 vectors of accumulators, a weight 8 and 2: 640 vectors hold 33 cotangents."""
    assert _printers(_wide(33)) == [PassPrinter]
    assert _printers(_wide(34)) == [VectorPrinter]


def test_with_two_units_passes_are_for_bodies_with_elementary_functions(monkeypatch):
    def through(function):
        def many(b, x, y):
            return (_every_pair(b, _zeros(b, 12), (x, b.add(x, y), b.call(function, y)), _weights(b, x, y)),)
        return program({"N": 9}, {"x": ("N",), "y": ("N",)}, many, name=function)
    assert _printers(through("exp")) == _printers(through("abs")) == [PassPrinter]
    monkeypatch.setattr(passes, "vector_units", lambda: 2)
    assert _printers(through("exp")) == [PassPrinter] and _printers(through("abs")) == [VectorPrinter]


@pytest.mark.parametrize(("text", "units"), [
    ("vendor_id\t: AuthenticAMD\ncpu family\t: 26\n", 4), ("vendor_id\t: AuthenticAMD\ncpu family\t: 25\n", 2),
    ("vendor_id\t: GenuineIntel\ncpu family\t: 26\n", 2), ("vendor_id : AuthenticAMD\ncpu family : unknown\n", 2), ("", 2), (None, 2)])
def test_units_are_known_by_maker_and_family(tmp_path, text, units):
    cpuinfo = tmp_path / "cpuinfo"
    if text is not None:
        cpuinfo.write_text(text, encoding="utf-8")
    assert vector_units(cpuinfo) == units


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (1, 8 * LENGTH), (2, 8 * LENGTH - 8), (3, 8 * LENGTH + 5), (5, 33), (3, 0)])
def test_rows_follow_one_another_in_strips(shape):
    rng = np.random.default_rng(shape)
    x, y, column = rng.normal(size=shape), rng.normal(size=shape), rng.normal(size=(shape[0], 1))
    x[:, ::3], y[:, 1::5] = 0.0, np.inf  # zeros are no part of the range, and what is infinite counts nothing
    _equal(MANY, [x, y, column, np.array(0.4)], dict(zip("NM", shape)))


@needs_compiler
@pytest.mark.parametrize("length", [1, 8, 20, 8 * LENGTH, 150])
def test_accumulators_that_outlive_iterations(length):
    rng = np.random.default_rng(length)
    _equal(LOOP, [*rng.normal(size=(2, length)), rng.normal(size=3)], {"T": 3, "N": length})


@needs_compiler
def test_what_a_nest_stores_into_may_be_what_it_tallies():
    """Strips hold what elements were when the body read them."""
    def halved(b, x, y):
        here = (Cut(Size(), Size.of("N")),)
        rows = _every_pair(b, _zeros(b, 12), (x, y, b.add(x, y)), _weights(b, x, y))
        return rows, b.update(x, b.mul(x, b.const(0.5)), at=here)
    made = program({"N": 9}, {"x": ("N",), "y": ("N",)}, halved, name="halved")
    assert set(_printers(made)) == {PassPrinter}
    _equal(made, list(np.random.default_rng(0).normal(size=(2, 200))), {"N": 200})
