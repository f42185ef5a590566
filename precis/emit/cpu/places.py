"""Prints nests that write the positions at which a mask holds: truth values are found in vectors, and positions written eight at a time.

One by one each costs a jump, which a processor guesses wrong as often as the mask changes.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.plan.kernels import Instr, Nest
from precis.ir.shapes import ONE
from precis.ir.size import Size


def hit_of(nest: Nest) -> Instr | None:
    """The truth value, as an integer, of a nest that stores its index where it holds and counts (precis.emit.plan.sums.lower_places)."""
    stores = [i for i in nest.body if i.op == "store" and i.access]
    if len(nest.axes) != 1 or nest.reductions or nest.hole or len(stores) != 2:
        return None
    by_name = {i.name: i for i in nest.body}
    at, total = stores
    index, added = by_name[at.args[0]], by_name[total.args[0]]
    if added.op != "add" or index.op != "size" or index.value != Size.of(nest.axes[0].symbol) or total.guard:
        return None
    count, hit = (by_name[a] for a in added.args)
    counts = count.op == "load" and count.access == total.access and hit.op == "cast" and by_name[hit.args[0]].element == "bool"
    there = counts and at.access.index == (Size.of(count.name),) and at.guard == ((Size.of(hit.name), ONE, ONE + 1),)  # type: ignore[union-attr]
    alone = not any(i.guard or i.where for i in nest.body if i is not at) and at.element == total.element == "int64"
    return hit if there and alone and not _reads(nest, {at.access.buffer, total.access.buffer}, count) else None  # type: ignore[union-attr]


def _reads(nest: Nest, written: set[str], count: Instr) -> bool:
    return any(i.op == "load" and i.access and i.access.buffer in written for i in nest.body if i is not count)


class PlacesPrinter(NestPrinter):
    def print(self) -> None:
        hit = hit_of(self.nest)
        assert hit is not None
        at, total = (i.access for i in self.nest.body if i.op == "store")
        assert at is not None and total is not None
        count, into, extent = self.place(total), self.out.names[at.buffer], self.size(self.nest.axes[0].extent)
        wanted = self._needed([hit.args[0]])
        self._instructions(0, wanted)
        self.out.open(f"{count} = pr::positions({extent}, {count}, {into}, [&](const int64_t i0) PR_BODY")
        self._instructions(1, wanted)
        self.out.line(f"return bool({spell._bare(self.text[hit.args[0]])});")
        self.out.close("});")
