"""Lists that a `while` loop empties or fills: as many items as a size says before the loop, and as the data ask for in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy.arrays import read
from precis.lift.numpy.indexing import take
from precis.lift.numpy.lengths import limit
from precis.lift.numpy.library.columns import Columns
from precis.lift.numpy.library.stretches import Stretches
from precis.lift.numpy.numbers import runtime_size, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Int, Items, SliceOf, Stacked

CHANGE = ("pop", "popleft", "remove", "clear", "append", "appendleft", "extend", "extendleft", "insert")
FIRST = ("heappop", "heappush", "insort", "insort_left", "insort_right")  # functions that change the length of their first argument


def let_lengths_vary(lift: Lifting, node: ast.While) -> None:
    """Before a loop whose condition asks for lists that its body shortens: sizes would decide every iteration of it."""
    asked = [lift.frame.names.get(n.id) for n in ast.walk(node.test) if isinstance(n, ast.Name)]
    changed = [lift.frame.names.get(name) for name in _reshaped_in(node)]
    for x in asked:
        if x in changed:
            _let_vary(lift, [items for items in _lists_of(lift, x) if _is_as_long_as_a_size(lift, items)])


def _lists_of(lift: Lifting, x: Any) -> Iterator[Items]:
    """A list, or those that it consists of which are as long as it is."""
    if isinstance(x, Items):
        yield x
    elif isinstance(x, Instance) and issubclass(x.cls, (Columns, Stretches)):
        held = lift.held(x)
        for part in held["lists"] if "lists" in held else (held["begins"], held["counts"]):
            yield from _lists_of(lift, part)


def _is_as_long_as_a_size(lift: Lifting, items: Items) -> bool:
    held = lift.content.get(items)
    return isinstance(held, Stacked) and not held.first and lift.sizes.example(held.rows.shape[0]) is not None


def _let_vary(lift: Lifting, lists: list[Items]) -> None:
    """Lists of one length get one that the run tells."""
    counts: dict[Size, Size] = {}
    for items in lists:
        held = lift.held(items)
        most = lift.sizes.resolve(held.rows.shape[0])
        if most not in counts:
            counts[most] = runtime_size(lift, value_of(lift, Int(most)), "n")
            limit(lift, counts[most], most)
        part = take(lift, held.rows, SliceOf(None, Int(counts[most]), None))
        lift.hold(items, replace(held, rows=lift.new_array(read(lift, part), part.dtype)))


def _reshaped_in(node: ast.While) -> set[str]:
    """Names of lists of which the body may change the length."""
    calls = [n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Call)]
    methods = [n.func for n in calls if isinstance(n.func, ast.Attribute) and n.func.attr in CHANGE]
    found = {f.value.id for f in methods if isinstance(f.value, ast.Name)}
    found |= {n.args[0].id for n in calls if n.args and isinstance(n.args[0], ast.Name) and _called(n) in FIRST}
    return found | {n.id for s in node.body for n in ast.walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _called(call: ast.Call) -> str | None:
    """The last part of the name of what is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", None))
