"""Nests that write tapes, in memory near and far: against NumPy, in rows that begin anywhere in a line of memory."""

import re

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.cpu import ProgramPrinter
from precis.emit.cpu.stream import streams
from precis.emit.engine import compile as compile_program
from precis.emit.engine import default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.ir.types import At
from precis.lift import lift
from tests.emit.oracle import loop, needs_compiler, program


def _keeping(b, x):
    """Every iterate of x <- x x - 3/4 is kept but for its sign, and shown."""
    final, rows = loop(b, "T", [x], lambda c, i, x: (c.sub(c.mul(x, x), c.const(0.75)), c.neg(x)))
    return final, b.abs(rows)


KEEPING = program({"T": 3, "N": 4, "M": 5}, {"x": ("N", "M")}, _keeping, name="keeping")


def _expected(x, trips):
    rows = []
    for _ in range(trips):
        rows.append(x)
        x = x * x - x.dtype.type(0.75)
    return x, np.abs(rows)


@needs_compiler
@pytest.mark.parametrize("name", ["binary64", "binary32"])
@pytest.mark.parametrize("shape", [(3, 4, 5), (9, 3, 50_021), (5, 1501, 521)])
def test_tapes_are_whole(name, shape):
    trips, *sizes = shape
    x = np.random.default_rng(shape).uniform(-1.0, 1.0, sizes).astype(np.float64 if name == "binary64" else np.float32)
    run = compile_program(KEEPING, Assignment.uniform(FORMATS[name])).run
    for found, expected in zip(run([x], dict(zip("TNM", shape))), _expected(x, trips), strict=True):
        np.testing.assert_array_equal(found, expected)


def _streams(made):
    made = plan(made, Assignment.uniform(FORMATS["binary64"]))
    tapes = {name for name, b in made.buffers.items() if b.tape}
    return [s for nest in walk(made.statements) if isinstance(nest, Nest) for s in streams(nest, tapes)]


def test_what_loops_stack_may_go_past_the_caches():
    assert len(_streams(KEEPING)) == 1


def test_scalars_do_not():
    def summed(b, x):
        _, rows = loop(b, "T", [x], lambda c, i, x: (c.neg(x), c.slice(x, at=(At(Size.of(2)),))))
        return (b.neg(rows),)
    assert not _streams(program({"T": 3, "N": 4}, {"x": ("N",)}, summed, name="summed"))


def test_rows_that_get_shorter_count_as_halfway_through_the_loop():
    def squared(a):
        for k in range(a.shape[0] - 1):
            a[k + 1:, k + 1:] = a[k + 1:, k + 1:] * a[k + 1:, k + 1:]
        return a

    made = adjoint(lift(squared, np.ones((5, 5))))
    text = ProgramPrinter(plan(made, default_assignment(made))).source("program.h")
    (counted,) = set(re.findall(r"pr::far<double>\((.*)\)\)", text))
    names = dict.fromkeys(re.findall(r"[MN]_n\d", counted), 100)
    assert 99 * 45 * 45 < eval(counted.replace("pr::size_floordiv", "divided"), {"divided": int.__floordiv__, **names}) < 99 * 55 * 55
