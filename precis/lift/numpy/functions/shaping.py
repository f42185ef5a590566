"""Functions that move elements: views where NumPy gives views, else new arrays."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.ops.structure import numpy_index
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, New, Pick, Shape, Value
from precis.lift.numpy.arrays import diagonal_places, fitted, read, reshaped, shown, write
from precis.lift.numpy.elementwise import apply, broadcast_shape
from precis.lift.numpy.functions.axes import axes_of, one_axis
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.functions.creation import as_shape, asarray, counting, filled, stacked
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.indexing import take, view
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import as_size, constant, scalar, shape_of, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    INT_0,
    INT_1,
    Array,
    Cutting,
    Diagonal,
    Int,
    Items,
    Reshaping,
    Scalar,
    SliceOf,
    Spreading,
    Stacked,
    Transposing,
    View,
)


def whole(shape: Sequence[Size]) -> tuple[Cut, ...]:
    """Index items that take everything."""
    return tuple(Cut(ZERO, d) for d in shape)


def transpose(lift: Lifting, a: Any, axes: Any = None) -> Any:
    a = asarray(lift, a)
    rank = len(a.shape)
    if isinstance(axes, Items):
        axes = lift.held(axes)
    perm = tuple(range(rank))[::-1] if axes is None else tuple(one_axis(lift, k, rank) for k in axes)
    if sorted(perm) != list(range(rank)):
        lift.wrong("axes do not match the array")
    return a if perm == tuple(range(rank)) else view(lift, a, Transposing(perm), tuple(a.shape[p] for p in perm))


def swapaxes(lift: Lifting, a: Any, axis1: Any, axis2: Any) -> Any:
    perm = list(range(len(a.shape)))
    i, j = one_axis(lift, axis1, len(perm)), one_axis(lift, axis2, len(perm))
    perm[i], perm[j] = perm[j], perm[i]
    return transpose(lift, a, tuple(map(Int.of, perm)))


def moveaxis(lift: Lifting, a: Any, source: Any, destination: Any) -> Any:
    rank = len(a.shape)
    sources = [one_axis(lift, s, rank) for s in (source if isinstance(source, tuple) else (source,))]
    places = [one_axis(lift, d, rank) for d in (destination if isinstance(destination, tuple) else (destination,))]
    order = [k for k in range(rank) if k not in sources]
    for place, s in sorted(zip(places, sources)):
        order.insert(place, s)
    return transpose(lift, a, tuple(map(Int.of, order)))


def reshape(lift: Lifting, a: Any, shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """A view of contiguous arrays, else a new array. One dimension may be -1."""
    a = asarray(lift, a)
    if order != "C":
        lift.refuse("reshape in an order other than C cannot be lifted", "transpose before and after")
    if isinstance(shape, Items):
        shape = lift.held(shape)
    parts = [as_size(lift, p) for p in (shape if isinstance(shape, tuple) else (shape,))]
    target = _with_rest(lift, a, parts)
    if not same_number(lift, lift.shape(a.shape), target):
        lift.wrong(f"an array of shape {shown(lift, a.shape)} cannot be reshaped to {shown(lift, target)}")
    target = lift.shape(target)
    if target == lift.shape(a.shape):
        return a
    shares = reshapes_in_place(lift, a, target)
    if shares:
        return view(lift, a, Reshaping(target), target)
    copy = lift.new_array(reshaped(lift, read(lift, a), target), a.dtype)
    if shares is None:
        lift.relate(copy, frozenset((a.base,)))
    return copy


def same_number(lift: Lifting, old: Shape, new: Shape) -> bool:
    """Make two shapes have the same number of elements: dimensions that agree in the example are unified one by one, from the
    front; then the products of the others; where no symbol can be solved for, theirs are pinned."""
    if product(old) == product(new):
        return True
    left, right = ([d for d in shape if d.constant != 1] for shape in (old, new))
    for d in [d for d in right if d in left]:
        left.remove(d)
        right.remove(d)
    while left and right and lift.sizes.example(left[0]) == lift.sizes.example(right[0]) is not None:
        lift.sizes.unify(left.pop(0), right.pop(0))
    if not lift.sizes.unify(product(lift.shape(tuple(left))), product(lift.shape(tuple(right)))):
        return False
    if product(lift.shape(old)) != product(lift.shape(new)):
        return all(lift.sizes.pin(d.symbols()) for d in (*left, *right))
    return True


def _with_rest(lift: Lifting, a: Any, parts: list[Size]) -> Shape:
    """The shape with -1 replaced by what is left over."""
    free = [k for k, p in enumerate(parts) if lift.sizes.nonnegative(p) is False]
    if not free:
        return tuple(parts)
    if len(free) > 1:
        lift.wrong("a reshape can have one unknown dimension")
    others = [lift.sizes.resolve(p) for k, p in enumerate(parts) if k != free[0]]
    parts[free[0]] = quotient(lift, lift.shape(a.shape), others)
    return tuple(parts)


def quotient(lift: Lifting, shape: Shape, others: list[Size]) -> Size:
    """The product of `shape` divided by the product of `others`, exactly where factors cancel."""
    left, over = list(shape), []
    for d in others:
        alike = [e for e in left if lift.sizes.example(e) == lift.sizes.example(d) is not None]
        twin = d if d in left else next(iter(alike), None)
        if twin is not None and lift.sizes.unify(twin, d):
            left.remove(twin)
        else:
            over.append(d)
    left = [lift.sizes.resolve(d) for d in left]
    total, divisor = product(left), product(over)
    if divisor.constant == 1:
        return total
    found = total // divisor
    lift.sizes.unify(found * divisor, total)
    return lift.sizes.resolve(found)


def reshapes_in_place(lift: Lifting, a: Any, target: Shape) -> bool | None:
    """Whether NumPy gives a view, tried on strides at the example sizes (arrays count as C-ordered); None where these vary."""
    if isinstance(a, Array):
        return True
    sizes = [lift.sizes.example(d) for d in (*a.base.shape, *target)]
    if any(n is None for n in sizes) or any(not _placed(lift, step) for step in a.steps):
        return None
    rank = len(a.base.shape)
    strides = [8 * math.prod(max(n, 1) for n in sizes[k + 1:rank]) for k in range(rank)]  # type: ignore[misc]
    found = np.lib.stride_tricks.as_strided(np.empty(1), sizes[:rank], strides)  # type: ignore[arg-type]
    for step in a.steps:
        found = _strided(lift, found, step)
    try:
        np.reshape(found, tuple(sizes[rank:]), copy=False)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def _placed(lift: Lifting, step: Any) -> bool:
    """Whether a step's places are known at the example sizes."""
    if isinstance(step, Cutting):
        parts = [p for i in step.at for p in ((i.position,) if isinstance(i, At) else (i.start, i.length) if isinstance(i, Cut) else ())]
        return not step.picks and all(lift.sizes.example(p) is not None for p in parts)
    return isinstance(step, (Transposing, Reshaping))


def _strided(lift: Lifting, found: np.ndarray, step: Any) -> np.ndarray:
    if isinstance(step, Transposing):
        return found.transpose(step.perm)
    if isinstance(step, Reshaping):
        return np.reshape(found, tuple(lift.sizes.example(d) or 0 for d in step.shape), copy=False)
    return found[numpy_index(step.at, (), lambda size: lift.sizes.example(size) or 0)]


def ravel(lift: Lifting, a: Any, order: Any = "C") -> Any:
    a = asarray(lift, a)
    return reshape(lift, a, Int(product(lift.shape(a.shape))), order)


def flatten(lift: Lifting, a: Any, order: Any = "C") -> Array:
    flat = ravel(lift, a, order)
    return lift.new_array(read(lift, flat), a.dtype)


def expand_dims(lift: Lifting, a: Any, axis: Any) -> Any:
    a = asarray(lift, a)
    count = len(axis) if isinstance(axis, tuple) else 1
    places = axes_of(lift, axis, len(a.shape) + count)
    dims = iter(lift.shape(a.shape))
    at = tuple(New() if k in places else Cut(ZERO, next(dims)) for k in range(len(a.shape) + count))
    old = iter(lift.shape(a.shape))
    return view(lift, a, Cutting(at), tuple(ONE if k in places else next(old) for k in range(len(at))))


def squeeze(lift: Lifting, a: Any, axis: Any = None) -> Any:
    a = asarray(lift, a)
    shape = lift.shape(a.shape)
    gone = axes_of(lift, axis, len(shape)) if axis is not None else tuple(k for k, d in enumerate(shape) if lift.sizes.example(d) == 1)
    for k in gone:
        if not lift.sizes.unify(shape[k], ONE):
            lift.wrong("squeeze of a dimension whose length is not 1")
    target = tuple(d for k, d in enumerate(shape) if k not in gone)
    return a if not gone else view(lift, a, Reshaping(target), target)


def atleast(rank: int) -> Callable[..., Any]:
    def handler(lift: Lifting, a: Any) -> Any:
        a = asarray(lift, a)
        shape = lift.shape(a.shape)
        if len(shape) >= rank:
            return a
        target = (*(ONE,) * (rank - len(shape)), *shape) if rank == 2 or not shape else shape
        return view(lift, a, Reshaping(target), target)
    return handler


def broadcast_to(lift: Lifting, array: Any, shape: Any, subok: Any = False) -> Any:
    a, target = asarray(lift, array), as_shape(lift, shape)
    target = broadcast_shape(lift, [target, shape_of(lift, a)])
    return view(lift, a, Spreading(target), target)


def broadcast_arrays(lift: Lifting, *args: Any, subok: Any = False) -> tuple[Any, ...]:
    arrays = [asarray(lift, a) for a in args]
    target = broadcast_shape(lift, [shape_of(lift, a) for a in arrays])
    return tuple(view(lift, a, Spreading(target), target) for a in arrays)


def flip(lift: Lifting, m: Any, axis: Any = None) -> Any:
    m = asarray(lift, m)
    axes = axes_of(lift, axis, len(m.shape))
    at = tuple(Cut(d - 1, d, -1) if k in axes else Cut(ZERO, d) for k, d in enumerate(lift.shape(m.shape)))
    return view(lift, m, Cutting(at), m.shape)


def roll(lift: Lifting, a: Any, shift: Any, axis: Any = None) -> Array:
    """A new array: the last `shift` elements come first."""
    a = asarray(lift, a)
    if axis is None:
        flat = roll(lift, ravel(lift, a), shift, Int.of(0))
        return lift.new_array(reshaped(lift, read(lift, flat), a.shape), a.dtype)
    shifts = shift if isinstance(shift, tuple) else (shift,) * (len(axis) if isinstance(axis, tuple) else 1)
    value = read(lift, a)
    for s, k in zip(shifts, axis if isinstance(axis, tuple) else (axis,) * len(shifts)):
        number = one_axis(lift, k, len(a.shape))
        sized = isinstance(s, Int) and lift.sizes.nonnegative(s.size) is not None
        value = _rolled(lift, value, as_size(lift, s), number) if sized else _rolled_by(lift, value, s, number)
    return lift.new_array(value, a.dtype)


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


def concatenate(lift: Lifting, arrays: Any, axis: Any = INT_0, out: Any = None, dtype: Any = None) -> Array:
    parts = [asarray(lift, a) for a in sequence(lift, arrays)]
    if axis is None:
        parts, axis = [ravel(lift, p) for p in parts], Int.of(0)
    wanted = as_dtype(lift, dtype) if dtype is not None else np.result_type(*(p.dtype for p in parts))
    rank = len(parts[0].shape)
    if any(len(p.shape) != rank for p in parts) or not rank:
        lift.wrong("arrays to concatenate need the same number of dimensions, at least one")
    k = one_axis(lift, axis, rank)
    for p in parts[1:]:
        for d in range(rank):
            if d != k and not lift.sizes.unify(p.shape[d], parts[0].shape[d]):
                lift.wrong("arrays to concatenate differ in a dimension other than the axis: "
                           + " and ".join(shown(lift, q.shape) for q in (parts[0], p)))
    values = [cast_value(lift, read(lift, p), p.dtype, wanted) for p in parts]
    first = lift.settle(values[0]).shape
    values = [fitted(lift, v, tuple(lift.settle(v).shape[k] if d == k else first[d] for d in range(rank))) for v in values]
    return lift.new_array(values[0] if len(values) == 1 else lift.emit("concatenate", *values, dtype=wanted, axis=k), wanted)


def sequence(lift: Lifting, arrays: Any) -> list[Any]:
    """The arrays of a list or tuple, or the rows of an array."""
    if isinstance(arrays, Items):
        arrays = lift.held(arrays)
    if isinstance(arrays, (Array, View)):
        arrays = _rows(lift, arrays)
    if isinstance(arrays, Stacked):
        arrays = (*arrays.first, *_rows(lift, arrays.rows))
    if not isinstance(arrays, tuple) or not arrays:
        lift.wrong("a list or tuple of arrays is needed")
    return list(arrays)


def _rows(lift: Lifting, a: Any) -> tuple[Any, ...]:
    count = lift.fixed(lift.shape(a.shape)[0], "the number of arrays")
    return tuple(take(lift, a, Int.of(k)) for k in range(count))


def stack(lift: Lifting, arrays: Any, axis: Any = INT_0, out: Any = None) -> Array:
    held = lift.held(arrays) if isinstance(arrays, Items) else arrays
    if isinstance(held, Stacked):
        whole_array = asarray(lift, held)
        k = one_axis(lift, axis, len(whole_array.shape))
        return moveaxis(lift, whole_array, Int.of(0), Int.of(k))
    parts = [asarray(lift, a) for a in sequence(lift, arrays)]
    rank = len(parts[0].shape) + 1
    return stacked(lift, parts, np.result_type(*(p.dtype for p in parts)), one_axis(lift, axis, rank))


def vstack(lift: Lifting, tup: Any) -> Array:
    return concatenate(lift, tuple(atleast(2)(lift, a) for a in sequence(lift, tup)))


def hstack(lift: Lifting, tup: Any) -> Array:
    parts = tuple(atleast(1)(lift, a) for a in sequence(lift, tup))
    return concatenate(lift, parts, Int.of(0 if len(parts[0].shape) == 1 else 1))


def column_stack(lift: Lifting, tup: Any) -> Array:
    parts = [asarray(lift, a) for a in sequence(lift, tup)]
    return concatenate(lift, tuple(expand_dims(lift, p, Int.of(1)) if len(p.shape) == 1 else p for p in parts), Int.of(1))


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
        lift.refuse("np.repeat with a count for each element has an unknown length", "repeat by one number")
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


def pad(lift: Lifting, array: Any, pad_width: Any, mode: Any = "constant", constant_values: Any = INT_0) -> Array:
    """Modes constant, edge, reflect, symmetric and wrap."""
    a = asarray(lift, array)
    value = read(lift, a)
    for axis, (before, after) in enumerate(_pad_widths(lift, pad_width, len(a.shape))):
        if mode == "constant":
            value = _pad_constant(lift, value, axis, before, after, constant_values)
        elif mode in PAD_SIDES:
            value = _pad_side(lift, value, axis, before, after, PAD_SIDES[mode])
        else:
            lift.refuse(f"np.pad in mode {mode!r} cannot be lifted", f"use one of constant, {', '.join(PAD_SIDES)}")
    return lift.new_array(value, a.dtype)


def _pad_widths(lift: Lifting, width: Any, rank: int) -> list[tuple[Size, Size]]:
    if isinstance(width, Items):
        width = lift.held(width)
    if not isinstance(width, tuple):
        return [(as_size(lift, width), as_size(lift, width))] * rank
    rows = [lift.held(w) if isinstance(w, Items) else w for w in width]
    if not any(isinstance(r, tuple) for r in rows):
        rows = [tuple(rows) if len(rows) == 2 else (rows[0], rows[0])]
    pairs = [(as_size(lift, r[0]), as_size(lift, r[-1])) for r in rows]
    return pairs * rank if len(pairs) == 1 else pairs


def _pad_constant(lift: Lifting, v: Value, axis: int, before: Size, after: Size, number: Any) -> Value:
    v = lift.settle(v)
    shape = tuple(d + before + after if k == axis else d for k, d in enumerate(v.shape))
    dtype = lift.dtypes[v.name]
    frame = lift.emit("broadcast", value_of(lift, number, dtype), shape=shape)
    return lift.emit("update", frame, v, at=_along(shape, axis, Cut(before, v.shape[axis])), dtype=dtype)


# How the cells before the first and behind the last are found: (start, step) on each side, from the width w and the length n.
PAD_SIDES: dict[str, Callable[[Size, Size], tuple[tuple[Size, int], tuple[Size, int]]]] = {
    "edge": lambda w, n: ((ZERO, 0), (n - 1, 0)),
    "reflect": lambda w, n: ((w, -1), (n - 2, -1)),
    "symmetric": lambda w, n: ((w - 1, -1), (n - 1, -1)),
    "wrap": lambda w, n: ((n - w, 1), (ZERO, 1)),
}


def _pad_side(lift: Lifting, v: Value, axis: int, before: Size, after: Size, sides: Any) -> Value:
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
        parts.append((side, part))
    blocks = [p for s, p in parts if s == 0] + [v] + [p for s, p in parts if s == 1]
    return lift.emit("concatenate", *blocks, axis=axis)


def triangle(keep_below: bool) -> Callable[..., Any]:
    """tril and triu."""
    def handler(lift: Lifting, m: Any, k: Any = INT_0) -> Array:
        m = asarray(lift, m)
        v = read(lift, m)
        rows, columns = v.shape[-2:]
        i = lift.emit("slice", counting(lift, as_size(lift, k), rows), at=(Cut(ZERO, rows), New()))
        j = counting(lift, ZERO, columns)
        mask = lift.emit("ge" if keep_below else "le", i, j, dtype=BOOL)
        return lift.new_array(lift.emit("select", mask, v, constant(lift, 0, m.dtype), dtype=m.dtype), m.dtype)
    return handler


def tri(lift: Lifting, N: Any, M: Any = None, k: Any = INT_0, dtype: Any = float) -> Array:
    ones = filled(lift, (as_size(lift, N), as_size(lift, N if M is None else M)), Int.of(1), as_dtype(lift, dtype))
    return triangle(True)(lift, ones, k)


def diagonal(lift: Lifting, a: Any, offset: Any = INT_0) -> View:
    """A read-only view of the diagonal."""
    x, k = asarray(lift, a), as_size(lift, offset)
    if len(x.shape) != 2:
        lift.refuse("the diagonal of an array that is no matrix cannot be lifted", "use einsum")
    return view(lift, x, Diagonal(k), (diagonal_places(lift, x.shape, k)[2],))


def diag(lift: Lifting, v: Any, k: Any = INT_0) -> Array | View:
    """The diagonal of a matrix, or a matrix with this diagonal."""
    a, offset = asarray(lift, v), as_size(lift, k)
    if len(a.shape) == 2:
        return diagonal(lift, a, k)
    n = lift.shape(a.shape)[0]
    below = lift.sizes.nonnegative(offset) is False
    side = n - offset if below else n + offset
    start = (-offset, ZERO) if below else (ZERO, offset)
    matrix = value_of(lift, filled(lift, (side, side), Int.of(0), a.dtype))
    picks = [counting(lift, s, n) for s in start]
    return lift.new_array(lift.emit("update", matrix, read(lift, a), *picks, at=(Pick(0), Pick(1))), a.dtype)


def fill_diagonal(lift: Lifting, a: Any, val: Any, wrap: Any = False) -> None:
    v = read(lift, a)
    n = lift.sizes.smaller(v.shape[0], v.shape[1])
    pick = counting(lift, ZERO, n)
    write(lift, a, lift.emit("update", v, value_of(lift, val, a.dtype), pick, pick, at=(Pick(0), Pick(1))))


def split(lift: Lifting, ary: Any, indices_or_sections: Any, axis: Any = INT_0) -> Items:
    a = asarray(lift, ary)
    k = one_axis(lift, axis, len(a.shape))
    cuts = _split_places(lift, lift.shape(a.shape)[k], indices_or_sections)
    full = (SliceOf(None, None, None),) * k
    parts = tuple(take(lift, a, (*full, SliceOf(Int(x), Int(y), None))) for x, y in itertools.pairwise(cuts))
    return lift.new_items(list, parts)


def _split_places(lift: Lifting, n: Size, sections: Any) -> list[Size]:
    if isinstance(sections, (Items, tuple)):
        held = lift.held(sections) if isinstance(sections, Items) else sections
        return [ZERO, *(as_size(lift, s) for s in held), n]
    count = lift.fixed(as_size(lift, sections), "the number of sections")
    if not lift.sizes.unify((n // count) * count, n):
        lift.wrong("the array does not split into equal parts")
    part = lift.sizes.resolve(n) // count
    return [part * k for k in range(count + 1)]


def rot90(lift: Lifting, m: Any, k: Any = INT_1) -> Any:
    turns = lift.fixed(as_size(lift, k), "the number of turns") % 4
    m = asarray(lift, m)
    for _ in range(turns):
        m = flip(lift, transpose(lift, m), Int.of(0))
    return m


def length_of(lift: Lifting, a: Any, axis: Any = None) -> Any:
    shape = shape_of(lift, asarray(lift, a))
    return Int(product(shape)) if axis is None else Int(shape[one_axis(lift, axis, len(shape))])


def outer_of(ufunc: np.ufunc) -> Callable[..., Any]:
    """np.add.outer and the like: every element of a with every element of b."""
    def handler(lift: Lifting, a: Any, b: Any) -> Any:
        x, y = asarray(lift, a), asarray(lift, b)
        at = (*whole(lift.shape(x.shape)), *(New(),) * len(y.shape))
        return apply(lift, UFUNCS[ufunc], lift.wrap(lift.emit("slice", read(lift, x), at=at), x.dtype), y)
    return handler


OUTER = {ufunc: outer_of(ufunc) for ufunc in UFUNCS if ufunc.nin == 2}

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.transpose: transpose, np.swapaxes: swapaxes, np.moveaxis: moveaxis, np.reshape: reshape, np.ravel: ravel,
    np.expand_dims: expand_dims, np.squeeze: squeeze, np.atleast_1d: atleast(1), np.atleast_2d: atleast(2),
    np.broadcast_to: broadcast_to, np.broadcast_arrays: broadcast_arrays, np.flip: flip,
    np.fliplr: lambda lift, m: flip(lift, m, Int.of(1)), np.flipud: lambda lift, m: flip(lift, m, Int.of(0)), np.roll: roll,
    np.concatenate: concatenate, np.stack: stack, np.vstack: vstack, np.hstack: hstack, np.column_stack: column_stack, np.dstack: dstack,
    np.append: append, np.repeat: repeat, np.tile: tile, np.pad: pad, np.tril: triangle(True), np.triu: triangle(False), np.tri: tri,
    np.diag: diag, np.diagonal: diagonal, np.fill_diagonal: fill_diagonal, np.split: split, np.rot90: rot90,
    np.shape: lambda lift, a: tuple(Int(d) for d in shape_of(lift, asarray(lift, a))), np.size: length_of,
    np.ndim: lambda lift, a: Int.of(len(shape_of(lift, asarray(lift, a)))),
}

