"""Nests that tally in explicit vectors, against the interpreter: all lengths of rows, strides, choices, sums beside tallies."""

import ctypes
import itertools
from importlib import resources

import numpy as np
import pytest

from precis.emit import emit
from precis.emit.cpu import build
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.rows import RowStripPrinter
from precis.emit.cpu.shares import Shares
from precis.emit.cpu.vector import PairPrinter, VectorPrinter
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import WORKSPACE, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Cut
from tests.emit.oracle import loop, needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
ROWS, COLUMNS = 5, len(TALLY_COLUMNS)


def _tallying(b, x, y, s):
    """Everything that bodies in vectors know: tallies of equal pairs, of scalars and of steps through memory; sums; a store."""
    positive = b.gt(x, b.const(0.25))
    chosen = b.call("select", positive, b.call("floor", x), b.mul(b.const(-2.0), x))
    root = b.sqrt(b.abs(b.sub(chosen, y)))
    larger = b.call("maximum", root, s)
    flags = b.call("select", positive, b.const(1.0), b.const(0.0))
    rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
    pairs = ((0, x, chosen), (1, x, chosen), (1, root, x), (2, s, root), (3, y, x), (4, flags, larger), (4, b.call("sign", x), y))
    for row, g, w in pairs:
        rows = b.call("tally", rows, g, w, row=Size.of(row))
    return rows, b.sum(b.mul(root, x), axes=(0, 1)), root, b.sum(larger, axes=(1,))


MADE = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M"), "s": ()}, _tallying, name="tallying")


def _printers(made):
    return [printer_of(s) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest) and any(r.op == "tally" for r in s.reductions)]


def _equal(made, inputs, binding):
    found = compile_program(made, BINARY64).run(inputs, binding)
    with np.errstate(all="ignore"):
        expected = interpret(made, inputs, binding)
    for a, e in zip(found[1:], expected[1:], strict=True):
        np.testing.assert_array_equal(a, np.asarray(e, float))
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-13)
    for column in ("largest", "precision"):
        k = TALLY_COLUMNS.index(column)
        np.testing.assert_array_equal(found[0][:, k], expected[0][:, k])


@needs_compiler
@pytest.mark.parametrize("at", [0, 7, 8, 200, 299])
@pytest.mark.parametrize("late", [1.0 / 3.0, 1.0 + 2.0**-51, 0.625, float("inf")])
def test_precision_is_that_of_whichever_weight_needs_most(late, at):
    def define(b, x, y):
        rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
        return (b.call("tally", rows, y, x, row=Size.of(1)),)
    made = program({"N": 9}, {"x": ("N",), "y": ("N",)}, define, name="late")
    x = np.resize([1.0, 0.5, -3.0, 0.0, 2.0], 300)
    x[at] = late
    assert _printers(made) == [VectorPrinter]
    _equal(made, [x, np.ones(300)], {"N": 300})


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (2, 8), (3, 31), (2, 32), (2, 45), (2, 129), (1, 300), (3, 0)])
def test_rows_of_any_length(shape):
    rng = np.random.default_rng(shape)
    x, y = rng.normal(size=shape), rng.normal(size=shape)
    x[:, ::3] = 0.0  # zeros are no part of the range
    _equal(MADE, [x, y, np.array(0.4)], dict(zip("NM", shape)))


def _read_again(b, x):
    """Tallies of every iterate of x <- x/2, its neighbours in the next row and in the next column."""
    _, kept = loop(b, "T", [x], lambda c, i, x: (c.mul(x, c.const(0.5)), x))

    def step(c, i, rows):
        at = [(At(Size.of(i)), Cut(Size.of(k), Size.of("N") - 1), Cut(Size.of(j), Size.of("M") - 1)) for k, j in ((1, 0), (0, 1), (0, 0))]
        below, right, here = (c.slice(kept, at=a) for a in at)
        return (c.call("tally", c.call("tally", rows, here, below, row=Size()), here, right, row=Size()),)
    return loop(b, "T", [b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))], step)


def test_tapes_are_called_for_ahead_once():
    made = emit(program({"T": 4, "N": 5, "M": 6}, {"x": ("N", "M")}, _read_again, name="again"), BINARY64)
    (source,) = (text for name, text in made.files.items() if name.endswith(".cpp"))
    (ahead,) = (line.strip() for line in source.splitlines() if "pr::ahead" in line)
    assert ahead.endswith("* N_n1 + i0 + 1) * M_n2 + i1]);")


def test_nests_that_tally_are_printed_in_vectors():
    assert set(_printers(MADE)) == {VectorPrinter}
    assert set(_printers(PRODUCTS)) == {VectorPrinter}


def test_cheap_values_that_are_tallied_often_and_read_at_shifted_places_are_computed_again():
    def shifted(b, x, s):
        rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
        scaled = b.mul(x, s)
        for weight in (x, b.neg(x), b.sqrt(x), b.exp(x), b.log(x)):
            rows = b.call("tally", rows, scaled, weight, row=Size())
        ends = [b.slice(scaled, at=(Cut(Size.of(k), Size.of("N") - 2),)) for k in range(3)]
        return rows, b.add(b.add(ends[0], ends[1]), ends[2])
    made = plan(program({"N": 20}, {"x": ("N",), "s": ()}, shifted, name="shifted"), BINARY64)
    assert not [b for b in made.buffers.values() if b.role == WORKSPACE and b.shape]


@needs_compiler
def test_columns_are_read_in_steps():
    at = (Cut(Size(), Size.of("N")), At(Size.of(1)))

    def column(b, x, y):
        here = b.slice(x, at=at)
        rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
        return (b.call("tally", rows, b.mul(here, y), here, row=Size.of(2)), b.update(x, b.mul(here, y), at=at))
    made = program({"N": 21, "M": 3}, {"x": ("N", "M"), "y": ("N",)}, column, name="columns")
    assert set(_printers(made)) == {VectorPrinter}
    rng = np.random.default_rng(1)
    _equal(made, [rng.normal(size=(21, 3)), rng.normal(size=21)], {"N": 21, "M": 3})


@needs_compiler
def test_scalar_pairs():
    def pairs(b, x, y):
        rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
        for row, g, w in ((0, x, y), (0, y, x), (3, b.mul(x, y), b.const(0.0))):
            rows = b.call("tally", rows, g, w, row=Size.of(row))
        return (rows,)
    made = program({}, {"x": (), "y": ()}, pairs, name="pairs")
    assert set(_printers(made)) == {PairPrinter}
    _equal(made, [np.array(-1.5), np.array(0.3)], {})


def _counted(b, x, weight):
    """Weights that tell the index."""
    rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
    return (b.call("tally", rows, x, weight(b, b.call("iota", length=x.shape[-1])), row=Size.of(0)),)


@pytest.mark.parametrize(("length", "weight", "printer"), [
    ("N", lambda b, i: b.call("convert", i, kind="real"), VectorPrinter),
    (15, lambda b, i: b.call("convert", i, kind="real"), RowStripPrinter),  # of fewer elements than two vectors
    ("N", lambda b, i: b.call("exp", b.call("convert", i, kind="real")), RowStripPrinter),
    ("N", lambda b, i: b.call("convert", b.call("mod", i, b.const(7, "int64")), kind="real"), RowStripPrinter)])
def test_integers_are_vectors_where_that_gains(length, weight, printer):
    made = program({"N": 50}, {"x": ((length,), "real")}, lambda b, x: _counted(b, x, weight), name="counted")
    assert set(_printers(made)) == {printer}


def _of_rows(b, x, y, z):
    """Pairs of what differs from row to row, from column to column and not at all, with weights that only integers tell."""
    rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
    column = b.call("convert", b.call("bit_and", b.call("iota", length=Size.of("M")), b.const(255, "int64")), kind="real")
    row = b.reshape(y, shape=(Size.of("N"), Size.of(1)))
    for k, g, w in ((0, x, b.mul(x, column)), (1, b.mul(row, row), b.add(column, x)), (2, b.mul(x, row), column), (3, x, b.mul(z, x))):
        rows = b.call("tally", rows, g, w, row=Size.of(k))
    return (rows,)


BY_ROWS = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N",), "z": ()}, _of_rows, name="by_rows")


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 1), (50, 3), (9, 7), (3, 21), (4, 33), (5, 63), (3, 64), (3, 65), (2, 130), (0, 4), (3, 0)])
def test_strips_hold_as_many_rows_as_fit(shape):
    assert set(_printers(BY_ROWS)) == {RowStripPrinter}
    rng = np.random.default_rng(shape)
    _equal(BY_ROWS, [rng.normal(size=shape), rng.normal(size=shape[0]), np.array(0.7)], dict(zip("NM", shape)))


def _products(b, x, y, s):
    """Cotangents and weights of z = x y / s, of -z and of 4 z: one product, but for a factor; and of a pair that only looks alike."""
    z = b.div(b.mul(x, y), s)
    g = b.sub(x, b.const(0.5))
    rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
    of_product = b.div(g, s)
    negative, fourth = b.neg(g), b.mul(g, b.const(0.25))
    pairs = ((0, g, z), (1, b.mul(of_product, y), x), (1, b.mul(of_product, x), y), (2, b.mul(g, negative), z),
             (3, negative, z), (4, fourth, z), (4, b.add(g, g), z))
    for row, cotangent, weight in pairs:
        rows = b.call("tally", rows, cotangent, weight, row=Size.of(row))
    return (rows,)


PRODUCTS = program({"N": 3, "M": 9}, {"x": ("N", "M"), "y": ("N", "M"), "s": ()}, _products, name="products")


@needs_compiler
def test_equal_products_are_added_up_once():
    nests = [s for s in walk(plan(PRODUCTS, BINARY64).statements) if isinstance(s, Nest) and s.reductions]
    shares = Shares(nests[0])
    found = [(r.target.index[0].constant, *shares.of(r.args)) for r in nests[0].reductions]
    assert len(nests) == 1
    assert len({pair for row, pair, _ in found if row in (0, 3, 4)}) == 1
    assert len({pair for row, pair, _ in found if row == 1}) == 1
    assert {factor for row, _, factor in found if row in (0, 3, 4)} == {1.0, -1.0, 0.25, 2.0}
    rng = np.random.default_rng(2)
    _equal(PRODUCTS, [rng.normal(size=(3, 9)), rng.normal(size=(3, 9)), np.array(-0.3)], {"N": 3, "M": 9})


@needs_compiler
def test_weights_that_are_no_numbers_count_nothing():
    """Nor do they where their row shares its product with a row whose weights are numbers."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(3, 9)), rng.normal(size=(3, 9))
    y[1, 2], y[2, 8] = np.inf, np.nan
    with np.errstate(all="ignore"):
        (found,), (expected,) = (run([x, y, np.array(0.7)]) for run in (compile_program(PRODUCTS, BINARY64).run, lambda i: interpret(PRODUCTS, i)))
    np.testing.assert_allclose(found[[0, 2, 3, 4]], expected[[0, 2, 3, 4]], rtol=1e-13)
    assert np.isfinite(found[0]).all()


def _two_sums(b, x, y):
    squares = b.mul(x, x)
    return squares, b.sum(squares, axes=(1,)), b.sum(b.mul(squares, y), axes=(1,)), b.call("max", squares, axes=(1,))


@needs_compiler
@pytest.mark.parametrize("length", [1, 3, 31, 32, 75])
def test_rows_with_several_sums_have_as_many_lanes_as_their_length_asks_for(length):
    made = program({"N": 4, "M": 9}, {"x": ("N", "M"), "y": ("N", "M")}, _two_sums, name="two_sums")
    compiled = compile_program(made, BINARY64)
    inputs = list(np.random.default_rng(length).normal(size=(2, 4, length)))
    assert "with_lanes" in compiled.source
    for found, expected in zip(compiled.run(inputs, {"N": 4, "M": length}), interpret(made, inputs, {"N": 4, "M": length})):
        np.testing.assert_array_equal(found, expected)


def test_nests_in_functions_of_their_own_get_arrays_by_value():
    """Through references, every store could change the pointers, and each would be loaded again behind it."""
    heads = [line for line in emit(MADE, BINARY64).text.splitlines() if "[&](" in line and line.endswith("PR_APART {")]
    assert heads and all("const auto x_0" in line and "const auto s_2" in line and "const auto M_n1" in line for line in heads)


STEPS = """
#include "precis_vector.hpp"
template <int STEP> static void run(const double* x, const bool* mask, const bool* there, double* out, int64_t count) {
    const int64_t step = STEP;
    pr::vectors(count, [&](const int64_t i, const auto part) PR_BODY {
        const auto near = part.load(&mask[i]) & part.load(&there[i * step], step);
        part.store(&out[i * step], pr::select(near, part.load(&x[i * step], step), part.all(-1.0)), step);
    });
}
extern "C" void steps(const double* x, const bool* mask, const bool* there, double* out, int64_t step, int64_t count) {
    (step == 1 ? run<1> : step == 2 ? run<2> : step == 3 ? run<3> : run<-1>)(x, mask, there, out, count);
}
"""


@needs_compiler
@pytest.mark.parametrize("without", [(), ("-mno-avx512f",)])
def test_columns_and_truth_values_are_read_and_written_in_steps(without, tmp_path, monkeypatch):
    monkeypatch.setenv("PRECIS_CACHE", str(tmp_path))
    folder = resources.files("precis.emit").joinpath("runtime")
    files = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in ("precis_vector.hpp", *build.HEADERS)}
    steps = ctypes.CDLL(str(build.build({**files, "steps.cpp": STEPS}, "steps.cpp", flags=(*build.FLAGS, *without)))).steps
    rng = np.random.default_rng(2)
    for step, count in itertools.product((1, 2, 3, -1), range(1, 20)):
        length, first = abs(step) * (count - 1) + 1, 0 if step > 0 else count - 1
        x, mask, there, out = rng.random(length), rng.random(count) < 0.7, rng.random(length) < 0.7, np.zeros(length)
        given = (x[first:], mask, there[first:], out[first:])
        steps(*(ctypes.c_void_p(a.ctypes.data) for a in given), ctypes.c_int64(step), ctypes.c_int64(count))
        expected = np.zeros(length)
        expected[::step] = np.where(mask & there[::step], x[::step], -1.0)
        np.testing.assert_array_equal(out, expected)


@needs_compiler
@pytest.mark.parametrize("length", [3, 8, 21])
def test_extremes_beside_tallies(length):
    """NaN of either operand, and the first of two zeros."""
    def extremes(b, x, y):
        high, low = b.call("maximum", x, y), b.call("minimum", x, y)
        rows = b.broadcast(b.const(0.0), shape=(Size.of(ROWS), Size.of(COLUMNS)))
        return b.call("tally", rows, high, low, row=Size()), high, low
    made = program({"N": 9}, {"x": ("N",), "y": ("N",)}, extremes, name="extremes")
    assert set(_printers(made)) == {VectorPrinter}
    special = np.array([0.0, -0.0, np.nan, 1.5, -np.inf])
    x, y = (np.resize(v, length) for v in (np.repeat(special, 5)[[0, 1, 10, 4, 20, 5, 11, 16]], np.tile(special, 5)[[1, 0, 3, 2, 4, 5, 12, 9]]))
    _, high, low = compile_program(made, BINARY64).run([x, y], {"N": length})
    for found, expected in ((high, np.where((y > x) | np.isnan(y), y, x)), (low, np.where((y < x) | np.isnan(y), y, x))):
        np.testing.assert_array_equal(found, np.where(np.isnan(x), np.nan, expected))
        np.testing.assert_array_equal(np.signbit(found)[found == 0.0], np.signbit(expected)[found == 0.0])
