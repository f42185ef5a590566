"""Functions that make arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.types import Cut, New, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import read
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.functions.conversion import _length, as_shape, asarray, counting, filled
from precis.lift.numpy.functions.records import constant_records, structured
from precis.lift.numpy.kinds import BOOL, FLOAT, is_integer
from precis.lift.numpy.layouts import deciding
from precis.lift.numpy.lengths import written_out
from precis.lift.numpy.numbers import (
    as_size,
    convert,
    dtype_of,
    is_weak,
    scalar,
    shape_of,
    value_of,
)
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_50, Array, Int, Items, Scalar, View


def _constant_array(number: int) -> Callable[..., Any]:
    """zeros, ones, empty (whose elements are zeros here), np.ndarray."""
    def handler(lift: Lifting, shape: Any, dtype: Any = float, order: Any = "C", like: Any = None) -> Any:
        if (records := structured(lift, dtype)) is not None:
            return constant_records(lift, shape, number, records)
        new = filled(lift, as_shape(lift, shape), Int.of(number), as_dtype(lift, dtype if dtype is not None else float))
        (lift.layout.in_c_order if order == "C" else lift.layout.out_of_order).add(new)
        return new
    return handler


def _lying_like(lift: Lifting, new: Array, a: Array | View, order: Any) -> Array:
    """A new array of a given order, or ("K", "A") of that of another one."""
    if order in ("C", "F"):
        (lift.layout.in_c_order if order == "C" else lift.layout.out_of_order).add(new)
    else:
        lift.layout.lying_like[new] = deciding(lift, a)
    return new


def _like(number: int) -> Callable[..., Any]:
    def handler(lift: Lifting, a: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None) -> Array:
        a = asarray(lift, a)
        dims = as_shape(lift, shape) if shape is not None else shape_of(lift, a)
        new = filled(lift, dims, Int.of(number), dtype_of(a) if dtype is None else as_dtype(lift, dtype))
        return _lying_like(lift, new, a, order)
    return handler


def full(lift: Lifting, shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C") -> Array:
    fill = asarray(lift, fill_value) if isinstance(fill_value, (tuple, Items)) else fill_value
    return filled(lift, as_shape(lift, shape), fill, dtype_of(fill) if dtype is None else as_dtype(lift, dtype))


def full_like(lift: Lifting, a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None) -> Array:
    a = asarray(lift, a)
    dims = as_shape(lift, shape) if shape is not None else shape_of(lift, a)
    return _lying_like(lift, filled(lift, dims, fill_value, dtype_of(a) if dtype is None else as_dtype(lift, dtype)), a, order)


def linspace(lift: Lifting, start: Any, stop: Any, num: Any = INT_50, endpoint: Any = True, retstep: Any = False, dtype: Any = None,
             axis: Any = INT_0) -> Any:
    """start + k * step with step = (stop - start) / div; the last element is stop itself."""
    start, stop = (written_out(lift, scalar(lift, x)) for x in (start, stop))
    wide = np.result_type(*(dtype_of(x).type(0).item() if is_weak(x) else dtype_of(x) for x in (start, stop)), 0.0)
    if shape_of(lift, start) or shape_of(lift, stop):
        if retstep is not False:
            lift.refuse("np.linspace between arrays with retstep cannot be lifted", "compute the step: (stop - start) / (num - 1)")
        ends = [lift.wrap(value_of(lift, x, wide), wide) for x in (start, stop)]
        points = lift.call(library.arrays.spaced_between, [*ends, num, bool(endpoint), axis], {})
        wanted = points.dtype if dtype is None else as_dtype(lift, dtype)
        return lift.new_array(_finished(lift, read(lift, points), points.dtype, wanted), wanted)
    n = _length(lift, as_size(lift, num))
    wanted = wide if dtype is None else as_dtype(lift, dtype)
    first, last = value_of(lift, start, wide), value_of(lift, stop, wide)
    div = n - 1 if endpoint else n
    delta = lift.emit("sub", last, first, dtype=wide)
    several = lift.sizes.nonnegative(n - 2) if endpoint else True
    alone = several is False
    if several is None and retstep is not False:
        lift.refuse("np.linspace of as many points as only a run tells, with retstep, cannot be lifted",
                    "compute the step: (stop - start) / (num - 1)")
    parts = value_of(lift, Int(div if several is not None else lift.sizes.larger(div, ONE)), wide)  # one point alone is the first
    step = delta if alone else lift.emit("div", delta, parts, dtype=wide)
    ramp = convert(lift, counting(lift, ZERO, n), wide)
    points = lift.emit("add", lift.emit("mul", ramp, step, dtype=wide), first, dtype=wide)
    if endpoint and several:
        points = lift.emit("update", points, last, at=(Cut(n - 1, ONE),))
    elif several is None:
        points = lift.emit("select", lift.emit("eq", ramp, parts, dtype=BOOL), last, points, dtype=wide)
    array = lift.new_array(_finished(lift, points, wide, wanted), wanted)
    return (array, Scalar(FLOAT, known=np.nan) if alone else Scalar(wide, step)) if retstep else array


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


def ndarray(lift: Lifting, shape: Any, dtype: Any = float, *, order: Any = None) -> Array:
    return _constant_array(0)(lift, shape, dtype, order or "C")


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.zeros: _constant_array(0), np.ones: _constant_array(1), np.empty: _constant_array(0), np.ndarray: ndarray,
    np.zeros_like: _like(0), np.ones_like: _like(1), np.empty_like: _like(0), np.full: full, np.full_like: full_like,
    np.linspace: linspace, np.logspace: logspace, np.eye: eye, np.identity: identity,
}
