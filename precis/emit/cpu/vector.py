"""Prints nests that tally as bodies in explicit vectors along the last axis (runtime/precis_vector.hpp).

A tally is a dozen operations for one of the program, so here the compiler's own vectorisation is not good enough: it keeps the lanes
of accumulators in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from precis.emit.cpu import spell
from precis.emit.cpu.moderate import RANGED
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.nest_facts import LOGICAL
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.tallying import RowPrinter, double, in_rows
from precis.emit.cpu.turns import Turn, serving, turned, turns_of
from precis.emit.plan.kernels import Access, Element, Guard, Instr, Nest
from precis.emit.plan.maps import disjoint
from precis.ir.ops import OPS
from precis.ir.ops.record import LIBRARY
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest, product, smallest

INCLUDE = "precis_vector.hpp"
BY_OPERATORS = ("add", "sub", "mul", "div", "neg", "lt", "le", "gt", "ge", "eq", "ne")  # what C++ has for vectors
SHORT = 16  # elements of rows that leave most of a vector empty
OF_INTEGERS = ("add", "sub", "mul", "neg", "maximum", "minimum", "select")


def vectorisable(nest: Nest) -> bool:
    """Whether the nest tallies, and all that it does along its last axis is arithmetic on binary64 numbers at equal distances or at places
    that are found by arithmetic on int64."""
    return in_rows(nest) and nest.axes[-1].symbol not in nest.sequential and _plain_body(nest, nest.axes[-1].symbol)


def only_tallies(nest: Nest) -> bool:
    """Whether the nest is a scalar statement that tallies in binary64."""
    return not nest.axes and bool(nest.reductions) and all(r.op == "tally" and double(r.element) for r in nest.reductions)


def _plain_body(nest: Nest, last: str) -> bool:
    turns = turns_of(nest)
    positions = serving(nest, turns)
    varies: set[str] = {last, *positions}  # the symbol of the axis, and scalars that depend on it
    made: dict[str, Instr] = {}
    stores = [i.access for i in nest.body if i.op == "store" and i.access]
    for i in nest.body:
        if i.name in positions:
            continue
        made[i.name] = i
        changed = i.op == "store" or any(_may_meet(s, i.access, nest) for s in stores if i.access)
        if i.guard or not (_plain(i, varies, made, last, changed) or _turned(i, varies, turns, changed)):
            return False
        if _depends(i, varies):
            varies.add(i.name)
    varies -= positions
    return not any(i.element == "int64" and i.name in varies for i in nest.body) or _gains_by_places(nest, varies)


def _gains_by_places(nest: Nest, varies: set[str]) -> bool:
    """Whether vectors of integers are better than strips: rows are no shorter than vectors, and no elementary functions, of which compilers
    make better vectors in strips."""
    length = nest.axes[-1].extent.constant
    functions = any(i.op in OPS and OPS[i.op].rounding == LIBRARY and i.name in varies for i in nest.body)
    return not functions and (length is None or length >= SHORT)


def _depends(i: Instr, varies: set[str]) -> bool:
    return any(a in varies for a in i.args) or any(s.symbols() & varies for s in i.sizes)


def _may_meet(written: Access, read: Access, nest: Nest) -> bool:
    apart = written.shape == read.shape and disjoint(written.index, read.index, nest.axes)
    return written.buffer == read.buffer and not apart


def _plain(i: Instr, varies: set[str], made: dict[str, Instr], last: str, changed: bool) -> bool:
    """`changed`: whether the nest may store into the place."""
    if i.where and _depends(i, varies) and not _chosen(i, varies, last):
        return False
    if i.access and (changed or _depends(i, varies)):
        return _held(i.element) and (_in_steps(i.access, varies, last) or (not changed and _at_places(i, varies, made, last)))
    if not _depends(i, varies):
        return True
    operands = {made[a].element for a in i.args}
    if i.element == "bool":
        alike = all(map(double, operands)) or operands == {"int64"}
        return (i.op in BY_OPERATORS and alike) or (i.op in LOGICAL and operands == {"bool"})
    if i.element == "int64" and i.op == "cast":
        return all(map(double, operands))
    if i.element == "int64":
        counts = i.op == "size" and i.value.symbols() & varies == {last} and (i.value.coefficient(last) or Size()).constant is not None
        return counts or (i.op in OF_INTEGERS and operands <= {"bool", "int64"} and {made[a].element for a in i.args[-2:]} == {"int64"})
    if i.op == "cast":
        return double(i.element) and operands in ({"bool"}, {"int64"})
    computed = (len(i.args) <= 2 or i.op == "fma") and all(map(double, operands))
    return double(i.element) and i.op != "size" and (i.op == "select" or computed)


def _turned(i: Instr, varies: set[str], turns: Mapping[str, Turn], changed: bool) -> bool:
    """Whether `i` reads a row that begins anew somewhere, which the nest does not store into."""
    found = turned(i.access, turns) if i.op == "load" and i.access else None
    return found is not None and not changed and not i.where and double(i.element) and not any(s.symbols() & varies for s in found[0].index)


def _chosen(i: Instr, varies: set[str], last: str) -> bool:
    """Whether a choice has a mask: of neighbours in a range, of binary64 numbers in memory one after the other."""
    along = [bounds for bounds in i.where if any(size.symbols() & varies for size in bounds)]
    ranges = all(index.coefficient(last) == ONE and not (low.symbols() | high.symbols()) & varies for index, low, high in along)
    return ranges and double(i.element) and (not i.access or any(index.coefficient(last) == ONE for index in i.access.index[-1:]))


def _held(element: Element) -> bool:
    """Whether there are vectors of it in memory."""
    return double(element) or element in ("bool", "int64")


def _at_places(i: Instr, varies: set[str], made: Mapping[str, Instr], last: str) -> bool:
    """Whether `i` reads numbers at places that are known in vectors."""
    along = frozenset().union(*(s.symbols() & varies for s in i.access.index)) - {last} if i.access else frozenset()
    return i.op == "load" and double(i.element) and not i.where and bool(along) and all(_whole(made.get(a)) for a in along)


def _whole(i: Instr | None) -> bool:
    return i is not None and i.element == "int64"


def _in_steps(access: Access, varies: set[str], last: str) -> bool:
    """Whether neighbours along the axis lie at equal distances."""
    along = [i for i in access.index if i.symbols() & varies]
    if len(along) != 1 or along[0].symbols() & varies != {last}:
        return False
    step = along[0].coefficient(last)
    return step is not None and bool(step.constant)


def _precedes(a: Access, b: Access) -> bool:
    """Whether `b` always lies behind `a` in memory, as far as indices tell."""
    apart = [d for d in ((j - i).constant for i, j in zip(a.index, b.index)) if d != 0] if a.shape == b.shape else []
    return bool(apart) and (apart[0] or 0) > 0


class VectorPrinter(RowPrinter):
    """Scalars of the innermost body are vectors of the type of `part`, or single numbers that all elements share.

    A tally is kept in parts (precis.emit.cpu.tallied).
    """

    def __init__(self, out: Printer, nest: Nest):
        self.turns = turns_of(nest)
        self.printed = frozenset(i.name for i in nest.body) - serving(nest, self.turns)
        super().__init__(out, nest)
        self.masks: dict[Guard, str] = {}
        self.spread = False  # whether the index of the last axis is spelled for all elements

    def _instructions(self, depth: int, only: frozenset[str] | None = None) -> None:
        super()._instructions(depth, self.printed if only is None else only & self.printed)

    def _type(self, i: Instr) -> str:
        return "auto" if self.level[i.name] == self.rank else super()._type(i)

    def _open_loop(self, depth: int) -> None:
        if not self._laned(depth):
            super()._open_loop(depth)
            return
        extent = ", ".join([self.size(self.nest.axes[depth].extent), *self._inside()])
        self.out.open(f"pr::vectors({extent}, [&](const int64_t i{depth}, const auto part) PR_BODY")
        for access in self._tapes():
            self.out.line(f"pr::ahead(&{self.place(access)});")

    def _inside(self) -> tuple[str, ...]:
        """The elements of a row that meet all conditions of choices: the first one, and the end; () where nothing is chosen."""
        last = Size.of(self.nest.axes[-1].symbol)
        guards = dict.fromkeys(i.where for i in self.nest.body if i.where and i.name in self.printed and self.level[i.name] == self.rank)
        bounds = tuple(dict.fromkeys(b for where in guards for b in where))
        along = [(low - index + last, high - index + last) for index, low, high in bounds if self._goes_along(index)]
        if not along or not all(s in self.axis or s in self.out.symbols for b in bounds for size in b for s in size.symbols()):
            return ()
        low, high = (self.size(reduce(end, sizes)) for end, sizes in zip((largest, smallest), map(dict.fromkeys, zip(*along))))
        test = self._test(tuple(b for b in bounds if not self._goes_along(b[0])))
        return low, f"{test} ? {high} : 0" if test else high

    def _goes_along(self, index: Size) -> bool:
        return index.coefficient(self.nest.axes[-1].symbol) == ONE

    def _tapes(self) -> list[Access]:
        """Of each tape that neighbours are read from: the read that is furthest on."""
        furthest: dict[str, Access] = {}
        for i in self.nest.body:
            if i.op == "load" and i.access and self.out.buffers[i.access.buffer].tape and self._runs_on(i.access):
                known = furthest.setdefault(i.access.buffer, i.access)
                furthest[i.access.buffer] = i.access if _precedes(known, i.access) else known
        return list(furthest.values())

    def _runs_on(self, access: Access) -> bool:
        known = all(s in self.axis or s in self.out.symbols for i in access.index for s in i.symbols())
        return known and double(self.out.buffers[access.buffer].element) and self._step(access) == ""

    def _gathers(self, access: Access) -> bool:
        """Whether elements lie at places of their own."""
        return any(self.level.get(s, 0) == self.rank for i in access.index for s in i.symbols())

    def _places(self, access: Access) -> str:
        """Where elements lie in a buffer, as a vector."""
        self.spread = True
        text = self.offset(access)
        self.spread = False
        return text

    def _symbol(self, symbol: str) -> str:
        text = super()._symbol(symbol)
        return f"pr::along({text}, 1)" if self.spread and symbol == self.nest.axes[-1].symbol else text

    def _step(self, access: Access) -> str | None:
        """The distance of neighbours along the last axis as a further argument; None where all elements share the place."""
        last = self.nest.axes[-1].symbol
        for k, i in enumerate(access.index):
            if last in i.symbols():
                step = product(access.shape[k + 1:]) * (i.coefficient(last) or ONE)
                return "" if step == ONE else f", {self.size(step)}"
        return None

    def _loaded(self, i: Instr, access: Access) -> str:
        if found := turned(access, self.turns):
            row, at = found
            return f"part.turned(&{self.place(row)}, {', '.join(map(self.size, (at.index, at.limit, at.start)))})"
        if self._gathers(access):
            return f"part.gather({self.out.names[access.buffer]}, part.all({spell._bare(self._places(access))}))"
        step = self._step(access)
        return super()._loaded(i, access) if step is None else f"part.load(&{self.place(access)}{step})"

    def _assign(self, access: Access, text: str) -> None:
        step = self._step(access)
        if step is not None:
            self.out.line(f"part.store(&{self.place(access)}, {spell._bare(text)}{step});")
        else:
            super()._assign(access, text)

    def _mask(self, where: Guard) -> str:
        """The name of the vector of truth values of a choice."""
        if where not in self.masks:
            last = self.nest.axes[-1].symbol
            along = [bounds for bounds in where if last in bounds[0].symbols()]
            test = self._test(tuple(bounds for bounds in where if bounds not in along)) or "true"
            ranges = [f"part.within({', '.join([test, *map(self.size, bounds)])})" for bounds in along]
            self.masks[where] = self.out.fresh("m")
            text = " & ".join(ranges) or f"part.within({test})"
            self.out.line(f"const pr::mask8 {self.masks[where]} = {f'pr::mask8({text})' if len(ranges) > 1 else text};")
        return self.masks[where]

    def _expression(self, i: Instr) -> str:
        if i.where and self.level[i.name] == self.rank:
            mask = self._mask(i.where)
            if i.access:
                return f"part.load_where(&{self.place(i.access)}, {mask})"
            return f"part.chosen({mask}, {', '.join(f'part.all({spell._bare(self.text[a])})' for a in i.args)})"
        if self.level[i.name] < self.rank or i.op in ("load", "const", *BY_OPERATORS):
            return super()._expression(i)
        args = [spell._bare(self.text[a]) for a in i.args]
        if i.op in LOGICAL:
            return spell.operation(i.op, [f"part.all({a})" for a in args], "bool", "bool")
        if i.op == "select":
            return f"pr::select({args[0]}, part.all({args[1]}), part.all({args[2]}))"
        if i.op == "fma":
            return f"pr::fused({', '.join(f'part.all({a})' for a in args)})"
        if i.op == "size":
            return f"pr::along({self.size(i.value)}, {self.size(i.value.coefficient(self.nest.axes[-1].symbol) or ONE)})"
        if i.op == "cast" and self.by_name[i.args[0]].element != "bool":
            return f"pr::{'whole' if i.element == 'int64' else 'real'}({args[0]})"
        if i.op == "cast":
            return f"pr::select({args[0]}, part.all(1.0), part.all(0.0))"
        if i.element == "int64" or i.op in ("maximum", "minimum"):
            return f"pr::{i.op}({', '.join(f'part.all({a})' for a in args)})"
        if i.op in ("abs", "sign", *RANGED):
            return f"pr::{i.op}(part.all({args[0]}))"
        names, one = "x", self._power(i, "x")
        if not one:
            names = "xyz"[: len(args)]
            one = spell.operation(i.op, list(names), i.element, i.element)
        parameters = ", ".join(f"double {n}" for n in names)
        return f"pr::each([]({parameters}) {{ return {spell._bare(one)}; }}, {', '.join(f'part.all({a})' for a, _ in zip(args, names))})"

    def _add_tallies(self) -> None:
        for step in self.tallied.steps():
            self._add(step, self.text, self.accumulators)

    def _accumulate(self) -> None:
        self._add_tallies()
        for r, name in zip(self.nest.reductions, self.sums):
            if r.op == "sum":
                self._add_sum(name, f"i{self.rank - 1}", self.text[r.args[0]])


class PairPrinter(NestPrinter):
    """Scalar statements that tally."""

    def _declare_accumulators(self) -> None:
        pass

    def _accumulate(self) -> None:
        for r in self.nest.reductions:
            self.out.line(f"pr::tally(&{self.place(r.target)}, {', '.join(spell._bare(self.text[a]) for a in r.args)});")

    def _store_accumulators(self) -> None:
        pass
