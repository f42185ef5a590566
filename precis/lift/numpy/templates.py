"""What a slot holds as a template: its structure, the leaves that are SSA values, and the abstract value made again from those.

Two of them meet in joins.py. Identity of arrays is not part of a template: what is rebuilt is a new array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Union

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Shape
from precis.lift.numpy import queues
from precis.lift.numpy.chosen import is_older, is_same_option
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import (
    GROWN,
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
    """`either`: the ways that meet here have it in different dtypes; `member_of`: the IntEnum that it is of on all of them."""

    dtype: np.dtype
    weak: bool = False
    either: bool = field(default=False, compare=False)
    member_of: Any = None


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
        return Same(replace(x, value=None)) if x.known is not None and not x.given and x.weak else \
            NumberLeaf(x.dtype, x.weak, member_of=x.member_of)
    if isinstance(x, (Array, View)):
        return ArrayLeaf(lift.shape(x.shape), x.dtype)
    if isinstance(x, Stacked) and not x.first:
        return ListLeaf(ArrayLeaf(lift.shape(x.rows.shape), x.rows.dtype), x.weak, x.parts)
    if isinstance(x, Chosen):
        return _choice(lift, x)
    if isinstance(x, Int):
        return Same(Int(lift.sizes.resolve(x.size), x.dtype, x.member_of))
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
        kind, keys, items = parts_held(lift, x)
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


def parts_held(lift: Lifting, x: Any) -> tuple[type, tuple[Any, ...], tuple[Any, ...]]:
    if isinstance(x, tuple):
        return tuple, tuple(range(len(x))), x
    if isinstance(x, SliceOf):
        return SliceOf, ("start", "stop", "step"), (x.start, x.stop, x.step)
    if at := lift.pooled(x):
        return Pooled, (at.pool,), (at.place,)
    if lift.meeting.born is not None and is_older(x, lift.meeting.born) and queues.is_taken_from(lift, x):
        raise CannotJoin("is a deque from whose front items were taken")  # what is left is no state of its own while its slots meet
    held = lift.held(x, partly=True)
    kind = x.kind if isinstance(x, Items) else x.cls
    if isinstance(held, dict):
        return kind, tuple(held), tuple(held.values())
    if isinstance(held, Stacked) and kind is list and x.longest is None and not held.first:
        return kind, ROWS, (held,)
    if not isinstance(held, tuple):
        raise CannotJoin("is a list of unknown length")
    return kind, tuple(range(len(held))), held


def bases(x: Any) -> frozenset[Array]:
    """The array whose elements x shares."""
    if isinstance(x, Array):
        return frozenset((x,))
    return frozenset((x.base,)) if isinstance(x, View) else frozenset()
