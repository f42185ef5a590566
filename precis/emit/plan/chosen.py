"""Choices by a mask of what is read only where the mask holds: `np.log(x[mask])`.

    places = where mask; log(select(mask, x, 1.0))[places]     ->     log(x)[places]

Front ends compute element by element before they select, and keep functions off their poles in the elements that are left out, for which
derivatives ask. Where nobody reads these, the choice is x; compilers make no vectors of loops that read truth values at places that they
read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.ir.ops import OPS
from precis.ir.ops.record import POINTWISE
from precis.ir.rewrite import free_values
from precis.ir.types import Block, Node, Pick, Value

Defined = Mapping[str, Node]


def chosen(block: Block) -> Block:
    """The block without such choices, in nested blocks too."""
    nodes = tuple(replace(n, blocks=tuple(map(chosen, n.blocks))) if n.blocks else n for n in block.nodes)
    if not any(n.op == "places" for n in nodes):
        return replace(block, nodes=nodes)
    reads = _Reads(nodes, block.results)
    return replace(block, nodes=tuple(_settled(n) if reads.only_chosen(n) else n for n in nodes))


def _settled(choice: Node) -> Node:
    """The operand that is chosen, in the format of the choice."""
    return Node("stop", (choice.inputs[1],), choice.outputs, {}, (), choice.span)


class _Reads:
    """Who reads what in a block."""

    def __init__(self, nodes: tuple[Node, ...], results: tuple[Value, ...]):
        self.defined: Defined = {v.name: n for n in nodes for v in n.outputs}
        self.elsewhere = {v.name for v in results} | {v.name for n in nodes for b in n.blocks for v in free_values(b)}
        self.users: dict[str, list[Node]] = {}
        self.known: dict[tuple[str, str], bool] = {}
        for n in nodes:
            for v in dict.fromkeys(n.inputs):
                self.users.setdefault(v.name, []).append(n)

    def only_chosen(self, node: Node) -> bool:
        """Whether a node chooses by a mask what is read only where that holds."""
        if node.op != "select" or any(v.shape != node.output.shape for v in node.inputs[:2]):
            return False
        return node.inputs[1].kind == node.output.kind and self._within(node.output, self._root(node.inputs[0]))

    def _within(self, v: Value, mask: str) -> bool:
        """Whether `v` is read only in elements that the mask chooses."""
        if (v.name, mask) not in self.known:
            users = self.users.get(v.name, [])
            self.known[v.name, mask] = v.name not in self.elsewhere and all(self._reads_within(n, v, mask) for n in users)
        return self.known[v.name, mask]

    def _reads_within(self, node: Node, v: Value, mask: str) -> bool:
        if node.op == "slice":
            at = self.defined.get(node.inputs[1].name) if node.attrs["at"] == (Pick(0),) and v.rank == 1 else None
            return at is not None and at.op == "places" and self._root(at.inputs[0]) == mask
        goes_on = node.op == "reshape" or (node.op in OPS and OPS[node.op].category == POINTWISE and node.output.shape == v.shape)
        return goes_on and node.op != "probe" and self._within(node.output, mask)

    def _root(self, mask: Value) -> str:
        """What a mask is a row of."""
        node = self.defined.get(mask.name)
        return self._root(node.inputs[0]) if node is not None and node.op == "reshape" else mask.name
