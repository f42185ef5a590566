"""Random programs over random boxes: no sampled error, measured with mpmath, is above the bound."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from precis.bitwidth.bound import bound, sweep
from precis.bitwidth.bound.graph import Clock, NoBound
from precis.bitwidth.bound.paths import explore
from precis.bitwidth.bound.worst import WrittenArithmetic, worst
from precis.formats import FORMATS, Assignment
from precis.ir.interpret import interpret
from precis.lift.fpcore import lift_fpcore, read_text

LEAVES = st.sampled_from(["x", "y", "0.1", "3", "1/7", "PI", "-2.5"])
UNARY = ("sqrt", "fabs", "exp", "sin", "cos", "tanh", "log1p", "atan", "-", "cbrt", "floor")
BINARY = ("+", "-", "*", "/", "fmax", "fmin", "hypot", "fdim")


def grown(inner):
    return st.one_of(
        st.builds("({} {})".format, st.sampled_from(UNARY), inner), st.builds("({} {} {})".format, st.sampled_from(BINARY), inner, inner),
        st.builds("(if (< {} {}) {} {})".format, inner, inner, inner, inner), st.builds("(let ([x {}]) {})".format, inner, inner),
        st.builds("(for ([i {}]) ([x {} {}]) {})".format, st.integers(0, 12), inner, inner, inner))  # fmt: skip


EXPRESSIONS = st.recursive(LEAVES, grown, max_leaves=7)
ENDS = st.floats(-8, 8).map(lambda x: round(x, 3))
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def check(body, a, b, fmt, long):
    (low, high), (least, most) = sorted(a), sorted(b)
    text = f"(FPCore (x y) :pre (and (<= {low} x {high}) (<= {least} y {most})) {body})"
    lifted = lift_fpcore(read_text(text, "random.fpcore"))
    assignment, kept = Assignment.uniform(fmt), sweep.LONG
    sweep.LONG = 0 if long else kept
    try:
        (proved,) = bound(lifted.program, assignment, lifted.box, literals=lifted.literals, seconds=0.05)
    finally:
        sweep.LONG = kept
    if proved.absolute is None:
        return
    rng = np.random.default_rng(1)
    ranges = [lifted.box[name] for name in "xy"]
    points = [np.concatenate([[r.low, r.high, r.low, r.high], rng.uniform(r.low, r.high, 26)]) for r in ranges]
    points[1][2:4] = points[1][2:4][::-1]
    (seen,) = worst(lifted.program, assignment, points, lifted.literals)
    assert not seen.absolute > proved.absolute, text
    assert proved.relative is None or not seen.relative > proved.relative, text


@SLOW
@given(EXPRESSIONS, st.tuples(ENDS, ENDS), st.tuples(ENDS, ENDS), st.sampled_from(["binary64", "binary32", "binary16", "bfloat16"]))
def test_random_programs(body, a, b, fmt):
    check(body, a, b, fmt, long=False)


@SLOW
@given(EXPRESSIONS, st.tuples(ENDS, ENDS), st.tuples(ENDS, ENDS), st.sampled_from(["binary64", "binary32"]))
def test_random_programs_in_the_mean_value_form(body, a, b, fmt):
    check(body, a, b, fmt, long=True)


@SLOW
@given(EXPRESSIONS, st.tuples(ENDS, ENDS), st.tuples(ENDS, ENDS))
def test_ranges_hold_the_exact_values(body, a, b):
    """Of the mean value form met with natural intervals, at points of the box."""
    root = np.array([sorted(a), sorted(b)])
    lifted = lift_fpcore(read_text(f"(FPCore (x y) {body})", "random.fpcore"))
    try:
        trace = explore(lifted.program, None, root, [FORMATS["binary64"]] * 2, lifted.literals, 10, Clock())
    except NoBound:
        return
    with np.errstate(all="ignore"):
        ranges = sweep.Forward(trace, root[None], Clock(), True)
        ranges.run()
    if len(trace.paths) > 1 or trace.paths[0].open or any(mask.any() for _, _, mask in ranges.bad):
        return
    found = ranges.x[trace.paths[0].outputs[0]]
    for t in (0.0, 0.2, 0.5, 0.9, 1.0):
        point = [float(np.clip(low + u * (high - low), low, high)) for (low, high), u in zip(root, (t, 1.0 - t * t))]
        (exact,) = interpret(lifted.program, point, arithmetic=WrittenArithmetic(lifted.literals))
        assert found.low[0] <= exact.item() <= found.high[0], (body, point)
