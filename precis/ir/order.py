"""The order of rounded sums: a fact that the interpreter and emitted code share.

For one element of the result, the terms stand in row-major order over the reduced axes. If the last axis of the operand
is reduced and has at least LANES elements, or at least SHORT and there are LANES terms or more, term k of a row goes to
lane k mod LANES; every lane adds its terms in order, rows included, starting from zero; then lanes fold in halves (lane
j takes lane j + 16, then j + 8, ... j + 1). Otherwise all terms are added one after the other, starting from zero. The
order vectorises in both cases and depends on the shape only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

LANES = 32
SHORT = 8  # elements of a row: a vector

Rounding = Callable[[np.ndarray], np.ndarray]


def lanes_of(last: float, terms: float) -> int:
    """How many lanes take terms, where the last axis is reduced and has `last` elements; 1 where all are added one after the other."""
    return min(int(last), LANES) if last >= LANES or (last >= SHORT and terms >= LANES) else 1


def ordered_sum(x: np.ndarray, axes: Sequence[int], rounding: Rounding | None = None) -> np.ndarray:
    """Sum of `x` over `axes` in the fixed order; `rounding` is applied after every addition (None: that of x's dtype)."""
    return _ordered(x, axes, np.add, 0, rounding)


def ordered_prod(x: np.ndarray, axes: Sequence[int], rounding: Rounding | None = None) -> np.ndarray:
    """Product over `axes`, same order."""
    return _ordered(x, axes, np.multiply, 1, rounding)


def _ordered(x: np.ndarray, axes: Sequence[int], ufunc: np.ufunc, unit: int, rounding: Rounding | None) -> np.ndarray:
    kept = [a for a in range(x.ndim) if a not in axes]
    shape = tuple(x.shape[a] for a in kept)
    if not axes:
        return x.copy()
    last = x.shape[-1] if x.ndim - 1 in axes else 0
    terms, count = np.transpose(x, [*kept, *axes]), math.prod(x.shape[a] for a in axes)
    if lanes_of(last, count) == 1:
        return _sequential(terms.reshape(*shape, count), ufunc, unit, rounding)
    rows = terms.reshape(*shape, math.prod(x.shape[a] for a in axes[:-1]), last)
    padded = np.full((*rows.shape[:-1], -(-last // LANES) * LANES), unit, x.dtype)
    padded[..., :last] = rows
    chunks = padded.reshape(*shape, rows.shape[-2] * (padded.shape[-1] // LANES), LANES)
    lanes = _sequential(np.moveaxis(chunks, -2, -1), ufunc, unit, rounding)
    while lanes.shape[-1] > 1:
        half = lanes.shape[-1] // 2
        lanes = ufunc(lanes[..., :half], lanes[..., half:])
        lanes = rounding(lanes) if rounding else lanes
    return lanes[..., 0]


def _sequential(terms: np.ndarray, ufunc: np.ufunc, unit: int, rounding: Rounding | None) -> np.ndarray:
    """Left-to-right over the last axis."""
    start = np.full(terms.shape[:-1], unit, terms.dtype)
    if terms.shape[-1] == 0:
        return start
    if rounding is None:
        return ufunc(start, ufunc.accumulate(terms, axis=-1, dtype=terms.dtype)[..., -1])
    total = start
    for k in range(terms.shape[-1]):
        total = rounding(ufunc(total, terms[..., k]))
    return total


def ordered_scan(x: np.ndarray, axis: int, ufunc: np.ufunc, rounding: Rounding | None = None) -> np.ndarray:
    """Running sums or products along `axis`, first to last."""
    if rounding is None or x.shape[axis] == 0:
        return ufunc.accumulate(x, axis=axis, dtype=x.dtype)
    terms = np.moveaxis(x, axis, 0)
    out = np.empty_like(terms)
    out[0] = rounding(terms[0])
    for k in range(1, len(terms)):
        out[k] = rounding(ufunc(out[k - 1], terms[k]))
    return np.moveaxis(out, 0, axis)
