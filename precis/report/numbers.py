"""Numbers as readers see them: few digits, no padding, the same in every printer."""

from __future__ import annotations

import math
from collections.abc import Callable

from precis.bitwidth.tolerance import Tolerances
from precis.tuned.ratio import factor

LEAST = 0.01  # per cent: smaller shares are only said to be smaller


def scientific(x: float | None) -> str:
    """Two significant digits: 3.0e-7; 0; inf; an en dash where nothing is known."""
    if x is None or math.isnan(x):
        return "–"
    if x == 0 or math.isinf(x):
        return f"{x:.0f}"
    digits, _, exponent = f"{x:.1e}".partition("e")
    return f"{digits}e{int(exponent)}"


def short(x: float | None) -> str:
    """Like scientific, with a trailing .0 dropped: 1e-6, 3.4e-7; plain digits between 0.01 and 10000."""
    if x is not None and math.isfinite(x) and (x == 0 or 0.01 <= abs(x) < 1e4):
        return f"{x:.3g}" if abs(x) < 999.5 else f"{x:.0f}"
    return scientific(x).replace(".0e", "e")


def shares_like(largest: float) -> Callable[[float], str]:
    """How to spell shares that stand side by side: in per cent, unless not even the largest shows there (3.2e-8)."""
    return percent if 100 * abs(largest) >= LEAST or not largest else short


def percent(x: float | None) -> str:
    """A share in per cent: 34 %, 3.4 %, 0.12 %, < 0.01 %; from tenfold on as a factor: 38x."""
    if x is None or math.isnan(x):
        return "–"
    if math.isinf(x):
        return "∞" if x > 0 else "-∞"
    p = 100 * abs(x)
    if p == 0:
        return "0 %"
    sign = "-" if x < 0 else ""
    if p < LEAST:
        return "> -0.01 %" if sign else "< 0.01 %"
    if p >= 1e3:
        return f"{sign}{short(abs(x))}x"
    return f"{sign}{p:.2f} %" if p < 1 else f"{sign}{p:.1f} %" if p < 10 else f"{sign}{p:.0f} %"


def of_tolerance(x: float) -> str:
    """34 % of the tolerance; 38 times the tolerance."""
    return f"{percent(x)} of the tolerance" if abs(x) < 10 else f"{short(x)} times the tolerance"


def in_unit(x: float | None, unit: str) -> str:
    """A value with its unit: seconds as s, ms or us; bytes as B, kB or MB; counts as integers; x for ratios."""
    if x is None or not math.isfinite(x):
        return short(x)
    if unit == "s":
        return _scaled(x, (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)))
    if unit == "bytes":
        return _scaled(x, (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)))
    if unit == "x":
        return factor(x)
    if unit == "share":
        return percent(x)
    if unit == "count":
        return f"{x:.0f}"
    return f"{short(x)} {unit}".rstrip()


def _scaled(x: float, units: tuple[tuple[str, float], ...]) -> str:
    name, size = next(((n, s) for n, s in units if abs(x) >= s), units[-1])
    return f"{x / size:.3g} {name}"


def stated(wanted: Tolerances) -> str:
    """The tolerance in words; "" for a plain relative one, which a number says."""
    plain = wanted.words == f"{wanted.unit:g}"
    return "" if plain else wanted.words


def tolerance_words(wanted: Tolerances) -> str:
    """What stands behind the word tolerance."""
    return stated(wanted) or short(wanted.unit)
