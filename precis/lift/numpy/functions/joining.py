"""Functions that put arrays together: concatenate, stack, repeat, tile, pad, roll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Cut, New, Pick, Shape, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import agreeing, fitted, read, reshaped, shown
from precis.lift.numpy.functions.axes import one_axis
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.functions.conversion import as_shape, asarray, counting, listed, stacked
from precis.lift.numpy.functions.lines import are_lines, joined_lines
from precis.lift.numpy.functions.shaping import expand_dims, moveaxis, ravel, whole
from precis.lift.numpy.indexing import take
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import as_size, scalar, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Array, Instance, Int, Items, Scalar, Stacked, View


def roll(lift: Lifting, a: Any, shift: Any, axis: Any = None) -> Array:
    """A new array: the last `shift` elements come first."""
    a = asarray(lift, a)
    if axis is None:
        flat = roll(lift, ravel(lift, a), shift, Int.of(0))
        return lift.new_array(reshaped(lift, read(lift, flat), a.shape), a.dtype)
    axis = _parts_of(lift, axis)
    shift = _parts_of(lift, shift)
    shifts = shift if isinstance(shift, tuple) else (shift,) * (len(axis) if isinstance(axis, tuple) else 1)
    value = read(lift, a)
    for s, k in zip(shifts, axis if isinstance(axis, tuple) else (axis,) * len(shifts)):
        number = one_axis(lift, k, len(a.shape))
        sized = isinstance(s, Int) and lift.sizes.nonnegative(s.size) is not None
        value = _rolled(lift, value, as_size(lift, s), number) if sized else _rolled_by(lift, value, s, number)
    return lift.new_array(value, a.dtype)


def _parts_of(lift: Lifting, x: Any) -> Any:
    """A list or an array of numbers, one per axis, as a tuple; anything else as it is."""
    if isinstance(x, Items):
        x = asarray(lift, x)
    if not isinstance(x, (Array, View)) or not x.shape:
        return x
    return tuple(take(lift, x, Int.of(k)) for k in range(lift.fixed(x.shape[0], "the number of axes that are rolled")))


def _rolled(lift: Lifting, v: Value, shift: Size, axis: int) -> Value:
    v = lift.settle(v)
    n = v.shape[axis]
    if lift.sizes.nonnegative(n - 1) is False:
        return v
    sign = lift.sizes.nonnegative(shift)
    back = shift if sign else -shift
    inside = lift.sizes.at_most(back, n)
    if inside is None:
        return _rolled_by(lift, v, Int(shift), axis)
    if not inside:
        back = back - (back // n) * n
    if lift.sizes.resolve(back) == ZERO:
        return v
    edge = n - back if sign else back
    parts = [lift.emit("slice", v, at=_along(v.shape, axis, Cut(a, b))) for a, b in ((edge, n - edge), (ZERO, edge))]
    return lift.emit("concatenate", *parts, axis=axis)


def _rolled_by(lift: Lifting, v: Value, shift: Any, axis: int) -> Value:
    """A shift known only at run time: element k comes from (k - shift) mod n."""
    v = lift.settle(v)
    n = value_of(lift, Int(v.shape[axis]), INT)
    place = lift.emit("sub", counting(lift, ZERO, v.shape[axis]), value_of(lift, scalar(lift, shift), INT), dtype=INT)
    pick = lift.emit("mod", place, n, dtype=INT)
    return lift.emit("slice", v, pick, at=_along(v.shape, axis, Pick(0)))


def _along(shape: Shape, axis: int, item: Any) -> tuple[Any, ...]:
    return tuple(item if k == axis else Cut(ZERO, d) for k, d in enumerate(shape))


Member = tuple[Array, bool]


def concatenate(lift: Lifting, arrays: Any, axis: Any = INT_0, *, dtype: Any = None, casting: Any = None) -> Array:
    if are_lines(arrays):
        return _joined(lift, [(joined_lines(lift, arrays), False)], axis, dtype)
    return _joined(lift, members(lift, arrays), axis, dtype)


def _joined(lift: Lifting, given: Sequence[Member], axis: Any, dtype: Any = None) -> Array:
    if axis is None:
        parts, axis = [ravel(lift, a) for a, _ in given], Int.of(0)
    else:
        parts = [side_by_side(lift, a, axis) if several else a for a, several in given]
    wanted = as_dtype(lift, dtype) if dtype is not None else np.result_type(*(p.dtype for p in parts))
    rank = len(parts[0].shape)
    if any(len(p.shape) != rank for p in parts) or not rank:
        lift.wrong("arrays to concatenate need the same number of dimensions, at least one")
    k = one_axis(lift, axis, rank)
    values = [cast_value(lift, _beside(lift, read(lift, p), parts[0], k), p.dtype, wanted) for p in parts]
    first = lift.settle(values[0]).shape
    values = [fitted(lift, v, tuple(lift.settle(v).shape[k] if d == k else first[d] for d in range(rank))) for v in values]
    return lift.new_array(values[0] if len(values) == 1 else lift.emit("concatenate", *values, dtype=wanted, axis=k), wanted)


def _beside(lift: Lifting, v: Value, first: Any, axis: int) -> Value:
    """`v` with the dimensions of the first array apart from the axis along which they are joined."""
    for d in (d for d in range(len(v.shape)) if d != axis):
        found = agreeing(lift, v, d, first.shape[d])
        if found is None:
            lift.wrong("arrays to concatenate differ in a dimension other than the axis: "
                       + " and ".join(shown(lift, shape) for shape in (first.shape, v.shape)))
        v = found
    return v


def sequence(lift: Lifting, arrays: Any) -> list[Any]:
    """The arrays of a list, a tuple (a named one too), or the rows of an array."""
    if isinstance(arrays, Instance) and issubclass(arrays.cls, tuple):
        arrays = tuple(lift.held(arrays).values())
    if isinstance(arrays, Items):
        arrays = lift.held(arrays)
    if isinstance(arrays, (Array, View)):
        arrays = _rows(lift, arrays)
    if isinstance(arrays, Stacked):
        arrays = (*arrays.first, *_rows(lift, arrays.rows))
    if isinstance(arrays, Instance) and list in getattr(arrays.cls, "stands_for", ()):
        lift.refuse("a list of as many arrays as only a run tells is joined here", "join arrays that are known one by one, or write the "
                    "parts into an array: out[begin:end] = part")
    if not isinstance(arrays, tuple) or not arrays:
        lift.wrong("a list or tuple of arrays is needed")
    return list(arrays)


def members(lift: Lifting, arrays: Any) -> list[Member]:
    """What is to be joined: arrays, and (several) the rows of one array that a loop appended, or that a size counts."""
    held = lift.held(arrays) if isinstance(arrays, Items) else arrays
    rows = held.rows if isinstance(held, Stacked) else held
    if not isinstance(rows, (Array, View)) or not rows.shape or lift.sizes.resolve(lift.shape(rows.shape)[0]).constant is not None:
        return [(asarray(lift, a), False) for a in sequence(lift, arrays)]
    if lift.sizes.nonnegative(lift.shape(rows.shape)[0] - 1) is None:
        lift.assume("there is an array to join")
    return [*((asarray(lift, a), False) for a in (held.first if isinstance(held, Stacked) else ())), (asarray(lift, rows), True)]


def side_by_side(lift: Lifting, rows: Array, axis: Any) -> Array:
    """The rows of an array one behind the other along an axis that they have."""
    if len(rows.shape) < 2:
        lift.wrong("arrays to concatenate need at least one dimension")
    k = one_axis(lift, axis, len(rows.shape) - 1)
    moved = moveaxis(lift, rows, Int.of(0), Int.of(k))
    shape = lift.shape(moved.shape)
    return lift.new_array(reshaped(lift, read(lift, moved), (*shape[:k], shape[k] * shape[k + 1], *shape[k + 2:])), rows.dtype)


def _deep(lift: Lifting, given: Sequence[Member], rank: int, place: int) -> list[Member]:
    """Every array with at least `rank` dimensions, of which new ones stand at a place."""
    def one(a: Array, several: bool) -> Array:
        while len(a.shape) - several < rank:
            a = expand_dims(lift, a, Int.of(min(place, len(a.shape) - several) + several))
        return a
    return [(one(a, several), several) for a, several in given]


def _rows(lift: Lifting, a: Any) -> tuple[Any, ...]:
    count = lift.fixed(lift.shape(a.shape)[0], "the number of arrays")
    return tuple(take(lift, a, Int.of(k)) for k in range(count))


def stack(lift: Lifting, arrays: Any, axis: Any = INT_0, *, dtype: Any = None, casting: Any = None) -> Array:
    held = lift.held(arrays) if isinstance(arrays, Items) else arrays
    if isinstance(held, Stacked):
        whole_array = asarray(lift, held)
        k = one_axis(lift, axis, len(whole_array.shape))
        return moveaxis(lift, whole_array, Int.of(0), Int.of(k))
    parts = [asarray(lift, a) for a in sequence(lift, arrays)]
    rank = len(parts[0].shape) + 1
    wanted = as_dtype(lift, dtype) if dtype is not None else np.result_type(*(p.dtype for p in parts))
    return stacked(lift, parts, wanted, one_axis(lift, axis, rank))


def vstack(lift: Lifting, tup: Any, *, dtype: Any = None, casting: Any = None) -> Array:
    return _joined(lift, _deep(lift, members(lift, tup), 2, 0), INT_0, dtype)


def hstack(lift: Lifting, tup: Any, *, dtype: Any = None, casting: Any = None) -> Array:
    if are_lines(tup):
        return concatenate(lift, tup, dtype=dtype)
    given = _deep(lift, members(lift, tup), 1, 0)
    return _joined(lift, given, Int.of(0 if len(given[0][0].shape) - given[0][1] == 1 else 1), dtype)


def column_stack(lift: Lifting, tup: Any) -> Array:
    return _joined(lift, _deep(lift, members(lift, tup), 2, 1), Int.of(1))


def dstack(lift: Lifting, tup: Any) -> Array:
    """Along a third dimension."""
    def deep(a: Any) -> Any:
        a = asarray(lift, a)
        a = expand_dims(lift, a, Int.of(0)) if len(a.shape) < 2 else a
        return expand_dims(lift, a, Int.of(2)) if len(a.shape) == 2 else a
    return concatenate(lift, tuple(deep(a) for a in sequence(lift, tup)), Int.of(2))


def append(lift: Lifting, arr: Any, values: Any, axis: Any = None) -> Array:
    if axis is None:
        return concatenate(lift, (ravel(lift, asarray(lift, arr)), ravel(lift, asarray(lift, values))))
    return concatenate(lift, (arr, values), axis)


def repeat(lift: Lifting, a: Any, repeats: Any, axis: Any = None) -> Array:
    a = asarray(lift, a)
    if axis is None:
        a, axis = ravel(lift, a), Int.of(0)
    if not isinstance(repeats, (Int, Scalar)):
        return lift.call(library.arrays.repeated, [a, asarray(lift, repeats), axis], {})
    k, n = one_axis(lift, axis, len(a.shape)), as_size(lift, repeats)
    v = read(lift, a)
    shape = v.shape
    wide = lift.emit("slice", v, at=(*whole(shape[:k + 1]), New(), *whole(shape[k + 1:])))
    spread_out = lift.emit("broadcast", wide, shape=(*shape[:k + 1], n, *shape[k + 1:]))
    return lift.new_array(lift.emit("reshape", spread_out, shape=(*shape[:k], shape[k] * n, *shape[k + 1:])), a.dtype)


def tile(lift: Lifting, A: Any, reps: Any) -> Array:
    a = asarray(lift, A)
    counts = as_shape(lift, reps)
    rank = max(len(counts), len(a.shape))
    counts = (*(ONE,) * (rank - len(counts)), *counts)
    shape = (*(ONE,) * (rank - len(a.shape)), *lift.shape(a.shape))
    v = lift.emit("reshape", read(lift, a), shape=tuple(d for s in shape for d in (ONE, s)))
    v = lift.emit("broadcast", v, shape=tuple(d for n, s in zip(counts, shape) for d in (n, s)))
    return lift.new_array(lift.emit("reshape", v, shape=tuple(n * s for n, s in zip(counts, shape))), a.dtype)


def pad(lift: Lifting, array: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = INT_0,
        end_values: Any = INT_0, reflect_type: Any = "even") -> Array:
    """Modes constant, edge, reflect, symmetric and wrap; linear_ramp, mean, median, maximum and minimum of whole axes."""
    a = asarray(lift, array)
    rank = len(a.shape)
    if mode in ("maximum", "minimum") or (mode in ("linear_ramp", "mean", "median") and a.dtype.kind in "fc"):
        widths = tuple(tuple(map(Int, w)) for w in _pad_widths(lift, pad_width, rank))
        return lift.call(library.arrays.pad_with, [a, widths, mode, tuple(_pairs(lift, end_values, rank))], {})
    value, numbers = read(lift, a), _pairs(lift, constant_values, rank)
    widths = _pad_widths(lift, pad_width, rank)
    if mode == "constant" and rank > 0 and len({id(x) for pair in numbers for x in pair}) == 1:
        return lift.new_array(_pad_by_one_number(lift, value, widths, numbers[0][0]), a.dtype)
    for axis, (before, after) in enumerate(widths):
        if mode == "constant":
            value = _pad_constant(lift, value, axis, before, after, *numbers[axis])
        elif mode in PAD_SIDES:
            odd = reflect_type == "odd" and mode in ("reflect", "symmetric")
            value = _pad_side(lift, value, axis, before, after, PAD_SIDES[mode], odd)
        else:
            lift.refuse(f"np.pad in mode {mode!r} cannot be lifted", f"use one of constant, {', '.join(PAD_SIDES)}")
    return lift.new_array(value, a.dtype)


def _pad_widths(lift: Lifting, width: Any, rank: int) -> list[tuple[Size, Size]]:
    return [(as_size(lift, before), as_size(lift, after)) for before, after in _pairs(lift, width, rank)]


def _pairs(lift: Lifting, given: Any, rank: int) -> list[tuple[Any, Any]]:
    """What np.pad is told for before and behind of every axis: one thing, a pair, or a pair for each."""
    given = lift.held(given) if isinstance(given, Items) else listed(lift, given)
    if not isinstance(given, tuple):
        return [(given, given)] * rank
    rows = [lift.held(row) if isinstance(row, Items) else row for row in given]
    if not any(isinstance(row, tuple) for row in rows):
        rows = [tuple(rows) if len(rows) == 2 else (rows[0], rows[0])]
    pairs = [(row[0], row[-1]) for row in rows]
    return pairs * rank if len(pairs) == 1 else pairs


def _pad_by_one_number(lift: Lifting, v: Value, widths: list[tuple[Size, Size]], number: Any) -> Value:
    """All axes at once: what is filled twice otherwise, once for each of them, is filled once."""
    v = lift.settle(v)
    dtype = lift.dtypes[v.name]
    shape = tuple(before + n + after for n, (before, after) in zip(v.shape, widths, strict=True))
    frame = lift.emit("broadcast", value_of(lift, number, dtype), shape=shape)
    return lift.emit("update", frame, v, at=tuple(Cut(before, n) for n, (before, _) in zip(v.shape, widths)), dtype=dtype)


def _pad_constant(lift: Lifting, v: Value, axis: int, before: Size, after: Size, first: Any, last: Any) -> Value:
    v = lift.settle(v)
    shape = tuple(d + before + after if k == axis else d for k, d in enumerate(v.shape))
    dtype = lift.dtypes[v.name]
    frame = lift.emit("broadcast", value_of(lift, first, dtype), shape=shape)
    if last is not first:
        ends = lift.emit("broadcast", value_of(lift, last, dtype), shape=tuple(after if k == axis else d for k, d in enumerate(shape)))
        frame = lift.emit("update", frame, ends, at=_along(shape, axis, Cut(before + v.shape[axis], after)), dtype=dtype)
    return lift.emit("update", frame, v, at=_along(shape, axis, Cut(before, v.shape[axis])), dtype=dtype)


# How the cells before the first and behind the last are found: (start, step) on each side, from the width w and the length n.
PAD_SIDES: dict[str, Callable[[Size, Size], tuple[tuple[Size, int], tuple[Size, int]]]] = {
    "edge": lambda w, n: ((ZERO, 0), (n - 1, 0)),
    "reflect": lambda w, n: ((w, -1), (n - 2, -1)),
    "symmetric": lambda w, n: ((w - 1, -1), (n - 1, -1)),
    "wrap": lambda w, n: ((n - w, 1), (ZERO, 1)),
}


def _pad_side(lift: Lifting, v: Value, axis: int, before: Size, after: Size, sides: Any, odd: bool = False) -> Value:
    """`odd`: mirrored at the element at the end, as `reflect_type="odd"` asks for."""
    v = lift.settle(v)
    n, parts = v.shape[axis], []
    for width in (before, after):
        if sides is not PAD_SIDES["edge"] and not lift.sizes.at_most(width + (1 if sides is PAD_SIDES["reflect"] else 0), n):
            lift.refuse("np.pad by more elements than the array has cannot be lifted", "pad in several steps")
    for side, width in ((0, before), (1, after)):
        start, step = sides(width, n)[side]
        if lift.sizes.resolve(width) == ZERO:
            continue
        item = Cut(start, ONE) if step == 0 else Cut(start, width, step)
        part = lift.emit("slice", v, at=_along(v.shape, axis, item))
        if step == 0:
            part = lift.emit("broadcast", part, shape=tuple(width if k == axis else d for k, d in enumerate(v.shape)))
        parts.append((side, _mirrored(lift, v, part, axis, n - 1 if side else ZERO) if odd else part))
    blocks = [p for s, p in parts if s == 0] + [v] + [p for s, p in parts if s == 1]
    return lift.emit("concatenate", *blocks, axis=axis)


def _mirrored(lift: Lifting, v: Value, part: Value, axis: int, end: Size) -> Value:
    """Twice the element at an end less a part."""
    dtype = lift.dtypes[v.name]
    edge = lift.emit("slice", v, at=_along(v.shape, axis, Cut(end, ONE)))
    edge, two = (lift.emit("broadcast", x, shape=part.shape) for x in (edge, value_of(lift, Int.of(2), dtype)))
    return lift.emit("sub", lift.emit("mul", two, edge, dtype=dtype), part, dtype=dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.roll: roll, np.concatenate: concatenate, np.stack: stack, np.vstack: vstack, np.hstack: hstack, np.column_stack: column_stack,
    np.dstack: dstack, np.append: append, np.repeat: repeat, np.tile: tile, np.pad: pad,
}
