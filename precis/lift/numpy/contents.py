"""What arrays, lists, dicts and objects hold, and which of them may be the same or share elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy.placed import Placed
from precis.lift.numpy.problems import LetsGrow, MayHaveChanged, not_all_there
from precis.lift.numpy.values import (
    GROWN,
    Array,
    Instance,
    Items,
    Partly,
    Perhaps,
    Pooled,
    Scalar,
    Stacked,
    Undefined,
    Unsure,
    View,
    serials,
)

OF_PARTS = "change a copy of it, or keep the part that changes in a list or an array of its own: hits[k] += 1"


def note_held(what: Any) -> None:
    """Arrays that something else than a name refers to: a view of one stays a view when it gets a name."""
    for x in what.values() if isinstance(what, dict) else what if isinstance(what, tuple) else ():
        x = x.thing if isinstance(x, Perhaps) else x
        if isinstance(x, (Array, View)):
            (x if isinstance(x, Array) else x.base).views += 2
        elif isinstance(x, tuple):
            note_held(x)


def _count(held: Any) -> Any:
    """How many items a list holds; other contents as they are."""
    return held.rows.shape[0] + len(held.first) if isinstance(held, Stacked) else Size.of(len(held)) if isinstance(held, tuple) else held


class Contents(Placed):
    """Tables of contents and relations."""

    def new_table(self) -> dict[Any, Any]:
        """A table of the lifter's own, whose slots branches and loops join."""
        table: dict[Any, Any] = {}
        self.births[id(table)] = next(serials)
        self.journal.tables[id(table)] = table
        return table

    def held(self, thing: Any, partly: bool = False) -> Any:
        """What an array, list, dict or object holds now; `partly`: also where the data tell some keys of it."""
        found = self.journal.get(self.content, thing)
        if isinstance(found, Pooled):
            return found.pool.parts(self, found.place)
        if isinstance(found, Partly) and not partly:
            if isinstance(found, Unsure):
                self.made.keyed.update(self.made.dicts[x] for x in (thing,) if x in self.made.dicts)
                self.refuse("the order of the keys of this dict depends on the data", "give the dict all its keys before")
            self.refuse(*not_all_there(thing, [key for key, x in found.items() if isinstance(x, Perhaps)]))
        if isinstance(found, Undefined):
            what = f"a {thing.kind.__name__}" if isinstance(thing, Items) else "an array" if isinstance(thing, Array) else "an object"
            self.lacks.ambiguous = True
            self.lacks.one_thing |= isinstance(thing, (Items, Instance))
            if thing in self.made.dicts:
                self.made.keyed.add(self.made.dicts[thing])
            self.note_mixed(thing)
            raise MayHaveChanged(f"{what} here {found.reason}", hints=(found.hint,) if found.hint else ())
        return self._left(self, thing, found) if thing in self.made.queues else found

    def pooled(self, thing: Any) -> Pooled | None:
        """Where a list, dict or object lies, if it does so in a pool."""
        found = self.journal.get(self.content, thing) if isinstance(thing, (Items, Instance)) and self.made.pools else None
        return found if isinstance(found, Pooled) else None

    def note_mixed(self, items: Any) -> None:
        """A list turns out to be no rows of one array."""
        if items in self.made.lists:
            self.made.mixed.add(self.made.lists[items])

    def hold(self, thing: Any, what: Any) -> None:
        self.refuse_frozen(thing)
        if at := self.pooled(thing):
            at.pool.put_all(self, at.place, what)
            return
        if self.loops.watched:
            self.note_length(thing, _count(self.content.get(thing)) != _count(what))
        self.journal.set(self.content, thing, what)
        if not isinstance(thing, Array):
            note_held(what)
            self._changed(self, thing)

    def lengthen(self, items: Items, longer: tuple[Any, ...]) -> None:
        """Let a list hold what it held, and more behind it."""
        self.refuse_frozen(items)
        note_held(longer[-1:])
        self.note_length(items)
        self.journal.lengthen(self.content, items, longer)
        self._changed(self, items)

    @contextmanager
    def watching(self, lists: Sequence[Items]) -> Iterator[list[set[tuple[int, int]]]]:
        """Note where these lists become longer or shorter: the frame and the line of the user's."""
        around, places = self.loops.watched, [set() for _ in lists]
        self.loops.watched = [*around, *zip(lists, places)]
        try:
            yield places
        finally:
            self.loops.watched = around

    def note_length(self, items: Any, changes: bool = True) -> None:
        """Another length of a list by which a loop counts its iterations, and where it is made."""
        for watched, places in self.loops.watched:
            if watched is items and changes:
                frame = next(f for f in reversed(self.frames) if not f.hidden)
                places.add((id(frame), self.span.line if self.span else 0))

    def refuse_frozen(self, thing: Any) -> None:
        if isinstance(thing, (Items, Instance)) and thing.frozen:
            if isinstance(thing, Items) and thing in self.made.held_apart:
                raise LetsGrow(*self.made.held_apart[thing])
            self.lacks.one_thing |= thing.frozen == GROWN
            self.refuse(f"{thing.frozen} is changed here", OF_PARTS if thing.frozen == GROWN else "make it a local variable")

    def relatives(self, thing: Any) -> frozenset[Any]:
        """Arrays that may share elements with this one, lists and objects that may be this one; those of trials that were taken back
        hold nothing any more."""
        return frozenset(self.relations.get(thing, frozenset()) & self.content.keys())

    def related(self, thing: Any) -> list[Any]:
        """The relatives in the order in which they were made, for what depends on it."""
        return sorted(self.relatives(thing), key=lambda other: other.serial)

    def relate(self, thing: Any, others: Iterable[Any]) -> None:
        """`thing` may share elements with `others`, or be one of them; only things of one kind may."""
        others = frozenset(o for o in others if type(o) is type(thing))
        for a, bs in [(thing, others), *((o, frozenset((thing,))) for o in others)]:
            if more := bs - self.relations.get(a, frozenset()) - {a}:
                self.journal.set(self.relations, a, self.relatives(a) | more)

    def container(self, array: Array) -> str | None:
        """The container of an array that the user named."""
        return self.kept.get(array)

    def new_array(self, value: Value, dtype: np.dtype, container: str | None = None) -> Array:
        array = Array(value.shape, dtype)
        self.layout.made_of[array] = value
        self.hold(array, value)
        if container:
            self.journal.set(self.kept, array, container)
        return array

    def new_items(self, kind: type, held: Any) -> Items:
        items = Items(kind)
        self.hold(items, held)
        return items

    def wrap(self, value: Value, dtype: np.dtype) -> Any:
        """A computed value: a NumPy scalar where it has rank 0, else a fresh array."""
        return self.new_array(value, dtype) if value.shape else Scalar(dtype, value)
