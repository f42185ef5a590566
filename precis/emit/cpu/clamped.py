"""Prints scatters to neighbouring places that end at a first or a last one: `y[maximum(i - w, 0)] += x[i]`.

Iterations may meet in one place at the ends only. Those inside have places one after the other, and make vectors; those at the ends run
in order, before and after. The value in each place is added up as in one loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from precis.emit.cpu import spell
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Instr, Nest
from precis.ir.shapes import ONE
from precis.ir.size import Size

ENDS = ("maximum", "minimum")


@dataclass(frozen=True, slots=True)
class Clamp:
    """A place that grows by one with each iteration, from `start` on, and is held within limits that all iterations share."""

    name: str
    start: tuple[tuple[str, str], ...]  # (sign, scalar), added to the index of the axis
    offset: Size  # added as well
    limits: tuple[tuple[str, str], ...]  # (operation, limit), the innermost first


def clamp_of(nest: Nest) -> Clamp | None:
    """The place that all that the nest does to the array it stores into goes to, if it has no other; None for all other nests."""
    stores = [i for i in nest.body if i.op == "store"]
    if len(nest.axes) != 1 or not nest.sequential or nest.reductions or nest.hole or len(stores) != 1 or any(i.guard for i in nest.body):
        return None
    place = stores[0].access
    if place is None or any(i.access != place for i in nest.body if i.access and i.access.buffer == place.buffer):
        return None
    varies = _varying(nest)
    along = [index for index in place.index if index.symbols() & varies]
    name = along[0].symbol if len(along) == 1 else None
    return _clamp(nest, varies, name) if name and name != nest.axes[0].symbol else None


def _varying(nest: Nest) -> frozenset[str]:
    """The axis, and the scalars that depend on it."""
    found = {nest.axes[0].symbol}
    for i in nest.body:
        if found.intersection(i.args) or any(found & s.symbols() for s in i.sizes):
            found.add(i.name)
    return frozenset(found)


def _clamp(nest: Nest, varies: frozenset[str], name: str) -> Clamp | None:
    by_name = {i.name: i for i in nest.body}
    i, limits, start = by_name.get(name), [], []
    while i and i.element == "int64" and i.op in ENDS and len(held := [a for a in i.args if a in varies]) == 1:
        limits.append((i.op, next(a for a in i.args if a != held[0])))
        i = by_name[held[0]]
    while i and i.element == "int64" and i.op in ("add", "sub") and i.args[0] in varies and i.args[1] not in varies:
        start.append(("+" if i.op == "add" else "-", i.args[1]))
        i = by_name[i.args[0]]
    axis = nest.axes[0].symbol
    if not limits or i is None or i.op != "size" or i.value.coefficient(axis) != ONE or varies & (i.value - Size.of(axis)).symbols():
        return None
    return Clamp(name, tuple(reversed(start)), i.value - Size.of(axis), tuple(reversed(limits)))


class ClampedPrinter(NestPrinter):
    """The body as a function of the iteration, told whether that lies inside."""

    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        clamp = clamp_of(nest)
        assert clamp is not None, "printer_of asks clamp_of"
        self.clamp = clamp
        self.point = ""

    def _expression(self, i: Instr) -> str:
        text = super()._expression(i)
        return f"(inside ? {self._unheld()} : {text})" if i.name == self.clamp.name else text

    def _unheld(self) -> str:
        """The place, no limit being in force."""
        return self._added(self.size(self.clamp.offset + Size.of(self.nest.axes[0].symbol)))

    def _added(self, start: str) -> str:
        return " ".join([start, *(f"{sign} {self.text[a]}" for sign, a in self.clamp.start)])

    def _open_loop(self, depth: int) -> None:
        self.point = self.out.fresh("point")
        self.out.open(f"const auto {self.point} = [&](const int64_t i{depth}, const bool inside) PR_BODY")

    def _close_loop(self, depth: int) -> None:
        self.out.close("};")
        extent, start = self.size(self.nest.axes[0].extent), self._added(self.size(self.clamp.offset))
        low, high = self.out.fresh("low"), self.out.fresh("high")
        below = [f"pr::below({start}, {spell._bare(self.text[a])}, {extent})" for op, a in self.clamp.limits if op == "maximum"]
        last = [spell._bare(self.text[a]) for op, a in self.clamp.limits if op == "minimum"]
        until = [f"pr::up_to({start}, {limit}, {extent})" for limit in last or ["INT64_MAX"]]  # inside, no place wraps around
        self.out.line(f"const int64_t {low} = {_folded('pr::size_max', below) or '0'};")
        self.out.line(f"const int64_t {high} = pr::size_max({low}, {_folded('pr::size_min', until)});")
        i = f"i{depth}"
        for begin, end, inside in (("0", low, "false"), (low, high, "true"), (high, extent, "false")):
            if inside == "true":
                self.out.line("PR_INDEPENDENT")
            self.out.line(f"for (int64_t {i} = {begin}; {i} < {end}; ++{i}) {self.point}({i}, {inside});")


def _folded(function: str, terms: list[str]) -> str:
    """`function` of all terms, two at a time; "" for none."""
    return reduce(lambda text, term: f"{function}({text}, {term})", terms) if terms else ""
