"""Regions of arrays, which slices take and stores fill: whether two have elements in common, what a slice of a slice takes, and the
region around several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd

from precis.ir.size import Size, bounds
from precis.ir.types import At, Cut, Guard, Index, Item, New, Node, Value

Ranges = Mapping[str, tuple[Size, Size]]  # lowest and highest value of indices, outermost loop first


@dataclass(frozen=True, slots=True)
class Region:
    """`x[at]` with run-time positions `picks`."""

    at: Index
    picks: tuple[Value, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether no element can stand in it twice."""
        return not any(p.rank for p in self.picks)


def disjoint(a: Region, b: Region) -> bool:
    """Whether two regions of one array are known to have no element in common: along some dimension one ends before the other begins,
    or they lie between each other in steps."""
    taken = ([i for i in r.at if not isinstance(i, New)] for r in (a, b))
    return any(_before(x, y) or _before(y, x) or _between(x, y) for x, y in zip(*taken))


def surely_apart(a: Region, b: Region, ranges: Ranges) -> bool:
    """Whether two regions of one array have no element in common while each symbol of `ranges` runs between its ends."""
    taken = ([i for i in r.at if not isinstance(i, New)] for r in (a, b))
    return any(_between(x, y) or _ordered(ends_of(x), ends_of(y), ranges) for x, y in zip(*taken))


def known_sizes(guards: Sequence[Guard]) -> tuple[Size, ...]:
    """Sizes that are not negative where the guards hold."""
    return (Size(), *(g.right - g.left for g in guards if g.relation == "<="))


def at_least(size: Size, ranges: Ranges, known: Sequence[Size]) -> bool:
    """Whether a size is surely not negative; known: sizes that are not."""
    found = bounds(size, ranges)
    return found is not None and any((c := (found[0] - k).constant) is not None and c >= 0 for k in known)


def entered(node: Node, ranges: Ranges) -> Ranges:
    """The ranges of indices inside the blocks of a node."""
    return {**ranges, node.attrs["index"]: node.attrs["range"].ends} if node.op == "loop" else ranges


def _ordered(x: tuple[Size, Size] | None, y: tuple[Size, Size] | None, ranges: Ranges) -> bool:
    """Whether what one item takes surely ends before what the other takes begins."""
    return x is not None and y is not None and (_above(x[1], y[0], ranges) or _above(y[1], x[0], ranges))


def ends_of(item: Item) -> tuple[Size, Size] | None:
    """(lowest position, first above the highest) of what an item takes; None for positions that the run knows."""
    if isinstance(item, Cut) and item.step < 0:
        return item.start + item.step * (item.length - 1), item.start + 1
    if isinstance(item, Cut) and item.step > 1:
        return item.start, item.start + item.step * (item.length - 1) + 1
    return span(item) if isinstance(item, (At, Cut)) else None


def _above(end: Size, start: Size, ranges: Ranges) -> bool:
    gap = bounds(start - end, ranges)
    return gap is not None and gap[0].constant is not None and gap[0].constant >= 0


def span(item: Item) -> tuple[Size, Size] | None:
    """(first position, first behind the last) of what an item takes, where that is known."""
    if isinstance(item, At):
        return item.position, item.position + 1
    return (item.start, item.start + item.length) if isinstance(item, Cut) and item.step == 1 else None


def _before(first: Item, second: Item) -> bool:
    """Whether the one is known to end before the other begins."""
    x, y = span(first), span(second)
    gap = (y[0] - x[1]).constant if x and y else None
    return gap is not None and gap >= 0


def _between(first: Item, second: Item) -> bool:
    """Whether positions differ modulo what both step by."""
    steps = [(i.start, i.step) if isinstance(i, Cut) else (i.position, 0) for i in (first, second) if isinstance(i, (At, Cut))]
    if len(steps) < 2:
        return False
    distance, step = (steps[0][0] - steps[1][0]).constant, gcd(steps[0][1], steps[1][1])
    return distance is not None and step > 1 and distance % step != 0


def touching(regions: Sequence[Region]) -> list[list[Region]]:
    """`regions` in groups, each of which is disjoint from all others."""
    groups: list[list[Region]] = []
    for r in regions:
        near = [g for g in groups if not all(disjoint(r, other) for other in g)]
        groups = [g for g in groups if g not in near] + [[*(x for g in near for x in g), r]]
    return groups


def hull(regions: Sequence[Region]) -> Region | None:
    """A region that holds all elements of `regions`, in the steps that they have in common; None where none is known."""
    first = regions[0]
    if any(r.picks != first.picks or len(r.at) != len(first.at) for r in regions):
        return None
    items = [_joined(along) for along in zip(*(r.at for r in regions))]
    return None if None in items else Region(tuple(i for i in items if i), first.picks)


def _joined(items: Sequence[Item]) -> Item | None:
    first = items[0]
    if all(i == first for i in items):
        return first
    cuts = [i for i in items if isinstance(i, Cut)]
    step = cuts[0].step if cuts else 0
    if len(cuts) < len(items) or step < 1 or any(c.step != step for c in cuts):
        return None
    start = _least([c.start for c in cuts])
    offsets = [(c.start - start).constant for c in cuts] if start is not None else [None]
    if start is None or any(o is None or o % step for o in offsets):
        return None
    last = _least([-(c.length + (o or 0) // step) for c, o in zip(cuts, offsets)])
    return None if last is None else Cut(start, -last, step)


def _least(sizes: Sequence[Size]) -> Size | None:
    """The least of sizes that differ by constants."""
    apart = [(s - sizes[0]).constant for s in sizes]
    known = [d for d in apart if d is not None]
    return sizes[0] + min(known) if len(known) == len(apart) else None


def relative(region: Region, around: Region) -> Region:
    """`region` as one of the array `x[around]`, where `around` is the hull of it and others."""
    found: list[Item] = []
    for item, outer in zip(region.at, around.at):
        if isinstance(item, Cut) and isinstance(outer, Cut):
            found.append(Cut((item.start - outer.start) // outer.step, item.length))
        elif isinstance(item, New):
            found.append(Cut(Size(), Size.of(1)))
    return Region(tuple(found))


def composition(outer: Region, inner: Region) -> Region | None:
    """The region of x that `x[outer][inner]` takes; None where it is not worth finding."""
    if outer.picks or inner.picks:
        return None
    pending, found = list(inner.at), []
    for item in outer.at:
        while pending and isinstance(pending[0], New) and not isinstance(item, At):
            found.append(pending.pop(0))
        new = [item] if isinstance(item, At) or not pending else _composed(item, pending.pop(0))
        if new is None:
            return None
        found += new
    return Region((*found, *pending))


def _composed(outer: Item, inner: Item) -> list[Item] | None:
    """The items that take from x what `inner` takes from the dimension that `outer` made."""
    if isinstance(outer, New):
        return [] if isinstance(inner, At) else [outer] if isinstance(inner, Cut) and inner.length.constant == 1 else None
    if isinstance(outer, Cut) and isinstance(inner, At):
        return [At(outer.start + inner.position * outer.step)]
    return [cut_again(outer, inner)] if isinstance(outer, Cut) and isinstance(inner, Cut) else None


def cut_again(outer: Cut, inner: Cut) -> Cut:
    """The stretch that a stretch of a stretch is."""
    return Cut(outer.start + inner.start * outer.step, inner.length, outer.step * inner.step)
