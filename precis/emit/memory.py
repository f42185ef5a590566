"""How arrays lie in the memory of emitted code, and back: one NumPy dtype per element, codes for the 8- and 16-bit formats."""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.emit.border import LARGE, compiled_decode, compiled_encode
from precis.emit.plan.kernels import Element
from precis.formats import FORMATS, Format, decode, dtype_of, encode


def memory_dtype(element: Element) -> np.dtype:
    """The NumPy dtype of a buffer's memory: codes for the 8- and 16-bit formats."""
    if not isinstance(element, Format):
        return np.dtype(element)
    if element.bits <= 16:
        return np.dtype(f"u{element.bits // 8}")
    if element.slot is not None:
        return dtype_of(FORMATS[element.part])
    return np.dtype(np.float32) if element.name == "tf32" else dtype_of(element)


def to_memory(x: Any, element: Element, copy: bool) -> np.ndarray:
    """An array as it lies in a buffer of `element`: rounded, contiguous, a copy where asked for."""
    x = np.asarray(x)
    if not isinstance(element, Format):
        made = x.astype(element, copy=False)
    elif element.bits <= 16:
        made = _codes(x if _rounds(x, element) else x.astype(np.float64), element)
    else:
        with np.errstate(all="ignore"):
            made = x.astype(memory_dtype(element), copy=False)
    made = np.ascontiguousarray(made).reshape(x.shape)
    return made.copy() if copy and np.may_share_memory(made, x) else made


def _codes(x: np.ndarray, element: Format) -> np.ndarray:
    quick = compiled_encode(element, x.dtype) if x.size >= LARGE and x.dtype in (np.float32, np.float64) else None
    if quick:
        return quick(np.ascontiguousarray(x))
    if element.name == "binary16":
        with np.errstate(all="ignore"):
            return x.astype(np.float16).view(np.uint16)
    return np.asarray(encode(x, element))


def _rounds(x: np.ndarray, element: Format) -> bool:
    """Whether values of this dtype are rounded as they are: float32 does not hold every scaled format."""
    return x.dtype.kind == "f" and x.dtype.itemsize >= (8 if element.scale else 4)


def from_memory(array: np.ndarray, element: Element) -> np.ndarray:
    """A buffer's contents as float64 (longdouble for binary80), or in its own integer type."""
    if not isinstance(element, Format):
        return array
    if element.bits <= 16 and array.size >= LARGE and (quick := compiled_decode(element)):
        return quick(np.ascontiguousarray(array))
    if element.name == "binary16":
        return array.view(np.float16).astype(np.float64)
    if element.bits <= 16:
        return np.asarray(decode(array, element))
    return array if array.dtype == np.longdouble else array.astype(np.float64, copy=False)
