"""Replaces `approx` nodes by one of their two blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.ir.live import live
from precis.ir.rewrite import rename_leaves, substitute
from precis.ir.types import Block, Node, Program, Value

SIDES = ("spec", "impl")


def inline_approx(program: Program, side: str) -> Program:
    """`program` with every `approx` node replaced by its block `side`: "spec", the original, or "impl", its replacement."""
    if not any(node.op == "approx" for node in program.nodes()):
        return program
    body, values = _inline(program.body, SIDES.index(side))
    values = _resolved(values)
    returns = rename_leaves(program.returns, {k: v.name for k, v in values.items()})
    return replace(program, body=live(substitute(body, values)), returns=returns)


def _inline(block: Block, side: int) -> tuple[Block, dict[str, Value]]:
    """(the block without approx nodes, value that is gone -> value that stands for it)."""
    values: dict[str, Value] = {}
    return replace(block, nodes=tuple(n for node in block.nodes for n in _node(node, side, values))), values


def _node(node: Node, side: int, values: dict[str, Value]) -> Iterator[Node]:
    if node.op == "approx":
        chosen = node.blocks[side]
        values.update(zip((p.name for p in chosen.params), node.inputs))
        for inner in chosen.nodes:
            yield from _node(inner, side, values)
        values.update(zip((o.name for o in node.outputs), chosen.results))
        return
    blocks = []
    for block in node.blocks:
        inlined, found = _inline(block, side)
        values.update(found)
        blocks.append(inlined)
    yield replace(node, blocks=tuple(blocks))


def _resolved(values: dict[str, Value]) -> dict[str, Value]:
    def end(v: Value) -> Value:
        while v.name in values:
            v = values[v.name]
        return v
    return {name: end(v) for name, v in values.items()}
