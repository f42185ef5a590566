"""Return trees: what a JAX function returns, in the classes in which JAX returns it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Any

from jax import random, tree_util

from precis.ir.trees import Attributes, Fields, Leaf, Tree
from precis.lift.jaxpr.keys import is_key


def result_tree(returned: Any) -> Tree:
    """The tree of what is returned, with value leaves "0", "1", ...: numbers in the order of JAX.

    dicts, tuples and lists keep their form; objects of other classes that JAX knows (named tuples, dataclasses, states of optimizers) are
    made again of their parts.
    """
    return _tree(returned, count())


def _tree(x: Any, numbers: Iterator[int]) -> Tree:
    if x is None:
        return Leaf("static", None)
    found, form = tree_util.tree_flatten_with_path(x, is_leaf=lambda part: part is not x)
    if len(found) == 1 and found[0][1] is x:
        return _leaf(x, next(numbers))
    keys, parts = [path[0] for path, _ in found], [_tree(part, numbers) for _, part in found]
    if type(x) in (tuple, list):
        return type(x)(parts)
    names: list[Any] = [getattr(key, "key", getattr(key, "name", None)) for key in keys]
    if type(x) is dict and all(isinstance(name, (str, int)) for name in names):
        return dict(zip(names, parts))
    make = partial(tree_util.tree_unflatten, form)
    if isinstance(x, tuple) or names == ["value"] or not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return Fields.of(parts, lambda new: make(list(new)))
    return Attributes(zip(names, parts), lambda new: make(list(new.values())))


def _leaf(x: Any, number: int) -> Tree:
    """An array; typed keys are made of their words."""
    leaf = Leaf("value", str(number))
    return Fields.of([leaf], _keys) if is_key(x) else leaf


def _keys(words: Any) -> Any:
    return random.wrap_key_data(next(iter(words)), impl="threefry2x32")


def result_names(tree: Tree, path: str = "out") -> dict[int, str]:
    """Number of a result -> a name for it by its place in the tree: out, out_0, loss."""
    if isinstance(tree, Leaf):
        return {int(tree.value): path} if tree.what == "value" else {}
    if isinstance(tree, Fields) and len(tree) == 1:  # a variable around one array
        return result_names(tree[0], path)
    outermost = isinstance(tree, dict) and path == "out"
    children = tree.items() if isinstance(tree, dict) else enumerate(tree)
    parts = [result_names(t, str(key) if outermost else f"{path}_{key}") for key, t in children]
    return {k: name for part in parts for k, name in part.items()}
