"""What the caller gets for a dict whose keys only the run told: Python's own, made of the keys and of what stands under each."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from precis.errors import UnsupportedProgram
from precis.lift.numpy import library
from precis.lift.numpy.library.jagged import ROOM
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
    if x.cls is library.lists_by_key.Groups:
        lists, of = lists_given(lift, held["lists"])
        return [held["names"], held["things"], *lists], partial(_grouped, empty, of)
    return [held["names"], held["things"]], partial(_of_pairs, empty)


def _of_pairs(empty: Callable[[], dict[Any, Any]], parts: Iterable[Any]) -> dict[Any, Any]:
    found = empty()
    found.update(dict(zip(*parts)))
    return found


def lists_given(lift: Lifting, lists: Instance) -> tuple[list[Any], Callable[..., Any]]:
    """(what lists, sets or dicts that grow consist of, what makes one of them of its members and what stands beside these)."""
    held = lift.held(lists)
    parts = [held[part] for part in ("heads", "places", "members")]
    if lists.cls is library.dicts_by_key.Dicts:
        make = held["inner"]
        return [*parts, held["things"]], partial(_inner_dict, dict if make is None else partial(collections.defaultdict, make))
    return parts, set if lists.cls is library.sets_by_key.Sets else list


def _inner_dict(empty: Callable[[], dict[Any, Any]], members: Iterable[Any], things: Iterable[Any]) -> dict[Any, Any]:
    found = empty()
    found.update(zip(members, things))
    return found


def rows_given(of: Callable[..., Any], rows: Iterable[Any], heads: Any, places: Any, *beside: Any) -> list[Any]:
    """The lists that have these numbers, of which each is one thing wherever it stands."""
    made: dict[int, Any] = {}
    for row in map(int, rows):
        if row not in made:
            begin, count, _ = map(int, heads[row])
            at = [int(places[k // ROOM][k % ROOM]) for k in range(begin, begin + count)]
            made[row] = of(*([part[k] for k in at] for part in beside))
    return [made[int(row)] for row in rows]


def _grouped(empty: Callable[[], dict[Any, Any]], of: Callable[..., Any], parts: Iterable[Any]) -> dict[Any, Any]:
    names, *lists = parts
    found = empty()
    found.update(zip(names, rows_given(of, *lists)))
    return found


def many_given(of: Callable[..., Any], parts: Iterable[Any]) -> list[Any]:
    """A list of lists, sets or dicts that grew."""
    return rows_given(of, *parts)
