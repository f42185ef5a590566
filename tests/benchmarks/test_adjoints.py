"""The cost of derivatives is measured for a program that has some, and said to be missing for one that has none."""

import pytest

from benchmarks.adjoints import apart, measure, page
from benchmarks.corpus import CORPUS
from precis.errors import PrecisError
from tests.emit.oracle import needs_compiler

BY_NAME = {e.name: e for e in CORPUS}


@needs_compiler
def test_measured_and_missing():
    records = [measure(BY_NAME[name], "small", turns=3, budget=0.1, processes=2) for name in ("goertzel", "sieve")]
    assert records[0]["ratios"]["sweep"] > 0 and records[0]["memory"]["sweep"] >= records[0]["memory"]["forward"]
    low, high = records[0]["scatter"]["plain"]
    assert low <= records[0]["ratios"]["plain"] <= high
    assert records[1]["missing"] == "no floating argument, or no floating result"
    text = page(records, "small")
    assert "1 of 2 programs" in text and "sieve: no floating argument, or no floating result" in text


def test_processes_that_fail_are_told():
    assert apart(lambda: {"a": 1.5}) == {"a": 1.5}
    with pytest.raises(PrecisError, match="ZeroDivisionError"):
        apart(lambda: 1 / 0)
    with pytest.raises(PrecisError, match="TypeError: Object of type set"):
        apart(lambda: {1, 2})
