"""Parts of what arrays of positions pick: what the parts of these pick.

    frames = sound[p]; y = f(frames[::hop]); frames_bar[::hop] += y_bar; sound_bar[p] += frames_bar     ->     sound_bar[p[::hop]] += y_bar

All windows of a signal, of which every hundredth is wanted, or patches of an image: the cotangent of what is picked would be an array of
zeros, most of which stay, and each of them is added where it came from.
"""

from __future__ import annotations

from precis.ad.regions import Region, cut_again
from precis.ir.build import Build
from precis.ir.size import Size
from precis.ir.types import At, Cut, Item, Pick, Shape, Value

FIRST, ONE = At(Size()), Cut(Size(), Size.of(1))


def part_of_picked(b: Build, outer: Region, shape: Shape, inner: Region) -> Region | None:
    """The region of x that `x[outer][inner]` takes, `shape` being that of x[outer]; None where it is not known."""
    first = next((k for k, item in enumerate(outer.at) if isinstance(item, Pick)), 0)
    rank, behind = max((p.rank for p in outer.picks), default=0), first + len(outer.picks)
    places = [first <= k < behind for k in range(len(outer.at))]
    if not rank or inner.picks or not all(isinstance(i, Pick if place else Cut) for i, place in zip(outer.at, places)):
        return None
    items = [*inner.at, *(Cut(Size(), d) for d in shape[len(inner.at):])]
    picked, others = items[first:first + rank], [i for i in (*items[:first], *items[first + rank:]) if isinstance(i, Cut)]
    cuts = [i for i in outer.at if isinstance(i, Cut)]
    if not all(isinstance(i, (At, Cut)) for i in picked) or len(others) < len(shape) - rank:
        return None
    taken = [*(cut_again(*pair) for pair in zip(cuts, others)), *others[len(cuts):]]
    picks = tuple(_part(b, p, shape[first:first + rank], picked) for p in outer.picks)
    return Region((*taken[:first], *outer.at[first:behind], *taken[first:]), picks)


def _part(b: Build, p: Value, shape: Shape, items: list[Item]) -> Value:
    """The part of positions that are broadcast to `shape`."""
    lead = len(shape) - p.rank
    along = zip(p.shape, shape[lead:], items[lead:])
    at = tuple(item if d == whole else FIRST if isinstance(item, At) else ONE for d, whole, item in along)
    return p if at == tuple(Cut(Size(), d) for d in p.shape) else b.slice(p, at=at)
