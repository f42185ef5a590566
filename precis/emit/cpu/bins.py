"""Prints nests that reduce each element into its bin (precis.emit.cpu.binned): accumulators with the lanes of all bins lie in memory."""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.plan.kernels import Reduction


class BinPrinter(NestPrinter):
    def _collected(self) -> list[str]:
        return [*super()._collected(), self._bin()]

    def _bin(self) -> str:
        (place,) = self.nest.reductions[0].target.index
        return next(iter(place.symbols()))

    def _staged(self) -> bool:
        return False

    def _one_row(self) -> bool:
        return False

    def _many_rows(self) -> bool:
        return False

    def _adds_rest(self) -> bool:
        return False

    def _open_loop(self, depth: int) -> None:
        if self._laned(depth):
            extent = self.size(self.nest.axes[depth].extent)
            self.out.open(f"pr::scattered({extent}, [&](const int64_t i{depth}, const auto lane) PR_BODY")
        else:
            super()._open_loop(depth)

    def _and_wide(self, before: str) -> str:
        return f", {wide}" if (wide := self._wide()) else ""

    def _accumulator(self, r: Reduction) -> str:
        return f"pr::Binned<{super()._accumulator(r)}>"

    def _declare_accumulators(self) -> None:
        assert self.nest.bins is not None
        for name, r in zip(self.sums, self.nest.reductions):
            self.out.line(f"{self._accumulator(r)} {name}({self.size(self.nest.bins)});")

    def _accumulate(self) -> None:
        lane = "lane" if self.nest.lanes else "0"
        for r, name in zip(self.nest.reductions, self.sums):
            self.out.line(f"{name}.of({self.text[self._bin()]}).add({lane}, {spell._bare(self.text[r.args[0]])});")

    def _store_accumulators(self) -> None:
        assert self.nest.bins is not None
        text, self.text[self._bin()] = self.text[self._bin()], "bin"
        self.out.open(f"for (int64_t bin = 0; bin < {self.size(self.nest.bins)}; ++bin)")
        for r, name in zip(self.nest.reductions, self.sums):
            total = self._in_element(r, f"{name}.result(bin)")
            self._assign(r.target, spell.cast(total, r.element, self.out.buffers[r.target.buffer].element))
        self.out.close()
        self.text[self._bin()] = text
