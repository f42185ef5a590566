"""The order of rounded sums: a fact that the interpreter and emitted code share.

For one element of the result, the terms stand in row-major order over the reduced axes. If the last axis of the operand
is reduced and has at least LONG elements, or at least SHORT and there are LANES terms or more, rows go through lanes: as long
as LANES terms of a row are left, term k goes to lane k mod LANES, then, as long as SHORT are left, to lane k mod SHORT; what
is left then is added up apart. Every lane adds its terms in order, rows included, starting from zero; then lanes fold in
halves (lane j takes lane j + 16, then j + 8, ... j + 1), and what was added up apart is added last: terms that a loop has
only just computed, as eliminations do, stand at the ends of rows. Otherwise all terms are added one after the other, starting
from zero. The order vectorises in both cases and depends on the shape only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

LANES = 32
SHORT = 8  # elements of a row: a vector
LONG = 16  # elements of a row that goes through lanes by itself

Rounding = Callable[[np.ndarray], np.ndarray]


def laned(last: float, terms: float) -> bool:
    """Whether terms go through lanes, where the last axis is reduced and has `last` elements; else all are added one after the other."""
    return last >= LONG or (last >= SHORT and terms >= LANES)


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
    if not laned(last, count):
        return _sequential(terms.reshape(*shape, count), ufunc, unit, rounding)
    rows = terms.reshape(*shape, math.prod(x.shape[a] for a in axes[:-1]), last)
    lanes = _sequential(_in_lanes(rows, unit), ufunc, unit, rounding)
    step = (lambda a, b: rounding(ufunc(a, b))) if rounding else ufunc
    while lanes.shape[-1] > 1:
        half = lanes.shape[-1] // 2
        lanes = step(lanes[..., :half], lanes[..., half:])
    rest = rows[..., last - last % SHORT:]
    return step(lanes[..., 0], _sequential(rest.reshape(*shape, rest.shape[-2] * rest.shape[-1]), ufunc, unit, rounding))


def _in_lanes(rows: np.ndarray, unit: int) -> np.ndarray:
    """(..., rows, last) -> (..., LANES, terms of each lane), filled up with what changes nothing."""
    *shape, count, last = rows.shape
    whole, parts = last // LANES, last % LANES // SHORT
    steps = np.full((*shape, count, whole + parts, LANES), unit, rows.dtype)
    steps[..., :whole, :] = rows[..., : whole * LANES].reshape(*shape, count, whole, LANES)
    eights = rows[..., whole * LANES: whole * LANES + parts * SHORT]
    steps[..., whole:, :SHORT] = eights.reshape(*shape, count, parts, SHORT)
    return np.moveaxis(steps.reshape(*shape, count * (whole + parts), LANES), -2, -1)


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
