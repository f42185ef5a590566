"""Contractions, reductions and routines of what no iteration changes are computed in front of the loop.

    while error > tol: z = tanh(einsum(z, w) + einsum(x, u))     ->     s = einsum(x, u); while error > tol: z = tanh(einsum(z, w) + s)

Functions that a solver calls again and again have such terms, and XLA moves them, too (motion of loop-invariant code; Allen & Kennedy
2001). What they are computed from moves along where nothing else in the loop wants it, which would have to be kept otherwise. A loop that
never runs computes them for nothing; so what moves reads no part of an array that only the loop's condition may keep inside of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from precis.emit.plan.invariant import LOOPS, inputs_of, still
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, POINTWISE, REDUCTION, ROUTINE, SOURCE, VIEW
from precis.ir.size import Size
from precis.ir.types import At, Block, Cut, Node

COSTLY = (CONTRACTION, REDUCTION, ROUTINE)
CHEAP = (POINTWISE, SOURCE, VIEW)


def steady_first(block: Block) -> Block:
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(map(steady_first, node.blocks))) if node.blocks else node
        for k in range(len(node.blocks)) if node.op in LOOPS else ():
            moved = _moved(node, node.blocks[k])
            nodes += moved
            node = _without(node, k, moved)
        nodes.append(node)
    return Block(block.params, tuple(nodes), block.results)


def _without(loop: Node, k: int, moved: Sequence[Node]) -> Node:
    body = loop.blocks[k]
    rest = Block(body.params, tuple(n for n in body.nodes if n not in moved), body.results)
    return replace(loop, blocks=(*loop.blocks[:k], rest, *loop.blocks[k + 1:])) if moved else loop


def _moved(loop: Node, body: Block) -> list[Node]:
    """What moves in front of a loop, in order: costly nodes, and what they alone follow from."""
    steady = still(loop, body, _plain)
    wanted = {n.output.name for n in steady if OPS[n.op].category in COSTLY}
    while wanted:
        moved = _needed(steady, wanted)
        kept = {v.name for v in (*body.results, *inputs_of(n for n in body.nodes if n not in moved))}
        shared = {n.output.name for n in moved if n.output.name in kept and OPS[n.op].category in CHEAP}
        if not shared:
            return moved
        wanted -= {name for name in wanted if shared & {n.output.name for n in _needed(steady, {name})}}
    return []


def _needed(steady: Iterable[Node], wanted: Iterable[str]) -> list[Node]:
    names, found = set(wanted), []
    for n in reversed(list(steady)):
        if n.output.name in names:
            found.insert(0, n)
            names |= {v.name for v in n.inputs}
    return found


def _plain(node: Node) -> bool:
    """Whether a node may be computed elsewhere: it has one result, which is no container's, and reads what is there in any case."""
    if node.op not in OPS or node.op == "probe" or node.blocks or node.output.container:
        return False
    return OPS[node.op].category in (*COSTLY, *CHEAP) and (node.op != "slice" or _inside(node))


def _inside(node: Node) -> bool:
    """Whether a slice is known to lie inside of its array."""
    ends = zip(node.attrs["at"], node.inputs[0].shape)
    return len(node.inputs) == 1 and all(isinstance(i, (At, Cut)) and _within(i, d) for i, d in ends)


def _within(i: At | Cut, dimension: Size) -> bool:
    start, count, step = (i.position, Size.of(1), 1) if isinstance(i, At) else (i.start, i.length, i.step)
    if start == Size() and count == dimension and step == 1:
        return True
    first, n, length = start.constant, count.constant, dimension.constant
    if first is None or n is None or length is None:
        return False
    return n == 0 or (0 <= first < length and 0 <= first + step * (n - 1) < length)
