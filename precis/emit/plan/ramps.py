"""Positions that only count, `np.arange(n)`, are no arrays to be read.

    rows = np.arange(n)[:, None]; ... x[rows, channels, place] += g

Front ends store what has a name. Read from memory, such positions may be anything: the same twice, or those of another iteration. Where
they are seen to count, different rows are apart: they are written in any order, where they are read, and strip by strip. What is picked
from them is the position that picks (`place[chosen]`), and what is computed from them needs no array of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE, VIEW
from precis.ir.types import Block, Node, Value

FIRST = {"slice": 1, "update": 2, "update_add": 2}  # where the positions stand among the operands
COPIES = ("store", "stop")

Defined = Mapping[str, Node]


def ramps_seen(block: Block, outer: Defined | None = None) -> Block:
    """The block whose positions are those that names were given to, where these count."""
    defined = {**(outer or {}), **{v.name: n for n in block.nodes for v in n.outputs}}
    return replace(block, nodes=tuple(_seen(n, defined) for n in block.nodes))


def _seen(node: Node, defined: Defined) -> Node:
    if node.blocks:
        return replace(node, blocks=tuple(ramps_seen(b, defined) for b in node.blocks))
    first = _first(node)
    picks = tuple(_ramp(v, defined) or v for v in node.inputs[first:])
    return node if picks == node.inputs[first:] else replace(node, inputs=(*node.inputs[:first], *picks))


def _first(node: Node) -> int:
    """From which operand on positions that count are seen: where elements are picked, what they are picked from, too."""
    picked = FIRST.get(node.op, len(node.inputs))
    of_numbers = node.op in OPS and OPS[node.op].category == POINTWISE
    return 0 if of_numbers or (node.op == "slice" and len(node.inputs) > picked) else picked


def _ramp(v: Value, defined: Defined) -> Value | None:
    """The value behind the names of `v`, where it is a view of numbers that count."""
    node = defined.get(v.name)
    while node is not None and node.op in COPIES and node.inputs[0].kind == v.kind:
        v = node.inputs[0]
        node = defined.get(v.name)
    return v if node is not None and _counts(node, defined) else None


def _counts(node: Node, defined: Defined) -> bool:
    plain = node.op in OPS and OPS[node.op].category == VIEW and len(node.inputs) == 1 and node.inputs[0].name in defined
    return node.op == "iota" or (plain and _counts(defined[node.inputs[0].name], defined))
