"""Tallies that differ by factors which stay the same are one tally, against the interpreter."""

import math

import numpy as np
import pytest

from precis.emit.cpu.tallied import DIGITS, RANGE, SHARE, SIZE, Tallied
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.ops import TALLY_COLUMNS
from precis.ir.size import Size
from precis.ir.types import At, Cut, Range
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def _tallying(b, g, x, s):
    """Pairs of g and x but for signs, powers of two, another constant, and s on either side or both."""
    scaled, three = b.mul(s, x), b.const(3.0)
    pairs = [(g, x), (b.neg(g), scaled), (b.mul(g, s), x), (b.mul(b.const(4.0), g), b.neg(x)), (g, b.mul(x, three)),
             (b.add(g, g), b.mul(x, b.const(-0.5))), (b.mul(three, g), scaled), (s, scaled), (s, x), (g, b.const(-math.inf))]
    rows = b.broadcast(b.const(0.0), shape=(Size.of(len(pairs)), Size.of(len(TALLY_COLUMNS))))
    rows = b.update(rows, b.const(math.inf), at=(Cut(Size(), Size.of(len(pairs))), At(Size.of(5))))
    for k, (cotangent, weight) in enumerate(pairs):
        rows = b.call("tally", rows, cotangent, weight, row=Size.of(k))
    return (rows,)


MADE = program({"N": 3, "M": 9}, {"g": ("N", "M"), "x": ("N", "M"), "s": ()}, _tallying, name="scaled")


def _inputs(s, shape=(5, 13)):
    rng = np.random.default_rng(8)
    x = rng.normal(size=shape)
    x[:, ::4] = 0.0
    return [rng.normal(size=shape), x, np.array(s)]


@needs_compiler
@pytest.mark.parametrize("s", [1.0, -0.7, 1e-3, 0.0])
def test_rows(s):
    (found,), (expected,) = (run(_inputs(s), {"N": 5, "M": 13}) for run in (compile_program(MADE, BINARY64).run, lambda *a: interpret(MADE, *a)))
    np.testing.assert_allclose(found[:, :4], expected[:, :4], rtol=1e-12)
    np.testing.assert_array_equal(found[:, 4:], expected[:, 4:])


@needs_compiler
@pytest.mark.parametrize("s", [math.inf, math.nan])
def test_weights_that_are_no_numbers_count_nothing(s):
    (found,) = compile_program(MADE, BINARY64).run(_inputs(s), {"N": 5, "M": 13})
    np.testing.assert_array_equal(found[1, [0, 1, 2, 4, 5]], [0.0, 0.0, 0.0, 0.0, math.inf])
    assert np.isfinite(found[[0, 3, 4, 5], :]).all() and found[1, 3] > 0.0


def test_each_is_added_up_once():
    (nest,) = [s for s in walk(plan(MADE, BINARY64).statements) if isinstance(s, Nest) and any(r.op == "tally" for r in s.reductions)]
    still = {i.name for i in nest.body if i.op == "const" or (i.access and not i.access.index)}
    parts = Tallied(nest, still).parts
    assert {kind: len(parts[kind].rows) for kind in (RANGE, DIGITS, SIZE, SHARE)} == {RANGE: 1, DIGITS: 2, SIZE: 2, SHARE: 2}


@needs_compiler
@pytest.mark.parametrize("s", [1e-320, 1e308])
def test_ranges_end_where_numbers_do(s):
    """Products beyond the normal range, some of which are 0 or infinite: the ends are no further in than those of the interpreter."""
    inputs = _inputs(s)
    inputs[1] *= np.logspace(-20, 20, inputs[1].size).reshape(inputs[1].shape)
    (found,), (expected,) = (run(inputs, {"N": 5, "M": 13}) for run in (compile_program(MADE, BINARY64).run, lambda *a: interpret(MADE, *a)))
    unscaled = [0, 3, 4, 5]
    np.testing.assert_array_equal(found[unscaled, 4:], expected[unscaled, 4:])
    assert (found[:, 4] >= expected[:, 4]).all() and (found[:, 5] <= expected[:, 5]).all()
    assert np.isfinite(found[:, 4]).all() and (found[:, 5] > 0.0).all()
    np.testing.assert_array_equal(found[:, 6], expected[:, 6])


def _in_a_loop(b, g, x, s):
    """The same weights, and those times another number in each iteration."""
    rows = b.broadcast(b.const(0.0), shape=(Size.of(2), Size.of(len(TALLY_COLUMNS))))
    rows = b.update(rows, b.const(math.inf), at=(Cut(Size(), Size.of(2)), At(Size.of(5))))
    inner = b.child()
    now = inner.value("rows", rows.shape, rows.kind, "rows")
    scaled = inner.mul(x, inner.slice(s, at=(At(Size.of("t")),)))
    added = inner.call("tally", now, g, x, row=Size.of(0))
    added = inner.call("tally", added, g, scaled, row=Size.of(1))
    return b.loop(Range(Size(), Size.of("T")), (rows,), inner.block((now,), (added,)), "t")


@needs_compiler
@pytest.mark.parametrize("s", [[0.3, -7.0, 0.0], [math.inf, 0.1, math.nan], [0.0], []])
def test_factors_that_change_from_one_iteration_to_the_next(s):
    made = program({"N": 3, "M": 9, "T": 2}, {"g": ("N", "M"), "x": ("N", "M"), "s": ("T",)}, _in_a_loop, name="scaled_in_a_loop")
    inputs, binding = [*_inputs(0.0)[:2], np.array(s, float)], {"N": 5, "M": 13, "T": len(s)}
    compiled = compile_program(made, BINARY64)
    assert "pr::Digits" in compiled.source and "kept" in compiled.source
    (found,), (expected,) = compiled.run(inputs, binding), interpret(made, inputs, binding)
    np.testing.assert_allclose(found[:, :4], expected[:, :4], rtol=1e-12)
    np.testing.assert_array_equal(found[:, 4:], expected[:, 4:])
