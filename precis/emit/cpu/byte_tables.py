"""Prints nests that look bytes up in a table of at most 256: shades of images, boxes of ciphers, letters and their classes.

    for i: out[i] = table[image[i]]     ->     pr::ByteTable t(table, 256); pr::look_up_row(n, t, out, image)

Compilers make vectors of such loops, put together byte by byte, which take three times as long as one element after the other: that is
what is left of places that lie anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels, written
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.nest_facts import evenly_spaced, neighbours
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Access, Border, Instr, Nest
from precis.emit.plan.maps import linear
from precis.emit.plan.moved import placed
from precis.ir.shapes import ONE
from precis.ir.size import Size

BYTES = ("bool", "uint8", "int8")
LONGEST = 256  # elements of a table
PART = 4096  # elements that a thread looks up at least


@dataclass(frozen=True, slots=True)
class LookUp:
    """`out`, whose elements lie `step` apart in memory, if that is known, becomes what is loaded `at` places."""

    load: Instr
    at: Instr
    out: Access
    step: Size | None

    @property
    def length(self) -> Size:
        assert self.load.access is not None
        return self.load.access.shape[-1]


def looks_up(nest: Nest) -> LookUp | None:
    """What a nest looks up that does nothing else."""
    odd = nest.reductions or nest.hole or nest.begin is not None or nest.bins is not None
    odd = odd or any(i.guard or i.where or isinstance(i.value, Border) for i in nest.body)
    stores = [i for i in nest.body if i.op == "store" and i.access]
    if odd or not nest.axes or nest.axes[-1].symbol in nest.sequential or len(stores) != 1:
        return None
    by_name, depth = {i.name: i for i in nest.body}, levels(nest)
    load = by_name[stores[0].args[0]]
    if load.op != "load" or load.element not in BYTES or stores[0].element != load.element or load.access is None or not load.access.index:
        return None
    *rows, place = load.access.index
    at = by_name.get(place.symbol or "")
    early = all(depth.get(s, 0) < len(nest.axes) and s != nest.axes[-1].symbol for r in rows for s in r.symbols())
    if at is None or depth[at.name] < len(nest.axes) or not early or load.access.buffer in written(nest) or not _byte(at, load, by_name):
        return None
    out = stores[0].access
    return LookUp(load, at, out, _step(out, nest.axes[-1].symbol)) if out else None


def _byte(at: Instr, load: Instr, by_name: dict[str, Instr]) -> bool:
    """Whether a place is less than 256: it was a byte, or the table is no longer."""
    length = load.access.shape[-1].constant if load.access else None
    return (at.op == "cast" and by_name[at.args[0]].element == "uint8") or (length or LONGEST + 1) <= LONGEST


class ByteTablePrinter(NestPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        found = looks_up(nest)
        assert found is not None, "printer_of asks looks_up"
        self.found = found
        self.last = nest.axes[-1].symbol
        self.lying = self._lying()
        self.singly = self.lying is None and not self._computed_in_vectors()
        self.table = ""  # its name
        self.known = max((self._known(s) for s in _row(found.load).symbols()), default=0)  # at this depth

    def _known(self, symbol: str) -> int:
        return self.axis[symbol] + 1 if symbol in self.axis else self.level.get(symbol, 0)

    def _lying(self) -> Instr | None:
        """What reads the places, where they lie in memory as they are wanted."""
        at = self.found.at
        read = self.by_name[at.args[0]] if at.op == "cast" else at
        if read.op != "load" or read.element != "uint8" or read.access is None or not evenly_spaced(read):
            return None
        step = _step(read.access, self.last)
        return read if step is not None and step == self.found.step and (step.constant or 0) > 0 else None

    def _computed_in_vectors(self) -> bool:
        """Whether vectors of places are computed from what lies in memory as it is wanted."""
        wanted = self._needed([self.found.at.name])
        loads = [i for i in self.nest.body if i.op == "load" and i.name in wanted]
        return self.found.step == ONE and all(neighbours(i, self.last) and evenly_spaced(i) for i in loads)

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        if self.singly or depth < self.rank:
            super()._instructions(depth, only)
        elif self.lying is None:
            super()._instructions(depth, self._needed([self.found.at.name]))

    def _open_loop(self, depth: int) -> None:
        if not self.singly and depth == self.known:
            self.table = self.out.fresh("table")
            self.out.line(f"const pr::ByteTable {self.table}(&{self._first_of_table()}, {self.size(self.found.length)});")
        if depth < self.rank - 1:
            super()._open_loop(depth)
        elif self.singly:
            self._open_for(depth, f"i{depth}", self.size(self.nest.axes[depth].extent))
            self.out.line("PR_SINGLE;")
        else:
            self._open_look_up(depth)

    def _first_of_table(self) -> str:
        access = self.found.load.access
        return self.place(replace(access, index=(*access.index[:-1], Size()))) if access else ""

    def _open_look_up(self, depth: int) -> None:
        i, count, begin = f"i{depth}", self.size(self.nest.axes[depth].extent), ""
        if self.rank == 1:
            self._open_for(0, "from", count, str(PART))
            step = "" if self.found.step == ONE else f" * {self.size(self.found.step or ONE)}"
            count, begin = f"pr::size_min({PART}, {count} - from)", f" + from{step}"
        arguments = f"{count}, {self.table}, {self._beginning(self.found.out)}{begin}"
        if self.lying and self.lying.access:
            at, step = f"{self._beginning(self.lying.access)}{begin}", self.size(self.found.step or ONE)
            self.out.line(f"pr::look_up_row({arguments}, {at}, {step});")
            return
        self.out.open(f"pr::look_up({arguments}, [&](const int64_t {'j' if self.rank == 1 else i}) PR_BODY")
        if self.rank == 1:
            self.out.line(f"const int64_t {i} = from + j;")

    def _beginning(self, access: Access) -> str:
        return f"&{self.place(placed(access, {self.last: Size()}))}"

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 1 or self.singly:
            super()._close_loop(depth)
            return
        if self.lying is None:
            self.out.line(f"return uint8_t({spell._bare(self.text[self.found.at.name])});")
            self.out.close("});")
        if self.rank == 1:
            super()._close_loop(depth)


def _step(access: Access, axis: str) -> Size | None:
    return linear(access.shape, access.index).coefficient(axis)


def _row(load: Instr) -> Size:
    """A sum of what tells which table it is."""
    return sum(load.access.index[:-1], Size()) if load.access else Size()
