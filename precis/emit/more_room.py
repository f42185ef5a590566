"""Runs that end where there is no room for an array (precis.ir.no_room.asks_for_room): they are made again with more."""

from __future__ import annotations

from collections.abc import Mapping

from precis.errors import Span
from precis.ir.no_room import NoRoom
from precis.ir.types import Program

MORE = 8  # times as much: native code does not say how much it needs
LARGEST = 1 << 30  # elements of an array


def no_room(program: Program, sizes: Mapping[str, int], span: Span | None) -> NoRoom:
    """What is said of a run that ended so at a place. Raises MemoryError where there is no more to be had."""
    room = max(sizes[s] for s in program.rooms)
    if room * MORE > LARGEST:
        place = f"{span}: " if span else ""
        raise MemoryError(f"{place}{program.name}: an array of more than {room} elements is more than there is memory for")
    return NoRoom(f"an array has more than {room} elements", room * MORE - 1, room, span)
