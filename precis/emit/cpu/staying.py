"""Prints nests that change elements at places that the data tell, which are often the same for many iterations in a row.

    for i: y[row[i]] += v[i]    ->    for i: (if (row[i] != at) {y[at] = s; at = row[i]; s = y[at];} s += v[i]); y[at] = s

Entries of sparse matrices, edges and samples are sorted by rows as a rule: each iteration then waits until what the last one stored can be
read. Where neighbouring iterations mostly have one place, as some of them tell beforehand (runtime/precis_counts.hpp), the element is held
until the place is another. Else the nest runs as it stands, since each other place is a jump that processors may foresee or not.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.levels import levels
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.formats import Format

HELD = ("int64", "int32", "uint64", "uint32", "binary64", "binary32")


def staying(nest: Nest) -> tuple[Access, ...]:
    """The places of a nest that does nothing but to change elements, each read and stored at one computed place; else none."""
    odd = nest.reductions or nest.hole or nest.begin is not None or nest.bins is not None or nest.behind
    if odd or len(nest.axes) != 1 or not nest.sequential or any(i.guard for i in nest.body):
        return ()
    stores = [i for i in nest.body if i.op == "store"]
    depth = levels(nest)
    return tuple(i.access for i in stores if i.access) if stores and all(_changed(i, nest, depth) for i in stores) else ()


def _changed(store: Instr, nest: Nest, depth: dict[str, int]) -> bool:
    """Whether a store is to the place that is read, and the only one where the nest touches the array."""
    access = store.access
    touched = [i for i in nest.body if i.access and access and i.access.buffer == access.buffer]
    if access is None or [i.op for i in touched] != ["load", "store"] or touched[0].where or touched[0].access != access:
        return False
    name = store.element.name if isinstance(store.element, Format) else store.element
    computed = {s for x in access.index for s in x.symbols() if depth.get(s) == 1}
    along = any(nest.axes[0].symbol in x.symbols() for x in access.index)
    return name in HELD and touched[0].element == store.element and bool(computed) and not along


class StayingPrinter(NestPrinter):
    """The nest twice: with elements held in `held`, by the pointers to them, and as it stands."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.places = staying(nest)
        self.held: dict[Access, tuple[str, str]] = {}  # (element, pointer to it) by place

    def print(self) -> None:
        self._instructions(0)
        stays, extent = self.out.fresh("stays"), self.size(self.nest.axes[0].extent)
        self.out.open(f"const bool {stays} = pr::stays({extent}, [&](const int64_t i0) PR_BODY")
        super()._instructions(1, self._needed([s for a in self.places for x in a.index for s in x.symbols()]))
        self.out.line(f"return &{self.place(self.places[0])};")
        self.out.close("});")
        self.out.open(f"if ({stays})")
        self._hold()
        self._loop()
        for element, pointer in self.held.values():
            self.out.line(f"if ({pointer}) *{pointer} = {element};")
        self.held = {}
        self.out.close("} else {")
        self.out.depth += 1
        self._loop()
        self.out.close()

    def _hold(self) -> None:
        for a in self.places:
            self.held[a] = element, pointer = self.out.fresh("s"), self.out.fresh("at")
            type_ = spell.memory_type(self.out.buffers[a.buffer].element)
            self.out.line(f"{type_} {element} = 0, *{pointer} = nullptr;")

    def _loop(self) -> None:
        self._open_loop(0)
        self._instructions(1)
        self._close_loop(0)

    def _loaded(self, i: Instr, access: Access) -> str:
        if access not in self.held:
            return super()._loaded(i, access)
        (element, pointer), here = self.held[access], self.out.fresh("here")
        self.out.line(f"auto* const {here} = &{self.place(access)};")
        self.out.open(f"if ({here} != {pointer})")
        self.out.line(f"if ({pointer}) *{pointer} = {element};")
        self.out.line(f"{element} = *{here};")
        self.out.line(f"{pointer} = {here};")
        self.out.close()
        return element

    def _assign(self, access: Access, text: str) -> None:
        if access in self.held:
            self.out.line(f"{self.held[access][0]} = {spell._bare(text)};")
        else:
            super()._assign(access, text)
