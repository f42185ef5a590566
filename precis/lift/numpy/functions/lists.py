"""Methods of lists, and those that dicts share with them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from precis.errors import PrecisError
from precis.ir.size import Size
from precis.lift.numpy import queues
from precis.lift.numpy.aliases import shared_with, with_rows
from precis.lift.numpy.arrays import read
from precis.lift.numpy.concatenated import in_one_array, joined_lists
from precis.lift.numpy.exact_parts import leaves_them
from precis.lift.numpy.forms import note_form
from precis.lift.numpy.functions.list_searches import count, index, written
from precis.lift.numpy.indexing import take
from precis.lift.numpy.iterables import Counted, Listed, iterable
from precis.lift.numpy.lengths import written_out
from precis.lift.numpy.numbers import as_size, is_numeric, known
from precis.lift.numpy.pools import ALL
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    INT_0,
    INT_1,
    INT_LAST,
    Array,
    Int,
    Items,
    Pooled,
    SliceOf,
    Stacked,
    Undefined,
    View,
)


def _forgets(lift: Lifting, items: Items) -> bool:
    """Whether a first run appends nothing to this list."""
    loops = lift.loops
    lift.note_length(items)
    if loops.forgetting is None or items.serial >= loops.forgetting:
        return False
    loops.forgotten.add(items)
    return True


def append(lift: Lifting, items: Items, x: Any) -> None:
    """Written without reading, so that a loop that only appends can stack what it appends."""
    if _forgets(lift, items):
        return
    if items.longest is not None:
        _append_to_deque(lift, items, items.longest, x)
        return
    note_form(lift, items, x)
    if leaves_them(lift, x):
        lift.note_mixed(items)
    held = lift.content[items]
    if isinstance(held, Undefined):
        held = lift.held(items)
    if isinstance(held, Stacked) and _fits(held, x):
        try:
            longer = joined_lists(lift, queues.rows_of(lift, items) or lift.held(items), (x,))
        except PrecisError:  # it is of another length than the lists that are there
            lift.note_mixed(items)
            raise
        lift.hold(items, longer)
        return
    if isinstance(held, Stacked):
        lift.refuse("a list that a loop grew is appended to again", "use a second list, or an array")
    if isinstance(held, Pooled):
        lift.refuse("a list that is an item of a list, or a part of one, becomes longer", ALL)
    lift.lengthen(items, (*held, x))


def _fits(held: Stacked, x: Any) -> bool:
    """Whether x may be one more row."""
    return not held.first and (is_numeric(x) if held.parts is None else isinstance(x, (tuple, Items)))


def _append_to_deque(lift: Lifting, items: Items, longest: int, x: Any) -> None:
    """A deque forgets what came first."""
    note_form(lift, items, x)
    held = lift.held(items)
    if isinstance(held, tuple):
        lift.hold(items, (*held, x)[max(len(held) + 1 - longest, 0):])
        return
    longer = joined_lists(lift, held, (x,)) if longest and _fits(held, x) else None
    if not isinstance(longer, Stacked):
        lift.refuse("a deque grows by things of other kinds than it holds, depending on the data", "use a deque for each kind")
    length = longer.rows.shape[0]
    _hold_part(lift, items, longer, SliceOf(Int(length - lift.sizes.smaller(length, Size.of(longest))), None, None))


def _hold_part(lift: Lifting, items: Items, longer: Stacked, part: SliceOf) -> None:
    kept = take(lift, longer.rows, part)
    lift.hold(items, with_rows(lift, longer, lift.new_array(read(lift, kept), kept.dtype), seen=False))


def append_left(lift: Lifting, items: Items, x: Any) -> None:
    """Into a deque, which a loop may grow, like into a list."""
    if items.longest is None and _forgets(lift, items):
        return
    note_form(lift, items, x)
    held = lift.held(items)
    longer = joined_lists(lift, (x,), held) if isinstance(held, Stacked) and items.longest != 0 and _fits(held, x) else None
    if longer is not None and items.longest is None:
        lift.hold(items, longer)
        return
    if isinstance(longer, Stacked) and items.longest is not None:
        _hold_part(lift, items, longer, SliceOf(None, Int(lift.sizes.smaller(longer.rows.shape[0], Size.of(items.longest))), None))
        return
    lift.hold(items, (x, *written(lift, items))[:items.longest])


def turn(lift: Lifting, items: Items, n: Any = INT_1) -> None:
    """deque.rotate"""
    held = written(lift, items)
    by = lift.fixed(as_size(lift, n), "the steps of a rotation") % len(held) if held else 0
    lift.hold(items, (*held[len(held) - by:], *held[:len(held) - by]))


def extend(lift: Lifting, items: Items, more: Any) -> None:
    more = written_out(lift, more)
    over = iterable(lift, more)
    if items.longest is None and _forgets(lift, items):
        return
    held = lift.held(items)
    for item in over.items if isinstance(over, Listed) else ():
        note_form(lift, items, item)
    if isinstance(over, Listed) and isinstance(held, tuple):
        lift.hold(items, (*held, *over.items)[-items.longest if items.longest else None:])
    elif items.longest is None:
        lift.hold(items, joined_lists(lift, held, _as_list(lift, over, more)))
    else:
        lift.refuse("a deque is extended by a number of items that is known only at run time", "use an array")


def _as_list(lift: Lifting, over: Counted | Listed, more: Any) -> Any:
    """The items of an iterable as what a list holds."""
    if isinstance(over, Listed):
        return over.items
    if isinstance(more, Items):
        return lift.held(more)
    if isinstance(more, (Array, View)):
        rows = lift.call(np.copy, [more], {})
        if len(more.shape) > 1:  # the items are views
            lift.relate(rows, shared_with(lift, more))
        return Stacked((), rows)
    return tuple(over.item(lift, over.range.start + k * over.range.step)
                 for k in range(lift.fixed(over.range.trips, "the number of items that extend a list")))


def pop_left(lift: Lifting, items: Items) -> Any:
    """The first item of a deque, or of a list that a program takes these from."""
    held = queues.rows_of(lift, items)
    if held is None or lift.sizes.resolve(held.rows.shape[0]).constant == 0:
        return pop_at(lift, items, INT_0)
    with lift.sizes.knowing([held.rows.shape[0] - 1]):
        found = take(lift, held, queues.taken(lift, items))
    queues.take_another(lift, items)
    return _taken(lift, held, found)


def pop(lift: Lifting, items: Items, index: Any = INT_LAST) -> Any:
    return pop_left(lift, items) if known(lift, index) == 0 else pop_at(lift, items, index)


def pop_at(lift: Lifting, items: Items, index: Any) -> Any:
    held = lift.held(items)
    if isinstance(held, Stacked) and known(lift, index) in (0, -1):
        return _pop_end(lift, items, held, first=known(lift, index) == 0)
    held = _in_rows_for(lift, items, index)
    if isinstance(held, Stacked):
        return _pop_inside(lift, items, index)
    k = lift.fixed(as_size(lift, index), "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong("pop from a list that is too short", exception=IndexError)
    k %= len(held)
    lift.hold(items, (*held[:k], *held[k + 1:]))
    return held[k]


def _in_rows_for(lift: Lifting, items: Items, index: Any) -> Any:
    """What a list holds, in rows of an array if it can be where only a run tells an index."""
    held = lift.held(items)
    if held and isinstance(held, tuple) and lift.sizes.fix(as_size(lift, index), "an index of a list") is None:
        rows = in_one_array(lift, held)
        if rows is not None:
            lift.hold(items, rows)
            return rows
        lift.note_mixed(items)
    return held


def _pop_end(lift: Lifting, items: Items, held: Stacked, first: bool) -> Any:
    """The first or last item of a list in an array of rows, which is then shorter. That it has items, the program has to see to."""
    seen = held.rows.views > 0
    if lift.sizes.resolve(held.rows.shape[0]).constant == 0:
        lift.wrong("pop from a list that is empty here, as far as it is followed through the iterations before",
                   "keep the items in an array with room for all, and count them", exception=IndexError)
    with lift.sizes.knowing([held.rows.shape[0] - 1]):
        found = take(lift, items, INT_0 if first else INT_LAST)
        rest = take(lift, held.rows, SliceOf(INT_1, None, None) if first else SliceOf(None, INT_LAST, None))
    lift.hold(items, with_rows(lift, held, lift.new_array(read(lift, rest), held.rows.dtype), seen))
    return _taken(lift, held, found)


def _taken(lift: Lifting, held: Stacked, found: Any) -> Any:
    """An item that is no longer in a list: an array of its own, unless it may be one that was there before the list."""
    if not isinstance(found, (Array, View)):
        return found
    own = lift.new_array(read(lift, found), found.dtype)
    lift.relate(own, lift.relatives(held.rows))
    return own


def _pop_inside(lift: Lifting, items: Items, index: Any) -> Any:
    """An item at a place that only a run tells: what stands behind it moves up."""
    held = lift.held(items)
    seen = held.rows.views > 0
    found = take(lift, items, index)
    found = _taken(lift, held, found)
    count = Int(held.rows.shape[0])
    place = lift.call(np.where, [lift.call(np.less, [index, INT_0], {}), lift.call(np.add, [index, count], {}), index], {})
    with lift.sizes.knowing([held.rows.shape[0] - 1]):
        left = lift.call(np.arange, [Int(held.rows.shape[0] - 1)], {})
        moved = lift.call(np.greater_equal, [left, place], {})
        rows = take(lift, held.rows, lift.call(np.add, [left, moved], {}))
    lift.hold(items, with_rows(lift, held, rows, seen))
    return found


def insert(lift: Lifting, items: Items, index: Any, x: Any) -> None:
    held = _in_rows_for(lift, items, index)
    if isinstance(held, Stacked):
        parts = (lift.held(take(lift, items, SliceOf(None, index, None))), (x,), lift.held(take(lift, items, SliceOf(index, None, None))))
        lift.hold(items, functools.reduce(lambda a, b: joined_lists(lift, a, b), parts))
        return
    k = lift.fixed(as_size(lift, index), "an index of a list") if held else 0
    lift.hold(items, (*held[:k], x, *held[k:]))


def remove(lift: Lifting, items: Items, x: Any) -> None:
    pop(lift, items, index(lift, items, x))


def sort(lift: Lifting, items: Items, key: Any = None, reverse: Any = False) -> None:
    lift.hold(items, lift.held(lift.call(sorted, [items], {"key": key, "reverse": reverse})))


def copy(lift: Lifting, items: Items) -> Items:
    new = queues.copied(lift, Items(items.kind, None, items.factory, items.longest), items)
    lift.hold(new, lift.held(items, partly=True))
    return new


def reverse(lift: Lifting, items: Items) -> None:
    held = lift.held(items)
    if isinstance(held, Stacked) and not held.first:
        seen = held.rows.views > 0
        lift.hold(items, with_rows(lift, held, lift.call(np.copy, [lift.call(np.flip, [held.rows], {"axis": INT_0})], {}), seen))
    else:
        lift.hold(items, written(lift, items)[::-1])


def clear(lift: Lifting, items: Items) -> None:
    """What was there is read: in the first iteration of a loop it may be nothing, and a list that later ones empty does not only grow."""
    lift.held(items, partly=True)
    lift.hold(items, {} if items.kind is dict else ())


METHODS: dict[tuple[Any, str], Callable[..., Any]] = {
    (list, "append"): append, (list, "extend"): extend, (list, "pop"): pop, (list, "insert"): insert, (list, "copy"): copy,
    (list, "index"): index, (list, "count"): count, (list, "remove"): remove, (list, "sort"): sort, (list, "reverse"): reverse,
    (list, "clear"): clear, (list, "appendleft"): append_left, (list, "rotate"): turn, (list, "popleft"): pop_left,
    (tuple, "index"): index, (tuple, "count"): count, (dict, "copy"): copy, (dict, "clear"): clear, (set, "clear"): clear,
}
