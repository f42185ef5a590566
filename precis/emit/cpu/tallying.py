"""What printers of nests that tally in vectors have in common: the accumulators of what is tallied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.tallied import RANGE, SHARE, SIZE, Step, Tallied

STEMS = {RANGE: "r", SIZE: "a", SHARE: "s"}  # of names of accumulators

Names = Mapping[str, Sequence[str]]  # kind -> what its accumulators are called


class TallyPrinter(NestPrinter):
    """A tally is kept in parts (precis.emit.cpu.tallied)."""

    def _accumulators(self) -> list[str]:
        self.tallied = Tallied(self.nest)
        self.accumulators = {kind: [self.out.fresh(STEMS[kind]) for _ in parts.rows] for kind, parts in self.tallied.parts.items()}
        return ["" if r.op == "tally" else self.out.fresh("s") for r in self.nest.reductions]

    def _declare_accumulators(self) -> None:
        for kind, names in self.accumulators.items():
            for name in names:
                self.out.line(f"pr::{kind} {name};")

    def _add(self, step: Step, text: Mapping[str, str], into: Names) -> None:
        """Emit one step; `text` spells scalars, `into` accumulators."""
        weight = self.out.fresh("w") if step.pairs else ""
        if step.weight:
            call = f"{self._named(into, RANGE, step.weight)}.add(part, {spell._bare(text[step.weight])});"
            self.out.line(f"const auto {weight} = {call}" if weight else call)
        for g in step.sizes:
            self.out.line(f"{self._named(into, SIZE, g)}.add(part, {spell._bare(text[g])});")
        for pair in step.pairs:
            self.out.line(f"{self._named(into, SHARE, pair)}.add(part, {spell._bare(text[pair[0]])}, {weight});")

    def _named(self, names: Names, kind: str, what: Any) -> str:
        """The accumulator that takes `what`."""
        return names[kind][self.tallied.parts[kind].of[what]]

    def _store_accumulators(self) -> None:
        for kind, names in self.accumulators.items():
            for name, rows in zip(names, self.tallied.parts[kind].rows):
                for target, *factor in rows if kind == SHARE else [(r,) for r in (dict.fromkeys(rows) if kind == RANGE else rows)]:
                    self.out.line(f"{name}.add_to(&{self.place(target)}{''.join(f', {f!r}' for f in factor)});")
