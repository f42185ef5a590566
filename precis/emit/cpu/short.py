"""Prints nests that reduce rows which may be short: several rows at once, since one short row is a chain of steps that wait for each other.

Rows of LONG elements or more are reduced one by one in lanes, as everywhere (precis.ir.order); shorter ones have one lane, and SIDE
of them are taken side by side. Each row goes through its elements in the same order. Rows that are columns in memory are
reduced side by side, and positions of extremes found so, however long they are: each step then reads neighbours.
"""

from __future__ import annotations

from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.nest_facts import EXTREMES, LANED, neighbours
from precis.emit.plan.kernels import Border, Element, Instr, Nest
from precis.emit.plan.select import CHEAP
from precis.formats import FORMATS
from precis.ir.order import LONG
from precis.ir.size import Size

REALS = (FORMATS["binary64"], FORMATS["binary32"])


class ShortRowPrinter(NestPrinter):
    """The axis around the rows in blocks of SIDE, which pr::rows reduces, of COLUMNS, which pr::columns does, or of LANES, in which
    pr::arg_rows finds positions."""

    def _one_row(self) -> bool:
        return True

    def _spread(self) -> bool:
        return False  # of rows that are taken side by side, neighbours are read

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        if depth != self.rank - 1:  # what each row has of its own stands with its terms
            super()._instructions(depth, only)

    def _open_loop(self, depth: int) -> None:
        if depth < self.rank - 2:
            super()._open_loop(depth)
        elif depth == self.rank - 2:
            self.row, self.extent = self.out.fresh("row"), self.size(self.nest.axes[depth].extent)
            finds = self.nest.reductions[0].op in EXTREMES
            self.several = "rows<" if finds or self.staged or not _columns(self.nest) else "columns<"
            self.side = "pr::LANES" if finds else "pr::SIDE" if self.several == "rows<" else "pr::COLUMNS"
            self._open_for(depth, self.row, self.extent, self.side)
        else:
            block = f"{self.row}, pr::size_min({self.extent}, {self.row} + {self.side}), {self.size(self.nest.axes[depth].extent)}"
            arguments = f"const int64_t i{depth - 1}, const int64_t i{depth}"
            self.out.open(f"{self._row()[1].replace('row<', self.several)}({block}, [&]({arguments}) PR_BODY")
            super()._instructions(depth)

    def _close_loop(self, depth: int) -> None:
        if depth < self.rank - 1:
            super()._close_loop(depth)
            return
        self.out.close(f"}}, [&](const int64_t i{depth - 1}, const {self._row()[0]} {self.sums[0]}) PR_BODY {{")
        self.out.depth += 1

    def _close_row(self) -> None:
        self.out.close("});")


def reduces_short_rows(nest: Nest) -> bool:
    """Whether a nest does nothing but reduce its last axis, which may be short, and rows beside each other have as much work alone."""
    if len(nest.axes) < 2 or len(nest.reductions) != 1 or nest.hole or nest.axes[-2].symbol in nest.sequential:
        return False
    (r,), last = nest.reductions, nest.axes[-1]
    sums = nest.lanes and (last.extent.constant or 1) < LONG and r.op in LANED
    short = r.kept == len(nest.axes) - 1 and (sums or _columns(nest))
    plain = not any(i.op in ("store", *RANGED) or i.guard or i.where or isinstance(i.value, Border) for i in nest.body)
    return short and plain and (_near(nest) or _listed(nest)) and _light(nest, nest.axes[-2].symbol, last.symbol)


def _columns(nest: Nest) -> bool:
    """Whether rows that are columns in memory are reduced, or positions of extremes wanted of them, all of numbers that vectors hold."""
    (r,), row, last = nest.reductions, nest.axes[-2].symbol, nest.axes[-1].symbol
    at = next((i for i in nest.body if i.name == r.args[1]), None) if r.op in EXTREMES else None
    along = at.op == "size" and at.value == Size.of(last) if at else nest.lanes and r.op in LANED
    only_places = _places(nest)
    terms = [i for i in nest.body if i is not at and i.name not in only_places]
    loads = [i.access for i in terms if i.access and i.access.index]
    columns = any(row in a.index[-1].symbols() for a in loads) and all(neighbours(i, row) or not _moves(i, row) for i in terms)
    return along and columns and all(_together(i.element, r.element) for i in terms)


def _together(element: Element, of: Element) -> bool:
    """Whether vectors that hold numbers of one kind take in the other on the way."""
    return element == of or (element in REALS and of in REALS)


def _moves(i: Instr, symbol: str) -> bool:
    """Whether what is read depends on the place along an axis."""
    return i.access is not None and any(symbol in x.symbols() for x in i.access.index)


def _places(nest: Nest) -> set[str]:
    """What is computed for nothing but places."""
    wanted = {a for r in nest.reductions for a in r.args}
    places: set[str] = set()
    for i in reversed(nest.body):
        if i.name not in wanted:
            places.add(i.name)
        elif not (i.access and i.op != "load"):
            wanted |= set(i.args)
    return places


def _listed(nest: Nest) -> bool:
    """Whether places that do not follow from the axes stand in lists, the same for all rows, which are columns in memory."""
    row, moving = nest.axes[-2].symbol, {nest.axes[-2].symbol}
    for i in nest.body:
        if moving.intersection(i.args) or any(moving & size.symbols() for size in i.sizes):
            moving.add(i.name)
    apart = any(i.name in moving for i in nest.body if i.name in _places(nest))
    return not apart and _columns(nest) and any(_moves(i, row) for i in nest.body)


def _near(nest: Nest) -> bool:
    """Whether all places follow from the axes: reading rows of places first, and then what lies there, is slower than row by row."""
    computed = {i.name for i in nest.body}
    return not any(computed & size.symbols() for i in nest.body if i.access for size in i.access.index)


def _light(nest: Nest, row: str, last: str) -> bool:
    """Whether what a row has of its own costs little: it is computed for each of its terms."""
    own, terms = {row}, {last}
    for i in nest.body:
        used = {*i.args, *(s for size in i.sizes for s in size.symbols())}
        if used & terms:
            terms.add(i.name)
        elif used & own:
            own.add(i.name)
            if i.op not in CHEAP:
                return False
    return True
