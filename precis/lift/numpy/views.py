"""Views of arrays: cuts of cuts made one, elements read at once."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import At, Cut, Index, New, Pick, Shape, Value
from precis.lift.numpy.arrays import read, region_of
from precis.lift.numpy.kinds import INT, is_integer
from precis.lift.numpy.numbers import known_array
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.steps import Cutting, Parting, Reshaping, Transposing
from precis.lift.numpy.values import Array, Int, Scalar, View


def cutting(lift: Lifting, x: Array | View, at: Index, picks: tuple[Value, ...] = (), number: bool = True) -> Any:
    """x at a basic index: a number where no dimension is left (and one is wanted), else a view."""
    step = Cutting(at, picks)
    shape = region_of(lift, stand_in(x), step)
    if number and not shape and at and not any(isinstance(i, (New, Cut)) for i in at):
        size = _counting(lift, x, at)
        if size is not None:
            return Int(size, x.dtype)
        return _known_element(lift, x, at) or Scalar(x.dtype, _read_element(lift, x, step))
    if not picks and takes_all(lift, x, at):
        return x
    return view(lift, x, step, shape)


def _counting(lift: Lifting, x: Array | View, at: Index) -> Size | None:
    """An element of a range of integers (np.arange) as a size."""
    if not isinstance(x, Array) or len(at) != 1 or not isinstance(at[0], At) or not is_integer(x.dtype):
        return None
    return _count_at(lift, read(lift, x), at[0].position)


def _known_element(lift: Lifting, x: Array | View, at: Index) -> Any:
    """An integer in an array of constants, at a known place."""
    contents = known_array(lift, x) if is_integer(x.dtype) else None
    places = [lift.sizes.resolve(i.position).constant if isinstance(i, At) else None for i in at]
    return None if contents is None or any(k is None for k in places) else Int(Size.of(int(contents[tuple(places)])), x.dtype)


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


def stand_in(x: Array | View) -> Value:
    return Value("", x.shape, "real")


def _read_element(lift: Lifting, x: Array | View, step: Cutting) -> Value:
    """An element, of what lies in memory rather than of a view of all of it: so is then its cotangent."""
    last = x.steps[-1] if isinstance(x, View) else None
    if isinstance(x, View) and isinstance(last, Cutting) and (shape := _shape_before(x)) is not None:
        joined = compose(lift, last, step, shape)
        if joined is not None:
            return _read_element(lift, _without_last(x, shape, x.dtype), joined)
    if isinstance(x, View) and isinstance(last, Transposing) and (first := _cut_first(x, step, last.perm)) is not None:
        return _read_element(lift, _without_last(x, _turned_back(x.shape, last.perm), x.dtype), first[0])
    if isinstance(x, View) and isinstance(last, Parting):
        whole = _read_element(lift, _without_last(x, x.shape, x.base.dtype), step)
        return lift.emit(last.part, whole, dtype=x.dtype)
    return lift.emit("slice", read(lift, x), *step.picks, at=step.at)


def _shape_before(x: View) -> Shape | None:
    """The shape that the last step of a view is taken of, where it is the base's or what the base was reshaped to."""
    if len(x.steps) == 1:
        return x.base.shape
    return x.steps[-2].shape if isinstance(x.steps[-2], Reshaping) else None


def takes_all(lift: Lifting, x: Array | View, at: Index) -> bool:
    return len(at) <= len(x.shape) and all(
        isinstance(i, Cut) and i.step == 1 and lift.sizes.resolve(i.start) == ZERO and lift.sizes.resolve(i.length) == lift.sizes.resolve(d)
        for i, d in zip(at, x.shape))


def view(lift: Lifting, x: Array | View, step: Any, shape: Shape, dtype: np.dtype | None = None) -> View:
    """A view of x, with cuts of cuts made one."""
    dtype = dtype if dtype is not None else x.dtype
    if isinstance(x, Array):
        x.views += 1
        return View(x, (step,), lift.shape(shape), dtype)
    before = _shape_before(x)
    if isinstance(step, Cutting) and isinstance(x.steps[-1], Cutting) and before is not None:
        joined = compose(lift, x.steps[-1], step, before)
        if joined is not None:
            return View(x.base, (*x.steps[:-1], joined), lift.shape(shape), dtype)
    if isinstance(step, Cutting) and isinstance(x.steps[-1], Parting):  # an element's part: others are not rebuilt when it is written
        whole = view(lift, _without_last(x, x.shape, x.base.dtype), step, shape, x.base.dtype)
        return view(lift, whole, x.steps[-1], shape, dtype)
    if isinstance(step, Cutting) and isinstance(x.steps[-1], Transposing):
        first = _cut_first(x, step, x.steps[-1].perm)
        if first is not None:
            whole = _without_last(x, _turned_back(x.shape, x.steps[-1].perm), x.dtype)
            return _turned(lift, view(lift, whole, first[0], first[1], dtype), first[2])
    return View(x.base, (*x.steps, step), lift.shape(shape), dtype)


def same_elements(lift: Lifting, a: Any) -> Any:
    """x.view(): another array of the same elements, which may be given a shape of its own."""
    if isinstance(a, View):
        return replace(a)
    return view(lift, a, Cutting(()), a.shape) if isinstance(a, Array) and a.shape else a


def _cut_first(x: View, step: Cutting, perm: tuple[int, ...]) -> tuple[Cutting, Shape, tuple[int, ...]] | None:
    """(a cut, its shape, a permutation of what it leaves) that together are the permutation `perm` and then `step`: a row of a.T is a
    column of a, which is written without a copy of a. None where the cut does more than take places and slices."""
    items = (*step.at, *(Cut(ZERO, d) for d in x.shape[len(step.at):]))
    if any(isinstance(i, New) for i in items) or any(v.shape for v in step.picks):
        return None
    at = dict(sorted(zip(perm, items), key=itemgetter(0)))
    left = [axis for axis, i in at.items() if isinstance(i, Cut)]
    order = tuple(left.index(axis) for axis, i in zip(perm, items) if isinstance(i, Cut))
    return Cutting(tuple(at.values()), step.picks), tuple(i.length for i in at.values() if isinstance(i, Cut)), order


def _without_last(x: View, shape: Shape, dtype: np.dtype) -> Array | View:
    """What the last step of a view is taken of, which has this shape and dtype."""
    return x.base if len(x.steps) == 1 else View(x.base, x.steps[:-1], shape, dtype)


def _turned_back(shape: Shape, perm: tuple[int, ...]) -> Shape:
    """The shape of what a transposition is taken of."""
    return tuple(shape[perm.index(k)] for k in range(len(perm)))


def _turned(lift: Lifting, x: View, perm: tuple[int, ...]) -> View:
    return x if perm == tuple(range(len(perm))) else view(lift, x, Transposing(perm), tuple(x.shape[k] for k in perm))


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
        joined = _compose_item(lift, item, one, second, picks)
        if joined is None:
            return None
        at.extend(joined)
    return Cutting((*at, *inner), tuple(picks))


def _compose_item(lift: Lifting, item: Cut | New, one: Any, second: Cutting, picks: list[Value]) -> list[Any] | None:
    if isinstance(item, New):
        return [] if isinstance(one, At) else [New()] if isinstance(one, Cut) and one.length == ONE else None
    if isinstance(one, At):
        return [At(item.start + item.step * one.position)]
    if isinstance(one, Cut):
        return [Cut(item.start + item.step * one.start, one.length, item.step * one.step)]
    picks.append(_behind(lift, item, second.picks[one.operand]))
    return [Pick(len(picks) - 1)]


def _behind(lift: Lifting, item: Cut, place: Value) -> Value:
    """Where computed places in a slice are in what it is a slice of."""
    if item.step != 1:
        place = lift.emit("mul", lift.emit("index", dtype=INT, value=Size.of(item.step)), place, dtype=INT)
    if lift.sizes.resolve(item.start) == ZERO:
        return place
    return lift.emit("add", lift.emit("index", dtype=INT, value=item.start), place, dtype=INT)
