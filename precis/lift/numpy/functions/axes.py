"""Axis arguments."""

from __future__ import annotations

from typing import Any

from precis.lift.numpy.numbers import as_size
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Interval, Items


def one_axis(lift: Lifting, axis: Any, rank: int) -> int:
    """An axis counted from the front."""
    k = lift.fixed(as_size(lift, axis), "an axis")
    if not -rank <= k < rank:
        lift.wrong(f"axis {k} is out of bounds for an array of {rank} dimension{'s' * (rank != 1)}")
    return k % rank


def each_axis(lift: Lifting, axes: Any, rank: int) -> list[int]:
    """An axis, or each of a tuple, a list or a range, counted from the front in the order given."""
    if isinstance(axes, (Items, Interval)):
        axes = lift.call(tuple, [axes], {})
    return [one_axis(lift, k, rank) for k in (axes if isinstance(axes, tuple) else (axes,))]


def axes_of(lift: Lifting, axis: Any, rank: int) -> tuple[int, ...]:
    """None (all), an int or a tuple of them, as sorted axes."""
    if axis is None:
        return tuple(range(rank))
    found = each_axis(lift, axis, rank)
    if len(set(found)) != len(found):
        lift.wrong("an axis stands twice")
    return tuple(sorted(found))
