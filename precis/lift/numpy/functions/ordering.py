"""sorted."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import numpy as np

from precis.lift.numpy import library
from precis.lift.numpy.aliases import shared_with
from precis.lift.numpy.comparisons import comparison
from precis.lift.numpy.connectives import negation
from precis.lift.numpy.forms import LEAF, Form, is_text, is_tuple
from precis.lift.numpy.functions.python import collected, written_out
from precis.lift.numpy.indexing import take
from precis.lift.numpy.items import columns
from precis.lift.numpy.numbers import is_number, is_python, known, scalar
from precis.lift.numpy.options import of_options
from precis.lift.numpy.picked import are_of_one_shape, owned
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, Array, Chosen, Instance, Int, Items, Method, OneOf, Scalar, Stacked, View

FEW = 32  # objects that are compared with one another


def sorted_(lift: Lifting, iterable_: Any, *, key: Any = None, reverse: Any = False) -> Any:
    """sorted(...) of items that are known, or of an array."""
    if isinstance(iterable_, Instance) and iterable_.cls is library.columns.Columns:
        return _columns_in_order(lift, iterable_, key, bool(reverse))
    if isinstance(iterable_, Instance) and iterable_.cls is library.lists_by_key.Pairs:
        return lift.call(Method(iterable_, "in_order"), [key, reverse], {})
    if isinstance(iterable_, Instance) and iterable_.cls in (library.splits.Splits, library.stretches.Stretches):
        return _ragged_in_order(lift, iterable_, key, bool(reverse))
    iterable_ = collected(lift, iterable_, False)
    if isinstance(iterable_, Instance) and iterable_.cls is library.columns.Columns:
        return _columns_in_order(lift, iterable_, key, bool(reverse))
    held = lift.held(iterable_) if isinstance(iterable_, Items) else iterable_
    numbers = isinstance(held, Stacked) and not held.first and not held.parts
    if key is None and (numbers or (isinstance(held, (Array, View)) and len(held.shape) == 1)):
        return _sorted_rows(lift, held, bool(reverse))
    if isinstance(held, Stacked) and held.parts and held.parts.dtypes and not held.first:
        return _in_order_of(lift, held, key, bool(reverse))
    if key is not None and not lift.ways.itemwise and (rows := _of_a_size(lift, held)) is not None:
        lift.lacks.sized = True
        return _in_order_of(lift, rows, key, bool(reverse))
    items = owned(lift, written_out(lift, iterable_))
    keys = [lift.call(key, [i], {}) for i in items] if key is not None else items
    plain: list[Any] = [_plain_key(lift, k) for k in keys]
    if any(isinstance(k, tuple) and len(p) < len(k) and _shared(p, plain) for k, p in zip(keys, plain)):
        plain = [None for _ in keys]  # what is computed decides
    if any(k is None for k in plain) and key is None and all(map(is_number, items)):
        ordered = lift.call(np.sort, [lift.new_items(list, items)], {})
        weak = all(map(is_python, items))
        found = [scalar(lift, take(lift, ordered, Int.of(k))) for k in range(len(items))]
        found = [replace(x, weak=weak) if isinstance(x, Scalar) else x for x in found]
        return lift.new_items(list, tuple(reversed(found) if reverse else found))
    if any(k is None for k in plain) and all(map(is_number, keys)) and (all(map(is_number, items)) or are_of_one_shape(lift, items)):
        return _sorted_by(lift, items, keys, bool(reverse))
    if any(k is None for k in plain) and key is None and all(map(_compares, items)):
        ranks = _ranks(lift, items[::-1])[::-1] if reverse else _ranks(lift, items)
        return _things_in_order(lift, items, ranks, bool(reverse))
    if any(k is None for k in plain) and key is None and _of_numbers(items):
        return _things_in_order(lift, items, items, bool(reverse))
    if any(k is None for k in plain) and key is None:
        lift.refuse("sorted() of objects, or of tuples with objects or arrays in them, cannot be lifted without a key",
                    "give one, a number or a tuple of numbers: key=lambda x: x.value")
    if any(k is None for k in plain):
        return _things_in_order(lift, items, keys, bool(reverse))
    try:
        order = sorted(range(len(items)), key=plain.__getitem__, reverse=bool(reverse))
    except TypeError as problem:
        lift.wrong(str(problem), exception=TypeError)
    return lift.new_items(list, tuple(items[k] for k in order))


def _of_a_size(lift: Lifting, held: Any) -> Stacked | None:
    """As many numbers as a size says, as the rows of a list; None of other things."""
    if isinstance(held, (Array, View)) and len(held.shape) == 1:
        held = lift.held(lift.call(list, [held], {}))
    if not isinstance(held, Stacked) or held.first or held.parts:
        return None
    return held if held.rows.shape[0].constant is None else None


def _compares(x: Any) -> bool:
    """Whether something is an object with an order, or one of several."""
    return all(map(_compares, x.options)) if isinstance(x, Chosen) else isinstance(x, Instance) and hasattr(x.cls, "__lt__")


def _of_numbers(items: Sequence[Any]) -> bool:
    """Whether all are tuples of as many numbers."""
    return all(isinstance(i, tuple) and i and len(i) == len(items[0]) and all(map(is_number, i)) for i in items)


def _ranks(lift: Lifting, items: Sequence[Any]) -> list[Any]:
    """How many of the items come before each, by their own `<`; equal ones stay in order."""
    if len(items) > FEW:
        lift.refuse(f"sorted() of more than {FEW} objects by their own comparison cannot be lifted", "give a key: key=lambda x: x.value")
    less = {(j, k): comparison(lift, ast.Lt(), items[j], items[k]) for j in range(len(items)) for k in range(len(items)) if j > k}
    before = [[less[j, k] if j > k else negation(lift, less[k, j]) for j in range(len(items)) if j != k] for k in range(len(items))]
    return [lift.call(sum, [tuple(found)], {}) for found in before]


def _things_in_order(lift: Lifting, items: Sequence[Any], keys: Sequence[Any], reverse: bool) -> Items:
    """Things that are known one by one in the order of computed keys: each place has one of them."""
    if reverse:
        items, keys = items[::-1], keys[::-1]
    order = _order_by(lift, tuple(keys))
    places = [scalar(lift, take(lift, order, Int.of(k))) for k in range(len(items))]
    found = [of_options(lift, Chosen(tuple(range(len(items))), place), items) for place in places]
    return lift.new_items(list, tuple(reversed(found) if reverse else found))


def _in_order_of(lift: Lifting, held: Stacked, key: Any, reverse: bool) -> Items:
    """Numbers, or tuples of them, that a loop grew, in the order of their parts or of a computed key; equal ones keep their order, also
    where it is reversed."""
    rows = lift.call(np.flip, [held.rows], {"axis": INT_0}) if reverse else held.rows
    if key is None:
        order = lift.call(np.lexsort, [lift.call(np.flip, [lift.call(np.transpose, [rows], {})], {"axis": INT_0})], {})
    else:
        order = _order_of(lift, lift.new_items(list, replace(held, rows=rows)), key)
    ordered = take(lift, rows, order)
    ordered = lift.call(np.flip, [ordered], {"axis": INT_0}) if reverse else ordered
    return lift.new_items(list, replace(held, rows=lift.call(np.copy, [ordered], {})))


def _columns_in_order(lift: Lifting, x: Instance, key: Any, reverse: bool) -> Any:
    """A list that is a list for each part of its items in their own order, or that of a computed key."""
    if any(isinstance(column, Instance) for column in lift.held(x)["lists"]):
        return _ragged_in_order(lift, x, key, reverse)
    given = [lift.held(column) for column in lift.held(x)["lists"]]
    if key is None and _deciding(lift, x) is None:
        lift.refuse("sorted() of tuples with arrays in them cannot be lifted without a key", "give one: key=lambda item: item[0]")
    if () in given:
        return lift.call(Method(x, "copy"), [], {})
    grown = [h if isinstance(h, Stacked) else Stacked((), lift.call(np.array, [h], {}), all(map(is_python, h))) for h in given]
    turned = [replace(h, rows=lift.call(np.flip, [h.rows], {"axis": INT_0})) for h in grown] if reverse else grown
    order = _order_of(lift, _with_columns(lift, x, turned), key)
    ordered = [take(lift, h.rows, order) for h in turned]
    ordered = [lift.call(np.flip, [rows], {"axis": INT_0}) for rows in ordered] if reverse else ordered
    return _with_columns(lift, x, [replace(h, rows=lift.call(np.copy, [rows], {})) for h, rows in zip(turned, ordered)])


def _ragged_in_order(lift: Lifting, x: Instance, key: Any, reverse: bool) -> Any:
    """The same of items with lists in them, by a number of each."""
    if key is None:
        lift.refuse("sorted() of lists or arrays of several lengths cannot be lifted without a key", "give one: key=len")
    keys = lift.call(library.numeric.keys_of, [key, x], {})
    if not isinstance(keys, Items):
        lift.refuse("sorted() by a key that is no number cannot be lifted here", "give a number")
    return lift.call(Method(x, "chosen"), [lift.call(library.numeric.stable_order, [keys, reverse], {})], {})


def _order_of(lift: Lifting, x: Instance | Items, key: Any) -> Any:
    """Places of the items of a list in the order of a key, or in their own."""
    keys = x if key is None else lift.call(library.numeric.keys_of, [key, x], {})
    if not isinstance(keys, Instance):
        return _order_by(lift, lift.held(keys))
    rows = _deciding(lift, keys)
    if rows is None:
        lift.refuse("sorted() by a key that is neither a number nor a tuple of numbers cannot be lifted", "give a tuple of numbers")
    return lift.call(np.lexsort, [tuple(rows)[::-1]], {})


def _deciding(lift: Lifting, x: Instance) -> list[Any] | None:
    """Numbers that decide the order of items of such a list: its numbers, and the places of texts in the order of all of them; None where
    there are other things among them."""
    form, columns = lift.held(x)["form"], [lift.held(column) for column in lift.held(x)["lists"]]
    parts = tuple(_in_turn(form))
    if len(parts) != len(columns) or not all((part == LEAF or is_text(part)) and _is_column(h) for part, h in zip(parts, columns)):
        return None
    rows = [h.rows if isinstance(h, Stacked) else lift.call(np.array, [h], {}) for h in columns]
    return [row if part == LEAF else _ranked(lift, part.keys, row) for part, row in zip(parts, rows)]


def _in_turn(form: Form) -> Iterator[Form]:
    """What decides in the order of tuples, first to last, of tuples in them, too."""
    for part in form.parts if is_tuple(form) else ():
        yield from _in_turn(part)
    if not is_tuple(form):
        yield form


def _ranked(lift: Lifting, texts: tuple[str, ...], which: Any) -> Any:
    ranks = tuple(Int.of(sorted(texts).index(text)) for text in texts)
    return lift.call(np.take, [lift.call(np.array, [ranks], {}), which], {})


def _is_column(held: Any) -> bool:
    """Whether a list holds numbers."""
    return all(map(is_number, held)) if isinstance(held, tuple) else not held.first and len(held.rows.shape) == 1


def _with_columns(lift: Lifting, x: Instance, held: Sequence[Stacked]) -> Any:
    lists = tuple(lift.new_items(list, h) for h in held)
    return lift.call(library.columns.Columns, [lift.held(x)["form"], lists], {})


def _order_by(lift: Lifting, keys: Any) -> Any:
    """Places in the order of keys: numbers, or tuples and lists of them, whose first items decide."""
    if isinstance(keys, Stacked) and keys.parts and keys.parts.dtypes and not keys.first:
        return lift.call(np.lexsort, [columns(lift, keys)[::-1]], {})
    rows = [_nested(lift, k) for k in keys] if isinstance(keys, tuple) else []
    if rows and isinstance(rows[0], tuple) and len({_outline(r) for r in rows}) == 1 and all(map(is_number, _leaves(rows[0]))):
        return lift.call(np.lexsort, [tuple(lift.call(np.array, [part], {}) for part in zip(*map(_leaves, rows)))[::-1]], {})
    found = lift.call(np.array, [lift.new_items(list, keys)], {})
    if len(found.shape) != 1:
        lift.refuse("sorted() by a key that is neither a number nor a tuple of numbers cannot be lifted", "give a tuple of numbers")
    return lift.call(np.argsort, [found], {"kind": "stable"})


def _nested(lift: Lifting, key: Any) -> Any:
    """A key with the tuples and lists in it as tuples."""
    held = lift.held(key) if isinstance(key, Items) else key
    return tuple(_nested(lift, k) for k in held) if isinstance(held, tuple) else held


def _outline(key: Any) -> Any:
    """Where in a key there are numbers and tuples: of keys that are alike the first numbers that differ decide."""
    return tuple(map(_outline, key)) if isinstance(key, tuple) else is_number(key)


def _leaves(key: Any) -> tuple[Any, ...]:
    return tuple(leaf for k in key for leaf in _leaves(k)) if isinstance(key, tuple) else (key,)


def _plain_key(lift: Lifting, key: Any) -> Any:
    """A key as it is in Python; None where it is computed, of a tuple what stands before that."""
    if isinstance(key, tuple):
        return tuple(takewhile(lambda p: p is not None, (_plain_key(lift, k) for k in key)))
    return known(lift, key) if is_number(key) else None if isinstance(key, (Instance, OneOf, Chosen, Array, View)) else key


def _shared(start: tuple[Any, ...], keys: Sequence[Any]) -> bool:
    """Whether more than one of the keys begins like this."""
    return sum(isinstance(k, tuple) and k[:len(start)] == start for k in keys) > 1


def _sorted_by(lift: Lifting, items: Sequence[Any], keys: Sequence[Any], reverse: bool) -> Items:
    """Numbers, or arrays of one shape, in the order of computed keys; equal keys keep the order of the items, also where it is reversed."""
    if reverse:
        items, keys = items[::-1], keys[::-1]
    order = lift.call(np.argsort, [lift.call(np.array, [tuple(keys)], {})], {"kind": "stable"})
    rows = take(lift, lift.call(np.array, [tuple(items)], {}), order)
    rows = lift.call(np.copy, [lift.call(np.flip, [rows], {"axis": Int.of(0)})], {}) if reverse else rows
    lift.relate(rows, shared_with(lift, tuple(items)))
    return lift.new_items(list, Stacked((), rows, all(map(is_python, items))))


def _sorted_rows(lift: Lifting, held: Any, reverse: bool) -> Items:
    rows = lift.call(np.sort, [held.rows if isinstance(held, Stacked) else held], {})
    rows = lift.call(np.flip, [rows], {}) if reverse else rows
    return lift.new_items(list, Stacked((), lift.call(np.copy, [rows], {}), isinstance(held, Stacked) and held.weak))


FUNCTIONS: dict[Any, Callable[..., Any]] = {sorted: sorted_}
