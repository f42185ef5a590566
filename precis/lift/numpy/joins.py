"""Where control meets: the least template that covers what a slot holds on both ways, its leaves as SSA values, and back.

Numbers join to the wider dtype, ints that differ become run-time ints, arrays need one shape. Identity of arrays is not joined: the
result is a new array that may share elements with those it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Union

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Shape, Value
from precis.lift.numpy.arrays import fitted, shown
from precis.lift.numpy.functions.conversion import asarray
from precis.lift.numpy.kinds import kind_of
from precis.lift.numpy.lengths import first_part, padded
from precis.lift.numpy.numbers import constant, describe, dtype_of, is_weak, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Array, Instance, Int, Items, Scalar, Stacked, Undefined, View


class CannotJoin(Exception):
    """Two things have no common template; the message says why."""


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
    dtype: np.dtype
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a dimension that differs between the ways that meet. Dimensions of one `number` have one length; `ends`: what it is
    on either way (for loops: before, and at the end of the body)."""

    number: int = 0
    ends: tuple[Size | None, Size | None] = field(default=(None, None), compare=False)


@dataclass(frozen=True, slots=True)
class ArrayLeaf:
    """`lengths`: where dimensions vary; `shape` then is that of the buffer whose first part is the array."""

    shape: Shape
    dtype: np.dtype
    lengths: tuple[Length | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CountLeaf:
    """An int that is the varying length of an array."""

    length: Length


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple, list, dict or object of templates."""

    kind: type
    keys: tuple[Any, ...]
    items: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class ListLeaf:
    """A list of numbers or arrays whose length varies, as the rows of one array; no dtype: an empty list."""

    rows: ArrayLeaf | None
    weak: bool = True


Template = Union[Same, Kept, NumberLeaf, ArrayLeaf, CountLeaf, ListLeaf, Group]
Title = Callable[[str, Shape, np.dtype], str | None]  # (path, shape, dtype) -> container of a leaf


def template(lift: Lifting, x: Any) -> Template:
    """The template of one value."""
    if isinstance(x, Scalar):
        return Same(replace(x, value=None)) if x.known is not None and not x.given and x.weak else NumberLeaf(x.dtype, x.weak)
    if isinstance(x, (Array, View)):
        return ArrayLeaf(lift.shape(x.shape), x.dtype)
    if isinstance(x, Stacked) and not x.first:
        return ListLeaf(ArrayLeaf(lift.shape(x.rows.shape), x.rows.dtype), x.weak)
    if isinstance(x, Int):
        return Same(Int(lift.sizes.resolve(x.size), x.dtype))
    if isinstance(x, (tuple, Items, Instance)):
        kind, keys, items = _parts(lift, x)
        return Group(kind, keys, tuple(template(lift, i) for i in items))
    return Same(x)


def kept(lift: Lifting, x: Any) -> Template:
    """The template of an item of a list or object, which stays what it is where no way puts another in its place."""
    if not isinstance(x, (Array, Items, Instance)):
        return template(lift, x)
    try:
        return Kept(x, template(lift, x))
    except CannotJoin as problem:
        return Kept(x, Same(Undefined(str(problem))))


def _opened(t: Template) -> Template:
    return t.template if isinstance(t, Kept) else t


def _parts(lift: Lifting, x: Any) -> tuple[type, tuple[Any, ...], tuple[Any, ...]]:
    if isinstance(x, tuple):
        return tuple, tuple(range(len(x))), x
    held = lift.held(x)
    kind = x.kind if isinstance(x, Items) else x.cls
    if isinstance(held, dict):
        return kind, tuple(held), tuple(held.values())
    if not isinstance(held, tuple):
        raise CannotJoin("is a list of unknown length")
    return kind, tuple(range(len(held))), held


def join(lift: Lifting, a: Template, b: Template) -> Template:
    """The least template that covers both. Raises CannotJoin."""
    if a == b and isinstance(a, Kept):
        return a
    a, b = _settled(lift, _opened(a)), _settled(lift, _opened(b))
    if a == b:
        return a
    for side in (a, b):
        if isinstance(side, Same) and isinstance(side.value, Undefined):
            raise CannotJoin(side.value.reason)
    if isinstance(a, ListLeaf) or isinstance(b, ListLeaf):
        return _join_lists(lift, as_rows(a), as_rows(b))
    if isinstance(a, Group) and isinstance(b, Group) and (a.kind, a.keys) == (b.kind, b.keys):
        return Group(a.kind, a.keys, tuple(join(lift, x, y) for x, y in zip(a.items, b.items)))
    if isinstance(a, Group) and isinstance(b, Group) and a.kind is b.kind:
        raise CannotJoin(f"has {len(a.keys)} or {len(b.keys)} items")
    if isinstance(a, ArrayLeaf) and isinstance(b, ArrayLeaf):
        return _join_arrays(lift, a, b)
    return _join_numbers(lift, a, b)


def as_rows(t: Template) -> ListLeaf:
    """The template of a list as rows of an array. Raises CannotJoin."""
    if isinstance(t, ListLeaf):
        return t
    if not isinstance(t, Group) or t.kind not in (tuple, list):
        raise CannotJoin("is a list or something else")
    if not t.items:
        return ListLeaf(None)
    items = [_opened(i) for i in t.items]
    if all(isinstance(i, ArrayLeaf) and not i.lengths and i.shape == items[0].shape for i in items):  # type: ignore[union-attr]
        return ListLeaf(ArrayLeaf((Size.of(len(items)), *items[0].shape), np.result_type(*(i.dtype for i in items))), False)  # type: ignore
    numbers = [_as_number(i) for i in items]
    if any(n is None for n in numbers):
        raise CannotJoin("is a list that grows by other things than numbers or arrays of one shape, depending on the data")
    found = [n for n in numbers if n is not None]
    return ListLeaf(ArrayLeaf((Size.of(len(found)),), np.result_type(*(n.dtype for n in found))), all(n.weak for n in found))


def _join_lists(lift: Lifting, a: ListLeaf, b: ListLeaf) -> ListLeaf:
    if a.rows is None or b.rows is None:
        some = a if b.rows is None else b
        if some.rows is None:
            return a
        empty = ArrayLeaf((Size(), *some.rows.shape[1:]), some.rows.dtype)
        rows = _join_arrays(lift, a.rows or empty, b.rows or empty)
        return ListLeaf(rows, some.weak)  # type: ignore[arg-type]
    return ListLeaf(_join_arrays(lift, a.rows, b.rows), a.weak and b.weak)  # type: ignore[arg-type]


def join_held(lift: Lifting, key: Any, a: Template, b: Template) -> Template:
    """The least template for what a slot holds; lists of different lengths become rows."""
    try:
        return join(lift, a, b)
    except CannotJoin:
        if not (isinstance(key, Items) and key.kind is list and lift.outer is not None):
            raise
        return _join_lists(lift, as_rows(a), as_rows(b))


def _settled(lift: Lifting, t: Template) -> Template:
    if isinstance(t, ArrayLeaf):
        return replace(t, shape=lift.shape(t.shape))
    if isinstance(t, Same) and isinstance(t.value, Int):
        return Same(Int(lift.sizes.resolve(t.value.size), t.value.dtype))
    return t


def _join_arrays(lift: Lifting, a: ArrayLeaf, b: ArrayLeaf) -> Template:
    dtype = np.result_type(a.dtype, b.dtype)
    if not a.lengths and not b.lengths and len(a.shape) == len(b.shape) and all(_same(lift, x, y) for x, y in zip(a.shape, b.shape)):
        return ArrayLeaf(lift.shape(a.shape), dtype)
    differ = f"is an array of shape {shown(lift, a.shape)} or of shape {shown(lift, b.shape)}"
    if len(a.shape) != len(b.shape) or (lift.outer is None and not a.lengths and not b.lengths):
        raise CannotJoin(differ)
    none = (None,) * len(a.shape)
    dims, lengths = zip(*(_dimension(lift, *d) for d in zip(a.shape, a.lengths or none, b.shape, b.lengths or none)))
    if any(d is None for d in dims):
        raise CannotJoin(f"{differ}, whose largest is not known")
    return ArrayLeaf(dims, dtype, lengths)


def _same(lift: Lifting, x: Size, y: Size) -> bool:
    """Whether both ways agree on a size that is known where they meet: what each counted for itself is not."""
    counted = any(_hidden(lift, s) for d in (x, y) for s in lift.sizes.resolve(d).symbols())
    return not counted and lift.sizes.unify(x, y)


def _dimension(lift: Lifting, x: Size, u: Length | None, y: Size, v: Length | None) -> tuple[Size | None, Length | None]:
    """(capacity, length) of a dimension that is x on one way and y on the other, or varies up to that."""
    if u is None and v is None and _same(lift, x, y):
        return lift.sizes.resolve(x), None
    grown = None if u is None else _grown(lift, u, y)
    if u is not None and grown is not None:
        return grown, Length(0, (u.ends[0], y))
    tops = [lift.sizes.highest(d, lambda s: _hidden(lift, s)) for d in (x, y)]
    known = [t for t in tops if t is not None]
    return lift.sizes.larger(*known) if len(known) == 2 else None, Length(0, (u.ends[0] if u else x, v.ends[1] if v else y))


def _grown(lift: Lifting, u: Length, y: Size) -> Size | None:
    """The capacity of a length that grows by at most a known number of elements in each of a known number of iterations."""
    if lift.growth is None or u.number not in lift.growth[0] or u.ends[0] is None:
        return None
    heads, trips = lift.growth
    known = {s for h in heads.values() for s in h.symbols()}
    most = lift.sizes.highest(y, lambda s: _hidden(lift, s) and s not in known)
    step = None if most is None else lift.sizes.resolve(most - heads[u.number])
    if step is None or any(_hidden(lift, s) for s in step.symbols()) or lift.sizes.nonnegative(step) is not True:
        return None
    return lift.sizes.resolve(u.ends[0]) + trips * step


def _hidden(lift: Lifting, symbol: str) -> bool:
    return lift.outer is not None and symbol not in lift.outer


@contextmanager
def meeting(lift: Lifting, outer: set[str] | None, growth: tuple[dict[int, Size], Size] | None = None) -> Iterator[None]:
    """Where ways meet, arrays may differ in length; sizes in sight are `outer` (None: shapes have to be the same)."""
    before = lift.outer, lift.growth
    lift.outer, lift.growth = outer, growth
    try:
        yield
    finally:
        lift.outer, lift.growth = before


def bounded(lift: Lifting, t: Template, way: int = 1) -> Template:
    """A template that only one way has: dimensions with sizes that are not in sight vary."""
    t = _opened(t)
    if isinstance(t, Group):
        return Group(t.kind, t.keys, tuple(bounded(lift, i, way) for i in t.items))
    if isinstance(t, ListLeaf) and t.rows is not None:
        return replace(t, rows=bounded(lift, t.rows, way))
    if not isinstance(t, ArrayLeaf) or not any(map(partial(_hidden, lift), frozenset().union(*(d.symbols() for d in lift.shape(t.shape))))):
        return t
    dims, lengths = [], []
    for d in lift.shape(t.shape):
        varies = any(_hidden(lift, s) for s in d.symbols())
        top = lift.sizes.highest(d, lambda s: _hidden(lift, s)) if varies else d
        if top is None:
            raise CannotJoin(f"is an array of shape {shown(lift, t.shape)}, whose largest is not known")
        dims.append(top)
        lengths.append(Length(0, (None, d) if way else (d, None)) if varies else None)
    return ArrayLeaf(tuple(dims), t.dtype, tuple(lengths))


Varying = dict[int, tuple[Size, Length]]  # number -> (capacity, length)


def numbered(lift: Lifting, templates: Sequence[Template]) -> tuple[list[Template], Varying]:
    """The templates with one number for all dimensions that have the same length on both ways."""
    keys: dict[Any, int] = {}
    found: Varying = {}

    def number(length: Length, capacity: Size) -> Length:
        first, last = (None if e is None else lift.sizes.resolve(e) for e in length.ends)
        key = next((k for k in keys if all(a is None or b is None or a == b for a, b in zip(k, (first, last)))), (first, last))
        known = keys.setdefault(key, len(keys))
        old = found.get(known)
        ends = (first, last) if old is None else tuple(a if a is not None else b for a, b in zip(old[1].ends, (first, last)))
        found[known] = (capacity if old is None else lift.sizes.larger(old[0], capacity), Length(known, ends))  # type: ignore[arg-type]
        return Length(known, ends)  # type: ignore[arg-type]

    def one(t: Template) -> Template:
        if isinstance(t, Group):
            return Group(t.kind, t.keys, tuple(map(one, t.items)))
        if isinstance(t, ListLeaf) and t.rows is not None:
            return replace(t, rows=one(t.rows))
        if isinstance(t, ArrayLeaf) and t.lengths:
            return replace(t, lengths=tuple(None if n is None else number(n, d) for n, d in zip(t.lengths, t.shape)))
        return t
    return [one(t) for t in templates], found


def _join_numbers(lift: Lifting, a: Template, b: Template) -> Template:
    x, y = _as_number(a), _as_number(b)
    if x is None or y is None:
        raise CannotJoin(f"is {_said(lift, a)} or {_said(lift, b)}")
    if x.weak == y.weak:
        return NumberLeaf(np.result_type(x.dtype, y.dtype), x.weak)
    strong, weak = (y, x) if x.weak else (x, y)
    python = {"i": 0, "f": 0.0, "c": 0j}[weak.dtype.kind]
    return NumberLeaf(np.result_type(strong.dtype, python))


def _as_number(t: Template) -> NumberLeaf | None:
    if isinstance(t, NumberLeaf):
        return t
    if isinstance(t, ArrayLeaf) and not t.shape:
        return NumberLeaf(t.dtype)
    if isinstance(t, Same) and isinstance(t.value, (bool, Int, Scalar)):
        return NumberLeaf(dtype_of(t.value), is_weak(t.value))
    return None


def _said(lift: Lifting, t: Template) -> str:
    if isinstance(t, Kept):
        return _said(lift, t.template)
    if isinstance(t, Same):
        return describe(t.value)
    if isinstance(t, ArrayLeaf):
        return f"an array of shape {shown(lift, t.shape)}"
    if isinstance(t, (CountLeaf, ListLeaf)):
        return "the length of an array" if isinstance(t, CountLeaf) else "a list"
    return f"a number of type {t.dtype}" if isinstance(t, NumberLeaf) else f"a {t.kind.__name__}"


def flatten(lift: Lifting, t: Template, x: Any) -> list[Value]:
    """The leaves of x, converted to the template's dtypes; zeros where x is missing."""
    if isinstance(t, (Same, Kept, CountLeaf)):
        return []
    if isinstance(t, Group):
        items = [MISSING] * len(t.items) if isinstance(x, Undefined) else _parts(lift, x)[2]
        return [v for part, item in zip(t.items, items) for v in flatten(lift, part, item)]
    if isinstance(t, ListLeaf):
        empty = isinstance(x, tuple) and not x
        return [] if t.rows is None else flatten(lift, t.rows, MISSING if empty or isinstance(x, Undefined) else asarray(lift, x))
    shape = t.shape if isinstance(t, ArrayLeaf) else ()
    if isinstance(x, Undefined):
        zero = constant(lift, 0, t.dtype)
        return [lift.emit("broadcast", zero, shape=shape) if shape else zero]
    if isinstance(t, ArrayLeaf) and t.lengths:
        return [_apart(lift, padded(lift, value_of(lift, x, t.dtype), shape, t.dtype), dtype_of(x), t.dtype)]
    return [_apart(lift, fitted(lift, value_of(lift, x, t.dtype), shape), dtype_of(x), t.dtype)]


def _apart(lift: Lifting, v: Value, dtype: np.dtype, wanted: np.dtype) -> Value:
    """A value of another precision gets its own name, so that the two containers do not share their storage."""
    return v if dtype == wanted or v.container is None else lift.emit("astype", v, dtype=wanted)


def leaves(lift: Lifting, t: Template, title: Title, path: str = "") -> list[tuple[Shape, np.dtype, str | None]]:
    """(shape, dtype, container) of every leaf."""
    if isinstance(t, (Same, Kept, CountLeaf)):
        return []
    if isinstance(t, Group):
        return [leaf for key, item in zip(t.keys, t.items) for leaf in leaves(lift, item, title, f"{path}_{key}")]
    if isinstance(t, ListLeaf):
        return [] if t.rows is None else leaves(lift, t.rows, title, path)
    shape = lift.shape(t.shape) if isinstance(t, ArrayLeaf) else ()
    return [(shape, t.dtype, title(path, shape, t.dtype))]


def rebuild(lift: Lifting, t: Template, values: Iterator[Value]) -> Any:
    """The abstract value whose leaves are `values`; arrays are new ones."""
    if isinstance(t, (Same, Kept)):
        return t.value if isinstance(t, Same) else t.thing
    if isinstance(t, NumberLeaf):
        return Scalar(t.dtype, next(values), t.weak)
    if isinstance(t, ListLeaf):
        return () if t.rows is None else Stacked((), rebuild(lift, t.rows, values), t.weak)
    if isinstance(t, CountLeaf):
        return Int(lift.lengths[t.length.number])
    if isinstance(t, ArrayLeaf):
        value = next(values)
        container = value.container
        if t.lengths:
            shape = tuple(d if n is None else lift.lengths[n.number] for d, n in zip(t.shape, t.lengths))
            value = first_part(lift, value, shape, t.dtype)
        return lift.new_array(value, t.dtype, container)
    items = tuple(rebuild(lift, item, values) for item in t.items)
    if t.kind is tuple:
        return items
    if t.kind is list:
        return lift.new_items(list, items)
    if t.kind is dict:
        return lift.new_items(dict, dict(zip(t.keys, items)))
    instance = Instance(t.kind)
    lift.hold(instance, dict(zip(t.keys, items)))
    return instance


def kinds(found: list[tuple[Shape, np.dtype, str | None]]) -> list[tuple[Shape, str, str | None]]:
    return [(shape, kind_of(dtype), title) for shape, dtype, title in found]


def bases(x: Any) -> frozenset[Array]:
    """The array whose elements x shares."""
    if isinstance(x, Array):
        return frozenset((x,))
    return frozenset((x.base,)) if isinstance(x, View) else frozenset()


