"""Sorting: ascending, NaN last, equal elements in the order of their positions (a stable sort).

The order of an emulated run is a decision: sensitivities and attribution follow it (precis.bitwidth.pairs).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from precis.ir.ops.record import EXACT, Op, Type
from precis.ir.ops.routine import routine
from precis.ir.shapes import text
from precis.ir.types import Attrs, Pick, Value


def _infer(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    (x,) = inputs
    if x.kind == "complex":
        raise ValueError("complex numbers have no order")
    if not 0 <= attrs["axis"] < x.rank:
        raise ValueError(f"axis {attrs['axis']} for shape {text(x.shape)}")
    return x.shape, x.kind


def argsort(x: np.ndarray, axis: int) -> np.ndarray:
    if x.dtype != object:
        return np.argsort(x, axis=axis, kind="stable").astype(np.int64)
    rows = np.moveaxis(x, axis, -1)
    order = np.empty(rows.shape, np.int64)
    for k in np.ndindex(rows.shape[:-1]):
        order[k] = sorted(range(rows.shape[-1]), key=lambda i: (rows[k][i] != rows[k][i], 0 if rows[k][i] != rows[k][i] else rows[k][i]))
    return np.moveaxis(order, -1, axis)


def sort(x: np.ndarray, axis: int) -> np.ndarray:
    if x.dtype != object:
        return np.sort(x, axis=axis, kind="stable")
    return np.take_along_axis(x, argsort(x, axis), axis)


def _infer_search(inputs: tuple[Value, ...], attrs: Attrs) -> Type:
    table, x = inputs
    if table.rank != 1 or "complex" in (table.kind, x.kind) or table.kind != x.kind:
        raise ValueError(f"searches {x.kind} in {table.kind} of shape {text(table.shape)}: a table of rank 1 and the same kind is needed")
    return x.shape, "int64"


def searchsorted(table: np.ndarray, x: np.ndarray, right: bool) -> np.ndarray:
    return np.asarray(np.searchsorted(table, x, side="right" if right else "left"), np.int64)


def positions(b: Any, order: Value, axis: int) -> tuple[tuple[Value, ...], tuple[Pick, ...]]:
    """(index operands, index) of the elements at `order` along an axis, as of NumPy's take_along_axis."""
    picks = []
    for k, d in enumerate(order.shape):
        if k == axis:
            picks.append(order)
        else:
            counted = b.iota(length=d)
            picks.append(b.reshape(counted, shape=tuple(d if j == k else d - d + 1 for j in range(order.rank))))
    return tuple(picks), tuple(Pick(k) for k in range(order.rank))


def taken_along(b: Any, x: Value, order: Value, axis: int) -> Value:
    picks, at = positions(b, order, axis)
    return b.slice(x, *picks, at=at)


def _d_sort(b, n, g):
    """Every cotangent goes back to the element that it came from."""
    (x,), axis = n.inputs, n.attrs["axis"]
    picks, at = positions(b, b.argsort(x, axis=axis), axis)
    return (b.update(b.zeros(x.shape, g.kind), g, *picks, at=at),)


OPS: tuple[Op, ...] = (
    routine("sort", _infer, sort, _d_sort, 10, ("axis",), EXACT),
    routine("argsort", lambda inputs, attrs: (_infer(inputs, attrs)[0], "int64"), argsort, None, 10, ("axis",), EXACT),
    routine("searchsorted", _infer_search, searchsorted, None, 10, ("right",), EXACT),
)


