"""Lists of the caller whose items lie in pools (docs/adr/0493): pools begin with what these hold, and what pools hold at the end goes back
into the same things."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.forms import Form, kind_in_pools
from precis.lift.numpy.pools import Pool, may_change_by_parts
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Instance, Items, Method, Pooled, SliceOf, Stacked


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A list of the caller: the pool of its items, which are those at places from `first` to `end`."""

    pool: Pool
    first: Any
    end: Any


def things_given(lift: Lifting, form: Form, lists: Sequence[Any]) -> Instance | None:
    """A list of the caller as one of places; None where its items lie in no pool."""
    lift.made.forms_given.append(form)
    pool = lift.made.pools.get(kind_in_pools(form)) if may_change_by_parts(form) else None
    if pool is None or pool.form != form:
        return None
    first = lift.call(len, [pool.lists[0]], {})
    for column, given in zip(pool.lists, lists):
        if lift.held(column):
            lift.call(Method(column, "extend"), [given], {})
        else:
            lift.hold(column, lift.held(given))
    end = lift.call(len, [pool.lists[0]], {})
    places = lift.new_items(list, Stacked((), lift.call(np.arange, [first, end], {}), True))
    found = Instance(library.columns.Columns)
    lift.hold(found, {"form": Form(Pooled, (pool.key,)), "lists": (places,)})
    lift.made.given[found] = Given(pool, first, end)
    return found


def parts_given(lift: Lifting) -> None:
    """Notes what pools hold before the program begins."""
    columns = (column for pool in lift.made.pools.values() for column in pool.lists)
    lift.made.begun = {column: lift.content[column] for column in columns if isinstance(column, Items)}


def parts_changed(lift: Lifting, things: Any) -> Iterator[tuple[Any, Items]]:
    """(key, what stands under it in each item) of the parts that a program changes of the items of a list that is given."""
    given = lift.made.given[things]
    for key, column in zip(given.pool.form.keys, given.pool.lists):
        if lift.content[column] is not lift.made.begun[column]:
            yield key, lift.call(operator.getitem, [column, SliceOf(given.first, given.end, None)], {})
