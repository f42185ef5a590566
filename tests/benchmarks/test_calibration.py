"""The calibration runs through: every kind of point of a small program, and a page of its records."""

from dataclasses import asdict

import numpy as np

from benchmarks.calibration import points
from benchmarks.calibration_page import page
from precis.lift import lift


def two_lines(x):
    y = x * x + 0.25
    return np.sqrt(y) - x


def test_every_kind_of_point_is_measured():
    x = np.linspace(0.1, 2.0, 20)
    found = list(points(lift(two_lines, x), (x,)))
    assert {p.what for p in found} == {"whole", "container", "line"}
    assert {p.name for p in found if p.what == "container"} >= {"y"}
    narrow = next(p for p in found if p.what == "line" and p.format == "binary32")
    assert 0.1 < narrow.rms / narrow.measured < 10
    assert "11 assignments of 1 programs" in page({"two_lines": {"name": "two_lines", "points": [asdict(p) for p in found]}})


def test_programs_without_points_or_estimates_are_on_the_page():
    point = {"what": "whole", "name": "", "format": "binary32", "rms": "nan", "absolute": "nan", "measured": 1e-8, "explained": 1.0,
             "decisions": 0.0, "sweeps": [1.0, 1.0], "overflow": False}
    text = page({"late": {"failure": "took longer than 900 s"}, "blind": {"name": "blind", "points": [point]}})
    assert "- late: took longer than 900 s" in text and "1 assignments of 1 programs" in text
    assert "| blind | whole | binary32 | nan | 1e-08 | inf |" in text
