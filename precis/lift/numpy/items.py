"""Subscripts of lists, tuples, dicts and ranges."""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from precis.errors import UnsupportedProgram
from precis.ir.size import Size
from precis.lift.numpy import queues
from precis.lift.numpy.aliases import shared_with, with_rows
from precis.lift.numpy.arrays import read
from precis.lift.numpy.chosen import is_named, is_option, is_thing_of_its_own
from precis.lift.numpy.cuts import cut, wrapped_position
from precis.lift.numpy.exact_parts import check
from precis.lift.numpy.forms import note_form
from precis.lift.numpy.functions.casts import cast_value
from precis.lift.numpy.functions.conversion import stacked
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import array_constant, as_size, dtype_of, is_number, is_numeric, is_python, known, scalar, shape_of, value_of
from precis.lift.numpy.options import of_options
from precis.lift.numpy.partly import entry, there
from precis.lift.numpy.picked import are_arrays, owned, pick_any, put_any, stands_at
from precis.lift.numpy.places import common_pool
from precis.lift.numpy.plain_keys import is_computed, is_one_of_names, key_in, place_among, static_key
from precis.lift.numpy.rows_joined import joined_parts
from precis.lift.numpy.spliced import spliced, with_part
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.subscripts import selection, take_array
from precis.lift.numpy.values import (
    GROWN,
    MISSING,
    Array,
    Chosen,
    Int,
    Interval,
    Items,
    Parts,
    Perhaps,
    Pooled,
    Scalar,
    SliceOf,
    Stacked,
    Unsure,
    View,
    as_held,
)


def take_item(lift: Lifting, x: Any, index: Any) -> Any:
    last = _from_the_end(lift, x, index)
    if last:
        return lift.journal.get_last(lift.content, x, last)[-last]
    if isinstance(x, Items) and isinstance(index, str) and isinstance(found := entry(lift, x, index), Perhaps):
        return there(lift, found)
    if (at := lift.pooled(x)) and (name := _part_known(lift, at, index)) is not None:
        found = at.pool.part(lift, at.place, name)
        return lift.wrong(f"the key {name!r} is not in the dictionary", exception=KeyError) if found is MISSING else found
    rows = queues.rows_of(lift, x)
    if rows is not None and (row := queues.place(lift, x, index)) is not None:
        x, index = rows, row
    held = lift.held(x, partly=isinstance(index, str)) if isinstance(x, Items) else x
    if isinstance(held, dict):
        if isinstance(index, Chosen) and set(index.options) <= held.keys():  # the others may be of wider types
            held = {option: held[option] for option in index.options}
        place = place_among(lift, held, index)
        if place is not None and (not isinstance(x, Items) or x.factory is None):
            return _take_running(lift, tuple(held.values()), place)
        key = key_in(lift, x, index)
        if key not in held and isinstance(x, Items) and x.factory is not None:
            put_item(lift, x, index, lift.call(x.factory, [], {}))
            held = lift.held(x)
        return held[key] if key in held else lift.wrong(f"the key {key!r} is not in the dictionary", exception=KeyError)
    if isinstance(held, Stacked):
        if held.first:
            k, count = _known_place(lift, held, index), len(held.first)
            if 0 <= k < count:
                return held.first[k]
            held, index = replace(held, first=()), Int.of(k if k < 0 else k - count)
        found = take_array(lift, held.rows, selection(lift, held.rows, index))
        if isinstance(index, SliceOf):
            return lift.new_items(list, with_rows(lift, held, lift.new_array(read(lift, found), found.dtype), seen=True))
        return item_of(lift, held, found)
    if isinstance(index, SliceOf) and held == ():
        return lift.new_items(list, ()) if isinstance(x, Items) else ()
    if isinstance(index, SliceOf) and isinstance(x, Items) and _only_runs_tell(lift, index) and _are_numbers(held):
        lift.hold(x, Stacked((), lift.call(np.array, [held], {}), all(map(is_python, held))))
        return take_item(lift, x, index)
    if isinstance(index, SliceOf):
        bounds = [None if b is None else lift.fixed(as_size(lift, b), "a bound of a list slice") for b in
                  (index.start, index.stop, index.step)]
        part = held[slice(*bounds)]
        return lift.new_items(list, part) if isinstance(x, Items) else part
    return _take_position(lift, held, index)


def _part_known(lift: Lifting, at: Pooled, index: Any) -> Any:
    """The part of a list or dict in a pool that an index or a key says; None where it says several."""
    if isinstance(index, SliceOf) or is_computed(lift, index) or is_one_of_names(index):
        return None
    key = static_key(lift, index)
    count = len(at.pool.form.keys)
    if at.pool.form.kind is dict:
        return key
    return key % count if -count <= key < count else lift.wrong(f"index {key} of a list of {count} items", exception=IndexError)


def _only_runs_tell(lift: Lifting, index: SliceOf) -> bool:
    """Whether a bound of a slice is a number that the program computes."""
    return any(isinstance(b, Scalar) and known(lift, b) is None for b in (index.start, index.stop))


def _are_numbers(held: tuple[Any, ...]) -> bool:
    """Whether the items of a list are numbers, all of Python or all of NumPy, and of one dtype."""
    return bool(held) and all(map(is_number, held)) and len({(dtype_of(x), is_python(x)) for x in held}) == 1


def _known_place(lift: Lifting, held: Stacked, index: Any) -> int:
    """The index of an item in a list that had items before a loop grew it; negative ones are those of rows."""
    k = known(lift, index) if isinstance(index, Int) else None
    if k is None or (k < 0 and not lift.sizes.nonnegative(held.rows.shape[0] + k)):
        lift.refuse("a list that a loop grew from items that it had before cannot be indexed here", "start the list empty")
    return k


def _from_the_end(lift: Lifting, x: Any, index: Any) -> int:
    """How far from its end an item of a list stands that is known item by item; 0 where the index does not say."""
    held = lift.content.get(x) if isinstance(x, Items) else None
    k = index.constant if isinstance(held, tuple) and isinstance(index, Int) else None
    return -k if held and k is not None and -len(held) <= k < 0 else 0


def item_of(lift: Lifting, held: Stacked, found: Any) -> Any:
    """An item of a list that a loop grew, from its row: a number, an array, or a tuple (a list that must not change) of numbers."""
    if held.parts is None:
        return replace(found, weak=True) if held.weak and isinstance(found, Scalar) else found
    if not held.parts.dtypes:
        return _fixed_list(lift, Stacked((), lift.new_array(read(lift, found), found.dtype), held.parts.weak[0]))
    items = tuple(_part_of(lift, take_array(lift, found, selection(lift, found, Int.of(k))), held.parts, k)
                  for k in range(len(held.parts.dtypes)))
    return items if held.parts.kind is tuple else _fixed_list(lift, items)


def _fixed_list(lift: Lifting, held: Any) -> Items:
    fixed = Items(list, GROWN)
    lift.content[fixed] = held
    return fixed


def _part_of(lift: Lifting, x: Any, parts: Parts, k: int) -> Scalar:
    wanted = parts.dtypes[k]
    return Scalar(wanted, cast_value(lift, value_of(lift, x), dtype_of(x), wanted), parts.weak[k])


def columns(lift: Lifting, held: Stacked) -> tuple[Items, ...]:
    """zip(*items) of a list of tuples that a loop grew."""
    parts, found = held.parts, []
    for k, (dtype, weak) in enumerate(zip(parts.dtypes, parts.weak) if parts else ()):
        column = take_array(lift, held.rows, selection(lift, held.rows, (SliceOf(None, None, None), Int.of(k))))
        value = cast_value(lift, read(lift, column), column.dtype, dtype)
        found.append(lift.new_items(list, Stacked((), lift.new_array(value, dtype), weak)))
    return tuple(found)


def _take_position(lift: Lifting, held: Any, index: Any) -> Any:
    if isinstance(index, (Scalar, Array, View)) and known(lift, index) is None:
        return _take_running(lift, held, index)
    size = as_size(lift, index)
    if held and lift.sizes.fix(size, "an index of a list") is None and (lift.loops.varying or all(_is_known(lift, i) for i in held)):
        return _take_running(lift, held, index)
    k = lift.fixed(size, "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong(f"index {k} of a list or tuple of {len(held)} items", exception=IndexError)
    return held[k]


def _is_known(lift: Lifting, x: Any) -> bool:
    """Whether x is a number, or a tuple of numbers, that are known."""
    return all(_is_known(lift, i) for i in x) if isinstance(x, tuple) else known(lift, x) is not None


def _take_running(lift: Lifting, held: Any, index: Any) -> Any:
    """A list of numbers, of arrays of one shape, or of tuples of these, at a position computed at run time: elements of arrays."""
    if held and all(isinstance(i, tuple) and len(i) == len(held[0]) for i in held):
        return tuple(_take_running(lift, column, index) for column in zip(*held))
    held = owned(lift, held)
    if are_arrays(held):
        return pick_any(lift, held, index)
    if held and (pool := common_pool(lift, held)) is not None:
        return pool.thing(lift, _take_running(lift, tuple(pool.place_of(lift, i) for i in held), index))
    if held and all(is_named(i) or is_thing_of_its_own(lift, i) for i in held):
        return of_options(lift, Chosen(tuple(range(len(held))), lift.call(np.mod, [index, Int.of(len(held))], {})), held)
    if not held and lift.build.parent is not None:  # in a loop that fills the list, where this does not run before
        lift.wrong("an item of a list that is empty", exception=IndexError)
    if not held or not all(map(is_numeric, held)):
        lift.lacks.one_thing |= any(getattr(i, "frozen", None) == GROWN for i in held)
        lift.refuse("an index of a list is computed at run time", "use an array instead of the list")
    numbers = [known(lift, i) for i in held]
    if any(n is None for n in numbers):
        array = stacked(lift, held, np.result_type(*map(dtype_of, held)))
        found = take_array(lift, array, selection(lift, array, index))
        return replace(found, weak=all(map(is_python, held))) if isinstance(found, Scalar) else found
    table = np.array(numbers)
    array = lift.new_array(array_constant(lift, table), table.dtype)
    found = take_array(lift, array, selection(lift, array, index))
    if not isinstance(found, Scalar):
        lift.refuse("a list or tuple is indexed by an array", "make it an array: np.array(items)[index]")
    return Scalar(found.dtype, found.value, weak=True) if table.dtype in (BOOL, INT, np.dtype(float)) else found


def _with_row(lift: Lifting, held: Any, index: Any, new: Any) -> Stacked:
    """A list of numbers, or of arrays of one shape, with another item at a position computed at run time: rows of an array."""
    if isinstance(held, Stacked) and held.first:
        lift.refuse("a list that a loop grew from items that it had before is changed here", "start the list empty")
    if isinstance(new, tuple) and new and _side_by_side(lift, new) and (isinstance(held, tuple) or held.parts is not None):
        return _with_tuple(lift, held, index, new)
    items = () if isinstance(held, Stacked) else owned(lift, held)
    if not all(map(is_numeric, (*items, new))) or not (items or isinstance(held, Stacked)):
        lift.refuse("an item of a list is changed at a position computed at run time", "use an array instead of the list")
    dtype = np.result_type(*(dtype_of(i) for i in (*items, new)), *((held.rows.dtype,) if isinstance(held, Stacked) else ()))
    rows = lift.new_array(value_of(lift, held.rows, dtype), dtype) if isinstance(held, Stacked) else stacked(lift, items, dtype)
    if len(rows.shape) != len(shape_of(lift, new)) + 1 or not all(map(lift.sizes.unify, rows.shape[1:], shape_of(lift, new))):
        lift.refuse("an item of a list becomes one of another shape", "use a list for each shape")
    weak = is_python(new) and (held.weak if isinstance(held, Stacked) else all(map(is_python, items)))
    lift.call(operator.setitem, [rows, index, new], {})
    if len(rows.shape) > 1:
        lift.relate(rows, shared_with(lift, (*items, new)) | (shared_with(lift, held) if isinstance(held, Stacked) else frozenset()))
    return Stacked((), rows, weak)


def _side_by_side(lift: Lifting, item: tuple[Any, ...]) -> bool:
    """Whether the parts of an item are numbers, or arrays of as many dimensions, which may lie in one row."""
    return all(map(is_numeric, item)) and len({len(shape_of(lift, part)) for part in item}) == 1


def _with_tuple(lift: Lifting, held: Any, index: Any, new: tuple[Any, ...]) -> Stacked:
    """A list of tuples of numbers with another item at a position computed at run time."""
    def parts_of(item: Any) -> Parts:
        if not isinstance(item, tuple) or len(item) != len(new) or not _side_by_side(lift, item):
            lift.refuse("an item of a list is changed at a position computed at run time", "use an array instead of the list")
        return Parts(tuple, tuple(map(dtype_of, item)), tuple(map(is_python, item)))
    grown = isinstance(held, Stacked)
    try:
        parts: Parts = reduce(joined_parts, [*([held.parts] if grown else map(parts_of, held))], parts_of(new))  # type: ignore[arg-type]
    except CannotJoin as problem:
        lift.refuse(f"this list {problem}", "use an array instead of the list")
    dtype = np.result_type(*parts.dtypes)
    check(lift, (new, *(() if grown else held)), dtype)
    rows = lift.new_array(value_of(lift, held.rows, dtype), dtype) if grown else \
        stacked(lift, [stacked(lift, item, dtype) for item in held], dtype)
    lift.call(operator.setitem, [rows, index, stacked(lift, new, dtype)], {})
    return Stacked((), rows, False, parts)


def take_interval(lift: Lifting, x: Interval, index: Any) -> Any:
    range_ = interval_range(lift, x)
    if isinstance(index, SliceOf):
        part = cut(lift, index, range_.trips)
        start, step = range_.start + range_.step * part.start, range_.step * part.step
        return Interval(Int(start), Int(start + step * part.length), Int.of(step))
    position = wrapped_position(lift, index, range_.trips)
    if not isinstance(position, Size):
        lift.refuse("an index of a range is computed at run time", "compute the number")
    return Int(range_.start + range_.step * position)


def _known_items(lift: Lifting, x: Any) -> tuple[Any, ...] | None:
    """The items of a list or tuple that are known one by one."""
    held = lift.held(x) if isinstance(x, Items) and x.kind is list else x
    return held if isinstance(held, tuple) else None


def _if_chosen(lift: Lifting, chosen: Any, new: Any, old: Any) -> Any:
    """What stands under a key after an assignment to it or to another one."""
    if not is_number(new) or not is_number(old):
        return lift.choose(chosen, lambda: new, lambda: old)
    found = lift.call(np.where, [chosen, new, old], {})
    return replace(scalar(lift, found), weak=True) if is_python(new) and is_python(old) else found


def _put_into_one(lift: Lifting, at: Pooled, parts: tuple[Any, ...], index: Any, new: Any) -> None:
    """Puts an item at a computed position of a list in a pool, each place of which has a part of its own."""
    position = value_of(lift, index)
    for k, old in enumerate(parts):
        at.pool.put(lift, at.place, k, _if_chosen(lift, stands_at(lift, position, k, len(parts)), new, old))


def put_under(lift: Lifting, x: Items, held: dict[Any, Any], key: Any, new: Any) -> None:
    """Puts an item into a dict."""
    moves = isinstance(held.get(key), Perhaps) and key != next(reversed(held))
    lift.hold(x, (Unsure if moves or isinstance(held, Unsure) else as_held)({**held, key: new}))


def put_item(lift: Lifting, x: Items, index: Any, new: Any) -> None:
    if (at := lift.pooled(x)) and (name := _part_known(lift, at, index)) is not None:
        at.pool.put(lift, at.place, name, new)
        return
    held = lift.held(x, partly=isinstance(index, str))
    if isinstance(held, dict) and isinstance(index, Chosen) and set(index.options) <= held.keys():
        lift.hold(x, {**held, **{o: _if_chosen(lift, is_option(lift, index, k), new, held[o]) for k, o in enumerate(index.options)}})
        return
    if isinstance(held, dict):
        put_under(lift, x, held, key_in(lift, x, index), new)
        return
    if isinstance(index, SliceOf) and isinstance(held, tuple) and (news := _known_items(lift, new)) is not None:
        lift.hold(x, spliced(lift, held, index, news))
        return
    if isinstance(index, SliceOf):
        lift.hold(x, with_part(lift, held, index, new))
        return
    if held == () and known(lift, index) is None:  # no valid run comes here
        return
    computed = isinstance(index, (Scalar, Array, View)) and known(lift, index) is None
    if at and isinstance(held, tuple) and is_number(index):
        _put_into_one(lift, at, held, index, new)
        return
    if isinstance(held, Stacked) or computed or (lift.loops.varying and lift.sizes.fix(as_size(lift, index), "an index of a list") is None):
        try:
            new, = owned(lift, (new,))
            items = owned(lift, held) if isinstance(held, tuple) else ()
            others = put_any(lift, items, index, new) if are_arrays((*items, new)) and items else None
            lift.hold(x, _with_row(lift, held, index, new) if others is None else others)
        except UnsupportedProgram:
            note_form(lift, x, new)
            lift.note_mixed(x)
            raise
        return
    k = lift.fixed(as_size(lift, index), "an index of a list")
    if not -len(held) <= k < len(held):
        lift.wrong(f"index {k} of a list of {len(held)} items", exception=IndexError)
    k %= len(held)
    lift.hold(x, (*held[:k], new, *held[k + 1:]))
