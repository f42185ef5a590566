"""The cost of derivatives is measured for a program that has some, and said to be missing for one that has none."""

from benchmarks.adjoints import measure, page
from benchmarks.corpus import CORPUS
from tests.emit.oracle import needs_compiler

BY_NAME = {e.name: e for e in CORPUS}


@needs_compiler
def test_measured_and_missing():
    records = [measure(BY_NAME[name], "small", turns=3, budget=0.1) for name in ("goertzel", "sieve")]
    assert records[0]["ratios"]["sweep"] > 0 and records[0]["memory"]["sweep"] >= records[0]["memory"]["forward"]
    assert records[1]["missing"] == "no floating argument, or no floating result"
    text = page(records, "small")
    assert "1 of 2 programs" in text and "sieve: no floating argument, or no floating result" in text
