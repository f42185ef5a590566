"""Where a version of an array comes from, through updates, loops and branches; and which of these have to roll it back so that the block
around them can.

The reverse of an inner loop rolls an array back only where that saves memory there. A loop around it that would then keep the whole array
in every iteration asks for it: with what the inner loop saves the one array serves all iterations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from precis.ad.forward import IDENTITIES
from precis.ad.rollback import UPDATES
from precis.ir.types import Block, Node, Value


@dataclass(frozen=True, slots=True)
class Lineage:
    """start: the value around a block, or its parameter, that a version was made of; versions: all between, both ends included; makers:
    outputs of loops and branches among them, and inside of these."""

    start: Value
    versions: frozenset[str]
    makers: frozenset[str]


def unrolled(body: Block, saved: Iterable[Value]) -> frozenset[str]:
    """The outputs of loops and branches in `body` that stand between the ends of carries of which a version is `saved`."""
    names, params = {v.name for v in saved}, {p.name for p in body.params}
    found = (lineage(body, r) for p, r in zip(body.params, body.results) if p.rank)
    wished = (x.makers for x in found if x and x.start.name in params and x.versions & names)
    return frozenset().union(*wished)


def lineage(block: Block, v: Value) -> Lineage | None:
    """Of a value in a block; None where it is made by something else."""
    defined = {o.name: n for n in block.nodes for o in n.outputs}
    versions, makers = {v.name}, set()
    while v.name in defined:
        node = defined[v.name]
        if node.op in UPDATES or node.op in IDENTITIES:
            v = node.inputs[0]
        else:
            inner = _of_maker(node, node.outputs.index(v))
            if inner is None:
                return None
            makers |= inner.makers | {v.name}
            v = inner.start
        versions.add(v.name)
    return Lineage(v, frozenset(versions), frozenset(makers))


def _of_maker(node: Node, place: int) -> Lineage | None:
    """Of an output of a loop, a while or a branch; start is the value in front."""
    if node.op not in ("loop", "while", "cond") or (node.op != "cond" and place >= len(node.inputs)):
        return None
    blocks = node.blocks if node.op == "cond" else node.blocks[-1:]
    found = [lineage(b, b.results[place]) for b in blocks]
    first, *others = found
    if first is None or any(x is None or x.start.name != first.start.name for x in others):
        return None
    makers = frozenset().union(*(x.makers for x in found if x))
    if node.op == "cond":
        return Lineage(first.start, frozenset(), makers)
    return Lineage(node.inputs[place], frozenset(), makers) if first.start.name == blocks[0].params[place].name else None
