"""Axes that are several rows behind one another, as an axis of rows and one along them: what `collapse` joins, parted again."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.collapse import joined
from precis.emit.plan.kernels import Access, Axis, Border, Instr, Nest
from precis.emit.plan.moved import moved
from precis.ir.size import Size, exactly

INSIDE = " inside"  # of the names of axes that were made so


def with_last(nest: Nest, extent: Size) -> Nest | None:
    """The nest with a last axis of this extent; None where its rows have no such parts."""
    return nest if not nest.axes or nest.axes[-1].extent == extent else parted(nest, len(nest.axes) - 1, extent)


def with_first(nest: Nest, extent: Size) -> Nest | None:
    """The nest with a first axis of this extent; None where it has no so many parts."""
    if not nest.axes or nest.axes[0].extent == extent:
        return nest
    inner = exactly(nest.axes[0].extent, extent)
    return None if inner is None else parted(nest, 0, inner)


def parted(nest: Nest, k: int, extent: Size) -> Nest | None:
    """The nest with an axis of rows and one of `extent` along them in place of axis `k`; None where it has no such parts."""
    axis = nest.axes[k]
    many = exactly(axis.extent, extent)
    if many is None or nest.reductions or nest.hole or axis.symbol in nest.sequential:
        return None
    inner = Axis(axis.symbol + INSIDE, extent)
    place = Size.of(axis.symbol) * extent + Size.of(inner.symbol)
    body = [_parted(i, axis.symbol, inner, place) for i in nest.body]
    axes = (*nest.axes[:k], Axis(axis.symbol, many), inner, *nest.axes[k + 1:])
    return None if any(i is None for i in body) else replace(nest, axes=axes, body=tuple(i for i in body if i))


def _parted(i: Instr, symbol: str, inner: Axis, place: Size) -> Instr | None:
    asked = [x for bounds in (*i.guard, *i.where) for x in bounds]
    asked += [i.value.index, i.value.limit] if isinstance(i.value, Border) else []
    if any(symbol in x.symbols() for x in asked):
        return None
    made = moved(i, {symbol: place})
    access = made.access and _in_rows(made.access, inner)
    return replace(made, access=access) if access or not made.access else None


def _in_rows(a: Access, inner: Axis) -> Access | None:
    """The access with a dimension of rows and one along them in place of each that an index runs through."""
    index: list[Size] = []
    shape: list[Size] = []
    for x, d in zip(a.index, a.shape):
        if inner.symbol not in x.symbols():
            index, shape = [*index, x], [*shape, d]
            continue
        row, rows = exactly(x - Size.of(inner.symbol), inner.extent), exactly(d, inner.extent)
        if row is None or rows is None or inner.symbol in row.symbols():
            return None
        index, shape = [*index, row, Size.of(inner.symbol)], [*shape, rows, inner.extent]
    return Access(a.buffer, tuple(index), tuple(shape))


def is_parted(nest: Nest) -> bool:
    return any(a.symbol.endswith(INSIDE) for a in nest.axes)


def rejoined(nest: Nest) -> Nest:
    """The nest with what was parted as one again, where that is possible."""
    k = next((k for k, a in enumerate(nest.axes) if a.symbol.endswith(INSIDE)), 0)
    return (joined(nest, k - 1) or nest) if k else nest
