"""Every detector on every fixture: faults are found with evidence that runs, near misses are left alone."""

import math
import re
import sys
import types

import pytest

from benchmarks.findings import judge
from tests.bitwidth.findings.fixtures import LATER, fixtures, unseen

ALL = list(fixtures())


@pytest.mark.parametrize("fixture", ALL, ids=str)
def test_fixture(fixture):
    result = judge(fixture)
    assert not result.missed and not result.wrong
    for f in result.found:
        assert f.span and f.span.line > 1 and f.severity in ("error", "warning", "note")
        assert f.remedy and f.source and f.where and f.margins
        assert all(m.word in ("estimate", "measurement") and not math.isnan(m.value) for m in f.margins)
        assert len(f.lines()) <= 4
        run_reproducer(f)


SCRIPTED = ("trips", "chaos", "idle")  # reproduced by the program itself


def run_reproducer(f):
    """Its assertions hold; it needs NumPy and ml_dtypes only. Without rounding, no reproducer of a loop holds."""
    text, scripted = f.reproducer, f.kind in SCRIPTED
    assert len(text.splitlines()) <= (60 if scripted else 12) and "precis" not in text and ("def run(" in text) == scripted
    run_text(text)
    if f.kind in ("trips", "chaos"):
        with pytest.raises(AssertionError):
            run_text(re.sub(r"run\((?!wide).*?\)(?=[,)])", "run(wide)", text))


def run_text(text):
    module = types.ModuleType("reproducer")
    exec(compile(text, "reproducer", "exec"), module.__dict__)
    assert "assert" in text and module.__name__ not in sys.modules


def test_four_of_each():
    for kind in {f.kind for f in ALL}:
        for faulty in (True, False):
            assert sum(f.kind == kind and f.faulty == faulty for f in ALL) >= 4, kind


@pytest.mark.parametrize(("name", "least"), [("first", 30), ("second", 59), ("third", 26), ("fourth", 52), ("fifth", 59), ("sixth", 10)])
def test_programs_written_afterwards(name, least):
    """What benchmarks/FINDINGS.md says of them: of 32, 60, 27, 53, 60 and 10 faults so many at least, nothing wrong."""
    results = [judge(f) for f in unseen(*LATER[name])]
    assert sum(r.fixture.faulty and not r.missed for r in results) >= least
    assert not [str(r.fixture) for r in results if r.wrong]
    for f in (f for r in results for f in r.found):
        run_reproducer(f)
