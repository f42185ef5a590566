"""Deques that loops fill behind and empty in front: rows to which is appended, and how many of them were taken.

What takes an item, asks for the length or looks at an item does so without touching the rows; anything else that a program does with a
deque gets the rows that are left, as a list of their own (`Lifting.held`).
"""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import known, runtime_size, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import INT_1, Int, Items, Scalar, SliceOf, Stacked

TAKEN = "taken"


def as_queue(lift: Lifting, items: Items) -> None:
    """Items are taken from the front of this list."""
    table = lift.new_table()
    lift.journal.set(table, TAKEN, Int.of(0))
    lift.made.queues[items] = table


def copied(lift: Lifting, new: Items, old: Items) -> Items:
    """A copy, which is a deque where the other is one."""
    if old in lift.made.queues:
        as_queue(lift, new)
    if old in lift.made.deques:
        lift.made.deques.add(new)
    return new


def rows_of(lift: Lifting, x: Any) -> Stacked | None:
    """All rows of a deque, those that were taken included; None of other things."""
    if not isinstance(x, Items) or x not in lift.made.queues:
        return None
    held = lift.journal.get(lift.content, x)
    return held if isinstance(held, Stacked) and not held.first else None


def taken(lift: Lifting, queue: Items) -> Int | Scalar:
    """How many of its rows are no items any more."""
    return lift.journal.get(lift.made.queues[queue], TAKEN)


def take_another(lift: Lifting, queue: Items) -> None:
    """One more row is no item any more."""
    after = lift.call(operator.add, [taken(lift, queue), INT_1], {})
    lift.journal.set(lift.made.queues[queue], TAKEN, after)
    held = lift.content[queue]
    lift.hold(queue, replace(held))  # the loop around carries the rows, too


def is_taken_from(lift: Lifting, x: Any) -> bool:
    """Whether rows of a deque, if it is one, are no items any more."""
    return isinstance(x, Items) and x in lift.made.queues and taken(lift, x) != Int.of(0)


def left(lift: Lifting, queue: Items, held: Any) -> Any:
    """What it holds for whoever does not ask how much was taken: the rows that are left."""
    gone = taken(lift, queue)
    if not isinstance(held, Stacked) or (isinstance(gone, Int) and gone.size == Size()):
        return held
    rows = lift.call(np.copy, [lift.call(operator.getitem, [held.rows, SliceOf(gone, None, None)], {})], {})
    lift.relate(rows, lift.relatives(held.rows))
    nothing_taken(lift, queue)  # before others that may be the same queue are told what it holds
    lift.hold(queue, replace(held, rows=rows))
    return lift.content[queue]


def nothing_taken(lift: Lifting, queue: Items) -> None:
    """All rows that are put into it are items."""
    lift.journal.set(lift.made.queues[queue], TAKEN, Int.of(0))


def length(lift: Lifting, queue: Items, rows: Stacked) -> Size:
    """How many items it has."""
    gone, whole = taken(lift, queue), lift.sizes.resolve(rows.rows.shape[0])
    if isinstance(gone, Int):
        return lift.sizes.resolve(whole - gone.size)
    size = runtime_size(lift, lift.emit("sub", value_of(lift, Int(whole)), value_of(lift, gone), dtype=INT), "n")
    lift.sizes.limits[str(size)] = (Size(), whole)
    return size


def place(lift: Lifting, queue: Items, index: Any) -> Any:
    """The row of an item at a known place; None of other places."""
    k = known(lift, index) if isinstance(index, (Int, Scalar)) else None
    if k is None:
        return None
    return lift.call(operator.add, [taken(lift, queue), index], {}) if k >= 0 else index
