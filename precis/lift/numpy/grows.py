"""Whether a program grows lists, sets or dicts in a dict or list that it makes: what its text says. A name is looked for in the function
that makes the thing, an attribute in the whole file, where other methods grow what `__init__` makes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache

from precis.lift.numpy.frames import Frame
from precis.lift.numpy.source import FILES_KEPT


def grows_lists(frame: Frame, node: ast.expr) -> bool:
    """Whether it grows lists in the dict or list that a function makes at `node`: setdefault(k, []), x[k] = [], x[k].append(y)."""
    return _grows(frame, node, ("append", "extend"), lambda x: isinstance(x, ast.List))


def grows_sets(frame: Frame, node: ast.expr) -> bool:
    """Whether it grows sets there: setdefault(k, set()), x[k] = set(), x[k].add(y)."""
    return _grows(frame, node, ("add",), lambda x: isinstance(x, ast.Call) and ast.unparse(x) == "set()")


def grows_dicts(frame: Frame, node: ast.expr) -> bool:
    """Whether it fills dicts there: setdefault(k, {}), x[k] = {}, x[k] = dict()."""
    return _grows(frame, node, (), is_new_dict)


def fills_dicts(frame: Frame, node: ast.expr) -> bool:
    """Whether it fills dicts in the list that a function makes at `node`: x[k][j] = y, x[k][j] += y."""
    names, tree = _known_as(frame, node)
    stored = [t for s in _inside(tree) if isinstance(s, ast.Assign) for t in s.targets]
    stored += [s.target for s in _inside(tree) if isinstance(s, ast.AugAssign)]
    return any(isinstance(t, ast.Subscript) and isinstance(t.value, ast.Subscript) and _name(t.value.value) in names for t in stored)


def is_new_dict(x: ast.expr) -> bool:
    return (isinstance(x, ast.Dict) and not x.keys) or (isinstance(x, ast.Call) and ast.unparse(x) == "dict()")


def _grows(frame: Frame, node: ast.expr, methods: tuple[str, ...], is_new: Callable[[ast.expr], bool]) -> bool:
    names, tree = _known_as(frame, node)
    calls = [(c, c.func) for c in _inside(tree) if isinstance(c, ast.Call) and isinstance(c.func, ast.Attribute)]
    owners = [f.value for c, f in calls if f.attr == "setdefault" and len(c.args) > 1 and is_new(c.args[1])]
    grown = [f.value for _, f in calls if f.attr in methods]
    texts = {_name(x) for x in grown}
    owners += [x.value for x in (*grown, *(value for name, value in _bound(tree) if name in texts)) if isinstance(x, ast.Subscript)]
    empty = (s for s in _inside(tree) if isinstance(s, ast.Assign) and is_new(s.value) and not getattr(s.value, "elts", ()))
    owners += [t.value for s in empty for t in s.targets if isinstance(t, ast.Subscript)]
    return any(_name(owner) in names for owner in owners)


def _known_as(frame: Frame, node: ast.expr) -> tuple[set[str], ast.AST]:
    """The names and attributes that what is made at `node` gets, and the tree in which these mean the same."""
    names = {name for name, value in _bound(frame.key) if value is node}
    attributes = {name for name in names if name.startswith(".")}
    return (attributes, _file(frame.text.source)) if attributes and frame.text is not None else (names, frame.key)


def _name(x: ast.expr) -> str:
    """A name; `.adj` for an attribute of whatever object."""
    return f".{x.attr}" if isinstance(x, ast.Attribute) else ast.unparse(x)


@lru_cache(FILES_KEPT)
def _file(source: str) -> ast.Module:
    return ast.parse(source)


@lru_cache
def _inside(tree: ast.AST) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


@lru_cache
def _bound(tree: ast.AST) -> tuple[tuple[str, ast.expr], ...]:
    """What a function assigns, and to which names: x = y, x, y = y, z, x: dict = y."""
    found: list[tuple[str, ast.expr]] = []
    for s in _inside(tree):
        if isinstance(s, ast.Assign):
            found += [pair for target in s.targets for pair in _paired(target, s.value)]
        elif isinstance(s, (ast.AnnAssign, ast.NamedExpr)) and s.value is not None:
            found.append((_name(s.target), s.value))
    return tuple(found)


def _paired(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [(_name(t), v) for t, v in zip(target.elts, value.elts)]
    return [(_name(target), value)]
