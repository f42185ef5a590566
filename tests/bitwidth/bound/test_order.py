"""measurement <= worst-case estimate <= bound, and the estimate of single operations against exact rationals."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import precis
from precis.bitwidth.bound import bound
from precis.bitwidth.bound.bracket import Box, arguments, bracket
from precis.bitwidth.bound.worst import worst
from precis.bitwidth.largest import LargestErrors
from precis.formats import FORMATS, Assignment, round_array
from precis.lift.fpcore import lift_fpcore, read_text
from tests.bitwidth.partial_sums import partial_sums

SECOND_ORDER = 1.01  # what terms of second order may be, relative to the first: of binary32 and binary64
CONSTANTS = st.sampled_from(["0.1", "3", "1/7", "PI", "-2.5"])
UNARY = ("sqrt", "fabs", "exp", "sin", "cos", "tanh", "log1p", "atan", "-", "log")
BINARY = ("+", "-", "*", "/", "hypot")


def grown(inner):
    """Every operation has a variable among its operands: of what is made of constants alone, the bound knows the very error."""
    pairs = st.one_of(st.tuples(inner, inner), st.tuples(inner, CONSTANTS), st.tuples(CONSTANTS, inner))
    binary = st.tuples(st.sampled_from(BINARY), pairs).map(lambda t: f"({t[0]} {t[1][0]} {t[1][1]})")
    steps = st.builds("(for ([i {}]) ([y {} (+ (* 0.5 y) {})]) y)".format, st.integers(1, 5), inner, inner)
    return st.one_of(binary, binary, st.builds("({} {})".format, st.sampled_from(UNARY), inner), steps)


EXPRESSIONS = st.recursive(st.sampled_from("xy"), grown, max_leaves=6)
ENDS = st.builds(lambda low, width: (low / 1000, (low + width) / 1000), st.integers(-8000, 8000), st.integers(50, 8000))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], derandomize=True)
@given(EXPRESSIONS, ENDS, ENDS, st.sampled_from(["binary64", "binary32"]))
def test_the_estimate_is_between_measurement_and_bound(body, a, b, fmt):
    text = f"(FPCore (x y) :pre (and (<= {a[0]} x {a[1]}) (<= {b[0]} y {b[1]})) {body})"
    lifted, assignment = lift_fpcore(read_text(text, "random.fpcore")), Assignment.uniform(fmt)
    (proved,) = bound(lifted.program, assignment, lifted.box, literals=lifted.literals, seconds=0.02)
    if proved.absolute is None:
        return
    rng = np.random.default_rng(1)
    points = [rng.uniform(lifted.box[name].low, lifted.box[name].high, 10) for name in "xy"]
    (seen,) = worst(lifted.program, assignment, points, lifted.literals)
    found = LargestErrors(lifted.program, assignment, literals=lifted.literals).at(arguments(lifted.program, seen.place.tolist()))
    if np.isfinite(found):  # else a derivative is not
        assert seen.absolute <= SECOND_ORDER * found, text
        assert found <= SECOND_ORDER * proved.absolute, text


OWN_FORMATS = {
    "a cast": "(FPCore (x) :pre (<= 1 x 2) (- (! :precision binary16 (cast x)) x))",
    "a product beside a sum": "(FPCore (x) :pre (<= 1 x 2) (let ((y (! :precision binary32 (* x x)))) (+ y (! :precision binary16 (* x 3)))))",
    "in a loop": "(FPCore (x) :pre (<= 1 x 2) (for ([i 4]) ([s x (+ s (! :precision binary32 (/ s 3)))]) s))",
    "no argument": "(FPCore () (+ PI (* LN2 E)))",
}


@pytest.mark.parametrize("name", OWN_FORMATS)
def test_formats_of_single_values_are_in_bounds_and_estimates(name):
    lifted = lift_fpcore(read_text(OWN_FORMATS[name], "own.fpcore"))
    box = Box({k: (i.low, i.high) for k, i in lifted.box.items()}, lifted.formats, literals=lifted.literals)
    points = [np.random.default_rng(0).uniform(1.0, 2.0, 200) for _ in lifted.box]
    (found,) = bracket(lifted.program, lifted.program.original, box, points, seconds=0.5)
    assert found.measured is not None and found.estimate is not None and found.bound.absolute is not None
    assert 0.3 * found.estimate < found.measured.absolute <= SECOND_ORDER * found.estimate <= SECOND_ORDER**2 * found.bound.absolute
    assert not found.flags


OPERATIONS = {
    "sum": lambda x, y: x + y, "difference": lambda x, y: x - y, "product": lambda x, y: x * y, "quotient": lambda x, y: x / y,
    "double": lambda x, y: x + x, "half": lambda x, y: x / 2, "negation": lambda x, y: -x, "eighth": lambda x, y: 0.125 * x}  # fmt: skip


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("fmt", ["binary16", "e4m3"])
def test_single_operations_err_by_no_more(name, fmt):
    """Against exact rationals, down to subnormals. What is exact counts nothing, and of the rest the largest is nearly reached."""
    program = precis.lift(OPERATIONS[name], 1.0, 1.0)
    largest = LargestErrors(program, Assignment.uniform(fmt))
    drawn = np.random.default_rng(0).standard_normal((2, 30)) * 2.0 ** np.random.default_rng(1).integers(-7, 4, (2, 30))
    tightest = 0.0
    for x, y in round_array(drawn, FORMATS[fmt]).T.tolist():
        exact = OPERATIONS[name](Fraction(x), Fraction(y or 1))
        if abs(exact) > FORMATS[fmt].max:
            continue
        error = abs(Fraction(float(round_array(float(exact), FORMATS[fmt]))) - exact)
        found = largest.at([x, y or 1.0])
        assert error <= found <= max(FORMATS[fmt].u * abs(exact), Fraction(float(FORMATS[fmt].min_subnormal)) / 2)
        tightest = max(tightest, float(error / Fraction(found)) if found else 0.0)
    assert tightest > 0.9 or name in ("double", "half", "negation", "eighth")


@pytest.mark.parametrize("fmt", ["binary64", "binary32"])
def test_close_differences_and_small_sums_are_exact(fmt):
    largest = LargestErrors(precis.lift(lambda x, y: x - y, 1.0, 1.0), Assignment.uniform(fmt))
    assert largest.at([1.5, 1.25]) == largest.at([3.0, 1.5]) == largest.at([3.0, 0.0]) == 0.0
    assert largest.at([1.0, 2.0**-60]) == 2.0**-60 and largest.at([1.75, -2.5]) == 4.0 * FORMATS[fmt].u


def test_what_powers_of_two_scale_is_exact():
    meant = OPERATIONS["quotient"], OPERATIONS["product"]
    quotient, product = (LargestErrors(precis.lift(f, 1.0, 1.0), Assignment.uniform("binary32")) for f in meant)
    assert quotient.at([0.75, 4.0]) == product.at([0.75, 4.0]) == product.at([-0.25, 0.75]) == 0.0
    assert quotient.at([4.0, 0.75]) > 0.0 and product.at([2.0**-120 * 1.25, 2.0**-20]) > 0.0


@pytest.mark.parametrize(("n", "above"), [(15, 1.3), (20, 1.6)])
def test_every_addition_of_a_sum_may_err_with_the_same_sign(n, above):
    """Independent errors of 20 additions leave a quarter of that. Above it where partial sums differ in size, as those of lanes do."""
    x = np.full(n, 1.0 / 3.0)
    largest = LargestErrors(precis.lift(lambda x: np.sum(x), x), Assignment.uniform("binary32").with_storage({"x": "binary64"}))
    partial = np.array(partial_sums(x.reshape(1, -1)))
    conversions = 2.0**-24 * 0.25 * n
    assert np.sum(2.0 ** np.floor(np.log2(partial))) * 2.0**-24 + conversions <= largest.at([x]) <= np.sum(partial) * above * 2.0**-24


def test_literals_count_with_what_was_written():
    lifted = lift_fpcore(read_text("(FPCore (x) :pre (<= 1 x 2) (* 0.1 x))", "tenth.fpcore"))
    rounded = LargestErrors(lifted.program, Assignment.uniform("binary64"))
    written = LargestErrors(lifted.program, Assignment.uniform("binary64"), literals=lifted.literals)
    off = abs(Fraction(0.1) - Fraction(1, 10))
    assert written.at([1.5]) - rounded.at([1.5]) == pytest.approx(float(off) * 1.5, rel=1e-3, abs=0.0)


def test_elementary_functions_err_by_their_ulps():
    largest = LargestErrors(precis.lift(lambda x: np.tanh(x), 1.0), Assignment.uniform("binary32"), {"x": FORMATS["binary32"]})
    assert largest.at([0.75]) == pytest.approx(2 * 2.0**-24)  # 2 ulps below 1
