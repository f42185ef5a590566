"""Prints rows of bytes and of other narrow integers that are added up (pr::narrow_totals in runtime/precis_whole_vectors.hpp).

    count += np.count_nonzero(gone); picture[1:-1, 1:-1][gone] = 0

Terms that wait for their lanes as numbers of eight bytes leave compilers eight at a time, and what a row has beyond a whole vector of bytes
to single steps. Whole numbers may be added in any order (also those of `mask.mean()`, which binary64 holds): as bytes, in vectors of one
length, each of which adds its terms to 32 bits. The last vector of a row begins where it has to, is computed first, since what it reads may
be written over, and counts what is new in it.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels
from precis.emit.cpu.narrow_rows import NARROWEST, kind_of, simple
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.vector_rows import Aside
from precis.emit.cpu.whole_vectors import overwritten
from precis.emit.plan.kernels import Access, Instr, Nest, Reduction
from precis.formats import FORMATS

MOST = 60  # operations along a row: the body is compiled seven times
WHOLE = ("int32", "int64", "uint32", "uint64")


def totals(nest: Nest) -> str:
    """The kind of integers that a nest adds up along its rows, "" of other nests: all that varies along a row are integers of this kind,
    side by side, and truth values; what is written over is read where it is written."""
    if not nest.axes or not nest.reductions or not nest.lanes or nest.hole or nest.behind or nest.begin is not None:
        return ""
    by_name, depth, last = {i.name: i for i in nest.body}, levels(nest), nest.axes[-1]
    widened = {name for r in nest.reductions for name in r.args if _widens(r, by_name)}
    used = {a for i in nest.body for a in (*i.args, *(s for size in i.sizes for s in size.symbols()))}
    alone = all(r.args[0] in widened - used for r in nest.reductions)
    if not alone or last.symbol in nest.sequential or any(i.guard or i.where for i in nest.body):
        return ""
    along = [i for i in nest.body if depth[i.name] == len(nest.axes) and i.name not in widened]
    kind = kind_of(along) if len(along) <= MOST and any(i.op == "load" for i in along) else ""
    if not kind or not all(simple(i, last.symbol) for i in along) or overwritten(nest) is None:
        return ""
    return kind if last.extent.constant is None or last.extent.constant >= NARROWEST[kind] else ""


def _widens(r: Reduction, by_name: dict[str, Instr]) -> bool:
    """Whether what is added up are narrow integers, or truth values, as wide ones, or as reals that hold all sums of them exactly."""
    term = by_name.get(r.args[0])
    cast = term is not None and term.op == "cast" and by_name[term.args[0]].element in NARROWEST
    return cast and r.op == "sum" and r.element == r.work and (r.element in WHOLE or r.element == FORMATS["binary64"])


class NarrowTotalPrinter(NestPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.kind = spell.KINDS["uint8" if totals(nest) == "bool" else totals(nest)]
        self.aside = Aside(overwritten(nest) or ())

    def _staged(self) -> bool:
        return False

    def _many_rows(self) -> bool:
        return False

    def _one_row(self) -> bool:
        return False

    def _accumulator(self, r: Reduction) -> str:
        return f"pr::Total<{spell.register_type(r.element)}>"

    def _open_loop(self, depth: int) -> None:
        if depth < self.rank - 1:
            super()._open_loop(depth)
            return
        self.aside.declare(self.out, self._memory, self.kind)
        extent = self.size(self.nest.axes[depth].extent)
        self.out.open(f"pr::narrow_totals<{self.kind}>({extent}, [&](const int64_t i{depth}, const auto to, auto& part) PR_BODY")

    def _memory(self, access: Access) -> str:
        return spell.memory_type(self.out.buffers[access.buffer].element)

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 1:
            super()._close_loop(depth)
            return
        last = self.aside.put(depth, self.place) or "pr::NothingThere()"
        self.out.close(f"}}, {last}, {', '.join(self.sums)});")

    def _store(self, i: Instr) -> None:
        if at := self.aside.at(i.access, self.place):
            self.out.line(f"{at} = {spell._bare(self.text[i.args[0]])};")
        else:
            super()._store(i)

    def _accumulate(self) -> None:
        for k, r in enumerate(self.nest.reductions):
            (term,) = self.by_name[r.args[0]].args
            self.out.line(f"part[{k}] += int32_t(to.counted({self.kind}({spell._bare(self.text[term])})));")
