"""The calibration runs through: every kind of point of a small program, and a page of its records."""

import json
from dataclasses import asdict

import numpy as np

from benchmarks import calibration_choices
from benchmarks.calibration import STORED, archive, assignments, emulations, points, smallest, stored
from benchmarks.calibration_page import KINDS, page, warned
from benchmarks.calibration_plot import plot
from precis.lift import lift


def relaxed(x, mixing):
    y = x * x + 0.25
    for _ in range(2):
        y = 0.5 * y + 0.1 * (mixing @ y)
    return np.sqrt(y) - x


FORMATS_OF = {"container": {*STORED}, "line": {*STORED}, "accumulator": {*STORED, "bfloat16 + binary32", "e4m3 + binary32"},
              "multiplicand": {"tf32", "bf16x1", "fp16x1", "e4m3x1", "e5m2x1"}, "split": {"bf16x3", "tf32x3"}, "schedule": {*STORED},
              "double-double": {"binary64x2"}}  # fmt: skip


def test_every_kind_of_point_is_measured(monkeypatch):
    monkeypatch.setattr(calibration_choices, "SCHEDULED", 1.0)
    rng = np.random.default_rng(0)
    arguments = rng.uniform(0.1, 2.0, 6), rng.uniform(0.0, 1.0, (6, 6))
    program = lift(relaxed, *arguments)
    runs = emulations(program, arguments)
    found = list(points(runs, program))
    assert {p.what for p in found} == set(KINDS)
    assert {p.name for p in found if p.what == "container"} >= {"y"}
    for what, formats in FORMATS_OF.items():
        of = [p for p in found if p.what == what]
        assert formats <= {p.format for p in of}
        assert all(0.1 < p.rms / p.measured < 10 for p in of if p.measured), what
    assert {p.format.partition("*")[0] for p in found if p.what == "scaled"} == {"binary16", "e4m3", "e5m2"}
    assert {p.name.partition(" of")[0] for p in found if p.what == "schedule"} == {"first half", "second half"}
    again = [named[:3] for named in calibration_choices.scales(program, runs.sensitivity, stored(program))]
    assert again == [(p.what, p.name, p.format) for p in found if p.what == "scaled"]
    records = {"relaxed": {"name": "relaxed", "points": [asdict(p) for p in found]}}
    assert f"{len(found)} assignments of 1 programs" in page(records) and all(f"| {words} |" in page(records) for words in KINDS.values())
    assert "all other choices" in plot(records)


def fed_back(x, steps):
    before, now = x, 2.0 * x
    for _ in range(steps):
        after = now - 0.25 * before
        before = now
        now = after
    return now


def test_names_that_a_loop_ties_together_are_rounded_together():
    """Alone, one of them would be rounded where the loop hands values on, of which no estimate knows."""
    program = lift(fed_back, np.linspace(0.1, 1.0, 9), 4)
    tied = {p[1] for p in assignments(program) if p[0] == "container"}
    assert any(set(name.split(", ")) >= {"before", "now"} for name in tied)


def test_programs_without_points_or_estimates_are_on_the_page():
    point = {"what": "whole", "name": "", "format": "binary32", "rms": "nan", "absolute": "nan", "measured": 1e-8, "explained": 1.0,
             "decisions": 0.0, "sweeps": [1.0, 1.0], "overflow": False, "edges": False}
    text = page({"late": {"failure": "took longer than 900 s"}, "blind": {"name": "blind", "points": [point]}})
    assert "- late: took longer than 900 s" in text and "1 assignments of 1 programs" in text
    assert "| blind | whole | binary32 | nan | 1e-08 | inf |" in text
    assert "nan" not in plot({"blind": {"name": "blind", "points": [point]}})


def test_the_archive_holds_every_point():
    point = {"what": "line", "name": "a.py:3", "format": "e4m3", "rms": 0.123456789, "absolute": 1.0, "measured": "inf", "explained": None,
             "decisions": None, "sweeps": [1.0, 0.5], "overflow": True, "edges": False}
    found = json.loads(archive({"b": {"name": "b", "failure": "late"}, "a": {"name": "a", "commit": "f00", "points": [point, point]}}))
    columns = found["columns"]
    assert found["programs"]["b"] == {"failure": "late", "points": []} and found["programs"]["a"]["commit"] == "f00"
    row = dict(zip(columns, found["programs"]["a"]["points"][1]))
    assert row["rms"] == 0.123457 and row["sweeps"] == [1.0, 0.5] and row["measured"] == "inf" and row["broken"] == ""


def halved(x, least):
    while x > least:
        x = 0.5 * x + 1e-3
    return x


def test_runs_that_do_not_end_are_told():
    program = lift(halved, 1.0, 2.0003e-3)
    found = {(p.what, p.format): p for p in points(emulations(program, (1.0, 2.0003e-3)), program) if p.what == "whole"}
    assert found["whole", "binary32"].broken == "" and found["whole", "binary32"].measured < 1e-3
    assert found["whole", "bfloat16"].broken == "did not end"


def picked(x, table):
    return table[int(np.floor(x))] * x


def test_runs_that_read_outside_of_an_array_are_told():
    arguments = (15.99, np.linspace(1.0, 2.0, 16))
    program = lift(picked, *arguments)
    found = {p.format: p for p in points(emulations(program, arguments), program) if p.what == "whole"}
    assert found["bfloat16"].broken == "reads outside of an array" and not found["binary32"].broken


def test_announcements_are_counted_with_those_in_vain():
    base = {"what": "whole", "name": "", "rms": 1e-3, "absolute": 1e-3, "explained": None, "decisions": None, "sweeps": None}
    made = [("binary32", "inf", True, False), ("bfloat16", "inf", False, True), ("binary16", "nan", False, False),
            ("e4m3", 1e-3, False, True), ("e5m2", 0.5, True, False)]
    points = [{**base, "format": f, "measured": m, "overflow": over, "edges": edges} for f, m, over, edges in made]
    text = page({"some": {"name": "some", "points": points}})
    assert "3 assignments gave infinities or NaN" in text
    assert "| the range gate | 1 | 0 | 33% | 100% |" in text
    assert "| edges of domains | 1 | 1 | 33% | 50% |" in text
    assert "| either | 2 | 1 | 67% | 75% |" in text
    assert "- not announced: some whole binary16" in text and "- announced in vain: some whole e4m3 (error 0.001)" in text


def test_mean_outputs_that_are_off_are_warned_of():
    base = {"sweeps": None, "decisions": None, "measured": 1.0}
    assert [warned({**base, "bias": bias}) for bias in (None, 0.2, 0.9)] == [False, False, True]


def test_the_reference_is_asked_for_the_errors_that_it_tells():
    """Those of binary64x2 have a reference of their own."""
    points = [{"what": "line", "measured": 1e-7}, {"what": "double-double", "measured": 1e-32}, {"what": "whole", "measured": "inf"}]
    assert smallest(points) == 1e-7 and smallest(points[1:]) is None
