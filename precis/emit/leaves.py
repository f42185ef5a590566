"""Arguments taken apart: mappings and sequences of arrays, as programs hand on their parameters, as one list of their leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit.lists import reader
from precis.ir.listed import columns_or_none
from precis.ir.trees import Leaf, Listed, Tree

Take = Callable[[Any, list[Any]], bool]  # adds the leaves of a value to a list; False where the value is of another structure


def apart(trees: Sequence[Tree]) -> Callable[[Sequence[Any]], list[Any] | None]:
    """What makes one list of as many arguments as there are trees; None where their structure differs, or where objects whose parts have
    no names have to be taken apart (precis.ir.call)."""
    takes = tuple(map(_taker, trees))

    def flat(args: Sequence[Any]) -> list[Any] | None:
        out: list[Any] = []
        return out if len(args) == len(takes) and all(take(x, out) for take, x in zip(takes, args)) else None
    return flat


def _taker(tree: Tree) -> Take:
    if isinstance(tree, Leaf):
        return _leaf
    if isinstance(tree, Listed):
        return _list(tree.form)
    return _mapping(tree) if isinstance(tree, dict) else _sequence(tree)


def _leaf(x: Any, out: list[Any]) -> bool:
    out.append(x)
    return True


def _list(form: Any) -> Take:
    """A list as arrays."""
    read = reader(form)

    def take(x: Any, out: list[Any]) -> bool:
        found = read(x) if read is not None and type(x) is list else None
        found = columns_or_none(form, x) if found is None else found
        out += found or ()
        return found is not None
    return take


def _mapping(tree: dict[Any, Tree]) -> Take:
    parts = tuple((key, _taker(t)) for key, t in tree.items())

    def take_all(x: Any, out: list[Any]) -> bool:
        if type(x) is dict or isinstance(x, Mapping):
            return len(x) == len(parts) and all(key in x and take(x[key], out) for key, take in parts)
        return not isinstance(x, np.ndarray) and all(isinstance(key, str) and hasattr(x, key) and take(getattr(x, key), out)
                                                     for key, take in parts)
    return take_all


def _sequence(tree: Sequence[Tree]) -> Take:
    parts = tuple(map(_taker, tree))
    return lambda x, out: isinstance(x, (tuple, list)) and len(x) == len(parts) and all(take(v, out) for take, v in zip(parts, x))
