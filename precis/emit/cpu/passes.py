"""Prints nests that tally more than registers hold: the body leaves what it tallies in strips of vectors, over which passes go with their
accumulators in registers.

Accumulators in memory are loaded and stored for each vector of a row, and processors store one vector a cycle. This way each scalar is
stored once, and accumulators once for all vectors of a strip. Neighbours beyond the end of a row count as zeros, so that the rows of a nest
follow one another in its strips, whole vector by whole vector. Sums are added up in the order in which bodies add them up.
"""

from __future__ import annotations

from collections.abc import Mapping

from precis.emit.cpu import spell
from precis.emit.cpu.levels import still
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.tallied import Step, Tallied
from precis.emit.cpu.tallying import Names, Rows
from precis.emit.cpu.units import USUAL, vector_units
from precis.emit.cpu.vector import VectorPrinter, vectorisable
from precis.emit.plan.kernels import Nest
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY

REGISTERS = 32  # of vectors
AT_ONCE = 14  # accumulators of a pass: what it reads needs registers, too
LENGTH = 8  # vectors of a strip
NEAR = 40 * 1024  # bytes of strips and accumulators: the first cache holds 48 KiB on the processors measured, and bodies read beside them
GAIN = 1.7  # accumulators for each scalar, from which on strips are worth it (measured: 1.62 is not, 1.74 is)


def in_passes(nest: Nest) -> bool:
    """Whether a nest in vectors tallies into more accumulators than there are registers, and several for each scalar, which stay in the
    first cache. Elementary functions need registers of their own; elsewhere processors with few units wait for arithmetic either way."""
    if not vectorisable(nest) or not (vector_units() > USUAL or _takes_functions(nest)):
        return False
    tallied = Tallied(nest, still(nest))
    return tallied.held > max(REGISTERS, GAIN * len(tallied.scalars)) and _bytes(tallied) <= NEAR


def _takes_functions(nest: Nest) -> bool:
    return any(i.op in OPS and OPS[i.op].rounding == LIBRARY for i in nest.body)


def _bytes(tallied: Tallied) -> int:
    """Of strips and accumulators."""
    return 64 * (LENGTH * len(tallied.scalars) + tallied.held)


class PassPrinter(VectorPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.strips, self.filled, self.passes = (out.fresh(stem) for stem in ("k", "n", "tally"))
        self.kept = nest.reductions[0].kept
        self.strip = {a: f"{self.strips}[{k}]" for k, a in enumerate(filter(self._gathered, self.tallied.scalars))}

    def _gathered(self, name: str) -> bool:
        """Whether a scalar goes through strips: what differs between elements, and all cotangents, which count as zeros beyond a row."""
        return name in self.tallied.cotangents or self.level[name] > self.kept

    def _declare_accumulators(self) -> None:
        for kind, name, rows in self._each():
            there = self._kept_as_it_is(name, rows)
            self.out.line(f"pr::{kind}& {name} = {self.home}.{name};" if there else f"pr::{kind} {name};")
        self._declare_sums()

    def _kept_as_it_is(self, name: str, rows: Rows) -> bool:
        return bool(self.home) and name in self._members(name, rows)

    def _keep(self, kind: str, name: str, rows: Rows) -> None:
        if not self._kept_as_it_is(name, rows):
            super()._keep(kind, name, rows)

    def _open_loop(self, depth: int) -> None:
        if depth == self.kept:
            self.out.line(f"pr::vector8 {self.strips}[{len(self.strip)}][{LENGTH}];")
            self.out.line(f"int64_t {self.filled} = 0;")
            self.out.open(f"const auto {self.passes} = [&](const int64_t count) PR_APART")
            for steps in self.tallied.groups(AT_ONCE):
                self._pass(steps, "pr::strip(count", self._read)
            self.out.close("};")
        super()._open_loop(depth)

    def _read(self, name: str) -> str:
        return f"{self.strip[name]}[at]" if name in self.strip else self._scalar(name)

    def _add(self, step: Step, text: Mapping[str, str], into: Names) -> None:
        super()._add(step, {**text, **{a: self._read(a) for a in self.strip if not a}}, into)

    def _computed(self, name: str) -> None:
        """Leave it in its strip at once: few values wait in registers then."""
        if name not in self.strip or self.level[name] < self.rank:
            return
        if not self.text[name].isidentifier():
            text, self.text[name] = self.text[name], self.out.fresh("t")
            self.out.line(f"const auto {self.text[name]} = {spell._bare(text)};")
        self._leave(name, self.text[name])

    def _leave(self, name: str, text: str) -> None:
        self.out.line(f"{self.strip[name]}[{self.filled}] = part.counted(part.all({text}));")

    def _add_tallies(self) -> None:
        for name in self.strip:
            if not name or self.level[name] < self.rank:
                self._leave(name, spell._bare(self._scalar(name)) if name else "1.0")
        self.out.line(f"if (++{self.filled} == {LENGTH}) {self.passes}({self.filled}), {self.filled} = 0;")

    def _close_loop(self, depth: int) -> None:
        super()._close_loop(depth)
        if depth == self.kept:
            self.out.line(f"{self.passes}({self.filled});")
