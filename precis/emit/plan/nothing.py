"""Values that are 0 or NaN whatever the program is given: products with a zero, and sums of such products.

Complex numbers that a program makes of real ones have them for parts: of `-0.5j * dt * x` the real one. It is NaN where x is infinite.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.ir.ops import OPS
from precis.ir.ops.record import VIEW
from precis.ir.types import Node, Value

FIRST = ("neg", "div", "astype", "stop", "store")  # of the first operand alone; all keep NaN
ALL = ("add", "sub")


def is_nothing(v: Value, defined: Mapping[str, Node]) -> bool:
    """Whether `v` is 0 or NaN; `defined`: the nodes in scope by the names of what they make."""
    node = defined.get(v.name)
    if node is None or node.blocks or v.kind != "real":
        return False
    if node.op == "const":
        value = node.attrs["value"]
        return isinstance(value, float) and value == 0.0
    if node.op == "mul":
        return any(is_nothing(x, defined) for x in node.inputs)
    if node.op == "fma":
        return any(is_nothing(x, defined) for x in node.inputs[:2]) and is_nothing(node.inputs[2], defined)
    if node.op in ALL:
        return all(is_nothing(x, defined) for x in node.inputs)
    return (node.op in FIRST or OPS[node.op].category == VIEW) and is_nothing(node.inputs[0], defined)
