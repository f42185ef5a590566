"""Nests whose first axis runs through rows and columns at once get an axis of rows again, as arrays have them.

    for k < n m: y[k] = f(x[k + m])    ->    for i < n: for j < m: y[i, j] = f(x[i + 1, j])

Axes that run through memory as one are joined for the sake of long loops (precis.emit.plan.collapse); what looks for rows asks here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from precis.emit.plan.kernels import Access, Axis, Border, Buffer, Instr, Nest
from precis.ir.shapes import ONE
from precis.ir.size import Size, call, exactly, taken_apart


def by_rows(n: Nest, buffers: Mapping[str, Buffer]) -> Nest | None:
    """The nest with rows of arrays along its first axis; None where that axis is none of rows."""
    joined, accesses = n.axes[0], [i.access for i in n.body if i.access]
    along = {r for a in accesses if (r := _row(a, joined.symbol, buffers[a.buffer])) and r != ONE}
    if not along:
        return n
    rows = _divided(joined.extent, next(iter(along)))
    fixed = not n.hole and not any(joined.symbol in s.symbols() for i in n.body for s in _sizes(i))
    if len(along) > 1 or rows is None or not fixed or any(joined.symbol in s.symbols() for r in n.reductions for s in r.target.index):
        return None
    inner = Axis(f"{joined.symbol} along", along.pop())
    body = [i if i.access is None else replace(i, access=a) if (a := _parted(i.access, joined.symbol, inner)) else None for i in n.body]
    if any(i is None for i in body):
        return None
    both = {joined.symbol, inner.symbol} if joined.symbol in n.sequential else set()
    axes = (Axis(joined.symbol, rows), inner, *n.axes[1:])
    return replace(n, axes=axes, body=tuple(i for i in body if i), sequential=n.sequential | both)


def _sizes(i: Instr) -> Iterable[Size]:
    """All that an instruction's meaning takes from axes, but for its place."""
    yield from (size for bounds in (*i.where, *i.guard) for size in bounds)
    yield from [i.value.index, i.value.limit] if isinstance(i.value, Border) else [i.value] if i.op == "size" else []


def _row(a: Access, symbol: str, b: Buffer) -> Size | None:
    """How many indices along an axis a row of the array has; None where the array has no rows along it."""
    d = next((d for d, i in enumerate(a.index) if symbol in i.symbols()), None)
    if d is None or d >= len(b.shape) or a.shape[:d] != b.shape[:d]:
        return None
    return exactly(a.shape[d], b.shape[d])


def _parted(a: Access, symbol: str, inner: Axis) -> Access | None:
    """The place by rows and places in them; None where rows begin elsewhere."""
    places = [d for d, i in enumerate(a.index) if symbol in i.symbols()]
    if not places:
        return a
    d = places[0]
    begin = _divided(a.index[d] - Size.of(symbol), inner.extent)
    rows = exactly(a.shape[d], inner.extent)
    if len(places) > 1 or begin is None or rows is None or symbol in begin.symbols():
        return None
    index = (*a.index[:d], begin + Size.of(symbol), Size.of(inner.symbol), *a.index[d + 1:])
    return Access(a.buffer, index, (*a.shape[:d], rows, inner.extent, *a.shape[d + 1:]))


def _divided(a: Size, b: Size) -> Size | None:
    """The size that `b`, which is more than 0, is multiplied by to give `a`: of the less or the more of two, that of each."""
    either = taken_apart(a)
    if either is None:
        return exactly(a, b)
    first, second = (_divided(part, b) for part in either.parts)
    return None if first is None or second is None else call(either.name, first, second)
