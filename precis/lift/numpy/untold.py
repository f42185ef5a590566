"""Lengths that only a run tells, however its loops are written.

A loop of few iterations that computes bounds of slices is written out, so that sizes tell the bounds. What a `while` loop inside leaves
behind is not told by sizes: written out, each iteration would compute the same lengths anew.
"""

from __future__ import annotations

from precis.ir.live import MOST
from precis.ir.size import Size
from precis.ir.types import Block, Node

POSITIONS = Size.of(-1)  # the `most` of nodes that bind no length, but end the run where a position is out of bounds


def only_runs_tell(block: Block) -> bool:
    """Whether all lengths that an iteration computes follow from what `while` loops in it carry."""
    unknown = set[str]()  # values, and symbols of sizes
    before = -1
    while len(unknown) > before:
        before = len(unknown)
        _spread(block, unknown)
        unknown |= {p.name for p, r in zip(block.params, block.results) if r.name in unknown}
    return all(n.inputs[0].name in unknown for n in block.walk() if n.op == "size" and n.attrs.get(MOST) != POSITIONS)


def _spread(block: Block, unknown: set[str]) -> None:
    """Add what follows from `unknown`, and what `while` loops carry."""
    for node in block.nodes:
        for inner in node.blocks:
            if node.op == "while":
                unknown.update(p.name for p in inner.params)
            elif node.op == "loop":
                unknown.update(p.name for p, init, r in zip(inner.params, node.inputs, inner.results) if {init.name, r.name} & unknown)
            _spread(inner, unknown)
        if node.op == "while" or _follows(node, unknown):
            unknown.update(v.name for v in node.outputs)
            if node.op == "size":
                unknown.add(node.attrs["symbol"])


def _follows(node: Node, unknown: set[str]) -> bool:
    results = (r for inner in node.blocks for r in inner.results)
    symbols = node.attrs["value"].symbols() if node.op == "index" else frozenset()
    return not unknown.isdisjoint(symbols) or any(v.name in unknown for v in (*node.inputs, *results))
