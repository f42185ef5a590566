import math

import pytest

from precis.errors import plural
from precis.report.numbers import in_unit, of_tolerance, percent, scientific, shares_like, short
from precis.tuned.ratio import factor

CASES = [
    (scientific, 3e-7, "3.0e-7"),
    (scientific, 9.96e-8, "1.0e-7"),
    (scientific, 0.0, "0"),
    (scientific, math.inf, "inf"),
    (scientific, None, "–"),
    (scientific, math.nan, "–"),
    (short, 1e-6, "1e-6"),
    (short, 3.44e-7, "3.4e-7"),
    (short, 0.5, "0.5"),
    (short, 1000.0, "1000"),
    (short, 999.7, "1000"),
    (short, 12345.0, "1.2e4"),
    (short, -2e-9, "-2e-9"),
    (factor, 1.84, "1.8x"),
    (factor, 12.3, "12x"),
    (factor, 0.37, "0.37x"),
    (factor, math.inf, "–"),
    (percent, 0.0, "0 %"),
    (percent, 0.34, "34 %"),
    (percent, 0.034, "3.4 %"),
    (percent, 0.0012, "0.12 %"),
    (percent, 1e-9, "< 0.01 %"),
    (percent, -1e-9, "> -0.01 %"),
    (percent, -0.25, "-25 %"),
    (percent, 38.1, "38.1x"),
    (percent, 5e4, "5e4x"),
    (of_tolerance, 0.34, "34 % of the tolerance"),
    (of_tolerance, 38.0, "38 times the tolerance"),
    (shares_like(2e-4), 1e-9, "< 0.01 %"),
    (shares_like(2e-6), 1e-9, "1e-9"),
    (shares_like(0.0), 0.0, "0 %"),
    (percent, math.inf, "∞"),
    (percent, None, "–"),
]


@pytest.mark.parametrize(("spell", "value", "text"), CASES)
def test_spelling(spell, value, text):
    assert spell(value) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(1.5, "s", "1.5 s"), (0.0123, "s", "12.3 ms"), (4e-6, "s", "4 us"), (2.5e6, "bytes", "2.5 MB"), (12, "bytes", "12 B"),
     (1.8, "x", "1.8x"), (0.5, "share", "50 %"), (9.0, "count", "9"), (3e-7, "", "3e-7"), (None, "s", "–")],
)  # fmt: skip
def test_units(value, unit, text):
    assert in_unit(value, unit) == text


def test_plural():
    assert plural(1, "input") == "1 input"
    assert plural(16, "input") == "16 inputs"
