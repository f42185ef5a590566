"""Rows of a box that nests touch at places that they compute, while updates of the box wait (precis.emit.cpu.waiting).

    if p != k: a[[k, p]] = a[[p, k]]    ->    row p: the iterations so far;  if p != k: a[[k, p]] = a[[p, k]]

Such a row, as elimination with pivots exchanges with the one of its step, is brought up to date in front of that, and its number is kept
with that of the iteration. At the end it gets the later iterations only: aside, before all rows get all of them, and is put back behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from precis.emit.cpu.touches import Span
from precis.emit.cpu.trailing import Trailing
from precis.emit.cpu.waiting import Waiting
from precis.emit.plan.body import Code
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Buffer, Element, If, Instr, Loop, Nest, SizeBind, Statement
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import walk
from precis.ir.size import Size

Block = tuple[Statement, ...]


@dataclass
class TakenRows:
    """The rows that nests of an iteration take of a box; `places`: by nest, the scalars that say which."""

    waiting: Waiting
    places: Mapping[int, Sequence[str]]
    late: frozenset[int]  # nests behind the update
    made: dict[str, Buffer] = field(init=False)

    def __post_init__(self) -> None:
        rows, columns = self.waiting.update.place.shape[-2:]
        slots = Size.of(self.waiting.steps.count * self._each)
        element = self.waiting.plan.buffers[self.waiting.update.place.buffer].element
        shapes: dict[str, tuple[tuple[Size, ...], Element]] = {
            "due": ((rows,), "int64"), "rows": ((slots,), "int64"), "aside": ((slots, columns), element), "row": ((), "int64"),
            "done": ((), "int64"), "waits": ((), "bool")}
        count = len(self.waiting.plan.buffers)
        self.made = {what: Buffer(f"{what} {count}", shape, of) for what, (shape, of) in shapes.items()}
        self.waiting.plan.buffers.update((b.name, b) for b in self.made.values())

    @property
    def _each(self) -> int:
        """Rows that an iteration takes."""
        return sum(map(len, self.places.values()))

    def first(self) -> Block:
        """In front of all: no row is taken."""
        return self._filled("due", 0), self._filled("rows", -1)

    def brought_up(self, body: Block) -> Block:
        """The body with rows brought up to date in front of the nests that take them."""
        numbers = dict(zip(self.places, accumulate(map(len, self.places.values()), initial=0)))

        def before(s: Statement) -> Block:
            if id(s) in numbers and isinstance(s, Nest):
                return (*self._brought_up(s, self.waiting.steps.number * self._each + numbers[id(s)]), s)
            return (map_blocks(s, lambda block: tuple(t for u in block for t in before(u))),)
        return tuple(t for s in body for t in before(s))

    def _brought_up(self, n: Nest, first: Size) -> Block:
        """`first`: of the places where the numbers of these rows are kept."""
        w, (span,), names = self.waiting, self.waiting.trailing.rows.outside, self.places[id(n)]
        now = w.steps.number + (1 if id(n) in self.late else 0)
        asked = (self._scalars(lambda c, name=name: {"rows": _within(c, _copied(c, n, name), span)}, first + k)
                 for k, name in enumerate(names))
        known = self._scalars(lambda c: {"due": _size(c, now)}, self._row)
        return *asked, self._over_taken(first, len(names), (*self._bound(), self._later(now, w.update.place), known))

    def before(self) -> Block:
        """In front of what all rows get together: what the taken ones get, aside."""
        count, aside = self.waiting.steps.count, self._aside
        body = (*self._bound(), *self._copies(self.waiting.update.place, aside), self._later(Size.of(count), aside))
        return (self._over_taken(Size(), count * self._each, body),)

    def behind(self) -> Block:
        """Behind that: the taken rows are put back, and are no longer taken."""
        none = (self._scalars(lambda c: {"due": _size(c, Size())}, self._row),
                self._scalars(lambda c: {"rows": _size(c, Size.of(-1))}, self._slot))
        body = (*self._bound(False), *self._copies(self._aside, self.waiting.update.place), *none)
        return (self._over_taken(Size(), self.waiting.steps.count * self._each, body),)

    @property
    def _slot(self) -> Size:
        return Size.of(f"taken {self.made['row'].name}")

    @property
    def _aside(self) -> Access:
        return Access(self.made["aside"].name, (self._slot, self.waiting.update.place.index[-1]), self.made["aside"].shape)

    @property
    def _row(self) -> Size:
        return Size.of(self.made["row"].name)

    def _bound(self, done: bool = True) -> Block:
        """The row, and how many iterations it has, as sizes."""
        row, found, due = SizeBind(self.made["row"].name, self.made["row"].name), self.made["done"].name, self.made["due"]
        loaded = self._scalars(lambda c: {"done": c.emit("load", (), "int64", Access(due.name, (self._row,), due.shape))})
        return (row, loaded, SizeBind(found, found)) if done else (row,)

    def _later(self, now: Size, place: Access) -> Loop:
        """The iterations of the row up to one number, of elements at `place`."""
        step = Size.of(f"step of {self.made['row'].name}")
        done = Size.of(self.made["done"].name)
        body = self.waiting.applied((step,), place)
        return Loop(step.symbol or "", done, now - done, 1, tuple(self._along(body)), self.waiting.update.statement.sites)

    def _along(self, body: Sequence[Instr]) -> Iterator[Nest]:
        """A body for all columns of the row."""
        there = {self.waiting.update.row: self._row}
        yield from (self.waiting.nest(tuple(moved(i, there) for i in body), None, c) for c in self.waiting.trailing.columns.outside)

    def _copies(self, source: Access, target: Access) -> Iterator[Nest]:
        element = self.made["aside"].element
        yield from self._along((Instr("%0", "load", (), element, source), Instr("%1", "store", ("%0",), element, target)))

    def _over_taken(self, first: Size, count: int, body: Block) -> Loop:
        """The body for those of `count` rows that are outside the panel."""
        rows = Access(self.made["rows"].name, (self._slot,), self.made["rows"].shape)

        def asked(code: Code) -> dict[str, str]:
            row = code.emit("load", (), "int64", rows)
            return {"row": row, "waits": code.emit("ge", (row, _size(code, Size())), "bool")}
        return Loop(self._slot.symbol or "", first, Size.of(count), 1, (self._scalars(asked), If(self.made["waits"].name, body, ())))

    def _scalars(self, made: Callable[[Code], Mapping[str, str]], at: Size | None = None) -> Nest:
        """A nest that stores what the code computes, by buffer; `at` one place of it."""
        code = Code()
        for what, name in made(code).items():
            b = self.made[what]
            code.emit("store", (name,), b.element, Access(b.name, (at,) if at is not None else (), b.shape))
        return Nest((), tuple(code.instrs), sites=self.waiting.update.statement.sites)

    def _filled(self, what: str, number: int) -> Nest:
        b, code = self.made[what], Code()
        code.emit("store", (code.emit("const", (), "int64", value=number),), "int64", Access(b.name, (Size.of("%i0"),), b.shape))
        return Nest((Axis("%i0", b.shape[0]),), tuple(code.instrs))


def taken_rows(w: Waiting, body: Block) -> TakenRows | None:
    """Those of an update in the body of a loop, if there are any."""
    places: dict[int, list[str]] = {}
    for t in w.trailing.taken:
        found = places.setdefault(id(t.nest), [])
        found += [name for name in (t.taken_row(),) if name and name not in found]
    behind = body[next(k for k, s in enumerate(body) if s is w.update.statement):]
    return TakenRows(w, places, frozenset(id(s) for s in walk(behind))) if places else None


def known_rows(found: Trailing) -> bool:
    """Whether rows that are taken may be brought up to date in front of the nests that take them."""
    u, columns = found.update, found.columns.outside
    even = len(found.rows.outside) == 1 and not any(u.row in x.symbols() for c in columns for x in c.ends)
    simple = even and not u.in_order and not u.turning
    names = ((t.nest, t.taken_row()) for t in found.taken)
    return not found.taken or (simple and all(n and name and _still(n, name, found.update.place.buffer) for n, name in names))


def _still(n: Nest, name: str, buffer: str) -> bool:
    """Whether a scalar of a nest is the same in all its iterations, and computed from nothing of an array."""
    axes, made = {a.symbol for a in n.axes}, {i.name: i for i in n.body}
    i = made[name]
    symbols = frozenset().union(*(x.symbols() for x in i.sizes))
    still = not any(s in axes or s.startswith("%") for s in symbols) and not i.guard and not i.where
    return still and not (i.access and i.access.buffer == buffer) and all(_still(n, a, buffer) for a in i.args)


def _copied(code: Code, n: Nest, name: str) -> str:
    """A scalar of a nest computed again."""
    i = next(i for i in n.body if i.name == name)
    return code.emit(i.op, tuple(_copied(code, n, a) for a in i.args), i.element, i.access, i.value)


def _within(code: Code, row: str, span: Span) -> str:
    """A row, or -1 where it is not in a span."""
    holds = [code.emit("ge", (row, _size(code, span.low)), "bool"), code.emit("lt", (row, _size(code, span.high)), "bool")]
    return code.emit("select", (code.emit("bit_and", tuple(holds), "bool"), row, _size(code, Size.of(-1))), "int64")


def _size(code: Code, size: Size) -> str:
    return code.emit("size", (), "int64", value=size)
