"""Where lists and tuples hold a thing, and how often."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from precis.lift.numpy.chosen import place_of
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.numbers import is_numeric, known, scalar
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Chosen, Int, Items, Scalar, Stacked

FEW = 8  # items that are compared one by one: no array of them is made


def written(lift: Lifting, items: Items) -> tuple[Any, ...]:
    """The items of a list that are known one by one."""
    held = lift.held(items)
    if not isinstance(held, tuple):
        lift.refuse("the items of this list are known only while the program runs", "use an array")
    return held


def _place_among_few(lift: Lifting, held: tuple[Any, ...], x: Any) -> Any:
    """Where x stands first, by one choice for each item; it is taken to be among them."""
    place: Any = Int.of(len(held) - 1)
    for k in range(len(held) - 2, -1, -1):
        place = lift.call(np.where, [lift.call(np.equal, [held[k], x], {}), Int.of(k), place], {})
    place = scalar(lift, place)
    return replace(place, weak=True) if isinstance(place, Scalar) else place


def _where_equal(lift: Lifting, items: Any, x: Any) -> Any:
    return lift.call(np.equal, [lift.call(np.asarray, [items], {}), x], {})


def index(lift: Lifting, items: Any, x: Any) -> Any:
    """Where x stands first; among numbers that are computed, at run time."""
    held = lift.held(items) if isinstance(items, Items) else items
    if isinstance(held, Stacked) and held.parts is not None:
        lift.refuse("a list of tuples that a loop grew is searched", "use an array")
    if isinstance(held, Stacked) or (all(map(is_numeric, (x, *held))) and any(known(lift, i) is None for i in (x, *held))):
        if not isinstance(held, Stacked) and not held:
            lift.wrong("an empty list is searched")
        if lift.catching.hazards is not None:
            lift.may_raise(ValueError, lift.call(np.logical_not, [lift.call(np.any, [_where_equal(lift, items, x)], {})], {}), called=True)
        else:
            lift.assume("the number that is looked up is in the list")
        if not isinstance(held, Stacked) and len(held) <= FEW:
            return _place_among_few(lift, held, x)
        return replace(scalar(lift, lift.call(np.argmax, [_where_equal(lift, items, x)], {})), weak=True)
    if isinstance(x, Chosen):
        place = place_of(lift, x, list(written(lift, items) if isinstance(items, Items) else items))
        return lift.wrong("what is looked up is not in the list", exception=ValueError) if place is None else place
    places = _equal_places(lift, items, x)
    return Int.of(places[0]) if places else lift.wrong("what is looked up is not in the list", exception=ValueError)


def _equal_places(lift: Lifting, items: Any, x: Any) -> list[int]:
    """Where items are equal to x, or are x."""
    held = written(lift, items) if isinstance(items, Items) else items
    found = [item is x or comparison(lift, ast.Eq(), item, x) for item in held]
    if not all(isinstance(equal, bool) for equal in found):
        lift.refuse("a list of computed values is searched or sorted", "use an array")
    return [k for k, equal in enumerate(found) if equal]


def count(lift: Lifting, items: Any, x: Any) -> Any:
    """How often x is there; among numbers that are computed, at run time."""
    held = lift.held(items) if isinstance(items, Items) else items
    if isinstance(held, Stacked) and held.parts is None:
        return replace(scalar(lift, lift.call(np.count_nonzero, [_where_equal(lift, items, x)], {})), weak=True)
    equal = [item is x or comparison(lift, ast.Eq(), item, x) for item in (written(lift, items) if isinstance(items, Items) else items)]
    return lift.call(sum, [tuple(lift.call(int, [e], {}) for e in equal)], {})
