"""Loops are rewritten the innermost first, so that what is put in front of or behind an inner loop is there for the outer one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from precis.ad.extent import Extent
from precis.ir.types import Block, Node


def innermost_first(block: Block, made: Callable[[Node], Iterable[Node]], extent: Extent | None = None,
                    kinds: tuple[str, ...] = ("loop",)) -> Block:
    """`block` with what is `made` of each node of these kinds in its place; the same block where nothing changes. extent: what learns
    the indices of loops on the way in."""
    nodes: list[Node] = []
    for node in block.nodes:
        if extent and node.op == "loop":
            extent.enter(node.attrs["index"], node.attrs["range"])
        inner = tuple(innermost_first(b, made, extent, kinds) for b in node.blocks)
        node = replace(node, blocks=inner) if inner != node.blocks else node
        nodes += made(node) if node.op in kinds else (node,)
    return replace(block, nodes=tuple(nodes)) if tuple(nodes) != block.nodes else block
