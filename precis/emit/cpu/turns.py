"""Reads from rotated arrays in nests that are printed in vectors: neighbours lie one after the other but where the array begins anew.

A plan says where such an element lies by a comparison and a choice of two positions. Here both are found again, since vectors of
positions would make every read a gather.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.kernels import Access, Border, Instr, Nest
from precis.ir.shapes import ONE
from precis.ir.size import Size


@dataclass(frozen=True, slots=True)
class Turn:
    """A position: index + start while index < limit, then index - limit. parts: the scalars that it is made of, itself included."""

    index: Size
    limit: Size
    start: Size
    parts: frozenset[str]


def turns_of(nest: Nest) -> dict[str, Turn]:
    """The positions that begin anew along the last axis, by name."""
    last, made = nest.axes[-1].symbol, {i.name: i for i in nest.body}
    found = {i.name: _turn(i, made) for i in nest.body if i.op == "select" and i.element == "int64"}
    return {name: t for name, t in found.items() if t and t.index.coefficient(last) == ONE and last not in (t.limit + t.start).symbols()}


def _turn(i: Instr, made: Mapping[str, Instr]) -> Turn | None:
    near, before, behind = (made.get(a) for a in i.args)
    border = near.value if near else None
    if not isinstance(border, Border) or before is None or behind is None:
        return None
    sizes = [Size.of(x.value) if x.op == "const" else x.value for x in (before, behind)]
    if not all(isinstance(s, Size) for s in sizes) or sizes[1] != border.index - border.limit:
        return None
    return Turn(border.index, border.limit, sizes[0] - border.index, frozenset((i.name, *i.args, *made[i.args[0]].args)))


def serving(nest: Nest, turns: Mapping[str, Turn]) -> frozenset[str]:
    """Scalars that serve reads of rotated arrays alone; empty where others use some that depend on the last axis."""
    parts = frozenset().union(*(t.parts for t in turns.values()))
    others = [i for i in nest.body if i.name not in parts]
    used = {a for i in others for a in i.args} | {a for r in nest.reductions for a in r.args}
    used |= {s for i in others if i.op != "load" for size in i.sizes for s in size.symbols()}
    shared = [i for i in nest.body if i.name in parts & used]
    return frozenset() if any(i.args or nest.axes[-1].symbol in _symbols(i) for i in shared) else parts - used


def _symbols(i: Instr) -> frozenset[str]:
    return frozenset().union(*(size.symbols() for size in i.sizes))


def turned(access: Access, turns: Mapping[str, Turn]) -> tuple[Access, Turn] | None:
    """(what the position is added to, the position) of a read along a row that begins anew; None for other reads."""
    item = access.index[-1] if access.index else Size()
    name = next((s for s in item.symbols() if s in turns), None)
    if name is None or item.coefficient(name) != ONE:
        return None
    return replace(access, index=(*access.index[:-1], item - Size.of(name))), turns[name]
