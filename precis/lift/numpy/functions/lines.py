"""Lists of arrays of several lengths (library.lines): where a list turns out to be one, what it takes, and the array of all elements."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import library, primitives
from precis.lift.numpy.forms import Form
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.lengths import own
from precis.lift.numpy.library.lines import Lines
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_1, Array, Items, Masked, MaskPart, SliceOf, Stacked, View

ALL = SliceOf(None, None, None)


def lines_made(lift: Lifting, form: Form) -> Any:
    """A list of no arrays yet, of the dtype that is the form's one key."""
    members = lift.call(np.zeros, [(INT_0, INT_1)], {"dtype": form.keys[0]})
    return lift.call(library.lines.Lines, [lift.new_items(list, ()), lift.new_items(list, Stacked((), members))], {})


def line_given(lift: Lifting, members: Items, item: Any) -> Any:
    """The elements of an array as rows, which are views of it."""
    line, rows = own(lift, item) if isinstance(item, (Masked, MaskPart)) else asarray(lift, item), _rows(lift, members)
    if len(line.shape) != 1 or line.dtype != rows.dtype:
        lift.refuse("a list grows by arrays of different kinds", "give all of them one axis and one dtype")
    return lift.call(operator.getitem, [line, (ALL, None)], {})


def all_lines(lift: Lifting, members: Items) -> Any:
    return lift.call(operator.getitem, [_rows(lift, members), (ALL, INT_0)], {})


def joined_lines(lift: Lifting, lines: Any) -> Any:
    """All elements of a list that is one of these. Without an array there is nothing to join."""
    parts = lift.held(lines)
    count = lift.call(len, [parts["lengths"]], {})
    if lift.sizes.nonnegative(count.size - 1) is None:
        lift.assume("there is an array to join")
    return all_lines(lift, parts["members"])


def _rows(lift: Lifting, members: Items) -> Array | View:
    held = lift.held(members)
    if not isinstance(held, Stacked) or held.first:
        lift.refuse("a list of arrays of several lengths changes here", "append to it alone")
    return held.rows


def are_lines(x: Any) -> bool:
    return getattr(x, "cls", None) is Lines


FUNCTIONS: dict[Any, Callable[..., Any]] = {primitives.line_given: line_given, primitives.all_lines: all_lines}
