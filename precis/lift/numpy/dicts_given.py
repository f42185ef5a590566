"""What the caller gets for a dict whose keys only the run told: Python's own, made of the keys and of what stands under each."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy import library
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance

BY_CALLS = (int, float, complex, bool, str, list, dict, set, tuple)  # what a defaultdict that is given back may make


def is_dict(x: Instance) -> bool:
    return issubclass(x.cls, library.dicts.Table)


def given_by(lift: Lifting, x: Instance) -> tuple[list[Any], Callable[[Iterable[Any]], Any]]:
    """(the lists that such a dict is made of, what makes it of them). Raises UnsupportedProgram."""
    held = lift.held(x)
    make = held.get("make")
    if any(made not in (None, *BY_CALLS) for made in (make, held.get("inner"))):
        raise UnsupportedProgram("the function returns a defaultdict that a function fills", hints=("return dict(d)",))
    kind = collections.Counter if x.cls is library.counts.Counts else dict
    empty = kind if make is None else partial(collections.defaultdict, make)
    if x.cls is library.dicts_by_key.DictGroups:
        return [held[part] for part in ("names", "owners", "members", "things")], partial(_nested, empty, _empty_inside(held["inner"]))
    if issubclass(x.cls, library.lists_by_key.Groups):
        of = set if x.cls is library.sets_by_key.SetGroups else list
        return [held["names"], held["owners"], held["members"]], partial(_grouped, empty, of)
    return [held["names"], held["things"]], partial(_of_pairs, empty)


def _of_pairs(empty: Callable[[], dict[Any, Any]], parts: Iterable[Any]) -> dict[Any, Any]:
    found = empty()
    found.update(dict(zip(*parts)))
    return found


def _empty_inside(make: Any) -> Callable[[], dict[Any, Any]]:
    return dict if make is None else partial(collections.defaultdict, make)


def _nested(empty: Callable[[], dict[Any, Any]], inside: Callable[[], dict[Any, Any]], parts: Iterable[Any]) -> dict[Any, Any]:
    names, owners, members, things = parts
    found = empty()
    found.update({name: inside() for name in names})
    for owner, member, thing in zip(owners, members, things):
        if owner in found:  # else of a dict that shares what stands in it with this one
            found[owner][member] = thing
    return found


def _grouped(empty: Callable[[], dict[Any, Any]], of: type, parts: Iterable[Any]) -> dict[Any, Any]:
    names, owners, members = parts
    found = empty()
    found.update({name: of() for name in names})
    for owner, member in zip(owners, members):
        if owner in found:  # else of a dict that shares its lists with this one
            (found[owner].append if of is list else found[owner].add)(member)
    return found
