"""The ported programs are lifted and right; the searches and pages of the benchmarks do what they say."""

import math
import xml.etree.ElementTree as ET

import pytest

from benchmarks.calibration_page import page, rows_of, warned
from benchmarks.calibration_plot import plot
from benchmarks.claims import assignment
from benchmarks.optimality import MANY, minimal
from benchmarks.outcome import disagreement, fresh, outcome
from benchmarks.published import PROGRAMS, Claim
from precis.bitwidth.measure import measure
from precis.ir.call import bind, give_back
from precis.ir.interpret import interpret
from precis.lift import lift


@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda p: p.function)
def test_interpreted_agrees_with_numpy(entry):
    small = {"arclength": 200, "funarc": 200, "simpson": 100, "nested_sum": 20, "iccg": 64}.get(entry.function)
    function, arguments = entry.load()[0], entry.arguments(size=small)
    program = lift(function, *fresh(arguments))

    def interpreted(*given):
        inputs, binding = bind(program, given)
        return give_back(program, interpret(program, inputs, binding), given)
    assert disagreement(outcome(function, arguments), outcome(interpreted, arguments)) == ""


@pytest.mark.parametrize("claim", next(p for p in PROGRAMS if p.function == "nested_sum").claims, ids=lambda c: ",".join(c.formats))
def test_published_errors_of_the_nested_sum(claim: Claim):
    entry = next(p for p in PROGRAMS if p.function == "nested_sum")
    arguments = entry.arguments(size=claim.size)
    program = lift(entry.load()[0], *arguments)
    found = measure(program, assignment(program, claim), arguments, attributed=False).error
    assert found == pytest.approx(claim.error, rel=0.05) and (found <= claim.rtol) == ("*" not in claim.formats)


def test_ddmin_finds_what_must_stay():
    needed = {"c", "f"}
    calls = []

    def holds(kept):
        calls.append(tuple(kept))
        return needed <= set(kept)
    assert set(minimal(list("abcdefgh"), holds)) == needed and len(calls) < 2**8
    assert minimal(list("abc"), lambda kept: True) == [] and len(MANY) == 2


def test_the_calibration_page_counts_what_it_lists():
    def point(rms, measured, explained=1.0, sweeps=(1.0, 1.0), overflow=False, edges=False):
        return {"what": "whole", "name": "", "format": "binary32", "rms": rms, "absolute": rms, "measured": measured, "explained": explained,
                "decisions": 0.0, "sweeps": list(sweeps), "overflow": overflow, "edges": edges}
    records = {"a": {"points": [point(1e-7, 2e-7), point(1e-7, 5e-6), point(1e-3, "inf", None, (0.0, 0.0), True)]},
               "b": {"points": [point(1e-7, 1e-7, 0.5, (0.0, 1.0)), point(1e-3, "inf", None, (0.0, 0.0))]}, "c": {"points": [], "failure": "why"}}
    rows, text = rows_of(records), page(records)
    assert [warned(r) for r in rows] == [False, False, False, True, False] and math.isinf(rows[2]["measured"])
    assert "| all points | 3 |" in text and "| the range gate | 1 | 0 | 50% | 100% |" in text and "not announced: b whole binary32" in text and "- c: why" in text
    assert text.count("| a | whole | binary32 | 1e-07 | 5e-06 |") == 1
    picture = ET.fromstring(plot(records))
    points = [path.attrib["d"] for path in picture.iter("{http://www.w3.org/2000/svg}path") if path.get("stroke-linecap")]
    assert sum(d.count("M") for d in points) == 3
