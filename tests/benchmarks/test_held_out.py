"""Formats chosen on one input, checked on others: what is counted, and what the page says of it."""

import pytest

from benchmarks.held_out_page import bound, told, violations

HELD = {"rtol": 1e-3, "narrowed": 3, "measured": 5e-4, "errors": {"1000": 4e-4, "1001": 6e-5}, "broken": {}}


def test_held_out_runs_that_hold_leave_room_for_three_in_n():
    text = told({"calm": {"choices": [HELD, {**HELD, "rtol": 1e-2}]}})
    assert text.startswith("0 violations in 4 runs: 2 choices of formats for 1 programs")
    assert "1 of the runs use more than a tenth" in text and "at most 0.75 violate it" in text and "3/N, N = 4" in text


def test_violations_are_listed_with_what_was_known():
    wild = {**HELD, "errors": {"1000": 2e-3, "1001": "inf", "1002": "nan"}, "broken": {"1001": "did not end within 2 s"}}
    records = {"calm": {"choices": [HELD]}, "wild": {"choices": [wild]}}
    assert [(name, seed) for name, _, seed, _ in violations(records)] == [("wild", "1000"), ("wild", "1001"), ("wild", "1002")]
    text = told(records)
    assert "3 violations in 5 runs" in text and "- wild at 0.001, seed 1000: error 0.002, 0.0005 on the input of seed 0" in text
    assert "- wild at 0.001, seed 1001: error inf, did not end within 2 s" in text


def test_bounds_are_those_of_clopper_and_pearson():
    """One-sided 95 %: 1 of 100 leaves room for 4.656 %, 5 of 50 for 19.88 % (beta quantiles)."""
    assert bound(0, 100) == 0.03
    assert bound(1, 100) == pytest.approx(0.04656, rel=1e-3)
    assert bound(5, 50) == pytest.approx(_quantile(5, 50), rel=1e-6)


def _quantile(k, n):
    scipy_stats = pytest.importorskip("scipy.stats")
    return float(scipy_stats.beta.ppf(0.95, k + 1, n - k))
