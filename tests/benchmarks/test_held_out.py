"""Formats chosen on one input, checked on others: what is counted, and what the page says of it."""

import pytest

from benchmarks.held_out_page import bound, told

HELD = {"rtol": 1e-3, "measured": 5e-4, "errors": {"1000": 4e-4, "1001": 6e-5, "1002": 1e-6, "1003": 1e-6}, "broken": {}, "worst": {}}


def test_held_out_runs_that_hold_leave_room_for_three_in_n():
    text = told({"calm": {"choices": [HELD, {**HELD, "rtol": 1e-2}]}})
    assert text.startswith("2 choices of formats for 1 programs") and "0 violations in 8 runs." in text
    assert "at most 0.38 violate it" in text and "3/N, N = 8" in text and "1 of the runs use more than a tenth" in text
    assert "2 choices hold on the first eight" in text and "0 violations in 4 runs" in text and "violated" not in text


def test_violations_are_listed_with_what_was_known():
    """A choice that fails on the first half of its inputs is not asked on the second; one that fails on the second half counts there."""
    wild = {**HELD, "errors": {**HELD["errors"], "1001": "inf"}, "broken": {"1001": "did not end"},
            "worst": {"seed": 1001, "estimate": 1e-4, "decisions": None}}
    late = {**HELD, "errors": {**HELD["errors"], "1003": 2e-3}, "worst": {"seed": 1003, "estimate": 1.5e-3, "decisions": 0.0}}
    turned = {**late, "worst": {"seed": 1003, "estimate": 1e-4, "decisions": 0.99}}
    text = told({"calm": {"choices": [HELD]}, "late": {"choices": [late]}, "turned": {"choices": [turned]}, "wild": {"choices": [wild]}})
    assert "3 violations in 16 runs" in text and "3 choices hold on the first" in text and "2 violations in 6 runs" in text
    assert "- wild at 0.001: on 1 of 4 inputs; error inf (seed 1001), 0.0005 on the input of seed 0: did not end" in text
    assert "error 0.002 (seed 1003), 0.0005 on the input of seed 0: a harder input; the estimate made there is 0.0015" in text
    assert "on the input of seed 0: rounding changes decisions" in text


def test_bounds_are_those_of_clopper_and_pearson():
    """One-sided 95 %: 1 of 100 leaves room for 4.656 %, 5 of 50 for 19.88 % (beta quantiles)."""
    assert bound(0, 100) == 0.03
    assert bound(1, 100) == pytest.approx(0.04656, rel=1e-3)
    assert bound(5, 50) == pytest.approx(_quantile(5, 50), rel=1e-6)


def _quantile(k, n):
    scipy_stats = pytest.importorskip("scipy.stats")
    return float(scipy_stats.beta.ppf(0.95, k + 1, n - k))
