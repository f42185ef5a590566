"""Functions that make arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.size import Size, product
from precis.ir.types import Cut, New, Shape, Value
from precis.lift.numpy.arrays import read, spread
from precis.lift.numpy.elementwise import assign_into, broadcast_shape, example
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.kinds import BOOL, FLOAT, INT, is_integer
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
    operand,
    runtime_size,
    scalar,
    shape_of,
    value_of,
)
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_1, INT_50, Array, Int, Interval, Items, Masked, Scalar, SliceOf, Stacked, View


def as_shape(lift: Lifting, shape: Any) -> Shape:
    """A shape argument: an int or a sequence of them."""
    if isinstance(shape, Items):
        shape = lift.held(shape)
    parts = shape if isinstance(shape, tuple) else (shape,)
    return tuple(_length(lift, as_size(lift, p)) for p in parts)


def _length(lift: Lifting, size: Size) -> Size:
    if lift.sizes.nonnegative(size) is False:
        lift.wrong("negative dimensions are not allowed")
    return size


def filled(lift: Lifting, shape: Shape, fill: Any, dtype: np.dtype) -> Array:
    value = value_of(lift, fill, dtype)
    return lift.new_array(spread(lift, value, shape) if shape else value, dtype)


def _constant_array(number: int) -> Callable[..., Any]:
    """zeros, ones, empty (whose elements are zeros here), np.ndarray."""
    def handler(lift: Lifting, shape: Any, dtype: Any = float, order: Any = "C", like: Any = None) -> Array:
        return filled(lift, as_shape(lift, shape), Int.of(number), as_dtype(lift, dtype if dtype is not None else float))
    return handler


def _like(number: int) -> Callable[..., Any]:
    def handler(lift: Lifting, a: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None) -> Array:
        a = asarray(lift, a)
        dims = as_shape(lift, shape) if shape is not None else shape_of(lift, a)
        return filled(lift, dims, Int.of(number), dtype_of(a) if dtype is None else as_dtype(lift, dtype))
    return handler


def full(lift: Lifting, shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C") -> Array:
    fill = asarray(lift, fill_value) if isinstance(fill_value, (tuple, Items)) else fill_value
    return filled(lift, as_shape(lift, shape), fill, dtype_of(fill) if dtype is None else as_dtype(lift, dtype))


def full_like(lift: Lifting, a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None) -> Array:
    dims = as_shape(lift, shape) if shape is not None else shape_of(lift, a)
    return filled(lift, dims, fill_value, dtype_of(a) if dtype is None else as_dtype(lift, dtype))


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
    wanted = as_dtype(lift, dtype) if dtype is not None else np.result_type(*(_arange_dtype(x) for x in (start, stop, step)))
    if all(isinstance(x, Int) for x in (start, stop, step)):
        r = interval_range(lift, Interval(start, stop, step))
        return lift.new_array(convert(lift, counting(lift, r.start, r.trips, r.step), wanted), wanted)
    length = _arange_length(lift, start, stop, step)
    first, second = value_of(lift, start, wanted), value_of(lift, step, wanted)
    delta = lift.emit("sub", lift.emit("add", first, second, dtype=wanted), first, dtype=wanted)
    ramp = convert(lift, counting(lift, ZERO, length), wanted)
    return lift.new_array(lift.emit("add", first, lift.emit("mul", ramp, delta, dtype=wanted), dtype=wanted), wanted)


def _arange_dtype(x: Any) -> Any:
    return operand(x) if not is_weak(x) else dtype_of(x)


def _arange_length(lift: Lifting, start: Any, stop: Any, step: Any) -> Size:
    """ceil((stop - start) / step), from constants and sizes, else at run time."""
    facts = [example(lift, x) for x in (start, stop, step)]
    if all(f is not None for f in facts):
        a, b, c = (f[0] for f in facts if f is not None)
        if lift.sizes.pin(frozenset().union(*(f[1] for f in facts if f is not None))):
            return Size.of(max(0, math.ceil((b - a) / c)))
    a, b, c = (value_of(lift, x, FLOAT) for x in (start, stop, step))
    ratio = lift.emit("div", lift.emit("sub", b, a, dtype=FLOAT), c, dtype=FLOAT)
    count = convert(lift, lift.emit("ceil", ratio, dtype=FLOAT), INT)
    return running_length(lift, count)


def running_length(lift: Lifting, count: Value) -> Size:
    """A length computed at run time, never negative."""
    size = runtime_size(lift, lift.emit("maximum", count, constant(lift, 0, INT), dtype=INT), "n")
    lift.sizes.facts.append(size)
    return size


def linspace(lift: Lifting, start: Any, stop: Any, num: Any = INT_50, endpoint: Any = True, retstep: Any = False, dtype: Any = None,
             axis: Any = 0) -> Any:
    """start + k * step with step = (stop - start) / div; the last element is stop itself."""
    start, stop = scalar(lift, start), scalar(lift, stop)
    if shape_of(lift, start) or shape_of(lift, stop):
        lift.refuse("np.linspace between arrays cannot be lifted", "write start + (stop - start) * t[:, None]")
    n = _length(lift, as_size(lift, num))
    wide = np.result_type(dtype_of(start), dtype_of(stop), float)
    wanted = wide if dtype is None else as_dtype(lift, dtype)
    first, last = value_of(lift, start, wide), value_of(lift, stop, wide)
    div = n - 1 if endpoint else n
    delta = lift.emit("sub", last, first, dtype=wide)
    step = lift.emit("div", delta, value_of(lift, Int(div), wide), dtype=wide)
    ramp = convert(lift, counting(lift, ZERO, n), wide)
    points = lift.emit("add", lift.emit("mul", ramp, step, dtype=wide), first, dtype=wide)
    if endpoint and lift.sizes.nonnegative(n - 2):
        points = lift.emit("update", points, last, at=(Cut(n - 1, ONE),))
    array = lift.new_array(_finished(lift, points, wide, wanted), wanted)
    return (array, Scalar(wide, step)) if retstep else array


def _finished(lift: Lifting, points: Value, wide: np.dtype, wanted: np.dtype) -> Value:
    if is_integer(wanted):
        points = lift.emit("floor", points, dtype=wide)
    return cast_value(lift, points, wide, wanted)


def logspace(lift: Lifting, start: Any, stop: Any, num: Any = INT_50, endpoint: Any = True, base: Any = None) -> Array:
    exponents = linspace(lift, start, stop, num, endpoint)
    ten = value_of(lift, Scalar(FLOAT, weak=True, known=10.0) if base is None else base, exponents.dtype)
    return lift.new_array(lift.emit("pow", ten, read(lift, exponents), dtype=exponents.dtype), exponents.dtype)


def eye(lift: Lifting, N: Any, M: Any = None, k: Any = INT_0, dtype: Any = float, order: Any = "C") -> Array:
    rows, columns = as_size(lift, N), as_size(lift, N if M is None else M)
    wanted = as_dtype(lift, dtype)
    i = lift.emit("slice", counting(lift, as_size(lift, k), rows), at=(Cut(ZERO, rows), New()))
    diagonal = lift.emit("eq", i, counting(lift, ZERO, columns), dtype=BOOL)
    return lift.new_array(convert(lift, diagonal, wanted), wanted)


def identity(lift: Lifting, n: Any, dtype: Any = float) -> Array:
    return eye(lift, n, dtype=dtype)


def asarray(lift: Lifting, a: Any, dtype: Any = None, order: Any = None, copy: Any = None) -> Any:
    """np.asarray: arrays as they are, numbers as arrays of rank 0, nested lists of numbers and arrays as new arrays."""
    wanted = None if dtype is None else as_dtype(lift, dtype)
    if isinstance(a, Masked):
        return a
    if not isinstance(a, (Array, View)):
        a = _from_python(lift, a, wanted)
    return a if wanted is None or a.dtype == wanted else lift.new_array(cast_value(lift, read(lift, a), a.dtype, wanted), wanted)


def array(lift: Lifting, object: Any, dtype: Any = None, copy: Any = True, order: Any = "K", subok: Any = False, ndmin: Any = None) -> Any:
    result = asarray(lift, object, dtype)
    if result is object and copy is not False:
        result = lift.new_array(read(lift, result), result.dtype)
    return result


def _from_python(lift: Lifting, a: Any, dtype: np.dtype | None) -> Array:
    if is_numeric(a):
        wanted = dtype if dtype is not None else dtype_of(a)
        return lift.new_array(value_of(lift, a, wanted), wanted)
    if isinstance(a, Items):
        return _from_python(lift, lift.held(a), dtype)
    if isinstance(a, Interval):
        return arange(lift, a.start, a.stop, a.step)
    if isinstance(a, Stacked):
        return _from_stack(lift, a)
    if not isinstance(a, tuple):
        lift.refuse(f"{describe(a)} cannot become an array", "give a list of numbers")
    numbers = _numbers(lift, a)
    if numbers is not None and a:
        table = np.array(numbers, dtype=dtype)
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
        if isinstance(x, (tuple, Items)):
            held = lift.held(x) if isinstance(x, Items) else x
            found.append(_joined_dtype(held, lift))
        else:
            found.append(dtype_of(x) if is_numeric(x) else lift.refuse(f"{describe(x)} cannot be part of an array"))
    return np.result_type(*found) if found else FLOAT


def stacked(lift: Lifting, parts: Sequence[Any], dtype: np.dtype, axis: int = 0) -> Array:
    """Arrays of one shape side by side along a new axis."""
    if not parts:
        return filled(lift, (ZERO,), Int.of(0), dtype)
    values = [cast_value(lift, value_of(lift, p), dtype_of(p), dtype) for p in parts]
    shape = broadcast_shape(lift, [v.shape for v in values])
    if any(len(v.shape) != len(shape) for v in values):
        lift.wrong("arrays of different shapes cannot be stacked")
    at = (*(Cut(ZERO, d) for d in shape[:axis]), New(), *(Cut(ZERO, d) for d in shape[axis:]))
    rows = [lift.emit("slice", lift.settle(v), at=at, dtype=dtype) for v in values]
    return lift.new_array(rows[0] if len(rows) == 1 else lift.emit("concatenate", *rows, dtype=dtype, axis=axis), dtype)


def meshgrid(lift: Lifting, *xi: Any, indexing: str = "xy", sparse: Any = False, copy: Any = True) -> Any:
    """Coordinate arrays; with "xy" the first two dimensions are swapped."""
    arrays = [asarray(lift, x) for x in xi]
    lengths = [product(shape_of(lift, x)) for x in arrays]
    order = [1, 0, *range(2, len(arrays))] if indexing == "xy" and len(arrays) > 1 else list(range(len(arrays)))
    shape = tuple(lengths[k] for k in order)
    found = []
    for k, x in enumerate(arrays):
        flat = read(lift, x) if len(x.shape) == 1 else lift.emit("reshape", read(lift, x), shape=(lengths[k],))
        at = tuple(Cut(ZERO, lengths[k]) if order[d] == k else New() for d in range(len(arrays)))
        value = lift.emit("slice", flat, at=at)
        found.append(lift.new_array(value if sparse else lift.emit("broadcast", value, shape=shape), x.dtype))
    return lift.new_items(list, tuple(found))


def indices(lift: Lifting, dimensions: Any, dtype: Any = int, sparse: Any = False) -> Any:
    """np.indices: like mgrid over whole dimensions."""
    sizes = as_shape(lift, dimensions)
    parts = _grid(lift, tuple(SliceOf(Int.of(0), Int(n), None) for n in sizes), bool(sparse))
    return tuple(parts) if sparse else stacked(lift, parts, as_dtype(lift, dtype))


def mgrid(lift: Lifting, index: Any) -> Any:
    """np.mgrid[a:b, c:d]: coordinates, stacked."""
    dense = _grid(lift, index, sparse=False)
    return dense[0] if not isinstance(index, tuple) else stacked(lift, dense, np.result_type(*(a.dtype for a in dense)))


def ogrid(lift: Lifting, index: Any) -> Any:
    sparse = _grid(lift, index, sparse=True)
    return sparse[0] if not isinstance(index, tuple) else tuple(sparse)


def _grid(lift: Lifting, index: Any, sparse: bool) -> list[Any]:
    slices = index if isinstance(index, tuple) else (index,)
    axes = [_grid_axis(lift, s) for s in slices]
    return list(lift.held(meshgrid(lift, *axes, indexing="ij", sparse=sparse)))


def _grid_axis(lift: Lifting, s: SliceOf) -> Any:
    start = Int.of(0) if s.start is None else s.start
    if isinstance(s.step, Scalar) and s.step.dtype.kind == "c":
        return linspace(lift, start, s.stop, Int.of(int(abs(s.step.known))))
    return arange(lift, start, s.stop, Int.of(1) if s.step is None else s.step)


def copy(lift: Lifting, a: Any, order: Any = "K", subok: Any = False) -> Any:
    a = asarray(lift, a)
    return lift.new_array(read(lift, a), a.dtype)


def copyto(lift: Lifting, dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> None:
    assign_into(lift, dst, asarray(lift, src) if isinstance(src, (tuple, Items)) else src, casting, where)


def ndarray(lift: Lifting, shape: Any, dtype: Any = float, order: Any = None) -> Array:
    return _constant_array(0)(lift, shape, dtype)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.zeros: _constant_array(0), np.ones: _constant_array(1), np.empty: _constant_array(0), np.ndarray: ndarray,
    np.zeros_like: _like(0), np.ones_like: _like(1), np.empty_like: _like(0), np.full: full, np.full_like: full_like,
    np.arange: arange, np.linspace: linspace, np.logspace: logspace, np.eye: eye, np.identity: identity, np.asarray: asarray,
    np.array: array, np.ascontiguousarray: asarray, np.asfortranarray: asarray, np.asanyarray: asarray, np.meshgrid: meshgrid,
    np.copy: copy, np.indices: indices, np.copyto: copyto,
}
INDEXERS: dict[Any, Callable[..., Any]] = {np.mgrid: mgrid, np.ogrid: ogrid}

