"""Searches for 0, 1, 2 ... need nobody to write these down: `np.repeat(a, counts)`, `np.interp(np.arange(n), places, values)`.

    searchsorted(table, arange(n))     ->     searchsorted(table)        # of as many as the result has

Where the table goes through numbers in floating point, they are so, too: those of binary64 are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from precis.formats import FORMATS, Format
from precis.ir.types import Block, Node, Value

COPIES = ("store", "stop", "convert")
WIDE = FORMATS["binary64"]  # in which whole numbers are exact as far as arrays are long

Formats = Mapping[str, Format | None]


def counted_searches(block: Block, formats: Formats, computed: Callable[[Node], Format], outer: Mapping[str, Node] | None = None) -> Block:
    """The block, and those inside it. `computed`: the format to which the operands of a node convert."""
    defined = {**(outer or {}), **{v.name: n for n in block.nodes for v in n.outputs}}

    def seen(node: Node) -> Node:
        node = replace(node, blocks=tuple(counted_searches(b, formats, computed, defined) for b in node.blocks)) if node.blocks else node
        counts = node.op == "searchsorted" and _counts(node.inputs[1], defined, formats)
        exact = counts and (node.inputs[1].kind != "real" or computed(node).contains(WIDE))
        return replace(node, inputs=node.inputs[:1]) if exact else node
    return replace(block, nodes=tuple(map(seen, block.nodes)))


def _counts(v: Value, defined: Mapping[str, Node], formats: Formats) -> bool:
    """Whether a value is 0, 1, 2 ... behind its names, as integers of 64 bits or as floating-point numbers that hold them."""
    node = defined.get(v.name)
    held = v.kind == "int64" or (v.kind == "real" and (formats.get(v.name) or WIDE).contains(WIDE))
    if node is None or not held or v.rank != 1:
        return False
    return node.op == "iota" or (node.op in COPIES and _counts(node.inputs[0], defined, formats))
