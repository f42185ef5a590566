"""Argument trees: which parts of the user's objects are arrays of the Program.

dicts, tuples and lists keep their shape; other pytrees (dataclasses, modules) become dicts of their attributes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from jax import Array, random, tree_util

from precis.errors import UnsupportedProgram
from precis.ir.size import Size
from precis.ir.trees import Leaf, Tree
from precis.lift.jaxpr.keys import is_key

Restore = Callable[[Iterator[Any]], Any]  # the object again, with its traced leaves drawn from an iterator


@dataclass(frozen=True, slots=True)
class Part:
    """An argument taken apart: its Tree (value leaves hold their path), the traced leaves by path, and its way back."""

    tree: Tree
    leaves: tuple[tuple[str, Any], ...]
    restore: Restore


def part_of(obj: Any, path: str, static_ints: bool) -> Part:
    """Take an argument apart. Booleans, strings, None and callables are static; so are ints if `static_ints`."""
    if obj is None or isinstance(obj, (bool, str)) or (static_ints and _is_int(obj)):
        return Part(_static(obj), (), lambda _: obj)
    if isinstance(obj, (int, float, complex)) or _is_array(obj):
        if is_key(obj):
            return _keys(obj, path)
        if getattr(getattr(obj, "dtype", None), "kind", "f") in "OSUMm":
            raise UnsupportedProgram(f"argument {path}: an array of {obj.dtype}", hints=("give arrays of numbers",))  # type: ignore
        return Part(Leaf("value", path), ((path, obj),), next)
    if type(obj) is dict and all(isinstance(k, (str, int)) for k in obj):
        parts = {k: part_of(v, f"{path}_{k}", static_ints) for k, v in obj.items()}
        return Part({k: p.tree for k, p in parts.items()}, _leaves(parts.values()),
                    lambda new: {k: p.restore(new) for k, p in parts.items()})
    if isinstance(obj, (tuple, list)):
        items = [part_of(v, f"{path}_{k}", static_ints) for k, v in enumerate(obj)]
        make = obj._make if hasattr(obj, "_make") else type(obj)  # type: ignore[union-attr]
        kind = list if isinstance(obj, list) else tuple
        return Part(kind(p.tree for p in items), _leaves(items), lambda new: make([p.restore(new) for p in items]))
    return _registered(obj, path, static_ints)


def _keys(obj: Any, path: str) -> Part:
    """Typed keys are their words in the Program."""
    if str(obj.dtype) != "key<fry>":
        raise UnsupportedProgram(f"argument {path}: keys of type {obj.dtype}", hints=("use the default generator, threefry2x32",))
    return Part(Leaf("value", path), ((path, random.key_data(obj)),), lambda new: random.wrap_key_data(next(new)))


def _registered(obj: Any, path: str, static_ints: bool) -> Part:
    """One level of a pytree that JAX knows, by the names of its children."""
    children, treedef = tree_util.tree_flatten_with_path(obj, is_leaf=lambda x: x is not obj)
    if len(children) == 1 and children[0][1] is obj:
        if callable(obj):
            return Part(Leaf("static", getattr(obj, "__name__", type(obj).__name__)), (), lambda _: obj)
        raise UnsupportedProgram(f"argument {path}: a {type(obj).__name__} is neither an array, a number, nor a pytree of them",
                                 hints=("close over it: lift(lambda x: f(obj, x), x)",))
    keys = ["args", "keywords"] if isinstance(obj, functools.partial) else [_key(k[0]) for k, _ in children]
    if keys == ["value"]:  # a variable around one array
        inner = part_of(children[0][1], path, static_ints)
        return Part(inner.tree, inner.leaves, lambda new: tree_util.tree_unflatten(treedef, [inner.restore(new)]))
    parts = [part_of(child, f"{path}_{key}", static_ints) for key, (_, child) in zip(keys, children)]
    every = isinstance(obj, Mapping) or keys == list(range(len(keys)))
    held = {key: p.tree for key, p in zip(keys, parts) if every or p.leaves}
    positions = list(held) == list(range(len(held))) and not isinstance(obj, Mapping)
    return Part(list(held.values()) if positions else held, _leaves(parts),
                lambda new: tree_util.tree_unflatten(treedef, [p.restore(new) for p in parts]))


def _key(key: Any) -> str | int:
    """The name of a child: attribute, dict key, or position."""
    for attribute in ("name", "key", "idx"):
        if isinstance(getattr(key, attribute, None), (str, int)):
            return getattr(key, attribute)
    raise UnsupportedProgram(f"an argument with the key {key}", hints=("use strings or integers as keys",))


def _leaves(parts: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(leaf for p in parts for leaf in p.leaves)


def _is_int(obj: Any) -> bool:
    return isinstance(obj, (int, np.integer)) and not isinstance(obj, bool)


def _is_array(obj: Any) -> bool:
    return isinstance(obj, (np.ndarray, np.generic, Array))


def _static(obj: Any) -> Leaf:
    return Leaf("size", Size.of(int(obj))) if _is_int(obj) else Leaf("static", obj)
