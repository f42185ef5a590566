"""Which front end reads a function: whether it speaks JAX."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from types import CodeType, FunctionType, ModuleType
from typing import Any


def speaks_jax(fn: Any, args: Any, kwargs: Any) -> bool:
    """Whether JAX is to trace the function. JAX itself is not imported: what has no jax loaded does not speak it."""
    jax = sys.modules.get("jax")
    if jax is None or not hasattr(jax, "Array"):
        return False
    given, seen = jax.tree_util.tree_leaves((args, kwargs)), set()
    if any(isinstance(x, jax.Array) for x in given):
        return True
    return any(_is_jax(f) or _uses_jax(f, seen) for f in (fn, *filter(callable, given)))


def _uses_jax(fn: Any, seen: set[tuple[int, int]], owner: Any = None) -> bool:
    """Whether a function, or one that it calls by a name of its own file, names something of JAX: functions of the user's, since libraries
    come to anything. `owner`: whose method it is."""
    code = _function(fn)
    if code is None or (id(code), id(owner)) in seen or not _is_users(code.__code__.co_filename):
        return False
    seen.add((id(code), id(owner)))
    own = [x for x in (owner, getattr(fn, "__self__", None)) if x is not None]
    found = [*_named(code), *((x, ()) for x in _held(fn)), *((x, (name,)) for x in own for name in _attributes(code.__code__))]
    return any(_is_jax(x) or _leads_to_jax(x, path, seen) for x, path in found)


def _leads_to_jax(x: Any, path: tuple[str, ...], seen: set[tuple[int, int]]) -> bool:
    """Whether a function, or what `path` takes of an object of a class of the user's, uses JAX; any method does where all of it is used."""
    if isinstance(x, (dict, list, tuple)):
        return _holds_jax(x, seen)
    if isinstance(x, (FunctionType, ModuleType)) or _package(type(x)) in _PLAIN:
        return isinstance(x, FunctionType) and _uses_jax(x, seen)
    if not path:
        return any(_uses_jax(f, seen, x) for f in vars(type(x)).values() if isinstance(f, FunctionType))
    taken = _getter(inspect.getattr_static(x, path[0], None))
    return _is_jax(taken) or (_uses_jax(taken, seen, x) if isinstance(taken, FunctionType) else _leads_to_jax(taken, path[1:], seen))


def _holds_jax(x: Any, seen: set[tuple[int, int]]) -> bool:
    """Whether the first of what a list, tuple or dict holds uses JAX: a table of functions, the layers of a network."""
    if (id(x), 0) in seen:
        return False
    seen.add((id(x), 0))
    return any(_is_jax(part) or _leads_to_jax(part, (), seen) for part in islice(x.values() if isinstance(x, dict) else x, _LOOKED_AT))


def _getter(x: Any) -> Any:
    """The function behind a property or a method that is bound to a class or to nothing."""
    return x.fget if isinstance(x, property) else x.__func__ if isinstance(x, (staticmethod, classmethod)) else x


def _function(fn: Any) -> FunctionType | None:
    """The Python function of a method, a partial, a wrapper or an object that is called."""
    fn = getattr(fn, "__func__", getattr(fn, "func", fn))
    fn = fn if isinstance(fn, FunctionType) else getattr(fn, "__wrapped__", inspect.getattr_static(type(fn), "__call__", None))
    return fn if isinstance(fn, FunctionType) else None


def _named(fn: FunctionType) -> list[tuple[Any, tuple[str, ...]]]:
    """What the code of a function names, modules being walked through to what it takes of them; and the attributes taken of that."""
    cells = {n: c.cell_contents for n, c in zip(fn.__code__.co_freevars, fn.__closure__ or ()) if _filled(c)}
    paths = list(_paths(fn.__code__))
    return [_walked((cells if cell else fn.__globals__)[n], path) for cell, n, *path in paths if n in (cells if cell else fn.__globals__)]


def _walked(x: Any, path: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """What `path` takes of modules, as far as these are neither JAX's nor plain, and the rest of it."""
    while path and isinstance(x, ModuleType) and path[0] in vars(x) and _package(x) not in _PLAIN and not _is_jax(x):
        x, path = vars(x)[path[0]], path[1:]
    return x, tuple(path)


def _held(fn: Any) -> list[Any]:
    """What a partial holds, and the defaults of a function."""
    if hasattr(fn, "func"):
        return [*getattr(fn, "args", ()), *getattr(fn, "keywords", {}).values()]
    return [*(getattr(fn, "__defaults__", None) or ()), *(getattr(fn, "__kwdefaults__", None) or {}).values()]


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


_GLOBAL, _CELL, _TAKES = {"LOAD_GLOBAL", "LOAD_NAME"}, {"LOAD_DEREF", "LOAD_CLASSDEREF"}, {"LOAD_ATTR", "LOAD_METHOD"}


def _paths(code: CodeType) -> Iterator[list[Any]]:
    """[whether it is a cell, name, attributes taken of it one after the other] of what code names that is not its own."""
    path: list[Any] = []
    for i in dis.get_instructions(code):
        if path and i.opname in _TAKES:
            path.append(i.argval)
        elif i.opname != "EXTENDED_ARG":
            yield from [path] if path else []
            path = [i.opname in _CELL, i.argval] if i.opname in _GLOBAL | _CELL else []
    for inner in _inner(code):
        yield from _paths(inner)


def _attributes(code: CodeType) -> set[str]:
    """The attributes that code takes of anything."""
    own = {i.argval for i in dis.get_instructions(code) if i.opname in _TAKES}
    return own.union(*map(_attributes, _inner(code)))


def _inner(code: CodeType) -> list[CodeType]:
    return [c for c in code.co_consts if isinstance(c, CodeType)]


_LOOKED_AT = 100  # parts of a list or dict
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
    file = getattr(module, "__file__", None)
    return module is not None and bool(file) and not _is_users(file) and any(
        isinstance(v, ModuleType) and _package(v) == "jax" for v in tuple(vars(module).values()))


def _is_users(file: str) -> bool:
    from precis.lift.jaxpr.frames import is_user  # loads jax, which is loaded where this is asked

    return is_user(file)
