"""Prints nests that add the same whole number up at places that the data tell: histograms, degrees, sizes of groups.

    for i: n[kind[i]] += 1     ->     pr::Counts c(n, places, many); c.add(many, 1, [&](i) { return kind[i]; }); c.finish()

Neighbours often have one place: each iteration then waits until what the last one stored can be read. In four tables in turn
(runtime/precis_counts.hpp) it does not.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu import spell
from precis.emit.cpu.counting import count_of
from precis.emit.cpu.distribute import dear
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Nest
from precis.ir.size import Size, product


class CountPrinter(NestPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        found = count_of(nest)
        assert found is not None, "printer_of asks count_of"
        self.found = found
        self.ahead = dear(nest)  # places are computed in vectors
        self.counts = ""  # their name

    def _in_vectors(self) -> bool:
        return self.ahead and not self.calls

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        super()._instructions(depth, only if depth < self.rank else self._needed([self.found.at]))

    def _open_loop(self, depth: int) -> None:
        if depth == 0:
            self._declare_counts()
        if depth < self.rank - 1:
            super()._open_loop(depth)
            return
        extent, by = self.size(self.nest.axes[depth].extent), spell._bare(self.text[self.found.by])
        self.out.open(f"{self.counts}.add{'_ahead' * self.ahead}({extent}, {by}, [&](const int64_t i{depth}) PR_BODY")

    def _declare_counts(self) -> None:
        self.counts, to = self.out.fresh("counts"), self.found.to
        type_ = spell.memory_type(self.out.buffers[to.buffer].element)
        first = self.place(replace(to, index=(*to.index[:-1], Size())))
        many = self.size(product(tuple(a.extent for a in self.nest.axes)))
        self.out.line(f"pr::Counts<{type_}> {self.counts}(&{first}, {self.size(to.shape[-1])}, {many});")

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 1:
            super()._close_loop(depth)
        else:
            self.out.line(f"return {spell._bare(self.text[self.found.at])};")
            self.out.close("});")
        if depth == 0:
            self.out.line(f"{self.counts}.finish();")

