"""Prints nests that write rows of tapes: large tapes go past the caches.

A tape is written once and read much later, last row first. Where it is larger than the caches, an ordinary store first reads the line of
memory that it overwrites, and drives out what the next nest wants. So a nest collects what it writes there in small arrays, a part of
a row at a time, and sends these on in whole lines. Small tapes are written as any array. Rows that get shorter from one iteration to the
next count as what is written halfway through the loop: the rest of their tape is never touched.
"""

from __future__ import annotations

from collections.abc import Set

from precis.emit.cpu import spell
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.split import SplitPrinter
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.ir.shapes import ONE
from precis.ir.size import Size, product


def streams(nest: Nest, tapes: Set[str]) -> list[Instr]:
    """The stores of a nest that may go past the caches: into tapes, of neighbours one after the other."""
    if not nest.axes or nest.reductions or nest.hole or any(i.guard for i in nest.body):
        return []
    last = nest.axes[-1].symbol
    read = {i.access.buffer for i in nest.body if i.op == "load" and i.access}
    found = [i for i in nest.body if i.op == "store" and i.access and i.access.buffer in tapes - read and _in_row(i.access, last)]
    return [] if last in nest.sequential else found


def _in_row(access: Access, last: str) -> bool:
    *others, along = access.index
    return along.coefficient(last) == ONE and not any(last in i.symbols() for i in others)


class StreamPrinter(SplitPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        stored = {i.access.buffer for i in nest.body if i.op == "store" and i.access}
        tapes = {name for name in stored if out.buffers[name].tape and not out.buffers[name].carried}
        self.streams = [] if self.ends or self.ranged else streams(nest, tapes)
        self.rows: dict[Access, str] = {}

    def print(self) -> None:
        if not self.streams:
            super().print()
            return
        tapes = dict.fromkeys(map(self._far, {i.access.buffer: i.access for i in self.streams if i.access}.values()))
        self.out.open(f"if ({' || '.join(tapes)})")
        super().print()
        self.out.close("} else {")
        self.out.depth += 1
        SplitPrinter(self.out, self.nest).print()
        self.out.close()

    def _far(self, access: Access) -> str:
        b = self.out.buffers[access.buffer]
        return f"pr::far<{spell.memory_type(b.element)}>({self.size(self._written(access) or b.capacity or product(b.shape))})"

    def _written(self, access: Access) -> Size | None:
        """How many elements of a tape are written, where the nest's own extents change from one iteration to the next."""
        extents = {a.symbol: a.extent for a in self.nest.axes}
        if not any(e.symbols() & self.out.halfway.keys() for e in extents.values()):
            return None
        count = Size.of(1)
        for dimension, index in zip(access.shape, access.index):
            along = [extents[s] for s in sorted(index.symbols() & extents.keys())]
            count *= product(along) if along else dimension
        while inside := count.symbols() & self.out.halfway.keys():
            count = count.substitute({s: self.out.halfway[s] for s in inside})
        return count

    def _open_loop(self, depth: int) -> None:
        if depth < self.rank - 1 or not self.streams:
            super()._open_loop(depth)
            return
        extent, i = self.size(self.nest.axes[depth].extent), f"i{depth}"
        self.out.open(f"for (int64_t from = 0; from < {extent}; from += pr::ROW)")
        self.out.line(f"const int64_t end = pr::size_min({extent}, from + pr::ROW);")
        self.rows = {s.access: self.out.fresh("row") for s in self.streams if s.access}
        for access, name in self.rows.items():
            self.out.line(f"pr::Row<{spell.memory_type(self.out.buffers[access.buffer].element)}> {name};")
        self.out.line("PR_INDEPENDENT")
        self.out.open(f"for (int64_t {i} = from; {i} < end; ++{i})")

    def _close_loop(self, depth: int) -> None:
        super()._close_loop(depth)
        if depth < self.rank - 1 or not self.streams:
            return
        rows, self.rows = self.rows, {}
        self.out.line(f"const int64_t i{depth} = from;")
        for access, name in rows.items():
            self.out.line(f"{name}.send(&{self.place(access)}, end - from);")
        self.out.close()

    def place(self, access: Access) -> str:
        row = self.rows.get(access)
        return f"{row}.x[i{self.rank - 1} - from]" if row else super().place(access)
