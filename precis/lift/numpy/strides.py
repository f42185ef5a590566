"""Ranges, and slices that are assigned to, whose step only a run tells or the loops around it: sieves, ladders of lengths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.ir.size import Size, largest
from precis.ir.types import Value
from precis.lift.numpy.cuts import clamped, wrapped
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import as_size, constant, dtype_of, is_integer, runtime_size, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, Interval, Scalar, SliceOf, View


@dataclass(frozen=True, slots=True)
class Stride:
    """The integers first, first + step, ..., of which there are `trips`."""

    first: Value
    step: Value
    trips: Size

    def at(self, lift: Lifting, k: Value) -> Value:
        """Those of the numbers `k`."""
        return lift.emit("add", self.first, lift.emit("mul", k, self.step, dtype=INT), dtype=INT)


def varies(lift: Lifting, step: Any) -> bool:
    """Whether a step is not a number that the arguments say."""
    if isinstance(step, (Array, View)) and not step.shape:
        return is_integer(dtype_of(step))
    if isinstance(step, Scalar):
        return step.known is None and is_integer(step.dtype)
    return isinstance(step, Int) and not lift.sizes.resolve(step.size).symbols() <= lift.sizes.binding.keys()


def stride(lift: Lifting, x: Interval) -> Stride:
    """`range(start, stop, step)` with a step that varies, of either sign. Python refuses the step 0."""
    first, stop, step = (value_of(lift, i, INT) for i in (x.start, x.stop, x.step))
    span = lift.emit("sub", stop, first, dtype=INT)
    positive = isinstance(x.step, Int) and lift.sizes.nonnegative(as_size(lift, x.step) - 1) is True
    if positive:
        return Stride(first, step, _trips(lift, span, step, _most(lift, x)))
    up = lift.emit("sign", step, dtype=INT)  # of a negative step both ends change their signs
    return Stride(first, step, _trips(lift, lift.emit("mul", span, up, dtype=INT), lift.emit("mul", step, up, dtype=INT), None))


def _trips(lift: Lifting, span: Value, step: Value, most: Size | None) -> Size:
    """How many steps there are in front of an end, if any."""
    one = constant(lift, 1, INT)
    above = lift.emit("add", span, lift.emit("sub", step, one, dtype=INT), dtype=INT)
    count = lift.emit("maximum", lift.emit("floordiv", above, step, dtype=INT), constant(lift, 0, INT), dtype=INT)
    trips = runtime_size(lift, count, "trips")
    lift.sizes.facts.append(trips)
    if most is not None:
        lift.sizes.limits[str(trips)] = (ZERO, most)
        lift.sizes.facts.append(most - trips)
    return trips


def _most(lift: Lifting, x: Interval) -> Size | None:
    """As many steps as there are with the step 1."""
    if not isinstance(x.start, Int) or not isinstance(x.stop, Int):
        return None
    return largest(ZERO, lift.sizes.resolve(x.stop.size - x.start.size))


def _ends_of_either_sign(lift: Lifting, item: SliceOf, dimension: Size) -> Iterator[Scalar]:
    """Where a slice begins and ends, whatever the sign of its step: steps below 0 go from the last element to in front of the first."""
    up = lift.emit("lt", constant(lift, 0, INT), value_of(lift, item.step, INT), dtype=BOOL)
    low, one = (constant(lift, k, INT) for k in (-1, 1))
    length = value_of(lift, Int(dimension), INT)
    last = lift.emit("sub", length, one, dtype=INT)
    for end, first_up, first_down in ((item.start, constant(lift, 0, INT), last), (item.stop, length, low)):
        ways = [first_up, first_down]
        if end is not None:
            held = lift.emit("maximum", wrapped(lift, value_of(lift, end, INT), dimension), low, dtype=INT)
            ways = [clamped(lift, end, dimension), lift.emit("minimum", held, last, dtype=INT)]
        yield Scalar(INT, lift.emit("select", up, *ways, dtype=INT), weak=True)


def spread(lift: Lifting, shape: Sequence[Size], index: Any) -> Any:
    """An index with the positions that a slice takes in place of the slice, where its step varies. The rest of the index
    are numbers, or all of a dimension: the elements that it takes are the same, in the same order."""
    items = index if isinstance(index, tuple) else (index,)
    stepping = [k for k, i in enumerate(items) if isinstance(i, SliceOf) and varies(lift, i.step)]
    rest = [i for k, i in enumerate(items) if k not in stepping]
    plain = all(isinstance(i, (Int, Scalar)) for i in rest) or all(i == SliceOf(None, None, None) for i in rest)
    if len(stepping) != 1 or not plain or len(items) > len(shape):
        return index
    item, dimension = items[stepping[0]], shape[stepping[0]]
    if isinstance(item.step, Int) and lift.sizes.nonnegative(as_size(lift, item.step) - 1) is True:
        start, stop = (Scalar(INT, clamped(lift, end, dimension), weak=True) if end is not None else Int(default)
                       for end, default in ((item.start, ZERO), (item.stop, dimension)))
    else:
        start, stop = _ends_of_either_sign(lift, item, dimension)
    found = stride(lift, Interval(start, stop, item.step))
    lift.sizes.limits.setdefault(str(found.trips), (ZERO, dimension))
    first, step = (Scalar(INT, v) for v in (found.first, found.step))
    steps = lift.call(np.multiply, [lift.call(np.arange, [Int(found.trips)], {}), step], {})
    positions = lift.call(np.add, [first, steps], {})
    return tuple(positions if k == stepping[0] else i for k, i in enumerate(items))
