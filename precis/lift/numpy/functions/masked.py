"""Masked selections in reductions: elements that are not selected take the value that changes nothing."""

from __future__ import annotations

from typing import Any

from precis.ir.size import product
from precis.ir.types import Value
from precis.lift.numpy.elementwise import aligned_mask, together
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import convert, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int, Masked, Scalar


def filled_value(lift: Lifting, x: Masked, other: Value) -> Value:
    """`x` where it is selected, else `other`."""
    mask = aligned_mask(lift, lift.settle(x.mask), x.axis, len(x.value.shape))
    return lift.emit("select", *together(lift, [mask, x.value, other]), dtype=x.dtype)


def count(lift: Lifting, x: Masked, axes: tuple[int, ...]) -> Any:
    """How many elements are selected along the axes: an integer of the program."""
    rank = len(x.mask.shape)
    within = tuple(range(x.axis, x.axis + rank))
    others = product(d for k, d in enumerate(lift.shape(x.value.shape)) if k in axes and k not in within)
    if not set(within) & set(axes):
        return Int(others)
    mask = convert(lift, lift.settle(x.mask), INT)
    number = lift.emit("sum", mask, dtype=INT, axes=tuple(k - x.axis for k in axes if k in within))
    return Scalar(INT, lift.emit("mul", number, value_of(lift, Int(others)), dtype=INT) if others.constant != 1 else number)
