"""Sums, means, extremes and scans, along axes, of arrays and of masked selections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.shapes import with_ones
from precis.ir.size import Size, largest, product
from precis.ir.types import Cut, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import read, reshaped, spread
from precis.lift.numpy.elementwise import apply, put_out, together
from precis.lift.numpy.functions.axes import axes_of, one_axis
from precis.lift.numpy.functions.casts import as_dtype, cast_value
from precis.lift.numpy.functions.contracted import contraction
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.diagonals import diagonal
from precis.lift.numpy.functions.masked import count, filled_value
from precis.lift.numpy.functions.ufuncs import UFUNCS, as_operand
from precis.lift.numpy.kinds import BOOL, FLOAT, INT, is_integer, real_part
from precis.lift.numpy.numbers import as_size, constant, convert, dtype_of, shape_of, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_1, INT_LAST, Int, Masked

SOMETHING = "{} is asked only where there is an element"


def summed_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype in which NumPy adds: narrow integers and bools widen."""
    if dtype == BOOL or (dtype.kind == "i" and dtype.itemsize < 8):
        return INT
    return np.dtype(np.uint64) if dtype.kind == "u" else dtype


def folding(op: str, unit: int) -> Callable[..., Any]:
    """sum and prod."""
    def handler(lift: Lifting, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False,
                initial: Any = None, where: Any = True) -> Any:
        x = _selected(lift, a, where, axis, keepdims)
        old = dtype_of(x)
        wanted = as_dtype(lift, dtype) if dtype is not None else summed_dtype(old)
        v = filled_value(lift, x, constant(lift, unit, old)) if isinstance(x, Masked) else value_of(lift, x)
        v = cast_value(lift, v, old, wanted)
        axes = axes_of(lift, axis, len(v.shape))
        whole = contraction(lift, v, axes, wanted) if op == "sum" and not keepdims else None
        total = _reduced(lift, op, v, axes, keepdims, wanted) if whole is None else whole
        result = lift.wrap(total, wanted)
        if initial is not None:
            result = apply(lift, UFUNCS[np.add if op == "sum" else np.multiply], _in_dtype(lift, initial, wanted), result)
        return result if out is None else put_out(lift, out, value_of(lift, result), wanted)
    return handler


def _in_dtype(lift: Lifting, x: Any, dtype: np.dtype) -> Any:
    x = as_operand(lift, x)
    return lift.wrap(cast_value(lift, value_of(lift, x), dtype_of(x), dtype), dtype)


def _selected(lift: Lifting, a: Any, where: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """What is reduced; selections along several dimensions of an array have one dimension, and those along a dimension that stays are
    written out."""
    if isinstance(a, Masked) and not a.whole and (axis is not None or keepdims or where is not True) and (
            len(a.mask.shape) > 1 or a.axis not in axes_of(lift, axis, len(a.value.shape))):
        a = asarray(lift, a)
    if where is not True:
        a, where = asarray(lift, as_operand(lift, a)), as_operand(lift, where)
        where = asarray(lift, where) if isinstance(where, Masked) else where
        value, mask = together(lift, [read(lift, a), value_of(lift, where, BOOL)])
        return Masked(value, spread(lift, mask, value.shape), a.dtype, whole=True)
    return a if isinstance(a, Masked) else asarray(lift, as_operand(lift, a))


def _reduced(lift: Lifting, op: str, v: Value, axes: tuple[int, ...], keepdims: Any, dtype: np.dtype) -> Value:
    v = lift.settle(v)
    if op == "prod" and dtype.kind == "c" and axes:
        out = _multiplied(lift, v, axes, dtype)
    else:
        out = lift.emit(op, v, dtype=dtype, axes=axes) if axes else v
    return reshaped(lift, out, with_ones(v.shape, axes)) if keepdims and axes else out


def _multiplied(lift: Lifting, v: Value, axes: tuple[int, ...], dtype: np.dtype) -> Value:
    """A product of complex numbers over axes, one row after the other."""
    kept = [k for k in range(len(v.shape)) if k not in axes]
    rows = lift.call(np.transpose, [lift.new_array(v, dtype), tuple(map(Int.of, (*axes, *kept)))], {})
    shape = (product(v.shape[k] for k in axes), *(v.shape[k] for k in kept))
    return value_of(lift, lift.call(library.numeric.multiplied, [lift.call(np.reshape, [rows, tuple(map(Int, shape))], {})], {}))


def extreme(op: str) -> Callable[..., Any]:
    """max and min."""
    def handler(lift: Lifting, a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, initial: Any = None,
                where: Any = True) -> Any:
        x = _selected(lift, a, where, axis, keepdims)
        dtype = dtype_of(x)
        if isinstance(x, Masked):
            v = filled_value(lift, x, constant(lift, _worst(op, dtype), dtype))
        else:
            v = value_of(lift, x)
        if dtype == BOOL:
            op_name = {"max": "any", "min": "all"}[op]
        else:
            op_name = op
        axes = axes_of(lift, axis, len(v.shape))
        if initial is None and isinstance(x, Masked):
            _may_be_empty(lift, op, number_of(lift, x, axis))
        elif initial is not None:
            v = _with_one_more(lift, v, axes, value_of(lift, _in_dtype(lift, initial, dtype), dtype))
        else:
            _refuse_empty(lift, v, axes, op, f"zero-size array to reduction operation {op}imum which has no identity")
        result = lift.wrap(_reduced(lift, op_name, v, axes, keepdims, dtype), dtype)
        if initial is not None:
            result = apply(lift, UFUNCS[np.maximum if op == "max" else np.minimum], _in_dtype(lift, initial, dtype), result)
        return result if out is None else put_out(lift, out, value_of(lift, result), dtype)
    return handler


def _with_one_more(lift: Lifting, v: Value, axes: tuple[int, ...], initial: Value) -> Value:
    """With one more element along the axes that may be empty, so that there is something to reduce."""
    for k in axes:
        shape = lift.settle(v).shape
        if lift.sizes.nonnegative(shape[k] - 1) is not True:
            one = spread(lift, initial, (*shape[:k], ONE, *shape[k + 1:]))
            v = lift.emit("concatenate", v, one, axis=k)
    return v


def _refuse_empty(lift: Lifting, v: Value, axes: tuple[int, ...], op: str, message: str) -> None:
    """What has no result where there is no element: sizes are guarded, and of lengths that the data decide it is said."""
    there = [lift.sizes.nonnegative(lift.settle(v).shape[k] - 1) for k in axes]
    if False in there:
        lift.wrong(message)
    if None in there:
        _may_be_empty(lift, op, Int(product(lift.shape(lift.settle(v).shape)[k] for k in axes)))


def _may_be_empty(lift: Lifting, op: str, count: Any) -> None:
    """What has no result where no element is selected, as the data decide; `count`: how many are."""
    if lift.catching.hazards is None:
        lift.assume(SOMETHING.format(op))
        return
    nothing = lift.emit("eq", value_of(lift, count, INT), constant(lift, 0, INT), dtype=BOOL)
    lift.may_raise(ValueError, lift.call(np.any, [lift.wrap(nothing, BOOL)], {}), called=True)


def _worst(op: str, dtype: np.dtype) -> Any:
    if is_integer(dtype):
        return np.iinfo(dtype).min if op == "max" else np.iinfo(dtype).max
    return -np.inf if op == "max" else np.inf


def deciding(op: str) -> Callable[..., Any]:
    """any and all."""
    def handler(lift: Lifting, a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, where: Any = True) -> Any:
        if isinstance(a, bool):
            return a
        x = _selected(lift, a, where, axis, keepdims)
        v = convert(lift, value_of(lift, x), BOOL)
        if isinstance(x, Masked):
            v = filled_value(lift, Masked(v, x.mask, BOOL, x.axis), constant(lift, op == "all", BOOL))
        value = _reduced(lift, op, v, axes_of(lift, axis, len(v.shape)), keepdims, BOOL)
        return lift.wrap(value, BOOL) if out is None else put_out(lift, out, value, BOOL)
    return handler


def placing(op: str) -> Callable[..., Any]:
    """argmax and argmin: of the flat array where no axis is given."""
    def handler(lift: Lifting, a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        x = asarray(lift, a)
        v = read(lift, x)
        if axis is None:
            v, k = reshaped(lift, v, (product(v.shape),)), 0
        else:
            k = one_axis(lift, axis, len(v.shape))
        _refuse_empty(lift, v, (k,), op, f"attempt to get {op} of an empty sequence")
        value = _reduced(lift, op, v, (k,), keepdims, INT)
        if keepdims and axis is None:
            value = reshaped(lift, value, (ONE,) * len(x.shape))
        return lift.wrap(value, INT) if out is None else put_out(lift, out, value, INT)
    return handler


def number_of(lift: Lifting, x: Any, axis: Any, keepdims: Any = False) -> Any:
    """How many elements a mean divides by."""
    if isinstance(x, Masked):
        axes = axes_of(lift, axis, len(x.value.shape))
        found = count(lift, x, axes)
        return lift.wrap(reshaped(lift, value_of(lift, found), with_ones(x.value.shape, axes)), INT) if keepdims and x.whole else found
    shape = shape_of(lift, x)
    return Int(product(shape[k] for k in axes_of(lift, axis, len(shape))))


def _floating(dtype: np.dtype) -> np.dtype:
    return FLOAT if dtype.kind in "biu" else dtype


def mean(lift: Lifting, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False, where: Any = True) -> Any:
    """The sum in the result's dtype, divided by the number of elements."""
    x = _selected(lift, a, where, axis, keepdims)
    wanted = as_dtype(lift, dtype) if dtype is not None else _floating(dtype_of(x))
    if wanted == np.float16 and dtype is None:  # NumPy computes it in binary32
        wide = value_of(lift, mean(lift, a, axis, np.dtype(np.float32), None, keepdims, where))
        narrow = lift.wrap(cast_value(lift, wide, np.dtype(np.float32), wanted), wanted)
        return narrow if out is None else put_out(lift, out, value_of(lift, narrow), wanted)
    total = folding("sum", 0)(lift, x, axis, wanted, keepdims=keepdims)
    result = _divided(lift, total, number_of(lift, x, axis, keepdims), wanted)
    return result if out is None else put_out(lift, out, value_of(lift, result), wanted)


def _divided(lift: Lifting, total: Any, n: Any, dtype: np.dtype) -> Any:
    return lift.wrap(lift.emit("div", value_of(lift, total, dtype), value_of(lift, n, dtype), dtype=dtype), dtype)


def average(lift: Lifting, a: Any, axis: Any = None, weights: Any = None, returned: Any = False, keepdims: Any = False) -> Any:
    if weights is None and returned is False:
        return mean(lift, a, axis, keepdims=keepdims)
    return lift.call(library.statistics.average, [as_operand(lift, a), axis, as_operand(lift, weights), returned, keepdims], {})


def variance(lift: Lifting, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = INT_0, keepdims: Any = False,
             where: Any = True, *, correction: Any = None) -> Any:
    """The mean of squared distances from the mean, with n - ddof."""
    ddof = ddof if correction is None else correction
    x = _selected(lift, a, where, axis, keepdims)
    if isinstance(x, Masked) and axis is not None:
        if x.whole:
            if dtype is not None:
                lift.refuse("var and std with where= and a dtype along an axis cannot be lifted", "convert the array: a.astype(dtype)")
            found = lift.call(library.statistics.chosen_variance, [asarray(lift, as_operand(lift, a)), axis, ddof, keepdims, where], {})
            return found if out is None else put_out(lift, out, value_of(lift, found), dtype_of(found))
        x = asarray(lift, x)
    wanted = as_dtype(lift, dtype) if dtype is not None else _floating(dtype_of(x))
    if dtype is not None and "c" in (wanted.kind, dtype_of(x).kind):
        lift.refuse("np.var and np.std with a dtype, where complex numbers are, cannot be lifted", "leave dtype out")
    middle = mean(lift, x, axis, wanted, keepdims=not isinstance(x, Masked))
    distance = apply(lift, UFUNCS[np.subtract], x, middle)
    if wanted.kind == "c":
        magnitude = apply(lift, UFUNCS[np.absolute], distance)
        square, wanted = apply(lift, UFUNCS[np.multiply], magnitude, magnitude), real_part(wanted)
    else:
        square = apply(lift, UFUNCS[np.multiply], distance, distance)
    total = folding("sum", 0)(lift, square, axis, keepdims=keepdims)
    n = number_of(lift, x, axis)
    n = _less(lift, n, ddof)
    result = _divided(lift, total, n, wanted)
    return result if out is None else put_out(lift, out, value_of(lift, result), wanted)


def _less(lift: Lifting, n: Any, ddof: Any) -> Any:
    """n - ddof, and 0 where it is less."""
    if not (isinstance(ddof, Int) and isinstance(n, Int)):  # elements that a mask selects are counted in the program
        return apply(lift, UFUNCS[np.maximum], apply(lift, UFUNCS[np.subtract], n, ddof), INT_0)
    rest = n.size - ddof.size
    return Int(rest if lift.sizes.nonnegative(rest) else largest(rest, ZERO))


def deviation(lift: Lifting, a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = INT_0, keepdims: Any = False,
              where: Any = True, *, correction: Any = None) -> Any:
    result = apply(lift, UFUNCS[np.sqrt], variance(lift, a, axis, dtype, None, ddof, keepdims, where, correction=correction))
    return result if out is None else put_out(lift, out, value_of(lift, result), dtype_of(result))


def scanning(op: str, default: str = "flat") -> Callable[..., Any]:
    """cumsum and cumprod, of the flat array by default; np.add.accumulate along the first axis."""
    def handler(lift: Lifting, a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        x = asarray(lift, a)
        axis = Int.of(0) if axis is None and default == "first" else axis
        wanted = as_dtype(lift, dtype) if dtype is not None else summed_dtype(dtype_of(x))
        v = cast_value(lift, read(lift, x), x.dtype, wanted)
        if axis is None:
            v = reshaped(lift, v, (product(v.shape),))
        k = 0 if axis is None else one_axis(lift, axis, len(v.shape))
        if op == "cumprod" and wanted.kind == "c":
            result = lift.call(library.numeric.multiplied_so_far, [lift.new_array(v, wanted), Int.of(k)], {})
        else:
            result = lift.new_array(lift.emit(op, v, dtype=wanted, axis=k), wanted)
        return result if out is None else put_out(lift, out, read(lift, result), wanted)
    return handler


def diff(lift: Lifting, a: Any, n: Any = INT_1, axis: Any = INT_LAST, prepend: Any = None, append: Any = None) -> Any:
    x = asarray(lift, a)
    if prepend is not None or append is not None:
        x = lift.call(library.arrays.extended, [x, *(as_operand(lift, e) for e in (prepend, append)), axis], {})
    k = one_axis(lift, axis, len(x.shape))
    for _ in range(lift.fixed(as_size(lift, n), "the order of a difference")):
        v = read(lift, x)
        length = v.shape[k]
        if lift.sizes.nonnegative(length - 1) is False:
            return x
        left = lift.sizes.larger(length - 1, Size())
        parts = [lift.emit("slice", v, at=_along(v.shape, k, Cut(Size.of(s), left))) for s in (1, 0)]
        ufunc = np.not_equal if x.dtype == BOOL else np.subtract
        x = apply(lift, UFUNCS[ufunc], *(lift.new_array(p, x.dtype) for p in parts))
    return x


def _along(shape: Any, axis: int, item: Any) -> tuple[Any, ...]:
    return tuple(item if k == axis else Cut(ZERO, d) for k, d in enumerate(shape))


def count_nonzero(lift: Lifting, a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    x = asarray(lift, a)
    v = convert(lift, convert(lift, value_of(lift, x), BOOL), INT)
    return lift.wrap(_reduced(lift, "sum", v, axes_of(lift, axis, len(v.shape)), keepdims, INT), INT)


def trace(lift: Lifting, a: Any, offset: Any = INT_0, axis1: Any = INT_0, axis2: Any = INT_1, dtype: Any = None, out: Any = None) -> Any:
    return folding("sum", 0)(lift, diagonal(lift, a, offset, axis1, axis2), INT_LAST, dtype, out)


def ptp(lift: Lifting, a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    high, low = (extreme(op)(lift, a, axis, None, keepdims) for op in ("max", "min"))
    return apply(lift, UFUNCS[np.subtract], high, low, out=out)


def reduce_of(ufunc: Any) -> Callable[..., Any]:
    """np.add.reduce and the like, whose axis is 0 by default."""
    handler = {np.add: folding("sum", 0), np.multiply: folding("prod", 1), np.maximum: extreme("max"), np.minimum: extreme("min"),
               np.logical_and: deciding("all"), np.logical_or: deciding("any")}[ufunc]

    def wrapped(lift: Lifting, array: Any, axis: Any = INT_0, keepdims: Any = False, **more: Any) -> Any:
        return handler(lift, array, axis, keepdims=keepdims, **more)
    return wrapped


REDUCING = {u: reduce_of(u) for u in (np.add, np.multiply, np.maximum, np.minimum, np.logical_and, np.logical_or)}

ACCUMULATING = {np.add: scanning("cumsum", "first"), np.multiply: scanning("cumprod", "first")}

FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.sum: folding("sum", 0), np.prod: folding("prod", 1), np.max: extreme("max"), np.min: extreme("min"),
    np.amax: extreme("max"), np.amin: extreme("min"), np.any: deciding("any"), np.all: deciding("all"), np.argmax: placing("argmax"),
    np.argmin: placing("argmin"), np.mean: mean, np.average: average, np.var: variance, np.std: deviation,
    np.cumsum: scanning("cumsum"), np.cumprod: scanning("cumprod"), np.diff: diff, np.count_nonzero: count_nonzero, np.trace: trace,
    np.ptp: ptp,
}

