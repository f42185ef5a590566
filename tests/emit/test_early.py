"""Rows of an array that are read behind the update that overwrites them: no copy of the array."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Loop, Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.text import parse
from precis.ir.types import At
from tests.emit.oracle import loop, needs_compiler, program

BINARY64 = Assignment.uniform(FORMATS["binary64"])


def _replaced(b, x, total):
    """Every row of x becomes twice the row; what it was is added to a total afterwards."""
    def step(c, i, x, total):
        row = (At(Size.of(i)),)
        new = c.update(x, c.mul(c.const(2.0), c.slice(x, at=row)), at=row)
        return new, c.add(c.mul(total, c.slice(new, at=row)), c.slice(x, at=row))
    return loop(b, "N", [x, total], step)


MADE = program({"N": 3, "M": 5}, {"x": ("N", "M"), "total": ("M",)}, _replaced, name="replaced")


@needs_compiler
def test_rows_read_late_are_the_old_ones():
    x, total = np.random.default_rng(3).normal(size=(6, 7)), np.ones(7)
    found = compile_program(MADE, BINARY64).run([x, total], {"N": 6, "M": 7})
    for row in x:
        total = total * (2.0 * row) + row
    np.testing.assert_array_equal(found[0], 2.0 * x)
    np.testing.assert_array_equal(found[1], total)


def test_nothing_in_the_loop_goes_over_the_whole_array():
    (inside,) = [s for s in walk(plan(MADE, BINARY64).statements) if isinstance(s, Loop)]
    assert all(isinstance(s, Nest) and len(s.axes) < 2 for s in inside.body)


EXCHANGED = """def exchanged(u: input[real[6, 5]]):
    _1 = cumsum(u, axis=0, reverse=False); 'f.py:1:1'
    _2 = {row}; 'f.py:2:1'
    return update_add(update(_1, 0.0, at=s_[5]), _2, at=s_[0]); 'f.py:3:1'
"""


@needs_compiler
@pytest.mark.parametrize("row", ["_1[5]", "-_1[5]", "_1[5] * 2.0"])
def test_a_row_that_one_nest_reads_overwrites_and_adds_is_read_first(row):
    made, u = parse(EXCHANGED.format(row=row)), np.random.default_rng(4).normal(size=(6, 5))
    np.testing.assert_array_equal(compile_program(made, BINARY64).run([u.copy()], {})[0], interpret(made, [u], {})[0])
