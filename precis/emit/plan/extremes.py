"""Extremes of arrays whose positions are known are read there.

    back = np.argmax(cand, axis=0); best = cand.max(axis=0)

The extreme is the element that was found: of a row with NaN the first NaN, and the largest or smallest one otherwise. Where the Assignment
rounds neither on the way, reading one element per row takes the place of a pass over all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from precis.emit.plan.invariant import ONCE
from precis.formats import Assignment, Format
from precis.ir.emulate import arithmetic_format
from precis.ir.types import Block, Node, Pick, Value

POSITION_OF = {"max": "argmax", "min": "argmin"}
Formats = Mapping[str, Format | None]


def read_at_positions(block: Block, sizes: Set[str], assignment: Assignment, formats: Formats) -> Block:
    """The block, and those inside it, where an extreme of one axis is read at its position, if that was found before.

    sizes   of the program: axes of other lengths may be empty where the caller cannot be told, and have no element to read then
    """
    found: dict[tuple[str, str, tuple[int, ...]], Value] = {}
    nodes: list[Node] = []
    for node in block.nodes:
        node = replace(node, blocks=tuple(read_at_positions(b, sizes, assignment, formats) for b in node.blocks)) if node.blocks else node
        if node.op in POSITION_OF.values() and _exact(node, sizes, assignment, formats):
            found[node.op, node.inputs[0].name, node.attrs["axes"]] = node.output
        at = found.get((POSITION_OF[node.op], node.inputs[0].name, node.attrs["axes"])) if node.op in POSITION_OF else None
        nodes += _read(node, at) if at and _exact(node, sizes, assignment, formats) else [node]
    return replace(block, nodes=tuple(nodes))


def _exact(node: Node, sizes: Set[str], assignment: Assignment, formats: Formats) -> bool:
    """Whether a reduction of one axis of a row or a matrix rounds nothing that it compares, and finds something there."""
    (x,) = node.inputs
    if x.kind in ("bool", "complex") or x.rank > 2 or len(node.attrs["axes"]) != 1 or not x.shape[node.attrs["axes"][0]].symbols() <= sizes:
        return False
    given = formats.get(x.name)
    own = formats.get(node.output.name) if node.op in POSITION_OF else given
    work = assignment.value_of(node.output.name) or arithmetic_format(assignment, node.site)
    return x.kind != "real" or (given is not None and given == own and work.contains(given))


def _read(node: Node, at: Value) -> list[Node]:
    """The elements at the positions `at`."""
    (x,), (axis,) = node.inputs, node.attrs["axes"]
    if x.rank == 1:
        return [Node("slice", (x, at), node.outputs, {"at": (Pick(0),), ONCE: True}, (), node.span)]
    rows = Value(f"{node.output.name} rows", (x.shape[1 - axis],), "int64")
    picks = (at, rows) if axis == 0 else (rows, at)
    return [Node("iota", (), (rows,), {"length": x.shape[1 - axis]}, (), node.span),
            Node("slice", (x, *picks), node.outputs, {"at": (Pick(0), Pick(1)), ONCE: True}, (), node.span)]
