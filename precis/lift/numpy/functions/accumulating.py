"""Running values over the items of an iterable, and sum()."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.lift.numpy.iterables import Counted, Listed, iterable
from precis.lift.numpy.loops import repeat
from precis.lift.numpy.operators import binary
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.slots import trial
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Array, Int, View


def accumulated(lift: Lifting, over: Counted, start: Any, step: Callable[[Any, Any], Any]) -> Any:
    """A running value over the items of a loop."""
    cell = lift.new_table()
    lift.journal.set(cell, "value", start)
    held: dict[str, Any] = {}

    def body() -> None:
        lift.journal.set(cell, "value", step(lift.journal.get(cell, "value"), held["item"]))
    repeat(lift, _Marker(), over, lambda item: held.update(item=item), body)
    return cell["value"]


class _Marker(ast.AST):
    """Stands for a loop that has no syntax of its own."""


def sum_(lift: Lifting, iterable_: Any, start: Any = INT_0) -> Any:
    over = iterable(lift, iterable_)
    if isinstance(over, Listed):
        total = start
        for x in over.items:
            total = binary(lift, ast.Add, total, x)
        return total
    before = savepoint(lift)
    try:
        return accumulated(lift, over, start, lambda a, b: binary(lift, ast.Add, a, b))
    except UnsupportedProgram:
        before.undo(lift)
        zeros = _zeros_like_items(lift, over)
        if zeros is None:
            raise
        lift.assume("what sum() adds has at least one item")  # else it is 0
        return accumulated(lift, over, binary(lift, ast.Add, start, zeros), lambda a, b: binary(lift, ast.Add, a, b))


def _zeros_like_items(lift: Lifting, over: Counted) -> Any:
    """Zeros to begin a sum of arrays with; None for sums of other things."""
    found: list[Any] = []
    trial(lift, lift.build.child(), lambda: found.append(over.item(lift, over.range.start)))
    (item,) = found
    known = isinstance(item, (Array, View)) and all(d.symbols() <= lift.in_sight() for d in item.shape)
    return lift.call(np.zeros, [tuple(map(Int, item.shape))], {"dtype": item.dtype}) if known and item.shape else None
