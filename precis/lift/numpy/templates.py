"""What a slot holds as a template: its structure, the leaves that are SSA values, and the abstract value made again from those.

Two of them meet in joins.py. Identity of arrays is not part of a template: what is rebuilt is a new array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Union

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Shape, Value
from precis.lift.numpy.arrays import fitted, spread
from precis.lift.numpy.chosen import is_older, is_same_option, which_of
from precis.lift.numpy.exact_parts import check
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import BOOL, INT, kind_of
from precis.lift.numpy.lengths import first_part, padded
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import constant, dtype_of, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    GROWN,
    MISSING,
    Array,
    Chosen,
    Filled,
    Instance,
    Int,
    Items,
    Maybe,
    OneOf,
    Parts,
    Perhaps,
    Pooled,
    Scalar,
    SliceOf,
    Stacked,
    Undefined,
    Unsure,
    View,
    as_held,
    has_names,
)


@dataclass(frozen=True, slots=True)
class Same:
    """Exactly this, on every way."""

    value: Any


@dataclass(frozen=True, slots=True)
class Kept:
    """The same array, list or object on every way, whose content has a slot of its own; `template`: what it would join as otherwise."""

    thing: Any
    template: Template = field(compare=False)


@dataclass(frozen=True, slots=True)
class NumberLeaf:
    """`either`: the ways that meet here have it in different dtypes."""

    dtype: np.dtype
    weak: bool = False
    either: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a dimension that differs between the ways that meet. Dimensions of one `number` have one length; `ends`: what it is
    on either way (for loops: before, and at the end of the body); `step`: by how much every iteration of a counted loop changes it,
    where that is known; `grown`: by how much an iteration of the loop that lengthens it does so at most, where its bound asks for that."""

    number: int = 0
    ends: tuple[Size | None, Size | None] = field(default=(None, None), compare=False)
    step: int | None = None
    grown: Size | None = None


@dataclass(frozen=True, slots=True)
class ArrayLeaf:
    """`lengths`: where dimensions vary; `shape` then is that of the buffer whose first part is the array. `either`: as of numbers."""

    shape: Shape
    dtype: np.dtype
    lengths: tuple[Length | None, ...] = ()
    either: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class CountLeaf:
    """An int that is the varying length of an array."""

    length: Length


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple, slice, list, dict or object of templates. `frozen`: GROWN, which stays with it; `deque`: Python has the list as one;
    `unsure`: the data tell the order of keys."""

    kind: type
    keys: tuple[Any, ...]
    items: tuple[Template, ...]
    frozen: str | None = None
    deque: bool = field(default=False, compare=False)
    unsure: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of several known things, by an int that says which."""

    options: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and len(self) == len(other) and all(map(is_same_option, self.options, other.options))

    def __len__(self) -> int:
        return len(self.options)

    def __hash__(self) -> int:
        return hash(len(self))


@dataclass(frozen=True, slots=True)
class ListLeaf:
    """A list of numbers or arrays whose length varies, as the rows of one array; no dtype: an empty list."""

    rows: ArrayLeaf | None
    weak: bool = True
    parts: Parts | None = None  # of items that are tuples


DEEPEST = 8  # lists, dicts and objects in one another that are made anew where ways meet
ROWS = ("rows",)  # the keys of a Group that is one list, a ListLeaf

Template = Union[Same, Kept, NumberLeaf, ArrayLeaf, CountLeaf, Choice, ListLeaf, Group]
Title = Callable[[str, Shape, np.dtype], str | None]  # (path, shape, dtype) -> container of a leaf


def template(lift: Lifting, x: Any, around: tuple[Any, ...] = ()) -> Template:
    """The template of one value. `around`: the lists, dicts and objects that hold it. Raises CannotJoin where they hold one another."""
    if isinstance(x, Scalar):
        return Same(replace(x, value=None)) if x.known is not None and not x.given and x.weak else NumberLeaf(x.dtype, x.weak)
    if isinstance(x, (Array, View)):
        return ArrayLeaf(lift.shape(x.shape), x.dtype)
    if isinstance(x, Stacked) and not x.first:
        return ListLeaf(ArrayLeaf(lift.shape(x.rows.shape), x.rows.dtype), x.weak, x.parts)
    if isinstance(x, Chosen):
        return _choice(lift, x)
    if isinstance(x, Int):
        return Same(Int(lift.sizes.resolve(x.size), x.dtype))
    if isinstance(x, Maybe):
        return maybe(template(lift, x.thing, around))
    if isinstance(x, Perhaps):
        return perhaps(template(lift, x.thing, around))
    if isinstance(x, OneOf):
        return one_of([template(lift, thing, around) for thing in x.things])
    if isinstance(x, Filled):
        return filled(ArrayLeaf(lift.shape(x.array.shape), x.array.dtype))
    if at := lift.pooled(x):
        return Group(Pooled, (at.pool,), (template(lift, at.place),))
    if isinstance(x, (tuple, SliceOf, Items, Instance)):
        kind, keys, items = _parts(lift, x)
        around = _inside(around, x)
        frozen = GROWN if getattr(x, "frozen", None) == GROWN else None
        deque = isinstance(x, Items) and x in lift.made.deques
        unsure = isinstance(x, Items) and isinstance(lift.held(x, partly=True), Unsure)
        return Group(kind, keys, tuple(template(lift, i, around) for i in items), frozen, deque, unsure)
    return Same(x)


def _inside(around: tuple[Any, ...], x: Any) -> tuple[Any, ...]:
    """What holds the parts of x."""
    if not isinstance(x, (Items, Instance)):
        return around
    if len(around) == DEEPEST or x in around:
        raise CannotJoin("is a thing that holds things like itself")
    return (*around, x)


def _choice(lift: Lifting, x: Chosen) -> Choice:
    """Raises CannotJoin where what it is one of is not there on both ways that meet."""
    born = lift.meeting.born
    if born is not None and not all(is_older(o, born) for o in x.options):
        raise CannotJoin("is one of several things, some of which a branch or an iteration makes")
    return Choice(x.options)


def maybe(t: Template) -> Group:
    """The template of a thing that may be None."""
    return Group(Maybe, ("there", "thing"), (NumberLeaf(BOOL, False), t))


def perhaps(t: Template) -> Group:
    """The template of what stands under a key that is there or not."""
    return Group(Perhaps, ("there", "thing"), (NumberLeaf(BOOL, False), t))


def filled(t: ArrayLeaf) -> Group:
    """The template of an array that may be a number."""
    return Group(Filled, ("array",), (t,))


def one_of(things: Iterable[Template]) -> Group:
    """The template of an object of one of several classes."""
    groups = [t for t in map(opened, things) if isinstance(t, Group)]
    return Group(OneOf, (INT, *map(class_of, groups)), (NumberLeaf(INT, True), *groups))


def class_of(t: Group) -> Any:
    """The class of objects of a template."""
    return t.keys[0].key if t.kind is Pooled else t.kind


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


def kept(lift: Lifting, x: Any) -> Template:
    """The template of an item of a list or object, which stays what it is where no way puts another in its place."""
    if not isinstance(x, (Array, Items, Instance)):
        return template(lift, x)
    try:
        return Kept(x, template(lift, x))
    except CannotJoin as problem:
        return Kept(x, Same(Undefined(str(problem))))


def opened(t: Template) -> Template:
    return t.template if isinstance(t, Kept) else t


def with_arrays(t: Template, made: Callable[[ArrayLeaf], ArrayLeaf]) -> Template:
    """A template with others for its arrays, those that are the rows of lists among them."""
    if isinstance(t, Group):
        return replace(t, items=tuple(with_arrays(i, made) for i in t.items))
    if isinstance(t, ListLeaf) and t.rows is not None:
        return replace(t, rows=with_arrays(t.rows, made))
    return made(t) if isinstance(t, ArrayLeaf) else t


def _parts(lift: Lifting, x: Any) -> tuple[type, tuple[Any, ...], tuple[Any, ...]]:
    if isinstance(x, tuple):
        return tuple, tuple(range(len(x))), x
    if isinstance(x, SliceOf):
        return SliceOf, ("start", "stop", "step"), (x.start, x.stop, x.step)
    if at := lift.pooled(x):
        return Pooled, (at.pool,), (at.place,)
    held = lift.held(x, partly=True)
    kind = x.kind if isinstance(x, Items) else x.cls
    if isinstance(held, dict):
        return kind, tuple(held), tuple(held.values())
    if isinstance(held, Stacked) and kind is list and x.longest is None and not held.first:
        return kind, ROWS, (held,)
    if not isinstance(held, tuple):
        raise CannotJoin("is a list of unknown length")
    return kind, tuple(range(len(held))), held


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
    return _as_one_of(lift, t, x) if t.kind is OneOf else _parts(lift, x)[2]


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
        return Scalar(t.dtype, _noted(lift, t, next(values)), t.weak)
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


def bases(x: Any) -> frozenset[Array]:
    """The array whose elements x shares."""
    if isinstance(x, Array):
        return frozenset((x,))
    return frozenset((x.base,)) if isinstance(x, View) else frozenset()
