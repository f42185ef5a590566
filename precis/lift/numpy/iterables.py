"""What a `for` runs over: a list of known items, or items found by their number, which make a loop."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Union

from precis.ir.size import Size, product
from precis.ir.types import Range
from precis.lift.numpy import library, queues
from precis.lift.numpy.indexing import take
from precis.lift.numpy.intervals import interval_range
from precis.lift.numpy.items import item_of
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.lengths import number, own, written_out
from precis.lift.numpy.numbers import as_size, describe, value_of
from precis.lift.numpy.plain_keys import key_value
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.strides import stride, varies
from precis.lift.numpy.unending import asked_for_more, next_of
from precis.lift.numpy.values import (
    Array,
    Generating,
    Instance,
    Int,
    Interval,
    Items,
    Mapped,
    Masked,
    MaskPart,
    Method,
    Opaque,
    Places,
    Reversed,
    Scalar,
    Stacked,
    Together,
    View,
)

Picker = Callable[[Lifting, Size], Any]  # (lifting, index) -> the item of this index


@dataclass(frozen=True, slots=True)
class Counted:
    """Items of a loop: `pick(lift, index)` for every index of `range`; `name` for the index."""

    range: Range
    pick: Picker
    name: str = "k"

    def item(self, lift: Lifting, index: Size) -> Any:
        return self.pick(lift, index)

    def after_first(self) -> Counted:
        r = self.range
        return replace(self, range=Range(r.start + r.step, r.trips - 1, r.step))

    def by_number(self) -> Counted:
        """The same items by their number 0, 1, ..."""
        r = self.range
        return Counted(Range(ZERO, r.trips), lambda lift, k: self.pick(lift, r.start + r.step * k), self.name)


@dataclass(frozen=True, slots=True)
class Listed:
    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Following:
    """What has no end, and gives its items one after the other, whatever their number."""

    next: Callable[[], Any]

    def by_number(self) -> Following:
        return self

    def pick(self, lift: Lifting, index: Size) -> Any:
        return self.next()


def iterable(lift: Lifting, x: Any, name: str = "k") -> Union[Counted, Listed]:
    """The items that iterating over x gives."""
    x = own(lift, x) if isinstance(x, Masked) and len(x.value.shape) > len(x.mask.shape) else written_out(lift, x)  # rows are views
    if isinstance(x, Instance) and x.cls is library.records.Records and lift.held(x)["ndim"].size != ZERO:
        return Counted(Range(ZERO, length(lift, x)), lambda lift, k: take(lift, x, Int(k)), name)
    if isinstance(x, Instance) and hasattr(x.cls, "__iter__") and not issubclass(x.cls, tuple):
        return iterable(lift, iterated(lift, x), name)
    if isinstance(x, Instance) and issubclass(x.cls, tuple):
        x = tuple(lift.held(x).values())
    if isinstance(x, Instance) and set in getattr(x.cls, "stands_for", ()):
        lift.refuse("Python goes through a set in the order of hashes, which cannot be lifted where only a run tells its members",
                    "go through sorted(...) of it")
    if isinstance(x, enum.EnumMeta):
        return Listed(tuple(wrap(lift, m, x.__name__) for m in x))  # type: ignore[var-annotated]
    if isinstance(x, Generating):
        x = yielded(lift, x)
    if isinstance(x, Interval) and varies(lift, x.step):
        numbers = stride(lift, x)
        return Counted(Range(ZERO, numbers.trips),
                       lambda lift, k: Scalar(INT, numbers.at(lift, value_of(lift, Int(k))), weak=True), name)
    if isinstance(x, Interval):
        return Counted(interval_range(lift, x), lambda lift, index: Int(index), name)
    if isinstance(x, (Array, View)):
        if not x.shape:
            lift.wrong("iteration over a number (an array without dimensions)")
        return Counted(Range(ZERO, lift.sizes.resolve(x.shape[0])), lambda lift, k: take(lift, x, Int(k)), name)
    if isinstance(x, Items):
        return _items(lift, lift.held(x), name)
    if isinstance(x, (tuple, Stacked)):
        return _items(lift, x, name)
    if isinstance(x, Reversed):
        return _reversed(iterable(lift, x.of, name))
    if isinstance(x, Together):
        parts = [_part(lift, p) for p in x.parts]
        for part in x.parts[:max((k for k, p in enumerate(parts) if not isinstance(p, Following)), default=0)]:
            asked_for_more(lift, part)
        return _together(lift, parts, name)
    if isinstance(x, Mapped):
        return _mapped(iterable(lift, x.of, name), x.function)
    if isinstance(x, Places):
        return _places(x, name)
    if isinstance(x, str):
        return Listed(tuple(x))
    lift.refuse(f"iteration over {describe(x)} cannot be lifted", "iterate over a range, an array, a list or a tuple")


def iterated(lift: Lifting, x: Instance) -> Any:
    """What iter(x) gives: a generator, where the user's class says what comes next."""
    found = lift.call(Method(x, "__iter__"), [], {})
    return lift.call(library.iteration.following, [found], {}) if is_iterator(found) else found


def is_iterator(x: Any) -> bool:
    """Whether a thing is of a class of the user with a method __next__."""
    return isinstance(x, Instance) and hasattr(x.cls, "__next__") and not x.cls.__module__.startswith("precis.lift.")


def yielded(lift: Lifting, x: Generating) -> Items:
    """What a generator yields, as a list."""
    items = lift.new_items(list, ())
    x.run(lambda item: lift.call(Method(items, "append"), [item], {}))
    return items


def _items(lift: Lifting, held: Any, name: str) -> Union[Counted, Listed]:
    if isinstance(held, dict):
        return Listed(tuple(key_value(lift, k) for k in held))
    if not isinstance(held, Stacked):
        return Listed(held)
    if held.first:
        lift.refuse("iteration over a list that a loop grew from items that it had before", "start the list empty")
    return Counted(Range(ZERO, lift.sizes.resolve(held.rows.shape[0])), lambda lift, k: row(lift, held, Int(k)), name)


def row(lift: Lifting, held: Stacked, index: Any) -> Any:
    """An item of a list that a loop grew."""
    return item_of(lift, held, take(lift, held.rows, index))


def _places(x: Places, name: str) -> Counted:
    """Positions by their number: quotients and remainders."""
    def pick(lift: Lifting, k: Size) -> tuple[Any, ...]:
        found: list[Any] = []
        for axis in reversed(range(len(x.shape))):
            n = lift.sizes.resolve(x.shape[axis])
            place = k if axis == 0 else k - (k // n) * n
            k = k // n
            found.insert(0, x.parts[axis].pick(lift, place) if x.parts else Int(place))
        return tuple(found)
    return Counted(Range(ZERO, product(x.shape)), pick, name)


def _reversed(of: Union[Counted, Listed]) -> Union[Counted, Listed]:
    return Listed(of.items[::-1]) if isinstance(of, Listed) else replace(of, range=of.range.reverse())


def _mapped(of: Union[Counted, Listed], function: Callable[[Any], Any]) -> Union[Counted, Listed]:
    if isinstance(of, Listed):
        return Listed(tuple(map(function, of.items)))
    return replace(of, pick=lambda lift, k: function(of.pick(lift, k)))


def _part(lift: Lifting, x: Any) -> Union[Counted, Listed, Following]:
    following = next_of(lift, x)
    return iterable(lift, x) if following is None else Following(following)


def _together(lift: Lifting, given: list[Union[Counted, Listed, Following]], name: str) -> Union[Counted, Listed]:
    """zip: as many items as the shortest has; written out where one part is a known list, unless only a run tells the shortest."""
    parts = [p if isinstance(p, Listed) else p.by_number() for p in given]
    if any(isinstance(p, Counted) and lift.sizes.example(p.range.trips) is None for p in parts):
        parts = [_by_position(p) if isinstance(p, Listed) else p for p in parts]
    listed = [len(p.items) for p in parts if isinstance(p, Listed)]
    counted = [p.range.trips for p in parts if isinstance(p, Counted)]
    if listed:
        n = min(listed)
        for trips in counted:
            while not lift.sizes.at_most(n, trips) and n > 0:
                n -= 1
        return Listed(tuple(tuple(p.items[k] if isinstance(p, Listed) else p.pick(lift, Size.of(k)) for p in parts) for k in range(n)))
    if not counted:
        lift.refuse("iteration over what has no end cannot be lifted here", "stop it: itertools.islice(x, n), or zip(range(n), x)")
    shortest = counted[0]
    for trips in counted[1:]:
        shortest = lift.sizes.smaller(shortest, trips) if not _equal(lift, shortest, trips) else shortest
    return Counted(Range(ZERO, shortest), lambda lift, k: tuple(p.pick(lift, k) for p in parts), name)  # type: ignore[union-attr]


def _by_position(of: Listed) -> Counted:
    return Counted(Range(ZERO, Size.of(len(of.items))), lambda lift, k: take(lift, of.items, Int(k)))


def _equal(lift: Lifting, a: Size, b: Size) -> bool:
    x, y = lift.sizes.example(a), lift.sizes.example(b)
    return x is not None and x == y and lift.sizes.unify(a, b)


def length(lift: Lifting, x: Any) -> Size:
    """len(x)."""
    if isinstance(x, MaskPart) or (isinstance(x, Masked) and not x.axis):
        return number(lift, x.mask)
    x = written_out(lift, x)
    if isinstance(x, Instance) and hasattr(x.cls, "__len__") and not issubclass(x.cls, tuple):
        return as_size(lift, lift.call(Method(x, "__len__"), [], {}))
    if isinstance(x, (Array, View)) and x.shape:
        return lift.sizes.resolve(x.shape[0])
    if isinstance(x, Items) and (rows := queues.rows_of(lift, x)) is not None:
        return queues.length(lift, x, rows)
    if isinstance(x, Items) or (isinstance(x, Instance) and issubclass(x.cls, tuple)):
        x = lift.held(x)
    if isinstance(x, Stacked):
        return x.rows.shape[0] + len(x.first)
    if isinstance(x, (str, tuple, dict)):
        return Size.of(len(x))
    if isinstance(x, enum.EnumMeta):
        return Size.of(len(tuple(x)))
    if isinstance(x, (Interval, Reversed, Together)):
        found = iterable(lift, x)
        return Size.of(len(found.items)) if isinstance(found, Listed) else found.range.trips
    if isinstance(x, Opaque):
        lift.refuse(f"{x.what} cannot be known", "keep what is needed in a variable before the exception is raised")
    (lift.refuse if hasattr(type(x), "__len__") else lift.wrong)(f"{describe(x)} has no len()")


