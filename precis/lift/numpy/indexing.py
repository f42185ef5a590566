"""Subscripts: NumPy's basic and advanced indexing, masks, and Python's on lists, tuples and dicts."""

from __future__ import annotations

import enum
import operator
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.types import Cut, Pick, Value
from precis.lift.numpy.arrays import fitted_to_region, read, region_of, update, write
from precis.lift.numpy.computations import same_value
from precis.lift.numpy.doubtful import check_same
from precis.lift.numpy.elementwise import aligned_mask, assign_into, together
from precis.lift.numpy.flags import are_flags, flag
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.functions.grids import INDEXERS
from precis.lift.numpy.identity import change_relatives
from precis.lift.numpy.items import put_item, take_interval, take_item
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.lengths import number, own, ranks, written_out
from precis.lift.numpy.numbers import constant, describe, shape_of, value_of
from precis.lift.numpy.options import in_each, of_each, runs_code
from precis.lift.numpy.scopes import wrap, wrap_number
from precis.lift.numpy.several import each
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting
from precis.lift.numpy.strides import spread
from precis.lift.numpy.subscripts import Selection, selection, take_array
from precis.lift.numpy.values import (
    Array,
    Chosen,
    Instance,
    Interval,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Method,
    OneOf,
    Opaque,
    Scalar,
    SliceOf,
    Stacked,
    View,
)
from precis.lift.numpy.views import stand_in, takes_all, view

INDEXED_BY_NONE = (Array, View, Masked, MaskPart)


def take(lift: Lifting, x: Any, index: Any) -> Any:
    """x[index]."""
    if isinstance(x, (Array, View)) and not x.shape and index == ():
        return Scalar(x.dtype, read(lift, x))
    if isinstance(x, (Array, View)):
        return _take_of_array(lift, x, index)
    if isinstance(x, (tuple, Items, Stacked, str)):
        return take_item(lift, x, index)
    if isinstance(x, OneOf):
        return each(lift, x, lambda thing: take(lift, thing, index))
    if isinstance(x, Chosen):
        return (in_each if runs_code(lift, x, "__getitem__") else of_each)(lift, x, lambda option: take(lift, option, index))
    if isinstance(x, (Masked, MaskPart)):
        return _take_masked(lift, x, index if isinstance(index, tuple) else (index,))
    if isinstance(x, Interval):
        return take_interval(lift, x, index)
    if isinstance(x, Scalar) and not x.weak and all(i is None or i is Ellipsis for i in (index if isinstance(index, tuple) else (index,))):
        return take(lift, lift.new_array(value_of(lift, x), x.dtype), index)
    if isinstance(x, Instance) and not issubclass(x.cls, tuple) and hasattr(x.cls, "__getitem__"):
        return lift.call(Method(x, "__getitem__"), [index], {})
    if isinstance(x, Instance) and issubclass(x.cls, tuple):
        return take_item(lift, tuple(lift.held(x).values()), index)
    if isinstance(x, enum.EnumMeta):
        return take(lift, wrap(lift, x.__members__, x.__name__), index)
    if isinstance(x, type):
        return x  # list[int] and other annotations
    if isinstance(x, Opaque):
        return x
    if are_flags(x):
        return flag(lift, x, index)
    try:
        if x in INDEXERS:
            return INDEXERS[x](lift, index)
    except TypeError:
        pass
    if x is None:
        lift.absent("None cannot be indexed")
    (lift.refuse if hasattr(type(x), "__getitem__") else lift.wrong)(f"{describe(x)} cannot be indexed")


def _take_masked(lift: Lifting, x: Masked | MaskPart, index: tuple[Any, ...]) -> Any:
    """x[mask][:, ...]: all selected elements, and an index of the dimensions behind the mask; other indices of what is selected."""
    if isinstance(x, Masked) and len(index) == 1 and _selects_again(lift, x, index[0]):
        return replace(x, mask=lift.emit("bit_and", x.mask, index[0].value, dtype=BOOL), of=None)
    if isinstance(x, MaskPart) or not index or index[0] != SliceOf(None, None, None) or x.axis:
        return take(lift, (own if _gives_a_view(x, index) else written_out)(lift, x), index)
    whole = (SliceOf(None, None, None),) * len(x.mask.shape)
    full = lift.new_array(x.value, x.dtype)
    part = take(lift, full, (*whole, *index[1:]))
    if isinstance(part, Masked):  # by another mask in a further dimension
        return take(lift, written_out(lift, x), index)
    return Masked(value_of(lift, part), x.mask, x.dtype, of=(x, index) if isinstance(part, View) or part is full else None)


def _gives_a_view(x: Masked | MaskPart, index: tuple[Any, ...]) -> bool:
    """Whether x[index] may show elements of x: slices do, and numbers that leave a dimension."""
    rank = len(x.value.shape) - len(x.mask.shape) + 1 if isinstance(x, Masked) else 1
    return len(index) < rank or any(isinstance(i, SliceOf) or i is None or i is Ellipsis for i in index)


def _selects_again(lift: Lifting, x: Masked, index: Any) -> bool:
    """Whether x[index] selects some of what a mask selects, by a condition on what it selects."""
    return (isinstance(index, Masked) and index.dtype == BOOL and index.value is not index.mask and same_value(lift, index.mask, x.mask)
            and index.axis == x.axis and len(index.value.shape) == len(x.mask.shape))


def put(lift: Lifting, x: Any, index: Any, new: Any) -> None:
    """x[index] = new."""
    if isinstance(x, Items):
        put_item(lift, x, index, new)
        return
    if isinstance(x, Chosen):
        in_each(lift, x, lambda option: put(lift, option, index, new))
        return
    if isinstance(x, Instance) and hasattr(x.cls, "__setitem__"):
        lift.call(Method(x, "__setitem__"), [index, new], {})
        return
    if isinstance(x, (Masked, MaskPart)):
        x = own(lift, x)
    if not isinstance(x, (Array, View)):
        lift.wrong(f"{describe(x)} does not take assignments to its items")
    new = _element(lift, x, new)
    chosen = selection(lift, x, spread(lift, lift.shape(x.shape), index))
    if chosen.gathers:
        _scatter(lift, x, chosen, new)
        return
    step = Cutting(tuple(chosen.at), tuple(chosen.picks))
    part = x if not step.picks and takes_all(lift, x, step.at) else view(lift, x, step, region_of(lift, stand_in(x), step))
    if chosen.mask is not None:
        put_masked(lift, part, chosen.mask, chosen.mask_axis, new)
    else:
        assign_into(lift, part, as_array(lift, new))


def _take_of_array(lift: Lifting, x: Array | View, index: Any) -> Any:
    """A part of an array; one whose step only a run tells is a copy, which must not be written, and is good for as long as x stays."""
    places = spread(lift, lift.shape(x.shape), index)
    found = take_array(lift, x, selection(lift, x, places))
    if places is not index and isinstance(found, Array):
        base = x.base if isinstance(x, View) else x
        found.frozen = "a part of an array by a step that only a run tells"
        lift.relate(found, lift.relatives(base) | {base})
    return found


NONE = {"f": np.nan, "b": False}  # what None becomes in an array, by the kind of its dtype


def _element(lift: Lifting, x: Array | View, new: Any) -> Any:
    """What an array takes of a thing that may be None; where its dtype has nothing for None, the thing is there."""
    if isinstance(new, Maybe) and x.dtype.kind == "c":
        lift.refuse("what may be None, as the data ask for, is written into an array of complex numbers", "write a number where it is None")
    if not isinstance(new, Maybe) or x.dtype.kind not in NONE:
        return lift.present(new)
    return lift.call(np.where, [new.there, new.thing, wrap_number(NONE[x.dtype.kind])], {})


def as_array(lift: Lifting, x: Any) -> Any:
    return asarray(lift, x) if isinstance(x, (tuple, Items, Instance, Masked, MaskPart, Interval, Stacked)) else x


def put_masked(lift: Lifting, part: Array | View, mask: Value, axis: int, new: Any) -> None:
    """part[mask] = new: `select` between new and old."""
    old = read(lift, part)
    rank = len(old.shape)
    if not (isinstance(new, Masked) and new.axis == axis and same_value(lift, new.mask, mask)):
        new = as_array(lift, new)
        behind = rank - axis - len(mask.shape)
        if len(shape_of(lift, new)) > behind and any(lift.sizes.example(d) != 1 for d in shape_of(lift, new)[:-behind or None]):
            new = _spread_over(lift, mask, axis, new)
    value = value_of(lift, new, part.dtype)
    chosen = together(lift, [aligned_mask(lift, mask, axis, rank), value, old])
    write(lift, part, lift.emit("select", *chosen, dtype=part.dtype))


def _spread_over(lift: Lifting, mask: Value, axis: int, new: Any) -> Array:
    """Elements that go one by one into the places of a mask, each at the place where it goes."""
    value = read(lift, new)
    if len(value.shape) <= axis:
        lift.refuse("an array goes into the places of a mask behind other dimensions", "select whole rows: a[mask]")
    shape, count = value.shape, number(lift, mask)
    place = ranks(lift, mask)
    if not lift.sizes.equal(shape[axis], count):  # of one element, all are that one
        check_same(lift, shape[axis], count, or_one=True)
        last = lift.emit("index", dtype=INT, value=shape[axis] - 1)
        place = lift.emit("maximum", lift.emit("minimum", place, last, dtype=INT), constant(lift, 0, INT), dtype=INT)
    if lift.sizes.example(shape[axis]) is None:  # there may be no element, where the mask chooses none: one more keeps positions inside
        one = lift.emit("broadcast", constant(lift, 0, new.dtype), shape=(*shape[:axis], ONE, *shape[axis + 1:]))
        value = lift.emit("concatenate", value, one, axis=axis)
    last = lift.emit("index", dtype=INT, value=value.shape[axis] - 1)
    place = lift.emit("minimum", place, last, dtype=INT)
    at = (*(Cut(ZERO, d) for d in value.shape[:axis]), Pick(0))
    return lift.new_array(lift.emit("slice", value, place, at=at), new.dtype)


def _scatter(lift: Lifting, x: Array | View, chosen: Selection, new: Any) -> None:
    """Assignment through index arrays: the last of equal positions stays, as in NumPy."""
    value = value_of(lift, as_array(lift, new), x.dtype)
    old, step = read(lift, x), Cutting(tuple(chosen.at), tuple(chosen.picks))
    if isinstance(x, Array) and not x.frozen:
        lift.hold(x, update(lift, old, value, step, x.dtype, lift.container(x)))
        change_relatives(lift, x)
    else:
        write(lift, x, update(lift, old, value, step, x.dtype, None))


def add_at(lift: Lifting, x: Array | View, index: Any, new: Any) -> None:
    """np.add.at(x, index, new): repeated positions add up."""
    x = own(lift, x) if isinstance(x, Masked) else x
    chosen = selection(lift, x, index)
    if chosen.mask is not None:  # its positions are distinct
        lift.call(operator.setitem, [x, index, lift.call(np.add, [lift.call(operator.getitem, [x, index], {}), new], {})], {})
        return
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
    change_relatives(lift, x)  # type: ignore[arg-type]
