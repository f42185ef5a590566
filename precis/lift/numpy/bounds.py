"""Positions that sizes and loop indices decide: that they stay inside is a guard on the iteration in which they come closest to the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from precis.errors import InputError
from precis.ir.size import Call, Size, largest
from precis.lift.numpy.guards import always
from precis.lift.numpy.sizes import Sizes
from precis.lift.numpy.state import Lifting


@dataclass(frozen=True, slots=True)
class Closest:
    """The iteration in which a room is smallest, and what is left of it there. There is such an iteration where none of `spans`, last minus
    first of every loop around, is negative; `reached`: it is run wherever any iteration is."""

    room: Size
    spans: tuple[Size, ...]
    reached: bool


def stay_inside(lift: Lifting, position: Size, room: Size) -> None:
    """Guard that `room`, how far a position is from an end of its dimension, is never negative. Nothing is asked for where a condition
    may leave the position out, nor of loops without iterations: the guard refuses what Python refuses, and nothing else."""
    if not lift.sizes.unconditional or lift.catching.hazards is not None:
        return
    rooms = _rooms(lift.sizes, lift.sizes.resolve(room))
    found = [c for c in (_closest(lift.sizes, r) for r in rooms) if c is not None]
    if any(_follows(c, lift.sizes.lengths) for c in found):
        return
    closest = _closest(lift.sizes, lift.sizes.resolve(room))
    either = None if closest is None else reduce(largest, (-s - 1 for s in closest.spans), closest.room)
    value = None if either is None else lift.sizes.example(either)
    if closest is None or either is None or value is None or not closest.reached:
        lift.assume(f"the position {position} is inside of its dimension")
    if either is not None and value is not None:
        _demand(lift, position, either, value)


def _demand(lift: Lifting, position: Size, either: Size, value: int) -> None:
    """Guard that a size is >= 0; where it is not in the example, an error once it is known that the lines are lifted for good."""
    if value < 0:
        lift.journal.set(lift.overruns, position, lift.span)
    else:
        lift.sizes.nonnegative(either)


def refuse_overruns(lift: Lifting) -> None:
    """Raise InputError where Python raises IndexError for the example."""
    for position, span in lift.overruns.items():
        source = lift.sources.get(span.file) if span is not None else None
        raise InputError(f"index {position} is out of bounds in some iterations of this loop", span, source=source)


def _rooms(sizes: Sizes, room: Size) -> Iterator[Size]:
    """The room, and what is left of it without sizes that are known to be >= 0 here: it is no smaller than any of these."""
    facts = sizes.facts.about(room, sizes.solved)
    yield room
    yield from (room - f for f in facts)
    yield from (room - f - g for f, g in combinations(facts, 2))


def _closest(sizes: Sizes, room: Size) -> Closest | None:
    """Every loop index, innermost first, at the end where the room is smallest; None where that end is not known."""
    spans: list[Size] = []
    reached = True
    for index, (first, last) in reversed(sizes.ranges.items()):
        rising = _rising(sizes, room, index)
        longest = {r for s in spans if index in s.symbols() for r in [_rising(sizes, s, index)]}
        if rising is None:
            return None
        if index not in room.symbols():
            rising = longest == {False}
        reached = reached and longest <= {not rising}
        at = {index: first if rising else last}
        room, spans = sizes.resolve(room.substitute(at)), [*(sizes.resolve(s.substitute(at)) for s in spans), sizes.resolve(last - first)]
    return Closest(room, tuple(spans), reached)


def _rising(sizes: Sizes, size: Size, index: str) -> bool | None:
    """Whether a size grows with a loop index (or does not change); None where that is not known."""
    factor = size.coefficient(index)
    if factor is None:
        return None
    return True if always(factor, sizes.lengths) else False if always(-factor, sizes.lengths) else None


def _follows(closest: Closest, lengths: frozenset[str]) -> bool:
    """Whether the room is there wherever the iteration is: each span becomes a symbol that is not negative."""
    room, spans = closest.room, closest.spans
    for k in range(len(spans)):
        symbol = next((s for s in sorted(spans[k].symbols()) if spans[k].coefficient(s) == Size.of(1)), None)
        if symbol is not None:
            at = {symbol: Size.of(symbol) * 2 - spans[k]}
            room, spans, lengths = room.substitute(at), tuple(s.substitute(at) for s in spans), lengths | {symbol}
    return always(_without_quotients(room), lengths)


def _without_quotients(size: Size) -> Size:
    """No larger a size, in which `-c*(a // c)` is -a."""
    for monomial, k in size.terms:
        atom = monomial[0] if len(monomial) == 1 else ""
        if isinstance(atom, Call) and atom.name == "floordiv" and k < 0 and k % (atom.args[1].constant or k - 1) == 0:
            size = size - Size(((monomial, k),)) + atom.args[0] * (k // (atom.args[1].constant or 1))
    return size
