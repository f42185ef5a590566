"""Which front end reads a function: whether it speaks JAX."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any


def speaks_jax(fn: Any, args: Any, kwargs: Any) -> bool:
    """Whether JAX is to trace the function. JAX itself is not imported: what has no jax loaded does not speak it."""
    jax = sys.modules.get("jax")
    if jax is None or not hasattr(jax, "Array"):
        return False
    if any(isinstance(x, jax.Array) for x in jax.tree_util.tree_leaves((args, kwargs))):
        return True
    return _is_jax(fn) or _uses_jax(fn, set())


def _uses_jax(fn: Any, seen: set[int]) -> bool:
    """Whether a function, or one that it calls by a name of its own file, names something of JAX."""
    code = _function(fn)
    if code is None or id(code) in seen:
        return False
    seen.add(id(code))
    found = [*_named(code), *_bound(fn)]
    return any(_is_jax(x) for x in found) or any(_uses_jax(f, seen) for x in found for f in _functions(x))


def _function(fn: Any) -> FunctionType | None:
    """The Python function of a method, a partial, a wrapper or an object that is called."""
    fn = getattr(fn, "__func__", getattr(fn, "func", fn))
    fn = fn if isinstance(fn, FunctionType) else getattr(fn, "__wrapped__", inspect.getattr_static(type(fn), "__call__", None))
    return fn if isinstance(fn, FunctionType) else None


def _functions(x: Any) -> list[Any]:
    """A function, or the methods of an object of a class of the user's."""
    if isinstance(x, (FunctionType, ModuleType)) or _package(type(x)) in _PLAIN:
        return [x] if isinstance(x, FunctionType) else []
    made = x if isinstance(x, type) else type(x)
    return [f for f in vars(made).values() if isinstance(f, FunctionType)]


def _named(fn: FunctionType) -> list[Any]:
    """What the code of a function names: globals, and what it takes of modules."""
    names = set(_names(fn.__code__))
    found = [fn.__globals__[n] for n in names if n in fn.__globals__]
    taken = [getattr(m, n) for m in found if isinstance(m, ModuleType) and _package(m) not in _PLAIN for n in names if n in vars(m)]
    return found + taken


def _bound(fn: Any) -> list[Any]:
    """What a function has closed over, what a partial holds, and the object of a method."""
    code = _function(fn)
    cells = [c.cell_contents for c in (code.__closure__ if code else None) or () if _filled(c)]
    held = [*getattr(fn, "args", ()), *getattr(fn, "keywords", {}).values()] if hasattr(fn, "func") else []
    owner = getattr(fn, "__self__", None)
    return [*cells, *held, *([] if owner is None else [owner])]


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


_PLAIN = {"builtins", "numpy", "scipy", "math", "functools", "itertools", "operator", "types", "typing"}


def _package(x: Any) -> str:
    name = x.__name__ if isinstance(x, ModuleType) else getattr(x, "__module__", None)
    return name.split(".")[0] if isinstance(name, str) else ""


def _is_jax(x: Any) -> bool:
    """Whether something belongs to JAX or to a library on top of it, or was made by one: its type, or a class that this inherits from."""
    made = () if isinstance(x, (ModuleType, FunctionType)) else (x if isinstance(x, type) else type(x)).__mro__
    return any(_of_jax(part) for part in (x, *made))


def _of_jax(x: Any) -> bool:
    package = _package(x)
    if package in ("jax", "jaxlib"):
        return True
    return package not in _PLAIN and _on_top(x if isinstance(x, ModuleType) else sys.modules.get(getattr(x, "__module__", None) or ""))


def _on_top(module: ModuleType | None) -> bool:
    """Whether a module is a library's (no file of the user's own) and imports JAX."""
    from precis.lift.jaxpr.frames import is_user  # loads jax, which is loaded where this is asked

    file = getattr(module, "__file__", None)
    return module is not None and bool(file) and not is_user(file) and any(
        isinstance(v, ModuleType) and _package(v) == "jax" for v in tuple(vars(module).values()))
