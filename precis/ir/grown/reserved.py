"""Room for lists whose length nothing bounds, as reserved address space: where nothing is written is no memory.

A size node with the attribute RESERVED binds the number of items for which there is address space; one with MOST ends the run where it
would bind more than that, as if there were no memory; or, where that is 0, since lengths do not fit (precis.emit.plan.checks).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from precis.errors import Span
from precis.ir.build import Build, Names
from precis.ir.live import MOST
from precis.ir.rewrite import symbols_of
from precis.ir.size import Size, product
from precis.ir.types import Block, Node, Value

RESERVED, SPACE = "reserved", "space"
ITEMS, ITEM = 1 << 30, 64  # for which address space is asked, and how many elements an item may have for that


def with_space(block: Block, symbol: str, names: Names) -> Block:
    """The block of a program with the number of items for which there is address space in front, where it asks for that."""
    if not any(symbol in symbols_of(n) for n in block.nodes):
        return block
    b = Build(names)
    bind = Node("size", (b.const(ITEMS, "int64"),), (), {"symbol": symbol, RESERVED: True})
    return Block(block.params, (*b.nodes, bind, *block.nodes), block.results)


def most_items(b: Build, grown: Sequence[Value], symbol: str) -> tuple[Node, ...]:
    """The number of items for which there is address space in arrays whose items may be large, under a name of its own."""
    sizes = dict.fromkeys(product(v.shape[1:]) for v in grown)
    items = b.const(ITEMS, "int64")
    for size in sizes:
        if size.constant is None or size.constant > ITEM:
            items = b.minimum(items, b.floordiv(b.const(ITEMS, "int64"), b.maximum(b.index(value=size), b.const(1, "int64"))))
    return (Node("size", (items,), (), {"symbol": symbol, RESERVED: True}, (), b.span),)


def little(v: Value) -> bool:
    """Whether items of a list are small, whatever the data are."""
    return (product(v.shape[1:]).constant or ITEM + 1) <= ITEM


def with_most(size: Size, room: str, names: Names, span: Span | None) -> tuple[Node, ...]:
    """Nodes that end the run where a size is more than there is room for."""
    b = Build(names, span)
    count = b.index(value=size)
    return (*b.nodes, _at_most(count, room, names, span))


def _at_most(count: Value, room: str, names: Names, span: Span | None) -> Node:
    return Node("size", (count,), (), {"symbol": names.fresh("needed"), MOST: Size.of(room)}, (), span)


def with_room(v: Value, room: str, other: str) -> Value:
    """A value with another room."""
    return replace(v, shape=tuple(d.substitute({room: other}) for d in v.shape))
