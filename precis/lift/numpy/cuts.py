"""Positions and slices of one dimension: wrapped and clamped as Python does, decided where sizes allow, else at run time."""

from __future__ import annotations

from typing import Any, Union

from precis.ir.size import Size
from precis.ir.types import Cut, Value
from precis.lift.numpy.bounds import stay_inside
from precis.lift.numpy.ends_seen import never_negative
from precis.lift.numpy.inside import check_inside
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import as_size, constant, describe, dtype_of, runtime_size, value_of
from precis.lift.numpy.ordered import is_at_most, is_between
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steady import steadied
from precis.lift.numpy.values import Array, Int, Scalar, SliceOf, View


def wrapped_position(lift: Lifting, x: Any, dimension: Size) -> Union[Size, Value]:
    """A position as a Size where its sign is known, else as a value (of any rank) with negatives counted from the end."""
    constant = steadied(lift.sizes, x) if isinstance(x, Scalar) else None
    if constant is not None:
        x = Int.of(constant)
    if not isinstance(x, Int):
        v = value_of(lift, x)
        check_inside(lift, v, dimension)
        return wrapped(lift, v, dimension)
    size = lift.sizes.resolve(x.size)
    sign = lift.sizes.nonnegative(size)
    if sign is None:
        stay_inside(lift, size, size + dimension)
        stay_inside(lift, size, dimension - size - 1)
        return wrapped(lift, value_of(lift, Int(size)), dimension)
    position = size if sign else size + dimension
    there = lift.sizes.below(position, dimension), lift.sizes.nonnegative(position)
    if None in there and lift.sizes.example(dimension) is None:
        _may_be_missing(lift, size, position if not sign else dimension - position - 1)
    elif None in there:
        stay_inside(lift, size, position if not sign else dimension - position - 1)
    if False in there and lift.loops.varying and lift.catching.hazards is None and lift.sizes.example(dimension) is None:
        lift.journal.set(lift.overruns, size, lift.span)  # a later trial of the loop may find that there can be more elements
    elif False in there:
        shown = lift.sizes.example(size)
        length = lift.sizes.example(dimension)
        lift.wrong(f"index {size if shown is None else shown} is out of bounds for a dimension of size "
                   f"{lift.sizes.resolve(dimension) if length is None else length}", exception=IndexError)
    return position


def _may_be_missing(lift: Lifting, size: Size, left: Size) -> None:
    """No element stands at a position where `left` is negative: the data decide how many there are."""
    if lift.catching.hazards is None:
        lift.assume(f"an element stands at {size}: the data decide how many there are")
        return
    missing = lift.emit("lt", value_of(lift, Int(left), INT), constant(lift, 0, INT), dtype=BOOL)
    lift.may_raise(IndexError, Scalar(BOOL, missing))


def wrapped(lift: Lifting, v: Value, dimension: Size) -> Value:
    """Negative positions count from the end."""
    if v.kind.startswith("uint") or never_negative(lift, v):
        return v
    dtype = lift.dtypes[v.name]
    if dtype.itemsize < 8:
        v, dtype = lift.emit("convert", v, dtype=INT, kind="int64"), INT
    length = value_of(lift, Int(dimension), dtype)
    negative = lift.emit("lt", v, constant(lift, 0, dtype), dtype=BOOL)
    return lift.emit("select", negative, lift.emit("add", v, length, dtype=dtype), v, dtype=dtype)


def cut(lift: Lifting, item: SliceOf, dimension: Size) -> Cut:
    """`start:stop:step` of a dimension."""
    if isinstance(item.step, (Array, View)) or (isinstance(item.step, Scalar) and item.step.known is None):
        lift.refuse("the step of a slice has to be known before the program runs; here only a run tells it",
                    "write a loop, or an index array: x[np.arange(start, stop, step)] (a copy, which takes assignments too)")
    step = 1 if item.step is None else lift.fixed(as_size(lift, item.step), "the step of a slice")
    dimension = lift.sizes.resolve(dimension)
    if step == 0:
        lift.wrong("a slice has the step 0")
    if item.start is None and item.stop is None:
        return Cut(ZERO, _count(lift, dimension, step), step) if step > 0 else Cut(dimension - 1, _count(lift, dimension, -step), step)
    low, high = (ZERO, dimension) if step > 0 else (Size.of(-1), dimension - 1)
    first, end = (low, high) if step > 0 else (high, low)
    if _running(lift, item.start) or _running(lift, item.stop):
        return _running_cut(lift, item, dimension, step)
    start = first if item.start is None else _bound(lift, as_size(lift, item.start), dimension, low, high)
    stop = end if item.stop is None else _bound(lift, as_size(lift, item.stop), dimension, low, high)
    span = lift.sizes.resolve(stop - start if step > 0 else start - stop)
    if lift.sizes.nonnegative(span) is None:
        return _running_cut(lift, item, dimension, step)
    return Cut(start, _count(lift, span, abs(step)), step) if lift.sizes.nonnegative(span) else Cut(ZERO, ZERO, step)


def _count(lift: Lifting, span: Size, step: int) -> Size:
    return (span + (step - 1)) // step


def _running(lift: Lifting, bound: Any) -> bool:
    """Whether a bound's place is known only at run time: computed, or of varying sign."""
    if bound is None:
        return False
    if isinstance(bound, (Array, View)) or (isinstance(bound, Scalar) and bound.known is None):
        return True
    if not isinstance(bound, (Int, Scalar, bool)):
        lift.wrong(f"slice bounds are integers, not {describe(bound)}")
    return lift.sizes.nonnegative(as_size(lift, bound)) is None


def _bound(lift: Lifting, bound: Size, dimension: Size, low: Size, high: Size) -> Size:
    """Python's clamping: negative bounds count from the end, then everything is held inside."""
    if lift.sizes.nonnegative(bound):
        return lift.sizes.smaller(bound, high)
    return lift.sizes.larger(bound + dimension, low)


def _running_cut(lift: Lifting, item: SliceOf, dimension: Size, step: int) -> Cut:
    """A slice whose bounds are computed: wrapped, clamped and counted by the program itself."""
    return _upwards(lift, item, dimension, step) if step > 0 else _downwards(lift, item, dimension, step)


def _upwards(lift: Lifting, item: SliceOf, dimension: Size, step: int) -> Cut:
    start_value = None if item.start is None else clamped(lift, item.start, dimension)
    start = ZERO if start_value is None else _place(lift, start_value, "start", dimension)
    if item.stop is None:
        return _stepped(lift, start, dimension - start, dimension, step)
    stop_value = clamped(lift, item.stop, dimension)
    if start_value is not None and start != ZERO and not is_at_most(lift, start_value, stop_value):
        stop_value = lift.emit("maximum", stop_value, value_of(lift, Int(start)), dtype=INT)
    stop = _place(lift, stop_value, "stop", dimension)
    lift.sizes.facts.append(stop - start)
    return _stepped(lift, start, stop - start, dimension, step)


def _downwards(lift: Lifting, item: SliceOf, dimension: Size, step: int) -> Cut:
    """From behind the first element taken (`above`) to behind the last one that is not (`below`)."""
    one = constant(lift, 1, INT)
    above = value_of(lift, Int(dimension), INT) if item.start is None else clamped(lift, item.start, dimension, 1)
    below = constant(lift, 0, INT) if item.stop is None else lift.emit("minimum", clamped(lift, item.stop, dimension, 1), above, dtype=INT)
    count = lift.emit("floordiv", lift.emit("add", lift.emit("sub", above, below, dtype=INT), constant(lift, -step - 1, INT), dtype=INT),
                      constant(lift, -step, INT), dtype=INT)
    start = _place(lift, lift.emit("sub", lift.emit("maximum", above, one, dtype=INT), one, dtype=INT), "start", dimension)
    length = _place(lift, count, "length", dimension)
    lift.sizes.facts.append(start + 1 + step * (length - 1))
    return Cut(start, length, step)


def _place(lift: Lifting, v: Value, stem: str, dimension: Size) -> Size:
    """A computed number from 0 to the dimension."""
    found = runtime_size(lift, v, stem)
    lift.sizes.limits[str(found)] = (ZERO, dimension)
    lift.sizes.facts.extend([found, dimension - found])
    return found


def _stepped(lift: Lifting, start: Size, span: Size, dimension: Size, step: int) -> Cut:
    """Every `step`-th element of a span, the last of which is inside."""
    length = _count(lift, span, step)
    if step > 1:
        lift.sizes.facts.extend([length, dimension - start - (length - 1) * step - 1])
    return Cut(start, length, step)


def clamped(lift: Lifting, x: Any, dimension: Size, more: int = 0) -> Value:
    """A bound of a slice between 0 and the dimension; `more` is added before it is held there."""
    if dtype_of(x).kind not in "iub":
        lift.wrong(f"slice bounds are integers, not {describe(x)}")
    position = value_of(lift, x, INT)
    if not more and is_between(lift, position, dimension):
        return position
    position = wrapped(lift, position, dimension)
    if more:
        position = lift.emit("add", position, constant(lift, more, INT), dtype=INT)
    low = lift.emit("maximum", position, constant(lift, 0, INT), dtype=INT)
    return lift.emit("minimum", low, value_of(lift, Int(dimension)), dtype=INT)
