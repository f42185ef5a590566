"""Room for lists whose length nothing bounds, as reserved address space: where nothing is written is no memory.

    while enough: (room times as many; run while the room suffices); ...     ->     room = all there may ever be; run

A size node with the attribute RESERVED binds the number of items for which there is address space; one with MOST ends the run where it
would bind more than that, as if there were no memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.errors import Span
from precis.ir.build import Build, Names
from precis.ir.live import MOST
from precis.ir.rewrite import substitute, symbols_of
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


def checked(test: Block, room: str, names: Names) -> Block | None:
    """The test of a loop with MOST in place of asking whether the room suffices; None where it does not ask that."""
    made = {v.name: n for n in test.nodes for v in n.outputs}
    asked = {n.output.name for n in test.nodes if n.op == "le" and _said(made, n.inputs[1]) == Size.of(room)}
    nodes, true = list[Node](), set[str]()
    for n in test.nodes:
        if n.op == "le" and n.output.name in asked:
            nodes.append(_at_most(n.inputs[0], room, names, n.span))
            true.add(n.output.name)
        else:
            nodes.append(n)
    return _folded(Block(test.params, tuple(nodes), test.results), true) if asked else None


def _said(made: Mapping[str, Node], v: Value) -> Size | None:
    """The size that a number is."""
    node = made.get(v.name)
    return node.attrs["value"] if node is not None and node.op == "index" else None


def _folded(block: Block, true: set[str]) -> Block | None:
    """The block where some of its values, which nothing makes any more, are true; None where that is not all there is to them."""
    for k, n in enumerate(block.nodes):
        told = [v for v in n.inputs if v.name in true]
        if not told:
            continue
        rest = Block(block.params, block.nodes[k + 1:], block.results)
        if n.op == "bit_and" and len(told) == 2:
            return _folded(Block(block.params, block.nodes[:k] + rest.nodes, block.results), {*true, n.output.name})
        if n.op == "bit_and":
            instead, inside = {n.output.name: next(v for v in n.inputs if v.name not in true)}, ()
        elif n.op == "cond" and n.inputs == tuple(told):
            instead, inside = dict(zip((v.name for v in n.outputs), n.blocks[0].results)), n.blocks[0].nodes
        else:
            return None
        rest = substitute(rest, instead)
        return _folded(Block(block.params, (*block.nodes[:k], *inside, *rest.nodes), rest.results), true)
    return None if any(v.name in true for v in block.results) else block
