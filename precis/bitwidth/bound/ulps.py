"""How far elementary functions may be from the exact value, in ulps of their result, with where that is known from.

exp, log, tanh, sin, cos and tan of binary64 and binary32 on the CPU are precis's own (precis_math.hpp), and so are arcsin, arccos, arctan,
arctan2, log1p, expm1, exp2, sinh, cosh, hypot, pow, log2 and log10 (precis_functions.hpp), arcsinh, arccosh, arctanh and cbrt
(precis_inverses.hpp), erf and erfc (precis_error_function.hpp), rsqrt and logistic compositions; the gamma functions are the C library's,
and so are sines, cosines and tangents of arguments beyond 1e6: C++ calls its binary32 functions for binary32, and for narrower formats
before it rounds. The interpreter calls NumPy's of binary64, and for erf, erfc and the gamma functions the C library's. None of them is
proved. DOCUMENTED is what the GNU
C Library's own tests found on x86_64 (sysdeps/x86_64/fpu/libm-test-ulps, rounding to nearest, the largest of its versions 2.31 to 2.41;
the manual's section "Errors in Math Functions" says that such figures are not certain). benchmarks/LIBM.md has what was measured here,
of what is really called: log10 of binary32 and lgamma of binary64 exceed what is documented. ULPS, which every bound rests on, is at
least as large as either, and half an ulp or more larger where a measurement came close. Correctly rounded operations (+ - * / sqrt fma)
have half an ulp by IEEE 754.
"""

from __future__ import annotations

from precis.formats import FORMATS, Format

# function: (ulps in binary64, ulps in binary32) in libm-test-ulps; None: no error above half an ulp was found there
DOCUMENTED: dict[str, tuple[int | None, int | None]] = {
    "exp": (1, 1), "log": (1, 1), "tanh": (2, 2), "exp2": (1, 1), "expm1": (1, 1), "log2": (2, 1), "log10": (2, 2), "log1p": (1, 1),
    "sin": (1, 1), "cos": (1, 1), "tan": (None, 1), "arcsin": (1, 1), "arccos": (1, 1), "arctan": (1, 1), "sinh": (2, 2), "cosh": (2, 2),
    "arcsinh": (2, 2), "arccosh": (2, 2), "arctanh": (2, 2), "erf": (1, 1), "erfc": (5, 3), "tgamma": (9, 8), "lgamma": (4, 7),
    "cbrt": (4, 1), "pow": (1, 1), "arctan2": (None, 2), "hypot": (1, 1)}

# function: (ulps in binary64, ulps in binary32)
ULPS: dict[str, tuple[float, float]] = {
    "exp": (1.0, 1.0), "log": (1.0, 1.0), "tanh": (2.0, 2.0), "exp2": (1.0, 1.0), "expm1": (1.5, 1.5), "log2": (2.0, 1.0),
    "log10": (2.0, 2.5), "log1p": (1.5, 1.5), "sin": (1.0, 1.0), "cos": (1.0, 1.0), "tan": (1.5, 1.5), "arcsin": (1.0, 1.0),
    "arccos": (1.0, 1.0), "arctan": (1.0, 1.0), "sinh": (2.0, 2.0), "cosh": (2.0, 2.0), "arcsinh": (2.0, 2.0), "arccosh": (2.5, 2.5),
    "arctanh": (2.0, 2.0), "erf": (1.5, 1.5), "erfc": (5.5, 3.5), "tgamma": (10.0, 8.5), "lgamma": (7.0, 8.0), "cbrt": (4.5, 1.5),
    "rsqrt": (2.0, 2.0), "logistic": (4.0, 4.0), "pow": (1.0, 1.0), "arctan2": (2.0, 2.0), "hypot": (1.5, 1.0)}

CARRIER = FORMATS["binary32"]  # in which functions of narrower formats are computed before they are rounded


def ulps_of(op: str, fmt: Format) -> tuple[float, Format]:
    """(ulps, format whose ulps they are) of a function computed for a result in `fmt`: its own, or binary32 for narrower ones."""
    wide = fmt.precision > CARRIER.precision
    return ULPS[op][0 if wide else 1], fmt if wide or fmt == CARRIER else CARRIER
