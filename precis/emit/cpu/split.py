"""Innermost loops in several versions, so that the one that nearly all iterations take vectorises.

Where a rotated array begins anew: a few iterations at the ends, and those inside, in which comparisons of the index are known. Where
sines and cosines are taken: as if all arguments were moderate, or, where a look beforehand finds one that is not, with the library's.
"""

from __future__ import annotations

from precis.emit.cpu.angles import AnglePrinter
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Border, Instr, Nest
from precis.ir.size import Size

ONE = Size.of(1)


class SplitPrinter(AnglePrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        plain = bool(nest.axes) and not nest.reductions and not nest.hole and not any(i.guard for i in nest.body)
        self.ends = self._ends() if plain else {}
        laned = bool(nest.axes) and self._laned(self.rank - 1) and (self.staged or not self._many_rows())
        self.ranged = self._angles() if (plain or laned) and nest.axes[-1].symbol not in nest.sequential else {}
        self.called = self.called or bool(self.ends or self.ranged)  # each version stands in a function of its own
        self.far = self.point = ""  # names

    def _ends(self) -> dict[str, tuple[Size, bool]]:
        """Comparisons of the innermost index that come out alike in all but a few iterations: (where it changes, how it comes out)."""
        axis = self.nest.axes[-1]
        found: dict[str, tuple[Size, bool]] = {}
        for i in self.nest.body:
            if isinstance(i.value, Border) and i.value.index.coefficient(axis.symbol) == ONE:
                place = i.value.limit - (i.value.index - Size.of(axis.symbol))
                before, behind = place.constant, (axis.extent - place).constant
                if before is not None and (behind is None or before <= behind):
                    found[i.name] = place, False
                elif behind is not None:
                    found[i.name] = place, True
        return found

    def _many_rows(self) -> bool:
        return super()._many_rows() and (self.rank > 1 or not any(i.op in RANGED for i in self.nest.body))

    def _adds_rest(self) -> bool:
        return super()._adds_rest() and not self.ends and not self.ranged

    def _split(self, depth: int) -> bool:
        return depth == self.rank - 1 and bool(self.ends or self.ranged)

    def _open_loop(self, depth: int) -> None:
        if not self._split(depth):
            super()._open_loop(depth)
            return
        if self.ranged:
            first = "constexpr bool rim = true;" if self.ends else ""
            self.far = self._look(f"i{depth}", self.size(self.nest.axes[-1].extent), first)
        flags = ["const auto lane"] if self._laned(depth) and not self._one_row() else []
        flags += [*(["const bool rim"] if self.ends else []), *(["const bool exact"] if self.ranged else [])]
        self.exact = "exact"
        self.point = self.out.fresh("point")
        self.out.open(f"const auto {self.point} = [&](const int64_t i{depth}, {', '.join(flags)}) PR_BODY")

    def _close_loop(self, depth: int) -> None:
        if not self._split(depth):
            super()._close_loop(depth)
            return
        self.out.close("};")
        if self.ranged and self._one_row():
            self._run_row()
            return
        run = self._run_lanes if self._laned(depth) else self._run
        low, high = self._inside() if self.ends else ("0", self.size(self.nest.axes[-1].extent))
        if not self.ranged:
            run(low, high, "")
            return
        self.out.open(f"if (!{self.far})")
        run(low, high, "false")
        self.out.close("} else {")
        self.out.depth += 1
        run(low, high, "true")
        self.out.close()

    def _expression(self, i: Instr) -> str:
        text = super()._expression(i)
        if i.name in self.ends:
            return f"(!rim || {text})" if self.ends[i.name][1] else f"(rim && {text})"
        return text

    def _inside(self) -> tuple[str, str]:
        """Names of the ends of the part in which the comparisons in `ends` are known."""
        extent = self.size(self.nest.axes[-1].extent)
        lows = [int(place.constant or 0) for place, known in self.ends.values() if not known]
        end = extent
        for high in dict.fromkeys(self.size(place) for place, known in self.ends.values() if known):
            end = f"pr::size_min({end}, {high})"
        low, high = self.out.fresh("low"), self.out.fresh("high")
        self.out.line(f"const int64_t {low} = pr::size_min({max([0, *lows])}, {extent});")
        self.out.line(f"const int64_t {high} = pr::size_max({end}, {low});")
        return low, high

    def _run(self, low: str, high: str, exact: str) -> None:
        """The loop: what lies before `low`, inside, and behind `high`; where iterations are independent, the few at both ends together,
        and where all are to be exact, all as these: each copy of a body takes its time to compile."""
        extent = self.size(self.nest.axes[-1].extent)
        independent = self._independent(self.rank - 1)
        if not self.ends:
            self._over(low, high, exact, independent and exact != "true")
        elif independent and exact == "true":
            self._few("0", extent, f"true, {exact}")
        elif independent and low != "0" and high != extent:
            self._over(low, high, ", ".join(filter(None, ("false", exact))), True)
            self._few(f"{low} ? 0 : {high}", extent, ", ".join(filter(None, ("true", exact))), f"{{0}} + 1 == {low} ? {high} : {{0}} + 1")
        else:
            for start, end, rim in (("0", low, "true"), (low, high, "false"), (high, extent, "true")):
                flags = ", ".join(filter(None, (rim, exact)))
                if rim == "false":
                    self._over(start, end, flags, independent and exact != "true")
                elif start != end:
                    self._few(start, end, flags)

    def _over(self, start: str, end: str, flags: str, independent: bool) -> None:
        """Many iterations."""
        i = f"i{self.rank - 1}"
        if independent and self.rank == 1 and self._shared():
            self.out.line(f"{self._shared_for(i, start, end, '1', True)} {{ {self.point}({i}, {flags}); }} PR_JOINED")
            return
        if independent:
            self.out.line("PR_INDEPENDENT")
        self.out.line(f"for (int64_t {i} = {start}; {i} < {end}; ++{i}) {self.point}({i}, {flags});")

    def _few(self, start: str, end: str, flags: str, following: str = "{0} + 1") -> None:
        """A few iterations, of which compilers should write out no more than one."""
        i = f"i{self.rank - 1}"
        self.out.line("PR_ROLLED")
        self.out.line(f"for (int64_t {i} = {start}; {i} < {end}; {i} = {following.format(i)}) {{ {self.point}({i}, {flags}); PR_SINGLE; }}")

    def _run_lanes(self, _low: str, high: str, exact: str) -> None:
        """The loop of a nest that reduces, which has no ends."""
        depth = self.rank - 1
        body = f"[&](const int64_t i{depth}, const auto lane) PR_BODY {{ {self.point}(i{depth}, lane, {exact}); }}"
        self.out.line(f"{self._in_lanes(high)}, {body}{self._behind_lanes(depth)});")

    def _run_row(self) -> None:
        """The sum of one row."""
        (type_, row), (_, rarely), i = self._row(), self._row("pr::RARE"), f"i{self.rank - 1}"
        ways = (f"{row}({self.size(self.nest.axes[-1].extent)}, [&](const int64_t {i}) PR_BODY {{ return {self.point}({i}, {exact}); }})"
                for row, exact in ((rarely, "true"), (row, "false")))
        self.out.line(f"const {type_} {self.sums[0]} = {self.far} ? {' : '.join(ways)};")
