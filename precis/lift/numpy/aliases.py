"""Which arrays may share elements when control flow meets: positions of arrays in slots, followed around a loop.

A position is a slot and a path into the tuple or list that it holds; the class of an object is part of the path, since a slot may hold
one of several (`OneOf`). At the start of an iteration every position of a carried slot has
an array of its own; it may share elements with the array that was there before the loop, with arrays from before that the
body puts there, and with another position's where both may be the same array.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Union

from precis.lift.numpy.journal import Slot
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Filled, Instance, Items, Maybe, OneOf, Perhaps, Stacked, View

Position = tuple[Slot, tuple[Any, ...]]
Thing = Union[Array, Items, Instance]


@dataclass(frozen=True, slots=True)
class End:
    """Where the array at a position comes from at the end of the body: that of a position at its start, one from before the loop, or
    one that the body made (named by the first position that has it). `others`: what that one may share elements with."""

    kind: str  # "head" | "old" | "new"
    source: Any
    whole: bool = True  # the array itself, not a view of it
    others: frozenset[tuple[str, Any]] = frozenset()
    meets: frozenset[Position] = frozenset()  # positions that may have the same array at the end of the body

    @property
    def sources(self) -> frozenset[tuple[str, Any]]:
        return self.others | {(self.kind, self.source)}


Ends = Mapping[Position, End]


Path = tuple[Any, ...]


def things_in(lift: Lifting, x: Any, path: Path = (), views: bool = True, around: tuple[Thing, ...] = ()) -> dict[Path, Thing]:
    """The arrays, lists, dicts and objects that a value refers to, by path; views by their base, or not at all. `around`: those that hold
    it, which it may hold again."""
    if isinstance(x, Array):
        return {path: x}
    if isinstance(x, View):
        return {path: x.base} if views else {}
    if isinstance(x, (Items, Instance)):
        path = (*path, x.cls) if isinstance(x, Instance) else path
        return {} if x in around else {path: x, **things_in(lift, lift.content.get(x, ()), path, views, (*around, x))}
    if isinstance(x, (Maybe, Perhaps)):
        return things_in(lift, x.thing, path, views, around)
    if isinstance(x, OneOf):
        return {p: a for thing in x.things for p, a in things_in(lift, thing, path, views, around).items()}
    if isinstance(x, Filled):
        return things_in(lift, x.array, path, views)
    if isinstance(x, Stacked):
        return {(*path, "rows"): x.rows, **things_in(lift, x.first, path, views, around)}
    parts = enumerate(x) if isinstance(x, tuple) else x.items() if isinstance(x, dict) else ()
    return {p: a for key, part in parts for p, a in things_in(lift, part, (*path, key), views, around).items()}


def arrays_in(lift: Lifting, x: Any) -> frozenset[Array]:
    """The arrays that a value refers to; views by their base."""
    return frozenset(a for a in things_in(lift, x).values() if isinstance(a, Array))


def lists_in(lift: Lifting, x: Any) -> frozenset[Items]:
    """The lists and dicts that a value refers to."""
    return frozenset(a for a in things_in(lift, x).values() if isinstance(a, Items))


def positions(lift: Lifting, held: Mapping[Slot, Any], views: bool = True) -> dict[Position, Thing]:
    return {(slot, path): a for slot, x in held.items() for path, a in things_in(lift, x, (), views).items()}


def ends_of(lift: Lifting, heads: Mapping[Position, Thing], before: Mapping[Position, Thing], held: Mapping[Slot, Any],
            born: int, headed: Iterable[Slot]) -> dict[Position, End]:
    """Where the array of every position comes from at the end of the body, when slots hold `held`. Slots without heads still hold what
    was there before."""
    finals, whole = positions(lift, held), positions(lift, held, views=False)
    headed = set(headed)
    starts = {a: p for p, a in reversed(list(before.items())) if p[0] not in headed and p[0] in {f[0] for f in finals}}
    starts |= {a: p for p, a in reversed(list(heads.items()))}
    made: dict[Thing, Position] = {}

    def origin(position: Position, array: Thing) -> tuple[str, Any]:
        if array in starts:
            return "head", starts[array]
        return ("old", array) if array.serial < born else ("new", made.setdefault(array, position))
    found: dict[Position, End] = {}
    for position, array in finals.items():
        kind, source = origin(position, array)
        related = [origin(position, r) for r in lift.relatives(array) if kind == "new" and (r in starts or r.serial < born)]
        near = lift.relatives(array) | {array}
        meets = frozenset(p for p, other in finals.items() if p != position and other in near)
        found[position] = End(kind, source, position in whole, _without_implied(lift, related, before), meets)
    return found


def _without_implied(lift: Lifting, related: Iterable[tuple[str, Any]], before: Mapping[Position, Thing]) -> frozenset[tuple[str, Any]]:
    """What an array may share elements with. Where that is one from the start of the iteration, those that were related to it before the
    loop go without saying: which of them a trial meets depends on what it carries."""
    heads = [before[p] for kind, source in related if kind == "head" for p in _under(before, source)]
    implied = frozenset(heads).union(*(lift.relatives(a) for a in heads))
    return frozenset((kind, source) for kind, source in related if kind != "old" or source not in implied)


def grounded(end: End, carried: Container[Slot], before: Mapping[Position, Thing]) -> End:
    """The same, where of the slots that were there before only some are carried: what others held is an array from before the loop."""
    def origin(kind: str, source: Any) -> tuple[str, Any]:
        stays = kind == "head" and source[0] not in carried and source in before
        return ("old", before[source]) if stays else (kind, source)
    kind, source = origin(end.kind, end.source)
    return replace(end, kind=kind, source=source, others=frozenset(origin(*other) for other in end.others))


def relate(lift: Lifting, now: Mapping[Position, Thing], before: Mapping[Position, Thing], ends: Ends, once: bool = False) -> None:
    """Note which of the arrays `now` may share elements with arrays from before the loop, and with each other. `once`: at least one
    iteration has run, so that what was there before is there no more unless the body puts it there."""
    made = frozenset(array for position, array in now.items() if before.get(position) is not array)
    for position, array in now.items():
        old = _left(before, ends, position) if once and position in ends else sources(before, ends, position)
        lift.relate(array, old.union(*(lift.relatives(a) for a in old)) - made - {array})
    for a in now:
        for b in now:
            met = b in ends[a].meets if once and a in ends else may_meet(lift, before, ends, a, b)
            if now[a] is not now[b] and met:
                lift.relate(now[a], frozenset((now[b],)))


def sources(before: Mapping[Position, Thing], ends: Ends, position: Position) -> frozenset[Thing]:
    """Arrays from before the loop that may be at a position at the start of some iteration."""
    return frozenset(before[p] for p in _under(before, position)) | _left(before, ends, position)


def _under(held: Mapping[Position, Any], position: Position) -> list[Position]:
    """The position itself where it is held; where the rows of a list are asked for that is held item by item, its items."""
    slot, path = position
    if position in held or path[-1:] != ("rows",):
        return [position] if position in held else []
    return [(s, p) for s, p in held if s == slot and len(p) == len(path) and p[:-1] == path[:-1]]


def _left(before: Mapping[Position, Thing], ends: Ends, position: Position) -> frozenset[Thing]:
    """Arrays from before the loop that may be at a position at the end of some iteration. Each position is looked at once, however many
    ways lead to it: objects that hold one another have more ways than can be followed."""
    found, reached, todo = set[Thing](), set[Position](), [position]
    while todo:
        for kind, source in (origin for p in _under(ends, todo.pop()) for origin in ends[p].sources):
            if kind == "old":
                found.add(source)
            elif kind == "head" and source not in reached:
                reached.add(source)
                todo.append(source)
                found.update(before[p] for p in _under(before, source))
    return frozenset(found)


def may_meet(lift: Lifting, before: Mapping[Position, Thing], ends: Ends, a: Position, b: Position) -> bool:
    """Whether two positions may refer to the same array at the start of an iteration."""
    there = [[before[p] for p in _under(before, position)] for position in (a, b)]
    if any(x is y or y in lift.relatives(x) for x in there[0] for y in there[1]):
        return True
    others = {b, *_under(ends, b)}
    return any(ends[p].meets & others for p in _under(ends, a))


def relate_ways(lift: Lifting, now: Mapping[Position, Thing], ways: Iterable[Mapping[Position, frozenset[Thing]]]) -> None:
    """Note which arrays that branches leave at their meeting may share elements: with those that are there on either way, and with
    each other."""
    for near in ways:
        here = {p: frozenset().union(*(near[q] for q in under)) for p in now if (under := _under(near, p))}
        for p, found in here.items():
            lift.relate(now[p], found - {now[p]})
            for q, others in here.items():
                if now[p] is not now[q] and found & others:
                    lift.relate(now[p], frozenset((now[q],)))


def with_rows(lift: Lifting, held: Stacked, rows: Array, seen: bool) -> Stacked:
    """A list with other rows, made of those that it has. Its items are what the old ones may share elements with, and the old ones
    themselves, where something else has these (`seen`)."""
    lift.relate(rows, (lift.relatives(held.rows) | ({held.rows} if seen and len(rows.shape) > 1 else frozenset())) - {rows})
    return replace(held, rows=rows)


def shared_with(lift: Lifting, x: Any) -> frozenset[Array]:
    """The arrays that a value refers to, and those that may share elements with them."""
    return frozenset().union(*(lift.relatives(a) | {a} for a in arrays_in(lift, x)))
