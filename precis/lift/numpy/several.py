"""Objects of which the data tell the class (ADR 243): what is done to one is done in a branch for each class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from precis.lift.numpy.chosen import from_table, is_option
from precis.lift.numpy.connectives import disjunction
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Chosen, Instance, OneOf


def each(lift: Lifting, x: OneOf | Instance, way: Callable[[Any], Any], k: int = 0, fills: bool = False) -> Any:
    """What `way` makes of the object that it is; of its classes from the k-th on. `fills`: it may make an attribute of that object."""
    if isinstance(x, Instance) or k == len(x.things) - 1:
        return way(x if isinstance(x, Instance) else x.things[k])
    return lift.choose(is_option(lift, x, k), lambda: way(x.things[k]), lambda: each(lift, x, way, k + 1, fills), fills)


def among(lift: Lifting, x: OneOf, some: Sequence[int]) -> OneOf | Instance:
    """The same where it is known to be one of some of its objects."""
    things = tuple(x.things[k] for k in some)
    if len(things) in (1, len(x.things)):
        return things[0] if len(things) == 1 else x
    return OneOf(things, from_table(lift, x.which, [some.index(k) if k in some else 0 for k in range(len(x.things))]))


def type_of_one(x: OneOf) -> Chosen:
    """type(x)"""
    return Chosen(tuple(thing.cls for thing in x.things), x.which)


def holds_for(lift: Lifting, x: OneOf, test: Callable[[Any], Any]) -> Any:
    """Whether something that is known of every thing holds for the one that it is: True, False, or a bool of the program."""
    found = [bool(test(thing)) for thing in x.things]
    if all(found) or not any(found):
        return found[0]
    whole: Any = False
    for k, holds in enumerate(found):
        whole = disjunction(lift, whole, is_option(lift, x, k)) if holds else whole
    return whole
