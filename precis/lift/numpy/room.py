"""Room for arrays whose length nothing bounds: a size of the program that whoever calls chooses (`Program.rooms`).

Results have it where only a run tells how long they are (docs/adr/0284). Where nothing says how long lists become that are read as they
grow, these have it too, as an array that leaves the block in which it was made (lifting_tables.Ways.roomy): where the array is longer, the
run ends (MOST), and is made again with more room.
"""

from __future__ import annotations

from collections.abc import Sequence

from precis.ir.live import MOST
from precis.ir.size import Size
from precis.ir.types import Node, Shape
from precis.lift.numpy.guards import always
from precis.lift.numpy.not_joined import UNBOUNDED, Unbounded
from precis.lift.numpy.numbers import value_of
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int

FIRST = 4096  # elements at first: calls that need more are made again
ROOM = "room"


def room_of(lift: Lifting) -> Size:
    """The size of all that nothing bounds."""
    known = _known(lift)
    if known is None:
        known = lift.loops.room = lift.names.fresh(ROOM)
        lift.journal.set(lift.sizes.binding, known, FIRST)
        lift.sizes.titles[known] = ROOM
    return Size.of(known)


def boundless(lift: Lifting) -> Size | None:
    """What an array is never longer than of which nothing else says that; None where the program has no room."""
    lift.lacks.room |= not lift.ways.roomy
    return room_of(lift) if lift.ways.roomy else None


def _known(lift: Lifting) -> str | None:
    return lift.loops.room if lift.loops.room in lift.sizes.binding else None


def fits(lift: Lifting, length: Size, capacity: Size) -> bool:
    """Whether an array is never longer, whatever sizes are."""
    return always(lift.sizes.resolve(capacity - length), lift.sizes.lengths)


def has_room(lift: Lifting, *sizes: Size) -> bool:
    """Whether some size is made of the room of the program."""
    known = _known(lift)
    return any(known in size.symbols() for size in sizes)


def refuse_squares(lift: Lifting, dims: Sequence[Size], shape: str) -> None:
    """Raise Unbounded of an array that nothing bounds along several axes: room for that is more than there is memory."""
    if sum(has_room(lift, d) for d in dims) > 1:
        raise Unbounded(f"is an array of shape {shape}, {UNBOUNDED} along several axes")


def check_room(lift: Lifting, lengths: Shape, shape: Shape) -> None:
    """The run ends where an array is longer than the room that it is to be put into."""
    known = _known(lift) if lift.ways.roomy else None
    for length, capacity in zip(lengths, shape):
        if known in capacity.symbols() and not _is_told(lift, length, capacity):
            count = value_of(lift, Int(length))
            lift.build.nodes.append(Node("size", (count,), (), {"symbol": lift.names.fresh("needed"), MOST: capacity}, (), lift.span))


def _is_told(lift: Lifting, length: Size, capacity: Size) -> bool:
    """Whether limits of the run-time counts say that there is room."""
    top = lift.sizes.highest(length, lambda s: s not in lift.sizes.binding)
    return top is not None and fits(lift, top, capacity)
