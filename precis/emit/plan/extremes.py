"""Extremes of arrays whose positions are known are read there.

    back = np.argmax(cand, axis=0); best = cand.max(axis=0)        (in any order)

The extreme is the element that was found: of a row with NaN the first NaN, and the largest or smallest one otherwise. Where the Assignment
rounds neither on the way, reading one element per row takes the place of a pass over all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from precis.emit.plan.boxes import NOTHING, Ranges, positive
from precis.emit.plan.invariant import ONCE
from precis.formats import Assignment, Format
from precis.ir.emulate import arithmetic_format
from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Block, Node, Pick, Value

POSITION_OF = {"max": "argmax", "min": "argmin"}
Formats = Mapping[str, Format | None]


def read_at_positions(block: Block, sizes: Set[str], assignment: Assignment, formats: Formats, around: Ranges = NOTHING) -> Block:
    """The block, and those inside it, where an extreme of one axis is read at its position, if that is found in the same block.

    sizes   of the program: axes of other lengths may be empty where the caller cannot be told, and have no element to read then, unless
            the indices of the loops `around` say otherwise
    """
    def exact(node: Node) -> bool:
        return node.op in (*POSITION_OF, *POSITION_OF.values()) and _exact(node, sizes, assignment, formats, around)

    seen = _seen(block)
    found = {_key(n.op, n, seen, formats): n for n in reversed(block.nodes) if n.op in POSITION_OF.values() and exact(n)}
    nodes: dict[str | Node, Node] = {}
    for node in block.nodes:
        at = found.get(_key(POSITION_OF[node.op], node, seen, formats)) if node.op in POSITION_OF and exact(node) else None
        if at is not None:
            nodes.setdefault(at.output.name, replace(at, inputs=node.inputs))
        inner = {**around, node.attrs["index"]: node.attrs["range"].ends} if node.op == "loop" else around
        node = replace(node, blocks=tuple(read_at_positions(b, sizes, assignment, formats, inner) for b in node.blocks))
        for made in _read(node, at.output) if at is not None else [node]:
            nodes.setdefault(made.outputs[0].name if made.outputs else made, made)
    return replace(block, nodes=tuple(nodes.values()))


def _seen(block: Block) -> dict[str, object]:
    """Each view that the block makes -> what it shows: the same for two of which the program writes `x[:k]` both times."""
    seen: dict[str, object] = {}
    for node in block.nodes:
        if node.op in OPS and OPS[node.op].category == VIEW:
            seen[node.output.name] = node.op, repr(sorted(node.attrs.items())), tuple(seen.get(v.name, v.name) for v in node.inputs)
    return seen


def _key(op: str, node: Node, seen: Mapping[str, object], formats: Formats) -> tuple[object, ...]:
    """What a reduction finds, of what, along which axes."""
    of = node.inputs[0].name
    return op, seen.get(of, of), formats.get(of), node.attrs["axes"]


def _exact(node: Node, sizes: Set[str], assignment: Assignment, formats: Formats, around: Ranges) -> bool:
    """Whether a reduction of one axis of a row or a matrix rounds nothing that it compares, and finds something there."""
    (x,) = node.inputs
    if x.kind in ("bool", "complex") or x.rank > 2 or len(node.attrs["axes"]) != 1:
        return False
    length = x.shape[node.attrs["axes"][0]]
    if not (length.symbols() <= sizes or positive(length, around)):
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
