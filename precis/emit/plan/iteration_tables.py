"""Values kept in front of loops for all iterations, one axis after the other: built, and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from precis.emit.plan.again import Dim
from precis.formats import Format
from precis.ir.build import Build
from precis.ir.rewrite import map_sizes, map_values
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Item, Node, Value


@dataclass(frozen=True, slots=True)
class Table:
    """`value`, made by `chain`, along `dims`, in front of the loop with index `loop`."""

    loop: str
    value: Value
    chain: tuple[Node, ...]
    dims: tuple[Dim, ...]


def build(front: Build, table: Table, values: dict[str, Format]) -> Value:
    """The table; formats that values have by name go to those that take their places."""
    indices = tuple(front.names.fresh(d.index or "place") for d in table.dims)
    here = {d.index: Size.of(name) for d, name in zip(table.dims, indices) if d.index}
    met = {d.place: Size.of(name) for d, name in zip(table.dims, indices) if d.place.terms}
    block = _copied(front, table, here, met, values)
    for dim, index in reversed([*zip(table.dims, indices)]):
        outer = Build(front.names, front.span)
        (rows,) = outer.loop(dim.range, (), block, index)
        block = outer.block((), (rows,))
    front.nodes += block.nodes
    return block.results[0]


def _copied(front: Build, table: Table, here: Mapping[str, Size], met: Mapping[Size, Size], values: dict[str, Format]) -> Block:
    """The chain under other names, at other indices."""
    names = {n.output.name: front.names.fresh(n.output.name) for n in table.chain}
    values.update({names[name]: values[name] for name in names.keys() & values.keys()})

    def at(item: Item) -> Item:
        if isinstance(item, At):
            return At(met.get(item.position) or item.position.substitute(here))
        if isinstance(item, Cut):
            return replace(item, start=met.get(item.start) or item.start.substitute(here))
        return item

    def attr(name: str, value: Any) -> Any:
        return tuple(map(at, value)) if name == "at" else map_sizes(value, lambda s: met.get(s) or s.substitute(here))
    nodes = tuple(replace(n, attrs={k: attr(k, a) for k, a in n.attrs.items()}) for n in table.chain)
    return map_values(Block((), nodes, (table.value,)), lambda v: replace(v, name=names.get(v.name, v.name)))


def read(inside: Build, table: Table, kept: Value) -> Value:
    """What the present iteration finds in a table."""
    return inside.slice(kept, at=tuple(At(d.position) for d in table.dims)) if table.dims else kept
