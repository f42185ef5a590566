"""Extents that guards say are equal are written alike, so that nests over them may be one.

    even = x[0::2]; odd = x[1::2]; even + odd      # (n + 1) // 2 and n // 2 elements, as many of both: a guard of the program
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Axis, Nest, Plan, Statement
from precis.ir.size import Size
from precis.ir.types import Guard

Block = tuple[Statement, ...]


def equal_sizes(guards: Iterable[Guard]) -> dict[Size, Size]:
    """Sizes -> the one that stands for all that guards say they are equal to, in whatever order and direction these say it."""
    known: dict[Size, Size] = {}
    for g in guards:
        left, right = _stands_for(g.left, known), _stands_for(g.right, known)
        if g.relation == "==" and g.left.constant is None and g.right.constant is None and left != right:
            known[right] = left
    return {size: _stands_for(size, known) for size in known}


def _stands_for(size: Size, known: Mapping[Size, Size]) -> Size:
    while size in known:
        size = known[size]
    return size


def alike(plan: Plan, equal: Mapping[Size, Size]) -> Plan:
    return replace(plan, statements=_block(plan.statements, equal)) if equal else plan


def _block(statements: Block, equal: Mapping[Size, Size]) -> Block:
    return tuple(_nest(s, equal) if isinstance(s, Nest) else map_blocks(s, lambda block: _block(block, equal)) for s in statements)


def _nest(n: Nest, equal: Mapping[Size, Size]) -> Nest:
    return replace(n, axes=tuple(Axis(a.symbol, equal.get(a.extent, a.extent)) for a in n.axes))
