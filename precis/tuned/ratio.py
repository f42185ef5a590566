"""Ratios of the original to the chosen, in words: the same on the terminal, in the library and on the page."""

import math


def factor(x: float | None) -> str:
    """1.8x, 12x, 0.37x."""
    if x is None or not math.isfinite(x):
        return "–"
    return f"{x:.0f}x" if abs(x) >= 10 else f"{x:.1f}x" if abs(x) >= 1 else f"{x:.2f}x"


def ratio(value: float, text: str) -> str:
    """1.8x faster, no faster, 2.5x slower; 1.8x less memory, the same memory, 1.2x more memory. text: for ratios above 1."""
    faster = text == "faster"
    if 0.95 < value < 1.05:
        return "no faster" if faster else "the same memory"
    if value > 1.0:
        return f"{factor(value)} {text}"
    return f"{factor(1.0 / value)} {'slower' if faster else 'more memory'}"
