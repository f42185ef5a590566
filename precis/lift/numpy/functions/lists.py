"""Methods of lists and dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.arrays import reshaped
from precis.lift.numpy.items import static_key
from precis.lift.numpy.iterables import Listed, iterable
from precis.lift.numpy.numbers import as_size, dtype_of, is_numeric, is_weak, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_LAST, Int, Items, Stacked


def append(lift: Lifting, items: Items, x: Any) -> None:
    """Written without reading, so that a loop that only appends can stack what it appends."""
    if lift.forgetting is not None and items.serial < lift.forgetting:
        lift.forgotten.add(items)
        return
    held = lift.content[items]
    if isinstance(held, Stacked) and not held.first and is_numeric(x):
        lift.hold(items, _longer(lift, lift.held(items), x))
        return
    if isinstance(held, Stacked):
        lift.refuse("a list that a loop grew is appended to again", "use a second list, or an array")
    lift.hold(items, (*held, x))


def _longer(lift: Lifting, held: Stacked, x: Any) -> Stacked:
    """A list in an array of rows, with one item more."""
    dtype = np.result_type(held.rows.dtype, dtype_of(x))
    new = value_of(lift, x, dtype)
    row = reshaped(lift, new, (Size.of(1), *lift.shape(new.shape)))
    rows = lift.emit("concatenate", value_of(lift, held.rows, dtype), row, dtype=dtype, axis=0)
    return Stacked((), lift.new_array(rows, dtype), held.weak and is_weak(x))


def extend(lift: Lifting, items: Items, more: Any) -> None:
    over = iterable(lift, more)
    if not isinstance(over, Listed):
        lift.refuse("a list is extended by a number of items that is known only at run time", "use an array")
    lift.hold(items, (*lift.held(items), *over.items))


def pop(lift: Lifting, items: Items, index: Any = INT_LAST) -> Any:
    held = lift.held(items)
    if not isinstance(held, tuple):
        lift.refuse("an item of a list that a loop grew is taken away", "use an array")
    k = lift.fixed(as_size(lift, index), "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong("pop from a list that is too short")
    k %= len(held)
    lift.hold(items, (*held[:k], *held[k + 1:]))
    return held[k]


def insert(lift: Lifting, items: Items, index: Any, x: Any) -> None:
    held = lift.held(items)
    k = lift.fixed(as_size(lift, index), "an index of a list")
    lift.hold(items, (*held[:k], x, *held[k:]))


def copy(lift: Lifting, items: Items) -> Items:
    return lift.new_items(items.kind, lift.held(items))


def reverse(lift: Lifting, items: Items) -> None:
    lift.hold(items, lift.held(items)[::-1])


def clear(lift: Lifting, items: Items) -> None:
    lift.hold(items, () if items.kind is list else {})


def get(lift: Lifting, items: Items, key: Any, default: Any = None) -> Any:
    return lift.held(items).get(static_key(lift, key), default)


def update(lift: Lifting, items: Items, other: Any = None, **more: Any) -> None:
    given = lift.held(other) if isinstance(other, Items) else {}
    lift.hold(items, {**lift.held(items), **given, **more})


def keys(lift: Lifting, items: Items) -> tuple[Any, ...]:
    return tuple(k if isinstance(k, str) else Int.of(k) for k in lift.held(items))


def pairs(lift: Lifting, items: Items) -> tuple[Any, ...]:
    return tuple(zip(keys(lift, items), lift.held(items).values()))


METHODS: dict[tuple[Any, str], Callable[..., Any]] = {
    (list, "append"): append, (list, "extend"): extend, (list, "pop"): pop, (list, "insert"): insert, (list, "copy"): copy,
    (list, "reverse"): reverse, (list, "clear"): clear,
    (dict, "get"): get, (dict, "update"): update, (dict, "keys"): keys, (dict, "items"): pairs, (dict, "copy"): copy,
    (dict, "values"): lambda lift, items: tuple(lift.held(items).values()), (dict, "clear"): clear,
}
