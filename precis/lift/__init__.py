"""Lifting: from a user's function and example arguments to a Program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from precis.ir.types import Program
from precis.lift.numpy import lift_numpy


def lift(fn: Any, /, *args: Any, **kwargs: Any) -> Program:
    """The Program of `fn(*args, **kwargs)`, a NumPy-style or JAX function; the arguments are examples.

    NumPy-style Programs serve every size that their guards admit; JAX Programs are for the shapes given. Raises UnsupportedProgram
    for what cannot be lifted and InputError where the function itself fails, each with its place in the source. A Program is what
    it is.
    """
    if isinstance(fn, Program):
        return fn
    if speaks_jax(fn, args, kwargs):
        from precis.lift.jaxpr import lift_jax

        return lift_jax(fn, args, kwargs)
    return lift_numpy(fn, args, kwargs)


def speaks_jax(fn: Any, args: Any, kwargs: Any) -> bool:
    """Whether JAX is to trace the function. JAX itself is not imported: what has no jax loaded does not speak it."""
    jax = sys.modules.get("jax")
    if jax is None or not hasattr(jax, "Array"):
        return False
    if any(isinstance(x, jax.Array) for x in _leaves((args, kwargs))):
        return True
    if type(fn).__module__.split(".")[0] in ("jax", "jaxlib"):
        return True
    return _uses_jax(fn, set())


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    if isinstance(tree, (tuple, list)):
        for item in tree:
            yield from _leaves(item)
    else:
        yield tree


def _uses_jax(fn: Any, seen: set[int]) -> bool:
    """Whether a function, or one that it calls by a name of its own file, names a jax module."""
    fn = getattr(fn, "__func__", getattr(fn, "func", fn))
    fn = fn if isinstance(fn, FunctionType) else getattr(fn, "__wrapped__", None)
    if not isinstance(fn, FunctionType) or id(fn) in seen:
        return False
    seen.add(id(fn))
    cells = [c.cell_contents for c in fn.__closure__ or () if _filled(c)]
    found = [fn.__globals__[n] for n in _names(fn.__code__) if n in fn.__globals__] + cells
    return any(_is_jax(x) for x in found) or any(_uses_jax(x, seen) for x in found if isinstance(x, FunctionType))


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


def _is_jax(x: Any) -> bool:
    name = x.__name__ if isinstance(x, ModuleType) else getattr(x, "__module__", None) or type(x).__module__
    return isinstance(name, str) and name.split(".")[0] in ("jax", "jaxlib")


__all__ = ["lift", "speaks_jax"]
