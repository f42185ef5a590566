"""Inlining of `approx` nodes: both sides, nested, in loops, as results."""

from dataclasses import replace

import numpy as np
import pytest

from precis.ir.approx import inline_approx
from precis.ir.build import Build
from precis.ir.canonical import canonical
from precis.ir.interpret import interpret
from precis.ir.size import Size
from precis.ir.trees import Leaf
from precis.ir.types import Block, Container, Node, Program, Range
from precis.ir.verify import verify


def approx(b: Build, x, spec, impl):
    """An approx node over one value; `spec(c, p)` and `impl(c, p)` emit its blocks."""
    blocks = []
    for emit in (spec, impl):
        c = b.child()
        p = c.value("", x.shape)
        blocks.append(c.block((p,), (emit(c, p),)))
    out = b.value("", x.shape)
    b.nodes.append(Node("approx", (x,), (out,), {"name": "sine"}, tuple(blocks)))
    return out


def cubic(c, p):
    """x - x^3 / 6, whose cube is itself an approx: spec x^3, impl 0."""
    cube = approx(c, p, lambda d, q: d.mul(q, d.mul(q, q)), lambda d, q: d.mul(q, d.const(0.0)))
    return c.sub(p, c.div(cube, c.const(6.0)))


def sine_in_loop() -> Program:
    b = Build()
    x = b.value("x", (), "real", "x")
    c = b.child()
    p = c.value()
    (y,) = b.loop(Range(Size(), Size.of(3)), (x,), c.block((p,), (approx(c, p, lambda d, q: d.sin(q), cubic),)), "t")
    z = approx(b, y, lambda d, q: q, lambda d, q: d.neg(q))
    body = Block((x,), tuple(b.nodes), (z, y))
    return canonical(Program("f", (), (Container("x", (), "real", "input"),), body, (("x", Leaf("value", "x")),),
                             (Leaf("value", z.name), Leaf("value", y.name))))


@pytest.mark.parametrize("side", ["spec", "impl"])
def test_inlined_program_means_the_same(side):
    made = sine_in_loop()
    verify(made)
    inlined = inline_approx(made, side)
    verify(inlined)
    assert all(node.op != "approx" for node in inlined.nodes())
    np.testing.assert_array_equal(interpret(inlined, [0.7]), interpret(made, [0.7], spec=side == "spec"))


def test_sides_differ_and_unknown_sides_are_refused():
    made = sine_in_loop()
    spec, impl = (interpret(inline_approx(made, side), [0.7])[0] for side in ("spec", "impl"))
    assert spec == np.sin(np.sin(np.sin(0.7))) and impl == -0.7
    with pytest.raises(ValueError):
        inline_approx(made, "both")


def test_programs_without_approx_stay():
    made = replace(inline_approx(sine_in_loop(), "spec"))
    assert inline_approx(made, "impl") is made
