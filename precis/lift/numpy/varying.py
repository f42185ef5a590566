"""Dimensions whose length differs between the ways that meet: which sizes are in sight there, and the capacity they vary up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from precis.ir.size import Call, Size
from precis.lift.numpy.arrays import shown
from precis.lift.numpy.chosen import is_older
from precis.lift.numpy.lifting_tables import Growth
from precis.lift.numpy.not_joined import UNBOUNDED, Unbounded
from precis.lift.numpy.room import boundless, fits, has_room, refuse_squares
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import ArrayLeaf, Group, Kept, Length, ListLeaf, Same, Template, opened, with_arrays
from precis.lift.numpy.values import Undefined

Varying = dict[int, tuple[Size, Length]]  # number -> (capacity, length)
DEEPEST = 6  # calls within calls in a bound of a length


def hidden(lift: Lifting, symbol: str) -> bool:
    return lift.meeting.outer is not None and symbol not in lift.meeting.outer


@contextmanager
def since(lift: Lifting, born: int) -> Iterator[None]:
    """Ways meet on which things with a serial below `born` are there."""
    before, lift.meeting.born = lift.meeting.born, born
    try:
        yield
    finally:
        lift.meeting.born = before


@contextmanager
def contents_of(lift: Lifting, key: Any) -> Iterator[None]:
    """What one slot holds meets."""
    before, lift.meeting.key = lift.meeting.key, key
    try:
        yield
    finally:
        lift.meeting.key = before


@contextmanager
def meeting(lift: Lifting, outer: set[str] | None, growth: Growth | None = None) -> Iterator[None]:
    """Where ways meet, arrays may differ in length; sizes in sight are `outer` (None: shapes have to be the same)."""
    before = lift.meeting.outer, lift.meeting.growth
    lift.meeting.outer, lift.meeting.growth = outer, growth
    try:
        yield
    finally:
        lift.meeting.outer, lift.meeting.growth = before


def same(lift: Lifting, x: Size, y: Size) -> bool:
    """Whether both ways agree on a size that is known where they meet: what each counted for itself is not."""
    counted = any(hidden(lift, s) for d in (x, y) for s in lift.sizes.resolve(d).symbols())
    return not counted and lift.sizes.unify(x, y)


def dimension(lift: Lifting, x: Size, u: Length | None, y: Size, v: Length | None) -> tuple[Size | None, Length | None]:
    """(capacity, length) of a dimension that is x on one way and y on the other, or varies up to that."""
    if u is None and v is None and same(lift, x, y):
        return lift.sizes.resolve(x), None
    steady = _steady(lift, x, u, y, v)
    if steady is not None:
        return steady
    grown = None if u is None else _grown(lift, u, y)
    if u is not None and grown is not None:
        return grown[0], Length(u.number, (u.ends[0], y), grown=grown[1])
    tops = [lift.sizes.highest(d, lambda s: hidden(lift, s)) for d in (x, y)]
    known = [t for t in tops if t is not None]
    bounded_ = len(known) == 2 and max(map(_depth, known)) < DEEPEST and not (lift.ways.roomy and _outgrows(lift, u, *known))
    top = lift.sizes.larger(*known) if bounded_ else boundless(lift)
    either = u or v
    return top, Length(either.number if either else 0, (u.ends[0] if u else x, v.ends[1] if v else y))


def _steady(lift: Lifting, x: Size, u: Length | None, y: Size, v: Length | None) -> tuple[Size, Length] | None:
    """(capacity, length) of a dimension that changes by one known number in every iteration of a counted loop."""
    if u is None and v is not None and v.step is not None:
        return (y, v) if v.ends[0] is not None and lift.sizes.resolve(x - v.ends[0]).constant == 0 else None
    if lift.meeting.growth is None or v is not None or (u is not None and u.step is None):
        return None
    trips, iteration = lift.meeting.growth.trips, lift.meeting.growth.iteration
    first = x if u is None else u.ends[0]
    moved = lift.sizes.resolve(y - (first or Size()))
    step = moved.constant if u is None else u.step
    if not step or first is None or iteration is None:
        return None
    if u is not None and lift.sizes.resolve(moved - iteration * step - step).constant != 0:
        return None
    return (lift.sizes.resolve(first + trips * step) if step > 0 else first), Length(0, (first, y), step)


def _outgrows(lift: Lifting, u: Length | None, x: Size, y: Size) -> bool:
    """Whether the iterations of a loop lengthen an array that has had another length before, or one of two has the room of the program."""
    return has_room(lift, x, y) or (u is not None and not fits(lift, y, x))


def _depth(size: Size) -> int:
    """How deep minima, maxima and quotients are nested: a bound that grows in every trial of a loop does not settle."""
    calls = (atom for monomial, _ in size.terms for atom in monomial if isinstance(atom, Call))
    return max((1 + max(map(_depth, c.args)) for c in calls), default=0)


def _grown(lift: Lifting, u: Length, y: Size) -> tuple[Size, Size] | None:
    """The capacity of a length that grows by at most a known number of elements in each iteration, and that number."""
    growth = lift.meeting.growth
    if growth is None or u.number not in growth.lengths or u.ends[0] is None:
        return None
    known = {s for h in growth.lengths.values() for s in h.symbols()}
    most = lift.sizes.highest(y, lambda s: hidden(lift, s) and s not in known)
    step = None if most is None else lift.sizes.resolve(most - growth.lengths[u.number])
    sized = growth.trips.symbols() <= lift.sizes.binding.keys()
    if step is not None and sized and any(hidden(lift, s) for s in step.symbols()):  # it is longer by what another one has become
        lift.lacks.gathered = True
        step = lift.sizes.highest(step, lambda s: hidden(lift, s)) if lift.ways.gathered else None
    if step is None or any(hidden(lift, s) for s in step.symbols()) or has_room(lift, step) or lift.sizes.nonnegative(step) is not True:
        return None
    return lift.sizes.resolve(u.ends[0]) + growth.trips * step, step


def is_there_alone(lift: Lifting, t: Template) -> bool:
    """Whether something is a thing that was there before ways part, and that cannot be made anew."""
    born = lift.meeting.born
    if born is None or not isinstance(t, Kept):
        return False
    return isinstance(t.template, Same) and isinstance(t.template.value, Undefined) and is_older(t.thing, born)


def bounded(lift: Lifting, t: Template, way: int = 1) -> Template:
    """A template that only one way has: dimensions with sizes that are not in sight vary. What cannot be made anew is the thing itself,
    where that is there on both ways."""
    if is_there_alone(lift, t):
        return t
    t = opened(t)
    if isinstance(t, Group):
        return replace(t, items=tuple(bounded(lift, i, way) for i in t.items))
    if isinstance(t, ListLeaf) and t.rows is not None:
        return replace(t, rows=bounded(lift, t.rows, way))
    if not isinstance(t, ArrayLeaf) or not any(map(partial(hidden, lift), frozenset().union(*(d.symbols() for d in lift.shape(t.shape))))):
        return t
    dims, lengths = [], []
    for d in lift.shape(t.shape):
        varies = any(hidden(lift, s) for s in d.symbols())
        top = lift.sizes.highest(d, lambda s: hidden(lift, s)) if varies else d
        top = boundless(lift) if top is None else top
        if top is None:
            raise Unbounded(f"is an array of shape {shown(lift, t.shape)}, {UNBOUNDED}")
        dims.append(top)
        lengths.append(Length(0, (None, d) if way else (d, None)) if varies else None)
    refuse_squares(lift, dims, shown(lift, t.shape))
    return ArrayLeaf(tuple(dims), t.dtype, tuple(lengths))


def _merged(lift: Lifting, old: tuple[Size, Length], capacity: Size, length: Length) -> tuple[Size, Length]:
    """(capacity, length) of two arrays that have one length: bounds that count iterations hold for both, and do not grow with them."""
    ends = tuple(a if a is not None else b for a, b in zip(old[1].ends, length.ends))
    steps = [s for s in (old[1].grown, length.grown) if s is not None]
    most = lift.sizes.larger(old[0], capacity) if len(steps) != 1 else capacity if old[1].grown is None else old[0]
    return most, replace(length, ends=ends, grown=reduce(lift.sizes.larger, steps) if steps else None)  # type: ignore[arg-type]


def as_numbered(lift: Lifting, templates: Sequence[Template]) -> Varying:
    """The lengths that vary in templates which have their numbers: two that turned out to be one since are two parameters all the same."""
    found: Varying = {}

    def one(t: ArrayLeaf) -> ArrayLeaf:
        for n, d in zip(t.lengths, t.shape):
            if n is not None:
                found[n.number] = _merged(lift, found[n.number], d, n) if n.number in found else (d, n)
        return t
    for t in templates:
        with_arrays(t, one)
    return found


def numbered(lift: Lifting, templates: Sequence[Template]) -> tuple[list[Template], Varying]:
    """The templates with one number for all dimensions that have the same length on both ways."""
    keys: dict[Any, int] = {}
    found: Varying = {}

    def number(length: Length, capacity: Size) -> Length:
        first, last = (None if e is None else lift.sizes.resolve(e) for e in length.ends)
        key = next((k for k in keys if k[2] == length.step and all(a is None or b is None or a == b for a, b in zip(k, (first, last)))),
                   (first, last, length.step))
        known = keys.setdefault(key, len(keys))
        here = Length(known, (first, last), length.step, length.grown)
        found[known] = _merged(lift, found[known], capacity, here) if known in found else (capacity, here)
        return replace(found[known][1], grown=length.grown)

    def one(t: ArrayLeaf) -> ArrayLeaf:
        return replace(t, lengths=tuple(None if n is None else number(n, d) for n, d in zip(t.lengths, t.shape))) if t.lengths else t
    return [with_arrays(t, one) for t in templates], found
