"""Numbers and constants of FPCore, exactly.

<number> := <rational> | <decnum> | <hexnum> | (digits m e b), with the value m b^e (FPCore 2.0, section 1.1). Constants are
those of C's math.h; they are real numbers, which no binary format holds.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any, Union

Exact = Union[Fraction, str]  # a rational number, or the name of a row of CONSTANTS

_RATIONAL = re.compile(r"[+-]?\d+/\d+")
_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
_HEX = re.compile(r"(?P<sign>[+-]?)0x(?P<whole>[0-9a-f]*)(\.(?P<part>[0-9a-f]*))?(p(?P<power>[+-]?\d+))?", re.IGNORECASE)
LARGEST_EXPONENT = 100_000  # a literal such as 1e999999999 would fill the memory


def _constant(mp: Any, name: str) -> Any:
    return {"E": lambda: mp.e, "LOG2E": lambda: 1 / mp.log(2), "LOG10E": lambda: 1 / mp.log(10), "LN2": lambda: mp.log(2),
            "LN10": lambda: mp.log(10), "PI": lambda: mp.pi, "PI_2": lambda: mp.pi / 2, "PI_4": lambda: mp.pi / 4,
            "M_1_PI": lambda: 1 / mp.pi, "M_2_PI": lambda: 2 / mp.pi, "M_2_SQRTPI": lambda: 2 / mp.sqrt(mp.pi),
            "SQRT2": lambda: mp.sqrt(2), "SQRT1_2": lambda: mp.sqrt(2) / 2}[name]()


REAL_CONSTANTS: dict[str, float] = {
    "E": math.e, "LOG2E": 1.4426950408889634, "LOG10E": 0.4342944819032518, "LN2": 0.6931471805599453, "LN10": 2.302585092994046,
    "PI": math.pi, "PI_2": math.pi / 2, "PI_4": math.pi / 4, "M_1_PI": 0.3183098861837907, "M_2_PI": 0.6366197723675814,
    "M_2_SQRTPI": 1.1283791670955126, "SQRT2": 1.4142135623730951, "SQRT1_2": 0.7071067811865476}  # nearest in binary64
CONSTANTS: dict[str, Any] = {**REAL_CONSTANTS, "INFINITY": math.inf, "HUGE_VAL": math.inf, "NAN": math.nan, "TRUE": True, "FALSE": False}


def number(text: str) -> Fraction | None:
    """The exact value of a literal; None where `text` is none. OverflowError for exponents beyond reason."""
    if _RATIONAL.fullmatch(text):
        top, bottom = text.split("/")
        return Fraction(int(top), int(bottom)) if int(bottom) else None
    if _DECIMAL.fullmatch(text):
        power = re.search(r"e([+-]?\d+)$", text, re.IGNORECASE)
        _check_power(int(power[1]) if power else 0)
        return Fraction(text)
    return _hexadecimal(text)


def _hexadecimal(text: str) -> Fraction | None:
    found = _HEX.fullmatch(text)
    if found is None or not (found["whole"] or found["part"]):
        return None
    part, power = found["part"] or "", int(found["power"] or 0)
    _check_power(power)
    size = Fraction(int((found["whole"] or "") + part, 16), 16 ** len(part)) * Fraction(2) ** power
    return -size if found["sign"] == "-" else size


def digits(significand: Fraction, exponent: Fraction, base: Fraction) -> Fraction | None:
    """(digits m e b): m b^e; None where they are not integers, or b < 2."""
    if any(x.denominator != 1 for x in (significand, exponent, base)) or base < 2:
        return None
    _check_power(int(exponent))
    return significand * base ** int(exponent)


def _check_power(power: int) -> None:
    if abs(power) > LARGEST_EXPONENT:
        raise OverflowError(f"the exponent {power} is beyond {LARGEST_EXPONENT}")


def as_mpf(exact: Exact, mp: Any) -> Any:
    """An exact literal in the precision of an mpmath context."""
    return _constant(mp, exact) if isinstance(exact, str) else mp.mpf(exact.numerator) / exact.denominator
