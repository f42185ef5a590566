"""How what a function returns is made of the arrays and numbers of a call: by the library that takes calls, or in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from precis.emit.complex_arrays import joined
from precis.emit.direct import ITSELF, MOST_AXES, Item, Returned
from precis.emit.plan.kernels import Buffer
from precis.ir.call import first_part, made_of
from precis.ir.trees import Leaf, Part, Tree, put_together

Places = Mapping[str, Sequence[str]]  # value -> its buffers: two for complex numbers
Converted = Mapping[str, Callable[[Any], Any] | None]  # buffer -> what makes of its number what is returned


class NoItem(Exception):
    """Something that is returned is put together in Python."""


def returned(tree: Tree, places: Places, casts: Mapping[str, np.dtype], made: Sequence[Buffer]) -> tuple[Returned, list[Item], Converted]:
    """How compiled code can return the results, buffers `made`."""
    if isinstance(tree, Leaf) and tree.what == "static":
        return Returned.GIVEN, [], {}
    leaves = [tree] if isinstance(tree, (Leaf, Part)) else list(tree) if type(tree) is tuple else []
    if casts or not leaves:
        return Returned.REBUILT, [], {}
    numbers = {b.name: k for k, b in enumerate(made)}
    try:
        items = [_item(t, places, numbers, made) for t in leaves]
    except NoItem:
        return Returned.REBUILT, [], {}
    alone = [i.result for i in items if not i.lengths and i.result != ITSELF]
    if len(set(alone)) < len(alone):
        return Returned.REBUILT, [], {}
    one = len(leaves) == 1 and leaves[0] is tree
    converted = {made[i.result].name: i.made for i in items if i.result in alone and not i.lengths}
    if alone == list(range(len(made))) and len(items) == len(alone):
        return Returned.ONE if one else Returned.ALL, [], converted
    return Returned.ITEM if one else Returned.ITEMS, items, converted


def _item(tree: Tree, places: Places, numbers: Mapping[str, int], made: Sequence[Buffer]) -> Item:
    """One result or a part of one. Raises NoItem."""
    if isinstance(tree, Part):
        array, *lengths = tree
        k = _result(array, places, numbers)
        if not made[k].shape or not 0 < len(lengths) <= MOST_AXES or array.made is not None:
            raise NoItem
        return Item(k, tuple(_length(n, places, numbers, made) for n in lengths), tree.made)
    if isinstance(tree, Leaf) and tree.what == "static":
        return Item(ITSELF, (), tree.value)
    k = _result(tree, places, numbers)
    if tree.made is not None and made[k].shape:
        raise NoItem
    return Item(k, (), tree.made)


def _result(tree: Tree, places: Places, numbers: Mapping[str, int]) -> int:
    """The number of the result that a leaf is."""
    if not isinstance(tree, Leaf) or tree.what != "value" or len(places[tree.value]) != 1 or places[tree.value][0] not in numbers:
        raise NoItem
    return numbers[places[tree.value][0]]


def _length(tree: Tree, places: Places, numbers: Mapping[str, int], made: Sequence[Buffer]) -> int:
    """The number of the result that says how many elements are returned; -1: all."""
    if isinstance(tree, Leaf) and tree.what == "static" and tree.value is None:
        return -1
    k = _result(tree, places, numbers)
    if made[k].shape or made[k].element != "int64" or tree.made is not None:
        raise NoItem
    return k


def builder(tree: Tree, places: Places, casts: Mapping[str, np.dtype]) -> Callable[[dict[str, np.ndarray], Mapping[str, int]], Any]:
    """What makes the return value from the arrays of results and the sizes."""
    if not isinstance(tree, Leaf):
        parts = [builder(t, places, casts) for t in (tree.values() if isinstance(tree, dict) else tree)]
        if isinstance(tree, Part):
            return lambda results, sizes: made_of(tree, first_part(*(make(results, sizes) for make in parts)))
        return lambda results, sizes: put_together(tree, (make(results, sizes) for make in parts))
    if tree.what == "size":
        return lambda results, sizes: tree.value.value(sizes)
    if tree.what != "value":
        return lambda results, sizes: tree.value
    (place, *imaginary), dtype = places[tree.value], casts.get(tree.value)

    def array(results: dict[str, np.ndarray], sizes: Mapping[str, int]) -> Any:
        x = joined(results[place], results[imaginary[0]]) if imaginary else results[place]
        x = x if dtype is None else x.astype(dtype)
        return made_of(tree, x if x.ndim else x[()])
    return array
