"""Additions to neighbouring places that end at a first or a last one, in three loops; against the interpreter."""

import numpy as np
import pytest

from precis.emit.cpu.clamped import ClampedPrinter
from precis.emit.cpu.printers import printer_of
from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import Pick
from tests.emit.oracle import needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])
LENGTH, TERMS = 20, 12
LIMITS = {
    "first": (("maximum", 0),),
    "last": (("minimum", LENGTH - 1),),
    "both": (("maximum", 0), ("minimum", LENGTH - 1)),
    "narrow": (("minimum", LENGTH - 3), ("maximum", 2)),
}


def _scattered(limits, subtracted):
    """y[clamp(i + shift)] += x[i] / 10, or - shift."""
    def define(b, y, x, shift):
        places = b.call("sub" if subtracted else "add", b.call("iota", length=Size.of("M")), shift)
        for op, limit in LIMITS[limits]:
            places = b.call(op, places, b.const(limit, "int64"))
        return (b.update_add(y, b.mul(x, b.const(0.1)), places, at=(Pick(0),)),)
    return program({"N": LENGTH, "M": TERMS}, {"y": ("N",), "x": ("M",), "shift": ((), "int64")}, define, name="scattered")


def _shifts(limits, subtracted):
    """Shifts that leave all places inside: without a first place, or without a last one, not all do."""
    shifts = range(0 if limits == "last" else -40, 9 if limits == "first" else 41)
    far = np.iinfo(np.int64)
    return [-s if subtracted else s for s in shifts] + ([far.min, far.max, far.max - 5] if len(LIMITS[limits]) == 2 else [])


@needs_compiler
@pytest.mark.parametrize("subtracted", [False, True])
@pytest.mark.parametrize("limits", LIMITS)
def test_results_are_those_of_the_interpreter(limits, subtracted):
    made = _scattered(limits, subtracted)
    assert [printer_of(s) for s in walk(plan(made, BINARY64).statements) if isinstance(s, Nest) and s.sequential] == [ClampedPrinter]
    run, rng = compile_program(made, BINARY64), np.random.default_rng(1)
    for shift in _shifts(limits, subtracted):
        inputs, binding = [rng.normal(size=LENGTH), rng.normal(size=TERMS), np.int64(shift)], {"N": LENGTH, "M": TERMS}
        np.testing.assert_array_equal(run.run(inputs, binding)[0], interpret(made, inputs, binding)[0], err_msg=f"shift {shift}")
