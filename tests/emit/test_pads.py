"""Rows of stacks that are filled in part: written where they are wanted, and no further than they reach, against NumPy."""

import numpy as np
import pytest

from precis.emit.engine import compile as compile_program
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.size import Size
from precis.ir.types import At, Cut
from tests.emit.oracle import loop, needs_compiler, program

DOUBLE = Assignment.uniform(FORMATS["binary64"])
N, SIZES = Size.of("N"), {"N": 5}


def _read(b, stack, x):
    """Sums of the rows of `stack`, i + 1 elements each (of both dimensions behind the first)."""
    def step(c, i, y):
        taken = c.slice(stack, at=(At(i), *(Cut(Size(), i + 1) for _ in stack.shape[1:])))
        return (c.update(y, c.sum(taken, axes=tuple(range(taken.rank))), at=(At(i),)),)
    return loop(b, "N", [b.mul(x, b.const(0.0))], step)


def _partial_sums(b, x):
    """Row i: x[0], x[0] + x[1], ... before its element i is added."""
    def step(c, i, s):
        s, row = loop(c, i + 1, [s], lambda d, j, s: (d.add(s, d.slice(x, at=(At(j),))), s))
        return s, c.pad(row, shape=(N,))
    _, stack = loop(b, "N", [b.const(0.0)], step)
    return _read(b, stack, x)


def _squares(b, x):
    """Rows of rows: i + 1 times the first i + 1 elements of x times j."""
    def step(c, i, s):
        def inner(d, j, s):
            return d.add(s, d.slice(x, at=(At(j),))), d.mul(d.slice(x, at=(Cut(Size(), i + 1),)), d.convert(d.index(value=j), kind="real"))
        s, rows = loop(c, i + 1, [s], inner)
        return s, c.pad(rows, shape=(N, N))
    _, stack = loop(b, "N", [b.const(0.0)], step)
    return _read(b, stack, x)


def _expected_sums(x):
    total, found = 0.0, []
    for i in range(len(x)):
        row = []
        for j in range(i + 1):
            row.append(total)
            total += x[j]
        found.append(sum(row))
    return np.array(found)


def _expected_squares(x):
    return np.array([sum(j * x[:i + 1].sum() for j in range(i + 1)) for i in range(len(x))])


EXPECTED = {_partial_sums: _expected_sums, _squares: _expected_squares}


@needs_compiler
@pytest.mark.parametrize("build", EXPECTED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [1, 2, 9])
def test_rows_hold_what_was_put_there(build, n):
    x = np.random.default_rng(n).integers(-8, 8, n).astype(float)
    (found,) = compile_program(program(SIZES, {"x": ("N",)}, build, name="padded"), DOUBLE).run([x], {"N": n})
    np.testing.assert_allclose(found, EXPECTED[build](x), rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("build", EXPECTED)
def test_no_row_is_copied_and_no_stack_cleared(build):
    made = plan(program(SIZES, {"x": ("N",)}, build, name="padded"), DOUBLE)
    tapes = {b.name for b in made.buffers.values() if b.tape}
    nests = [s for s in walk(made.statements) if isinstance(s, Nest)]
    stores = [i for s in nests for i in s.body if i.op == "store" and i.access and i.access.buffer in tapes]
    assert len(tapes) == 1 and len(stores) == 1
