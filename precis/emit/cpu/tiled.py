"""Nests that read or write across rows run a strip of their last axis at a time, so that lines of memory are used up while they are there.

    for i: for j: b[i, j] = a[j, i]    ->    for strips of j: for i: for j in strip: b[i, j] = a[j, i]

Each element across rows lies in a line of its own, whose other elements come with the next i: after as many lines as there are j,
which the caches lose where these are many, or where rows have a length like 512 and want the same lines. It is the last pass that moves
loops: before it, others would find strips in place of nests.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.interchange import divisible, narrowed, part_work, rows_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Nest, Plan, Statement, Strips
from precis.emit.plan.maps import linear
from precis.ir.shapes import ONE
from precis.ir.size import Size, smallest

Block = tuple[Statement, ...]

STRIP = 32  # elements: as many lines at once, and whole lines along rows
FEW = 128  # elements of an axis that stays whole: the second cache holds as many lines, whatever their distance


def tiled(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple(_in_strips(s) if isinstance(s, Nest) else s if isinstance(s, Strips) else map_blocks(s, _block)
                 for s in statements)


def _in_strips(n: Nest) -> Nest | Strips:
    last = len(n.axes) - 1
    if last < 1 or not any(i.access and _across(i.access, n) for i in n.body) or not _free(n, last):
        return n
    axis, name = n.axes[last], f"{n.axes[last].symbol[1:]} of {n.body[0].name}"
    index, count = f"{name} from", f"{name} count"
    length = Size.of(FEW) - (FEW - STRIP) * smallest(ONE, axis.extent // (FEW + 1))
    return Strips(index, count, axis.extent, length, narrowed((n,), Size.of(index), rows_of(count, length), last), part_work([n]))


def _free(n: Nest, last: int) -> bool:
    """Whether strips of the last axis may run one after the other, and are worth while."""
    symbols = {a.symbol for a in n.axes}
    free = divisible(n, n.axes[last].extent, symbols, last) and not n.reductions and not n.sequential
    return free and (n.axes[last].extent.constant or FEW + 1) > FEW and (n.axes[last - 1].extent.constant or STRIP) >= STRIP


def _across(a: Access, n: Nest) -> bool:
    """Whether neighbours along the last axis lie apart, and those along the one around it side by side."""
    near, far = (linear(a.shape, a.index).coefficient(axis.symbol) for axis in n.axes[-2:])
    return near in (ONE, -ONE) and far not in (Size(), ONE, -ONE, None)
