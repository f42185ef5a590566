"""Lists that change while a loop runs over them: Python's loop sees the change."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy import library, queues
from precis.lift.numpy.iterables import Counted, Listed
from precis.lift.numpy.problems import ChangesWhileRunning
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_0, INT_1, Instance, Int, Interval, Items, Mapped, Reversed, Stacked, Together


class Watched:
    """The lists that a loop runs over: its later items are those of the lists then, which may not have changed."""

    def __init__(self, lift: Lifting, given: Any, items: Any, over: Counted | Listed):
        self.lift, self.listed, self.count = lift, isinstance(over, Listed), 0
        self.backwards = dict(_lists(items, False))
        self.before = {x: lift.content[x] for x in self.backwards}
        self.others: dict[Items, Size] = {}
        self.heads = _heads(lift, given)
        self.of_heads = lift.content.get(self.heads)

    def check_rest(self) -> None:
        """Before an item is taken; only of loops that are written out is it known which."""
        for items, before in self.before.items():
            now = self.lift.content[items]
            if self.listed and now is not before and not _ends_alike(now, before, self.count, self.backwards[items]):
                self._refuse()
        self.count += 1

    def gets_other_items(self) -> bool:
        """Whether lists that are rows have other items behind the loop, and as many."""
        return not self.listed and bool(self.others)

    def by_position(self, items: Any) -> Any:
        """What the loop runs over, with the items that stand there when they are asked for."""
        if isinstance(items, Together):
            return Together(tuple(map(self.by_position, items.parts)))
        if isinstance(items, Reversed):
            return Reversed(self.by_position(items.of))
        if isinstance(items, Mapped):
            return Mapped(self.by_position(items.of), items.function)
        if not isinstance(items, Items) or items not in self.others:
            return items
        count = Int(self.others[items])
        return Mapped(Interval(INT_0, count, INT_1), lambda k: self.lift.call(operator.getitem, [items, k], {}))

    def check_lengths(self) -> None:
        """After a loop that has taken items by position."""
        if any(self._length_kept(items, self.before[items]) != count for items, count in self.others.items()):
            self._refuse()

    def check_whole(self) -> None:
        if self.lift.content.get(self.heads) is not self.of_heads:
            self._refuse()
        if not self.listed:
            changed = {x: self._length_kept(x, before) for x, before in self.before.items() if self.lift.content[x] is not before}
            self.others = {x: count for x, count in changed.items() if count is not None}
            if len(self.others) < len(changed):
                self._refuse()
        for items, before in self.before.items():
            if self.listed and isinstance(before, tuple) and self.count >= len(before) and self._may_be_longer(items, len(before)):
                self._refuse()

    def _may_be_longer(self, items: Items, count: int) -> bool:
        """Whether a list may have more items than this, which the loop has not come to."""
        now = self.lift.content[items]
        if isinstance(now, Stacked):
            return self.lift.sizes.resolve(now.rows.shape[0] + len(now.first)).constant != count
        return not isinstance(now, tuple) or len(now) > count

    def _length_kept(self, items: Items, before: Any) -> Size | None:
        """How many items a list has that is as long behind the loop as it was: so it is behind every iteration."""
        now = self.lift.content[items]
        if not all(isinstance(held, Stacked) and not held.first for held in (before, now)) or self._is_taken_from(items):
            return None
        counts = [self.lift.sizes.resolve(held.rows.shape[0]) for held in (before, now)]
        return counts[0] if counts[0] == counts[1] else None

    def _is_taken_from(self, items: Items) -> bool:
        return items in self.lift.made.queues and queues.taken(self.lift, items) != INT_0

    def _refuse(self) -> None:
        raise ChangesWhileRunning("the list that a loop runs over changes while it runs",
                                  hints=("run over a copy: list(...), or over range(len(...))",))


def _heads(lift: Lifting, x: Any) -> Any:
    """What says how long lists are beside which a loop runs over one; None where it runs over others, or over numbers and such a list."""
    parts = x.parts if isinstance(x, Together) else (x,)
    rows = [p for p in parts if isinstance(p, Instance) and p.cls is library.jagged.Row]
    return lift.held(lift.held(rows[0])["lists"])["heads"] if rows else None


def _lists(x: Any, backwards: bool) -> Iterator[tuple[Items, bool]]:
    """The lists that a loop over x runs over, and whether it begins at their ends."""
    if isinstance(x, Items) and x.kind is list:
        yield x, backwards
    for part in x.parts if isinstance(x, Together) else (x.of,) if isinstance(x, (Reversed, Mapped)) else ():
        yield from _lists(part, backwards != isinstance(x, Reversed))


def _ends_alike(a: Any, b: Any, taken: int, backwards: bool) -> bool:
    """Whether two lists of known items are as long, and have the same items where none was taken yet."""
    if not isinstance(a, tuple) or not isinstance(b, tuple) or len(a) != len(b):
        return False
    rest = slice(max(len(a) - taken, 0)) if backwards else slice(taken, None)
    return all(x is y for x, y in zip(a[rest], b[rest]))
