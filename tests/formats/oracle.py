"""Exact rounding on rationals, and the formats' constants again, written from the standards and not from precis."""

from __future__ import annotations

import math
from fractions import Fraction

# name: (precision, emin, emax, finite values in the binade emax: all of it or all but the last)
# IEEE 754-2019 table 3.5; OCP 8-bit Floating Point Specification 1.0 table 1; NVIDIA A100 whitepaper (TF32).
CONSTANTS = {
    "e4m3": (4, -6, 8, "all but the last"),
    "e5m2": (3, -14, 15, "all"),
    "binary16": (11, -14, 15, "all"),
    "bfloat16": (8, -126, 127, "all"),
    "tf32": (11, -126, 127, "all"),
    "binary32": (24, -126, 127, "all"),
    "binary64": (53, -1022, 1023, "all"),
    "binary64x2": (106, -969, 1023, "all"),
    "binary80": (64, -16382, 16383, "all"),
    "binary128": (113, -16382, 16383, "all"),
}


def round_fraction(q: Fraction, name: str) -> Fraction | float:
    """q to nearest even in the format; an infinity or NaN (floats) where it overflows. The sign of a zero is lost."""
    precision, emin, _, top = CONSTANTS[name]
    if q == 0:
        return q
    exponent = max(_floor_log2(abs(q)), emin)
    ulp = Fraction(2) ** (exponent - precision + 1)
    rounded = round(q / ulp) * ulp  # Fraction rounds ties to even
    if abs(rounded) <= largest(name):
        return rounded
    return math.nan if top == "all but the last" else math.inf if q > 0 else -math.inf


def round_float(x: float, name: str) -> Fraction | float:
    """round_fraction of a float (any NumPy or Python float), specials included."""
    if math.isnan(x):
        return math.nan
    if math.isinf(x):
        return math.nan if CONSTANTS[name][3] == "all but the last" else float(x)
    return round_fraction(Fraction(*x.as_integer_ratio()), name)


def largest(name: str) -> Fraction:
    precision, _, emax, top = CONSTANTS[name]
    ulp = Fraction(2) ** (emax - precision + 1)
    return Fraction(2) ** (emax + 1) - (ulp if top == "all" else 2 * ulp)


def positive_values(name: str) -> list[Fraction]:
    """0 and all positive finite values, ascending, so that the index is the code: by repeated addition of the ulp."""
    precision, emin, _, _ = CONSTANTS[name]
    values, ulp = [Fraction(0)], Fraction(2) ** (emin - precision + 1)
    while values[-1] < largest(name):
        values.append(values[-1] + ulp)
        if values[-1] == ulp * 2**precision:
            ulp *= 2
    return values


def same(x: float, expected: Fraction | float) -> bool:
    """Whether x is the expected value, NaN equal to NaN."""
    if math.isnan(x):
        return isinstance(expected, float) and math.isnan(expected)
    return (float(x) if math.isinf(x) else Fraction(*x.as_integer_ratio())) == expected


def _floor_log2(q: Fraction) -> int:
    guess = q.numerator.bit_length() - q.denominator.bit_length()
    return guess if Fraction(2) ** guess <= q else guess - 1
