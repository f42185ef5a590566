"""Templates (templates.py) and SSA values: the leaves of what a slot holds, and what is made again from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from precis.ir.types import Shape, Value
from precis.lift.numpy.arrays import fitted, spread
from precis.lift.numpy.chosen import which_of
from precis.lift.numpy.exact_parts import check
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import BOOL, INT, kind_of
from precis.lift.numpy.lengths import first_part, padded
from precis.lift.numpy.numbers import constant, dtype_of, value_of
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
    Title,
    parts_held,
)
from precis.lift.numpy.values import (
    MISSING,
    Chosen,
    Filled,
    Instance,
    Int,
    Items,
    Maybe,
    OneOf,
    Perhaps,
    Pooled,
    Scalar,
    SliceOf,
    Stacked,
    Undefined,
    Unsure,
    as_held,
    has_names,
)


def flatten(lift: Lifting, t: Template, x: Any) -> list[Value]:
    """The leaves of x, converted to the template's dtypes; zeros where x is missing."""
    if isinstance(t, (Same, Kept, CountLeaf)):
        return []
    if isinstance(t, Group):
        if t.kind is Filled and not isinstance(x, Undefined):
            return [_all_over(lift, t.items[0], x.array if isinstance(x, Filled) else x)]  # type: ignore[arg-type]
        if t.kind in (Maybe, Perhaps):
            x = (_as_maybe if t.kind is Maybe else _as_perhaps)(x)
        return [v for part, item in zip(t.items, _items_as(lift, t, x)) for v in flatten(lift, part, item)]
    if isinstance(t, Choice):
        return [constant(lift, 0, INT) if isinstance(x, Undefined) else value_of(lift, which_of(lift, t.options, x), INT)]
    if isinstance(t, ListLeaf):
        empty = isinstance(x, tuple) and not x
        if isinstance(x, tuple) and t.rows is not None and t.parts is not None:
            check(lift, x, t.rows.dtype)
        return [] if t.rows is None else flatten(lift, t.rows, MISSING if empty or isinstance(x, Undefined) else asarray(lift, x))
    shape = t.shape if isinstance(t, ArrayLeaf) else ()
    if isinstance(x, Undefined):
        zero = constant(lift, 0, t.dtype)
        return [lift.emit("broadcast", zero, shape=shape) if shape else zero]
    x = asarray(lift, x) if isinstance(x, (tuple, Items)) else x
    if isinstance(t, ArrayLeaf) and t.lengths:
        return [_apart(lift, padded(lift, value_of(lift, x, t.dtype), shape, t.dtype), dtype_of(x), t.dtype)]
    return [_apart(lift, fitted(lift, value_of(lift, x, t.dtype), shape), dtype_of(x), t.dtype)]


def _items_as(lift: Lifting, t: Group, x: Any) -> Sequence[Any]:
    """The items of x for those of a template: one where that is a list of rows."""
    if isinstance(x, Undefined):
        return [MISSING] * len(t.items)
    if t.keys == ROWS:
        return (lift.held(x) if isinstance(x, Items) else x,)
    if has_names(t.kind):
        held = lift.held(x, partly=True)
        return [held.get(key, MISSING) for key in t.keys]
    return _as_one_of(lift, t, x) if t.kind is OneOf else parts_held(lift, x)[2]


def _as_one_of(lift: Lifting, t: Group, x: Any) -> list[Any]:
    """(number of its class, then the object of each class: MISSING where it is of another)"""
    held = {thing.cls: thing for thing in (x.things if isinstance(x, OneOf) else (x,))}
    which = Chosen(tuple(held), x.which) if isinstance(x, OneOf) else x.cls
    return [which_of(lift, t.keys[1:], which), *(held.get(cls, MISSING) for cls in t.keys[1:])]


def _as_maybe(x: Any) -> tuple[Any, Any]:
    """(whether it is there, the thing)"""
    if x is None or isinstance(x, Undefined):
        return False, MISSING
    return (x.there, x.thing) if isinstance(x, Maybe) else (True, x)


def _as_perhaps(x: Any) -> tuple[Any, Any]:
    """(whether the key is there, what stands under it)"""
    if x is MISSING:
        return False, MISSING
    return (x.there, x.thing) if isinstance(x, Perhaps) else (True, x)


def _all_over(lift: Lifting, t: ArrayLeaf, x: Any) -> Value:
    """An array, or a number as all elements of one."""
    return _apart(lift, fitted(lift, spread(lift, value_of(lift, x, t.dtype), t.shape), t.shape), dtype_of(x), t.dtype)


def _apart(lift: Lifting, v: Value, dtype: np.dtype, wanted: np.dtype) -> Value:
    """A value of another precision gets its own name, so that the two containers do not share their storage."""
    return v if dtype == wanted or v.container is None else lift.emit("astype", v, dtype=wanted)


def leaves(lift: Lifting, t: Template, title: Title, path: str = "") -> list[tuple[Shape, np.dtype, str | None]]:
    """(shape, dtype, container) of every leaf."""
    if isinstance(t, (Same, Kept, CountLeaf)):
        return []
    if isinstance(t, Group) and t.kind in (Maybe, Perhaps):
        return [((), BOOL, None), *leaves(lift, t.items[1], title, path)]
    if isinstance(t, Group) and t.kind is OneOf:
        return [((), INT, None), *(leaf for thing in t.items[1:] for leaf in leaves(lift, thing, title, path))]
    if isinstance(t, Group) and t.kind in (Filled, Pooled):
        return leaves(lift, t.items[0], title, path)
    if isinstance(t, Group):
        return [leaf for key, item in zip(t.keys, t.items) for leaf in leaves(lift, item, title, f"{path}_{key}")]
    if isinstance(t, ListLeaf):
        return [] if t.rows is None else leaves(lift, t.rows, title, path)
    shape, dtype = lift.shape(t.shape) if isinstance(t, ArrayLeaf) else (), INT if isinstance(t, Choice) else t.dtype
    return [(shape, dtype, title(path, shape, dtype))]


def rebuild(lift: Lifting, t: Template, values: Iterator[Value]) -> Any:
    """The abstract value whose leaves are `values`; arrays are new ones."""
    if isinstance(t, (Same, Kept)):
        return t.value if isinstance(t, Same) else t.thing
    if isinstance(t, NumberLeaf):
        return Scalar(t.dtype, _noted(lift, t, next(values)), t.weak, member_of=t.member_of)
    if isinstance(t, Choice):
        return Chosen(t.options, Scalar(INT, next(values), weak=True))
    if isinstance(t, ListLeaf):
        return () if t.rows is None else Stacked((), rebuild(lift, t.rows, values), t.weak, t.parts)
    if isinstance(t, CountLeaf):
        return Int(lift.loops.lengths[t.length.number])
    if isinstance(t, ArrayLeaf):
        value = _noted(lift, t, next(values))
        container = value.container
        if t.lengths:
            shape = tuple(d if n is None else lift.loops.lengths[n.number] for d, n in zip(t.shape, t.lengths))
            value = first_part(lift, value, shape, t.dtype)
        return lift.new_array(value, t.dtype, container)
    items = tuple(rebuild(lift, item, values) for item in t.items)
    if t.kind is tuple:
        return items
    if t.kind is OneOf:
        return OneOf(items[1:], items[0])
    if t.kind is Pooled:
        return t.keys[0].thing(lift, items[0])
    if t.kind in (Filled, Maybe, Perhaps, SliceOf):
        return t.kind(*items)
    thing: Any = Items(t.kind) if t.kind in (list, set, dict) else Instance(t.kind)
    held = items[0] if t.keys == ROWS else items if t.kind in (list, set) else (Unsure if t.unsure else as_held)(dict(zip(t.keys, items)))
    lift.hold(thing, held)
    thing.frozen = t.frozen
    if t.deque:
        lift.made.deques.add(thing)
    return thing


def _noted(lift: Lifting, t: NumberLeaf | ArrayLeaf, v: Value) -> Value:
    if t.either:
        lift.either.add(v.name)
    return v


def kinds(found: list[tuple[Shape, np.dtype, str | None]]) -> list[tuple[Shape, str, str | None]]:
    return [(shape, kind_of(dtype), title) for shape, dtype, title in found]
