"""What an update of a box does in each of some iterations of a loop, and what waits for the end of them.

What rows and columns have in an iteration is kept in arrays of their own; the elements inside a panel (precis.emit.cpu.trailing) are
updated at once, those outside by all iterations together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from precis.emit.cpu.outer_updates import COLUMN, OuterUpdate
from precis.emit.cpu.touches import Span
from precis.emit.cpu.trailing import Parts, Steps, Trailing
from precis.emit.plan.body import Code
from precis.emit.plan.kernels import Access, Axis, Buffer, Element, Instr, Loop, Nest, Plan, SizeBind, Statement
from precis.emit.plan.moved import moved, placed
from precis.ir.size import Size, SizeLike, bounds, largest

Block = tuple[Statement, ...]
ROWS, COLUMNS = "%i0", "%i1"
SIDES = ("side of a row", "side of a column")  # symbols
GROUP = 4  # rows side by side: what columns have is loaded once for them (measured: 1, 2, 4)


@dataclass
class Waiting:
    """One update. Makes buffers in the plan for what it keeps."""

    trailing: Trailing
    steps: Steps
    plan: Plan
    kept: dict[str, Access] = field(init=False)  # by scalar of the body: where it is kept, of iteration number COUNT

    def __post_init__(self) -> None:
        kinds, u = self.update.kinds(), self.update
        wanted = {a: kinds[a] for i in u.body if len(kinds[i.name]) == 2 for a in i.args if len(kinds[a]) < 2}
        elements = {i.name: i.element for i in u.body if i.op != "const"}
        self.kept = {name: self._keep(kind == {COLUMN}, elements[name]) for name, kind in wanted.items() if name in elements}

    @property
    def update(self) -> OuterUpdate:
        return self.trailing.update

    def _keep(self, column: bool, element: Element) -> Access:
        """What columns have changes where the panel's rows are updated among others, what rows have where its columns are."""
        u, step, count = self.update, self.steps.number, Size.of(self.steps.count)
        rows, columns = u.place.shape[-2:]
        index, shape = ((step, Size.of(COLUMN)), (count, columns)) if column else ((Size.of(u.row), step), (rows, count))
        if u.in_order if column else u.turning:
            index, shape = (Size.of(SIDES[not column]), *index), (Size.of(2), *shape)
        made = Buffer(f"kept {len(self.plan.buffers)}", shape, element)
        self.plan.buffers[made.name] = made
        return Access(made.name, index, made.shape)

    def columns_kept(self, side: int = 0) -> Block:
        """What columns have, for the end."""
        every, body = self.update.all_columns(self.update.rows), self._keeping({COLUMN}, side)
        return (self.nest(body, None, every),) if body else ()

    def rows_kept(self, rows: Span | None, side: int = 0) -> Block:
        """What rows have."""
        body = self._keeping({self.update.row}, side)
        return (self.nest(body, rows, None),) if body else ()

    def inside(self, rows: Span | None) -> Block:
        """The update of the columns of the panel."""
        u, columns = self.update, self.trailing.columns.inside
        if columns and isinstance(u.inner, Loop):
            start = u.inner.start + (columns.low - u.columns.low)
            return (replace(u.inner, start=start, trips=self.count(columns)),)
        return (self.nest(u.body, rows, columns),) if columns else ()

    def in_row(self) -> Block:
        """What one row does with its columns."""
        behind = self.rows_kept(None, 1) if self.update.turning else ()
        return (*self.rows_kept(None), *self.inside(None), *behind)

    def of_nest(self) -> Block:
        """An iteration of an update that is a nest."""
        u, rows = self.update, self.trailing.rows
        panel = (self.nest(u.body, rows.inside, u.columns),) if rows.inside else ()
        return (*self.columns_kept(), *self.rows_kept(u.rows), *panel, *self.over(rows, lambda span, _: self.inside(span)))

    def together(self) -> Block:
        """All iterations of the elements outside, those of some rows side by side."""
        u, columns = self.update, self.trailing.columns

        def of_rows(rows: Span, row_side: Size) -> Block:
            if any(u.row in x.symbols() for c in columns.outside for x in (c.low, c.high)):
                one = self.applied(range(self.steps.count), u.place)
                each = self.over(columns, lambda c, side: (self.nest(_on(one, row_side, side), None, c),))
                return (Loop(u.row, rows.low, self.count(rows), 1, each, u.statement.sites),)
            return self.over(columns, lambda c, side: self._groups(rows, c, (row_side, side)))
        return self.over(self.trailing.rows, of_rows)

    def over(self, parts: Parts, made: Callable[[Span, Size], Block]) -> Block:
        """What is made for a span, and the side that it is on, for those outside."""
        if len(parts.outside) == 1:
            return made(parts.outside[0], Size.of(parts.begins))
        which = "rows" if parts is self.trailing.rows else "columns"
        (before, after), side = parts.outside, Size.of(self._name(f"side of {which}"))
        low = self._bound(f"first of {which}", before.low + side * (after.low - before.low))
        count = self._bound(which, self.count(before) + side * (self.count(after) - self.count(before)))
        body = (*low[1], *count[1], *made(Span(low[0], low[0] + count[0]), side))
        return (Loop(side.symbol or "", Size(), Size.of(2), 1, body, self.update.statement.sites),)

    def _bound(self, name: str, size: Size) -> tuple[Size, Block]:
        """A size of its own name, and what binds it."""
        name, code = self._name(name), Code()
        self.plan.buffers[name] = Buffer(name, (), "int64")
        code.emit("store", (code.emit("size", (), "int64", value=size),), "int64", Access(name, (), ()))
        return Size.of(name), (Nest((), tuple(code.instrs), sites=self.update.statement.sites), SizeBind(name, name))

    def _name(self, what: str) -> str:
        return f"{what} {len(self.plan.buffers)}"

    def _groups(self, rows: Span, columns: Span, sides: tuple[Size, Size]) -> Block:
        """Nests over groups of rows, and over the rows that are left."""
        u, groups, numbers = self.update, self.count(rows) // GROUP, range(self.steps.count)
        first = [rows.low + Size.of(ROWS) * GROUP + k for k in range(GROUP)]
        side_by_side = self.nest(_on(self.applied(numbers, u.place, first), *sides), None, columns)
        done, each = groups * GROUP, (self.nest(_on(self.applied(numbers, u.place), *sides), None, columns),)
        rest = Loop(u.row, rows.low + done, self.count(rows) - done, 1, each, u.statement.sites)
        return replace(side_by_side, axes=(Axis(ROWS, groups), *side_by_side.axes)), rest

    def _keeping(self, kind: set[str], side: int) -> tuple[Instr, ...]:
        """The body of a nest that keeps what columns, or rows, have, for one side."""
        kinds = self.update.kinds()
        wanted = [name for name in self.kept if (kinds[name] or {self.update.row}) == kind]
        if not wanted:
            return ()
        computed = [i for i in self.update.body if kinds[i.name] <= kind and i.op != "store"]
        elements = {i.name: i.element for i in computed}
        stores = tuple(Instr(f"{name} kept", "store", (name,), elements[name], self.kept[name]) for name in wanted)
        return (*_used(computed, wanted), *_on(stores, Size.of(side), Size.of(side)))

    def nest(self, body: tuple[Instr, ...], rows: Span | None, columns: Span | None) -> Nest:
        """The body for all of these rows and columns; for those that the symbols say, where None is given."""
        u, axes, there = self.update, [], {}
        for span, symbol, axis in ((rows, u.row, ROWS), (columns, COLUMN, COLUMNS)):
            if span is not None:
                axes.append(Axis(axis, self.count(span)))
                there[symbol] = span.low + Size.of(axis)
        return Nest(tuple(axes), tuple(moved(i, there) for i in body), sites=u.statement.sites)

    def count(self, span: Span) -> Size:
        if span.count.symbol:
            return span.count
        least = bounds(span.count, {self.update.row: self.update.rows.ends})
        return span.count if least and self.steps.surely(least[0] + 1) else largest(0, span.count)

    def applied(self, numbers: Iterable[SizeLike], place: Access, rows: Sequence[Size] = ()) -> tuple[Instr, ...]:
        """The body that does the iterations of these numbers with one element, which is at `place`; or with one in each of these rows."""
        u, code = self.update, Code()
        own = [i for i in u.body if len(u.kinds()[i.name]) == 2]
        element = next(i.element for i in own if i.access == u.place and i.op == "load")
        there = [{u.row: row} for row in rows or (Size.of(u.row),)]
        at = [code.emit("load", (), element, placed(place, row)) for row in there]
        for number in numbers:
            here = {self.steps.index: self.steps.first + self.steps.step * Size.of(number)}
            at = [self._applied(code, own, name, {**here, **row}) for name, row in zip(at, there)]
        for name, row in zip(at, there):
            code.emit("store", (name,), element, placed(place, row))
        return tuple(code.instrs)

    def _applied(self, code: Code, own: Sequence[Instr], at: str, here: Mapping[str, Size]) -> str:
        """What one iteration makes of an element."""
        names = {i.name: at for i in own if i.op == "load" and i.access == self.update.place}
        for i in self.update.body:
            if i.name in self.kept:
                names[i.name] = code.emit("load", (), i.element, placed(self.kept[i.name], here))
            elif i.op == "const":
                names[i.name] = code.emit("const", (), i.element, value=i.value)
        for i in own:
            if i.op == "store":
                at = names[i.args[0]]
            elif i.name not in names:
                i = moved(i, here)
                names[i.name] = code.emit(i.op, tuple(names[a] for a in i.args), i.element, i.access, i.value)
        return at


def at_once(updates: Sequence[Waiting]) -> Block:
    """An iteration of the statement that has these updates: everything but the elements outside the panel."""
    first = updates[0]
    u, rows = first.update, first.trailing.rows
    if isinstance(u.statement, Nest):
        return first.of_nest()
    inner = {id(w.update.inner): w.in_row() for w in updates}
    each = tuple(t for s in u.each for t in inner.get(id(s), (s,)))
    inside = (replace(u.statement, start=rows.inside.low, trips=first.count(rows.inside)),) if rows.inside else ()

    def of_rows(span: Span, _: Size) -> Block:
        return (Loop(u.row, span.low, first.count(span), 1, each, u.statement.sites),)
    if not u.in_order:
        return (*(n for w in updates for n in w.columns_kept()), *inside, *first.over(rows, of_rows))
    sides = [(*(n for w in updates for n in w.columns_kept(k)), *of_rows(span, Size())) for k, span in enumerate(rows.outside, rows.begins)]
    before, after = sides if len(sides) > 1 else ((), sides[0]) if rows.begins else (sides[0], ())
    return (*before, *inside, *after)


def _on(body: Sequence[Instr], row_side: Size, column_side: Size) -> tuple[Instr, ...]:
    """A body on these sides of the panel."""
    return tuple(moved(i, dict(zip(SIDES, (row_side, column_side)))) for i in body)


def _used(body: Iterable[Instr], wanted: Iterable[str]) -> list[Instr]:
    """What these scalars are computed from."""
    need, out = set(wanted), []
    for i in reversed(list(body)):
        if i.name in need:
            need |= set(i.args)
            out.append(i)
    return out[::-1]
