"""A branch may update the array that a value from before the branch was read from."""

from __future__ import annotations

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit import compile as compile_native
from precis.emit.cpu import compiler
from precis.errors import BuildError
from precis.ir.build import Build
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.types import At, Container, Cut, Leaf, Program, shape_of
from precis.lift import lift
from tests.ad.programs import branches


def rows() -> Program:
    """Inside a branch, row 0 of `a` is overwritten; the row as it was before is used after that, in the branch."""
    b = Build()
    a = b.value("a", shape_of("N", "M"), container="a")
    at = (At(Size.of(0)), Cut(Size.of(0), Size.of("M")))
    before = b.slice(a, at=at)
    then, otherwise = b.child(), b.child()
    new = then.call("update", a, then.mul(before, before), at=at, container="a")
    doubled = then.add(before, then.slice(new, at=at))
    test = b.gt(b.sum(before, axes=(0,)), b.const(0.0))
    out = b.cond(test, then.block((), (new, doubled)), otherwise.block((), (a, before)), ("a", None))
    return Program("rows", (("N", 3), ("M", 4)), (Container("a", a.shape, "real", "inout"),), b.block((a,), (out[1], out[0])),
                   (("a", Leaf("value", "a")),), Leaf("value", out[1].name), ("a",))


def rows_and_columns(a):
    for k in range(len(a)):
        s = a[k, k]
        if s > 0.0:
            a[k] = s * a[k]
            a.T[k] = s * a.T[k]


def taped() -> Program:
    """The tape of the loop keeps the array that a branch updates; what the branch makes goes to the next row of the tape."""
    return adjoint(lift(rows_and_columns, np.ones((4, 4))), keep_results=True)


@pytest.mark.parametrize("program", [branches(), rows(), taped()], ids=["element", "row", "tape"])
def test_values_read_before_a_branch_keep_their_meaning_in_it(program):
    try:
        compiler()
    except BuildError:
        pytest.skip("needs a C++ compiler")
    program = getattr(program, "program", program)
    rng = np.random.default_rng(0)
    inputs = [rng.uniform(0.5, 1.5, tuple(d.value(program.binding) for d in v.shape)) for v in program.body.params]
    compiled = compile_native(program)
    assert compiled.backend == "native"
    for expected, got in zip(interpret(program, inputs), compiled.run([x.copy() for x in inputs], program.binding), strict=True):
        np.testing.assert_allclose(got, expected, rtol=1e-14)
