"""Complex arrays and numbers as programs in reals take and return them (precis.emit.plan.parts)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from precis.ir.types import Value


def split_arrays(values: Sequence[Value], arrays: Sequence[Any]) -> list[np.ndarray]:
    """Arrays for `values` as a program in reals takes them; views of the same memory where that is possible."""
    return [part for v, x in zip(values, arrays, strict=True) for part in (_in_reals(v, x) if v.kind == "complex" else [x])]


def _in_reals(v: Value, x: Any) -> list[np.ndarray]:
    if not v.shape:
        return [np.array(np.real(x)), np.array(np.imag(x))]
    whole = np.ascontiguousarray(x)
    whole = whole if whole.dtype.kind == "c" else whole + 0j
    return [whole.view(np.real(whole).dtype).reshape(*whole.shape, 2)]


def join_arrays(values: Sequence[Value], arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The inverse of split_arrays."""
    rest = iter(arrays)
    return [_in_complex(v, rest) if v.kind == "complex" else next(rest) for v in values]


def _in_complex(v: Value, rest: Iterator[np.ndarray]) -> np.ndarray:
    x = next(rest)
    return x.view(np.result_type(x.dtype, np.complex64)).reshape(x.shape[:-1]) if v.shape else joined(x, next(rest))


def joined(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    out = np.empty(re.shape, np.result_type(re.dtype, np.complex64))
    out.real, out.imag = re, im
    return out
