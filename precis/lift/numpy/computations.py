"""How computed integers and bools are computed, to see which are the same."""

from __future__ import annotations

from typing import Any

from precis.ir.types import Node, Value
from precis.lift.numpy.state import Lifting

TRANSPARENT = ("const", "slice", "transpose", "reshape", "broadcast")  # reals that are equal where their operands are


def computation(lift: Lifting, v: Value, depth: int = 12) -> Any:
    """How an integer or bool is computed, for comparing: stores and names do not count; reals count by their name."""
    node: Node | None = lift.definitions.get(v.name)
    if node is None or depth == 0 or (v.shape and v.kind in ("real", "complex") and node.op not in TRANSPARENT):
        return v.name
    if node.op == "store":
        return computation(lift, node.inputs[0], depth - 1)
    return node.op, tuple(computation(lift, i, depth - 1) for i in node.inputs), tuple(sorted(node.attrs.items()))


def same_value(lift: Lifting, a: Value, b: Value) -> bool:
    """Whether two values are computed alike from the same values."""
    return a.name == b.name or computation(lift, a) == computation(lift, b)
