"""Slices of lists that are assigned to: `a[1:3] = b`, `flags[i * i::i] = [False] * k`."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from precis.lift.numpy.arrays import read
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.numbers import as_size, dtype_of, is_numeric, is_python, known, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.strides import spread
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import Array, Generating, Int, Interval, Items, Mapped, Reversed, Scalar, SliceOf, Stacked, Together
from precis.lift.numpy.varying import same


def spliced(lift: Lifting, held: tuple[Any, ...], index: SliceOf, news: tuple[Any, ...]) -> tuple[Any, ...]:
    """held[index] = news, item by item"""
    parts = (index.start, index.stop, index.step)
    at = slice(*(None if p is None else lift.fixed(as_size(lift, p), "a bound of a slice of a list") for p in parts))
    found = list(held)
    try:
        found[at] = news
    except ValueError as problem:
        lift.wrong(str(problem))
    return tuple(found)


def with_part(lift: Lifting, held: Any, index: SliceOf, new: Any) -> Stacked:
    """A list of numbers as rows, with others in a slice; where the slice has a step, Python takes as many as there were, and no others."""
    rows, weak = _as_rows(lift, held)
    news, weak_news = _as_rows(lift, _items_of(lift, new))
    if news is None:
        return Stacked((), _replaced(lift, rows, index, ()), weak)
    dtype = np.result_type(rows.dtype, news.dtype)
    rows = lift.new_array(value_of(lift, rows, dtype), dtype)
    number = _everywhere(lift, news)
    if number is not None and index.step is not None and known(lift, index.step) != 1:
        lift.assume("a slice of a list that is assigned to has as many items as it gets")
        lift.call(operator.setitem, [rows, index, number], {})
        return Stacked((), rows, weak and weak_news)
    part = take_array(lift, rows, selection(lift, rows, spread(lift, rows.shape, index)))
    if lift.sizes.resolve(part.shape[0] - news.shape[0]) != ZERO and not same(lift, part.shape[0], news.shape[0]):
        return Stacked((), _replaced(lift, rows, index, (news,)), weak and weak_news)
    lift.call(operator.setitem, [rows, index, news], {})
    return Stacked((), rows, weak and weak_news)


def _items_of(lift: Lifting, new: Any) -> Any:
    """What a list, an array or something else that gives items has."""
    if isinstance(new, (Reversed, Together, Mapped, Generating, Interval)):
        new = lift.call(list, [new], {})
    return lift.held(new) if isinstance(new, Items) else new


def _replaced(lift: Lifting, rows: Array, index: SliceOf, news: tuple[Array, ...]) -> Array:
    """Rows with more or fewer in the place of a slice without a step; an end before the start is the start."""
    if index.step is not None and known(lift, index.step) != 1:
        lift.refuse("a slice of a list with a step is changed, perhaps to more or fewer items", "use an array, or change items one by one")
    start, behind = index.start, index.stop
    before = () if start is None else (lift.call(operator.getitem, [rows, SliceOf(None, start, None)], {}),)
    after = ()
    if behind is not None:
        number = Int(before[0].shape[0]) if before else Int.of(0)
        stop = Int(lift.call(operator.getitem, [rows, SliceOf(None, behind, None)], {}).shape[0])
        behind = stop if not before else lift.call(max, [number, stop], {})
        after = (lift.call(operator.getitem, [rows, SliceOf(behind, None, None)], {}),)
    parts = (*before, *news, *after)
    return lift.call(np.concatenate, [parts], {}) if parts else lift.call(operator.getitem, [rows, SliceOf(None, Int.of(0), None)], {})


def _as_rows(lift: Lifting, held: Any) -> tuple[Any, bool]:
    """The numbers of a list as an array, None of an empty one, and whether they are Python's."""
    if held == ():
        return None, True
    if isinstance(held, Stacked) and not held.first and held.parts is None and len(held.rows.shape) == 1:
        return held.rows, held.weak
    if isinstance(held, tuple) and held and all(map(is_numeric, held)):
        return stacked(lift, held, np.result_type(*map(dtype_of, held))), all(map(is_python, held))
    if isinstance(held, Array) and len(held.shape) == 1:
        return held, False
    lift.refuse("several items of a list are changed at once", "use an array, or change them one by one")


def _everywhere(lift: Lifting, x: Array) -> Scalar | None:
    """The number that all items of an array are, where it was made of one."""
    node = lift.definitions.get(read(lift, x).name)
    while node is not None and node.op in ("store", "astype"):
        node = lift.definitions.get(node.inputs[0].name)
    return Scalar(x.dtype, node.inputs[0], weak=True) if node is not None and node.op == "broadcast" and not node.inputs[0].shape else None
