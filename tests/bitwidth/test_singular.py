"""Estimates at points without a derivative: what is exactly 0 there has no part in them, what is not has one of half order."""

import math
from dataclasses import replace

import mpmath
import numpy as np
import pytest

import precis
from precis.ad import adjoint
from precis.bitwidth.estimate import estimate, share_of
from precis.formats import FORMATS, Assignment, round_array
from precis.ir.interpret import interpret

BINARY32, BINARY64 = Assignment.uniform("binary32"), Assignment.uniform("binary64")
X = np.array([0.0, 0.7, 1.1, 0.0, 0.3, 2.3])
ONES = np.array([1.0, 0.7, -1.0, 0.31, 0.3, 0.1])
SIGNED = np.array([-0.3, 0.7, 1.1, -2.0, 0.3, 1.9])


def truncated(x, t):
    return np.sqrt(np.maximum(x, 0.0) * t) + x


def entropy(x):
    return np.where(x > 0.0, x * np.log(np.where(x > 0.0, x, x)), 0.0)


def masked_quotient(x, t):
    return np.where(x > 0.0, t / x, x) + t


def powers(x):
    return x**0.5 + x**0.3 + np.cbrt(x)


def half_turns(x):
    return np.arcsin(x) + np.arccos(x) * x


def distances(x):
    return np.sqrt((x[:, None] - x[None, :]) ** 2) + np.hypot(x[:, None] - x[None, :], 0.0)


def angles(x, t):
    return np.where(x > 0.0, np.arctan2(x * t, x), 0.0) + t


CASES = [(truncated, (SIGNED, 0.3)), (entropy, (X,)), (masked_quotient, (X, 0.3)), (powers, (X,)), (half_turns, (ONES,)), (distances, (X,)),
         (angles, (X, 0.37))]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_exact_points_without_a_derivative_leave_estimates_as_they_are(function, arguments):
    with np.errstate(all="ignore"):
        program = precis.lift(function, *arguments)
    s = precis.sensitivity(program, arguments)
    found, measured = estimate(s, BINARY32), precis.measure(program, BINARY32, arguments, s=s)
    assert measured.error / 5.0 < found.rms < 5.0 * measured.error
    assert measured.explained == pytest.approx(1.0, abs=0.01)
    assert found.singular == ()


def test_a_square_root_of_a_difference_that_vanishes_has_an_estimate_of_half_order():
    """sqrt |round(x^2) - x^2|: errors of x^2 of size u leave sqrt(u), by mpmath."""

    def distance(x):
        square = x * x
        return np.sqrt(np.abs(square - x * x)) + x

    x = np.array([0.3, 0.7, 1.1])
    program = precis.lift(distance, x)
    s = precis.sensitivity(program, (x,))
    assignment = BINARY64.with_storage(square="binary32")
    found = estimate(s, assignment)
    assert found.absolute == math.inf and found.singular == ()
    assert all(share_of(s, c, FORMATS["binary32"]).half > 1e-5 for c in s.causes if c.place == ("storage", "square"))
    with mpmath.workprec(200):
        exact = [mpmath.mpf(v) for v in x]
        errors = [mpmath.sqrt(abs(mpmath.mpf(float(round_array(v * v, FORMATS["binary32"]))) - e * e)) for v, e in zip(x, exact)]
        expected = float(mpmath.norm(errors) / mpmath.norm(exact))
    measured = precis.measure(program, assignment, (x,), s=s)
    assert measured.error == pytest.approx(expected, rel=1e-6)
    assert measured.error / 3.0 < found.half_order < 3.0 * measured.error and found.rms == pytest.approx(found.half_order)
    assert 0.1 < measured.error / math.sqrt(FORMATS["binary32"].u) < 1.0
    assert measured.explained is None or not math.isfinite(measured.sweeps[0])  # the attribution does not claim to know, either


def test_only_what_reaches_an_infinite_derivative_loses_its_estimate():
    def two(x, y):
        square = x * x
        other = y * y
        return np.sqrt(np.abs(square - x * x)) + other

    x, y = np.array([0.3, 0.7, 1.1]), np.array([1.3, 0.1, 0.9])
    s = precis.sensitivity(precis.lift(two, x, y), (x, y))
    found = estimate(s, BINARY64.with_storage(other="binary32"))
    assert 1e-9 < found.by_container["other"] < 1e-7 and found.singular == ()
    assert 1e-9 < found.half_order < 1e-7  # products in binary64, whose rounding makes sqrt(u), too
    assert math.isinf(estimate(replace(s, roots={}), BINARY64.with_storage(square="binary32")).rms)


def flat_triangles(a, b, c):
    s = 0.5 * (a + b + c)
    return np.sqrt(np.abs(s * (s - a) * (s - b) * (s - c))) + 0.1 * a


def angles_between(x, y):
    dots = np.sum(x * y, axis=1)
    return np.arccos(np.minimum(dots / np.sqrt(np.sum(x * x, axis=1) * np.sum(y * y, axis=1)), 1.0)) + 0.5


def drifting(x, steps):
    for _ in range(steps):
        y = 1.0 * x
        x = x + 0.01 * np.sqrt(np.abs(y * y - x * x)) + 0.03
    return x


RNG = np.random.default_rng(1)
A, B, ROWS = RNG.random(100) + 1.0, RNG.random(100) + 1.0, RNG.normal(size=(300, 8))
NEAR_ROOTS = [(flat_triangles, (A, B, A + B)), (flat_triangles, (A, B, (A + B) * (1.0 - 1e-9))), (angles_between, (ROWS, 3.0 * ROWS)),
              (angles_between, (ROWS, 3.0 * ROWS + 1e-7 * RNG.normal(size=ROWS.shape))), (drifting, (A, 20))]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), NEAR_ROOTS)
@pytest.mark.parametrize("name", ["binary32", "binary16", "bfloat16"])
def test_roots_at_and_near_zero_are_estimated(function, arguments, name):
    """Within a factor of 4 of emulated runs, where first order says infinity or, near 0, too much."""
    program, assignment = precis.lift(function, *arguments), Assignment.uniform(name)
    s = precis.sensitivity(program, arguments, second_order=True)
    measured = precis.measure(program, assignment, arguments, attributed=False).error
    assert measured / 4.0 < estimate(s, assignment).rms < 4.0 * measured
    assert estimate(replace(s, roots={}), assignment).rms > 5.0 * measured


def test_the_order_of_a_root_is_found():
    def of_order(x):
        square = x * x
        return np.abs(square - x * x) ** 0.25 + x

    x = np.linspace(0.3, 0.9, 40)
    s = precis.sensitivity(precis.lift(of_order, x), (x,))
    assert {round(root.order, 2) for (root,) in s.roots.values() if root.coefficient} == {0.25}


def test_a_root_on_one_input_does_not_hide_the_larger_share_of_another():
    def scaled(a, b, c):
        return np.sqrt(np.abs(a * a - b)) * c + 1.0

    at, near = (1.3, 1.3 * 1.3, 1e-6), (1.3, 1.69 - 1e-6, 1.0)
    program = precis.lift(scaled, *at)
    first, second = (precis.sensitivity(program, x) for x in (at, near))
    assert first.roots and not second.roots
    for name in ("binary32", "binary16"):
        assignment = Assignment.uniform(name)
        larger = max(estimate(first, assignment).rms, estimate(second, assignment).rms)
        for joined in (first.joined(second), second.joined(first), first.joined(second).joined(first)):
            assert larger <= estimate(joined, assignment).rms < 3.0 * larger


def test_underflow_before_a_root_counts():
    """3.3e-9 and 1.7e-9 become 0 in binary16: relative errors of 1, of which runs with small relative errors tell nothing."""

    def mixed(a, b, c):
        return np.sqrt(np.abs(a - b)) + c

    a, c = np.array([3.3e-9, 1.7e-9]), np.array([1e-4, 2e-4])
    program = precis.lift(mixed, a, a, c)
    s, assignment = precis.sensitivity(program, (a, a, c)), BINARY64.with_storage(a="binary16")
    found, measured = estimate(s, assignment), precis.measure(program, assignment, (a, a, c), attributed=False).error
    assert measured > 0.3 and measured / 2.0 < found.rms < 2.0 * measured
    (cause,) = (cause for cause in s.causes if cause.place == ("storage", "a"))
    assert measured / 2.0 < share_of(s, cause, FORMATS["binary16"]).underflow < 2.0 * measured


def test_where_perturbed_runs_leave_the_domain_nothing_is_said():
    def distance(x):
        square = x * x
        return np.sqrt(square - x * x) + x

    x = np.array([0.3, 0.7, 1.1])
    s = precis.sensitivity(precis.lift(distance, x), (x,))
    found = estimate(s, BINARY64.with_storage(square="binary32"))
    assert ("storage", "square") in found.singular and found.rms == math.inf


def test_guards_change_no_derivative_that_exists():
    def mixture(x, t):
        return np.sqrt(x) * np.exp(-t * x) + np.arctan2(x, t) / np.hypot(x, t) + np.abs(x - 1.0) ** 1.5

    x = np.array([0.2, 0.9, 1.7])
    program = precis.lift(mixture, x, 0.4)
    bars = [np.array([1.0, -2.0, 0.5])]
    for plain, guarded in zip(interpret(adjoint(program), [x, 0.4, *bars]), interpret(adjoint(program, guarded=True), [x, 0.4, *bars])):
        np.testing.assert_array_equal(plain, guarded)


def cancelling(x, t):
    u = x + t
    v = t + x
    return np.sqrt(np.abs(u * 4.0 - v * 4.0)) + x


def test_what_infinities_that_cancel_swallowed_is_found():
    """u and v are made of the same x, whose error has no part in u - v: what is left is that of the last x."""
    x, t = np.array([0.3, 0.7, 1.1, 0.45]), np.array([1.3, 0.4, 0.9, 2.0])
    program = precis.lift(cancelling, x, t)
    s, assignment = precis.sensitivity(program, (x, t)), BINARY64.with_storage(x="bfloat16")
    found = estimate(s, assignment)
    measured = precis.measure(program, assignment, (x, t))
    assert found.rms == pytest.approx(measured.error, rel=0.3)
    assert measured.explained == pytest.approx(1.0, abs=1e-3)
    assert not found.singular
    assert estimate(s, BINARY64.with_storage(t="bfloat16")).rms < 1e-7  # binary64 itself, by the root
