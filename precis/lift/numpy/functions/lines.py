"""Lists of arrays of several lengths (library.lines, library.stretches): where a list turns out to be one, what it takes, and the array of
all elements."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from precis.lift.numpy import library, primitives
from precis.lift.numpy.aliases import with_rows
from precis.lift.numpy.arrays import read
from precis.lift.numpy.forms import Form, widen
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.lengths import own
from precis.lift.numpy.library.lines import Lines
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_1, Array, Instance, Int, Items, Masked, MaskPart, Method, SliceOf, Stacked, View

ALL = SliceOf(None, None, None)


def lines_made(lift: Lifting, form: Form) -> Any:
    """A list of no arrays yet, of the dtype that is the form's one key."""
    return lift.call(library.lines.Lines, [lift.new_items(list, ()), no_members(lift, form)], {})


def no_members(lift: Lifting, form: Form) -> Items:
    """The list of the elements of no arrays."""
    return lift.new_items(list, Stacked((), lift.call(np.zeros, [(INT_0, *_row(form))], {"dtype": form.keys[0]})))


def _row(form: Form) -> tuple[Any, ...]:
    """The shape of a row of the members: one element, or row, of an array."""
    return (INT_1, *(map(Int, form.keys[1]) if form.kind is Stretches else ()))


def stretches_made(lift: Lifting, form: Form) -> Any:
    """A list of no arrays yet, which may shrink."""
    return lift.call(library.stretches.Stretches, [lift.new_items(list, ()), lift.new_items(list, ()), no_members(lift, form)], {})


def line_given(lift: Lifting, members: Items, item: Any) -> Any:
    """The elements of an array as rows, which are views of it."""
    line, rows = own(lift, item) if isinstance(item, (Masked, MaskPart)) else asarray(lift, item), _rows(lift, members)
    if line.dtype != rows.dtype or len(line.shape) != len(rows.shape) - 1 or not all(map(lift.sizes.unify, line.shape[1:], rows.shape[2:])):
        lift.refuse("a list grows by arrays of different kinds", "give all of them one dtype, and one shape but for their length")
    return lift.call(operator.getitem, [line, (ALL, None)], {})


def all_lines(lift: Lifting, members: Items) -> Any:
    return lift.call(operator.getitem, [_rows(lift, members), (ALL, INT_0)], {})


def line_taken(lift: Lifting, members: Items, begin: Any, count: Any) -> Array:
    """An array of its own, which may be any that was appended."""
    end = lift.call(operator.add, [begin, count], {})
    part = lift.call(operator.getitem, [all_lines(lift, members), SliceOf(begin, end, None)], {})
    line = lift.new_array(read(lift, part), part.dtype)
    lift.relate(line, lift.relatives(_rows_base(lift, members)))
    return line


def shortened(lift: Lifting, members: Items, begin: Any, count: Any) -> None:
    held, total = lift.held(members), lift.call(len, [members], {})
    last = lift.call(operator.eq, [lift.call(operator.add, [begin, count], {}), total], {})
    left = lift.call(operator.getitem, [held.rows, SliceOf(None, lift.call(np.where, [last, begin, total], {}), None)], {})
    lift.hold(members, with_rows(lift, held, lift.new_array(read(lift, left), held.rows.dtype), held.rows.views > 0))


def joined_lines(lift: Lifting, lines: Any) -> Any:
    """All elements of a list that is one of these. Without an array there is nothing to join."""
    parts = lift.held(lines)
    count = lift.call(len, [lines], {})
    if lift.sizes.nonnegative(count.size - 1) is None:
        lift.assume("there is an array to join")
    return lift.call(Method(lines, "joined"), [], {}) if lines.cls is Stretches else all_lines(lift, parts["members"])


def _rows(lift: Lifting, members: Items) -> Array | View:
    held = lift.held(members)
    if not isinstance(held, Stacked) or held.first:
        lift.refuse("a list of arrays of several lengths changes here", "append to it alone")
    return held.rows


def _rows_base(lift: Lifting, members: Items) -> Array:
    rows = _rows(lift, members)
    return rows.base if isinstance(rows, View) else rows


def are_lines(x: Any) -> bool:
    return getattr(x, "cls", None) in (Lines, Stretches)


def changed_otherwise(lift: Lifting, lines: Instance) -> NoReturn:
    """More than appending is done to such a list: the next attempt makes it one that may change."""
    if (node := lift.made.lists.get(lines)) is not None:
        widen(lift, node, Form(Stretches, (_rows(lift, lift.held(lines)["members"]).dtype, ())))
    lift.refuse("a list of arrays of several lengths changes here", "append to it alone, or use a list for each part")


FUNCTIONS: dict[Any, Callable[..., Any]] = {primitives.line_given: line_given, primitives.all_lines: all_lines,
                                            primitives.line_taken: line_taken, primitives.shortened: shortened,
                                            primitives.changed_otherwise: changed_otherwise}
