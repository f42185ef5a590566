"""How many bits of a significand numbers need: what every format of that precision holds, but for its range."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from precis.formats.format import FORMATS

LONGEST = FORMATS["binary64"].precision
BEYOND = LONGEST + 1
_FRACTION = np.int64(2 ** (LONGEST - 1) - 1)


def precision_of(x: Any) -> int:
    """The least precision, hidden bit included, that holds every element of a real `x`: 0 where all are zero, `BEYOND` where
    binary64 does not hold one. Elements that are infinite or NaN are left out."""
    x = np.asarray(x)
    narrow = np.asarray(x, np.float64)
    counts = np.isfinite(narrow) & (narrow != 0)
    held, whole = (narrow, x) if counts.all() else (narrow[counts], x[counts])
    if not held.size:
        return 0
    if narrow.dtype != x.dtype and (whole != held).any():
        return BEYOND
    return _bits(int(np.bitwise_or.reduce(np.ascontiguousarray(held).view(np.int64) & _FRACTION, axis=None)))


def precision_of_one(x: float) -> int:
    """The same for one number that is finite and not 0."""
    return _bits(struct.unpack("<q", struct.pack("<d", x))[0] & int(_FRACTION))


def _bits(fraction: int) -> int:
    return LONGEST - ((fraction & -fraction).bit_length() - 1) if fraction else 1
