"""Stores of an element that a choice may leave as it is, and the test that says so.

    old = y[i]; if x < old: new = x, else: new = old; y[i] = new     ->     the store is wanted where x < old

`y[i] = min(x, y[i])` is lifted to this.
"""

from __future__ import annotations

from collections.abc import Sequence

from precis.emit.plan.kernels import Access, If, Nest, Statement
from precis.emit.plan.walking import accesses

Block = tuple[Statement, ...]


def where_changed(store: Statement, before: Sequence[Statement]) -> If | None:
    """The store under the condition that it changes the element; None where every iteration may change it."""
    choice, moved = before[-1] if before else None, copied(store)
    if moved is None or not isinstance(choice, If):
        return None
    new, place = moved
    sides = [_keeps(side, new, place, before[:-1]) for side in (choice.then, choice.otherwise)]
    if sides[0] == sides[1] or place.buffer in accesses(choice)[1]:
        return None
    return If(choice.test, () if sides[0] else (store,), (store,) if sides[0] else (), guessed=True)


def copied(s: Statement) -> tuple[Access, Access] | None:
    """(from, to) of a statement that copies one element as it is."""
    if not isinstance(s, Nest) or s.axes or s.reductions or len(s.body) != 2:
        return None
    load, store = s.body
    plain = load.op == "load" and store.op == "store" and not (load.guard or load.where or store.guard or store.where)
    if not plain or load.access is None or store.access is None or load.element != store.element:
        return None
    return load.access, store.access


def _keeps(side: Block, new: Access, place: Access, before: Sequence[Statement]) -> bool:
    """Whether one side of a choice is that `new` is what lies at the place already."""
    moved = copied(side[0]) if len(side) == 1 else None
    if moved is None or moved[1] != new:
        return False
    for s in reversed(before):
        writes = accesses(s)[1]
        if moved[0].buffer in writes:
            return copied(s) == (place, moved[0])
        if place.buffer in writes:
            return False
    return False
