"""Prints nests that divide by numbers known before all loops: quotients by multiplication, the same bit for bit.

With z + y as good as 1 / d in twice the significand, q = fma(x, z, x y) is one of the two neighbours of x / d, and fma(fma(-d, q, x), z, q)
is x / d correctly rounded (Markstein 1990; Brisebarre, Muller & Raina, IEEE TC 53(8), 2004), as long as nothing over- or underflows on the
way. Four operations take a quarter of a division's time. Rows look at the magnitudes of all that they divide, and where some is neither 0
nor moderate, or the divisor is not moderate, they are run again and divided as before. Rows that write over what they read are run in
parts, and each part is written when it is right.
"""

from __future__ import annotations

from math import frexp

from precis.emit.cpu import spell
from precis.emit.cpu.distribute import PAYING
from precis.emit.cpu.nest_facts import neighbours
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.cpu.whole_vectors import alike
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.emit.plan.maps import injective
from precis.formats import Format

FEWEST = 16  # elements of a row whose divisions are worth it, where their number is known
BESIDE = 48  # instructions that take as long as a division, which runs beside them
PART = 512  # elements of a nest without rows that are run again together


def quotients(nest: Nest) -> dict[str, str]:
    """The divisions of each element by a number that is known before all loops -> that number; none where rows may not run twice, or
    where what is beside them takes as long: elementary functions, columns, and, for one division, writing parts of rows twice."""
    again = bool(nest.axes) and not nest.reductions and not nest.hole and nest.axes[-1].symbol not in nest.sequential
    short = again and (nest.axes[-1].extent.constant or FEWEST) < FEWEST
    if not again or short or any(i.guard for i in nest.body) or not _found_again(nest):
        return {}
    by_name = {i.name: i for i in nest.body}
    depths = _depths(nest)
    found = {i.name: i.args[1] for i in nest.body if i.op == "div" and _plain(i) and depths[i.args[0]] == len(nest.axes)
             and not depths[i.args[1]] and all(_plain(by_name[a]) for a in i.args) and not _power(by_name[i.args[1]])}
    gains = sum(i.op != "const" for i in nest.body) <= BESIDE * len(found) and len(found) > bool(overwritten(nest))
    side_by_side = all(neighbours(i, nest.axes[-1].symbol) for i in nest.body if i.access and i.access.index)
    return found if gains and side_by_side and not any(i.op in PAYING for i in nest.body) else {}


def overwritten(nest: Nest) -> frozenset[Access] | None:
    """Where the nest stores what it has read there; None where it reads more of an array that it writes."""
    stores = {i.access.buffer: (k, i.access) for k, i in enumerate(nest.body) if i.op == "store" and i.access}
    if len(stores) < sum(i.op == "store" for i in nest.body):
        return None
    loads = [(k, i, i.access) for k, i in enumerate(nest.body) if i.op == "load" and i.access and i.access.buffer in stores]
    own = all(k < stores[a.buffer][0] and a == stores[a.buffer][1] and injective(a.index, nest.axes) and _plain(i) for k, i, a in loads)
    return frozenset(a for _, _, a in loads) if own else None


def _found_again(nest: Nest) -> bool:
    """Whether what is held until it is right has places that are known behind a row: none that its elements looked up."""
    places, inside = overwritten(nest), {i.name for i in nest.body}
    return places is not None and not any(d.symbols() & inside for a in places for d in a.index)


def _plain(i: Instr) -> bool:
    return isinstance(i.element, Format) and i.element.name == "binary64"


def _power(i: Instr) -> bool:
    """Whether a divisor is a power of two, by which compilers multiply."""
    return i.op == "const" and abs(frexp(i.value)[0]) == 0.5


def _depths(nest: Nest) -> dict[str, int]:
    """The axes that each scalar needs, counted from the outermost."""
    known = {a.symbol: k + 1 for k, a in enumerate(nest.axes)}
    for i in nest.body:
        symbols = frozenset().union(*(s.symbols() for s in i.sizes))
        known[i.name] = max((known.get(x, 0) for x in (*i.args, *symbols)), default=0)
    return known


class QuotientPrinter(StreamPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.quotients = {} if self.streams or self.ranged else quotients(nest)
        if self.ends and (self.rank == 1 or overwritten(nest)):
            self.quotients = {}
        self.held = dict.fromkeys(sorted(overwritten(nest) or (), key=str), "") if self.quotients else {}
        self.whole = alike(nest) if self.quotients and not self.ends else ""
        self.divisors: dict[str, str] = {}
        self.seen = self.run = ""  # names

    def _open_loop(self, depth: int) -> None:
        if depth == 0:
            self._declare_divisors()
        if not self.quotients or depth < self.rank - 1:
            super()._open_loop(depth)
            return
        parts, extent = self._parted(), self.size(self.nest.axes[depth].extent)
        if parts:
            self._open_parts(depth, extent)
        for access in self.held:
            self.held[access] = self.out.fresh("held")
            self.out.line(f"double {self.held[access]}[{PART}];")
        self.run, self.seen = self.out.fresh("run"), self.out.fresh("seen")
        self.out.open(f"const auto {self.run} = [&](const auto exact) PR_BODY")
        self.out.line(f"pr::Magnitudes {self.seen};")
        if self.ends:
            super()._open_loop(depth)
            return
        i = f"i{depth}"
        if self.whole:
            length, index = ("end - from", "k") if parts else (extent, i)
            self.out.open(f"pr::whole_vectors<double, false>({length}, [&](const int64_t {index}) PR_BODY")
            if parts:
                self.out.line(f"const int64_t {i} = from + k;")
            return
        self.out.line("PR_INDEPENDENT")
        self.out.open(f"for (int64_t {i} = {'from' if parts else '0'}; {i} < {'end' if parts else extent}; ++{i})")

    def _parted(self) -> bool:
        return self.rank == 1 or bool(self.held)

    def _open_parts(self, depth: int, extent: str) -> None:
        self._open_for(depth, "from", extent, str(PART))
        self.out.line(f"const int64_t end = pr::size_min(from + {PART}, {extent});")

    def _declare_divisors(self) -> None:
        for name in dict.fromkeys(self.quotients.values()):
            self.divisors[name] = self.out.fresh("by")
            self.out.line(f"const pr::Divisor {self.divisors[name]}({spell._bare(self.text[name])});")

    def _close_loop(self, depth: int) -> None:
        if not self.quotients or depth < self.rank - 1:
            super()._close_loop(depth)
            return
        if self.ends:
            super()._close_loop(depth)
        else:
            self.out.close("});" if self.whole else "}")
        self.out.line(f"return {self.seen}.moderate();")
        self.out.close("};")
        moderate = " && ".join(f"{d}.moderate" for d in self.divisors.values())
        self.out.line(f"if (!({moderate} && {self.run}(std::false_type()))) {self.run}(std::true_type());")
        i = f"i{depth}"
        for access, held in self.held.items():
            self.out.line(f"for (int64_t {i} = from; {i} < end; ++{i}) {self.place(access)} = {held}[{i} - from];")
        if self._parted():
            self.out.close("} PR_JOINED" if self.joined and not depth else "}")

    def _store(self, i: Instr) -> None:
        if i.access in self.held:
            self.out.line(f"{self.held[i.access]}[i{self.rank - 1} - from] = {spell._bare(self.text[i.args[0]])};")
        else:
            super()._store(i)

    def _expression(self, i: Instr) -> str:
        if i.name not in self.quotients:
            return super()._expression(i)
        return f"pr::over({spell._bare(self.text[i.args[0]])}, {self.divisors[i.args[1]]}, exact, {self.seen})"
