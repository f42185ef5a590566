"""Exponents that are computed from constants are constants, with the bits that the run would compute."""

import numpy as np
import pytest

from precis.ad import adjoint
from precis.emit.engine import compile, default_assignment
from precis.emit.plan import plan
from precis.emit.plan.kernels import Nest
from precis.emit.plan.walking import walk
from precis.formats import FORMATS, Assignment
from precis.ir.arithmetic import NumpyArithmetic
from precis.ir.emulate import emulate
from precis.ir.interpret import interpret
from precis.lift import lift
from tests.emit.oracle import needs_compiler

NU = 1.0


def root(x, order=NU):
    half = -0.5 * order
    return (1.0 + x * x) ** half


def in_a_loop(x, order=3.0):
    y = x
    for _ in range(5):
        y = np.abs(y + 1.0) ** (order / 2.0) - (0.1 + 0.2)
    return y


def narrow(x, a=np.float32(0.1), b=np.float32(3.0), c=np.float32(0.3)):
    """What is left of 0.1 * 3 - 0.3 is rounding errors, others than those of binary64."""
    return (1.0 + np.abs(x)).astype(np.float32) ** ((a * b - c) * np.float32(1e8))


def half_of_it(x, a=np.float32(0.1), b=np.float32(-5.0)):
    """Rounded, the product is -0.5."""
    y = (1.0 + np.abs(x)).astype(np.float32)
    return y ** (a * b)


def of_tenths(x, a=0.1):
    """1 in binary64, 0 in binary32."""
    return (1.0 + np.abs(x)) ** ((a * 3.0 - 0.3) * 18014398509481984.0)


def of_thirds(x):
    """No product and no root."""
    return np.abs(x) ** (1.0 * 1.0 / 3.0)


def by_nothing(x, a=1e300):
    """Infinities, no numbers, and quotients by zero."""
    none = np.float64(0.0)
    return np.abs(x) ** (a * a), np.abs(x) ** (a * a - a * a), np.abs(x) ** (np.float64(a) / none)


def carried(x, a=0.5):
    """What a loop changes is no constant."""
    s = a * 3.0
    for _ in range(4):
        x = np.abs(x) ** s
        s = s * 0.5 + a
    return x


def of_none(x, order=NU):
    """1, whose derivative is 0 at 0 too."""
    return x ** (0.5 * order - 0.5)


FUNCTIONS = (root, in_a_loop, narrow, half_of_it, of_tenths, by_nothing, carried, of_thirds)
X = np.random.default_rng(4).normal(size=37)


def _computed(function, op, of=lambda program: program):
    """Scalar statements that compute something."""
    program = of(lift(function, X))
    made = plan(program, default_assignment(program))
    return [i for s in walk(made.statements) if isinstance(s, Nest) for i in s.body if i.op == op]


def test_exponents_that_are_computed_from_constants_are_constants():
    for function in (root, in_a_loop, of_tenths):
        exponents = [i.args[1] for i in _computed(function, "pow")]
        assert exponents and all(k in {i.name for i in _computed(function, "const")} for k in exponents)
    assert len(_computed(root, "mul")) == 1 and _computed(of_thirds, "div")
    assert -0.5 in [i.value for i in _computed(half_of_it, "const")]


@needs_compiler
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_same_numbers(function):
    with np.errstate(all="ignore"):
        found, expected = compile(lift(function, X), quick=1)(X), function(X)
    for f, e in zip(*(r if isinstance(r, tuple) else (r,) for r in (found, expected)), strict=True):
        np.testing.assert_allclose(f, e, rtol=1e-6 if function in (narrow, half_of_it) else 1e-14)


@needs_compiler
@pytest.mark.parametrize("function", (narrow, of_tenths, carried))
@pytest.mark.parametrize("name", ("binary32", "bfloat16", "binary80"))
def test_they_round_as_the_run_does(function, name):
    program = lift(function, X)
    assignment = Assignment.uniform(FORMATS[name])
    wide = name == "binary80"
    emulated = emulate(program, assignment, FORMATS[name]) if wide else emulate(program, assignment)
    arithmetic = NumpyArithmetic(np.longdouble if wide else np.float64)
    found = compile(program, assignment, quick=1).run([X])
    for f, e in zip(found, interpret(emulated, [X], program.binding, arithmetic=arithmetic), strict=True):
        np.testing.assert_allclose(f, np.asarray(e), rtol=2**-6 if name == "bfloat16" else 2**-20)


@needs_compiler
@pytest.mark.parametrize("function, exponent", ((root, -1.5), (of_none, 1.0)))
def test_adjoints_know_the_next_exponent(function, exponent):
    values = {i.name: i.value for i in _computed(function, "const", adjoint)}
    assert exponent in {values.get(i.args[1]) for i in _computed(function, "pow", adjoint)}
    program, given = adjoint(lift(function, X)), [np.round(X), np.cos(X)]
    assert 0.0 in given[0]
    (found,), (expected,) = compile(program, quick=1).run(given), interpret(program, given)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
