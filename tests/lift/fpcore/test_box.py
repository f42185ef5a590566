"""Boxes of preconditions, and samples drawn from them."""

import math

import numpy as np
import pytest

from precis.ir.interpret import interpret
from precis.lift.fpcore import Interval, Sampler, lift_fpcore, read_text

BELOW_1 = math.nextafter(1.0, -math.inf)
BOXES = [
    ("(<= 1 x 2)", {"x": (1, 2)}),
    ("(< 0 x 1)", {"x": (5e-324, BELOW_1)}),
    ("(>= 10 x -10)", {"x": (-10, 10)}),
    ("(and (<= 1 x) (< x 1))", None),
    ("(<= (/ 1 3) x (* 2 (- 5 3)))", {"x": (math.nextafter(1 / 3, 1), 4)}),
    ("(and (<= 1 x y) (<= y 5))", {"x": (1, 5), "y": (1, 5)}),
    ("(<= 1 x y 5)", {"x": (1, 5), "y": (1, 5)}),
    ("(or (<= 1 x 2) (<= 4 x 8))", {"x": (1, 8)}),
    ("(not (or (< x 1) (> x 3)))", {"x": (1, 3)}),
    ("(<= (fabs x) 3)", {"x": (-3, 3)}),
    ("(== x 2)", {"x": (2, 2)}),
    ("(>= x 0)", {"x": (0, 1024)}),
    ("(< x -5)", {"x": (math.nextafter(-5, -6) - 5120.0, math.nextafter(-5, -6))}),
]


@pytest.mark.parametrize("pre, expected", BOXES)
def test_boxes(pre, expected):
    text = f"(FPCore (x y) :pre {pre} (+ x y))"
    if expected is None:
        with pytest.raises(Exception, match="leaves no value"):
            lift_fpcore(read_text(text))
        return
    found = lift_fpcore(read_text(text))
    for name, (low, high) in expected.items():
        assert found.box[name].low == pytest.approx(low, rel=1e-15, abs=0) and found.box[name].high == pytest.approx(high, rel=1e-15)


def test_what_was_assumed_is_told():
    found = lift_fpcore(read_text("(FPCore (x y z) :pre (and (<= 1 x) (<= 0 z 1)) (+ x (+ y z)))"))
    assert [n.split(" in ")[0] for n in found.notes] == ["x has no upper bound", "y has neither a lower nor an upper bound"]
    assert found.box["y"] == Interval(2.0**-10, 2.0**10)


def test_binary32_arguments_end_at_numbers_of_binary32():
    found = lift_fpcore(read_text("(FPCore (x) :precision binary32 :pre (<= 0.1 x 0.3) x)"))
    assert found.box["x"] == Interval(float(np.float32(0.1)), float(np.nextafter(np.float32(0.3), np.float32(0))))
    assert Sampler(found)(0)[0].dtype == np.float32


RELATED = "(FPCore (a b c) :pre (and (<= 1 a 9) (<= 1 b 9) (<= 1 c 9) (> (+ a b) (+ c 1e-3)) (< (fabs (- a b)) c)) (+ a (* b c)))"


def test_samples_satisfy_relations():
    found = lift_fpcore(read_text(RELATED))
    points = Sampler(found).points(500)
    assert len(points["a"]) == 500
    assert np.all(interpret(found.predicate, list(points.values()))[0])
    for seed in range(20):
        a, b, c = Sampler(found)(seed)
        assert a + b > c + 1e-3 and abs(a - b) < c
    assert Sampler(found)(4) == Sampler(found)(4) and Sampler(found)(4) != Sampler(found)(5)


def test_wide_boxes_are_sampled_in_orders_of_magnitude():
    found = lift_fpcore(read_text("(FPCore (x y) :pre (and (<= 1e-6 x 1e6) (<= -1e6 y 1)) (+ x y))"))
    points = Sampler(found).points(4000)
    assert 0.4 < np.mean(points["x"] < 1) < 0.6 and np.mean(points["y"] > -1e3) < 0.1 + 1 / 8


def test_samples_have_finite_values():
    found = lift_fpcore(read_text("(FPCore (x) :pre (<= -1 x 1) (sqrt x))"))
    assert all(Sampler(found)(seed)[0] >= 0 for seed in range(12))


def test_impossible_relations_are_told():
    found = lift_fpcore(read_text("(FPCore (x) :pre (and (<= 0 x 1) (> (* x x) 2)) x)"))
    with pytest.raises(Exception, match="no sample"):
        Sampler(found)(0)


RING = "(FPCore (x y) :pre (and (<= -5 x 5) (<= -5 y 5) (<= 1 (+ (* x x) (* y y)) 2)) (sqrt (+ (* x x) (* y y))))"
FIRST = "(FPCore ((A 3)) :pre (<= 1 (ref A 0) 4) (+ (ref A 0) (ref A 2)))"


@pytest.mark.parametrize("text", [RING, FIRST])
def test_preconditions_that_allow_no_corner_have_samples(text):
    """Seeds 7, 15, ... ask for a corner of the box; here none is allowed."""
    sampler = Sampler(lift_fpcore(read_text(text)))
    assert all(sampler(seed) for seed in range(16))
