"""Products of complex numbers, rounded as NumPy rounds them (docs/adr/0225-products-of-complex-arrays-are-fused.md).

    of arrays   fma(a, c, -(b d)) + i fma(a, d, b c): one product of each part is rounded, the other is not
    of numbers  (a c - b d) + i (a d + b c): every product is rounded

in binary32 and binary64; wider formats round every product. Here the rank of the result decides, on every processor: NumPy's loops over
arrays fuse where processors have fma, its own numbers and Python's do not.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from precis.formats import FORMATS, Format
from precis.ir.c_library import function_of_c

FUSED = tuple(FORMATS[name] for name in ("binary32", "binary64"))
_FMA = {"F": ("fmaf", ctypes.c_float, np.float32), "D": ("fma", ctypes.c_double, np.float64)}  # by the letters of NumPy's complex dtypes
_LONGEST = 34  # elements with which NumPy's loops are tried: more than two of the longest vectors


def fuses(rank: int, fmt: Format) -> bool:
    """Whether a product of this rank that is computed in `fmt` is fused."""
    return rank > 0 and fmt in FUSED


def product(x: Any, y: Any) -> np.ndarray:
    """x * y of arrays of one dtype."""
    x, y = np.asarray(x), np.asarray(y)
    if x.dtype.kind != "c":
        return np.multiply(x, y)
    if x.dtype.char not in _FMA or not (x.ndim or y.ndim):
        (a, b), (c, d) = _parts(x), _parts(y)
        return of_parts(a * c - b * d, a * d + b * c)
    if _loops_fuse(x.dtype.char):
        return np.multiply(np.ascontiguousarray(x), np.ascontiguousarray(y))  # the other way round, loops of complex64 do not
    return by_fma(x, y)


def by_fma(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The fused product, by fma of the C library."""
    (a, b), (c, d), fma = _parts(x), _parts(y), _fma_of(x.dtype.char)
    return of_parts(fma(a, c, -(b * d)), fma(a, d, b * c))


def of_parts(re: Any, im: Any) -> np.ndarray:
    """re + 1j im, whose parts are these: that sum loses signs of zeros, and takes 0 times infinity."""
    out = np.empty(np.broadcast_shapes(np.shape(re), np.shape(im)), np.result_type(re, im, np.complex64))
    out.real, out.imag = re, im
    return out


def _parts(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.real(x), np.imag(x)


@lru_cache
def _fma_of(char: str) -> Callable[..., np.ndarray]:
    """fma of the C library, element by element."""
    name, number, real = _FMA[char]
    return np.vectorize(function_of_c(name, number, 3), otypes=[real])


@lru_cache
def _loops_fuse(char: str) -> bool:
    """Whether NumPy's loops over neighbours fuse on this processor, at vectors' ends too."""
    parts = np.random.default_rng(0).normal(size=(4, _LONGEST)).astype(_FMA[char][2])
    x, y = of_parts(*parts[:2]), of_parts(*parts[2:])
    expected = by_fma(x, y)
    return all(np.array_equal(x[:n] * y[:n], expected[:n]) for n in range(1, _LONGEST + 1))
