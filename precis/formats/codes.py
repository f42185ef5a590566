"""Codes of the formats of 16 bits or less: how they lie in memory, and exact conversion from and to binary64.

A code is sign, exponent field, fraction, from the top (IEEE 754-2019, section 3.4; OCP 8-bit Floating Point
Specification 1.0).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from precis.formats.format import Format
from precis.formats.rounding import round_array

FRACTION_BITS = 52  # of binary64
EMIN = -1022


def code_dtype(fmt: Format) -> np.dtype:
    """uint8 or uint16; ValueError for a format of more than 16 bits."""
    if fmt.bits > 16:
        raise ValueError(f"{fmt} has {fmt.bits} bits; codes are kept for formats of 16 bits or less")
    return np.dtype(np.uint8 if fmt.bits == 8 else np.uint16)


def decode(codes: Any, fmt: Format) -> Any:
    """The float64 values of an array of codes (unsigned integers), same shape; every value is exact."""
    codes = np.asarray(codes)
    if codes.dtype != code_dtype(fmt):
        raise TypeError(f"codes of {fmt} are {code_dtype(fmt)}, not {codes.dtype}")
    return _values(fmt)[codes]


def encode(x: Any, fmt: Format) -> Any:
    """The codes of x rounded as by round_array, same shape. A NaN gets the quiet code with its sign and no payload."""
    dtype = code_dtype(fmt)
    rounded = np.asarray(round_array(x, fmt)).astype(np.float64)
    # Moving emin to that of binary64 makes the exponent fields agree, subnormals included: the code is in the top bits.
    shift = EMIN - fmt.emin  # as a factor where that is a normal number: ldexp is slow
    aligned = np.abs(rounded) * 2.0**shift if shift > EMIN else np.ldexp(np.abs(rounded), shift)
    codes = aligned.view(np.int64) >> (FRACTION_BITS - fmt.precision + 1)
    codes = np.where(np.isinf(rounded), _infinity(fmt), codes)
    codes = np.where(np.isnan(rounded), _quiet_nan(fmt), codes)
    return (codes | (np.signbit(rounded).astype(np.int64) << (fmt.bits - 1))).astype(dtype)[()]


def _infinity(fmt: Format) -> int:
    """The code of all-ones exponent field and fraction 0 (a finite value where there are no infinities)."""
    return (1 << (fmt.bits - 1)) - (1 << (fmt.precision - 1))


def _quiet_nan(fmt: Format) -> int:
    return _infinity(fmt) | 1 << (fmt.precision - 2) if fmt.infinities else (1 << (fmt.bits - 1)) - 1


@lru_cache
def _values(fmt: Format) -> np.ndarray:
    """Every value of the format, indexed by its code."""
    magnitude = np.arange(1 << (fmt.bits - 1))
    field, fraction = magnitude >> (fmt.precision - 1), magnitude & ((1 << (fmt.precision - 1)) - 1)
    significand = np.where(field == 0, fraction, fraction + (1 << (fmt.precision - 1)))
    values = np.ldexp(significand.astype(np.float64), np.maximum(field, 1) - 1 + fmt.emin - fmt.precision + 1)
    if fmt.infinities:
        values[_infinity(fmt)] = np.inf
        values[_infinity(fmt) + 1 :] = np.nan
    else:
        values[-1] = np.nan
    both = np.concatenate([values, -values])
    both.flags.writeable = False
    return both
