"""Where lists stand that grow side by side (library.jagged): rows of numbers that no other name sees, and numbers that have a limit."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.lift.numpy import primitives
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.lengths import limit
from precis.lift.numpy.numbers import as_size, runtime_size, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import Int, Items, Scalar, Stacked


def rows(lift: Lifting, count: Any, length: Any) -> Items:
    return lift.new_items(list, Stacked((), lift.call(np.zeros, [(count, length)], {"dtype": int})))


def _table(lift: Lifting, rows: Items) -> Any:
    """The array of all rows, also where these are known one by one."""
    held = lift.held(rows)
    return held.rows if isinstance(held, Stacked) else stacked(lift, held, INT)


def cell(lift: Lifting, rows: Items, row: Any, k: Any) -> Scalar:
    table = _table(lift, rows)
    found = take_array(lift, table, selection(lift, table, (row, k)))
    return Scalar(INT, value_of(lift, found), weak=True)


def put_cell(lift: Lifting, rows: Items, row: Any, k: Any, number: Any) -> None:
    table = lift.new_array(value_of(lift, _table(lift, rows)), INT)
    lift.call(operator.setitem, [table, (row, k), number], {})
    lift.hold(rows, Stacked((), table))


def never_more(lift: Lifting, number: Any, most: Any) -> Any:
    if (found := lift.sizes.resolve(as_size(lift, number))).constant is not None:
        return Int(found)
    top = lift.sizes.resolve(as_size(lift, most))
    size = runtime_size(lift, lift.emit("minimum", value_of(lift, Int(found)), value_of(lift, Int(top)), dtype=INT), "n")
    limit(lift, size, top)
    return Int(size)


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    primitives.rows: rows, primitives.cell: cell, primitives.put_cell: put_cell, primitives.never_more: never_more}
