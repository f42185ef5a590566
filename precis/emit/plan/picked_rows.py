"""Few rows or columns that positions pick are taken one after the other.

    for i in 2, j: w[i, j] = b[p[i], j]     ->     for j: w[0, j] = b[p[0], j]; for j: w[1, j] = b[p[1], j]
    for i in 2, j: b[q[i], j] = w[i, j]            for j: b[q[0], j] = w[0, j]; for j: b[q[1], j] = w[1, j]

`b[[k, l]] = b[[l, k]]`, the exchange of every elimination, is lifted so. Iterations along the rows are independent then, whichever rows
they are, so that fusion makes one loop of all that exchanges elements in registers.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Axis, Nest, Plan, Statement
from precis.emit.plan.moved import moved
from precis.ir.size import Size, SizeLike

FEW = 3  # rows
LONG = 4  # elements of a row, if that is known
LARGEST = 40  # instructions, in all rows

Block = tuple[Statement, ...]


def picked_apart(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple(t for s in statements for t in (_rows(s) if isinstance(s, Nest) else (map_blocks(s, _block),)))


def _rows(nest: Nest) -> Block:
    """A nest for each of the rows, or the nest itself."""
    axis = next((a for a in nest.axes if _few(a) and _picks(nest, a)), None)
    odd = nest.reductions or nest.hole or nest.begin is not None or nest.bins is not None or any(i.guard or i.where for i in nest.body)
    if axis is None or odd or len(nest.body) * (axis.extent.constant or 0) > LARGEST or not _long(nest, axis):
        return (nest,)
    return tuple(_row(nest, axis, k) for k in range(axis.extent.constant or 0))


def _few(axis: Axis) -> bool:
    return 2 <= (axis.extent.constant or 0) <= FEW


def _long(nest: Nest, axis: Axis) -> bool:
    others = [a for a in nest.axes if a != axis]
    return bool(others) and all((a.extent.constant or LONG) >= LONG for a in others)


def _picks(nest: Nest, axis: Axis) -> bool:
    """Whether positions are read that this axis alone tells, from no more than there are iterations along it."""
    along = (Size.of(axis.symbol),)
    read = {i.name for i in nest.body if i.op == "load" and i.access and i.access.index == along and i.access.shape == (axis.extent,)}
    for i in nest.body:
        if read & {*i.args}:
            read.add(i.name)
    return any(read & d.symbols() for i in nest.body if i.access for d in i.access.index)


def _row(nest: Nest, axis: Axis, k: int) -> Nest:
    """What the nest does where `axis` is at `k`; the axes that are left are numbered anew."""
    left = [a for a in nest.axes if a != axis]
    axes = tuple(Axis(f"%i{n}", a.extent) for n, a in enumerate(left))
    names: dict[str, SizeLike] = {axis.symbol: k, **{a.symbol: Size.of(b.symbol) for a, b in zip(left, axes)}}
    ordered = frozenset(b.symbol for a, b in zip(left, axes) if a.symbol in nest.sequential)
    return replace(nest, axes=axes, body=tuple(moved(i, names) for i in nest.body), sequential=ordered)

