"""What a statement names as it was computed is read under its name: one array, not two."""

import numpy as np

from precis.ad import adjoint
from precis.emit.engine import compile as compile_native
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

pytestmark = needs_compiler
X = np.random.default_rng(0).random((300, 400)) + 0.5


def lengths(x):
    a = np.sqrt(x * x + 1.0)
    b = np.exp(-a)
    c = a / (1.0 + b)
    return c.sum(axis=0), (b * b * c).sum()


def changed_after(x):
    a = np.sqrt(x)
    b = a * 2.0
    a[0] = 3.0
    for k in range(3):
        a[k + 1] = np.tanh(a[k]) * b[k]
    return a * b


def ran(function):
    """The adjoint compiled, and run compiled and interpreted."""
    program = lift(function, X.copy())
    made = adjoint(program)
    bars = [np.ones([d.value(program.binding) for d in r.shape]) for r in program.body.results]
    compiled = compile_native(made)
    found = compiled(X.copy(), *bars)
    (expected,) = interpret(made, [*bind(program, (X.copy(),))[0], *bars], program.binding)
    return compiled, program, found[0], expected


def test_arrays_lie_in_memory_once():
    compiled, program, found, expected = ran(lengths)
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert compiled.peak_bytes(program.binding) < 3.5 * X.nbytes  # a, b and c, which lay there twice


def test_names_that_change_keep_what_they_were():
    _, _, found, expected = ran(changed_after)
    np.testing.assert_allclose(found, expected, rtol=1e-13)


def test_what_rounds_when_it_is_kept_stays_apart():
    """The derivative of exp(-a) takes what it was before it was kept in bfloat16."""
    program = lift(lengths, X.copy())
    made, coarse = adjoint(program), Assignment({"b": FORMATS["bfloat16"]}, {}, {}, {}, FORMATS["binary64"])
    inputs = [X, np.ones(X.shape[1]), np.float64(1.0)]
    (found,) = compile_native(made, coarse)(*inputs)
    np.testing.assert_allclose(found, interpret(emulate(made, coarse), inputs, program.binding)[0], rtol=1e-13)
    assert np.abs(found - interpret(made, inputs, program.binding)[0]).max() > 1e-4
