"""Functions that move elements: views where NumPy gives views, else new arrays."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from precis.ir.ops.structure import numpy_index
from precis.ir.size import Size, product
from precis.ir.types import At, Cut, New, Shape
from precis.lift.numpy import library
from precis.lift.numpy.arrays import read, reshaped, shown
from precis.lift.numpy.elementwise import apply, broadcast_shape
from precis.lift.numpy.functions.as_many import same_number, take_as_same, with_rest
from precis.lift.numpy.functions.axes import axes_of, each_axis, one_axis
from precis.lift.numpy.functions.conversion import as_shape, asarray, in_one_piece, itself, listed
from precis.lift.numpy.functions.ufuncs import UFUNCS
from precis.lift.numpy.indexing import take
from precis.lift.numpy.layouts import note_reshape
from precis.lift.numpy.numbers import as_size, shape_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Reshaping, Spreading, Transposing
from precis.lift.numpy.values import INT_0, INT_1, Array, Instance, Int, Items, Masked, MaskPart, SliceOf, Stacked, View
from precis.lift.numpy.views import cutting, view


def whole(shape: Sequence[Size]) -> tuple[Cut, ...]:
    """Index items that take everything."""
    return tuple(Cut(ZERO, d) for d in shape)


def transpose(lift: Lifting, a: Any, axes: Any = None) -> Any:
    a = itself(lift, a)
    rank = len(a.shape)
    perm = tuple(range(rank))[::-1] if axes is None else tuple(each_axis(lift, axes, rank))
    if sorted(perm) != list(range(rank)):
        lift.wrong("axes do not match the array")
    return a if perm == tuple(range(rank)) else view(lift, a, Transposing(perm), tuple(a.shape[p] for p in perm))


def swapaxes(lift: Lifting, a: Any, axis1: Any, axis2: Any) -> Any:
    a = itself(lift, a)
    perm = list(range(len(a.shape)))
    i, j = one_axis(lift, axis1, len(perm)), one_axis(lift, axis2, len(perm))
    perm[i], perm[j] = perm[j], perm[i]
    return transpose(lift, a, tuple(map(Int.of, perm)))


def moveaxis(lift: Lifting, a: Any, source: Any, destination: Any) -> Any:
    a = itself(lift, a)
    rank = len(a.shape)
    sources, places = each_axis(lift, source, rank), each_axis(lift, destination, rank)
    order = [k for k in range(rank) if k not in sources]
    for place, s in sorted(zip(places, sources)):
        order.insert(place, s)
    return transpose(lift, a, tuple(map(Int.of, order)))


def reshape(lift: Lifting, a: Any, shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """A view of contiguous arrays, else a new array. One dimension may be -1. Fortran's order is C's of the transposes."""
    a = itself(lift, a)
    if order not in ("C", "F"):
        lift.refuse(f"reshape in the order {order} depends on how NumPy laid out the array", "write order='C' or order='F'")
    if isinstance(shape, Items):
        shape = lift.held(shape)
    shape = listed(lift, shape)
    parts = [as_size(lift, p) for p in (shape if isinstance(shape, tuple) else (shape,))]
    if order == "F":
        return transpose(lift, _reshaped(lift, transpose(lift, a), parts[::-1]))
    return _reshaped(lift, a, parts)


def _reshaped(lift: Lifting, a: Any, parts: list[Size], lying: bool = True) -> Any:
    """`lying`: whether it depends on how the array lies in memory if this is a view."""
    target = with_rest(lift, lift.shape(a.shape), parts)
    if not same_number(lift, lift.shape(a.shape), target):
        take_as_same(lift, lift.shape(a.shape), target)
        a = _first_of(lift, a, product(lift.shape(target)))
    target = lift.shape(target)
    if target == lift.shape(a.shape):
        return a
    if only_splits(lift, lift.shape(a.shape), target):
        return view(lift, a, Reshaping(target), target)
    shares = reshapes_in_place(lift, a, target)
    in_order = not lying or note_reshape(lift, a)
    if shares and in_order:
        return view(lift, a, Reshaping(target), target)
    copy = lift.new_array(reshaped(lift, read(lift, a), target), a.dtype)
    if shares is None or not in_order:
        lift.relate(copy, frozenset((a.base if isinstance(a, View) else a,)))
    elif lying:
        note_reshape(lift, a, copy)
    return copy


def _first_of(lift: Lifting, a: Any, count: Size) -> Any:
    """The first elements of an array, which are all of them in every run that NumPy does not refuse."""
    line = a if len(a.shape) == 1 else _reshaped(lift, a, [product(lift.shape(a.shape))])
    return cutting(lift, line, (Cut(ZERO, count),))


def only_splits(lift: Lifting, shape: Shape, target: Shape) -> bool:
    """Whether a reshape does nothing but split dimensions, which gives a view however the array lies."""
    left = list(target)
    for whole in shape:
        part = Size.of(1)
        while lift.sizes.resolve(part - whole).constant != 0:
            if not left:
                return False
            part = part * left.pop(0)
    return all(d.constant == 1 for d in left)


def reshapes_in_place(lift: Lifting, a: Any, target: Shape) -> bool | None:
    """Whether NumPy gives a view, tried on strides at the example sizes (arrays count as C-ordered); None where these vary."""
    if isinstance(a, Array):
        return True
    found, sizes = _laid_out(lift, a), [lift.sizes.example(d) for d in target]
    if found is None or any(n is None for n in sizes):
        return True if all(isinstance(s, (Cutting, Reshaping)) for s in a.steps) and in_one_piece(lift, a) else None
    try:
        np.reshape(found, tuple(sizes), copy=False)  # type: ignore[arg-type]
    except ValueError:
        return False
    return True


def _laid_out(lift: Lifting, a: View) -> np.ndarray | None:
    """An array with the strides of a view at the example sizes (arrays count as C-ordered); None where these vary."""
    sizes = [lift.sizes.example(d) for d in a.base.shape]
    if any(n is None for n in sizes) or any(not _placed(lift, step) for step in a.steps):
        return None
    strides = [8 * math.prod(max(n, 1) for n in sizes[k + 1:]) for k in range(len(sizes))]  # type: ignore[misc]
    found = np.lib.stride_tricks.as_strided(np.empty(1), sizes, strides)  # type: ignore[arg-type]
    for step in a.steps:
        found = _strided(lift, found, step)
    return found


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
    """A view of what lies without gaps in this order, else a copy, also where a reshape gives a view."""
    a = itself(lift, a)
    seen = transpose(lift, a) if order == "F" else a
    found = _laid_out(lift, seen) if isinstance(seen, View) else None
    if order not in ("C", "F") or not isinstance(seen, View) or (found is not None and found.flags.c_contiguous):
        return reshape(lift, a, Int(product(lift.shape(a.shape))), order)
    copy = flatten(lift, a, order)
    if not note_reshape(lift, a, copy) or found is None:
        lift.relate(copy, frozenset((seen.base,)))
    return copy


def flat(lift: Lifting, a: Array | View) -> Any:
    """a.flat: the elements in C order, however they lie; they are written through it."""
    count = (product(lift.shape(a.shape)),)
    return a if len(a.shape) == 1 else view(lift, a, Reshaping(count), count)


def flatten(lift: Lifting, a: Any, order: Any = "C") -> Array:
    if order not in ("C", "F"):
        return ravel(lift, a, order)
    x = asarray(lift, a)
    return lift.new_array(read(lift, flat(lift, transpose(lift, x) if order == "F" else x)), x.dtype)


def expand_dims(lift: Lifting, a: Any, axis: Any) -> Any:
    a = itself(lift, a)
    count = len(axis) if isinstance(axis, tuple) else 1
    places = axes_of(lift, axis, len(a.shape) + count)
    dims = iter(lift.shape(a.shape))
    at = tuple(New() if k in places else Cut(ZERO, next(dims)) for k in range(len(a.shape) + count))
    old = iter(lift.shape(a.shape))
    return view(lift, a, Cutting(at), tuple(ONE if k in places else next(old) for k in range(len(at))))


def squeeze(lift: Lifting, a: Any, axis: Any = None) -> Any:
    a = itself(lift, a)
    shape = lift.shape(a.shape)
    gone = axes_of(lift, axis, len(shape)) if axis is not None else tuple(k for k, d in enumerate(shape) if lift.sizes.example(d) == 1)
    for k in gone:
        if not lift.sizes.unify(shape[k], ONE):
            lift.wrong("squeeze of a dimension whose length is not 1")
    target = tuple(d for k, d in enumerate(shape) if k not in gone)
    return a if not gone else view(lift, a, Reshaping(target), target)


def atleast(rank: int) -> Callable[..., Any]:
    def handler(lift: Lifting, a: Any) -> Any:
        a = itself(lift, a)
        shape = lift.shape(a.shape)
        if len(shape) >= rank:
            return a
        target = (*(ONE,) * (rank - len(shape)), *shape) if rank == 2 or not shape else shape
        return view(lift, a, Reshaping(target), target)
    return handler


def broadcast_to(lift: Lifting, array: Any, shape: Any, subok: Any = False) -> Any:
    a, target = itself(lift, array), as_shape(lift, shape)
    common = broadcast_shape(lift, [target, shape_of(lift, a)])
    target = lift.shape(target)  # lengths that only a run can compare with those of the array are these
    if len(common) > len(target) or any(ONE == n != m for n, m in zip(target, common)):
        lift.wrong(f"an array of shape {shown(lift, a.shape)} cannot be broadcast to {shown(lift, target)}")
    return view(lift, a, Spreading(target), target)


def broadcast_arrays(lift: Lifting, *args: Any, subok: Any = False) -> tuple[Any, ...]:
    arrays = [itself(lift, a) for a in args]
    target = broadcast_shape(lift, [shape_of(lift, a) for a in arrays])
    return tuple(view(lift, a, Spreading(target), target) for a in arrays)


def broadcast_shapes(lift: Lifting, *shapes: Any) -> tuple[Int, ...]:
    return tuple(map(Int, broadcast_shape(lift, [as_shape(lift, s) for s in shapes])))


def flip(lift: Lifting, m: Any, axis: Any = None) -> Any:
    m = itself(lift, m)
    axes = axes_of(lift, axis, len(m.shape))
    at = tuple(Cut(d - 1, d, -1) if k in axes else Cut(ZERO, d) for k, d in enumerate(lift.shape(m.shape)))
    return view(lift, m, Cutting(at), m.shape)


def split(lift: Lifting, ary: Any, indices_or_sections: Any, axis: Any = INT_0) -> Items | Instance:
    a = itself(lift, ary)
    k = one_axis(lift, axis, len(a.shape))
    places = asarray(lift, indices_or_sections) if _by_places(lift, indices_or_sections) else None
    if places is not None and lift.sizes.example(lift.sizes.resolve(places.shape[0])) is None:
        return lift.call(library.splits.splits, [a, places, Int.of(k)], {})
    cuts = _split_places(lift, lift.shape(a.shape)[k], indices_or_sections)
    full = (SliceOf(None, None, None),) * k
    parts = tuple(take(lift, a, (*full, SliceOf(x, y, None))) for x, y in itertools.pairwise(cuts))
    return lift.new_items(list, parts)


def _by_places(lift: Lifting, sections: Any) -> bool:
    """Whether an array, or a list that a loop grew, says where the parts begin."""
    held = lift.held(sections) if isinstance(sections, Items) else sections
    return isinstance(held, (Masked, MaskPart, Stacked)) or (isinstance(held, (Array, View)) and len(held.shape) == 1)


def _split_places(lift: Lifting, n: Size, sections: Any) -> list[Any]:
    """Where the parts begin and end: sizes, or numbers of an array, whose length then is known."""
    held = lift.held(sections) if isinstance(sections, Items) else sections
    if isinstance(held, tuple):
        return [INT_0, *(Int(as_size(lift, s)) for s in held), Int(n)]
    sections = asarray(lift, sections) if isinstance(sections, Items) else sections
    if isinstance(sections, (Array, View)) and len(sections.shape) == 1:
        count = lift.fixed(sections.shape[0], "into how many parts np.split cuts an array")
        return [INT_0, *(take(lift, sections, Int.of(k)) for k in range(count)), Int(n)]
    count = lift.fixed(as_size(lift, sections), "the number of sections")
    if not lift.sizes.unify((n // count) * count, n):
        lift.wrong("the array does not split into equal parts")
    part = lift.sizes.resolve(n) // count
    return [Int(part * k) for k in range(count + 1)]


def rot90(lift: Lifting, m: Any, k: Any = INT_1, axes: Any = (INT_0, INT_1)) -> Any:
    turns = lift.fixed(as_size(lift, k), "the number of turns") % 4
    m = itself(lift, m)
    for _ in range(turns):
        m = flip(lift, swapaxes(lift, m, *axes), axes[0])
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
    np.broadcast_to: broadcast_to, np.broadcast_arrays: broadcast_arrays, np.broadcast_shapes: broadcast_shapes,
    np.flip: flip,
    np.fliplr: lambda lift, m: flip(lift, m, Int.of(1)), np.flipud: lambda lift, m: flip(lift, m, Int.of(0)), np.split: split,
    np.rot90: rot90, np.shape: lambda lift, a: tuple(Int(d) for d in shape_of(lift, asarray(lift, a))), np.size: length_of,
    np.ndim: lambda lift, a: Int.of(len(shape_of(lift, asarray(lift, a)))),
}
