"""`import`, `global` and `nonlocal` inside functions."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Callable
from typing import Any

from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.outside import said_of_module
from precis.lift.numpy.scopes import bind, home
from precis.lift.numpy.state import Lifting

INSTEAD = "pass the value as an argument and return it"


def _import(lift: Lifting, node: ast.Import) -> None:
    for alias in node.names:
        module = _imported(lift, alias.name)
        top = _imported(lift, alias.name.split(".")[0])
        lift.journal.set(lift.frame.names, alias.asname or alias.name.split(".")[0], module if alias.asname else top)


def _imported(lift: Lifting, name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        other = said_of_module(name)
        if other is not None and not lift.catching.handles(type(problem)):
            lift.refuse(f"{name} is imported here, which {other.does}", other.hint)
        lift.wrong(str(problem), exception=type(problem))


def _import_from(lift: Lifting, node: ast.ImportFrom) -> None:
    if node.level:
        lift.refuse("a relative import inside a function cannot be lifted", "import at the top of the file")
    module = _imported(lift, node.module or "")
    for alias in node.names:
        bind(lift, alias.asname or alias.name, _named(lift, module, alias.name))


def _named(lift: Lifting, module: Any, name: str) -> Any:
    """What a module has under a name, or a module of its package."""
    if hasattr(module, name):
        return attribute(lift, module, name)
    if not hasattr(module, "__path__") or importlib.util.find_spec(f"{module.__name__}.{name}") is None:
        lift.wrong(f"cannot import name '{name}' from '{module.__name__}'", exception=ImportError)
    return _imported(lift, f"{module.__name__}.{name}")


def _nonlocal(lift: Lifting, node: ast.Nonlocal) -> None:
    """Names of a function around this one: of one that has returned before the program runs, they are only read."""
    lift.frame.outward.update(node.names)
    for name in _changed(lift, node):
        if home(lift.frame, name) is None:
            lift.refuse(f"the function changes {name}, a variable of a function around it that has returned", INSTEAD)


def _global(lift: Lifting, node: ast.Global) -> None:
    """Names of the module that are only read."""
    lift.frame.worldwide.update(node.names)
    for name in _changed(lift, node):
        lift.refuse(f"the function changes {name}, a variable of its module", INSTEAD)


def _changed(lift: Lifting, node: ast.Global | ast.Nonlocal) -> list[str]:
    stored = {n.id for n in ast.walk(lift.frame.key) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return [name for name in node.names if name in stored]


DECLARING: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Nonlocal: _nonlocal, ast.Global: _global}
