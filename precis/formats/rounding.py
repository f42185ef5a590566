"""Rounding to a format, straight from the wide value (never through a format between), of arrays and mpmath numbers.

Round to nearest, ties to even (IEEE 754-2019, section 4.3.1), gradual underflow, signed zeros and NaNs kept. A value
that would round above the largest finite one becomes an infinity, or NaN in a format without infinities, where an
infinity becomes NaN too (OCP 8-bit Floating Point Specification 1.0, section 5.2, non-saturating mode).

One idea serves both kinds of rounding: with the quantum q = 2^(max(exponent of x, emin) - p + 1), the spacing of the
format around x, x / q is exact, its integer neighbours times q are the neighbours of x in the format, and all is done
in the carrier.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from precis.formats.format import FORMATS, Format, format_of_dtype

Kernel = Callable[[np.ndarray, Format], np.ndarray]

BLOCK = 1 << 14  # elements rounded at a time, so that the temporaries stay in cache (2-3x faster on large arrays)
EXPONENT_FIELD = 0x7FF << 52  # of a binary64 code
BIAS = 1023

# The processor itself rounds to these two in one step from every wider carrier, and nothing is faster.
_CASTS = {FORMATS["binary32"]: np.float32, FORMATS["binary64"]: np.float64}


def round_array(x: Any, fmt: Format) -> Any:
    """x rounded to nearest even in `fmt`; same dtype, shape and kind (array or scalar) as x.

    x: float32, float64 or longdouble values, or complex ones, whose two parts are rounded. TypeError for another dtype,
    ValueError for a format that this carrier neither holds nor is held by.
    """
    return _apply(_nearest, x, fmt)


def stochastic_round_array(x: Any, fmt: Format, rng: np.random.Generator) -> Any:
    """x rounded in `fmt` to one of its two neighbours, up with probability (x - down) / (up - down), to within 2^-53.

    Unbiased: the expected value is x. A value of the format stays as it is; above the largest finite value the upper
    neighbour overflows as in round_array. Dtypes and errors as round_array. (Croci et al. 2022, eq. 1.1, "mode 1".)
    """
    return _apply(lambda block, fmt: _stochastic(block, fmt, rng), x, fmt)


def _apply(kernel: Kernel, x: Any, fmt: Format) -> Any:
    x = np.asarray(x)
    if x.dtype.kind == "c":
        return _join(_apply(kernel, x.real, fmt), _apply(kernel, x.imag, fmt), x.dtype)
    if not _changes(x.dtype, fmt):
        return x.copy()[()]
    with np.errstate(all="ignore"):  # overflow and NaN are results here, not mistakes
        return _in_blocks(kernel, x.reshape(-1), fmt).reshape(x.shape)[()]


def _join(real: Any, imag: Any, dtype: np.dtype) -> Any:
    out = np.empty(np.shape(real), dtype)
    out.real, out.imag = real, imag
    return out[()]


@lru_cache
def _changes(dtype: np.dtype, fmt: Format) -> bool:
    """Whether rounding to fmt changes any value of dtype; the errors of round_array."""
    carrier = format_of_dtype(dtype) if dtype.kind == "f" and dtype.isnative and dtype.itemsize >= 4 else None
    if carrier is None:
        raise TypeError(f"cannot round {dtype} values; expected float32, float64, longdouble or their complex dtypes")
    if fmt.contains(carrier):
        return False
    if not carrier.contains(fmt) or fmt.min_subnormal < _work_format(carrier).min_normal:
        raise ValueError(f"{dtype} values are too narrow to be rounded exactly to {fmt}; give a wider dtype")
    return True


def _work_format(carrier: Format) -> Format:
    # The quantum of bfloat16 is subnormal in binary32; in binary64 it is normal, and the bits give it fast.
    return FORMATS["binary64"] if carrier == FORMATS["binary32"] else carrier


def _in_blocks(kernel: Kernel, x: np.ndarray, fmt: Format) -> np.ndarray:
    work = np.promote_types(x.dtype, np.float64)
    if x.size <= BLOCK:
        return kernel(x.astype(work, copy=False), fmt).astype(x.dtype, copy=False)
    out = np.empty_like(x)
    for start in range(0, x.size, BLOCK):
        out[start : start + BLOCK] = kernel(x[start : start + BLOCK].astype(work, copy=False), fmt)
    return out


def _nearest(x: np.ndarray, fmt: Format) -> np.ndarray:
    if fmt in _CASTS:
        return x.astype(_CASTS[fmt]).astype(x.dtype)
    q = _quantum(x, fmt)
    r = x / q
    np.rint(r, out=r)
    r *= q
    return _overflow(r, x, fmt)


def _stochastic(x: np.ndarray, fmt: Format, rng: np.random.Generator) -> np.ndarray:
    q = _quantum(x, fmt)
    scaled = np.abs(x) / q
    down = np.trunc(scaled)
    down += rng.random(x.shape) < scaled - down
    return _overflow(np.copysign(down * q, x), x, fmt)


def _quantum(x: np.ndarray, fmt: Format) -> np.ndarray:
    """2^(e - p + 1) per element, e the exponent of x clipped to [emin, emax]; above emax any q leads to overflow."""
    if x.dtype != np.float64:
        exponent = np.frexp(x)[1] - 1
        return np.ldexp(x.dtype.type(1), np.clip(exponent, fmt.emin, fmt.emax) - (fmt.precision - 1))
    code = x.view(np.int64) & EXPONENT_FIELD
    np.maximum(code, (fmt.emin + BIAS) << 52, out=code)
    np.minimum(code, (fmt.emax + BIAS) << 52, out=code)
    code -= (fmt.precision - 1) << 52
    return code.view(np.float64)


def _overflow(r: np.ndarray, x: np.ndarray, fmt: Format) -> np.ndarray:
    """r with what lies above the largest finite value replaced; changed in place."""
    above = np.abs(r) > r.dtype.type(fmt.max)
    if above.any():
        np.copysign(np.inf if fmt.infinities else np.nan, x, out=r, where=above)
    return r


def round_mpf(x: Any, fmt: Format) -> Any:
    """An mpmath number, or an object array of them, rounded to nearest even in `fmt`; exact whatever mp.prec is.

    Python and NumPy numbers are taken at their exact value; the two parts of an mpc are rounded. mpmath has one zero,
    so the sign of a zero is lost. Returns mpf or mpc, or an object array of the same shape.
    """
    from mpmath import libmp, mp  # loads slowly, and few references need it

    if isinstance(x, np.ndarray):
        return np.frompyfunc(lambda element: round_mpf(element, fmt), 1, 1)(x)
    number: Any = mp.convert(x, strings=False)
    if hasattr(number, "_mpc_"):
        return mp.make_mpc(tuple(_round_raw(part, fmt, libmp) for part in number._mpc_))
    return mp.make_mpf(_round_raw(number._mpf_, fmt, libmp))


def _round_raw(raw: tuple[int, int, int, int], fmt: Format, libmp: Any) -> tuple[int, int, int, int]:
    """Round mpmath's (sign, integer, exponent, bit length); the integer is 0 for zero, infinities and NaN."""
    sign, integer, exponent, length = raw
    if not integer:
        return raw if fmt.infinities or raw == libmp.fzero else libmp.fnan
    quantum = max(exponent + length - 1, fmt.emin) - fmt.precision + 1
    significand = _divide_to_even(integer, quantum - exponent)
    if (quantum, significand) > (fmt.emax - fmt.precision + 1, fmt.max_significand):
        return (libmp.fninf if sign else libmp.finf) if fmt.infinities else libmp.fnan
    return libmp.from_man_exp(-significand if sign else significand, quantum)


def _divide_to_even(integer: int, shift: int) -> int:
    """integer / 2^shift, rounded to the nearest integer, ties to even."""
    if shift <= 0:
        return integer << -shift
    down, rest, half = integer >> shift, integer & ((1 << shift) - 1), 1 << (shift - 1)
    return down + (rest > half or (rest == half and down & 1))
