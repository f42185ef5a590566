"""`import`, `global` and `nonlocal` inside functions."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Callable
from typing import Any

from precis.lift.numpy.attributes import attribute
from precis.lift.numpy.outside import said_of_module
from precis.lift.numpy.scopes import bind
from precis.lift.numpy.state import Lifting


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
    lift.frame.outward.update(node.names)


def _global(lift: Lifting, node: ast.Global) -> None:
    """Names of the module that are only read."""
    function = lift.frame.key
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    changed = [name for name in node.names if name in stored]
    if changed:
        lift.refuse(f"the function changes {changed[0]}, a variable of its module", "pass the value as an argument and return it")


DECLARING: dict[type[ast.stmt], Callable[[Lifting, Any], None]] = {
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Nonlocal: _nonlocal, ast.Global: _global}
