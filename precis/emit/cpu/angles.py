"""Loops that take sines, cosines and tangents, in two versions: as if all arguments were moderate, and with the library's.

A look beforehand finds out whether an argument is not moderate: a branch at each of them would leave nothing to vectors. Arguments that
are moderate wherever they come from, as multiples of angles that arctan2 found are, need neither (precis.emit.cpu.moderate).
"""

from __future__ import annotations

from functools import cached_property

from precis.emit.cpu import spell
from precis.emit.cpu.moderate import RANGED, moderate
from precis.emit.cpu.row_lengths import RowLengthPrinter
from precis.emit.plan.kernels import Instr


class AnglePrinter(RowLengthPrinter):
    ranged: dict[str, Instr] = {}  # the sines, cosines and tangents that the loop has versions for
    exact = ""  # how the version that is being printed asks for the library

    def _angles(self) -> dict[str, Instr]:
        """Those of the innermost loop."""
        return {i.name: i for i in self.nest.body if self._has_versions(i) and self.level[i.name] == self.rank and not self._near(i)}

    def _has_versions(self, i: Instr) -> bool:
        return i.op in RANGED and not spell.soft(i.element) and spell.register_type(i.element) in ("float", "double")

    def _near(self, i: Instr) -> bool:
        """Whether the argument is moderate, whatever the nest reads."""
        return i.args[0] in self.moderate

    @cached_property
    def moderate(self) -> frozenset[str]:
        return moderate(self.nest.body)

    def _look(self, index: str, extent: str, first: str = "") -> str:
        """A loop beforehand, and the name of what it finds: is any argument beyond the moderate ones? `first`: a line before all others."""
        text = dict(self.text)
        far, self.exact = self.out.fresh("far"), "false"
        self.out.line(f"int64_t {far} = 0;")
        self.out.line("PR_INDEPENDENT")
        self.out.open(f"for (int64_t {index} = 0; {index} < {extent}; ++{index})")
        if first:
            self.out.line(first)
        self._instructions(self.rank, self._needed([x.args[0] for x in self.ranged.values()]))
        for argument in dict.fromkeys(self.text[x.args[0]] for x in self.ranged.values()):
            self.out.line(f"{far} |= pr::is_far({spell._bare(argument)});")
        self.out.close()
        self.text = text
        return far

    def _expression(self, i: Instr) -> str:
        if i.name in self.ranged:
            return f"pr::{i.op}({spell._bare(self.text[i.args[0]])}, {self.exact})"
        if self._has_versions(i) and self._near(i):
            return f"pr::{i.op}({spell._bare(self.text[i.args[0]])}, false)"
        return super()._expression(i)
