"""Prints nests that add to three neighbours, or to two of several arrays, again and again, with those in registers.

    for j: for k < 3: force[i, k] = force[i, k] + pull[i, j] * d[i, j, k]

Through memory every addition waits for the store before it (scalar replacement, as in precis.emit.cpu.promote). Rows of more elements are
taken in strips (precis.emit.cpu.registers).
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.registers import along_row, plain
from precis.emit.plan.kernels import Access, Border, Nest

FEW = 3  # elements: two of one array are one vector, whose store the processor hands on; more than three are strips


class NarrowPrinter(NestPrinter):
    """The last axis written out, inside the axis along which is added up."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.held = {a: out.fresh("sum") for a in held(nest)}
        self.inside = False  # whether the elements are in registers
        self.count = self.size(nest.axes[-1].extent)

    def _open_loop(self, depth: int) -> None:
        last = self.rank - 1
        if depth == last:
            self._open_elements()
            self.inside = True
            return
        if depth == last - 1:
            self.out.open(f"if ({self.size(self.nest.axes[depth].extent)} > 0)")
            for access, name in self.held.items():
                self.out.line(f"{spell.register_type(self.out.buffers[access.buffer].element)} {name}[{self.count}];")
            self._move("{name} = {place};")
        super()._open_loop(depth)

    def _close_loop(self, depth: int) -> None:
        last = self.rank - 1
        if depth == last:
            self.inside = False
            self.out.close("});")
            return
        super()._close_loop(depth)
        if depth == last - 1:
            self._move("{place} = {name};")
            self.out.close()

    def _open_elements(self) -> None:
        self.out.open(f"pr::across<{self.count}>([&](const int64_t i{self.rank - 1}) PR_BODY")

    def _move(self, text: str) -> None:
        """A move of all elements between memory and registers."""
        self._open_elements()
        for access, name in self.held.items():
            self.out.line(text.format(name=self._element(name), place=super().place(access)))
        self.out.close("});")

    def _element(self, name: str) -> str:
        return f"{name}[i{self.rank - 1}]"

    def place(self, access: Access) -> str:
        return self._element(self.held[access]) if self.inside and access in self.held else super().place(access)


def held(nest: Nest) -> tuple[Access, ...]:
    """The neighbours that a nest adds to along the axis around the last one, and touches nowhere else."""
    if len(nest.axes) < 2 or nest.reductions or nest.hole or nest.begin is not None:
        return ()
    around, last = nest.axes[-2].symbol, nest.axes[-1]
    if last.extent.constant not in (2, FEW) or around not in nest.sequential or last.symbol in nest.sequential:
        return ()
    if any(i.guard or i.where or i.op in RANGED or isinstance(i.value, Border) for i in nest.body):
        return ()
    found = _added(nest, around, last.symbol)
    return found if last.extent.constant == FEW or len(found) > 1 else ()


def _added(nest: Nest, around: str, last: str) -> tuple[Access, ...]:
    touched: dict[str, set[Access]] = {}
    for i in nest.body:
        if i.access:
            touched.setdefault(i.access.buffer, set()).add(i.access)
    loaded = {i.access for i in nest.body if i.op == "load"}
    stored = [i.access for i in nest.body if i.op == "store" and i.access and plain(i.element)]
    return tuple(a for a in stored if a in loaded and touched[a.buffer] == {a} and along_row(a, around, last))
