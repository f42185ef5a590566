"""Prints nests with more accumulators than a processor has registers: rows in chunks, each worked through group by group.

An accumulator that finds no register is loaded and stored for every vector, which costs more than adding to it. So the body runs over a
chunk of a row first and leaves what is tallied in small arrays, which the nearest cache holds; then every group of accumulators
runs over the chunk, in registers. Each accumulator still sees the elements in the same order: the sums are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from precis.emit.cpu.tallied import Step, Tallied
from precis.emit.cpu.vector import VectorPrinter
from precis.emit.plan.kernels import Nest

REGISTERS = 24  # vectors of 512 bits that hold accumulators; the others hold operands


def crowded(nest: Nest) -> bool:
    """Whether the accumulators of a nest that tallies take more registers than there are."""
    return len(Tallied(nest).groups(REGISTERS)) > 1


class ChunkPrinter(VectorPrinter):
    def _open_loop(self, depth: int) -> None:
        if not self._laned(depth):
            super()._open_loop(depth)
            return
        extent = self.size(self.nest.axes[depth].extent)
        self.out.open(f"pr::chunks({extent}, [&](const int64_t from, const int64_t count) PR_BODY")
        self.kept = {a: self.out.fresh("k") for a in self._tallied() if not self._reloads(a)}
        for name in self.kept.values():
            self.out.line(f"pr::Chunk {name};")
        self._open_vectors()

    def _open_vectors(self) -> None:
        self.out.open("pr::vectors(count, [&](const int64_t at, const auto part) PR_BODY")
        self.out.line(f"[[maybe_unused]] const int64_t i{self.rank - 1} = from + at;")

    def _tallied(self) -> list[str]:
        """The vectors that are tallied, in the order in which they are computed."""
        used = {a for r in self.nest.reductions if r.op == "tally" for a in r.args}
        return [i.name for i in self.nest.body if i.name in used and self.level[i.name] == self.rank]

    def _reloads(self, name: str) -> bool:
        """Whether the vector can as well be read again where it came from."""
        i = self.by_name[name]
        return i.op == "load" and i.access is not None and i.access.buffer not in self.written and self._step(i.access) == ""

    def _accumulate(self) -> None:
        for a, name in self.kept.items():
            self.out.line(f"part.keep({name}, at, {self.text[a]});")
        self._add_sums()
        kept = {a: f"part.load(&{name}.x[at])" for a, name in self.kept.items()}
        again = {a: self._expression(self.by_name[a]) for a in self._tallied() if a not in self.kept}
        for group in self.tallied.groups(REGISTERS):
            self.out.close("});")
            self._open_vectors()
            text = {**self.text, **self._read({**kept, **again}, group)}
            for step in group:
                self._add(step, text, self.accumulators)

    def _read(self, loads: Mapping[str, str], group: Sequence[Step]) -> dict[str, str]:
        """Emit the loads that a group needs; what they are called."""
        found = {a: self.out.fresh("t") for a in dict.fromkeys(a for step in group for a in step.scalars) if a in loads}
        for a, name in found.items():
            self.out.line(f"const auto {name} = {loads[a]};")
        return found

    def _close_loop(self, depth: int) -> None:
        super()._close_loop(depth)
        if self._laned(depth):
            self.out.close("});")
