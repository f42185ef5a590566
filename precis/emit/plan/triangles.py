"""Systems whose matrix is a Cholesky factor, or its transpose, are solved by substitution alone: NumPy has no function that says so.

`np.linalg.solve(np.linalg.cholesky(a), b)` eliminates a matrix that is triangular already, exchanges rows on the way, and substitutes
twice. Substitution once has the smaller error bound (Higham, Accuracy and Stability, 2nd ed., theorems 8.5 and 9.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.formats import FORMATS, Format
from precis.ir.types import Block, Node, Value

PASSED = ("store", "convert", "astype", "stop")
WIDE = FORMATS["binary64"]  # in which eliminations compute, whatever they are given
TAKEN = (WIDE, FORMATS["binary32"])  # that native code calls LAPACK for

Defined = Mapping[str, Node]
Formats = Mapping[str, Format | None]


def by_substitution(block: Block, formats: Formats, outer: Defined | None = None) -> Block:
    """The block with `solve(cholesky(a), b)` in triangles, inner blocks included."""
    defined = {**(outer or {}), **{v.name: n for n in block.nodes for v in n.outputs}}
    return replace(block, nodes=tuple(_triangular(n, formats, defined) for n in block.nodes))


def _triangular(node: Node, formats: Formats, defined: Defined) -> Node:
    if node.blocks:
        return replace(node, blocks=tuple(by_substitution(b, formats, defined) for b in node.blocks))
    elements = {formats.get(v.name) for v in (*node.inputs, *node.outputs)}
    if node.op != "solve" or len(elements) != 1 or not elements <= set(TAKEN):
        return node
    lower = _lower(node.inputs[0], formats, defined)
    return node if lower is None else replace(node, op="triangular_solve", attrs={"lower": lower, "unit": False, "wide": True})


def _lower(v: Value, formats: Formats, defined: Defined) -> bool | None:
    """Whether a Cholesky factor stands as it was made; None where the value is no such factor."""
    lower, node, element = True, defined.get(v.name), formats.get(v.name)
    while node is not None and node.op in (*PASSED, "transpose") and not node.blocks and formats.get(node.inputs[0].name) == element:
        if node.op == "transpose":
            if not _turns(node.attrs["perm"]):
                return None
            lower = not lower
        node = defined.get(node.inputs[0].name)
    return lower if node is not None and node.op == "cholesky" and node.inputs[0].kind == "real" else None


def _turns(perm: tuple[int, ...]) -> bool:
    """Whether the last two axes change places, and no other does."""
    rank = len(perm)
    return tuple(perm) == (*range(rank - 2), rank - 1, rank - 2)
