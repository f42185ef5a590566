"""Keys of dicts and members of sets that only a run tells (library.dicts, library.members): where they stand, by a hash table.

The table is a list beside that of the keys, of as many rows (precis.ir.ops.hashing). Keys that are no integers, and those that are known
one by one, are compared one after the other; the table of the former has rows that mean nothing, so that it always has as many as keys.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from precis.ir.build import Build
from precis.ir.ops.hashing import SLOTS
from precis.ir.size import Size
from precis.ir.types import Cut, Value
from precis.lift.numpy import library, primitives
from precis.lift.numpy.arrays import read
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.lifting_tables import Sought
from precis.lift.numpy.numbers import constant, dtype_of, is_numeric, shape_of, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Int, Items, Scalar, Stacked


def table_of(lift: Lifting, names: Items) -> Items:
    """The table of the keys in a list."""
    return lift.new_items(list, _made(lift, lift.held(names)))


def retabled(lift: Lifting, slots: Items, names: Items) -> None:
    """The table anew, where keys have gone or it has had too few slots: in the array where it is."""
    made, before = _made(lift, lift.held(names)), lift.held(slots)
    if isinstance(made, Stacked) and isinstance(before, Stacked):
        at = tuple(Cut(ZERO, d) for d in lift.shape(made.rows.shape))
        part = lift.emit("slice", read(lift, before.rows), dtype=INT, at=at)
        made = Stacked((), lift.new_array(lift.emit("update", part, read(lift, made.rows), dtype=INT, at=at), INT))
    lift.hold(slots, made)


def _made(lift: Lifting, held: Any) -> Any:
    rows = _rows(lift, held)
    if rows is None:
        count = held.rows.shape[0] if isinstance(held, Stacked) else Size.of(len(held))
        table = lift.emit("broadcast", constant(lift, -1, INT), dtype=INT, shape=(count, Size.of(SLOTS)))
    else:
        table = lift.emit("hash_table", rows, dtype=INT)
    return Stacked((), lift.new_array(table, INT)) if held != () else ()


def _rows(lift: Lifting, held: Any) -> Value | None:
    """Keys as rows of integers, where they are."""
    if isinstance(held, Stacked):
        fits = not held.first and _is_integer(held.rows.dtype) and len(held.rows.shape) <= 2
        return value_of(lift, held.rows, INT if held.rows.dtype == BOOL else None) if fits else None
    parts = [_parts(lift, key) for key in held]
    if not held or any(p is None or len(p) != len(parts[0] or ()) for p in parts):
        return None
    rows = [stacked(lift, p, INT) for p in parts if p] if isinstance(held[0], tuple) else held
    return read(lift, stacked(lift, rows, INT))


def _parts(lift: Lifting, key: Any) -> tuple[Any, ...] | None:
    """The integers of a key."""
    parts = key if isinstance(key, tuple) else (key,)
    single = parts and all(is_numeric(p) and not shape_of(lift, p) for p in parts)
    return parts if single and all(_is_integer(dtype_of(p)) for p in parts) else None


def _is_integer(dtype: np.dtype) -> bool:
    """Whether int64 has all numbers of a dtype."""
    return dtype.kind in "biu" and dtype != np.uint64


def place(lift: Lifting, names: Items, slots: Items, key: Any) -> Any:
    """Where a key stands, or ~slot of the slot for it, which is negative."""
    held, parts = lift.held(names), _parts(lift, key)
    if held == ():
        return Int.of(-1)
    rows = _rows(lift, held) if isinstance(held, Stacked) and isinstance(lift.held(slots), Stacked) else None
    if rows is None or parts is None or isinstance(key, tuple) != (len(rows.shape) == 2) or _width(rows) != len(parts):
        return lift.call(library.dicts.place_among, [names, key], {})
    values = [value_of(lift, p, INT) for p in parts]
    wanted = rows.name, *(_meaning(lift, v) for v in values)
    found = next((v for v in _searches(lift.build) if lift.sought[v.name].what == wanted), None)
    if found is None:
        row = read(lift, stacked(lift, [Scalar(INT, v) for v in values], INT)) if isinstance(key, tuple) else values[0]
        found = lift.emit("hash_find", read(lift, lift.held(slots).rows), rows, row, dtype=INT)
        lift.sought[found.name] = _sought(lift, found, wanted)
    return Scalar(INT, found, weak=True)


def _sought(lift: Lifting, found: Value, wanted: tuple[Any, ...]) -> Sought:
    """Beside what is found: whether it is there, so that a branch that asks knows it."""
    there = lift.emit("ge", found, constant(lift, 0, INT), dtype=BOOL)
    missing = lift.emit("bit_not", there, dtype=BOOL)
    lift.implied[there.name], lift.implied[missing.name] = ([], [missing.name]), ([], [there.name])
    return Sought(wanted, there, missing)


def is_there(lift: Lifting, place: Any) -> Any:
    """Whether a key was found, which branches that have asked for it know."""
    sought = lift.sought.get(place.value.name) if isinstance(place, Scalar) and place.value is not None else None
    if sought is None:
        return comparison(lift, ast.GtE(), place, INT_0)
    known = sought.there.name in lift.holding, sought.missing.name in lift.holding
    return known[0] if any(known) else Scalar(BOOL, sought.there, weak=True)


def _width(rows: Value) -> int | None:
    return 1 if len(rows.shape) == 1 else rows.shape[1].constant


def _meaning(lift: Lifting, v: Value) -> Any:
    """Equal for values that are the same number."""
    node = lift.definitions.get(v.name)
    if node is None or node.op not in ("const", "index", "convert"):
        return v.name
    return node.op, repr(sorted(node.attrs.items())), *(_meaning(lift, x) for x in node.inputs)


def _searches(build: Build | None) -> Iterator[Value]:
    """What is found here, or on the way here: `if key in d: d[key] += 1` searches once."""
    while build is not None:
        yield from (n.output for n in build.nodes if n.op == "hash_find")
        build = build.parent


def noted(lift: Lifting, slots: Items, names: Items, place: Any) -> None:
    """The table with the key that has just become the last one; `place`: what was found when it was looked for."""
    held = lift.held(names)
    if not isinstance(held, Stacked) or _rows(lift, held) is None or lift.held(slots) == ():
        lift.hold(slots, _made(lift, held))
        return
    count = value_of(lift, Int(held.rows.shape[0]))
    before = lift.emit("sub", count, constant(lift, 1, INT), dtype=INT)
    both = lift.emit("bit_and", count, before, dtype=INT)
    doubled = Scalar(BOOL, lift.emit("eq", both, constant(lift, 0, INT), dtype=BOOL))
    lift.call(library.dicts.longer, [slots, names, place, Scalar(INT, before, weak=True), doubled], {})


def put(lift: Lifting, slots: Items, slot: Any, number: Any) -> None:
    """The table with the number of a row in a free slot."""
    held = lift.held(slots)
    rows = lift.new_array(value_of(lift, held.rows, INT), INT)
    lift.call(operator.setitem, [rows, (lift.call(operator.rshift, [slot, Int.of(2)], {}),
                                        lift.call(operator.and_, [slot, Int.of(SLOTS - 1)], {})), number], {})
    lift.hold(slots, Stacked((), rows))


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    primitives.hash_slots: table_of, primitives.hash_again: retabled, primitives.hash_place: place, primitives.hash_noted: noted,
    primitives.hash_put: put, primitives.hash_there: is_there,
}
