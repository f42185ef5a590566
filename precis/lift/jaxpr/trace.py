"""Tracing: the jaxpr of the user's function at the example arguments, or an error at the user's line."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jax.interpreters.partial_eval import dce_jaxpr

from precis.errors import InputError, PrecisError
from precis.ir.trees import Leaf, Tree
from precis.lift.jaxpr.keys import without_keys
from precis.lift.jaxpr.problems import explained
from precis.lift.jaxpr.returned import result_tree
from precis.lift.jaxpr.trees import Part, part_of


@dataclass(frozen=True, slots=True)
class Traced:
    """A traced call.

    name       of the function
    closed     its jaxpr with constants; inputs are the leaves of `arguments` in order
    arguments  (parameter name, part) per parameter
    returns    Tree whose value leaves hold the number of a result
    """

    name: str
    closed: Any
    arguments: tuple[tuple[str, Part], ...]
    returns: Tree


def trace(fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Traced:
    """The jaxpr of fn(*args, **kwargs). Python ints are traced, as JAX does, or static where the function needs their values."""
    if not callable(fn):
        raise InputError(f"a {type(fn).__name__} is not callable", hints=("lift a function: precis.lift(fn, *args)",))
    bound = parameters(fn, args, kwargs)
    try:
        return _trace(fn, bound, static_ints=False)
    except PrecisError:
        raise
    except Exception as problem:
        if any(_has_int(v) for _, v, _ in bound):
            return _trace_static(fn, bound)
        raise explained(problem, fn) from None


def _needed(closed: Any) -> Any:
    """The jaxpr without equations that no result needs."""
    jaxpr, _ = dce_jaxpr(closed.jaxpr, [True] * len(closed.jaxpr.outvars), instantiate=True)
    return closed.replace(jaxpr=jaxpr)


def _trace_static(fn: Callable[..., Any], bound: Sequence) -> Traced:
    try:
        return _trace(fn, bound, static_ints=True)
    except PrecisError:
        raise
    except Exception as problem:
        raise explained(problem, fn) from None


def _trace(fn: Callable[..., Any], bound: Sequence[tuple[str, Any, str]], static_ints: bool) -> Traced:
    parts = [part_of(value, name, static_ints) for name, value, _ in bound]

    def flat(*leaves: Any) -> Any:
        new = iter(leaves)
        restored = [p.restore(new) for p in parts]
        given = [v for v, (_, _, how) in zip(restored, bound) if how == "position"]
        named = {name: v for v, (name, _, how) in zip(restored, bound) if how == "name"}
        return fn(*given, **named)

    leaves = [leaf for p in parts for _, leaf in p.leaves]
    closed, shapes = jax.make_jaxpr(flat, return_shape=True)(*leaves)
    closed = without_keys(_needed(closed))
    arguments = [*((name, p) for (name, _, _), p in zip(bound, parts)), *_defaults(fn, {name for name, _, _ in bound})]
    return Traced(name_of(fn), closed, tuple(arguments), result_tree(shapes))


def parameters(fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[tuple[str, Any, str]]:
    """(name, value, "position" or "name") of each argument given; *args are numbered."""
    try:
        bound = inspect.signature(fn).bind(*args, **kwargs)
    except TypeError as problem:
        raise InputError(f"{name_of(fn)}: {problem}") from None
    except ValueError:
        return [(f"x{k}", v, "position") for k, v in enumerate(args)] + [(k, v, "name") for k, v in kwargs.items()]
    found: list[tuple[str, Any, str]] = []
    for name, value in bound.arguments.items():
        kind = bound.signature.parameters[name].kind
        if kind is inspect.Parameter.VAR_POSITIONAL:
            found += [(f"{name}_{k}", v, "position") for k, v in enumerate(value)]
        elif kind is inspect.Parameter.VAR_KEYWORD:
            found += [(k, v, "name") for k, v in value.items()]
        else:
            found.append((name, value, "name" if kind is inspect.Parameter.KEYWORD_ONLY else "position"))
    return found


def _defaults(fn: Callable[..., Any], given: set[str]) -> list[tuple[str, Part]]:
    """Parameters left at a plain default: static."""
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):
        return []
    return [(name, Part(Leaf("static", p.default), (), lambda _: None)) for name, p in signature.parameters.items()
            if name not in given and (p.default is None or isinstance(p.default, (bool, int, float, str)))]


def name_of(fn: Callable[..., Any]) -> str:
    while isinstance(fn, functools.partial):
        fn = fn.func
    name = getattr(fn, "__name__", type(fn).__name__)
    return name if name.isidentifier() else "function"


def _has_int(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_has_int, value))
    if isinstance(value, Mapping):
        return any(map(_has_int, value.values()))
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
