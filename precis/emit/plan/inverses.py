"""Systems whose right-hand sides are the identity matrix: `np.linalg.inv`, and whoever writes `np.linalg.solve(a, np.eye(n))`.

They are marked, so that targets may compute an inverse from the factors rather than solve for n sides (ADR 105).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.ir.types import Block, Cut, New, Node, Value

IDENTITY = "identity"  # attribute of a solve
PASSED = ("convert", "astype", "stop", "broadcast")  # ones and zeros stay what they are, matrix by matrix; storage may be of any range

Defined = Mapping[str, Node]


def with_identities(block: Block, outer: Defined | None = None) -> Block:
    """The block with `solve(a, identity)` marked, inner blocks included."""
    defined = {**(outer or {}), **{v.name: n for n in block.nodes for v in n.outputs}}
    return replace(block, nodes=tuple(_marked(n, defined) for n in block.nodes))


def _marked(node: Node, defined: Defined) -> Node:
    if node.blocks:
        return replace(node, blocks=tuple(with_identities(b, defined) for b in node.blocks))
    if node.op == "solve" and _identity(node.inputs[1], defined):
        return replace(node, attrs={**node.attrs, IDENTITY: True})
    return node


def _identity(v: Value, defined: Defined) -> bool:
    """Whether `v` is made as np.eye is: where the positions along the last two axes are equal."""
    node = defined.get(v.name)
    while node is not None and node.op in PASSED:
        if node.op == "broadcast" and node.inputs[0].shape[-2:] != v.shape[-2:]:
            return False
        node = defined.get(node.inputs[0].name)
    if node is None or node.op != "eq" or node.output.rank != 2:
        return False
    along = [_axis(x, defined) for x in node.inputs]
    return None not in along and set(along) == {0, 1}


def _axis(v: Value, defined: Defined) -> int | None:
    """Of two axes, the one along which `v` counts from 0; None where it does not count."""
    node, added = defined.get(v.name), False
    if node is not None and node.op == "slice":
        (x, *picks), at = node.inputs, node.attrs["at"]
        whole = len(at) == 2 and isinstance(at[0], Cut) and at[0].start.constant == 0 and at[0].step == 1 and at[0].length == x.shape[0]
        if picks or not whole or not isinstance(at[1], New):
            return None
        node, added = defined.get(x.name), True
    return (0 if added else 1) if node is not None and node.op == "iota" else None
