import math
import xml.etree.ElementTree as ET

import pytest

from precis.report import charts
from precis.report.model import Budget, BudgetPart, Option, Options, ParetoPoint, SampleRow
from precis.report.svg import CHARACTER, Scale, clip, log_scale
from tests.report.example import example

NAMESPACE = "{http://www.w3.org/2000/svg}"


def test_linear_scale_and_its_ticks():
    scale = Scale(0.0, 2.0, 100.0, 300.0)
    assert [scale(0.0), scale(1.0), scale(2.0), scale(9.0)] == [100.0, 200.0, 300.0, 300.0]
    assert scale.ticks() == [0.0, 0.5, 1.0, 1.5, 2.0]


def test_log_scale_covers_the_values_in_whole_decades():
    scale = log_scale([3e-7, 2e-3, 0.0, math.inf], 0.0, 100.0)
    assert (scale.low, scale.high) == pytest.approx((1e-7, 1e-2))
    assert scale(1e-7) == pytest.approx(0.0) and scale(1e-2) == pytest.approx(100.0)
    assert scale(0.0) == 0.0 and scale(math.inf) == 100.0
    assert len(log_scale([1e-300, 1e300], 0, 1).ticks()) <= 8


def test_a_scale_of_nothing_still_has_a_place():
    assert Scale(1.0, 1.0, 0.0, 10.0)(1.0) == 5.0
    assert log_scale([], 0.0, 1.0).ticks()


def test_clip():
    assert clip("short", 200.0) == "short"
    assert clip("x" * 99, 10 * CHARACTER) == "x" * 9 + "…"


def pictures():
    report = example()
    assert report.budget is not None
    yield charts.options_chart(report.options)
    yield charts.budget_chart(report.budget)
    yield charts.pareto_chart(report.pareto, report.tolerance)
    yield charts.samples_chart(report.samples, report.tolerance)


def test_pictures_are_well_formed_and_named():
    for picture in pictures():
        root = ET.fromstring(picture)
        assert root.tag == f"{NAMESPACE}svg" and root.get("role") == "img"
        ids = {e.get("id") for e in root.iter()}
        assert set(root.get("aria-labelledby", "").split()) <= ids
        assert "nan" not in picture and "inf" not in picture.replace("infty", "")


def test_marks_stay_inside_the_picture():
    for picture in pictures():
        root = ET.fromstring(picture)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for mark in root.iter():
            x, y = (float(mark.get(k) or mark.get(f"c{k}") or 0.0) for k in "xy")
            assert 0 <= x <= width and 0 <= y <= height


def test_extreme_numbers_do_not_break_a_picture():
    rows = [
        Options(
            "x", "binary32", (Option("binary32", 0.0), Option("binary16", math.inf, True), Option("bfloat16", 1e300))
        )
    ]
    ET.fromstring(charts.options_chart(rows))
    ET.fromstring(charts.budget_chart(Budget((BudgetPart("x", "container", -5.0),), 40.0, None, "measurement")))
    ET.fromstring(charts.samples_chart([SampleRow("s", "held-out", 0.0)], 1e-6))
    ET.fromstring(
        charts.pareto_chart([ParetoPoint(1e-3, 1.0, 0.0, "chosen"), ParetoPoint(None, 1.0, 0.0, "original")], 1e-6)
    )


def test_nothing_to_show_is_no_picture():
    assert charts.options_chart([]) is None
    assert charts.budget_chart(Budget((), 0.0, None, "estimate")) is None
    assert charts.pareto_chart([], 1e-6) is None
    assert charts.samples_chart([], 1e-6) is None


def test_small_parts_are_merged_without_loss():
    parts = [BudgetPart(f"p{k}", "container", 2.0**-k * (-1) ** k) for k in range(40)]
    shown = charts.merged(parts)
    assert len(shown) == charts.PARTS_SHOWN
    assert math.fsum(p.share for p in shown) == pytest.approx(math.fsum(p.share for p in parts), rel=1e-15)
    assert shown[-1].label == f"{40 - charts.PARTS_SHOWN + 1} smaller ones"


def test_the_front_has_only_what_nothing_beats():
    points = [ParetoPoint(1e-3, 0.5, 1e-4), ParetoPoint(1e-4, 0.7, 1e-3), ParetoPoint(1e-5, 0.9, 1e-6)]
    assert [p.time for p in charts._front(points)] == [0.5, 0.9]


@pytest.mark.parametrize(("measured", "named"), [(0.03, True), (0.84, True), (0.9, False), (40.0, False)])
def test_the_number_of_the_meter_stands_at_its_fill_and_the_line_has_a_name(measured, named):
    """At the end of the bar the number read as that of the line."""
    root = ET.fromstring(charts.budget_chart(Budget((BudgetPart("x", "container", measured),), measured, None, "measurement")))
    fill = next(r for r in root.iter(f"{NAMESPACE}rect") if r.get("class") in ("used", "over"))
    number = next(x for x in root.iter(f"{NAMESPACE}text") if x.get("class") == "value")
    assert float(number.get("x")) == pytest.approx(float(fill.get("x")) + float(fill.get("width")) + 8, abs=0.02)
    assert any(x.text == charts.TOLERANCE for x in root.iter(f"{NAMESPACE}text")) == named
