"""Lists that change while a loop runs over them: Python's loop sees the change."""

from __future__ import annotations

from typing import Any

from precis.lift.numpy.iterables import Counted, Listed
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Items, Together


class Watched:
    """The lists that a loop runs over: its later items are those of the lists then, which may not have changed."""

    def __init__(self, lift: Lifting, items: Any, over: Counted | Listed):
        lists = [x for x in (items, *(items.parts if isinstance(items, Together) else ())) if isinstance(x, Items) and x.kind is list]
        self.lift, self.before, self.listed, self.count = lift, {x: lift.content[x] for x in lists}, isinstance(over, Listed), 0

    def check_rest(self) -> None:
        """Before an item is taken; only of loops that are written out is it known which."""
        for items, before in self.before.items():
            now = self.lift.content[items]
            if self.listed and now is not before and not _ends_alike(now, before, self.count):
                self._refuse()
        self.count += 1

    def check_whole(self) -> None:
        if not self.listed and any(self.lift.content[items] is not before for items, before in self.before.items()):
            self._refuse()
        for items, before in self.before.items():
            now = self.lift.content[items]
            if self.listed and isinstance(now, tuple) and isinstance(before, tuple) and self.count >= len(before) < len(now):
                self._refuse()

    def _refuse(self) -> None:
        self.lift.refuse("the list that a loop runs over changes while it runs", "run over a copy: list(...), or over range(len(...))")


def _ends_alike(a: Any, b: Any, first: int) -> bool:
    """Whether two lists of known items are as long and have the same items from one on."""
    return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and all(x is y for x, y in zip(a[first:], b[first:]))
