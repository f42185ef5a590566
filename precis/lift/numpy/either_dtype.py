"""Numbers and arrays whose dtype only the data tell: `0 if x < 0 else 1.5 * x`, an int or a float.

They are computed in the wider dtype, which is the same number. Where NumPy takes a dtype from one of them (the first element that
np.vectorize computes), the dtype of an array would depend on data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from precis.ir.types import Node, Value
from precis.lift.numpy.numbers import read
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Scalar, View

FOLLOWS = {"neg", "abs", "store", "slice", "reshape", "broadcast", "transpose"}  # the dtype of what they are given
MEET = {"add", "sub", "mul", "floordiv", "mod", "pow", "maximum", "minimum", "concatenate"}  # the wider one of several


def is_told_by_data(lift: Lifting, x: Any) -> bool:
    """Whether Python has x in one of several dtypes, as data ask for."""
    if not isinstance(x, (Scalar, Array, View)) or (isinstance(x, Scalar) and x.value is None):
        return False
    return _varies(lift, x.value if isinstance(x, Scalar) else read(lift, x), dict(_of_branches(lift.build.nodes)))  # type: ignore[arg-type]


def _of_branches(nodes: Iterable[Node]) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Every value that branches leave, with what it is on either way."""
    for node in nodes:
        for block in node.blocks:
            yield from _of_branches(block.nodes)
        if node.op in ("cond", "loop"):  # what loops stack, and what they leave
            yield from ((out.name, ways) for out, ways in zip(node.outputs, zip(*(b.results for b in node.blocks))))


def _varies(lift: Lifting, v: Value, branches: dict[str, tuple[Value, ...]]) -> bool:
    if v.name in lift.either:
        return True
    if v.name in branches:
        return any(_varies(lift, way, branches) for way in branches[v.name])
    node = lift.definitions.get(v.name)
    if node is None:
        return False
    if node.op in FOLLOWS:
        return _varies(lift, node.inputs[0], branches)
    if node.op == "select":
        return any(_varies(lift, way, branches) for way in node.inputs[1:])
    found = [_varies(lift, i, branches) for i in node.inputs] if node.op in MEET else []
    return any(found) and all(varies or _may_be_int(lift, i) for varies, i in zip(found, node.inputs))


def _may_be_int(lift: Lifting, v: Value) -> bool:
    """Whether a number was an int before it met a float."""
    node = lift.definitions.get(v.name)
    if node is None or node.op != "const":
        return node is not None and node.op == "convert" and np.dtype(lift.dtypes[node.inputs[0].name]).kind in "biu"
    value = node.attrs["value"]
    return isinstance(value, (int, float)) and float(value).is_integer()
