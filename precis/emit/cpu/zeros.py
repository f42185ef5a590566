"""Nests that add products of integers to rows step over factors that are zero, where most of them are.

    for i: for k: for j: c[i, j] += a[i, k] * b[k, j]
    ->  if most of a is zero: for i: p = where a[i, :] is not; for k in p: for j: ...      else as before

Matrices of integers are those of graphs, of choices and of codes more often than not, and hold few numbers that are not zero. Counting
these first costs one look at each, which serves a row. Integers know no -0 and nothing that is 0 times as much without being 0: what is
left out adds nothing, and the rest is added up in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.registers import along_row
from precis.emit.plan.collapse import collapsed
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, If, Instr, Loop, Nest, Plan, Reduction, SizeBind, Statement, Strips
from precis.emit.plan.moved import moved
from precis.ir.shapes import ONE
from precis.ir.size import Size, product

Block = tuple[Statement, ...]

STEPS, TERMS = ("add", "sub", "bit_or"), ("mul", "bit_and")  # x STEP 0 is x; 0 TERM y is 0
SHORTEST = 16  # elements of a row, in the example: what counting costs is little beside as many products
FEWEST = 1 << 9  # products for a row, in the example
MOST = 3  # all factors for one that is not zero, at least: rows are added up one by one there
INDEX = "int64"


def zeros_skipped(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))
    return replace(made, statements=_block(plan.statements, made))


def _block(statements: Block, plan: Plan, strips: bool = False) -> Block:
    """`strips`: right inside of strips, where sums over all axes would go on from one to the next."""
    return tuple(t for s in statements for t in (_chosen(s, plan) if isinstance(s, Nest) and not strips else (_inside(s, plan),)))


def _inside(s: Statement, plan: Plan) -> Statement:
    return map_blocks(s, lambda block: _block(block, plan, isinstance(s, Strips)))


def _chosen(s: Nest, plan: Plan) -> Block:
    factor = _factor(s) if _adds(s) and _worth_while(s, plan) else None
    return (s,) if factor is None else tuple(_Parts(s, factor, plan).statements())


def _adds(s: Nest) -> bool:
    """Whether a nest does nothing but add to rows of integers or truth values along the axis around the last one."""
    if len(s.axes) < 2 or s.sequential != {s.axes[-2].symbol} or s.reductions or s.hole or s.behind or s.bins is not None:
        return False
    if any(i.guard or i.where for i in s.body):
        return False
    stored = [i.access for i in s.body if i.op == "store" and isinstance(i.element, str) and i.access]
    if len(stored) != sum(i.op == "store" for i in s.body) or len(stored) != 1:
        return False
    loaded = {i.access for i in s.body if i.op == "load" and i.access and i.access.buffer == stored[0].buffer}
    return loaded == {*stored} and along_row(stored[0], s.axes[-2].symbol, s.axes[-1].symbol)


def _worth_while(s: Nest, plan: Plan) -> bool:
    """Whether rows are long enough, and of terms enough, in the example; of sizes that arguments tell."""
    terms, row = (a.extent for a in s.axes[-2:])
    if not (terms + row).symbols() <= set(plan.example):
        return False
    return row.value(plan.example) >= SHORTEST and (terms * row).value(plan.example) >= FEWEST


def _factor(s: Nest) -> str | None:
    """The factor of what a nest adds to its rows that is the same all along them; None where there is none."""
    by_name = {i.name: i for i in s.body}
    store = next(i for i in s.body if i.op == "store")
    step = by_name[store.args[0]]
    if step.op not in STEPS or step.element != store.element:
        return None
    old, term = (by_name[a] for a in step.args)
    if step.op != "sub" and old.access != store.access:
        old, term = term, old
    if old.access != store.access or term.op not in TERMS or term.element != step.element:
        return None
    return next((a for a in term.args if by_name[a].op == "load" and _same_along(by_name[a], s)), None)


def _same_along(i: Instr, s: Nest) -> bool:
    """Whether a load is the same all along a row, at a place that axes and loops tell."""
    axes = {a.symbol for a in s.axes[:-1]}
    return i.access is not None and bool(i.access.index) and all(
        x in axes or not x.startswith("%") for at in i.access.index for x in at.symbols())


@dataclass(frozen=True)
class _Parts:
    nest: Nest
    factor: str
    plan: Plan

    def statements(self) -> Iterator[Statement]:
        count, few = self._scalar(INDEX, "not zero"), self._scalar("bool", "few")
        yield self._counted(count)
        yield self._compared(count, few)
        yield If(few.name, self._rows(), (self.nest,), self.nest.sites)

    def _scalar(self, element: str, word: str, shape: tuple[Size, ...] = ()) -> Buffer:
        made = Buffer(f"{word} {len(self.plan.buffers)}", shape, element, WORKSPACE)
        self.plan.buffers[made.name] = made
        return made

    @property
    def load(self) -> Instr:
        return next(i for i in self.nest.body if i.name == self.factor)

    def _test(self) -> tuple[Instr, ...]:
        """`%2`: whether the factor is not zero, as an integer."""
        zero = Instr("%0", "const", (), self.load.element, value=0)
        return (replace(self.load, name="%f"), zero, Instr("%1", "ne", ("%f", "%0"), "bool"), Instr("%2", "cast", ("%1",), INDEX))

    def _counted(self, count: Buffer) -> Nest:
        total = Reduction("sum", ("%2",), INDEX, INDEX, Access(count.name, (), ()), 0)
        return collapsed(Nest(self.nest.axes[:-1], self._test(), (total,), sites=self.nest.sites))

    def _compared(self, count: Buffer, few: Buffer) -> Nest:
        every = product(a.extent for a in self.nest.axes[:-1])
        body = (Instr("%0", "load", (), INDEX, Access(count.name, (), ())), Instr("%1", "const", (), INDEX, value=MOST),
                Instr("%2", "mul", ("%0", "%1"), INDEX), Instr("%3", "size", (), INDEX, value=every),
                Instr("%4", "le", ("%2", "%3"), "bool"), Instr("%5", "store", ("%4",), "bool", Access(few.name, (), ())))
        return Nest((), body, sites=self.nest.sites)

    def _rows(self) -> Block:
        """The rows, one after the other."""
        *outer, terms, _ = self.nest.axes
        names = {a.symbol: f"{a.symbol[1:]} of {self.nest.body[0].name} {len(self.plan.buffers)}" for a in outer}
        found, places = self._scalar(INDEX, "found"), self._scalar(INDEX, "places", (terms.extent,))
        body: Block = self._row(names, found, places)
        for a in reversed(outer):
            body = (Loop(names[a.symbol], Size(), a.extent, 1, body, self.nest.sites),)
        return body

    def _row(self, names: dict[str, str], found: Buffer, places: Buffer) -> Block:
        """Where the factors of a row are that are not zero, and what is added for these."""
        terms = self.nest.axes[-2]
        at, symbol = Access(found.name, (), ()), f"{found.name} here"
        begin = Nest((), (Instr("%0", "const", (), INDEX, value=0), Instr("%1", "store", ("%0",), INDEX, at)), sites=self.nest.sites)
        test = tuple(moved(i, {**names, terms.symbol: Size.of("%i0")}) for i in self._test())
        hit, count = Size.of("%2"), Size.of("%3")
        search = Nest((Axis("%i0", terms.extent),), (
            *test, Instr("%3", "load", (), INDEX, at), Instr("%4", "size", (), INDEX, value=Size.of("%i0")),
            Instr("%5", "store", ("%4",), INDEX, Access(places.name, (count,), places.shape), guard=((hit, ONE, ONE + 1),)),
            Instr("%6", "add", ("%3", "%2"), INDEX), Instr("%7", "store", ("%6",), INDEX, at)), sequential=frozenset({"%i0"}))
        return begin, search, SizeBind(symbol, found.name), *self._begun(names), self._added(names, places, symbol)

    def _begun(self, names: dict[str, str]) -> Block:
        """The row with the number that it begins with."""
        store = next(i for i in self.nest.body if i.op == "store")
        if self.nest.begin is None:
            return ()
        along = self.nest.axes[-1]
        number = Instr("%0", "const", (), store.element, value=self.nest.begin)
        stored = moved(replace(store, name="%1", args=("%0",)), {**names, along.symbol: Size.of("%i0")})
        return (Nest((Axis("%i0", along.extent),), (number, stored), sites=self.nest.sites),)

    def _added(self, names: dict[str, str], places: Buffer, count: str) -> Loop:
        *_, terms, along = self.nest.axes
        index = f"{places.name} term"
        place = Instr("%place", "load", (), INDEX, Access(places.name, (Size.of(index),), places.shape))
        there = {**names, terms.symbol: Size.of(place.name), along.symbol: Size.of("%i0")}
        row = replace(self.nest, axes=(Axis("%i0", along.extent),), sequential=frozenset(), begin=None,
                      body=(place, *(moved(i, there) for i in self.nest.body)))
        return Loop(index, Size(), Size.of(count), 1, (row,), self.nest.sites)
