"""Functions whose results have a length that depends on data: places of a mask, parts of arrays, distinct elements; open meshes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Cut, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import read, reshaped
from precis.lift.numpy.functions.axes import one_axis
from precis.lift.numpy.functions.conversion import asarray, filled, stacked
from precis.lift.numpy.functions.shaping import ravel
from precis.lift.numpy.indexing import put, take
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.lengths import number, places, written_out
from precis.lift.numpy.numbers import constant, convert, shape_of, value_of
from precis.lift.numpy.operators import binary
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_2, Array, Int, Items, Masked, MaskPart, Scalar, SliceOf, View

ALL = SliceOf(None, None, None)


def flatnonzero(lift: Lifting, a: Any) -> MaskPart:
    flat = ravel(lift, asarray(lift, a))
    return MaskPart(value_of(lift, flat, BOOL), 0)


def argwhere(lift: Lifting, a: Any) -> Any:
    mask = value_of(lift, asarray(lift, a), BOOL)
    return stacked(lift, [written_out(lift, MaskPart(mask, k)) for k in range(len(mask.shape))], INT, 1)


def compress(lift: Lifting, condition: Any, a: Any, axis: Any = None) -> Any:
    """The elements (along an axis: the slices) at which a condition holds; a shorter condition leaves the rest out."""
    mask, x = value_of(lift, asarray(lift, condition), BOOL), asarray(lift, a)
    if axis is None:
        x, k = ravel(lift, x), 0
    else:
        k = one_axis(lift, axis, len(x.shape))
    if not lift.sizes.unify(mask.shape[0], x.shape[k]):
        x = take(lift, x, (*(ALL,) * k, SliceOf(None, Int(mask.shape[0]), None)))
    return Masked(read(lift, x), lift.settle(mask), x.dtype, k)


def extract(lift: Lifting, condition: Any, arr: Any) -> Any:
    mask = value_of(lift, ravel(lift, asarray(lift, condition)), BOOL)
    return compress(lift, lift.new_array(mask, BOOL), arr)


def delete(lift: Lifting, arr: Any, obj: Any, axis: Any = None) -> Any:
    """The array without one place, or without those of an index array, a slice or a mask."""
    x = asarray(lift, arr)
    if axis is None:
        x, k = ravel(lift, x), 0
    else:
        k = one_axis(lift, axis, len(x.shape))
    flags = filled(lift, (lift.shape(x.shape)[k],), True, BOOL)
    if isinstance(obj, (Array, View, Masked)) and obj.dtype == BOOL:
        flags = lift.new_array(lift.emit("bit_not", value_of(lift, asarray(lift, obj)), dtype=BOOL), BOOL)
    elif isinstance(obj, Int) and lift.sizes.nonnegative(obj.size) is not None:
        return _without(lift, x, obj.size if lift.sizes.nonnegative(obj.size) else obj.size + x.shape[k], k)
    else:
        put(lift, flags, obj, False)
    return Masked(read(lift, x), read(lift, flags), x.dtype, k)


def _without(lift: Lifting, x: Array | View, place: Size, axis: int) -> Array:
    around = SliceOf(None, Int(place), None), SliceOf(Int(place + 1), None, None)
    before, after = (take(lift, x, (*(ALL,) * axis, part)) for part in around)
    return lift.new_array(lift.emit("concatenate", read(lift, before), read(lift, after), axis=axis), x.dtype)


def unique(lift: Lifting, ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False,
           axis: Any = None) -> Any:
    """The distinct elements in order: where the sorted array changes."""
    if axis is not None:
        return lift.call(library.sets.unique_along, [asarray(lift, ar), axis, return_index, return_inverse, return_counts], {})
    x = ravel(lift, asarray(lift, ar))
    order = lift.call(np.argsort, [x], {"kind": "stable"}) if return_index or return_inverse else None
    ordered = lift.call(np.sort, [x], {}) if order is None else take(lift, x, order)
    new = _begins(lift, ordered)
    found: list[Any] = [Masked(read(lift, ordered), new, x.dtype)]
    if return_index:
        found.append(Masked(read(lift, asarray(lift, order)), new, INT))
    if return_inverse:
        inverse = _inverse(lift, read(lift, asarray(lift, order)), new)
        found.append(lift.new_array(reshaped(lift, read(lift, inverse), shape_of(lift, asarray(lift, ar))), INT))
    if return_counts:
        found.append(_gaps(lift, new))
    return tuple(found) if len(found) > 1 else found[0]


def _begins(lift: Lifting, ordered: Any) -> Value:
    """Where a sorted array has another element than before; NaN, which come last, are one."""
    v = read(lift, ordered)
    length = v.shape[0]
    if lift.sizes.nonnegative(length - 1) is False:
        return lift.emit("eq", v, v, dtype=BOOL)
    others = lift.sizes.larger(length - 1, ZERO)
    later, earlier = (lift.emit("slice", v, at=(Cut(start, others),)) for start in (ONE, ZERO))
    first = lift.emit("broadcast", constant(lift, True, BOOL), shape=(length,))
    changes = lift.emit("ne", later, earlier, dtype=BOOL)
    if v.kind == "real":
        changes = lift.emit("bit_and", changes, lift.emit("eq", earlier, earlier, dtype=BOOL), dtype=BOOL)
    return lift.emit("update", first, changes, dtype=BOOL, at=(Cut(ONE, others),))


def _inverse(lift: Lifting, order: Value, new: Value) -> Array:
    counted = lift.emit("cumsum", convert(lift, new, INT), dtype=INT, axis=0)
    group = lift.emit("sub", counted, constant(lift, 1, INT), dtype=INT)
    return take(lift, lift.new_array(group, INT), lift.call(np.argsort, [lift.new_array(order, INT)], {}))


def _gaps(lift: Lifting, new: Value) -> Array:
    """From each place of a mask, which may hold nowhere, to the next one, or to the end."""
    at, n = places(lift, new), number(lift, new)
    others = lift.sizes.larger(n - 1, ZERO)
    ends = lift.emit("broadcast", lift.emit("index", dtype=INT, value=new.shape[0]), shape=(n,))
    shifted = lift.emit("slice", at, at=(Cut(ONE, others),))
    following = lift.emit("update", ends, shifted, dtype=INT, at=(Cut(ZERO, others),))
    return lift.new_array(lift.emit("sub", following, at, dtype=INT), INT)


def open_mesh(lift: Lifting, *args: Any) -> tuple[Any, ...]:
    """np.ix_: index arrays that select the product of their elements."""
    found = []
    for k, arg in enumerate(args):
        x = asarray(lift, arg)
        x = written_out(lift, MaskPart(read(lift, x), 0)) if x.dtype == BOOL else x
        shape = tuple(lift.shape(x.shape)[0] if j == k else ONE for j in range(len(args)))
        found.append(lift.new_array(reshaped(lift, read(lift, x), shape), x.dtype))
    return tuple(found)


def triangle(which: Any) -> Callable[..., Any]:
    """np.triu_indices and np.tril_indices, as places of a mask."""
    def handler(lift: Lifting, n: Any, k: Any = INT_0, m: Any = None) -> tuple[MaskPart, ...]:
        ones = lift.call(np.ones, [(n, n if m is None else m)], {"dtype": bool})
        mask = value_of(lift, lift.call(which, [ones, k], {}), BOOL)
        return tuple(MaskPart(mask, axis) for axis in (0, 1))
    return handler


def diagonal_places(lift: Lifting, n: Any, ndim: Any = INT_2) -> tuple[Any, ...]:
    """np.diag_indices"""
    return (lift.call(np.arange, [n], {}),) * lift.fixed(ndim.size, "a number of dimensions")


def unravelled(lift: Lifting, indices: Any, shape: Any, order: Any = "C") -> tuple[Any, ...]:
    """np.unravel_index: positions in each dimension, of positions in the flat array."""
    dims = lift.held(shape) if isinstance(shape, Items) else shape if isinstance(shape, tuple) else (shape,)
    if order == "F":
        return unravelled(lift, indices, dims[::-1])[::-1]
    rest = asarray(lift, indices) if isinstance(indices, (tuple, Items)) else indices
    found: list[Any] = []
    for d in reversed(dims[1:]):
        found.insert(0, binary(lift, ast.Mod, rest, d))
        rest = binary(lift, ast.FloorDiv, rest, d)
    return tuple(map(_of_numpy, (rest, *found)))


def _of_numpy(x: Any) -> Any:
    """An int as one of NumPy's."""
    if isinstance(x, Int):
        return Int(x.size, INT)
    return replace(x, weak=False) if isinstance(x, Scalar) else x


def ravelled(lift: Lifting, multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C") -> Any:
    """np.ravel_multi_index"""
    if mode != "raise":
        lift.refuse(f"np.ravel_multi_index with mode={mode!r} cannot be lifted", "bring the positions inside before: np.clip, or %")
    sizes = lift.held(dims) if isinstance(dims, Items) else dims
    given = lift.held(multi_index) if isinstance(multi_index, Items) else multi_index
    total, *rest = [asarray(lift, index) if isinstance(index, (tuple, Items)) else index for index in given]
    if order == "F":
        (total, *rest), sizes = (total, *rest)[::-1], sizes[::-1]
    for index, d in zip(rest, sizes[1:]):
        total = binary(lift, ast.Add, binary(lift, ast.Mult, total, d), index)
    return _of_numpy(total)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.flatnonzero: flatnonzero, np.argwhere: argwhere, np.compress: compress, np.extract: extract, np.delete: delete, np.unique: unique,
    np.ix_: open_mesh, np.unravel_index: unravelled,
    np.ravel_multi_index: ravelled,
    np.triu_indices: triangle(np.triu), np.tril_indices: triangle(np.tril), np.diag_indices: diagonal_places,
}
