"""Choices between two integers by which of them is larger are maxima and minima.

    if x > 255: x = 255        i = max(0, i + step)        ->        x = minimum(x, 255)        i = maximum(i + step, 0)

`max` and `min` of Python are branches, as `if` is, and take the first of equals; among integers nobody can tell. What comes of a branch
may be anything, while what is at least 0 needs no second look as a position (precis.emit.plan.counters), and running extremes are told
by their operation. Of real numbers, NaN makes a branch something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.ir.build import Names
from precis.ir.types import Block, Node, Program, Value, values_of

FIRST = {"gt": "maximum", "ge": "maximum", "lt": "minimum", "le": "minimum"}  # comparison -> what its first operand is where it holds
OTHER = {"maximum": "minimum", "minimum": "maximum"}
SOURCES = ("const", "index")

Nodes = Mapping[str, Node]  # by what they define, in the blocks around as well


def larger(program: Program) -> Program:
    """The program with operations for such branches."""
    body = _block(program.body, {}, Names({v.name for v in values_of(program.body)} | {name for name, _ in program.sizes}))
    return program if body is program.body else program.with_body(body)


def _block(block: Block, around: Nodes, names: Names) -> Block:
    known = {**around, **{v.name: n for n in block.nodes for v in n.outputs}}
    nodes = tuple(m for n in block.nodes for m in (_extreme(n, known, names) or (_inside(n, known, names),)))
    same = len(nodes) == len(block.nodes) and all(a is b for a, b in zip(nodes, block.nodes))
    return block if same else replace(block, nodes=nodes)


def _inside(node: Node, known: Nodes, names: Names) -> Node:
    blocks = tuple(_block(b, known, names) for b in node.blocks)
    return node if all(a is b for a, b in zip(blocks, node.blocks)) else replace(node, blocks=blocks)


def _extreme(node: Node, known: Nodes, names: Names) -> tuple[Node, ...]:
    """A maximum or a minimum in place of a branch, kept where that was kept; nothing where a branch is something else."""
    test = known.get(node.inputs[0].name) if node.op == "cond" and len(node.outputs) == 1 else None
    if test is None or test.op not in FIRST or not node.outputs[0].kind.startswith(("int", "uint")) or node.outputs[0].shape:
        return ()
    inside = [n for b in node.blocks for n in b.nodes]
    inner = {**known, **{v.name: n for n in inside for v in n.outputs}}
    if any(n.op not in (*SOURCES, "store") for n in inside) or {v.kind for v in test.inputs} != {node.outputs[0].kind}:
        return ()
    compared = [_origin(v, inner) for v in test.inputs]
    chosen = [_origin(b.results[0], inner) for b in node.blocks]
    if compared not in (chosen, chosen[::-1]):
        return ()
    op = FIRST[test.op] if compared == chosen else OTHER[FIRST[test.op]]
    out = node.outputs[0]
    if out.container is None:
        return (Node(op, test.inputs, (out,), span=node.span),)
    found = Value(names.fresh(), (), out.kind)
    return Node(op, test.inputs, (found,), span=node.span), Node("store", (found,), (out,), span=node.span)


def _origin(v: Value, known: Nodes) -> object:
    """What tells an integer: the value that was kept under other names, or the number that it is."""
    node = known.get(v.name)
    while node is not None and node.op == "store":
        v = node.inputs[0]
        node = known.get(v.name)
    return (node.op, v.kind, str(node.attrs["value"])) if node is not None and node.op in SOURCES else v.name
