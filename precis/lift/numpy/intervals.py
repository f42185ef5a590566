"""`range(start, stop, step)` as a Range."""

from __future__ import annotations

from precis.ir.size import Size, largest, smallest
from precis.ir.types import Range
from precis.lift.numpy.farthest import farthest
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import as_size, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Interval, Scalar


def interval_range(lift: Lifting, x: Interval) -> Range:
    """The Range of `range(start, stop, step)`; trips never negative."""
    start, stop = as_size(lift, x.start, "start"), as_size(lift, x.stop, "stop")
    step = lift.fixed(as_size(lift, x.step), "the step of a range")
    if step == 0:
        lift.wrong("range() with step 0")
    span = stop - start if step > 0 else start - stop
    count = (span + (abs(step) - 1)) // abs(step)
    return Range(start, _few(lift, x, at_least_zero(lift, count, span), step), step)


def _few(lift: Lifting, x: Interval, trips: Size, step: int) -> Size:
    """The number of items, no more than the ends of a computed range are apart at most: where they are always as far apart, that many."""
    if not any(isinstance(end, Scalar) and end.known is None for end in (x.start, x.stop)):
        return trips
    ends = [value_of(lift, end, INT) for end in (x.start, x.stop)]
    first, last = ends if step > 0 else ends[::-1]
    most, least = farthest(lift, last, first), farthest(lift, first, last)
    if most is None:
        return trips
    items = max(0, -(-most // abs(step)))
    return Size.of(items) if least == -most else smallest(trips, Size.of(items))


def at_least_zero(lift: Lifting, count: Size, span: Size | None = None) -> Size:
    """max(0, count), decided where it can be; `span` has the sign of `count`."""
    sign = lift.sizes.nonnegative(count if span is None else span)
    return largest(ZERO, lift.sizes.resolve(count)) if sign is None else lift.sizes.resolve(count) if sign else ZERO
