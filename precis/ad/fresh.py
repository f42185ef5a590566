"""Copies of nodes in which everything that is defined has a fresh name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.rewrite import substitute
from precis.ir.size import Size, SizeLike
from precis.ir.types import Block, Node, Value, values_of

_BINDERS = {"loop": "index", "size": "symbol"}


def renewed(block: Block, names: Names, values: Mapping[str, Value],
            sizes: Mapping[str, SizeLike]) -> tuple[Block, dict[str, Value]]:
    """(copy of `block`, old name -> new value of all it defines). Uses follow `values`, sizes follow `sizes`."""
    symbols = {s: names.fresh(s) for s in bound_symbols(block)}
    sizes = {**sizes, **{s: Size.of(t) for s, t in symbols.items()}}
    new = {v.name: replace(v, name=names.fresh(v.name), shape=tuple(d.substitute(sizes) for d in v.shape))
           for v in values_of(block)}
    return _rebind(substitute(block, {**values, **new}, sizes), symbols), new


def renewed_nodes(nodes: Sequence[Node], names: Names, values: Mapping[str, Value],
                  sizes: Mapping[str, SizeLike]) -> tuple[tuple[Node, ...], dict[str, Value]]:
    block, new = renewed(Block((), tuple(nodes), ()), names, values, sizes)
    return block.nodes, new


def bound_symbols(block: Block) -> list[str]:
    """Size symbols that nodes inside `block` bind: loop indices and run-time counts."""
    return [node.attrs[_BINDERS[node.op]] for node in block.walk() if node.op in _BINDERS]


def _rebind(block: Block, symbols: Mapping[str, str]) -> Block:
    def one(node: Node) -> Node:
        if not node.blocks and node.op not in _BINDERS:
            return node
        attrs = dict(node.attrs)
        if node.op in _BINDERS:
            attrs[_BINDERS[node.op]] = symbols[attrs[_BINDERS[node.op]]]
        return replace(node, attrs=attrs, blocks=tuple(_rebind(b, symbols) for b in node.blocks))
    return replace(block, nodes=tuple(map(one, block.nodes)))
