"""Lists of lists that a function uses as a table: it reads and writes single items of theirs before it does anything else with them.

    d = [[0] * m for _ in range(n)]                 each row is a new list, and d is assigned here alone
    d[i][j] = min(d[i - 1][j], d[i][j - 1]) + 1     then such items, and lengths
    return d                                        anything else behind all of them, and in no loop with one that writes

Where the rows of such a list are rows of an array, an item of a row is an element: no row has another name while rows change.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from precis.lift.numpy.numbers import dtype_of, is_number, is_python, known, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int, Items, Parts, Scalar, Stacked

NEW_LISTS = (ast.List, ast.ListComp)
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda)


@cache
def tables_of(function: Any) -> dict[ast.ListComp, str]:
    """Where a function makes such lists -> their names."""
    if not isinstance(function, ast.FunctionDef):
        return {}
    made = [s for s in ast.walk(function) if isinstance(s, ast.Assign) and _makes_rows(s.value)]
    names = [(s.targets[0].id, s.value) for s in made if len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)]
    return {node: name for name, node in names if _is_used_as_table(function, name)}  # type: ignore[misc]


def _makes_rows(node: ast.expr) -> bool:
    """A comprehension that makes a new list for each row."""
    if not isinstance(node, ast.ListComp):
        return False
    row = node.elt
    if isinstance(row, ast.BinOp) and isinstance(row.op, ast.Mult):
        row = row.left if isinstance(row.left, ast.List) else row.right
    called = isinstance(row, ast.Call) and isinstance(row.func, ast.Name) and row.func.id == "list"
    return isinstance(row, NEW_LISTS) or called


def _is_used_as_table(function: ast.FunctionDef, name: str) -> bool:
    uses = [(node, path) for node, path in _with_paths(function, ()) if isinstance(node, ast.Name) and node.id == name]
    stored = [path for node, path in uses if isinstance(node.ctx, ast.Store)]
    if len(stored) != 1 or any(isinstance(p, SCOPES) for _, path in uses for p in path[1:]) or isinstance(stored[0][-1], ast.For):
        return False
    loops = set(_loops(stored[0]))
    writes = [path for node, path in uses if _is_item(path) and isinstance(path[-2].ctx, ast.Store)]  # type: ignore[attr-defined]
    others = [(node, path) for node, path in uses if isinstance(node.ctx, ast.Load) and not _is_item(path) and not _is_length(path)]
    written_in = {loop for path in writes for loop in _loops(path)} - loops
    last = max((_end(path) for path in writes), default=0)
    return bool(writes) and all(node.lineno > last and not written_in & set(_loops(path)) for node, path in others)


def _with_paths(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    for child in ast.iter_child_nodes(node):
        yield child, (*above, node)
        yield from _with_paths(child, (*above, node))


def _loops(path: tuple[ast.AST, ...]) -> list[ast.AST]:
    return [p for p in path if isinstance(p, (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp))]


def _end(path: tuple[ast.AST, ...]) -> int:
    """The last line of the statement that is written here."""
    return next(p.end_lineno or 0 for p in reversed(path) if isinstance(p, ast.stmt))


def _is_item(path: tuple[ast.AST, ...]) -> bool:
    """d[i][j], of a name d with this path."""
    row, item = path[-1], path[-2]
    if not isinstance(row, ast.Subscript) or not isinstance(item, ast.Subscript) or item.value is not row:
        return False
    return not any(isinstance(p.slice, ast.Slice) for p in (row, item)) and not isinstance(item.ctx, ast.Del)


def _is_length(path: tuple[ast.AST, ...]) -> bool:
    """len(d) or len(d[i])."""
    call = path[-2] if isinstance(path[-1], ast.Subscript) else path[-1]
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "len"


def note_table(lift: Lifting, node: ast.ListComp, made: Items) -> None:
    """What the comprehension has made is a table of this call, under its name there: others may do with it what they like."""
    name = tables_of(lift.frame.key).get(node)
    if name is not None:
        lift.made.tables[made] = lift.frame.serial, name


def table_named(lift: Lifting, name: ast.Name, x: Any) -> Items | None:
    """x, where it is a table of this call that has this name; None for other things."""
    found = lift.made.tables.get(x) if isinstance(x, Items) else None
    return x if found == (lift.frame.serial, name.id) and is_table(lift, x) else None


def is_table(lift: Lifting, table: Items) -> bool:
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


def refuse_uneven(lift: Lifting, table: Items) -> None:
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
