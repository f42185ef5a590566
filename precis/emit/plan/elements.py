"""Elements of buffers and scalars, and the format in which an operation is computed."""

from __future__ import annotations

from precis.emit.plan.kernels import Element
from precis.formats import FORMATS, Format

BINARY64 = FORMATS["binary64"]
NATIVE = ("binary32", "binary64", "binary64x2", "binary80", "binary128")  # formats in which a cast of the compiler rounds
CARRIERS = (BINARY64, FORMATS["binary80"], FORMATS["binary64x2"], FORMATS["binary128"])


def hardware(element: Element) -> bool:
    """Whether results in this element need no rounding by the runtime header."""
    return not isinstance(element, Format) or element.name in NATIVE


def carrier(*formats: Element) -> Format:
    """The narrowest of binary64, binary80, binary64x2 and binary128 that contains all these formats (others are passed over)."""
    for wide in CARRIERS:
        if all(wide.contains(f) for f in formats if isinstance(f, Format)):
            return wide
    return CARRIERS[-1]


def work_format(compute: Element, result: Element) -> Element:
    """The format in which an operation on `compute` operands is carried out, to be rounded to `result` afterwards.

    Where both agree, or the result contains the operands, the operation rounds straight to the result (for the soft 16-bit formats
    through binary32, which is innocuous: 24 >= 2 * 11 + 2, Figueroa 1995). Otherwise it rounds to the carrier first, as emulation does.
    """
    if not isinstance(compute, Format) or not isinstance(result, Format) or result.contains(compute):
        return result
    return carrier(compute, result)
