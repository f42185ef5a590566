"""Adjoint programs against jax.vjp, mpmath differences and each other."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.errors import UsageError
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.types import Node
from precis.ir.verify import verify
from tests.ad.oracle import cotangents, directional, dot, jax_adjoint, tangents
from tests.ad.programs import CASES, program

BUDGETS = (2**30, 400, 1)  # bytes: everything stored, some loops in segments, all in segments of segments


@pytest.mark.parametrize("name", CASES)
def test_equals_vjp_of_jax_under_every_memory_budget(name):
    case = CASES[name]
    verify(case.program)
    bars = cotangents(case.program, case.inputs)
    results, expected = jax_adjoint(case.function, case.program.binding, case.inputs, bars)
    for r, e in zip(interpret(case.program, case.inputs), results, strict=True):
        np.testing.assert_allclose(r, e, rtol=case.loose, atol=1e-13)
    for memory in BUDGETS:
        made = adjoint(case.program, memory=memory)
        verify(made)
        for g, e in zip(interpret(made, [*case.inputs, *bars]), expected, strict=True):
            np.testing.assert_allclose(g, e, rtol=case.loose, atol=1e-12)


@pytest.mark.parametrize("name", [name for name in CASES if name != "julia"])  # no complex numbers in mpmath arithmetic
def test_transposes_the_derivative_of_mpmath_differences(name):
    """<J dx, g> = <dx, J^T g>."""
    case = CASES[name]
    bars, direction = cotangents(case.program, case.inputs, 3), tangents(case.program, case.inputs)
    forward = dot(directional(case.program, case.inputs, direction), bars)
    backward = dot([d for d in direction if d is not None], interpret(adjoint(case.program), [*case.inputs, *bars]))
    assert backward == pytest.approx(forward, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("name", CASES)
def test_text_of_an_adjoint_reads_back(name):
    case = CASES[name]
    made = adjoint(case.program, memory=400)
    again = parse(show(made))
    inputs = [*case.inputs, *cotangents(case.program, case.inputs)]
    for a, b in zip(interpret(made, inputs), interpret(again, inputs)):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("side, slope", [("spec", np.cos(0.7)), ("impl", 1 - 0.7**2 / 2)])
def test_either_side_of_an_approx_is_differentiated(side, slope):
    def define(b, x):
        c, d = b.child(), b.child()
        p, q = c.value(), d.value()
        cubic = d.sub(q, d.div(d.mul(q, d.mul(q, q)), d.const(6.0)))
        out = b.value()
        b.nodes.append(Node("approx", (x,), (out,), {"name": "sine"}, (c.block((p,), (c.sin(p),)), d.block((q,), (cubic,)))))
        return (out,)
    made = program("f", {}, {"x": ()}, define)
    assert interpret(adjoint(made, side=side), [0.7, 1.0])[0] == pytest.approx(slope, rel=1e-15)


def test_calling_convention():
    made = adjoint(CASES["burgers"].program, keep_results=True, wrt=("nu", "u0"))
    assert [name for name, _ in made.arguments] == ["u0", "nu", "dx", "dt", "u_bar", "N", "T"]
    assert [v.container for v in made.body.params] == ["u0", "nu", "dx", "dt", "u_bar"]
    assert len(made.body.results) == 3 and made.mutated == () and len(made.returns) == 3
    with pytest.raises(UsageError, match="dz"):
        adjoint(CASES["burgers"].program, wrt=("dz",))


def test_results_of_one_container_have_cotangents_of_their_own():
    made = program("f", {}, {"x": ()}, lambda b, x: (b.store(b.sin(x), container="y"), b.store(b.cos(x), container="y"), x))
    back = adjoint(made)
    verify(back)
    assert [v.container for v in back.body.params[1:]] == ["y_bar", "y_bar_", "x_bar"]
    assert interpret(back, [0.3, 2.0, 3.0, 5.0])[0] == pytest.approx(2 * np.cos(0.3) - 3 * np.sin(0.3) + 5)
