"""From Python's subscript of an array to the items of the IR, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from precis.ir.size import Size
from precis.ir.types import At, Cut, New, Pick, Shape, Value
from precis.lift.numpy import library
from precis.lift.numpy.arrays import agreeing, read
from precis.lift.numpy.cuts import cut, wrapped_position
from precis.lift.numpy.elementwise import together
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import BOOL, INT, is_integer
from precis.lift.numpy.lengths import written_out
from precis.lift.numpy.numbers import describe, dtype_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    Array,
    Instance,
    Int,
    Interval,
    Items,
    Masked,
    MaskPart,
    Maybe,
    Scalar,
    SliceOf,
    View,
    certain,
)
from precis.lift.numpy.views import cutting


@dataclass
class Selection:
    """A subscript in the IR's terms: items, run-time positions (rank 0 and arrays), and one mask with its place."""

    at: list[Any] = field(default_factory=list)
    picks: list[Value] = field(default_factory=list)
    mask: Value | None = None
    mask_axis: int = 0
    dots: bool = False  # whether an ellipsis is in it: what it takes is an array, also without dimensions
    arrays: bool = False  # whether arrays of integers are in it, also without dimensions

    @property
    def gathers(self) -> bool:
        """Whether index arrays take part, so that the result is a copy."""
        return self.arrays or any(p.shape for p in self.picks)


def take_array(lift: Lifting, x: Array | View, chosen: Selection) -> Any:
    if chosen.gathers:
        return lift.wrap(lift.emit("slice", read(lift, x), *chosen.picks, at=tuple(chosen.at)), x.dtype)
    part = cutting(lift, x, tuple(chosen.at), tuple(chosen.picks), number=not chosen.dots)
    if chosen.mask is None:
        return part
    return Masked(read(lift, part), lift.settle(chosen.mask), x.dtype, chosen.mask_axis)


def _present(lift: Lifting, item: Any) -> Any:
    """The item, where it is known not to be None."""
    if isinstance(item, Maybe) and not lift.holds(item.there):
        lift.refuse("an index of an array may be None, as the data ask for: None adds a dimension", "ask `is None` before")
    return certain(item)


def selection(lift: Lifting, x: Any, index: Any) -> Selection:
    index = _present(lift, index)
    given = tuple(_present(lift, item) for item in index) if isinstance(index, tuple) else (index,)
    items = list(_expanded(lift, x, given))
    numbers = any(isinstance(i, (Array, View)) and is_integer(i.dtype) for i in items)
    shape, chosen, axis = lift.shape(x.shape), Selection(dots=any(item is Ellipsis for item in given), arrays=numbers), 0
    if _several_gather(lift, items):
        items = [part for i in items for part in _as_positions(lift, i)]
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


def _several_gather(lift: Lifting, items: Sequence[Any]) -> bool:
    """Whether a mask stands beside another mask, or beside index arrays."""
    arrays = [i for i in items if isinstance(i, Masked) or (isinstance(i, (Array, View)) and i.shape)]
    return len(arrays) > 1 and any(_as_mask(lift, i) is not None for i in arrays)


def _as_positions(lift: Lifting, item: Any) -> list[Any]:
    """A mask as the index arrays that it stands for."""
    mask = _as_mask(lift, item) if not isinstance(item, bool) else None
    if mask is None:
        return [item]
    return [written_out(lift, MaskPart(mask, k)) for k in range(len(mask.shape))]


def _expanded(lift: Lifting, x: Any, items: Sequence[Any]) -> list[Any]:
    """Items with the ellipsis written out, lists as arrays, and the parts of np.nonzero(mask) as the mask."""
    if _whole_mask(items) and len(items[0].mask.shape) == len(x.shape) and all(map(partial(_as_long, lift), items[0].mask.shape, x.shape)):
        return [Masked(items[0].mask, items[0].mask, BOOL)]
    items = [_as_index(lift, i) for i in items]
    taken = sum(_dimensions(lift, i) for i in items)
    rank = len(x.shape)
    if taken > rank:
        lift.wrong(f"too many indices for an array: it has {rank} dimension{'s' * (rank != 1)}, but {taken} are indexed")
    full = [SliceOf(None, None, None)] * (rank - taken)
    place = next((k for k, i in enumerate(items) if i is Ellipsis), None)
    return items if place is None else [*items[:place], *full, *items[place + 1:]]


def _as_long(lift: Lifting, a: Size, b: Size) -> bool:
    """Whether positions along one dimension are those of all elements of another: as the example says, or, of lengths that only a run
    tells, where they are one."""
    lengths = lift.sizes.example(a), lift.sizes.example(b)
    return lengths[0] == lengths[1] if None not in lengths else lift.sizes.resolve(a - b).constant == 0


def _as_index(lift: Lifting, item: Any) -> Any:
    """Lists, tuples among other items and selections as arrays; a list of nothing has integers in it."""
    if item == () or (isinstance(item, Items) and lift.held(item) == ()):
        return asarray(lift, item, INT)
    listed = isinstance(item, Instance) and item.cls in library.runs.MADE_ANEW
    return asarray(lift, item) if listed or isinstance(item, (tuple, Items, MaskPart)) or _computed_selection(item) else item


def _computed_selection(item: Any) -> bool:
    return isinstance(item, Masked) and item.value is not item.mask


def _whole_mask(items: Sequence[Any]) -> bool:
    """Whether the items are what np.nonzero(mask) gives, in order."""
    return bool(items) and all(isinstance(i, MaskPart) and i.mask is items[0].mask and i.axis == k for k, i in enumerate(items)) \
        and len(items) == len(items[0].mask.shape)


def _dimensions(lift: Lifting, item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, Masked) and item.value is item.mask:
        return len(item.mask.shape)
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
    for k, n in enumerate(shape[axis:axis + len(mask.shape)]):
        found = agreeing(lift, mask, k, n)
        if found is None:
            lift.wrong("a boolean index has another shape than the array that it selects from")
        mask = found
    chosen.mask, chosen.mask_axis = lift.settle(mask), sum(isinstance(i, (Cut, New)) for i in chosen.at)
    chosen.at.extend(Cut(ZERO, d) for d in shape[axis:axis + len(mask.shape)])
    return axis + len(mask.shape)


def _item(lift: Lifting, item: Any, dimension: Size, picks: list[Value]) -> Any:
    """One item that takes a dimension."""
    if isinstance(item, SliceOf):
        return cut(lift, item, dimension)
    if isinstance(item, Interval):
        item = asarray(lift, item)
    if not isinstance(item, (Int, Scalar, Array, View)) or not is_integer(dtype_of(item)):
        lift.wrong(f"only integers, slices, None, ... and integer or bool arrays are indices, not {describe(item)}")
    position = wrapped_position(lift, item, dimension)
    if isinstance(position, Size):
        return At(position)
    picks.append(position)
    return Pick(len(picks) - 1)
