"""Lists one behind the other, where loops grew some of them: rows of one array where all items are of one kind.

Else known items may stand in front of such rows; behind them, items are known one by one, which fixes how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.types import Shape
from precis.lift.numpy.aliases import shared_with
from precis.lift.numpy.exact_parts import check
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.items import take_item
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import value_of
from precis.lift.numpy.rows_joined import as_rows, joined_parts
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ListLeaf, template
from precis.lift.numpy.values import Int, Stacked


def joined_lists(lift: Lifting, a: Any, b: Any) -> Any:
    """The items of two lists; those that loops grew become rows of one array."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return a + b
    if () in (a, b):
        return a if b == () else b
    if isinstance(b, Stacked) and not b.first and isinstance(a, tuple):
        return behind(lift, a, b)
    kinds = _kinds(lift, a, b, _unified)
    if kinds is None:
        return _known(lift, a) + _known(lift, b)
    parts = joined_parts(*(k.parts for k in kinds)) if any(k.parts for k in kinds) else None
    return Stacked((), _one_array(lift, a, b), all(k.weak for k in kinds), parts)


def in_one_array(lift: Lifting, items: tuple[Any, ...]) -> Stacked | None:
    """Items that are alike as rows of one array; None of others."""
    kinds = _kinds(lift, items, items, _unified) if items else None
    if kinds is None:
        return None
    rows = asarray(lift, items)
    check(lift, items, rows.dtype)
    lift.relate(rows, shared_with(lift, items))
    return Stacked((), rows, kinds[0].weak, kinds[0].parts)


def behind(lift: Lifting, before: tuple[Any, ...], grown: Stacked) -> Stacked:
    """A list that a loop grew behind the items that it had before: rows of one array where they are of one kind with them."""
    if not before:
        return grown
    kinds = _kinds(lift, before, grown, lambda _, one, other: one == other)
    if kinds is None or kinds[0].parts != grown.parts:
        lift.lacks.stacked = True
        return replace(grown, first=before)
    return replace(grown, rows=_one_array(lift, before, grown), weak=grown.weak and kinds[0].weak)


def _kinds(lift: Lifting, a: Any, b: Any, alike: Callable[..., bool]) -> list[ListLeaf] | None:
    """What the rows of two lists are; None where these are not of one shape."""
    try:
        found = [as_rows(template(lift, x)) for x in (a, b)]
        if any(k.parts for k in found):
            joined_parts(*(k.parts for k in found))
    except CannotJoin:
        return None
    shapes = [lift.shape(k.rows.shape[1:]) for k in found if k.rows is not None]
    return found if len(shapes) < 2 or (len(shapes[0]) == len(shapes[1]) and alike(lift, *shapes)) else None


def _unified(lift: Lifting, one: Shape, other: Shape) -> bool:
    """Whether two shapes are one where guards make them so."""
    return all(map(lift.sizes.unify, one, other))


def _one_array(lift: Lifting, a: Any, b: Any) -> Any:
    rows = [asarray(lift, x) for x in (a, b)]
    dtype = np.result_type(*(r.dtype for r in rows))
    check(lift, tuple(item for x in (a, b) if isinstance(x, tuple) for item in x), dtype)
    both = lift.new_array(lift.emit("concatenate", *(value_of(lift, r, dtype) for r in rows), dtype=dtype, axis=0), dtype)
    lift.relate(both, shared_with(lift, a) | shared_with(lift, b))
    return both


def _known(lift: Lifting, held: Any) -> tuple[Any, ...]:
    """The items of a list one by one."""
    if isinstance(held, tuple):
        return held
    rows, count = replace(held, first=()), lift.fixed(held.rows.shape[0], "the length of a list that another is joined to")
    return (*held.first, *(take_item(lift, rows, Int.of(k)) for k in range(count)))
