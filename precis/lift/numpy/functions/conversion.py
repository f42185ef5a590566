"""What Python gives as an array: np.asarray, np.array, stacks of rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import At, Cut, New, Shape, Value
from precis.lift.numpy.arrays import agreeing, read, shown, spread
from precis.lift.numpy.elementwise import assign_into, example
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.kinds import FLOAT, INT, is_integer
from precis.lift.numpy.layouts import note_reshape
from precis.lift.numpy.lengths import own, written_out
from precis.lift.numpy.numbers import (
    array_constant,
    as_size,
    constant,
    convert,
    describe,
    dtype_of,
    is_numeric,
    is_weak,
    known,
    runtime_size,
    scalar,
    value_of,
)
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.sizes_listed import sizes_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Diagonal, Parting, Spreading, Transposing
from precis.lift.numpy.values import INT_1, Array, Instance, Int, Interval, Items, Masked, Method, Scalar, Stacked, View

MOVING = (Transposing, Spreading, Parting, Diagonal)  # steps of views whose elements do not lie in C order


def as_shape(lift: Lifting, shape: Any) -> Shape:
    """A shape argument: an int or a sequence of them."""
    if isinstance(shape, Items):
        shape = lift.held(shape)
    shape = listed(lift, shape)
    parts = shape if isinstance(shape, tuple) else (shape,)
    return tuple(_length(lift, as_size(lift, p)) for p in parts)


def listed(lift: Lifting, x: Any) -> Any:
    """An integer array where sizes are asked for as nested tuples of them; everything else as it is."""
    if not isinstance(x, (Array, View)) or not x.shape or not is_integer(x.dtype):
        return x
    v = lift.settle(read(lift, x))
    found = sizes_of(lift, v)
    if found is None:
        found = np.empty([lift.fixed(d, "how many sizes an array holds") for d in v.shape], object)
        for place in np.ndindex(found.shape):
            element = Scalar(x.dtype, lift.emit("slice", v, at=tuple(At(Size.of(k)) for k in place)))
            found[place] = _settled(lift, as_size(lift, element))
    return _nested(found)


def _settled(lift: Lifting, size: Size) -> Size:
    """Loops over what a size is computed from are written out."""
    return Size.of(lift.fixed(size, "a size that stands in an array")) if lift.sizes.loops_behind(size) else size


def _nested(found: Any) -> Any:
    return tuple(map(_nested, found)) if isinstance(found, np.ndarray) else Int(found)


def _length(lift: Lifting, size: Size) -> Size:
    if lift.sizes.nonnegative(size) is False:
        lift.wrong("negative dimensions are not allowed")
    return size


def filled(lift: Lifting, shape: Shape, fill: Any, dtype: np.dtype) -> Array:
    if dtype.kind != "c" and dtype_of(fill).kind == "c":
        lift.refuse(f"an array of {dtype} filled with a complex number", "give its real part")
    value = value_of(lift, fill, dtype)
    return lift.new_array(spread(lift, value, shape) if shape else value, dtype)


def counting(lift: Lifting, start: Size, length: Size, step: int = 1) -> Value:
    """start, start + step, ... as int64."""
    v = lift.emit("iota", dtype=INT, length=length)
    if step != 1:
        v = lift.emit("mul", v, constant(lift, step, INT), dtype=INT)
    return v if lift.sizes.resolve(start) == ZERO else lift.emit("add", v, value_of(lift, Int(start)), dtype=INT)


def arange(lift: Lifting, start: Any, stop: Any = None, step: Any = INT_1, dtype: Any = None, like: Any = None) -> Array:
    """np.arange: for floats start + k * delta with delta = (start + step) - start, as NumPy fills it."""
    if stop is None:
        start, stop = Int.of(0), start
    start, stop, step = (scalar(lift, x) for x in (start, stop, step))
    wanted = as_dtype(lift, dtype) if dtype is not None else np.result_type(INT, *map(dtype_of, (start, stop, step)))
    if wanted.kind == "c":
        lift.refuse("np.arange of complex numbers cannot be lifted", "make it of floats")
    if isinstance(step, Int):
        told = all(isinstance(x, Int) or example(lift, x) is not None for x in (start, stop))
        start, stop = (_counted(lift, x, told) for x in (start, stop))
    if all(isinstance(x, Int) for x in (start, stop, step)):
        r = interval_range(lift, Interval(start, stop, step))
        return lift.new_array(convert(lift, counting(lift, r.start, r.trips, r.step), wanted), wanted)
    length = _arange_length(lift, start, stop, step)
    first, second = value_of(lift, start, wanted), value_of(lift, lift.call(np.add, [start, step], {}), wanted)
    delta = lift.emit("sub", second, first, dtype=wanted)
    ramp = convert(lift, counting(lift, ZERO, length), wanted)
    return lift.new_array(lift.emit("add", first, lift.emit("mul", ramp, delta, dtype=wanted), dtype=wanted), wanted)


def _counted(lift: Lifting, x: Any, told: bool) -> Any:
    """An integer that only a run tells, as a size: what lies between two of these is counted as ranges are. One that the arguments tell
    (`told`: both are) holds between two ends."""
    return Int(as_size(lift, x)) if isinstance(x, Scalar) and x.dtype.kind == "i" and (told or example(lift, x) is None) else x


def _arange_length(lift: Lifting, start: Any, stop: Any, step: Any) -> Size:
    """ceil((stop - start) / step), from constants and sizes, else at run time."""
    whole = [_whole(x) for x in (start, stop, step)]
    if all(w is not None for w in whole):
        return interval_range(lift, Interval(*whole)).trips
    facts = [example(lift, x) for x in (start, stop, step)]
    if all(f is not None for f in facts):
        a, b, c = (f[0] for f in facts if f is not None)
        if lift.sizes.pin(frozenset().union(*(f[1] for f in facts if f is not None))):
            return Size.of(max(0, math.ceil((b - a) / c)))
    a, b, c = (value_of(lift, x, FLOAT) for x in (start, stop, step))
    ratio = lift.emit("div", lift.emit("sub", b, a, dtype=FLOAT), c, dtype=FLOAT)
    count = convert(lift, lift.emit("ceil", ratio, dtype=FLOAT), INT)
    return running_length(lift, count)


def _whole(x: Any) -> Int | None:
    """A size, or a known number without a fraction, as an int."""
    if isinstance(x, Scalar) and x.known is not None and not x.given and x.dtype.kind == "f" and float(x.known).is_integer():
        return Int.of(int(x.known))
    return x if isinstance(x, Int) else None


def running_length(lift: Lifting, count: Value) -> Size:
    """A length computed at run time, never negative."""
    size = runtime_size(lift, lift.emit("maximum", count, constant(lift, 0, INT), dtype=INT), "n")
    lift.sizes.facts.append(size)
    return size


def asarray(lift: Lifting, a: Any, dtype: Any = None, order: Any = None, copy: Any = None) -> Any:
    """np.asarray: arrays as they are, numbers as arrays of rank 0, nested lists of numbers and arrays as new arrays."""
    wanted = None if dtype is None else as_dtype(lift, dtype)
    a = written_out(lift, a)
    if not isinstance(a, (Array, View)):
        a = _from_python(lift, a, wanted)
    if order in ("C", "F") and len(a.shape) > 1:
        return (ascontiguousarray if order == "C" else asfortranarray)(lift, a, dtype)
    return a if wanted is None or a.dtype == wanted else lift.new_array(cast_value(lift, read(lift, a), a.dtype, wanted), wanted)


def itself(lift: Lifting, a: Any, dtype: Any = None, order: Any = None, copy: Any = None) -> Any:
    """The same for what may be changed through the result."""
    return asarray(lift, own(lift, a) if isinstance(a, Masked) else a, dtype, order, copy)


def array(lift: Lifting, object: Any, dtype: Any = None, copy: Any = True, order: Any = "K", subok: Any = False, ndmin: Any = None) -> Any:
    copies = copy is not False and copy is not None
    result = asarray(lift, object, dtype, None if copies else order)
    if result is object and copies:
        result = lift.new_array(read(lift, result), result.dtype)
    if order == "F":
        lift.layout.out_of_order.add(result)
    return result if ndmin is None else _of_rank(lift, result, lift.fixed(as_size(lift, ndmin), "a number of dimensions"))


def _of_rank(lift: Lifting, a: Any, rank: int) -> Any:
    """With axes of length 1 in front, so that there are at least `rank`."""
    missing = rank - len(a.shape)
    if missing <= 0:
        return a
    at = (*(New() for _ in range(missing)), *(Cut(ZERO, n) for n in lift.shape(a.shape)))
    return lift.new_array(lift.emit("slice", read(lift, a), at=at), a.dtype)


def _from_python(lift: Lifting, a: Any, dtype: np.dtype | None) -> Array:
    if is_numeric(a):
        wanted = dtype if dtype is not None else dtype_of(a)
        return lift.new_array(value_of(lift, a, wanted), wanted)
    if isinstance(a, Items):
        return _from_python(lift, lift.held(a), dtype)
    if isinstance(a, Instance) and issubclass(a.cls, tuple):
        return _from_python(lift, tuple(lift.held(a).values()), dtype)
    if isinstance(a, Instance) and hasattr(a.cls, "__array__"):
        return asarray(lift, lift.call(Method(a, "__array__"), [], {}), dtype)
    if isinstance(a, Interval):
        return arange(lift, a.start, a.stop, a.step)
    if isinstance(a, Stacked):
        return _from_stack(lift, a)
    if not isinstance(a, tuple):
        lift.refuse(f"{describe(a)} cannot become an array", "give a list of numbers")
    numbers = _numbers(lift, a)
    if numbers is not None and a:
        try:
            table = np.array(numbers, dtype=dtype)
        except (OverflowError, ValueError) as problem:
            lift.wrong(str(problem), exception=type(problem))
        return lift.new_array(array_constant(lift, table), table.dtype)
    return stacked(lift, [asarray(lift, x) for x in a], _joined_dtype(a, lift))


def _from_stack(lift: Lifting, a: Stacked) -> Array:
    if not a.first:
        return lift.new_array(read(lift, a.rows), a.rows.dtype)
    parts = [stacked(lift, [asarray(lift, x) for x in a.first], a.rows.dtype), a.rows]
    return lift.new_array(lift.emit("concatenate", *(read(lift, p) for p in parts), axis=0), a.rows.dtype)


def _numbers(lift: Lifting, a: Any) -> Any:
    """A nested list of known numbers as plain Python; None where something is computed."""
    if isinstance(a, (tuple, Items)):
        items = lift.held(a) if isinstance(a, Items) else a
        if not isinstance(items, tuple):
            return None
        found = [_numbers(lift, x) for x in items]
        return None if any(f is None for f in found) else found
    if not is_numeric(a) or isinstance(a, (Array, View, Masked)) or (isinstance(a, Scalar) and a.value is not None):
        return None
    number = known(lift, a)
    return number if is_weak(a) or number is None or isinstance(a, bool) else dtype_of(a).type(number)


def _joined_dtype(items: Sequence[Any], lift: Lifting) -> np.dtype:
    """NumPy's dtype of an array made of these items: Python numbers count with their full dtype."""
    found = []
    for x in items:
        held = lift.held(x) if isinstance(x, Items) else x
        if isinstance(held, Stacked):
            found.append(_from_stack(lift, held).dtype)
        elif isinstance(held, tuple):
            found.append(_joined_dtype(held, lift))
        else:
            found.append(dtype_of(x) if is_numeric(x) else lift.refuse(f"{describe(x)} cannot be part of an array"))
    return np.result_type(*found) if found else FLOAT


def stacked(lift: Lifting, parts: Sequence[Any], dtype: np.dtype, axis: int = 0) -> Array:
    """Arrays of one shape side by side along a new axis."""
    if not parts:
        return filled(lift, (ZERO,), Int.of(0), dtype)
    values = [cast_value(lift, value_of(lift, p), dtype_of(p), dtype) for p in map(partial(written_out, lift), parts)]
    values = [_alike(lift, v, values[0].shape) for v in values]
    shape = lift.settle(values[0]).shape
    at = (*(Cut(ZERO, d) for d in shape[:axis]), New(), *(Cut(ZERO, d) for d in shape[axis:]))
    rows = [lift.emit("slice", lift.settle(v), at=at, dtype=dtype) for v in values]
    return lift.new_array(rows[0] if len(rows) == 1 else lift.emit("concatenate", *rows, dtype=dtype, axis=axis), dtype)


def _alike(lift: Lifting, v: Value, shape: Shape) -> Value:
    """`v`, which has to have the shape of the first one."""
    found: Value | None = v if len(v.shape) == len(shape) else None
    for k, n in enumerate(shape):
        found = agreeing(lift, found, k, n) if found is not None else None
    return found if found is not None else lift.wrong(
        "arrays of different shapes cannot be stacked: " + " and ".join(shown(lift, s) for s in (shape, v.shape)))


def copy(lift: Lifting, a: Any, order: Any = "K", subok: Any = False) -> Any:
    a = asarray(lift, a)
    return lift.new_array(read(lift, a), a.dtype)


def copy_in_c_order(lift: Lifting, a: Any, order: Any = "C") -> Any:
    """a.copy(), whose order is C where np.copy keeps that of its argument."""
    new = copy(lift, a, order)
    (lift.layout.in_c_order if order == "C" else lift.layout.out_of_order).add(new)
    return new


def ascontiguousarray(lift: Lifting, a: Any, dtype: Any = None) -> Any:
    """The array itself, or a copy of a view that does not lie in C order; of a number an array of one."""
    found = asarray(lift, a, dtype)
    if not found.shape:
        return lift.call(np.reshape, [found, Int.of(1)], {})
    if (isinstance(found, View) and (_moved(found) or not in_one_piece(lift, found))) or not note_reshape(lift, found):
        return _perhaps_copied(lift, found, copy_in_c_order(lift, found))
    return found


def _moved(x: View) -> bool:
    return len(x.shape) > 1 and any(isinstance(s, MOVING) for s in x.steps)


def in_one_piece(lift: Lifting, x: View) -> bool:
    """Whether what a view cuts out of an array in C order lies without gaps: whole rows, at these sizes and those that the guards admit."""
    step, *more = x.steps
    if more or not isinstance(step, Cutting):
        return not isinstance(step, Cutting) and not any(isinstance(s, Cutting) for s in more)
    taken = [i for i in step.at if not isinstance(i, New)]
    items = [*taken, *(Cut(ZERO, d) for d in x.base.shape[len(taken):])]
    cuts = [(i, d) for i, d in zip(items, x.base.shape) if isinstance(i, Cut)]
    first = next((k for k, i in enumerate(items) if isinstance(i, Cut)), len(items))
    if any(not isinstance(i, Cut) for i in items[first:]) or any(i.step != 1 and not lift.sizes.equal(i.length, ONE) for i, _ in cuts):
        return False
    return all(lift.sizes.equal(i.length, d) is True for i, d in cuts[1:])


def asfortranarray(lift: Lifting, a: Any, dtype: Any = None) -> Any:
    """A copy of what lies in C order; where that is not known, neither may be read once the other has changed."""
    found = asarray(lift, a, dtype)
    if len(found.shape) < 2:
        return found if found.shape else lift.call(np.reshape, [found, Int.of(1)], {})
    turned = isinstance(found, View) and _moved(found)
    if isinstance(found, View) and found.steps == (Transposing(tuple(range(len(found.shape)))[::-1]),) and note_reshape(lift, found.base):
        return found
    new = copy(lift, found)
    lift.layout.out_of_order.add(new)
    if turned:
        lift.relate(new, (found.base,))
        return new
    return _perhaps_copied(lift, found, new)


def _perhaps_copied(lift: Lifting, x: Array | View, new: Array) -> Array:
    """A copy that NumPy does not make of every array that could be given here."""
    if not note_reshape(lift, x, new):
        lift.relate(new, (x.base if isinstance(x, View) else x,))
    return new


def copyto(lift: Lifting, dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    assign_into(lift, itself(lift, dst), asarray(lift, src) if isinstance(src, (tuple, Items)) else src, casting, where)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.arange: arange, np.asarray: itself, np.array: array, np.ascontiguousarray: ascontiguousarray,
    np.asfortranarray: asfortranarray,
    np.asanyarray: itself, np.copy: copy, np.copyto: copyto,
}
