"""Whole numbers and truth values that are computed again from the same ones are computed once.

    x[p + 1] += d     is lifted as     q = p + 1; r = p + 1; x[r] = x[q] + d     ->     q = p + 1; x[q] = x[q] + d

A store that replaces what was just read where it stores passes its cotangent on: nothing is cleared and added again. That the places are
one is seen by their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from precis.ad.activity import FLOATING
from precis.ir.live import live
from precis.ir.ops import OPS
from precis.ir.rewrite import substitute
from precis.ir.types import Block, Node, Value

Known = Mapping[tuple, Value]  # what an operation is of -> its result
AT_HAND = ("const", "index")  # stay where they are


@dataclass(frozen=True, slots=True)
class _Equal:
    """Name -> the value that it is; of those that go, and of all."""

    gone: dict[str, Value] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)

    def what(self, node: Node) -> tuple:
        operands = tuple(self.known.get(v.name, v.name) for v in node.inputs)
        return node.op, operands, repr(sorted(node.attrs.items())), node.output.kind, node.output.shape

    def note(self, node: Node, first: Value) -> bool:
        """Whether `node`, which equals `first`, goes."""
        self.known[node.output.name] = first.name
        if node.op not in AT_HAND:
            self.gone[node.output.name] = first
        return node.op not in AT_HAND


def with_equal_places(block: Block) -> Block:
    """`block` with one of each of them. Arrays that are computed in an inner block stay there: outside, they would have to be in memory."""
    equal = _Equal()
    found = _merged(block, {}, equal)
    return live(substitute(found, equal.gone)) if equal.gone else block


def _merged(block: Block, outer: Known, equal: _Equal) -> Block:
    known, nodes = dict(outer), []
    for node in block.nodes:
        first = known.setdefault(equal.what(node), node.output) if _counts(node) else None
        if first is not None and first is not node.output and equal.note(node, first):
            continue
        numbers = {what: v for what, v in known.items() if not v.rank} if node.blocks else {}
        nodes.append(replace(node, blocks=tuple(_merged(inner, numbers, equal) for inner in node.blocks)) if node.blocks else node)
    return replace(block, nodes=tuple(nodes))


def _counts(node: Node) -> bool:
    return node.op in OPS and node.output.kind not in FLOATING and not node.output.container
