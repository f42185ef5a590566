"""Prints scalar statements in loops that tally: pairs are gathered in small arrays, and tallied in vectors when these are full.

One pair after the other would load and store six numbers of its row, each addition waiting for the one before. A full strip costs
an eighth of that, and products that pairs have in common are added up once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from precis.emit.cpu import spell
from precis.emit.cpu.again import stored
from precis.emit.cpu.tallying import RowPrinter, TallyPrinter


class StripPrinter(TallyPrinter):
    """Prints one nest in three places: `declare` before all loops, `print` where it stands, `finish` behind all loops."""

    def declare(self) -> None:
        out = self.out
        scalars = dict.fromkeys(a for step in self.tallied.steps() for a in step.scalars)
        self.kept = {a: k for k, a in enumerate(stored(self.nest.body, scalars))}
        self.strip, self.count, self.flush = out.fresh("k"), out.fresh("n"), out.fresh("tally")
        out.line(f"pr::Memory<pr::Chunk> {self.strip}_memory({len(self.kept)});")
        out.line(f"pr::Chunk* const {self.strip} = {self.strip}_memory.data;")
        out.line(f"int64_t {self.count} = 0;")
        super()._declare_accumulators()
        out.open(f"const auto {self.flush} = [&](const int64_t count) PR_APART")
        for step in self.tallied.steps():
            self._pass([step], "pr::vectors(count", self._read)
        out.close("};")

    def _read(self, name: str) -> str:
        i = self.by_name[name]
        if name in self.kept:
            return f"part.load(&{self.strip}[{self.kept[name]}].x[at])"
        if i.op == "const":
            return spell.constant(i.value, i.element)
        return spell.operation(i.op, list(map(self._read, i.args)), i.element, i.element)

    def print(self) -> None:
        stores = [i.name for i in self.nest.body if i.op == "store"]
        self._instructions(0, self._needed([*stores, *self.kept]))
        self.out.line(f"if (++{self.count} == pr::CHUNK) {self.flush}({self.count}), {self.count} = 0;")

    def _computed(self, name: str) -> None:
        if name in self.kept:
            self.out.line(f"{self.strip}[{self.kept[name]}].x[{self.count}] = {spell._bare(self.text[name])};")

    def finish(self) -> None:
        self.out.line(f"{self.flush}({self.count});")
        super()._store_accumulators()


@contextmanager
def keeping(printers: Iterable[StripPrinter | RowPrinter]) -> Iterator[None]:
    """Around what prints a block with nests that keep their accumulators there."""
    for printer in printers:
        printer.declare()
    yield
    for printer in printers:
        printer.finish()
