"""An update of all but a rim, of an array that is wanted afterwards: only the rim is copied."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import Cut
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def _made(low, high):
    def define(b, x, y):
        at = (Cut(Size.of(low), Size.of("N") - low - high), Cut(Size.of(1), Size.of("M") - 2))
        old = b.update(x, b.const(2.0), at=(Cut(Size(), Size.of(1)),))
        new = b.update(old, b.slice(y, at=at), at=at)
        return (b.cumsum(old, axis=0), b.cumsum(new, axis=1))
    return program({"N": 40, "M": 50}, {"x": ("N", "M"), "y": ("N", "M")}, define, name="rimmed")


@needs_compiler
@pytest.mark.parametrize("low, high", [(0, 0), (1, 2), (0, 3)])
@pytest.mark.parametrize("shape", [(40, 50), (5, 3)])
def test_both_versions_are_right(low, high, shape):
    made, rng = _made(low, high), np.random.default_rng(4)
    inputs, binding = [rng.normal(size=shape), rng.normal(size=shape)], dict(zip("NM", shape))
    for found, expected in zip(compile_program(made, BINARY64).run(inputs, binding), interpret(made, inputs, binding), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_the_box_is_left_out():
    holes = [s.hole for s in walk(plan(_made(1, 2), BINARY64).statements) if isinstance(s, Nest) and s.hole]
    assert holes == [((Size.of(1), Size.of("N") - 2), (Size.of(1), Size.of("M") - 1))]
