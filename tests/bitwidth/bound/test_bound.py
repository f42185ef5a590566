"""Proved bounds: never below what is measured, close to what is known, and silent about nothing."""

import time
from pathlib import Path

import numpy as np
import pytest

from precis.bitwidth.bound import bound, graph, sweep
from precis.bitwidth.bound.worst import worst
from precis.formats import Assignment
from precis.lift.fpcore import Sampler, lift_fpcore, read_fpcore, read_text

FILE = read_fpcore(Path(__file__).parents[3] / "benchmarks" / "bounds.fpcore")
SECONDS = 0.3
POINTS = 10_000
SLOW = ("heron_loop", "smooth_step", "softplus_parts", "jump")  # branches: one run per point
# Bounds within a factor of what sampling finds, in a second even where other work slows the search down.
TIGHT = ("himmelblau", "verhulst_growth", "thin_lens", "root_quotient", "magnus_single", "horner_half", "square_of_difference",
         "continued_fraction", "polar", "planck_expm1")
FACTOR = 3.0


def inputs(lifted, count):
    """(columns, box, formats) of every input element."""
    points = Sampler(lifted).points(count)
    columns, root, formats = [], [], []
    for name, x in points.items():
        for column in np.reshape(x, (len(x), -1)).T:
            columns.append(column)
            root.append((lifted.box[name].low, lifted.box[name].high))
            formats.append(lifted.formats[name])
    return columns, np.array(root), formats


def bounded(lifted, assignment=None, seconds=SECONDS):
    return bound(lifted.program, assignment or lifted.program.original, lifted.box, formats=lifted.formats, predicate=lifted.predicate,
                 literals=lifted.literals, seconds=seconds)[0]


@pytest.mark.parametrize("name", FILE.names)
def test_bounds_are_never_below_the_worst_of_many_samples(name):
    lifted = lift_fpcore(FILE, name)
    found = bounded(lifted, seconds=1.0 if name in (*TIGHT, "harmonic_sum") else SECONDS)
    columns, root, formats = inputs(lifted, POINTS if name not in SLOW else 300)
    (seen,) = worst(lifted.program, lifted.program.original, columns, lifted.literals, root, formats=formats,
                    hints=[found.place] if found.place else ())
    if found.absolute is None:
        assert found.reason and name in ("heron_loop", "haversine")
        return
    assert seen.absolute <= found.absolute
    assert found.relative is None or seen.relative <= found.relative
    assert found.reached <= found.absolute
    if name in TIGHT:
        assert found.absolute <= FACTOR * seen.absolute


NARROW = ["cubic_horner", "verhulst_growth", "thin_lens", "magnus", "rotation", "newton_root", "sine_taylor", "polar", "log_sum_exp"]


@pytest.mark.parametrize("fmt", ["binary32", "bfloat16", "binary16"])
@pytest.mark.parametrize("name", NARROW)
def test_bounds_of_narrower_formats(name, fmt):
    lifted = lift_fpcore(FILE, name)
    assignment = Assignment.uniform(fmt)
    found = bounded(lifted, assignment, 0.3)
    columns, root, formats = inputs(lifted, 2000)
    (seen,) = worst(lifted.program, assignment, columns, lifted.literals, root, formats=formats)
    assert found.absolute is not None and seen.absolute <= found.absolute
    assert found.absolute < 20 * seen.absolute or name == "log_sum_exp"  # whose bound takes more than this test's time


def test_mixed_assignments_store_what_they_say():
    """Lowering one variable adds the rounding of its store, and bounds follow."""
    lifted = lift_fpcore(read_text("(FPCore (x) :pre (<= 1 x 2) (let ([y (* x x)]) (+ y x)))", "t.fpcore"))
    wide, mixed = bounded(lifted), bounded(lifted, lifted.program.original.with_storage(y="binary32"))
    assert wide.absolute < 2e-15 and 2.0**-23 <= mixed.absolute < 2.0**-22 + 1e-14


CASES = [
    ("(FPCore (x) :pre (<= 1e30 x 1e39) :precision binary32 (* x x))", "overflow binary32"),
    ("(FPCore (x) :pre (<= 1 x 1e6) :precision binary16 (* x 3))", "overflow binary16"),
    ("(FPCore (x) :pre (<= -1 x 1) (/ 1 x))", "divisor may be zero"),
    ("(FPCore (x) :pre (<= -1 x 1) (sqrt x))", "argument of sqrt may be negative"),
    ("(FPCore (x) :pre (<= 0 x 1) (log x))", "log may leave its domain"),
    ("(FPCore (x) :pre (<= 0 x 1) (while (> y x) ([y 1 (* y 0.9)]) y))", "not proved to end"),
    ("(FPCore (x) :pre (<= 1 x 9) (for ([i x]) ([s 0 (+ s 1)]) s))", "depends on the inputs"),
    ("(FPCore (x) :pre (<= 1 x 9) (for ([i 60000]) ([s 0 (+ s x)]) s))", "more than 2000 operations"),
]


@pytest.mark.parametrize("text, words", CASES, ids=[w for _, w in CASES])
def test_where_nothing_is_proved_the_reason_is_told(text, words, monkeypatch):
    monkeypatch.setattr(graph, "NODES", 2000)
    found = bounded(lift_fpcore(read_text(text, "t.fpcore")), seconds=20.0)
    assert found.absolute is None and words in found.reason and "no bound" in str(found)


def test_branches_that_rounding_may_turn_are_counted():
    found = bounded(lift_fpcore(FILE, "jump"), seconds=2)
    assert found.branches < 1e-15 and 1.0 <= found.absolute < 1.1
    steps = bounded(lift_fpcore(FILE, "smooth_step"))  # decided by inputs, which have no error
    assert steps.absolute < 1e-15


def test_relations_of_the_precondition_are_used():
    text = "(FPCore (x y) :pre (and (<= 1 x 8) (<= 1 y 8) {}) (/ 1 (- x y)))"
    assert bounded(lift_fpcore(read_text(text.format("TRUE"), "t.fpcore"))).absolute is None
    found = bounded(lift_fpcore(read_text(text.format("(>= (- x y) 1)"), "t.fpcore")), seconds=2)
    assert found.absolute is not None and found.absolute < 1e-14


def test_exact_programs_have_the_bound_zero():
    for body in ("(* 2 x)", "(- x)", "(fabs (/ x 4))", "(fmax x (- x))", "(floor x)", "(- x 1)"):
        found = bounded(lift_fpcore(read_text(f"(FPCore (x) :pre (<= 1 x 2) {body})", "t.fpcore")))
        assert found.absolute == 0.0, body


@pytest.mark.parametrize("fmt", ["binary64", "binary32"])
def test_what_counts_exactly_decides_no_branch(fmt):
    """The counter has no error, so rounding changes no number of trips: the bound is that of six products and additions."""
    text = f"(FPCore (n x) :precision {fmt} :pre (and (<= 3 n 6) (<= 0.1 x 0.9)) (while (< i n) ([i 0 (+ i 1)] [s 0 (+ s (* x x))]) s))"
    found = bounded(lift_fpcore(read_text(text, "counter.fpcore")))
    assert found.absolute == found.branches <= 20 * 2.0 ** -(53 if fmt == "binary64" else 24) * 6 * 0.81


def test_underflow_is_an_absolute_error():
    found = bounded(lift_fpcore(read_text("(FPCore (x) :pre (<= 1e-7 x 1e-6) :precision binary16 (* x 0.5))", "t.fpcore")))
    assert found.absolute == pytest.approx(2.0**-25)


def test_literals_are_what_was_written():
    """0.1 is 1/10: the bound of x - x + 0.1 is that of the literal."""
    found = bounded(lift_fpcore(read_text("(FPCore () 0.1)", "t.fpcore")))
    assert abs(found.absolute - 5.5511151231257827e-18) < 1e-30


def test_nothing_smaller_than_the_first_order_worst_case_is_claimed():
    """x + y on [1, 2]^2 in binary64: half an ulp of [2, 4]."""
    found = bounded(lift_fpcore(read_text("(FPCore (x y) :pre (and (<= 1 x 2) (<= 1 y 2)) (+ x y))", "t.fpcore")))
    assert found.absolute == found.reached == pytest.approx(2.0**-52)


ORBIT = "(FPCore (x v) :pre (and (<= 1 x 2) (<= 1 v 2)) (for ([i {steps}]) ([x x (+ x (* v 0.01))] [v v (- v (* x 0.01))]) (+ x v)))"
ANSWERS = {3: ("", ""), 40: ("the box was not divided in the time given", ""), 160: ("", "a sweep over its 1288 operations takes longer")}


@pytest.mark.parametrize("steps", ANSWERS)
def test_the_time_given_is_kept_to(steps, monkeypatch):
    """By a clock of which every rounding upward takes a millisecond: following a program, its first sweep and the search."""
    ticks = [0]

    def counted(x, of=sweep.up):
        ticks[0] += 1
        return of(x)

    monkeypatch.setattr(sweep, "up", counted)
    monkeypatch.setattr(time, "monotonic", lambda: ticks[0] / 1000.0)
    lifted = lift_fpcore(read_text(ORBIT.format(steps=steps), "t.fpcore"))
    found = bounded(lifted, Assignment.uniform("binary32"), seconds=2.0)
    given_up, reason = ANSWERS[steps]
    assert ticks[0] <= 1.3 * 2000
    assert found.given_up == given_up and found.reason.startswith(reason) and (found.absolute is None) == bool(reason)
