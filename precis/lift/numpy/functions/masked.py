"""Masked selections in reductions: elements that are not selected take the value that changes nothing."""

from __future__ import annotations

from typing import Any

from precis.ir.types import Value
from precis.lift.numpy.elementwise import aligned_mask, together
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import convert
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Masked, Scalar


def filled_value(lift: Lifting, x: Masked, other: Value) -> Value:
    """`x` where it is selected, else `other`."""
    mask = aligned_mask(lift, lift.settle(x.mask), x.axis, len(x.value.shape))
    return lift.emit("select", *together(lift, [mask, x.value, other]), dtype=x.dtype)


def count(lift: Lifting, x: Masked) -> Any:
    """How many elements are selected: an integer of the program."""
    if len(x.mask.shape) != len(x.value.shape):
        lift.refuse("a selection of whole rows by a mask cannot be counted", "use the mask of all elements")
    mask = convert(lift, lift.settle(x.mask), INT)
    return Scalar(INT, lift.emit("sum", mask, dtype=INT, axes=tuple(range(len(mask.shape)))))
