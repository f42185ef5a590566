"""Prints nests that tally whose bodies have no form in explicit vectors: what rows tally is gathered in strips.

Bodies with integers, run-time places or choices of places are left to the compiler, which makes vectors of what it can. Each strip is then
tallied in vectors, one weight at a time, with accumulators in registers.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.tallying import RowPrinter


class RowStripPrinter(RowPrinter):
    """The loop over the last axis in parts of a strip: the body, then passes over what it left there."""

    def _open_loop(self, depth: int) -> None:
        if not self._laned(depth):
            super()._open_loop(depth)
            return
        extent, i = self.size(self.nest.axes[depth].extent), f"i{depth}"
        self.kept = {a: self.out.fresh("k") for a in self._gathered()}
        for name in self.kept.values():
            self.out.line(f"pr::Chunk {name};")
        self.out.open(f"for (int64_t from = 0; from < {extent}; from += pr::CHUNK)")
        self.out.line(f"const int64_t count = pr::size_min({extent} - from, pr::CHUNK);")
        if self.nest.axes[depth].symbol not in self.nest.sequential:
            self.out.line("PR_INDEPENDENT")
        self.out.open("for (int64_t at = 0; at < count; ++at)")
        self.out.line(f"const int64_t {i} = from + at;")

    def _gathered(self) -> list[str]:
        """What differs along the row and is tallied or added up, in the order in which it is computed."""
        used = set(self._collected())
        return [i.name for i in self.nest.body if i.name in used and self.level[i.name] == self.rank]

    def _accumulate(self) -> None:
        for a, name in self.kept.items():
            self.out.line(f"{name}.x[at] = {spell._bare(self.text[a])};")
        self.out.close()
        for step in self.tallied.steps():
            self._pass(step, "count", self._read)
        for r, name in zip(self.nest.reductions, self.sums):
            if r.op == "sum":
                self.out.open("pr::vectors(count, [&](const int64_t at, const auto part) PR_BODY")
                self._add_sum(name, "from + at", self._read(r.args[0]))
                self.out.close("});")

    def _read(self, name: str) -> str:
        return f"part.load(&{self.kept[name]}.x[at])" if name in self.kept else self.text[name]

    def _close_loop(self, depth: int) -> None:
        self.out.close()
