"""Random perturbations that compiled code can make: a relative error of fixed size and pseudo-random sign."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable

from precis.bitwidth.tally import MEAN_SQUARE
from precis.formats import FORMATS
from precis.ir.build import Build
from precis.ir.types import Value

PROBE = FORMATS["binary32"]
BITS = FORMATS["binary64"].precision - PROBE.precision
PERTURBATION = math.sqrt(MEAN_SQUARE) * PROBE.u
"""Relative size: the root mean square error of rounding to binary32, far above the rounding of a binary64 run and small enough
for its square to be negligible beside it."""


def perturbation(b: Build, weight: Value, key: Iterable[str]) -> Value:
    """+-PERTURBATION times a real `weight`. The sign is that of the rounding error of a multiple of the weight, which differs
    from key to key: as random as the digits below binary32, and the same in every run."""
    multiple = b.mul(weight, b.const(1.0 + zlib.crc32("|".join(key).encode()) / 2.0**32))
    sign = b.copysign(b.const(PERTURBATION), rounding_error(b, multiple, BITS))
    return b.stop(b.mul(weight, sign))


def rounding_error(b: Build, x: Value, bits: int) -> Value:
    """round(x) - x where the last `bits` are dropped, in plain arithmetic, which vectorises (Veltkamp's splitting; Boldo 2006)."""
    large = b.add(b.mul(x, b.const(2.0**bits)), x)
    return b.sub(b.sub(large, b.sub(large, x)), x)
