"""Arrays that a loop passes round among names (u, v = v, u): what each of them holds at the end."""

from __future__ import annotations

from precis.ir.size import Size
from precis.ir.types import Value
from precis.lift.numpy import carries
from precis.lift.numpy.aliases import Position, positions
from precis.lift.numpy.branches import choose
from precis.lift.numpy.carries import Attempt
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import constant, value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Array, Int, Scalar


def rotate(lift: Lifting, attempt: Attempt, trips: Size) -> None:
    """Arrays that the body passes round among names (u, v = v, u): what each array from before the loop holds at the end."""
    ends = carries.plan_ends(attempt.plan)
    before = {p: a for p, a in positions(lift, attempt.before, views=False).items() if isinstance(a, Array)}
    ring = {p: end.source for p, end in ends.items() if end.kind == "head" and end.whole and p in before}
    ring = {p: q for p, q in ring.items() if q in ring}
    if set(ring.values()) != set(ring) or len({before[p] for p in ring}) != len(ring):
        return
    now = positions(lift, {s: attempt.plan[s].table[attempt.plan[s].key] for s, _ in ring})
    order = _order(ring)
    known = _known_remainder(lift, {before[p] for p in ring}, trips, order)
    for position in ring:
        ways = [lift.content[now[_holder(ring, position, k)]] for k in range(order)]
        one = Size.of(known) if known is not None else trips - (trips // order) * order
        lift.hold(before[position], _by_remainder(lift, ways, one, before[position]))
    if known is not None:
        _refer(lift, attempt, ring, before, known)


def _known_remainder(lift: Lifting, arrays: set[Array], trips: Size, order: int) -> int | None:
    """trips mod order, where it is a constant, or is guarded: inside another loop, for arrays that may be arguments."""
    remainder = trips - (trips // order) * order
    if remainder.constant is not None:
        return remainder.constant
    seen = arrays.union(*(lift.relatives(a) for a in arrays))
    value = lift.sizes.example(remainder)
    if value is None or not (lift.loops.peeling or lift.build.parent is not None) or not seen & lift.arguments:
        return None
    lift.sizes.equal(remainder, Size.of(value))
    return value


def _refer(lift: Lifting, attempt: Attempt, ring: dict[Position, Position], before: dict[Position, Array], trips: int) -> None:
    """Names refer to the very arrays again, where it is known which."""
    for position in ring:
        slot, path = position
        for _ in range(trips):
            position = ring[position]
        if not path:
            lift.journal.set(attempt.plan[slot].table, attempt.plan[slot].key, before[position])


def _order(ring: dict[Position, Position]) -> int:
    """After how many iterations every position has its first array again."""
    places, order = dict(ring), 1
    while any(p != q for p, q in places.items()):
        places, order = {p: ring[q] for p, q in places.items()}, order + 1
    return order


def _holder(ring: dict[Position, Position], position: Position, trips: int) -> Position:
    """Where the array that was at `position` first is after `trips` iterations."""
    places = {p: p for p in ring}
    for _ in range(trips):
        places = {p: places[ring[p]] for p in ring}
    return next(p for p, q in places.items() if q == position)


def _by_remainder(lift: Lifting, ways: list[Value], remainder: Size, array: Array) -> Value:
    """ways[remainder]"""
    if remainder.constant is not None:
        return ways[remainder.constant]
    result = ways[-1]
    for k, way in enumerate(ways[:-1]):
        number = value_of(lift, Int(remainder))
        holds = Scalar(BOOL, lift.emit("eq", number, constant(lift, k, INT), dtype=BOOL))
        one, other = (lift.new_array(v, array.dtype, lift.container(array)) for v in (way, result))
        chosen = choose(lift, holds, lambda one=one: one, lambda other=other: other)
        result = lift.content[chosen]
    return result
