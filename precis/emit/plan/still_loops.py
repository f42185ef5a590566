"""Loops that an iteration of the loop around them leaves as they are run once, in front of it.

    for step: (for k: y = f(y, v)), c = g(c, y)     ->     (for k: y = f(y, v)); for step: c = g(c, y)

(motion of loop-invariant code; Allen & Kennedy 2001.) Single operations that are worth it are seen to by precis.emit.plan.repeated. Where
the loop around may have no iteration, the one in front has none then either: what it would read may not be there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from precis.ir.ops import OPS
from precis.ir.ops.record import ACCUMULATE, CONTRACTION, POINTWISE, REDUCTION, SOURCE, STRUCTURE, VIEW
from precis.ir.rewrite import free_values, symbols_of
from precis.ir.size import Size, smallest
from precis.ir.types import Block, Node, Pick, Program, Range

OFTEN = 2  # iterations of the loop around, by the example that the program was lifted with
SIMPLE = (POINTWISE, SOURCE, VIEW)  # operations on which a loop in front may wait
PURE = (*SIMPLE, ACCUMULATE, CONTRACTION, REDUCTION, STRUCTURE)


def still_loops_first(program: Program) -> Program:
    """The program with such loops, and what they begin with, in front of the loops around them."""
    body = _block(program.body, dict(program.binding))
    return program.with_body(body) if body != program.body else program


def _block(block: Block, example: Mapping[str, int]) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        inner = tuple(_block(b, example) for b in node.blocks)
        node = replace(node, blocks=inner) if inner != node.blocks else node
        nodes += _parted(node) if node.op == "loop" and _often(node.attrs["range"].trips, example) else (node,)
    return replace(block, nodes=tuple(nodes)) if tuple(nodes) != block.nodes else block


def _often(trips: Size, example: Mapping[str, int]) -> bool:
    return trips.symbols() <= example.keys() and trips.value(example) >= OFTEN


def _parted(loop: Node) -> Sequence[Node]:
    """What moves in front of a loop, and the loop without it."""
    (body,) = loop.blocks
    moved = _moved(loop, body, loop.attrs["range"].trips)
    if not moved:
        return (loop,)
    left = replace(body, nodes=tuple(n for n in body.nodes if n.outputs[:1] not in {m.outputs[:1] for m in moved}))
    return *moved, replace(loop, blocks=(left,))


def _moved(loop: Node, body: Block, trips: Size) -> list[Node]:
    """The still loops of a body, and the operations that they wait for, in order."""
    changing = {v.name for v in body.params} | {v.name for n in body.nodes for v in n.outputs}
    bound = {loop.attrs["index"]} | {n.attrs["symbol"] for n in body.nodes if n.op == "size"}
    still: list[Node] = []
    for n in body.nodes:
        used = {v.name for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b)))}
        if (_simple(n) or _runs(n, trips)) and not changing & used and not bound & symbols_of(n):
            changing -= {v.name for v in n.outputs}
            still.append(n)
    needed: set[str] = set()
    moved: list[Node] = []
    for n in reversed(still):
        if n.op == "loop" or needed & {v.name for v in n.outputs}:
            needed |= {v.name for v in (*n.inputs, *(f for b in n.blocks for f in free_values(b)))}
            moved.insert(0, _as_often(n, trips) if n.op == "loop" else n)
    return moved


def _simple(n: Node) -> bool:
    """Whether a node is a plain operation that reads at no positions from data."""
    return _pure(n, SIMPLE) and not any(isinstance(i, Pick) for i in n.attrs.get("at", ()))


def _pure(n: Node, categories: Sequence[str]) -> bool:
    return n.op in OPS and n.op != "probe" and OPS[n.op].category in categories


def _runs(n: Node, trips: Size) -> bool:
    """Whether it is a loop over such operations, whose iterations may be left out where there are no `trips` around it."""
    inside = [m for b in n.blocks for m in b.walk()]
    stacks = len(n.outputs) > len(n.inputs)
    return n.op == "loop" and all(_pure(m, PURE) or m.op in ("loop", "cond") for m in inside) and not (stacks and not trips.constant)


def _as_often(n: Node, trips: Size) -> Node:
    """The loop, which has no iterations where there are no `trips` around it."""
    if trips.constant:
        return n
    own: Range = n.attrs["range"]
    return replace(n, attrs={**n.attrs, "range": replace(own, trips=smallest(own.trips, own.trips * trips))})
