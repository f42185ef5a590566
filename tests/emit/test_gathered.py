"""Additions to boxes of an array, one behind the other, are one pass over its memory and one along its rim."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import INOUT, RESULT, Nest, accesses, walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Cut, Range
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
SHIFTS = ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))


def _summed(rim: bool):
    """Three times: y += x / 3 at five shifts of a box; if `rim`, plus what y held in its first row."""
    def define(b, x, y):
        inner = b.child()
        now = inner.value("y", y.shape, y.kind, "y")
        added = inner.slice(x, at=(Cut(Size.of(1), Size.of("N") - 2), Cut(Size.of(1), Size.of("M") - 2)))
        added = inner.div(added, inner.const(3.0))
        total = now
        for i, j in SHIFTS:
            value = inner.add(added, inner.slice(now, at=(At(Size()), Cut(Size.of(1), Size.of("M") - 2)))) if rim else added
            total = inner.update_add(total, value, at=(Cut(Size.of(i), Size.of("N") - 2), Cut(Size.of(j), Size.of("M") - 2)))
        return b.loop(Range(Size(), Size.of(3)), (y,), inner.block((now,), (total,)), "t")
    return program({"N": 40, "M": 50}, {"x": ("N", "M"), "y": ("N", "M")}, define, name="gathered")


@needs_compiler
@pytest.mark.parametrize("rim", [False, True])
@pytest.mark.parametrize("shape", [(40, 50), (3, 7), (4, 3)])
def test_gathered_additions_are_those_of_the_interpreter(rim, shape):
    made, rng = _summed(rim), np.random.default_rng(4)
    inputs, binding = [rng.normal(size=shape), rng.normal(size=shape)], dict(zip("NM", shape))
    for found, expected in zip(compile_program(made, BINARY64).run(inputs, binding), interpret(made, inputs, binding), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_one_pass_adds_all():
    made = plan(_summed(False), BINARY64)
    large = {name for name, b in made.buffers.items() if b.role in (RESULT, INOUT) and b.shape}
    loops = [s for s in walk(made.statements) if isinstance(s, Nest) and accesses(s)[1] & large and accesses(s)[0] & large]
    assert sorted(bool(n.hole) for n in loops) == [False, True]
