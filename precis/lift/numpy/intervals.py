"""`range(start, stop, step)` as a Range."""

from __future__ import annotations

from precis.ir.size import Size, largest
from precis.ir.types import Range
from precis.lift.numpy.numbers import as_size
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Interval


def interval_range(lift: Lifting, x: Interval) -> Range:
    """The Range of `range(start, stop, step)`; trips never negative."""
    start, stop = as_size(lift, x.start, "start"), as_size(lift, x.stop, "stop")
    step = lift.fixed(as_size(lift, x.step), "the step of a range")
    if step == 0:
        lift.wrong("range() with step 0")
    span = stop - start if step > 0 else start - stop
    count = (span + (abs(step) - 1)) // abs(step)
    return Range(start, at_least_zero(lift, count, span), step)


def at_least_zero(lift: Lifting, count: Size, span: Size | None = None) -> Size:
    """max(0, count), decided where it can be; `span` has the sign of `count`."""
    sign = lift.sizes.nonnegative(count if span is None else span)
    return largest(ZERO, lift.sizes.resolve(count)) if sign is None else lift.sizes.resolve(count) if sign else ZERO
