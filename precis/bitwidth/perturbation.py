"""Random perturbations that compiled code can make: relative errors whose signs are read from a table, and whose size is an
argument, so that one compiled Program serves the exact run, at size 0, and the perturbed one.

The place in the table depends on the cause, the iterations of the loops around it and the element, never on values: both runs
meet the same signs.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from precis.bitwidth.tally import MEAN_SQUARE
from precis.formats import FORMATS
from precis.ir.build import Build
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, Value

PERTURBATION = math.sqrt(MEAN_SQUARE) * FORMATS["binary32"].u
"""Relative size: the root mean square error of rounding to binary32, far above the rounding of a binary64 run and small enough
for its square to be negligible beside it."""

PERIOD = 65_521  # a prime: iterations and causes differ by their places modulo it
STRIDES = 1, 4099, 257, 16_381  # places from one iteration of a loop to the next, innermost loop first


@dataclass(frozen=True, slots=True)
class Signs:
    """Parameters of a Program: the size of perturbations, real, and the table of signs, real[length]."""

    size: Value
    table: Value

    @staticmethod
    def of(b: Build, most: int) -> Signs:
        """For values of at most `most` elements."""
        return Signs(b.value("size"), b.value("signs", (Size.of(2 * PERIOD + most),)))

    def arguments(self, size: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """What a run is given for both."""
        (length,) = self.table.shape
        return np.asarray(size, float), np.random.default_rng(seed).integers(0, 2, length.value({})) * 2.0 - 1.0

    def like(self, b: Build, weight: Value, key: Iterable[str], iterations: Sequence[Size]) -> Value:
        """A sign for every element of a real `weight`."""
        steps = sum((n * stride for n, stride in zip(reversed(iterations), STRIDES)), Size())
        first = steps % PERIOD + zlib.crc32("|".join(key).encode()) % PERIOD
        if not weight.shape:
            return b.slice(self.table, at=(At(first),))
        row = b.slice(self.table, at=(Cut(first, product(weight.shape)),))
        return b.reshape(row, shape=weight.shape) if weight.rank > 1 else row


def rounding_error(b: Build, x: Value, bits: int) -> Value:
    """round(x) - x where the last `bits` are dropped, in plain arithmetic, which vectorises (Veltkamp's splitting; Boldo 2006)."""
    large = b.add(b.mul(x, b.const(2.0**bits)), x)
    return b.sub(b.sub(large, b.sub(large, x)), x)
