"""Arrays in whose place branches may have put numbers: operands of arithmetic whose result is the same either way."""

from __future__ import annotations

from typing import Any

from precis.lift.numpy.elementwise import broadcast_shape
from precis.lift.numpy.numbers import is_weak
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Filled, View


def either_way(lift: Lifting, x: Any, other: Any) -> Any:
    """The array of an operand beside `other`. Raises where the other one would not have the result's shape and dtype alone."""
    if not isinstance(x, Filled):
        return x
    if not isinstance(other, (Array, View)) or other.dtype != x.array.dtype or is_weak(other) or not _covers(lift, other, x.array):
        refuse(lift)
    return x.array


def _covers(lift: Lifting, other: Array | View, array: Array) -> bool:
    shape = lift.shape(other.shape)
    return len(shape) >= len(array.shape) and broadcast_shape(lift, [shape, array.shape]) == shape


def refuse(lift: Lifting) -> Any:
    lift.refuse("a number or an array, depending on an `if`, can only be an operand beside an array of its shape and dtype",
                "make it an array in both branches, as np.full or np.zeros do")
