"""Updates of a box of an array that compute each element from itself, from what its row has and from what its column has.

    a nest over i and j: a[i, j] = a[i, j] - a[i, k] * a[k, j];  or loops over rows: for i: f = a[i, k]; for j: a[i, j] -= f * a[k, j]

Rows and columns are those of the last two dimensions of the array. A loop is taken for such an update where no row touches what another one
writes, but for a row that all of them take, as shortest paths do; and nothing of the box of a nest may be what rows and columns have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.touches import Box, Ranges, Span, Touch, apart, box_of, touches_of
from precis.emit.plan.body import Code
from precis.emit.plan.kernels import Access, If, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.moved import moved
from precis.emit.plan.select import CHEAP
from precis.emit.plan.walking import accesses, blocks_of, first_stored, walk
from precis.ir.size import Size, bounds

Block = tuple[Statement, ...]

MOST = 6  # operations of an element: more take longer than its way from memory and back
ROW, COLUMN = "row of a box", "column of a box"  # symbols of places


@dataclass(frozen=True, slots=True)
class OuterUpdate:
    """The update that `statement` is, or has: at `place`, which ends in the symbols `row` and `column`, of all `columns` (whose ends may
    depend on the row) of all `rows` but the one `without`. Where the rows are those of a loop, `each` is what it does in each of them, and
    `inner`, which is part of it, updates the elements of the row. `in_order`: a row that others take is updated among them; `turning`: an
    element that others of its row take is."""

    statement: Nest | Loop
    place: Access
    row: str
    rows: Span
    columns: Span
    body: tuple[Instr, ...]
    inner: Statement | None = None
    each: Block = ()
    without: Size | None = None
    in_order: bool = False
    turning: bool = False

    def kinds(self) -> dict[str, frozenset[str]]:
        """By scalar of the body: which of row and column it depends on."""
        found: dict[str, frozenset[str]] = {}
        by_row = frozenset().union(*(accesses(s)[1] for s in self.each))
        for i in self.body:
            own = frozenset().union(*(x.symbols() for x in i.sizes)) & {self.row, COLUMN}
            own |= {self.row} if i.access and not i.access.index and i.access.buffer in by_row else set()
            found[i.name] = own.union(*(found[a] for a in i.args))
        return found

    def beside(self) -> Iterator[Touch]:
        """What is touched but the elements that are updated."""
        rows: Ranges = {self.row: self.rows.ends}
        yield from touches_of(tuple(s for s in self.each if s is not self.inner), rows)
        within = {**rows, COLUMN: self.columns.ends}
        yield from (Touch(i.access, within, False) for i in self.body if i.access and i.access != self.place)

    def parts(self) -> list[Span]:
        """The rows, in front of the one that is left out and behind it."""
        k = self.without
        return [self.rows] if k is None else [Span(self.rows.low, k), Span(k + 1, self.rows.high)]

    def all_columns(self, rows: Span) -> Span | None:
        """The columns that any of these rows has."""
        low, high = (bounds(x, {self.row: rows.ends}) for x in (self.columns.low, self.columns.high))
        return Span(low[0], high[1]) if low and high else None

    def boxes(self) -> list[Box] | None:
        """What is written."""
        lead = tuple((x, x) for x in self.place.index[:-2])
        found = [(rows, self.all_columns(rows)) for rows in self.parts()]
        return [(*lead, rows.ends, columns.ends) for rows, columns in found if columns] if all(c for _, c in found) else None


def outer_updates(s: Statement, plan: Plan, uses: Counter[str], around: Ranges) -> list[OuterUpdate]:
    """The updates that a statement of a loop's body is, or has. `around`: what the indices of loops around it run through."""
    found = _nest(s) if isinstance(s, Nest) else _rows(s, plan, uses, around) if isinstance(s, Loop) else []
    return [made for u in found if _simple(u) and (made := _from_elsewhere(u, around))]


def _nest(n: Nest) -> list[OuterUpdate]:
    place = _stored(n) if len(n.axes) == 2 and _plain(n) else None
    if place is None:
        return []
    names = [a.symbol for a in n.axes]
    starts = [x - Size.of(name) for x, name in zip(place.index[-2:], names)]
    if any(name in x.symbols() for x in (*starts, *place.index[:-2]) for name in names):
        return []
    there = {name: Size.of(new) - start for name, new, start in zip(names, (ROW, COLUMN), starts)}
    rows, columns = (Span(start, start + a.extent) for a, start in zip(n.axes, starts))
    place = replace(place, index=(*place.index[:-2], Size.of(ROW), Size.of(COLUMN)))
    return [OuterUpdate(n, place, ROW, rows, columns, tuple(moved(i, there) for i in n.body))]


def _plain(n: Nest) -> bool:
    odd = n.reductions or n.sequential or n.hole or n.begin is not None or n.bins is not None or n.behind
    return not odd and not any(i.guard or i.where for i in n.body)


def _stored(n: Nest) -> Access | None:
    """Where a nest stores, if that is one element of an array of rank two or more."""
    found = [i.access for i in n.body if i.op == "store" and i.access]
    return found[0] if len(found) == 1 and len(found[0].index) > 1 else None


def _rows(s: Loop, plan: Plan, uses: Counter[str], around: Ranges) -> list[OuterUpdate]:
    """The updates that a loop over rows has: each row updates its elements, and computes numbers."""
    each, without = _opened(s)
    found = [u for t in each if s.step == 1 and (u := _row(t, s.index))]
    inner = [u.inner for u in found]
    if not found or not all(t in inner or (isinstance(t, Nest) and not t.axes and _plain(t)) for t in each):
        return []
    own = frozenset(name for name in accesses(s)[1] if not plan.buffers[name].shape)
    inside = Counter(name for t in walk(s.body) for name in _touched(t))
    if not all(inside[name] == uses[name] and first_stored(s.body, name) for name in own):
        return []
    rows = Span(s.start, s.start + s.trips)
    made = [replace(u, statement=s, rows=rows, each=each, without=without) for u in found]
    touched = [t for t in touches_of(s.body) if t.place.buffer not in own]
    pairs = [(a, b) for a in touched if a.writes for b in touched if a.place.buffer == b.place.buffer]
    met = [pair for pair in pairs if not _own_row(*pair, made[0], around)]
    taken = all(_of_one_row(a, b, s) and a.place.buffer in {u.place.buffer for u in made} for a, b in met)
    return [replace(u, in_order=bool(met)) for u in made] if taken else []


def _touched(s: Statement) -> frozenset[str]:
    return frozenset((s.test,)) if isinstance(s, If) else frozenset() if blocks_of(s) else frozenset().union(*accesses(s))


def _opened(s: Loop) -> tuple[Block, Size | None]:
    """The body of a loop over rows, and the row that a branch leaves out."""
    if len(s.body) != 2 or not isinstance(s.body[0], Nest) or not isinstance(s.body[1], If) or s.body[1].otherwise:
        return s.body, None
    test, branch = s.body[0], s.body[1]
    made = {i.name: i for i in test.body}
    kept = next((made[i.args[0]] for i in test.body if i.op == "store" and i.access and i.access.buffer == branch.test), None)
    sizes = [made[a].value for a in kept.args if made[a].op == "size"] if kept and kept.op == "ne" else []
    others = [x for x in sizes if s.index not in x.symbols()]
    return ((test, *branch.then), others[0]) if len(sizes) == 2 and len(others) == 1 and Size.of(s.index) in sizes else (s.body, None)


def _row(inner: Statement, row: str) -> OuterUpdate | None:
    """The columns of one row: a nest along it, or a loop over its elements."""
    if isinstance(inner, Nest) and len(inner.axes) == 1:
        nest, symbol, columns = inner, inner.axes[0].symbol, Span(Size(), inner.axes[0].extent)
    elif isinstance(inner, Loop) and inner.step == 1 and (made := _as_one(inner.body)):
        nest, symbol, columns = made, inner.index, Span(inner.start, inner.start + inner.trips)
    else:
        return None
    place = _stored(nest) if _plain(nest) else None
    if place is None or place.index[-2] != Size.of(row) or any({symbol, row} & x.symbols() for x in place.index[:-2]):
        return None
    start = place.index[-1] - Size.of(symbol)
    if symbol in start.symbols():
        return None
    body = tuple(moved(i, {symbol: Size.of(COLUMN) - start}) for i in nest.body)
    place = replace(place, index=(*place.index[:-1], Size.of(COLUMN)))
    columns = Span(columns.low + start, columns.high + start)
    return OuterUpdate(nest, place, row, columns, columns, body, inner)


def _as_one(statements: Block) -> Nest | None:
    """Nests of numbers as one, which hands them on in registers; it stores one element, last. None where there is no such nest."""
    code, numbers = Code(), dict[str, str]()
    nests = [s for s in statements if isinstance(s, Nest) and not s.axes and _plain(s)]
    if len(nests) < len(statements):
        return None
    for n in nests:
        names: dict[str, str] = {}
        for i in n.body:
            number = i.access.buffer if i.access and not i.access.index else ""
            args = tuple(names[a] for a in i.args)
            if number and i.op == "store":
                numbers[number] = args[0]
            elif number in numbers:
                names[i.name] = numbers[number]
            else:
                names[i.name] = code.emit(i.op, args, i.element, i.access, i.value)
    stores = [k for k, i in enumerate(code.instrs) if i.op == "store"]
    return Nest((), tuple(code.instrs)) if stores == [len(code.instrs) - 1] else None


def _simple(u: OuterUpdate) -> bool:
    """Whether elements are little work, and computed from themselves and from something of their column."""
    kinds = u.kinds()
    own = [i for i in u.body if len(kinds[i.name]) == 2]
    given = {a for i in own for a in i.args if kinds[a] == {COLUMN}}
    return bool(given) and len(own) <= MOST and all(i.op in CHEAP for i in own) and any(i.op == "load" and i.access == u.place for i in own)


def _from_elsewhere(u: OuterUpdate, around: Ranges) -> OuterUpdate | None:
    """The update where rows and columns have nothing of the box, but in the order of its rows and elements, and columns nothing of what
    rows begin with."""
    kinds, boxes, written = u.kinds(), u.boxes(), accesses(u.statement)[1]
    within = {u.row: u.rows.ends, COLUMN: u.columns.ends}
    for i in u.body:
        if i.op != "load" or i.access is None or i.access == u.place or not i.access.index or i.access.buffer not in written:
            continue
        if i.access.buffer != u.place.buffer and kinds[i.name] == {u.row}:
            continue  # of its own row: no row touches what another one writes
        own = box_of(i.access, within) if i.access.shape == u.place.shape and len(kinds[i.name]) < 2 else None
        if own is None or boxes is None:
            return None
        if all(apart(own, box, around) for box in boxes):
            continue
        if not (u.in_order if kinds[i.name] == {COLUMN} else isinstance(u.inner, Loop)):
            return None
        u = replace(u, turning=u.turning or kinds[i.name] != {COLUMN})
    return u


def _of_one_row(a: Touch, b: Touch, s: Loop) -> bool:
    """Whether a place that is written is of the loop's own row, and one that is read of a row that all iterations take."""
    rows = [t.place.index[-2] if len(t.place.index) > 1 else None for t in (a, b)]
    same = a.place.shape == b.place.shape and a.place.index[:-2] == b.place.index[:-2]
    return same and not b.writes and rows[0] == Size.of(s.index) and rows[1] is not None and not rows[1].symbols() & {s.index, *b.ranges}


def _own_row(a: Touch, b: Touch, u: OuterUpdate, around: Ranges) -> bool:
    if a.place.shape != b.place.shape:
        return False
    if any(x == y and x - Size.of(u.row) == Size() for x, y in zip(a.place.index, b.place.index)):
        return True
    boxes = [[t.box({u.row: rows.ends}) for rows in u.parts()] for t in (a, b)]
    return all(x is not None and y is not None and apart(x, y, around) for x in boxes[0] for y in boxes[1])
