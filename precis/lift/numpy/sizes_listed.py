"""Sizes that stand in integer arrays of a few elements: np.array(x.shape) + 2, widths of pads, k * np.eye(2, dtype=int)[axis].

Such an array is computed as every other. What its elements are as sizes follows from how it is computed, as long as that takes sizes and
constants, moves them, compares constants, or adds and multiplies.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.ops import OPS, ArrayConstant
from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.state import Lifting

MOST = 64  # elements
EXACT = ("int64", "bool")  # kinds in which sizes do not wrap around
Elements = np.ndarray  # an object array: a Size for each element


class Unknown(Exception):
    """An element is no size that is known here."""


def sizes_of(lift: Lifting, v: Value) -> Elements | None:
    """The elements of an integer array; None where something else than sizes and constants tells one."""
    try:
        return _elements(lift, v, {})
    except Unknown:
        return None


def _elements(lift: Lifting, v: Value, seen: dict[str, Elements]) -> Elements:
    node = lift.definitions.get(v.name)
    if node is None or node.op not in RULES or v.kind not in EXACT:
        raise Unknown
    if v.name not in seen:
        if math.prod(_number(lift, d) for d in v.shape) > MOST:
            raise Unknown
        seen[v.name] = RULES[node.op](lift, node, [_elements(lift, i, seen) for i in node.inputs])
    return seen[v.name]


def _number(lift: Lifting, size: Size) -> int:
    found = lift.sizes.resolve(size).constant
    if found is None:
        raise Unknown
    return found


def _as_sizes(numbers: Any) -> Elements:
    found = np.empty(np.shape(numbers), object)
    for place, number in np.ndenumerate(np.asarray(numbers)):
        found[place] = Size.of(int(number))
    return found


def _constant(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    value = node.attrs["value"]
    return _as_sizes(lift.constants[value.name] if isinstance(value, ArrayConstant) else value)


def _size(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    found = np.empty((), object)
    found[()] = lift.sizes.resolve(node.attrs["value"])
    return found


def _counted(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    return _as_sizes(np.arange(_number(lift, node.attrs["length"])))


def _moved(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    return np.asarray(OPS[node.op].evaluate(np, operands, node.attrs, lambda size: _number(lift, size)), object)  # one element is no array


def _same(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    return operands[0]


def _added(function: Callable[[Size, Size], Size]) -> Rule:
    return lambda lift, node, operands: np.asarray(np.frompyfunc(function, 2, 1)(*operands), object)


def _equal(lift: Lifting, node: Node, operands: list[Elements]) -> Elements:
    left, right = (np.frompyfunc(lambda size: _number(lift, size), 1, 1)(x) for x in operands)
    return _as_sizes(left == right)


Rule = Callable[[Lifting, Node, list[Elements]], Elements]
RULES: dict[str, Rule] = {
    "const": _constant, "index": _size, "iota": _counted, "convert": _same, "store": _same, "eq": _equal,
    **dict.fromkeys(("slice", "transpose", "reshape", "broadcast", "concatenate", "update"), _moved),
    "add": _added(operator.add), "sub": _added(operator.sub), "mul": _added(operator.mul),
}
