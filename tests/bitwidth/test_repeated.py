"""Errors that are one error: of what is computed again from equal numbers, of numbers that all round to one, of parts of complex numbers.
The oracle is mpmath: roundings written out by hand at the precision of the narrow format."""

import math

import mpmath
import numpy as np
import pytest

import precis
from precis.bitwidth.estimate import estimate
from precis.bitwidth.repeated import computed_once
from precis.bitwidth.sensitivity import sensitivity
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.ir.verify import verify

BINARY64 = Assignment.uniform("binary64")


def drift(u, a, b, steps):
    for _ in range(steps):
        rate = a * b
        u = u + rate
    return u


def swings(u, a, b, steps):
    for _ in range(steps):
        rate = a * b
        u = rate - u
    return u


def sigmoid(x):
    return np.exp(-x) / (0.7 + np.exp(-x))


def turned(z, phase, steps):
    factor = 1.0 + 1j * phase
    for _ in range(steps):
        z = z * factor
    return z


def close_to_one(x, w):
    gain = 1.0 + x
    return w * gain


def triangle(a, n):
    total = 0.0 * a
    for i in range(n):
        for j in range(i):
            root = np.sqrt(a)
            total = total + root * j
    return total


def narrow(x, bits):
    """x to nearest with `bits` bits of significand, by mpmath."""
    with mpmath.workprec(bits):
        return +mpmath.mpf(x)


@pytest.mark.parametrize(("function", "repeats"), [(drift, 200), (swings, 200), (swings, 201)])
def test_one_error_adds_up_or_cancels(function, repeats):
    """Each rate is rounded to the same number in each iteration: 200 equal errors, or 0 or 1 of alternating sign; not sqrt(200)."""
    u, a, b = np.random.default_rng(1).uniform(1.0, 2.0, (3, 60))
    program = precis.lift(function, u, a, b, repeats)
    found = estimate(sensitivity(program, (u, a, b, repeats)), BINARY64.with_storage(rate="binary32")).rms
    errors, sizes = mpmath.mpf(0), mpmath.mpf(0)
    with mpmath.workprec(200):
        for start, *factors in zip(*(map(mpmath.mpf, map(float, v)) for v in (u, a, b))):
            exact = mpmath.fprod(factors)
            y, z, rounded = start, start, narrow(exact, 24)
            for _ in range(repeats):
                y, z = (y + exact, z + rounded) if function is drift else (exact - y, rounded - z)
            errors, sizes = errors + (z - y) ** 2, sizes + y**2
        measured = float(mpmath.sqrt(errors / sizes))
    assert found == pytest.approx(measured, rel=0.3) if measured else found < 1e-12


def test_equal_operations_of_a_statement_share_their_error():
    """e = exp(-x) errs by d: above the bar it counts d, below -d e / (0.7 + e). Taken for independent, the errors of the two would not cancel."""
    x = np.random.default_rng(2).uniform(-6.0, -3.0, 2000)
    program = precis.lift(sigmoid, x)
    assert sum(n.op == "exp" for n in computed_once(program, program.binding).nodes()) == 1
    found = estimate(sensitivity(program, (x,)), BINARY64.with_compute({next(n.site for n in program.nodes() if n.op == "exp"): "binary32"}))
    with mpmath.workprec(120):
        exact = [1 / (1 + mpmath.mpf(0.7) * mpmath.exp(mpmath.mpf(float(v)))) for v in x]
        powers = [narrow(mpmath.exp(-narrow(float(v), 24)), 24) for v in x]
        errors = [narrow(e / narrow(narrow(0.7, 24) + e, 24), 24) - y for e, y in zip(powers, exact)]
        measured = float(mpmath.sqrt(sum(e**2 for e in errors) / sum(y**2 for y in exact)))
    assert found.rms == pytest.approx(measured, rel=0.15)


@pytest.mark.parametrize("fmt", ["binary32", "bfloat16", "e5m2"])
def test_parts_of_complex_numbers_are_known_apart(fmt):
    """1 + i p: the real part is a number of every format, whatever the imaginary part loses."""
    ratios = []
    for phase in np.random.default_rng(3).uniform(0.01, 0.04, 40):
        program = precis.lift(turned, 1.0 + 0.5j, phase, 6)
        found = estimate(sensitivity(program, (1.0 + 0.5j, phase, 6)), BINARY64.with_storage(factor=fmt)).rms
        with mpmath.workprec(200):
            factor, rounded = (mpmath.mpc(1, p) for p in (mpmath.mpf(float(phase)), narrow(float(phase), FORMATS[fmt].precision)))
            measured = float(abs(rounded**6 - factor**6) / abs(factor**6))
        ratios.append((measured, found))
    measured, found = (math.sqrt(np.mean(np.square(x))) for x in zip(*ratios))
    assert found == pytest.approx(measured, rel=0.3)


@pytest.mark.parametrize("fmt", ["e4m3", "e5m2", "bfloat16"])
def test_numbers_that_round_to_one_number(fmt):
    """1 + x with x far below the spacing becomes 1: the error is x, which is no matter of chance."""
    rng = np.random.default_rng(4)
    u = FORMATS[fmt].u
    x, w = rng.uniform(0.1 * u, 0.9 * u, 300), rng.normal(size=300)
    program = precis.lift(close_to_one, x, w)
    found = estimate(sensitivity(program, (x, w)), BINARY64.with_storage(gain=fmt)).rms
    with mpmath.workprec(100):
        exact = [mpmath.mpf(float(b)) * (1 + mpmath.mpf(float(a))) for a, b in zip(x, w)]
        rounded = [mpmath.mpf(float(b)) * narrow(1 + mpmath.mpf(float(a)), FORMATS[fmt].precision) for a, b in zip(x, w)]
        errors = sum((a - b) ** 2 for a, b in zip(rounded, exact))
        measured = float(mpmath.sqrt(errors / sum(y**2 for y in exact)))
    assert found == pytest.approx(measured, rel=0.15)


@pytest.mark.parametrize(("function", "arguments"), [
    (drift, (1.0, 2.0, 3.0, 5)), (swings, (1.0, 2.0, 3.0, 4)), (sigmoid, (np.linspace(-2.0, 2.0, 9),)), (turned, (1.0 + 0.5j, 0.1, 3)),
    (triangle, (2.0, 5)), (drift, (1.0, 2.0, 3.0, 0)), (triangle, (2.0, 0))])
def test_results_stay(function, arguments):
    program = precis.lift(function, *arguments)
    made = computed_once(program, program.binding)
    verify(made)
    given = [np.asarray(a) for a in arguments if not isinstance(a, int)]
    for a, b in zip(interpret(program, given, program.binding), interpret(made, given, program.binding)):
        assert np.array_equal(a, b)


def test_what_may_not_run_stays_in_its_loop():
    """The inner loop of `triangle` has no iteration in the first of the outer one: its root stays."""
    program = precis.lift(triangle, 2.0, 5)
    assert all(n.op != "sqrt" for n in computed_once(program, program.binding).body.nodes)
    empty = precis.lift(drift, 1.0, 2.0, 3.0, 0)
    assert all(n.op != "mul" for n in computed_once(empty, empty.binding).body.nodes)
