"""Equal expressions of a block are computed once: the same operation on equal operands, where the Assignment rounds the results alike.

`(X - m).T @ (X - m)` and `(X - m) @ W` want one array. Numbers, views, conversions, constants and what the user named are numbered, so that
what is made of them is found equal, but stay as they are: they are computed where they are wanted anyway, or have their own place. Each
block is taken alone: what an inner block reads of an outer one has to be in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.formats import Assignment, Format
from precis.ir.ops import OPS
from precis.ir.ops.record import CONTRACTION, POINTWISE, REDUCTION, ROUTINE, SOURCE, VIEW
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Value

NUMBERED = (CONTRACTION, POINTWISE, REDUCTION, SOURCE, VIEW)
MERGED = (CONTRACTION, POINTWISE, REDUCTION)
WHOLE = ("cumsum", "cumprod", "sort", "argsort", "searchsorted")  # of other categories: one array, each element from many
APART = ("stop", "probe", "round")  # they say what rounds or is watched
CONVERSIONS = ("astype", "convert")  # often of a number for all elements, or to the format that it has: not worth memory

Formats = Mapping[str, Format | None]


def equal_once(block: Block, assignment: Assignment, formats: Formats) -> Block:
    """The block, and those inside it, where temporaries that are equal are computed once."""
    asked = {v.name for n in block.nodes if n.op in OPS and OPS[n.op].category == ROUTINE for v in n.inputs}
    same: dict[str, str] = {}  # value -> the first one equal to it
    first: dict[object, Value] = {}
    swaps: dict[str, Value] = {}
    for node in block.nodes:
        if not node.blocks and _numbered(node):
            v = node.output
            kept = first.setdefault(_key(node, same, assignment, formats), v)
            same[v.name] = same.get(node.inputs[0].name, node.inputs[0].name) if _as_it_is(node) else kept.name
            if kept is not v and (_merged(node) or (_gathered(node) and {v.name, kept.name} <= asked)):
                swaps[v.name] = kept
    left = tuple(n for n in block.nodes if not (n.outputs and n.outputs[0].name in swaps))
    block = substitute(replace(block, nodes=left), swaps) if swaps else block
    nodes = tuple(replace(n, blocks=tuple(equal_once(b, assignment, formats) for b in n.blocks)) if n.blocks else n for n in block.nodes)
    return replace(block, nodes=nodes)


def _numbered(node: Node) -> bool:
    return node.op in WHOLE or (node.op in OPS and OPS[node.op].category in NUMBERED and node.op not in APART)


def _as_it_is(node: Node) -> bool:
    """Whether a node gives an array the shape that it has: front ends do not know where this is so."""
    return node.op == "broadcast" and node.inputs[0].shape == node.output.shape


def _key(node: Node, same: Mapping[str, str], assignment: Assignment, formats: Formats) -> tuple:
    """What a node computes: equal keys have equal bits. Numbers are told apart by their text, as 0.0 and -0.0, or 1 and 1.0, are."""
    attrs = tuple(sorted((name, repr(value)) for name, value in node.attrs.items()))
    name, site = node.output.name, node.site
    rounds = tuple(f and f.name for f in (formats.get(name), assignment.value_of(name), assignment.compute_of(site),
                                          assignment.accumulate_of(site)))
    return (node.op, tuple(same.get(v.name, v.name) for v in node.inputs), attrs, node.output.shape, node.output.kind, rounds)


def _gathered(node: Node) -> bool:
    """Whether a node takes elements wherever an array says: what routines are given of that is copied for each of them."""
    return node.op == "slice" and any(p.rank for p in node.inputs[1:])


def _merged(node: Node) -> bool:
    """Whether one value may stand for another: an array, or what runs over one, that the user did not name."""
    category, v = OPS[node.op].category, node.output
    computed = node.op in WHOLE or category in MERGED
    return v.container is None and computed and node.op not in CONVERSIONS and (v.rank > 0 or category != POINTWISE)
