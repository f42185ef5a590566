"""Where control meets: the least template that covers what a slot holds on both ways.

Numbers join to the wider dtype, ints that differ become run-time ints, arrays need one shape. Identity of arrays is not joined: the
result is a new array that may share elements with those it came from.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.arrays import shown
from precis.lift.numpy.chosen import MOST, is_named, is_older, is_thing, is_thing_of_its_own, union
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.library.columns import Columns
from precis.lift.numpy.not_joined import UNBOUNDED, CannotJoin, KeysDiffer, NoneDiffers, ShapesDiffer, TextsDiffer, Unbounded, has_no_value
from precis.lift.numpy.numbers import describe
from precis.lift.numpy.room import refuse_squares
from precis.lift.numpy.rows_joined import as_number, as_rows, joined_parts
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import (
    ROWS,
    ArrayLeaf,
    Choice,
    CountLeaf,
    Group,
    Kept,
    ListLeaf,
    NumberLeaf,
    Same,
    Template,
    class_of,
    filled,
    maybe,
    one_of,
    opened,
    perhaps,
)
from precis.lift.numpy.values import (
    Closure,
    Filled,
    Instance,
    Int,
    Interval,
    Items,
    Maybe,
    OneOf,
    Partial,
    Partly,
    Perhaps,
    SliceOf,
    Undefined,
    has_names,
)
from precis.lift.numpy.varying import bounded, dimension, same


def join(lift: Lifting, a: Template, b: Template) -> Template:
    """The least template that covers both: the same as a thing of its own, else one of those that are there. Raises CannotJoin."""
    things = _things(lift, a), _things(lift, b)
    if not all(things) or not any(map(is_thing, things[0] + things[1])):
        return _join(lift, a, b)
    try:
        found = _join(lift, a, b)
    except CannotJoin:
        return _choice(union(*things))
    return _choice(union(*things)) if isinstance(found, Same) and isinstance(found.value, Undefined) else found


def _join(lift: Lifting, a: Template, b: Template) -> Template:
    if a == b and isinstance(a, Kept):
        return a
    a, b = _settled(lift, opened(a)), _settled(lift, opened(b))
    if a == b:
        return a
    for side in (a, b):
        if isinstance(side, Same) and isinstance(side.value, Undefined):
            raise has_no_value(side.value)
    if any(isinstance(t, Group) and t.kind is Perhaps for t in (a, b)):
        return perhaps(join(lift, *(t.items[1] if isinstance(t, Group) and t.kind is Perhaps else t for t in (a, b))))
    if _may_be_none(lift, a, b):
        return _join_maybe(lift, a, b)
    if _may_be_either(lift, a, b):
        return _join_objects(lift, a, b)
    options = _options(lift, a), _options(lift, b)
    if None not in options and any(o is not None for o in options[0] + options[1]):  # type: ignore[operator]
        return _choice(union(*options))  # type: ignore[arg-type]
    a, b = _listed(lift, a), _listed(lift, b)
    if isinstance(a, ListLeaf) or isinstance(b, ListLeaf):
        return _join_lists(lift, as_rows(a), as_rows(b))
    if isinstance(a, Group) and isinstance(b, Group) and (a.kind, a.keys) == (b.kind, b.keys):
        if a.kind is SliceOf and list(map(_is_none, a.items)) != list(map(_is_none, b.items)):
            raise CannotJoin("is a slice with a bound or step, or without it")
        return Group(a.kind, a.keys, tuple(join(lift, x, y) for x, y in zip(a.items, b.items)), a.frozen or b.frozen,
                     a.deque and b.deque, a.unsure or b.unsure)
    if isinstance(a, Group) and isinstance(b, Group) and a.kind is b.kind is list and lift.meeting.outer is not None:
        return Group(list, ROWS, (_join_lists(lift, as_rows(a), as_rows(b)),), deque=a.deque and b.deque)
    if isinstance(a, Group) and isinstance(b, Group) and a.kind is b.kind and lift.meeting.partly and has_names(a.kind):
        return _join_partly(lift, a, b)
    if isinstance(a, Group) and isinstance(b, Group) and a.kind is b.kind:
        kind = KeysDiffer if a.kind is dict or any(isinstance(key, str) for key in (*a.keys, *b.keys)) else CannotJoin
        raise kind(f"has {len(a.keys)} or {len(b.keys)} items")
    if isinstance(a, ArrayLeaf) and isinstance(b, ArrayLeaf):
        return _join_arrays(lift, a, b)
    return _join_numbers(lift, a, b)


def _choice(options: Collection[Any]) -> Choice:
    """One of several known things. Raises CannotJoin where there are too many, as of texts that a loop lengthens."""
    if len(options) > MOST:
        raise CannotJoin(f"is one of more than {MOST} things")
    return Choice(tuple(options))


def _options(lift: Lifting, t: Template) -> tuple[Any, ...] | None:
    """The known things that something is one of; None for other things, and for functions that hold what is computed here."""
    if isinstance(t, Choice):
        return t.options
    if not isinstance(t, Same) or isinstance(t.value, int) or _is_of_one_way(lift, t.value):
        return None
    return (t.value,) if is_named(t.value) or is_thing_of_its_own(lift, t.value) else None


def _is_of_one_way(lift: Lifting, x: Any) -> bool:
    """Whether something belongs to what is there on one way alone, or may."""
    if isinstance(x, Closure):
        if x.frame in lift.frames:
            return not x.plain
        return lift.meeting.born is None or x.frame.serial >= lift.meeting.born  # of a call that has ended
    return isinstance(x, Partial) or (lift.meeting.born is not None and not is_older(x, lift.meeting.born))


def _things(lift: Lifting, t: Template) -> tuple[Any, ...]:
    """The lists, dicts and objects, or None, that something is one of, if they are there on both ways; nothing for other things."""
    born = lift.meeting.born
    known = t.options if isinstance(t, Choice) else (t.thing,) if isinstance(t, Kept) else (None,) if _is_none(t) else ()
    there = all(x is None or is_thing_of_its_own(lift, x) for x in known) and born is not None
    return known if there and all(is_older(x, born) for x in known) else ()  # type: ignore[arg-type]


def _is_maybe(t: Template) -> bool:
    return isinstance(t, Group) and t.kind is Maybe


def _is_none(t: Template) -> bool:
    return isinstance(t, Same) and t.value is None


def _may_be_none(lift: Lifting, a: Template, b: Template) -> bool:
    """Whether None and a thing meet: in a branch, or where a branch has made it so before."""
    if _is_maybe(a) or _is_maybe(b):
        return True
    return lift.meeting.absence and _is_none(a) != _is_none(b) and _plain(b if _is_none(a) else a)


def _plain(t: Template) -> bool:
    """Whether something consists of numbers, arrays, lists of these and what is known: a tuple, a list, a dict or an object of these."""
    t = opened(t)
    if isinstance(t, Group):
        return t.kind not in (Filled, Maybe, SliceOf) and all(map(_plain, t.items[1:] if t.kind is Columns else t.items))
    known = isinstance(t, Same) and not isinstance(t.value, Undefined) and not type(t.value).__module__.startswith("precis.lift.")
    return known or isinstance(t, (ArrayLeaf, Choice, ListLeaf)) or as_number(t) is not None


def _join_maybe(lift: Lifting, a: Template, b: Template) -> Template:
    things = [t.items[1] if isinstance(t, Group) and t.kind is Maybe else t for t in (a, b) if not _is_none(t)]
    return maybe(join(lift, *things) if len(things) == 2 else bounded(lift, things[0], int(_is_none(a))))


def _objects(t: Template) -> tuple[Group, ...]:
    """An object of a user's class, or the several of which something is one; nothing for other things."""
    if not isinstance(t, Group) or t.kind is OneOf:
        return t.items[1:] if isinstance(t, Group) else ()  # type: ignore[return-value]
    kind = class_of(t)
    of_python = not isinstance(kind, type) or kind in (tuple, list, set, dict) or kind.__module__.startswith("precis.lift.")
    return () if of_python or not _plain(t) else (t,)


def _may_be_either(lift: Lifting, a: Template, b: Template) -> bool:
    """Whether objects of several classes meet: in a branch, or where a branch has made it so before."""
    classes = [set(map(class_of, _objects(side))) for side in (a, b)]
    several = any(isinstance(t, Group) and t.kind is OneOf for t in (a, b))
    return all(classes) and (several or (lift.meeting.absence and classes[0] != classes[1]))


def _join_objects(lift: Lifting, a: Template, b: Template) -> Group:
    """One of the classes of both; objects of one class join."""
    found: dict[type, Template] = {}
    for t in (*_objects(a), *_objects(b)):
        found[class_of(t)] = join(lift, found[class_of(t)], t) if class_of(t) in found else t
    return one_of(found.values())


def _filled(lift: Lifting, a: Template, b: Template) -> ArrayLeaf | None:
    """The array whose place a number takes in one branch: its dtype has to be the one that both have in arithmetic."""
    numbers = [n for t in (a, b) if (n := as_number(t)) is not None]
    arrays = [t for side in (a, b) if isinstance(t := _array_of(side), ArrayLeaf) and t.shape and not t.lengths]
    if len(arrays) == len(numbers) == 1:
        return arrays[0] if _holds(arrays[0].dtype, numbers[0]) else None
    if len(arrays) < 2 or arrays[0].dtype != arrays[1].dtype:
        return None
    joined = _join_arrays(lift, *arrays)
    return joined if isinstance(joined, ArrayLeaf) and not joined.lengths else None


def _array_of(t: Template) -> Template:
    return t.items[0] if isinstance(t, Group) and t.kind is Filled else t


def _holds(dtype: np.dtype, number: NumberLeaf) -> bool:
    if not number.weak:
        return dtype == number.dtype
    return number.dtype.kind in "if" and np.result_type(dtype, {"i": 0, "f": 0.0}[number.dtype.kind]) == dtype


def _listed(lift: Lifting, t: Template) -> Template:
    """A range of sizes as the list of its ints, which another list may take the place of."""
    x = t.value if isinstance(t, Same) else None
    if not isinstance(x, Interval) or not all(isinstance(part, Int) for part in (x.start, x.stop, x.step)):
        return t
    return ListLeaf(ArrayLeaf((interval_range(lift, x).trips,), INT))


def _join_lists(lift: Lifting, a: ListLeaf, b: ListLeaf) -> ListLeaf:
    if a.rows is None or b.rows is None:
        some = a if b.rows is None else b
        if some.rows is None:
            return a
        empty = ArrayLeaf((Size(), *some.rows.shape[1:]), some.rows.dtype)
        rows = _join_arrays(lift, a.rows or empty, b.rows or empty)
        return ListLeaf(rows, some.weak, some.parts)  # type: ignore[arg-type]
    parts = None if a.parts is None and b.parts is None else joined_parts(a.parts, b.parts)
    return ListLeaf(_join_arrays(lift, a.rows, b.rows), a.weak and b.weak, parts)  # type: ignore[arg-type]


def join_held(lift: Lifting, key: Any, a: Template, b: Template) -> Template:
    """The least template for what a slot holds; lists of different lengths become rows, and a number may be an array of its own."""
    try:
        return join(lift, a, b)
    except CannotJoin:
        if lift.meeting.absence and (array := _filled(lift, opened(a), opened(b))) is not None:
            return filled(array)
        lists = all(isinstance(opened(t), (ListLeaf, Group)) for t in (a, b))
        if not (isinstance(key, Items) and key.kind is list and lift.meeting.outer is not None and lists):
            raise
        return _join_lists(lift, as_rows(a), as_rows(b))


def join_named(lift: Lifting, key: Any, a: Template, b: Template, x: Any, y: Any) -> Template:
    """The least template for what a slot holds that is x on one way and y on the other: where no new thing can be both, one of the two,
    else a dict of which the data tell the keys."""
    try:
        found = join_held(lift, key, a, b)
    except CannotJoin as problem:
        return _join_otherwise(lift, key, a, b, x, y, problem)
    lost = isinstance(found, Same) and isinstance(found.value, Undefined)
    return join(lift, as_itself(a, x), as_itself(b, y)) if lost else found


def _join_otherwise(lift: Lifting, key: Any, a: Template, b: Template, x: Any, y: Any, problem: CannotJoin) -> Template:
    if as_itself(a, x) is not a or as_itself(b, y) is not b:
        try:
            return join(lift, as_itself(a, x), as_itself(b, y))
        except CannotJoin as other:
            problem = other
    if not (lift.meeting.absence or any(isinstance(held, Partly) for held in (x, y))) or getattr(key, "factory", None) is not None:
        raise problem
    before, lift.meeting.partly = lift.meeting.partly, True
    try:
        named = has_names(key.kind if isinstance(key, Items) else getattr(key, "cls", None))
        whole = named and isinstance(a, Group) and isinstance(b, Group)
        return _join_partly(lift, a, b) if whole else join_held(lift, key, a, b)  # type: ignore[arg-type]
    except CannotJoin:
        raise problem from None
    finally:
        lift.meeting.partly = before


def _join_partly(lift: Lifting, a: Group, b: Group) -> Group:
    """Dicts with other keys, all of them texts, or objects with other attributes: one with those of both, of which the data tell those
    that are not in both."""
    held = [dict(zip(t.keys, t.items)) for t in (a, b)]
    ordered = a.kind is dict or (a.kind is tuple and isinstance(lift.meeting.key, Items))  # not the attributes of an object
    names = _in_both_orders(a.keys, b.keys) if ordered else tuple(dict.fromkeys((*a.keys, *b.keys)))
    if not all(isinstance(name, str) for name in names):
        raise KeysDiffer(f"has {len(a.keys)} or {len(b.keys)} items")
    both = held[0].keys() & held[1].keys()
    found = [join(lift, held[0][k], held[1][k]) if k in both else _perhaps(bounded(lift, opened(held[k in held[1]][k]))) for k in names]
    return replace(a, keys=names, items=tuple(found), frozen=a.frozen or b.frozen, unsure=a.unsure or b.unsure)


def _in_both_orders(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """The keys of both, those of each in its order."""
    both = [key for key in a if key in b]
    if both != [key for key in b if key in a]:
        raise KeysDiffer("has its items in several orders")
    found: list[Any] = []
    ways = [list(a), list(b)]
    for key in both:
        found += [k for way in ways for k in way[:way.index(key)]] + [key]
        ways = [way[way.index(key) + 1:] for way in ways]
    return (*found, *ways[0], *ways[1])


def _perhaps(t: Template) -> Group:
    return t if isinstance(t, Group) and t.kind is Perhaps else perhaps(t)


def as_itself(t: Template, x: Any) -> Template:
    """The template of a list, dict or object as the one that it is."""
    return Kept(x, t) if isinstance(x, (Items, Instance)) and not isinstance(t, Kept) else t


def with_all_keys(lift: Lifting, a: Template, b: Template) -> list[Template]:
    """Dicts or objects one of which has all that the other has and more: the same keys for both, zeros where there is nothing."""
    if not isinstance(a, Group) or not isinstance(b, Group) or a.keys == b.keys:
        return [a, b]
    less, more = (a, b) if set(a.keys) < set(b.keys) else (b, a)
    held = dict(zip(less.keys, less.items))
    if not held.keys() < set(more.keys) or any(isinstance(key, int) for key in more.keys):
        return [a, b]
    full = replace(less, keys=more.keys, items=tuple(held[k] if k in held else bounded(lift, t) for k, t in zip(more.keys, more.items)))
    return [full, b] if less is a else [a, full]


def _settled(lift: Lifting, t: Template) -> Template:
    if isinstance(t, ArrayLeaf):
        return replace(t, shape=lift.shape(t.shape))
    if isinstance(t, Same) and isinstance(t.value, Int):
        return Same(Int(lift.sizes.resolve(t.value.size), t.value.dtype, t.value.member_of))
    return t


def _join_arrays(lift: Lifting, a: ArrayLeaf, b: ArrayLeaf) -> Template:
    dtype = np.result_type(a.dtype, b.dtype)
    if not a.lengths and not b.lengths and len(a.shape) == len(b.shape) and all(same(lift, x, y) for x, y in zip(a.shape, b.shape)):
        return ArrayLeaf(lift.shape(a.shape), dtype, either=lift.meeting.absence and a.dtype != b.dtype)
    differ = f"is an array of shape {shown(lift, a.shape)} or of shape {shown(lift, b.shape)}"
    if len(a.shape) != len(b.shape) or (lift.meeting.outer is None and not a.lengths and not b.lengths):
        raise ShapesDiffer(differ)
    none = (None,) * len(a.shape)
    dims, lengths = zip(*(dimension(lift, *d) for d in zip(a.shape, a.lengths or none, b.shape, b.lengths or none)))
    if any(d is None for d in dims):
        raise Unbounded(f"{differ}, {UNBOUNDED}")
    refuse_squares(lift, dims, shown(lift, b.shape))
    return ArrayLeaf(dims, dtype, lengths)


def _join_numbers(lift: Lifting, a: Template, b: Template) -> Template:
    x, y = as_number(a), as_number(b)
    if x is None or y is None:
        texts = isinstance(a, Same) and isinstance(b, Same) and isinstance(a.value, str) and isinstance(b.value, str)
        kind = TextsDiffer if texts else NoneDiffers if _is_none(a) != _is_none(b) else CannotJoin
        raise kind(f"is {_said(lift, a)} or {_said(lift, b)}")
    either = lift.meeting.absence and x.dtype != y.dtype
    if x.weak == y.weak:
        return NumberLeaf(np.result_type(x.dtype, y.dtype), x.weak, either, x.member_of if x.member_of is y.member_of else None)
    strong, weak = (y, x) if x.weak else (x, y)
    python = {"b": False, "i": 0, "f": 0.0, "c": 0j}[weak.dtype.kind]
    return NumberLeaf(np.result_type(strong.dtype, python), either=either)


def _called(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else kind[0].__name__


def _said(lift: Lifting, t: Template) -> str:
    if isinstance(t, Kept):
        return _said(lift, t.template)
    if isinstance(t, Same):
        return describe(t.value)
    if isinstance(t, ArrayLeaf):
        return f"an array of shape {shown(lift, t.shape)}"
    if isinstance(t, Choice):
        return " or ".join(map(describe, t.options))
    if isinstance(t, (CountLeaf, ListLeaf)):
        return "the length of an array" if isinstance(t, CountLeaf) else "a list"
    return f"a number of type {t.dtype}" if isinstance(t, NumberLeaf) else f"a {_called(class_of(t))}"
