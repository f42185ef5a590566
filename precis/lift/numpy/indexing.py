"""Subscripts: NumPy's basic and advanced indexing, masks, and Python's on lists, tuples and dicts."""

from __future__ import annotations

from typing import Any

from precis.ir.types import Value
from precis.lift.numpy.arrays import fitted_to_region, forget_relatives, read, region_of, update, write
from precis.lift.numpy.elementwise import aligned_mask, assign_into, together
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.grids import INDEXERS
from precis.lift.numpy.items import put_item, take_interval, take_item
from precis.lift.numpy.numbers import describe, same_value, shape_of, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import Selection, selection, take_array
from precis.lift.numpy.values import (
    Array,
    Cutting,
    Instance,
    Interval,
    Items,
    Masked,
    Scalar,
    SliceOf,
    Stacked,
    View,
)
from precis.lift.numpy.views import stand_in, takes_all, view


def take(lift: Lifting, x: Any, index: Any) -> Any:
    """x[index]."""
    if isinstance(x, (Array, View)):
        return take_array(lift, x, selection(lift, x, index))
    if isinstance(x, (tuple, Items, Stacked, str)):
        return take_item(lift, x, index)
    if isinstance(x, Masked):
        return _take_masked(lift, x, index if isinstance(index, tuple) else (index,))
    if isinstance(x, Interval):
        return take_interval(lift, x, index)
    if isinstance(x, Scalar) and index in ((), None, Ellipsis):
        return x
    if isinstance(x, Instance):
        return take_item(lift, tuple(lift.held(x).values()), index)
    if isinstance(x, type):
        return x  # list[int] and other annotations
    try:
        if x in INDEXERS:
            return INDEXERS[x](lift, index)
    except TypeError:
        pass
    lift.wrong(f"{describe(x)} cannot be indexed")


def _take_masked(lift: Lifting, x: Masked, index: tuple[Any, ...]) -> Masked:
    """x[mask][:, ...]: all selected elements, and an index of the dimensions behind the mask."""
    if not index or index[0] != SliceOf(None, None, None) or x.axis:
        lift.refuse("an element of a masked selection has no known place", "select where the values are used: np.where(mask, ...)")
    whole = (SliceOf(None, None, None),) * len(x.mask.shape)
    part = take(lift, lift.new_array(x.value, x.dtype), (*whole, *index[1:]))
    return Masked(value_of(lift, part), x.mask, x.dtype)


def put(lift: Lifting, x: Any, index: Any, new: Any) -> None:
    """x[index] = new."""
    if isinstance(x, Items):
        put_item(lift, x, index, new)
        return
    if not isinstance(x, (Array, View)):
        lift.wrong(f"{describe(x)} does not take assignments to its items")
    chosen = selection(lift, x, index)
    if chosen.gathers:
        _scatter(lift, x, chosen, new)
        return
    step = Cutting(tuple(chosen.at), tuple(chosen.picks))
    part = x if not step.picks and takes_all(lift, x, step.at) else view(lift, x, step, region_of(lift, stand_in(x), step))
    if chosen.mask is not None:
        put_masked(lift, part, chosen.mask, chosen.mask_axis, new)
    else:
        assign_into(lift, part, _no_selection(lift, as_array(lift, new)))


def as_array(lift: Lifting, x: Any) -> Any:
    return asarray(lift, x) if isinstance(x, (tuple, Items)) else x


def _no_selection(lift: Lifting, x: Any) -> Any:
    if isinstance(x, Masked):
        lift.refuse("a masked selection has an unknown number of elements", "assign to the same mask: a[mask] = b[mask]")
    return x


def put_masked(lift: Lifting, part: Array | View, mask: Value, axis: int, new: Any) -> None:
    """part[mask] = new: `select` between new and old."""
    old = read(lift, part)
    rank = len(old.shape)
    new = as_array(lift, new)
    if isinstance(new, Masked):
        if new.axis != axis or not same_value(lift, new.mask, mask):
            lift.refuse("values selected by one mask are written through another", "use one name for the mask on both sides")
    elif len(shape_of(lift, new)) > rank - axis - len(mask.shape) and any(lift.sizes.example(d) != 1 for d in shape_of(lift, new)):
        lift.refuse("the elements of an array go one by one into the places of a mask, whose number is unknown",
                    "write a[mask] = b[mask], or np.where")
    value = value_of(lift, new, part.dtype)
    chosen = together(lift, [aligned_mask(lift, mask, axis, rank), value, old])
    write(lift, part, lift.emit("select", *chosen, dtype=part.dtype))


def _scatter(lift: Lifting, x: Array | View, chosen: Selection, new: Any) -> None:
    """Assignment through index arrays: the last of equal positions stays, as in NumPy."""
    if chosen.mask is not None:
        lift.refuse("a mask beside index arrays cannot be lifted", "use one of them at a time")
    value = value_of(lift, _no_selection(lift, as_array(lift, new)), x.dtype)
    old, step = read(lift, x), Cutting(tuple(chosen.at), tuple(chosen.picks))
    if isinstance(x, Array) and not x.frozen:
        lift.hold(x, update(lift, old, value, step, x.dtype, lift.container(x)))
        forget_relatives(lift, x)
    else:
        write(lift, x, update(lift, old, value, step, x.dtype, None))


def add_at(lift: Lifting, x: Array | View, index: Any, new: Any) -> None:
    """np.add.at(x, index, new): repeated positions add up."""
    chosen = selection(lift, x, index)
    if chosen.mask is not None:
        lift.refuse("np.add.at with a mask cannot be lifted", "write a[mask] += b")
    step, old = Cutting(tuple(chosen.at), tuple(chosen.picks)), read(lift, x)
    value = value_of(lift, as_array(lift, new), x.dtype)
    value = fitted_to_region(lift, value, region_of(lift, old, step))
    plain = isinstance(x, Array) and not x.frozen
    container = lift.container(x) if plain else None  # type: ignore[arg-type]
    result = lift.emit("update_add", old, value, *step.picks, dtype=x.dtype, container=container, at=step.at)
    if not plain:
        write(lift, x, result)
        return
    lift.hold(x, result)
    forget_relatives(lift, x)  # type: ignore[arg-type]
