"""Prints nests that copy elements from positions: those that lie near one another are taken out of two vectors (runtime/precis_taken.hpp).

    x[mask], y[mask], z[mask]    ->    for eight positions at a time: two vectors of x, of y and of z, and one shuffle of each

Compilers read element by element. Positions at which a mask holds rise, and where most elements stay eight of them lie within sixteen; it
is looked at once for all arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.parallel import work
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.formats import Format
from precis.ir.size import Size, smallest

LEAST = 2  # arrays
PART = 4096  # elements that a thread takes at once


@dataclass(frozen=True, slots=True)
class Taken:
    """Where the positions stand, and from where to where elements move."""

    places: Access
    moves: tuple[tuple[Access, Access], ...]


def taken(nest: Nest) -> Taken | None:
    """What a nest copies, where it does nothing but to copy numbers of eight bytes from positions that it reads."""
    if len(nest.axes) != 1 or nest.reductions or nest.sequential or nest.hole or nest.begin is not None or nest.bins or nest.behind:
        return None
    here = (Size.of(nest.axes[0].symbol),)
    loads, stores = ([i for i in nest.body if i.op == op] for op in ("load", "store"))
    if len(loads) + len(stores) != len(nest.body) or any(i.guard or i.where or not _wide(i) for i in nest.body):
        return None
    places = [i for i in loads if i.access and i.access.index == here]
    there = {i.name: i.access for i in loads if i.access and len(places) == 1 and i.access.index == (Size.of(places[0].name),)}
    moves = tuple((there[i.args[0]], i.access) for i in stores if i.access and i.access.index == here and i.args[0] in there)
    read = {i.access.buffer for i in loads if i.access}
    apart = len({to.buffer for _, to in moves}) == len(moves) and not read & {to.buffer for _, to in moves}
    whole = len(moves) == len(stores) == len(there) == len(loads) - 1
    elements = {i.name: i.element for i in loads}
    same = all(i.element == elements.get(i.args[0]) for i in stores)
    return Taken(places[0].access, moves) if whole and apart and same and len(moves) >= LEAST and places[0].access else None


def _wide(i: Instr) -> bool:
    return i.element == "int64" or (isinstance(i.element, Format) and i.element.name == "binary64")


class TakenPrinter(NestPrinter):
    def print(self) -> None:
        found = taken(self.nest)
        assert found is not None
        out, extent, first = self.out, self.size(self.nest.axes[0].extent), self.out.fresh("first")
        least = found.moves[0][0].shape[0]
        for source, _ in found.moves[1:]:
            least = smallest(least, source.shape[0])
        moves = ", ".join(f"pr::Move{{{out.names[source.buffer]}, {out.names[to.buffer]} + {first}}}" for source, to in found.moves)
        shared = self._shared()
        if shared:
            out.open(f"PR_SHARED({spell.size(work(self.nest), self._symbol)}, {first}, 0, {extent}, {PART})")
        else:
            out.open(f"for (int64_t {first} = 0; {first} < {extent}; {first} += {PART})")
        count = f"pr::size_min({PART}, {extent} - {first})"
        out.line(f"pr::take({out.names[found.places.buffer]} + {first}, {count}, {self.size(least)}, {moves});")
        out.close("} PR_JOINED" if shared else "}")
