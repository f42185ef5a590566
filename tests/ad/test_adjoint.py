"""Adjoint programs against jax.vjp, mpmath differences and each other."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.ir.interpret import interpret
from precis.ir.text import parse, show
from precis.ir.verify import verify
from tests.ad.oracle import cotangents, directional, dot, jax_adjoint, tangents
from tests.ad.programs import CASES

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
