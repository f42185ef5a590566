"""Which lists of lists a function uses as tables, by its text: it reads and writes single items of theirs, and what else it does with one
stands behind all writes, or is over before anything else happens (`sum(d[i])`, `[row[:] for row in d]`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any, TypeGuard

from precis.lift.numpy.source import yields

NEW_LISTS = (ast.List, ast.ListComp)
KEPT = 256
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
VALUES = frozenset({"len", "sum", "max", "min", "any", "all", "sorted", "list", "tuple", "set"})  # keep none of what they go through
READING = VALUES | {"enumerate", "zip", "map", "reversed", "range"}

Helpers = tuple[tuple[str, Any], ...]  # functions of the same module by their names


@lru_cache(KEPT)
def tables_of(function: Any, helpers: Helpers = ()) -> dict[ast.ListComp, str]:
    """Where a function makes such lists -> their names."""
    if not isinstance(function, ast.FunctionDef):
        return {}
    made = [s for s in ast.walk(function) if isinstance(s, ast.Assign) and len(s.targets) == 1]
    names = [(s.value, t.id) for s in made if _makes_rows(s.value) and isinstance(t := s.targets[0], ast.Name)]
    return {node: name for node, name in names if _is_used_as_table(function, name, helpers)}


@lru_cache(KEPT)
def given_tables_of(function: Any, helpers: Helpers = ()) -> frozenset[str]:
    """The parameters of a function that it uses as such lists if they are given."""
    if not isinstance(function, ast.FunctionDef):
        return frozenset()
    spec = function.args
    return frozenset(a.arg for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs) if _is_given_table(function, a.arg, helpers))


@cache
def called_by(function: ast.AST) -> frozenset[str]:
    """The names of what a function calls."""
    return frozenset(n.func.id for n in ast.walk(function) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name))


def _is_given_table(function: ast.FunctionDef, name: str, helpers: Helpers) -> bool:
    uses = _uses(function, name)
    others = [(node, path) for node, path in uses if not (_is_item(path) or _is_length(path) or _passes(node, path, helpers))]
    return all(isinstance(node.ctx, ast.Load) for node, _ in uses) and all(_reads(node, path) for node, path in others) and (
        _writes_first(uses, set(), helpers))


def _uses(function: ast.AST, name: str) -> list[tuple[ast.Name, tuple[ast.AST, ...]]]:
    return [(node, path) for node, path in _with_paths(function, ()) if isinstance(node, ast.Name) and node.id == name]


def _only_reads(function: Any, k: int) -> bool:
    """Whether a function changes nothing of a list of lists that is its k-th argument, and keeps nothing of it."""
    if not isinstance(function, ast.FunctionDef) or k >= len(function.args.args) or yields(function):
        return False
    uses = _uses(function, function.args.args[k].arg)
    return not any(isinstance(p, SCOPES) for _, path in uses for p in path[1:]) and all(
        isinstance(node.ctx, ast.Load) and (_is_length(path) or _passes(node, path, ()) or _is_item(path, ast.Load)) for node, path in uses)


def _passes(node: ast.AST, path: tuple[ast.AST, ...], helpers: Helpers) -> bool:
    """Whether nothing of the list has a name when this use of it is over."""
    above = path[-1]
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in dict(helpers) and node in above.args:
        before = list(takewhile(lambda a: a is not node, above.args))
        return not any(isinstance(a, ast.Starred) for a in before) and _only_reads(dict(helpers)[above.func.id], len(before))
    if isinstance(above, ast.comprehension) and _goes_through(node, path) and isinstance(above.target, ast.Name):
        title = above.target.id
        rows = [(n, p) for n, p in _with_paths(path[-2], path[:-2]) if isinstance(n, ast.Name) and n.id == title]
        return all(_row_passes(n, p) for n, p in rows if isinstance(n.ctx, ast.Load))
    return isinstance(above, ast.Subscript) and above.value is node and not isinstance(above.slice, ast.Slice) and (
        _row_passes(above, path[:-1]))


def _row_passes(row: ast.AST, path: tuple[ast.AST, ...]) -> bool:
    above = path[-1]
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Name) and above.func.id in VALUES and row in above.args
    if isinstance(above, ast.Attribute):
        return above.attr in ("count", "index", "copy") and isinstance(path[-2], ast.Call)
    if isinstance(above, ast.Subscript):
        return above.value is row and isinstance(above.ctx, ast.Load)
    return isinstance(above, ast.Compare) or _goes_through(row, path)


def _goes_through(node: ast.AST, path: tuple[ast.AST, ...]) -> bool:
    """Whether a comprehension that is evaluated here goes through this."""
    if not isinstance(path[-1], ast.comprehension) or path[-1].iter is not node:
        return False
    call = path[-3] if isinstance(path[-2], ast.GeneratorExp) else None
    return not isinstance(path[-2], ast.GeneratorExp) or (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and (
        call.func.id in VALUES))


def _reads(node: ast.AST, path: tuple[ast.AST, ...]) -> bool:
    """Whether neither the list nor what it consists of can change by this use, which gives it no other name."""
    above = path[-2] if isinstance(path[-1], ast.Starred) else path[-1]
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Name) and above.func.id in READING and node is not above.func
    if isinstance(above, ast.Subscript):
        return above.value is node and isinstance(above.ctx, ast.Load)
    return isinstance(above, (ast.Return, ast.Compare)) or getattr(above, "iter", None) is node or (
        isinstance(above, (ast.Tuple, ast.List)) and isinstance(path[-2], ast.Return))


def _makes_rows(node: ast.expr) -> TypeGuard[ast.ListComp]:
    """A comprehension that makes a new list for each row."""
    if not isinstance(node, ast.ListComp):
        return False
    row = node.elt
    if isinstance(row, ast.BinOp) and isinstance(row.op, ast.Mult):
        row = row.left if isinstance(row.left, ast.List) else row.right
    called = isinstance(row, ast.Call) and isinstance(row.func, ast.Name) and row.func.id == "list"
    return isinstance(row, NEW_LISTS) or called


def _is_used_as_table(function: ast.FunctionDef, name: str, helpers: Helpers) -> bool:
    uses = _uses(function, name)
    stored = [path for node, path in uses if isinstance(node.ctx, ast.Store)]
    if len(stored) != 1 or isinstance(stored[0][-1], ast.For):
        return False
    return _writes_first(uses, set(_loops(stored[0])), helpers)


def _writes_first(uses: Sequence[tuple[ast.Name, tuple[ast.AST, ...]]], loops: set[ast.AST], helpers: Helpers) -> bool:
    """Whether items are written, and all uses but those of items and of lengths stand behind that, in no loop with one that writes apart
    from `loops`; none stands in another scope."""
    if any(isinstance(p, SCOPES) for _, path in uses for p in path[1:]):
        return False
    writes = [path for _, path in uses if _is_item(path, ast.Store)]
    others = [(node, path) for node, path in uses if isinstance(node.ctx, ast.Load)
              and not (_is_item(path) or _is_length(path) or _passes(node, path, helpers))]
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


def _is_item(path: tuple[ast.AST, ...], *uses: type[ast.expr_context]) -> bool:
    """d[i][j], of a name d with this path, where it is used in one of these ways; read or written where none is said."""
    row, item = path[-1], path[-2]
    if not isinstance(row, ast.Subscript) or not isinstance(item, ast.Subscript) or item.value is not row:
        return False
    return not any(isinstance(p.slice, ast.Slice) for p in (row, item)) and isinstance(item.ctx, uses or (ast.Load, ast.Store))


def _is_length(path: tuple[ast.AST, ...]) -> bool:
    """len(d) or len(d[i])."""
    call = path[-2] if isinstance(path[-1], ast.Subscript) else path[-1]
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "len"
