"""Whether two names refer to one array, where that depends on the data: bools that the program computes.

Where ways meet, an array that differs between them becomes a new one that may be one of several (aliases.py). While identities are
tracked, a bool says of each whether it is that one, so that a write through one name reaches the array under all its names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Union

from precis.ir.types import Value
from precis.lift.numpy.aliases import Position, Thing, positions
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.kinds import BOOL
from precis.lift.numpy.layouts import note_write
from precis.lift.numpy.problems import CHANGED, MayHaveChanged
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Items, Scalar, Undefined

Known = Union[bool, Scalar, None]  # None: nothing says it
Pair = tuple[Position, Union[Position, Thing]]


def same_thing(lift: Lifting, a: Thing, b: Thing) -> Known:
    """Whether two arrays, lists or objects are one and the same."""
    if a is b:
        return True
    if b not in lift.relatives(a):
        return False
    return lift.identity.identities.get(frozenset((a, b)))


def note_same(lift: Lifting, a: Thing, b: Thing, known: Known) -> None:
    if known is not None and a is not b and _kind(lift, a) == _kind(lift, b):
        lift.identity.identities[frozenset((a, b))] = known


def _kind(lift: Lifting, x: Thing) -> Any:
    return (lift.shape(x.shape), x.dtype) if isinstance(x, Array) else x.kind if isinstance(x, Items) else x.cls


def change_relatives(lift: Lifting, base: Array) -> None:
    """An array was written: those that may share elements with it hold the same where they are that array, and have no certain value
    where nothing says whether they are."""
    note_write(lift, base)
    for other in lift.related(base):
        same = same_thing(lift, base, other) if lift.ways.tracking else None
        if same is None:
            lift.hold(other, CHANGED)
        elif same is True:
            lift.hold(other, lift.held(base))
        elif same is not False and same.value is not None and not isinstance(lift.content[other], Undefined):
            lift.hold(other, _either(lift, same.value, lift.settle(lift.held(base)), other))


def _either(lift: Lifting, predicate: Value, new: Value, other: Array) -> Value:
    """What `other` holds when the array that it may be holds `new`. Writes that follow each other ask once."""
    old = lift.settle(lift.held(other))
    before, kept = lift.identity.chosen.get(old.name, ("", old))
    old = kept if before == predicate.name else old
    lift.build.span = lift.span
    (out,) = lift.build.cond(predicate, *(lift.build.child().block((), (v,)) for v in (new, old)), containers=[lift.container(other)])
    lift.dtypes[out.name] = other.dtype
    lift.identity.chosen[out.name] = (predicate.name, old)
    return out


def pairs_of(lift: Lifting, now: Mapping[Position, Thing]) -> list[Pair]:
    """Pairs of new arrays (lists, objects), and of new ones and others, that may be one."""
    places = {array: position for position, array in now.items()}
    found: list[Pair] = []
    for position, array in now.items():
        for other in lift.related(array):
            if other not in places:
                found.append((position, other))
            elif other.serial < array.serial:
                found.append((position, places[other]))
    return found


def known_of(lift: Lifting, pairs: Iterable[Pair], held: Mapping[Slot, Any]) -> list[Known]:
    """Whether the arrays of each pair are one, where slots hold these; a view is not the array that it looks at."""
    whole, views = positions(lift, held, views=False), positions(lift, held)

    def thing(place: Position | Thing) -> Thing | bool | None:
        return place if not isinstance(place, tuple) else whole.get(place) or (None if place in views else False)
    return [_known(lift, thing(a), thing(b)) for a, b in pairs]


def _known(lift: Lifting, a: Thing | bool | None, b: Thing | bool | None) -> Known:
    if a is None or b is None:
        return None
    return False if isinstance(a, bool) or isinstance(b, bool) else same_thing(lift, a, b)


def truths(lift: Lifting, known: Iterable[Known]) -> list[Value]:
    """Them as values of the block that is being built."""
    found = []
    for same in known:
        if same is None:
            raise MayHaveChanged("an array here is another array or a view of it, depending on the data")
        found.append(lift.emit("const", dtype=BOOL, value=same, kind="bool") if isinstance(same, bool) else same.value)
    return found  # type: ignore[return-value]


def note_pairs(lift: Lifting, pairs: Iterable[Pair], now: Mapping[Position, Thing], values: Iterator[Value], born: int) -> None:
    """`values`: the bools of the pairs. What they say of two things that are older than `born` was so before, or nothing said it: a trial
    that is taken back must not leave its bools behind."""
    for (a, b), value in zip(pairs, values):
        x, y = now.get(a), now.get(b) if isinstance(b, tuple) else b
        if x is not None and y is not None and max(x.serial, y.serial) > born:
            note_same(lift, x, y, Scalar(BOOL, value))
