"""Before planning: `approx` nodes are replaced by one of their blocks, and what nobody uses is dropped."""

from __future__ import annotations

from dataclasses import replace

from precis.ir.rewrite import live, map_values
from precis.ir.types import Block, Node, Program, Value


def prepare(program: Program, spec: bool = False) -> Program:
    """`spec`: keep the original blocks of `approx` nodes; else their replacements."""
    return program.with_body(live(_inline(program.body, 0 if spec else 1)))


def _inline(block: Block, which: int) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_inline(b, which) for b in node.blocks))
        if node.op == "approx":
            nodes += _opened(node, node.blocks[which])
        else:
            nodes.append(node)
    return Block(block.params, tuple(nodes), block.results)


def _opened(node: Node, block: Block) -> list[Node]:
    """The block's nodes on the node's inputs, then one identity per output, which rounds to the output's format."""
    given = {p.name: v for p, v in zip(block.params, node.inputs)}

    def swap(v: Value) -> Value:
        return given.get(v.name, v)
    body = map_values(block, swap)
    return [*body.nodes, *(Node("stop", (r,), (o,), {}, (), node.span) for r, o in zip(body.results, node.outputs))]
