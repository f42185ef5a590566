"""Which rotations are kept in memory, and which are read where they lie.

Loops are split where a rotation begins anew along the innermost axis, but those that reduce are not. Loops that tally read neighbours in
vectors, wherever that is (precis.emit.cpu.turns), and sums over all that they run over join them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from precis.emit.plan.maps import Indices, axes_of
from precis.emit.plan.prepare import ROLL
from precis.ir.shapes import ONE
from precis.ir.types import Node, Shape

REDUCTIONS = ("sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "cumsum", "cumprod", "tally")

Use = tuple["Node | None", Indices, Shape]  # the reading root, index in its nest, shape of the nest


def keeps(node: Node, uses: Iterable[Use], lazy: Mapping[str, Node]) -> bool:
    """Whether the rotation `node` is worth a pass over memory, given who reads it; `lazy`: the values that are inlined."""
    reducing = [use for use in uses if use[0] is not None and use[0].op in REDUCTIONS]
    if not reducing or not innermost_turn(node):
        return False
    tallied = [(index, shape) for root, index, shape in reducing if root and root.op == "tally"]
    joined = all(use[1:] in tallied and _in_step(use, node.attrs["axis"]) for use in reducing)
    return not joined or _turned_before(node, lazy)


def innermost_turn(node: Node) -> bool:
    """Whether `node` rotates an array along its last axis."""
    return node.op == ROLL and node.attrs["axis"] == node.output.rank - 1


def _in_step(use: Use, axis: int) -> bool:
    """Whether neighbours in the nest of a tally, or of a sum to one number, are neighbours along `axis`."""
    root, index, shape = use
    axes, _ = axes_of(shape)
    return bool(root and axes) and (root.op == "tally" or root.output.rank == 0) and index[axis].coefficient(axes[-1].symbol) == ONE  # type: ignore[union-attr]


def _turned_before(node: Node, lazy: Mapping[str, Node]) -> bool:
    """Whether what is rotated is, or is computed from, what was rotated along an innermost axis: two borders in one position."""
    pending, seen = [node.inputs[0].name], set()
    while pending:
        name = pending.pop()
        inner = lazy.get(name)
        if inner is None or name in seen:
            continue
        seen.add(name)
        if innermost_turn(inner):
            return True
        pending += [v.name for v in inner.inputs]
    return False
