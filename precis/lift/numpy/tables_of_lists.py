"""Lists of lists that a function uses as a table: it reads and writes single items of theirs before it does anything else with them.

    d = [[0] * m for _ in range(n)]                 each row is a new list, and d is assigned here alone
    d[i][j] = min(d[i - 1][j], d[i][j - 1]) + 1     then such items, and lengths
    return d                                        anything else behind all of them, and in no loop with one that writes

Where the rows of such a list are rows of an array, an item of a row is an element: no row has another name while rows change. So it is of
a list of lists that the caller gives, where the function does nothing else with it than read, behind all writes: its rows stay those lists.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np

from precis.lift.numpy.arrays import read
from precis.lift.numpy.numbers import dtype_of, is_number, is_python, known, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.table_uses import READING, Helpers, called_by, given_tables_of, tables_of
from precis.lift.numpy.values import Int, Items, Parts, Scalar, Stacked


def note_table(lift: Lifting, node: ast.ListComp, made: Items) -> None:
    """What the comprehension has made is a table of this call, under its name there: others may do with it what they like."""
    frame = lift.frame
    name = tables_of(frame.key, _helpers(lift, frame.key, frame.globals)).get(node)
    if name is not None and not READING & set(frame.globals):
        lift.made.tables[made] = frame.serial, name


def given_tables(lift: Lifting, function: Any, names: Mapping[str, Any]) -> frozenset[str]:
    """The parameters of the program that are such lists, if lists of lists are given; `names`: what its module knows."""
    return frozenset() if READING & set(names) else given_tables_of(function, _helpers(lift, function, names))


def note_given(lift: Lifting, name: str, given: Any) -> None:
    """A parameter that is such a list."""
    held = lift.content.get(given) if isinstance(given, Items) else None
    if isinstance(held, Stacked) and read(lift, held.rows).name not in lift.either:
        lift.made.tables[given] = lift.frame.serial, name


def _helpers(lift: Lifting, function: Any, names: Mapping[str, Any]) -> Helpers:
    """The functions of the same module that a function calls by their names."""
    found = [(name, names.get(name)) for name in sorted(called_by(function))]
    own = [(name, f) for name, f in found if isinstance(f, FunctionType) and f.__module__ == names.get("__name__")]
    return tuple((name, lift.definition(f)[0]) for name, f in own)


def table_named(lift: Lifting, name: ast.Name, x: Any) -> Items | None:
    """x, where it is a table of this call that has this name; None for other things."""
    found = lift.made.tables.get(x) if isinstance(x, Items) else None
    return x if found == (lift.frame.serial, name.id) and is_table(lift, x) else None


def is_table(lift: Lifting, table: Any) -> bool:
    """Whether this is such a list, which is held as rows of an array now."""
    held = lift.content.get(table) if table in lift.made.tables else None
    return isinstance(held, Stacked) and not held.first and held.parts is not None and held.parts.kind is list


def put_in_row(lift: Lifting, table: Items, row: Any, place: Any, new: Any) -> None:
    """table[row][place] = new, a number."""
    held = lift.held(table)
    if not is_number(new):
        lift.refuse("an item of a list of lists of numbers becomes another thing", "use an array, or a list for each")
    dtype = np.result_type(held.rows.dtype, dtype_of(new))
    if dtype.kind in "fc" and dtype_of(new).kind in "iu" and known(lift, new) is None:
        lift.assume("ints in lists with floats stay below 2**53")
    rows = lift.new_array(value_of(lift, held.rows, dtype), dtype)
    lift.call(operator.setitem, [rows, (row, place), new], {})
    parts = _with(lift, held.parts, place, new)
    if parts != held.parts or dtype != held.rows.dtype:
        lift.made.uneven.add(table)
    lift.hold(table, Stacked((), rows, held.weak, parts))


def refuse_uneven(lift: Lifting, table: Any) -> None:
    """A table goes to the caller, who would find its numbers of one kind: item by item, they are of the kinds that Python has."""
    if table in lift.made.uneven and is_table(lift, table):
        lift.lacks.stacked = True
        lift.refuse("a list of lists is returned in which numbers of different kinds stand", "return an array of it: np.array(...)")


def _with(lift: Lifting, parts: Parts, place: Any, new: Any) -> Parts:
    """What rows consist of where one item, or any, is a number like this one."""
    at = known(lift, place) if isinstance(place, (Int, Scalar)) else None
    changed = [at is None or k in (at, at + len(parts.weak)) or not parts.dtypes for k in range(len(parts.weak))]
    weak = tuple(w and (is_python(new) or not c) for w, c in zip(parts.weak, changed))
    dtypes = tuple(np.result_type(d, dtype_of(new)) if c else d for d, c in zip(parts.dtypes, changed))
    return Parts(parts.kind, dtypes, weak)
