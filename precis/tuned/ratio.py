"""Ratios of the original to the chosen, in words: the same on the terminal, in the library and on the page."""

import math

from precis.bitwidth.timing import Timing

PROCESSOR = "processor time"
NEAR = (0.95, 1.05)  # ratios that are told as none


def factor(x: float | None) -> str:
    """1.8x, 12x, 0.37x."""
    if x is None or not math.isfinite(x):
        return "–"
    return f"{x:.0f}x" if abs(x) >= 10 else f"{x:.1f}x" if abs(x) >= 1 else f"{x:.2f}x"


def slower(speedup: float) -> str:
    """What formats are that were passed over: slower than the original, no faster as far as times tell, or faster, but not as
    fast as what was chosen."""
    return "slower" if speedup < NEAR[0] else "no faster" if speedup < NEAR[1] else "not the fastest"


def ratio(value: float, text: str) -> str:
    """1.8x faster, no faster, 2.5x slower; 1.8x less memory, the same memory, 1.2x more memory. text: for ratios above 1."""
    faster = text == "faster"
    if NEAR[0] < value < NEAR[1]:
        return "no faster" if faster else "the same memory"
    if value > 1.0:
        return f"{factor(value)} {text}"
    return f"{factor(1.0 / value)} {'slower' if faster else 'more memory'}"


def stopwatch(timing: Timing | None) -> str:
    """How a speed-up was measured: measured here, measured here in processor time."""
    return f"measured here in {PROCESSOR}" if timing and timing.disturbed else "measured here"
