"""Prints nests that tally whose bodies have no form in explicit vectors: what rows tally is gathered in strips.

Bodies with integers in short rows or beside elementary functions, with rare operations on them or choices of places are left to the
compiler, which makes vectors of what it can. Each strip is then tallied in vectors, one weight at a time, with accumulators in registers.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.angles import AnglePrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.tallying import RowPrinter
from precis.emit.plan.kernels import Nest


class RowStripPrinter(AnglePrinter, RowPrinter):
    """The loop over the last axis in parts of a strip: the body, then passes over what it left there.

    Where nothing is added up row by row, strips are filled by as many rows as they hold: short rows would each wait for the stores of
    their own few numbers, and leave most of a vector empty.
    """

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.alike = bool(nest.axes) and nest.axes[-1].symbol not in nest.sequential  # no iteration waits for another
        self.ranged = self._angles() if self.alike and not any(i.guard for i in nest.body) else {}
        self.far = self.point = ""  # names

    def _open_loop(self, depth: int) -> None:
        if not depth:
            self._declare_strips()
        if not self._laned(depth):
            super()._open_loop(depth)
            return
        extent, i = self.size(self.nest.axes[depth].extent), f"i{depth}"
        self.out.open(f"for (int64_t from = 0; from < {extent}; from += pr::CHUNK)")
        self.out.line(f"const int64_t count = pr::size_min({extent} - from, pr::CHUNK);")
        if self.filled:
            self.out.line(f"if ({self.filled} + count > pr::CHUNK) {self.flush}({self.filled}), {self.filled} = 0;")
        if self.ranged:
            self.far = self._look("at", "count", f"const int64_t {i} = from + at;")
            self.exact, self.point = "exact", self.out.fresh("point")
            self.out.open(f"const auto {self.point} = [&](const int64_t at, const bool exact) PR_BODY")
        else:
            if self.alike:
                self.out.line("PR_INDEPENDENT")
            self.out.open("for (int64_t at = 0; at < count; ++at)")
        self.out.line(f"const int64_t {i} = from + at;")

    def _declare_strips(self) -> None:
        """Before all loops: the strips, and the passes over them where these are made now and then."""
        flowing = self.rank > 1 and all(r.op == "tally" for r in self.nest.reductions)
        self.filled, self.flush = (self.out.fresh("n"), self.out.fresh("tally")) if flowing else ("", "")
        self.kept = {a: self.out.fresh("k") for a in self._gathered()}
        for name in self.kept.values():
            self.out.line(f"pr::Chunk {name};")
        if flowing:
            self.out.line(f"int64_t {self.filled} = 0;")
            self.out.open(f"const auto {self.flush} = [&](const int64_t count) PR_APART")
            self._passes()
            self.out.close("};")

    def _gathered(self) -> list[str]:
        """What differs along the row and is tallied or added up, in the order in which it is computed; with many rows in one strip, what
        differs between these too."""
        used = set(self._collected())
        first = 1 if self.filled else self.rank
        return [i.name for i in self.nest.body if i.name in used and self.level[i.name] >= first and self.rank]

    def _accumulate(self) -> None:
        at = f"{self.filled} + at" if self.filled else "at"
        for a, name in self.kept.items():
            self.out.line(f"{name}.x[{at}] = {spell._bare(self.text[a])};")
        self._close_strip()
        if self.filled:
            self.out.line(f"{self.filled} += count;")
            return
        self._passes()
        for r, name in zip(self.nest.reductions, self.sums):
            if r.op == "sum":
                self.out.open("pr::vectors(count, [&](const int64_t at, const auto part) PR_BODY")
                self._add_sum(name, "from + at", self._read(r.args[0]))
                self.out.close("});")

    def _close_strip(self) -> None:
        """Behind the body of a strip; where it has two versions, run one."""
        if not self.ranged:
            self.out.close()
            return
        self.out.close("};")
        run = f"for (int64_t at = 0; at < count; ++at) {self.point}(at, {{}});"
        self.out.open(f"if (!{self.far})")
        self.out.line("PR_INDEPENDENT")
        self.out.line(run.format("false"))
        self.out.close("} else {")
        self.out.depth += 1
        self.out.line(run.format("true"))
        self.out.close()

    def _passes(self) -> None:
        for step in self.tallied.steps():
            self._pass([step], "pr::vectors(count", self._read)

    def _store_accumulators(self) -> None:
        if self.filled:
            self.out.line(f"{self.flush}({self.filled});")
        super()._store_accumulators()

    def _read(self, name: str) -> str:
        return f"part.load(&{self.kept[name]}.x[at])" if name in self.kept else self.text[name]

    def _close_loop(self, depth: int) -> None:
        self.out.close()
