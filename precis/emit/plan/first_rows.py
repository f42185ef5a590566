"""Arrays that are filled or copied before a loop writes all but the first or the last of their rows are given that row alone.

    out = x.copy(); for k in 1..n-1: out[k] = f(out[k - 1], x[k])    ->    out[:1] = x[:1]; the loop

Rows are followed along each dimension as precis.emit.plan.unfilled follows them, which leaves out the fill where none is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Nest, Statement
from precis.emit.plan.maps import ZERO
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, smallest

Block = tuple[Statement, ...]


def by_dimension(statements: Block, array: Access) -> Iterator[tuple[int, Block, Access]]:
    """(d, the statements, the array) with dimension d of the array in front, for each that is not of length 1; none but the first where
    something sees the array in another shape."""
    alike = all(a.shape == array.shape for a in _places(statements, array.buffer))
    for d, extent in enumerate(array.shape if alike else array.shape[:1]):
        if d == 0 or extent != ONE:
            yield d, tuple(_turned(s, array.buffer, d) for s in statements) if d else statements, _in_front(array, d)


def _places(statements: Block, name: str) -> Iterator[Access]:
    for n in walk(statements):
        if isinstance(n, Nest):
            yield from (a for a in (*(i.access for i in n.body), *(r.target for r in n.reductions)) if a and a.buffer == name)


def _in_front(a: Access, d: int) -> Access:
    def order(x: tuple[Size, ...]) -> tuple[Size, ...]:
        return (x[d], *x[:d], *x[d + 1:])
    return replace(a, index=order(a.index), shape=order(a.shape))


def _turned(s: Statement, name: str, d: int) -> Statement:
    if not isinstance(s, Nest):
        return map_blocks(s, lambda block: tuple(_turned(t, name, d) for t in block))
    body = tuple(replace(i, access=_in_front(i.access, d)) if i.access and i.access.buffer == name else i for i in s.body)
    reductions = tuple(replace(r, target=_in_front(r.target, d)) if r.target.buffer == name else r for r in s.reductions)
    return replace(s, body=body, reductions=reductions)


def of_row(fill: Nest, array: Access, d: int, row: Size) -> Nest:
    """The fill of one row along a dimension, of which there may be none."""
    symbol = array.index[d].symbol
    axes = tuple(Axis(a.symbol, smallest(ONE, a.extent)) if a.symbol == symbol else a for a in fill.axes)
    there = {symbol: Size.of(symbol) + row} if symbol and row != ZERO else {}
    return replace(fill, axes=axes, body=tuple(moved(i, there) for i in fill.body))
