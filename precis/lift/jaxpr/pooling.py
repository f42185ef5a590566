"""Pooling over sliding windows, and its derivatives: what one position within the window meets of all windows is a strided slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Cut, Value, shape_of
from precis.lift.jaxpr.folding import folded, unravelled
from precis.lift.jaxpr.of_each import of_each
from precis.lift.jaxpr.shape import ZERO
from precis.lift.jaxpr.windows import dilated, strided

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Handler = Callable[["Lowering", Any, list[Value]], Any]


def _part(lo: Lowering, eqn: Any, value: Value, shape: Sequence[int], tap: Size) -> Value:
    """The elements of `value` at position `tap` within the windows, which are as many as `shape` says."""
    return lo.b.slice(value, at=_place(eqn, value, shape, tap))


def _place(eqn: Any, value: Value, shape: Sequence[int], tap: Size) -> tuple:
    p = eqn.params
    steps = p.get("window_dilation") or (1,) * value.rank
    starts = [t * d for t, d in zip(unravelled(tap, p["window_dimensions"]), steps)]
    return strided(value, range(value.rank), starts, p["window_strides"], shape)


def _padded(lo: Lowering, eqn: Any, value: Value, filling: Value) -> Value:
    interior = eqn.params.get("base_dilation") or (1,) * value.rank
    return dilated(lo, value, range(value.rank), eqn.params["padding"], interior, filling)


def _taps(eqn: Any) -> int:
    return prod(map(int, eqn.params["window_dimensions"]))


def pooled(name: str, neutral: float) -> Handler:
    """reduce_window with add, maximum or minimum, in row-major order of the window."""
    def handler(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
        value, shape = lo.full(x[0], eqn.invars[0].aval), eqn.outvars[0].aval.shape
        value = _padded(lo, eqn, value, lo.b.const(_neutral(neutral, value.kind), value.kind))
        first = _part(lo, eqn, value, shape, ZERO)
        return folded(lo, eqn, _taps(eqn) - 1, first,
                      lambda at, total, k: at.b.call(name, total, _part(at, eqn, value, shape, k + 1)))
    return handler


def by_function(lo: Lowering, eqn: Any, x: list[Value]) -> list[Value]:
    """reduce_window by a function of the user's own, of one array: from the initial value, in row-major order of the window."""
    if len(x) != 2:
        raise ValueError("windows of several arrays together")
    aval = eqn.outvars[0].aval
    value, closed = _padded(lo, eqn, lo.full(x[0], eqn.invars[0].aval), x[1]), of_each(eqn.params["jaxpr"], aval.shape)

    def join(at: Lowering, total: Value, tap: Size) -> Value:
        part = _part(at, eqn, value, aval.shape, tap)
        return at.full(at.inline(closed, [total, part], eqn)[0], aval)
    return [folded(lo, eqn, _taps(eqn), lo.spread(x[1], shape_of(*aval.shape)), join)]


def _firsts(lo: Lowering, eqn: Any, value: Value, shape: Sequence[int]) -> tuple[Value, Callable[[Lowering, Size], Value]]:
    """The operand, padded so that the padding is never chosen; and whether a position is that of a window's first extreme."""
    relation = eqn.params["select_prim"].name
    neutral = _neutral(-np.inf if relation == "ge" else np.inf, value.kind)
    value = _padded(lo, eqn, value, lo.b.const(neutral, value.kind))
    chosen = lo.spread(lo.b.const(0, "int32"), shape_of(*shape))
    best = _part(lo, eqn, value, shape, ZERO)
    for k in range(1, _taps(eqn)):
        part = _part(lo, eqn, value, shape, Size.of(k))
        keep = lo.b.call(relation, best, part)
        best, chosen = lo.b.select(keep, best, part), lo.b.select(keep, chosen, lo.b.const(k, "int32"))
    return value, lambda at, tap: at.b.eq(chosen, at.convert(at.b.index(value=tap), "int32"))


def spread(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """select_and_scatter_add, the reverse derivative of pooling by maximum: each source is added where its window has its first."""
    source, operand = (lo.full(v, var.aval) for v, var in zip(x, eqn.invars))
    shape = eqn.invars[0].aval.shape
    value, first = _firsts(lo, eqn, operand, shape)
    zero = lo.b.const(0, source.kind)

    def put(at: Lowering, total: Value, tap: Size) -> Value:
        part = at.b.select(first(at, tap), source, zero)
        return at.b.update_add(total, part, at=_place(eqn, total, shape, tap))
    total = folded(lo, eqn, _taps(eqn), lo.spread(zero, value.shape), put)
    low = [before for before, _ in eqn.params["padding"]]
    return lo.b.slice(total, at=tuple(Cut(Size.of(n), d) for n, d in zip(low, operand.shape)))


def picked(lo: Lowering, eqn: Any, x: list[Value]) -> Value:
    """select_and_gather_add, the forward derivative: the tangent where the window of the operand has its first extreme."""
    tangent, operand = (lo.full(v, var.aval) for v, var in zip(x, eqn.invars))
    shape = eqn.outvars[0].aval.shape
    _, first = _firsts(lo, eqn, operand, shape)
    tangent = _padded(lo, eqn, tangent, lo.b.const(0, tangent.kind))
    return folded(lo, eqn, _taps(eqn), lo.spread(lo.b.const(0, tangent.kind), shape_of(*shape)),
                  lambda at, total, k: at.b.select(first(at, k), _part(at, eqn, tangent, shape, k), total))


def _neutral(value: float, kind: str) -> float | int:
    if kind in ("real", "complex") or value == 0:
        return value
    info = np.iinfo(kind)
    return info.min if value < 0 else info.max
