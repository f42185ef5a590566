"""Prints nests that add terms to a row again and again with the row in registers, a strip of it at a time.

    for k: for j: c[j] = c[j] + a[k] * b[k, j]

loads and stores every element of c for every k. In strips of a few vectors, CHUNK values of k at a time, c is loaded and stored once per
chunk, while the rows of b that are read side by side are few enough for the processor to fetch ahead. Each element is added up in the
same order (Allen & Kennedy 2001, section 8: scalar replacement after unroll-and-jam). Where an independent axis stands around those that
are summed over, several of its rows are added up side by side: one short row is a chain of additions that wait for each other.
"""

from __future__ import annotations

from precis.emit.cpu import spell
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.staged import BYTES
from precis.emit.plan.kernels import Access, Border, Element, Nest
from precis.emit.plan.select import CHEAP
from precis.ir.shapes import ONE

MOST = 2  # rows that stay in registers side by side
NARROW = 4  # elements of rows that are known to be too short
WIDE = 32  # elements of a strip
OF_BYTES = 64  # elements of one beside bytes, of which compilers make vectors no shorter


class RegisterPrinter(NestPrinter):
    """The last axis in strips, inside chunks of the axis around it."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.added = {a: out.fresh("sum") for a in added(nest)}
        self.inside = False  # whether the rows are in registers
        free = [k for k, a in enumerate(nest.axes[:-2]) if a.symbol not in nest.sequential]
        self.side = free[-1] if free and not out.tiny else None  # the axis of which several rows are added up side by side
        self.jammed = self.side is not None
        self.bytes = not self.jammed and any(i.access and i.element in BYTES for i in nest.body)

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        if self.side is None or not self.side < depth < self.rank - 1:  # what each row has of its own stands with its terms
            super()._instructions(depth, only)

    def _open_loop(self, depth: int) -> None:
        out, last = self.out, self.rank - 1
        if depth == self.side:
            self._open_rows(depth)
        elif depth == last - 1:
            self._open_chunk(depth)
        elif depth == last:
            out.open("pr::across<width()>([&](const int64_t v) PR_BODY")
            out.line(f"const int64_t i{last} = start + v;")
            self.inside = True
        else:
            super()._open_loop(depth)

    def _open_rows(self, depth: int) -> None:
        self.row, self.below = self.out.fresh("row"), self.out.fresh("below")
        extent = self.size(self.nest.axes[depth].extent)
        self._open_for(depth, self.row, extent, "pr::ROWS")
        self.out.line(f"const int64_t {self.below} = pr::size_min({extent}, {self.row} + pr::ROWS);")

    def _open_chunk(self, depth: int) -> None:
        out, high = self.out, "height() * " if self.jammed else ""
        self.first, self.end = out.fresh("first"), out.fresh("end")
        extent, more = self.size(self.nest.axes[depth].extent), f"{self.first} < "
        more = more + extent if self.nest.begin is None else f"!{self.first} || {more}{extent}"
        out.open(f"for (int64_t {self.first} = 0; {more}; {self.first} += pr::CHUNK_OF_ROWS)")
        out.line(f"const int64_t {self.end} = pr::size_min({extent}, {self.first} + pr::CHUNK_OF_ROWS);")
        more = ", const int64_t top, const auto height" * self.jammed + ", const int64_t known" * self.bytes
        out.open(f"pr::{self._strips()}[&](const int64_t start, const auto width{more}) PR_BODY")
        for access, name in self.added.items():
            out.line(f"{spell.register_type(out.buffers[access.buffer].element)} {name}[{high}width()];")
        self._across("{name} = " + ("{place};" if self.nest.begin is None else f"{self.first} ? {{place}} : {{begin}};"))
        out.open(f"for (int64_t i{depth} = {self.first}; i{depth} < {self.end}; ++i{depth})")
        if self.side is not None:
            out.open(f"{self._each_row()}")
            out.line(self._this_row())
            for k in range(self.side + 1, depth + 1):
                super()._instructions(k)

    def _strips(self) -> str:
        """The call that takes rows in strips, as far as its body; those of a known length that registers hold in one."""
        if self.bytes:
            return f"whole_strips<{OF_BYTES}>({self.size(self.nest.axes[-1].extent)}, "
        wide, length = WIDE // 2 if self.jammed and len(self.added) > 1 else WIDE, self.nest.axes[-1].extent
        rows = f"{self.row}, {self.below}, " if self.jammed else ""
        name = "_of_rows" * self.jammed
        if length.constant is not None and length.constant < wide:
            return f"strip{name}<{length.constant}>({rows}"
        return f"strips{name}{f'<{wide}>' * (wide < WIDE)}({self.size(length)}, {rows}"

    def _each_row(self) -> str:
        return "pr::each_row<height()>([&](const int64_t h) PR_BODY"

    def _this_row(self) -> str:
        return f"const int64_t i{self.side} = top + h;"

    def _across(self, text: str) -> None:
        """A move of all rows between memory and registers."""
        last = self.rank - 1
        moves = " ".join(text.format(name=self._held_at(name), place=super(RegisterPrinter, self).place(a), begin=self._begin(a))
                         for a, name in self.added.items())
        line = f"pr::across<width()>([&](const int64_t v) PR_BODY {{ const int64_t i{last} = start + v; {moves} }});"
        self.out.line(f"{self._each_row()} {{ {self._this_row()} {line} }});" if self.jammed else line)

    def _held_at(self, name: str) -> str:
        return f"{name}[h * width() + v]" if self.jammed else f"{name}[v]"

    def _begin(self, access: Access) -> str:
        begin = self.nest.begin
        return "" if begin is None else spell.constant(begin, self.out.buffers[access.buffer].element)

    def _close_loop(self, depth: int) -> None:
        last = self.rank - 1
        if depth == last:
            self.inside = False
            self.out.close("});")
        elif depth == last - 1:
            if self.jammed:
                self.out.close("});")
            self.out.close()
            self._across("if (v >= known) {place} = {name};" if self.bytes else "{place} = {name};")
            self.out.close("});")
            self.out.close()
        else:
            super()._close_loop(depth)

    def place(self, access: Access) -> str:
        return self._held_at(self.added[access]) if self.inside and access in self.added else super().place(access)


def added(nest: Nest) -> tuple[Access, ...]:
    """The places that a nest does nothing but add to along the axis around the last one; none where it does anything else."""
    if len(nest.axes) < 2 or nest.reductions or nest.hole or any(i.guard for i in nest.body):
        return ()
    around, last = nest.axes[-2].symbol, nest.axes[-1]
    if around not in nest.sequential or last.symbol in nest.sequential or (last.extent.constant or NARROW) < NARROW:
        return ()
    if not all(plain(i.element) for i in nest.body if i.op == "store"):
        return ()
    stored = [i.access for i in nest.body if i.op == "store" and i.access]
    loaded = [i.access for i in nest.body if i.op == "load" and i.access and i.access.buffer in {a.buffer for a in stored}]
    once = len({a.buffer for a in stored}) == len(stored) <= MOST and set(stored) == set(loaded)
    return tuple(stored) if once and all(along_row(a, around, last.symbol) for a in stored) and _light(nest) else ()


def along_row(access: Access, around: str, last: str) -> bool:
    """Whether a place runs along neighbours, and stays as the axis around them goes on."""
    *others, along = access.index or (ONE,)
    symbols = frozenset().union(*(i.symbols() for i in access.index))
    computed = any(s.startswith("%") and not s.startswith("%i") for s in symbols)
    return along.coefficient(last) == ONE and not computed and around not in symbols and not any(last in i.symbols() for i in others)


def _light(nest: Nest) -> bool:
    """Whether what does not depend on the last axis costs little: it is computed for every strip."""
    last = nest.axes[-1].symbol
    varies = {last}
    for i in nest.body:
        if varies & {*i.args, *(s for size in i.sizes for s in size.symbols())}:
            varies.add(i.name)
        elif i.op not in CHEAP:
            return False
    return not any(i.op in RANGED or isinstance(i.value, Border) for i in nest.body)  # those have versions of their loops


def plain(element: Element) -> bool:
    """Whether registers hold what memory does."""
    return not spell.soft(element) and spell.memory_type(element) == spell.register_type(element) != "bool"
