"""Subscripts: NumPy's basic and advanced indexing, masks, and Python's on lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from precis.ir.ops import ArrayConstant
from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, New, Pick, Shape, Value
from precis.lift.numpy.arrays import fitted_to_region, forget_relatives, read, region_of, update, write
from precis.lift.numpy.cuts import cut, wrapped_position
from precis.lift.numpy.elementwise import aligned_mask, assign_into, together
from precis.lift.numpy.functions.creation import INDEXERS, asarray
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.kinds import BOOL, INT, is_integer
from precis.lift.numpy.numbers import array_constant, as_size, describe, dtype_of, known, same_value, shape_of, value_of
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    Array,
    Cutting,
    Instance,
    Int,
    Interval,
    Items,
    Masked,
    MaskPart,
    Scalar,
    SliceOf,
    Stacked,
    View,
)


@dataclass
class Selection:
    """A subscript in the IR's terms: items, run-time positions (rank 0 and arrays), and one mask with its place."""

    at: list[Any] = field(default_factory=list)
    picks: list[Value] = field(default_factory=list)
    mask: Value | None = None
    mask_axis: int = 0

    @property
    def gathers(self) -> bool:
        """Whether index arrays take part, so that the result is a copy."""
        return any(p.shape for p in self.picks)


def take(lift: Lifting, x: Any, index: Any) -> Any:
    """x[index]."""
    if isinstance(x, (Array, View)):
        return _take_array(lift, x, _selection(lift, x, index))
    if isinstance(x, (tuple, Items, Stacked, str)):
        return _take_item(lift, x, index)
    if isinstance(x, Masked):
        return _take_masked(lift, x, index if isinstance(index, tuple) else (index,))
    if isinstance(x, Interval):
        return _take_interval(lift, x, index)
    if isinstance(x, Scalar) and index in ((), None, Ellipsis):
        return x
    if isinstance(x, Instance):
        return _take_item(lift, tuple(lift.held(x).values()), index)
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


def _take_array(lift: Lifting, x: Array | View, chosen: Selection) -> Any:
    if chosen.gathers:
        if chosen.mask is not None:
            lift.refuse("a mask beside index arrays cannot be lifted", "use one of them at a time")
        return lift.wrap(lift.emit("slice", read(lift, x), *chosen.picks, at=tuple(chosen.at)), x.dtype)
    part = cutting(lift, x, tuple(chosen.at), tuple(chosen.picks))
    if chosen.mask is None:
        return part
    return Masked(read(lift, part), lift.settle(chosen.mask), x.dtype, chosen.mask_axis)


def cutting(lift: Lifting, x: Array | View, at: Index, picks: tuple[Value, ...] = ()) -> Any:
    """x at a basic index: a number where no dimension is left, else a view."""
    step = Cutting(at, picks)
    shape = region_of(lift, _stand_in(x), step)
    if not shape and at and not any(isinstance(i, (New, Cut)) for i in at):
        size = _counting(lift, x, at)
        if size is not None:
            return Int(size, x.dtype)
        return _known_element(lift, x, at) or Scalar(x.dtype, _read_element(lift, x, step))
    if not picks and _takes_all(lift, x, at):
        return x
    return view(lift, x, step, shape)


def _counting(lift: Lifting, x: Array | View, at: Index) -> Size | None:
    """An element of a range of integers (np.arange) as a size."""
    if not isinstance(x, Array) or len(at) != 1 or not isinstance(at[0], At) or not is_integer(x.dtype):
        return None
    return _count_at(lift, read(lift, x), at[0].position)


def _known_element(lift: Lifting, x: Array | View, at: Index) -> Any:
    """An integer in an array of constants, at a known place."""
    node = lift.definitions.get(read(lift, x).name) if isinstance(x, Array) and is_integer(x.dtype) else None
    while node is not None and node.op == "store":
        node = lift.definitions.get(node.inputs[0].name)
    if node is None or node.op != "const" or not isinstance(node.attrs["value"], ArrayConstant):
        return None
    places = [lift.sizes.resolve(i.position).constant if isinstance(i, At) else None for i in at]
    if any(k is None for k in places):
        return None
    return Int(Size.of(int(lift.constants[node.attrs["value"].name][tuple(places)])), x.dtype)


def _count_at(lift: Lifting, v: Value, position: Size) -> Size | None:
    node = lift.definitions.get(v.name)
    if node is None:
        return None
    if node.op == "iota":
        return position
    if node.op == "store":
        return _count_at(lift, node.inputs[0], position)
    if node.op in ("const", "index") and not v.shape:
        return Size.of(node.attrs["value"])
    if node.op in ("add", "mul"):
        a, b = (_count_at(lift, i, position) for i in node.inputs)
        return None if a is None or b is None else a + b if node.op == "add" else a * b
    return None


def _stand_in(x: Array | View) -> Value:
    return Value("", x.shape, "real")


def _read_element(lift: Lifting, x: Array | View, step: Cutting) -> Value:
    if isinstance(x, View) and isinstance(x.steps[-1], Cutting):
        shape = _shape_before(x)
        joined = compose(lift, x.steps[-1], step, shape) if shape is not None else None
        if joined is not None:
            inner = x.base if len(x.steps) == 1 else View(x.base, x.steps[:-1], shape or (), x.dtype)
            return lift.emit("slice", read(lift, inner), *joined.picks, at=joined.at)
    return lift.emit("slice", read(lift, x), *step.picks, at=step.at)


def _shape_before(x: View) -> Shape | None:
    """The shape that the last step of a view is taken of, where it is the base's."""
    return x.base.shape if len(x.steps) == 1 else None


def _takes_all(lift: Lifting, x: Array | View, at: Index) -> bool:
    return len(at) <= len(x.shape) and all(
        isinstance(i, Cut) and i.step == 1 and lift.sizes.resolve(i.start) == ZERO and lift.sizes.resolve(i.length) == lift.sizes.resolve(d)
        for i, d in zip(at, x.shape))


def view(lift: Lifting, x: Array | View, step: Any, shape: Shape, dtype: np.dtype | None = None) -> View:
    """A view of x, with cuts of cuts made one."""
    dtype = dtype if dtype is not None else x.dtype
    if isinstance(x, Array):
        x.views += 1
        return View(x, (step,), lift.shape(shape), dtype)
    if isinstance(step, Cutting) and isinstance(x.steps[-1], Cutting) and len(x.steps) == 1:
        joined = compose(lift, x.steps[-1], step, x.base.shape)
        if joined is not None:
            return View(x.base, (joined,), lift.shape(shape), dtype)
    return View(x.base, (*x.steps, step), lift.shape(shape), dtype)


def compose(lift: Lifting, first: Cutting, second: Cutting, shape: Shape) -> Cutting | None:
    """One cut that does both, or None."""
    outer = list(first.at) + [Cut(ZERO, d) for d in shape[sum(not isinstance(i, New) for i in first.at):]]
    inner, at, picks = list(second.at), [], list(first.picks)
    for item in outer:
        if not isinstance(item, (Cut, New)):
            at.append(item)
            continue
        while inner and isinstance(inner[0], New):
            at.append(inner.pop(0))
        one = inner.pop(0) if inner else Cut(ZERO, item.length if isinstance(item, Cut) else ONE)
        joined = _compose_item(item, one, second, picks)
        if joined is None:
            return None
        at.extend(joined)
    return Cutting((*at, *inner), tuple(picks))


def _compose_item(item: Cut | New, one: Any, second: Cutting, picks: list[Value]) -> list[Any] | None:
    if isinstance(item, New):
        return [] if isinstance(one, At) else [New()] if isinstance(one, Cut) and one.length == ONE else None
    if isinstance(one, At):
        return [At(item.start + item.step * one.position)]
    if isinstance(one, Cut):
        return [Cut(item.start + item.step * one.start, one.length, item.step * one.step)]
    if item.start == ZERO and item.step == 1:
        picks.append(second.picks[one.operand])
        return [Pick(len(picks) - 1)]
    return None


# From Python's subscript to items.


def _selection(lift: Lifting, x: Any, index: Any) -> Selection:
    items = list(_expanded(lift, x, index if isinstance(index, tuple) else (index,)))
    shape, chosen, axis = lift.shape(x.shape), Selection(), 0
    for item in items:
        mask = _as_mask(lift, item)
        if mask is not None:
            axis = _add_mask(lift, chosen, mask, shape, axis)
        elif item is None:
            chosen.at.append(New())
        else:
            chosen.at.append(_item(lift, item, shape[axis], chosen.picks))
            axis += 1
    chosen.picks = together(lift, chosen.picks)  # index arrays broadcast, so their sizes are one: P[np.arange(n), y]
    return chosen


def _expanded(lift: Lifting, x: Any, items: Sequence[Any]) -> list[Any]:
    """Items with the ellipsis written out, lists as arrays, and the parts of np.nonzero(mask) as the mask."""
    if items and all(isinstance(i, MaskPart) for i in items):
        return [Masked(items[0].mask, items[0].mask, BOOL)]
    items = [asarray(lift, i) if isinstance(i, Items) else i for i in items]
    taken = sum(_dimensions(lift, i) for i in items)
    rank = len(x.shape)
    if taken > rank:
        lift.wrong(f"too many indices for an array: it has {rank} dimension{'s' * (rank != 1)}, but {taken} are indexed")
    full = [SliceOf(None, None, None)] * (rank - taken)
    place = next((k for k, i in enumerate(items) if i is Ellipsis), None)
    return items if place is None else [*items[:place], *full, *items[place + 1:]]


def _dimensions(lift: Lifting, item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    return len(item.shape) if isinstance(item, (Array, View)) and item.dtype == BOOL else 1


def _as_mask(lift: Lifting, item: Any) -> Value | None:
    if isinstance(item, (Array, View)) and item.dtype == BOOL:
        return read(lift, item)
    if isinstance(item, Masked) and item.value is item.mask:
        return item.mask
    if isinstance(item, bool) or (isinstance(item, Scalar) and item.dtype == BOOL):
        lift.refuse("a bool as an index cannot be lifted", "use `if`, or np.where")
    return None


def _add_mask(lift: Lifting, chosen: Selection, mask: Value, shape: Shape, axis: int) -> int:
    if chosen.mask is not None:
        lift.refuse("two masks in one index cannot be lifted", "combine them: mask = a & b")
    for d, n in zip(mask.shape, shape[axis:]):
        if not lift.sizes.unify(d, n):
            lift.wrong("a boolean index has another shape than the array that it selects from")
    chosen.mask, chosen.mask_axis = lift.settle(mask), sum(isinstance(i, (Cut, New)) for i in chosen.at)
    chosen.at.extend(Cut(ZERO, d) for d in shape[axis:axis + len(mask.shape)])
    return axis + len(mask.shape)


def _item(lift: Lifting, item: Any, dimension: Size, picks: list[Value]) -> Any:
    """One item that takes a dimension."""
    if isinstance(item, SliceOf):
        return cut(lift, item, dimension)
    if isinstance(item, Interval):
        item = asarray(lift, item)
    if isinstance(item, Masked):
        lift.refuse("indices selected by a mask are of unknown number", "write a loop over all elements with `if`")
    if not isinstance(item, (Int, Scalar, Array, View)) or not is_integer(dtype_of(item)):
        lift.wrong(f"only integers, slices, None, ... and integer or bool arrays are indices, not {describe(item)}")
    position = wrapped_position(lift, item, dimension)
    if isinstance(position, Size):
        return At(position)
    picks.append(position)
    return Pick(len(picks) - 1)


# Writing.


def put(lift: Lifting, x: Any, index: Any, new: Any) -> None:
    """x[index] = new."""
    if isinstance(x, Items):
        _put_item(lift, x, index, new)
        return
    if not isinstance(x, (Array, View)):
        lift.wrong(f"{describe(x)} does not take assignments to its items")
    chosen = _selection(lift, x, index)
    if chosen.gathers:
        _scatter(lift, x, chosen, new)
        return
    step = Cutting(tuple(chosen.at), tuple(chosen.picks))
    part = x if not step.picks and _takes_all(lift, x, step.at) else view(lift, x, step, region_of(lift, _stand_in(x), step))
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
    chosen = _selection(lift, x, index)
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


# Lists, tuples, dicts, ranges.


def static_key(lift: Lifting, key: Any) -> Any:
    """A dict key as a plain object."""
    if isinstance(key, tuple):
        return tuple(static_key(lift, k) for k in key)
    if isinstance(key, Int):
        return lift.fixed(key.size, "a dictionary key")
    if isinstance(key, (Scalar, Array, View)) and known(lift, key) is None:
        lift.refuse("a dictionary key that is computed cannot be lifted", "use an array, or `if`")
    return known(lift, key) if isinstance(key, Scalar) else key


def _take_item(lift: Lifting, x: Any, index: Any) -> Any:
    held = lift.held(x) if isinstance(x, Items) else x
    if isinstance(held, dict):
        key = static_key(lift, index)
        return held[key] if key in held else lift.wrong(f"the key {key!r} is not in the dictionary")
    if isinstance(held, Stacked):
        if held.first:
            lift.refuse("a list that a loop grew from items that it had before cannot be indexed", "start the list empty")
        item = take(lift, held.rows, index)
        return replace(item, weak=True) if held.weak and isinstance(item, Scalar) else item
    if isinstance(index, SliceOf):
        bounds = [None if b is None else lift.fixed(as_size(lift, b), "a bound of a list slice") for b in
                  (index.start, index.stop, index.step)]
        part = held[slice(*bounds)]
        return lift.new_items(list, part) if isinstance(x, Items) else part
    return _take_position(lift, held, index)


def _take_position(lift: Lifting, held: Any, index: Any) -> Any:
    if isinstance(index, (Scalar, Array, View)) and known(lift, index) is None:
        return _take_running(lift, held, index)
    size = as_size(lift, index)
    if lift.sizes.fix(size) is None and all(known(lift, i) is not None for i in held) and held:
        return _take_running(lift, held, index)
    k = lift.fixed(size, "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong(f"index {k} of a list or tuple of {len(held)} items")
    return held[k]


def _take_running(lift: Lifting, held: Any, index: Any) -> Any:
    """A known list of numbers at a position computed at run time: an element of a constant array."""
    numbers = [known(lift, i) for i in held]
    if any(n is None for n in numbers) or not numbers:
        lift.refuse("an index of a list is computed at run time", "use an array instead of the list")
    table = np.array(numbers)
    array = lift.new_array(array_constant(lift, table), table.dtype)
    found = take(lift, array, index)
    return Scalar(found.dtype, found.value, weak=True) if table.dtype in (INT, np.dtype(float)) else found


def _take_interval(lift: Lifting, x: Interval, index: Any) -> Any:
    range_ = interval_range(lift, x)
    position = wrapped_position(lift, index, range_.trips)
    if not isinstance(position, Size):
        lift.refuse("an index of a range is computed at run time", "compute the number")
    return Int(range_.start + range_.step * position)


def _put_item(lift: Lifting, x: Items, index: Any, new: Any) -> None:
    held = lift.held(x)
    if isinstance(held, dict):
        lift.hold(x, {**held, static_key(lift, index): new})
        return
    if not isinstance(held, tuple):
        lift.refuse("an item of a list that a loop grew is changed here", "use an array")
    k = lift.fixed(as_size(lift, index), "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong(f"index {k} of a list of {len(held)} items")
    k %= len(held)
    lift.hold(x, (*held[:k], new, *held[k + 1:]))


def text_of(lift: Lifting, x: Any) -> str:
    """A number as text, with its example value."""
    number = known(lift, x) if not isinstance(x, (str, Int)) else x
    return str(lift.sizes.example(x.size) if isinstance(x, Int) else number)


