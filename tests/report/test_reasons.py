"""Every way in which a container can be kept wide has its reason."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

import precis
from precis.bitwidth.breakdown import Breakdown, Failure
from precis.formats import FORMATS, Assignment
from precis.report import report_of
from precis.report.model import Option
from precis.report.reasons import REASONS, Evidence, reason_to_stay
from precis.report.rows import Asked

RTOL = 1e-3
NARROWER = (Option("binary32", 1e-4), Option("bfloat16", 0.2), Option("binary16", 0.1))
OVERFLOW = Breakdown("overflow", ("storage", "y"), "f.py:9", "binary16", 7.1e4)


def failed(fmt, error, where="the tuning input", share=0.0, breakdown=None):
    wide = Assignment.uniform("binary64")
    return Failure(wide.with_storage(x=fmt), where, error, {("storage", "x"): share}, breakdown)


def contender(fmt, speedup):
    proposal = SimpleNamespace(assignment=Assignment.uniform("binary64").with_storage(x=fmt))
    return SimpleNamespace(proposal=proposal, speedup=speedup)


def case(pinned=False, narrower=NARROWER, failures=(), passed=(), used=0.0):
    estimate = SimpleNamespace(rms=used * RTOL)
    tuned = SimpleNamespace(failures=failures, passed=passed, estimate=estimate, rtol=RTOL)
    return Evidence(tuned, "x", FORMATS["binary64"], pinned, tuple(narrower))


@pytest.mark.parametrize(
    ("given", "reason", "must"),
    [
        ({"pinned": True}, "pinned by you", "request"),
        ({"narrower": ()}, "", ""),
        (
            {"narrower": [Option("binary32", 0.1, True), Option("binary16", 9.0, True)]},
            "values seen leave the range of binary32 and binary16",
            "measurement",
        ),
        (
            {"failures": [failed("binary32", math.inf, breakdown=OVERFLOW)]},
            "with binary32 here a run was not finite on the tuning input (measured): 7.1e+04 overflowed binary16 in y at line 9",
            "measurement",
        ),
        (
            {"failures": [failed("binary32", 0.02, "held-out input 1003", 0.015)]},
            "with binary32 here a run missed on held-out input 1003: 20 tolerances (measured), 15 of them from it (attributed)",
            "measurement",
        ),
        ({"narrower": [Option("binary32", 38.0)]}, "binary32 alone would use 38 times the tolerance (estimate)", "estimate"),
        (
            {"narrower": [Option("binary32", 0.9)], "used": 0.45},
            "binary32 alone would use 90 % of the tolerance (estimate), with no room left for it",
            "estimate",
        ),
        (  # within the tolerance: it could be narrower
            {"narrower": [Option("binary32", 0.4)], "used": 0.4},
            "binary32 alone would use 40 % of the tolerance (estimate); more than half of it is only spent on what is 5 % cheaper in the "
            "cost model",
            "",
        ),
        (  # chosen within the whole tolerance, or a little more
            {"narrower": [Option("binary32", 0.001)], "used": 0.7},
            "binary32 would fit, but is no faster in the cost model",
            "",
        ),
        (
            {"narrower": [Option("binary32", 0.9)], "used": 0.7},
            "binary32 alone would use 90 % of the tolerance (estimate), with no room left for it",
            "estimate",
        ),
        (
            {"passed": [contender("bfloat16", 0.4), contender("binary32", 0.87)]},
            "narrower in choices that hold but are slower (at best 0.87x the speed, measured)",
            "",
        ),
        ({}, "binary32 would fit, but is no faster in the cost model", ""),
        (
            {"failures": [failed("bfloat16", math.inf, breakdown=OVERFLOW)]},
            "with bfloat16 here a run was not finite on the tuning input (measured): 7.1e+04 overflowed binary16 in y at line 9; "
            "binary32 would fit, but is no faster in the cost model",
            "",
        ),
        (
            {"failures": [failed("binary32", 0.02, share=1e-6)]},  # others made that error
            "binary32 would fit, but is no faster in the cost model",
            "",
        ),
    ],
)
def test_the_reason_is_the_one_that_applied(given, reason, must):
    assert reason_to_stay(case(**given)) == (reason, must)


def test_every_reason_of_the_table_is_tested():
    assert len(REASONS) == 10


def shifted(x, c):
    near = x - c
    y = 1.0 / near
    return y * near


def test_a_run_that_breaks_down_is_a_reason():
    """x - c is zero in bfloat16, and then 0 * (1 / 0) is no number: no estimate knows."""
    args = np.linspace(1.001, 1.003, 64), 1.0
    found = precis.tune(shifted, *args, rtol=0.5, formats=("bfloat16", "binary64"), device="a100", timed=False)
    rows = {row.name: row for row in report_of(found, asked=Asked(("bfloat16", "binary64"))).containers}
    assert found.holds and found.failures and not math.isfinite(found.failures[0].error)
    assert "was not finite on the tuning input (measured): division gave inf" in rows["x"].reason
    assert f"line {shifted.__code__.co_firstlineno + 2}" in rows["x"].reason
