"""What a program computes again from the same numbers is rounded to the same numbers: its errors are one error, not several.

`computed_once(program)` computes it once, so that one probe stands for it and its cotangents add up with their signs. n equal errors
then count n times one, or cancel, where independent ones would count sqrt(n) times. Two forms of it show in the text of a program:

    for t: c = f(a); u = g(u, c)           ->     c = f(a); for t: u = g(u, c)        what no iteration changes
    y = exp(-x) / (1 + exp(-x))            ->     e = exp(-x); y = e / (1 + e)        equal operations of one statement

Operations of two statements may be given two formats, and stay two. Estimates alone are made of the result; runs are those of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.bitwidth.trips import Sizes
from precis.ir.emulate import ROUNDED
from precis.ir.ops import OPS
from precis.ir.ops.record import EXACT
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.types import Block, Node, Program, Value

Known = Mapping[tuple, Value]  # what an operation is of -> its result


def computed_once(program: Program, binding: Sizes) -> Program:
    """`program` with the same results, for the sizes in `binding`. Loops that may have no iteration keep what they compute."""
    merged = _merged(program.body, {}, {})
    return program.with_body(_moved(merged, binding))


def _merged(block: Block, outer: Known, equal: dict[str, Value]) -> Block:
    """`block` without operations whose equals stand before them at their site; `equal`: their results -> those that stay."""
    known, nodes = dict(outer), []
    for node in block.nodes:
        node = replace(node, inputs=tuple(equal.get(v.name, v) for v in node.inputs))
        if node.op in OPS and not node.output.container:
            first = known.setdefault(_what(node), node.output)
            if first is not node.output:
                equal[node.output.name] = first
                continue
        nodes.append(replace(node, blocks=tuple(_merged(inner, known, equal) for inner in node.blocks)))
    return Block(block.params, tuple(nodes), tuple(equal.get(v.name, v) for v in block.results))


def _what(node: Node) -> tuple:
    return node.op, tuple(v.name for v in node.inputs), repr(sorted(node.attrs.items())), node.output.kind, node.site


def _moved(block: Block, sizes: Sizes) -> Block:
    """`block` with what loops compute in every iteration before them, if it is rounded."""
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(_moved(inner, sizes) for inner in node.blocks))
        if node.op == "loop" and _iterates(node, sizes):
            before, node = _divided(node)
            nodes += before
        nodes.append(node)
    return Block(block.params, tuple(nodes), block.results)


def _iterates(loop: Node, sizes: Sizes) -> bool:
    """Whether it surely does: not known of lengths that depend on an outer index, or on the run."""
    trips = loop.attrs["range"].trips
    return trips.symbols() <= sizes.keys() and trips.value(sizes) > 0


def _divided(loop: Node) -> tuple[list[Node], Node]:
    """(what moves out of a loop, the loop without it)."""
    (body,) = loop.blocks
    moving = _rounding(_unchanged(body, loop.attrs["index"]))
    names = {v.name for node in moving for v in node.outputs}
    stays = tuple(node for node in body.nodes if not any(v.name in names for v in node.outputs))
    return moving, replace(loop, blocks=(replace(body, nodes=stays),))


def _unchanged(body: Block, index: str) -> list[Node]:
    """The nodes that neither the carries nor the index of a loop reach."""
    changing, symbols, found = {p.name for p in body.params}, {index}, []
    for node in body.nodes:
        used = (*node.inputs, *(v for inner in node.blocks for v in free_values(inner)))
        if node.op == "size" or any(v.name in changing for v in used) or symbols_of(node) & symbols:
            changing |= {v.name for v in node.outputs}
            symbols |= {node.attrs["symbol"]} if node.op == "size" else set()
        else:
            found.append(node)
    return found


def _rounding(nodes: list[Node]) -> list[Node]:
    """Those of `nodes` that round something, and what these need of the others."""
    needed: set[str] = set()
    found: list[Node] = []
    for node in reversed(nodes):
        if any(v.name in needed for v in node.outputs) or any(map(_rounds, (node, *(n for b in node.blocks for n in b.walk())))):
            found.append(node)
            needed |= {v.name for v in (*node.inputs, *(v for inner in node.blocks for v in free_values(inner)))}
    return found[::-1]


def _rounds(node: Node) -> bool:
    return node.op in OPS and OPS[node.op].rounding != EXACT and node.output.kind in ROUNDED
