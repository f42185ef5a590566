"""What else in a refused function cannot be lifted: found by reading its syntax tree and those of the functions that it calls."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from precis.errors import PrecisError
from precis.lift.numpy import expressions, statements
from precis.lift.numpy.calls import supported
from precis.lift.numpy.functions.effects import shows
from precis.lift.numpy.functions.evaluated import evaluable
from precis.lift.numpy.scopes import closure_of, is_users
from precis.lift.numpy.source import Definition, Sources, Text
from precis.lift.numpy.unlifted import written

WITHOUT_HANDLER = (ast.If, ast.Return, ast.Break, ast.Continue, ast.Match, ast.Try)
UNKNOWN = object()
CHANGES = ("append", "extend", "extendleft", "insert", "pop", "remove", "clear", "update", "setdefault", "popitem", "move_to_end", "add",
           "fill", "sort")
SHOWN = 12  # findings that a note lists


def in_the_way(texts: Sources, function: FunctionType, problem: PrecisError) -> tuple[str, ...]:
    """A note that lists what else cannot be lifted, each once; none where there is nothing else."""
    here = (problem.span.file, problem.span.line) if problem.span else None
    found: dict[str, tuple[str, int]] = {}
    for what, text, line in _findings(texts, function):
        if (text.name, line) != here:
            found.setdefault(what, (text.name, line))
    if not found:
        return ()
    places = [f"{what} ({file}:{line})" for what, (file, line) in list(found.items())[:SHOWN]]
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return (f"also in the way: {', '.join(places)}{more}",)


def _findings(texts: Sources, function: FunctionType) -> Iterator[tuple[str, Text, int]]:
    """(what, its file, its line) in a function and in the user's functions that it calls, in order of discovery."""
    waiting, seen = [function], {function.__code__}
    while waiting:
        f = waiting.pop(0)
        try:
            definition, text = texts.definition(f)
        except PrecisError:
            continue
        names = _Names(definition, f)
        for node in sorted(_own_nodes(definition), key=lambda n: getattr(n, "lineno", 0)):
            what = _unsupported(node, names)
            if what:
                yield what, text, getattr(node, "lineno", 0)
            called = names.of(node.func) if isinstance(node, ast.Call) else None
            if isinstance(called, FunctionType) and is_users(called) and called.__code__ not in seen:
                seen.add(called.__code__)
                waiting.append(called)


def _own_nodes(definition: Definition) -> Iterator[ast.AST]:
    """What runs when the function is called: its decorators have run."""
    for part in [definition.body] if isinstance(definition, ast.Lambda) else definition.body:
        yield from ast.walk(part)


class _Names:
    """What names of a function stand for, where they are not assigned in it."""

    def __init__(self, definition: Definition, function: FunctionType):
        self.places: list[Mapping[str, Any]] = [closure_of(function), function.__globals__, vars(builtins)]
        self.local = {n.arg for n in ast.walk(definition) if isinstance(n, ast.arg)}
        self.local |= {n.id for n in ast.walk(definition) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self.local |= {n.name for n in ast.walk(definition) if isinstance(n, ast.FunctionDef)}
        self.defaults = {a.arg for a in definition.args.args[len(definition.args.args) - len(definition.args.defaults):]}

    def known(self, node: ast.Call) -> bool:
        """Whether a call has constants and parameters with defaults as its arguments, all of them."""
        given = [*node.args, *(k.value for k in node.keywords)]
        parts = [n for a in given for n in ast.walk(a) if isinstance(n, ast.expr) and not isinstance(n, (ast.Tuple, ast.List))]
        return all(isinstance(n, ast.Constant) or (isinstance(n, ast.Name) and n.id in self.defaults) for n in parts)

    def of(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name) and node.id not in self.local:
            return next((place[node.id] for place in self.places if node.id in place), UNKNOWN)
        if isinstance(node, ast.Attribute):
            owner = self.of(node.value)
            return getattr(owner, node.attr, UNKNOWN) if isinstance(owner, (ModuleType, np.ufunc)) else UNKNOWN
        return UNKNOWN


def _unsupported(node: ast.AST, names: _Names) -> str | None:
    if isinstance(node, ast.stmt) and not isinstance(node, (*statements.HANDLERS, *WITHOUT_HANDLER)):
        return f"`{statements.NAMES.get(type(node), type(node).__name__)}`"
    if isinstance(node, ast.expr) and not isinstance(node, (*expressions.HANDLERS, ast.Starred, ast.FormattedValue)):
        return f"`{type(node).__name__}`"
    changed = _changed_global(node, names)
    if changed:
        return f"a change of {changed}"
    if isinstance(node, ast.Call):
        called = names.of(node.func)
        if callable(called) and called is not UNKNOWN and not _lifted(called) and not (evaluable(called) and names.known(node)):
            return written(called, node)
    return None


def _changed_global(node: ast.AST, names: _Names) -> str | None:
    """The variable of a module that a statement assigns, or whose items it changes."""
    if isinstance(node, ast.Global):
        written = [name for name in node.names if name in names.local]
        return ", ".join(written) or None
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        owner = node.value
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        owner = node.func.value
    else:
        return None
    return owner.id if isinstance(owner, ast.Name) and isinstance(names.of(owner), (list, dict, set, np.ndarray)) else None


def _lifted(called: Any) -> bool:
    if isinstance(called, functools.partial):
        return _lifted(called.func)
    return shows(called) or supported(called)
