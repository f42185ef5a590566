"""Things that became items of lists that do not know of their changes: these, and whatever may be these, must not change any more.

In the other branch of an `if`, and before the loop that did so, they still may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import GROWN, Instance, Items

Thing = Items | Instance


def freeze(lift: Lifting, things: Iterable[Thing]) -> None:
    for thing in things:
        if not thing.frozen:
            thing.frozen = GROWN
            lift.made.frozen.append(thing)


def appended(lift: Lifting, thing: Thing) -> None:
    """A thing becomes an item of such a list."""
    freeze(lift, (thing, *lift.related(thing)))


def released(lift: Lifting, count: int) -> tuple[Thing, ...]:
    """What was frozen after so many others, which no longer is."""
    found = tuple(lift.made.frozen[count:])
    del lift.made.frozen[count:]
    for thing in found:
        thing.frozen = None
    return found


@contextmanager
def frozen_for_now(lift: Lifting, things: Iterable[Thing]) -> Iterator[None]:
    count = len(lift.made.frozen)
    freeze(lift, things)
    try:
        yield
    finally:
        released(lift, count)


@contextmanager
def released_for_now(lift: Lifting, count: int) -> Iterator[None]:
    things = released(lift, count)
    try:
        yield
    finally:
        freeze(lift, things)
