"""Coordinates of grids: meshgrid, mgrid, ogrid, indices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.size import product
from precis.ir.types import Cut, New
from precis.lift.numpy import library
from precis.lift.numpy.arrays import read
from precis.lift.numpy.functions.casts import as_dtype
from precis.lift.numpy.functions.conversion import arange, as_shape, asarray, running_length, stacked
from precis.lift.numpy.functions.creation import linspace
from precis.lift.numpy.kinds import INT, real_part
from precis.lift.numpy.numbers import convert, is_number, operand, shape_of, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import bases
from precis.lift.numpy.values import Array, Int, Scalar, SliceOf


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
        if copy is False:
            found[-1].frozen = "what np.meshgrid gives with copy=False"
            lift.relate(found[-1], bases(x))
    return tuple(found)


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
    return list(meshgrid(lift, *axes, indexing="ij", sparse=sparse))


def _grid_axis(lift: Lifting, s: SliceOf) -> Any:
    start = Int.of(0) if s.start is None else s.start
    if isinstance(s.step, Scalar) and s.step.dtype.kind == "c":
        return linspace(lift, start, s.stop, _points(lift, s.step))
    return arange(lift, start, s.stop, Int.of(1) if s.step is None else s.step)


def _points(lift: Lifting, step: Scalar) -> Int:
    """The number of points that a complex step asks for: known, of sizes that are then pinned, or computed while the program runs."""
    if step.known is not None and lift.sizes.pin(step.given):
        return Int.of(int(abs(step.known)))
    dtype = real_part(step.dtype)
    length = lift.emit("abs", value_of(lift, step), dtype=dtype)
    return Int(running_length(lift, convert(lift, lift.emit("floor", length, dtype=dtype), INT)))


def joining(axis: int, least: int, turned: int) -> Callable[..., Any]:
    """np.r_ and np.c_: slices, numbers and arrays side by side, with at least `least` dimensions; see library.arrays.joined."""
    def handler(lift: Lifting, index: Any) -> Array:
        items, place = index if isinstance(index, tuple) else (index,), (axis, least, turned)
        if items and isinstance(items[0], str):
            if not all(part.strip().lstrip("-").isdigit() for part in items[0].split(",")):
                lift.refuse("np.r_ and np.c_ of matrices cannot be lifted", "use np.concatenate, np.hstack or np.vstack")
            given = tuple(map(int, items[0].split(",")))
            items, place = items[1:], (*given, *place[len(given):])
        parts = [_grid_axis(lift, i) if isinstance(i, SliceOf) else i if is_number(i) else asarray(lift, i) for i in items]
        dtype = np.result_type(*(kind() if isinstance(kind, type) else kind for kind in map(operand, parts)))
        return lift.call(library.arrays.joined, [lift.new_items(list, tuple(parts)), *map(Int.of, place), dtype], {})
    return handler


INDEXERS: dict[Any, Callable[..., Any]] = {
    np.mgrid: mgrid, np.ogrid: ogrid, np.r_: joining(0, 1, -1), np.c_: joining(-1, 2, 0), np.s_: lambda lift, index: index,
    np.index_exp: lambda lift, index: index if isinstance(index, tuple) else (index,)}


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.meshgrid: meshgrid, np.indices: indices,
}
