"""How far elementary functions may be from the exact value, in ulps of their result, with where that is known from.

binary64 and binary32 on the CPU: exp, log and tanh are precis's own (precis_math.hpp, errors measured by
tests/emit/test_math.py: stated there as 0.9, 0.8, 1.4 ulp; here rounded up); all others are the C library's. Its figures are the
known maximum errors that the GNU C Library manual lists for x86_64 (section "Known Maximum Errors in Math Functions"), which
were found by testing, not by proof: they are this table's assumption, and every bound rests on it. Python's gamma functions,
which the interpreter uses, are allowed for. Correctly rounded operations (+ - * / sqrt fma) have half an ulp by IEEE 754.
"""

from __future__ import annotations

from precis.formats import FORMATS, Format

# function: (ulps in binary64, ulps in binary32)
ULPS: dict[str, tuple[float, float]] = {
    "exp": (1.0, 1.0), "log": (1.0, 1.0), "tanh": (2.0, 2.0), "exp2": (1.0, 1.0), "expm1": (1.0, 1.0), "log2": (1.0, 1.0),
    "log10": (2.0, 2.0), "log1p": (1.0, 1.0), "sin": (1.0, 1.0), "cos": (1.0, 1.0), "tan": (1.0, 1.0), "arcsin": (1.0, 1.0),
    "arccos": (1.0, 1.0), "arctan": (1.0, 1.0), "sinh": (2.0, 2.0), "cosh": (2.0, 2.0), "arcsinh": (2.0, 2.0), "arccosh": (2.0, 2.0),
    "arctanh": (2.0, 2.0), "erf": (1.0, 1.0), "erfc": (5.0, 3.0), "tgamma": (10.0, 8.0), "lgamma": (4.0, 7.0), "cbrt": (4.0, 1.0),
    "rsqrt": (2.0, 2.0), "logistic": (4.0, 4.0), "pow": (1.0, 1.0), "arctan2": (1.0, 1.0), "hypot": (1.0, 1.0)}

CARRIER = FORMATS["binary32"]  # in which functions of narrower formats are computed before they are rounded


def ulps_of(op: str, fmt: Format) -> tuple[float, Format]:
    """(ulps, format whose ulps they are) of a function computed for a result in `fmt`: its own, or binary32 for narrower ones."""
    wide = fmt.precision > CARRIER.precision
    return ULPS[op][0 if wide else 1], fmt if wide or fmt == CARRIER else CARRIER
