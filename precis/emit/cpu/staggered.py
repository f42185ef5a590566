"""Rows whose columns wait for one another run some at a time, each a few columns behind the one before.

    for i: for j: y[i, j] = f(y[i, j - 1], y[i - 1, j + 1])    ->    for i by 4: for j: y[i, j + 6] = ...; y[i + 1, j + 4] = ...; ...

(wavefronts; Lamport, The parallel execution of DO loops, CACM 17(2), 1974; unroll and jam of a skewed nest.) A sweep of Gauss and Seidel
or a recurrence along rows is as slow as the links of its chain are long; of some rows, far enough behind one another, the links overlap.
The first columns of the first rows come before, and the last ones of the last rows behind, row by row. Results are the same bit for bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.cells import Cells, at, cells_of
from precis.emit.cpu.promote import instructions
from precis.emit.plan.body import Code
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import Access, Buffer, Element, If, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.select import CHEAP
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses, first_stored, walk
from precis.ir.size import Size

Block = tuple[Statement, ...]

ROWS = 4  # measured: 2, 3, 4, 6, 8
FARTHEST = 4  # columns behind
LARGEST = 40  # instructions at one row and column
WAITING = (*CHEAP, "div", "sqrt", "load", "store", "const", "size", "cast", "choose")  # others are computed ahead, in vectors
ELEMENTARY = ("exp", "log")  # but for those of numbers that wait themselves: measured
COMMON = 4  # times as many columns as the last row is behind: the others run row by row


def staggered(plan: Plan) -> Plan:
    state = _Pass(replace(plan, buffers=dict(plan.buffers)), touches(plan.statements))
    return replace(state.plan, statements=state.block(plan.statements))


@dataclass(frozen=True)
class _Pass:
    plan: Plan
    uses: Counter[str]

    def block(self, statements: Block) -> Block:
        return tuple(t for s in statements for t in self._statement(s))

    def _statement(self, s: Statement) -> Block:
        cells = cells_of(s, self.plan, self.uses) if isinstance(s, Loop) and not _few(s.trips) else None
        if cells is None or cells.delay > FARTHEST or not _short(cells.cell):
            return (map_blocks(s, self.block),)
        test = self._scalar("staggered", "bool")
        return _test(cells, test), If(test, self._rows(cells), (cells.rows,), cells.rows.sites)

    def _scalar(self, stem: str, element: Element) -> str:
        made = Buffer(f"{stem} {len(self.plan.buffers)}", (), element)
        self.plan.buffers[made.name] = made
        return made.name

    def _rows(self, c: Cells) -> Block:
        """Blocks of rows, and what is left, row by row."""
        rows, blocks = c.rows, c.rows.trips // ROWS
        row = (*c.front, _columns(c, Size(), c.columns.trips, c.cell))
        rest = replace(rows, start=rows.start + blocks * ROWS * rows.step, trips=rows.trips - blocks * ROWS, body=row)
        return replace(rows, trips=blocks, step=ROWS * rows.step, body=self._together(c)), rest

    def _together(self, c: Cells) -> Block:
        """The rows of one block: all of them where each has columns to run, row by row in front of that and behind it."""
        own = [{n: self._scalar(f"{n} row", self.plan.buffers[n].element) for n in c.scalars} for _ in range(ROWS)]
        fronts = [buffers_renamed(at(c.front, {c.rows.index: _row(c, k)}), own[k]) for k in range(ROWS)]
        cells = [buffers_renamed(at(c.cell, {c.rows.index: _row(c, k)}), own[k]) for k in range(ROWS)]
        behind = [c.delay * k for k in range(ROWS)]
        ahead = behind[::-1]
        begin = [s for k in range(ROWS) for s in (*fronts[k], _columns(c, Size(), ahead[k], cells[k]))]
        here = Size.of(c.columns.index)
        most = [s for k in range(ROWS) for s in at(cells[k], {c.columns.index: here + c.columns.step * ahead[k]})]
        end = [_columns(c, c.columns.trips - behind[k], behind[k], cells[k]) for k in range(ROWS)]
        made = (*begin, _columns(c, Size(), c.columns.trips - ahead[0], tuple(most)), *end)
        return tuple(s for s in made if not isinstance(s, Loop) or s.trips != Size())


def _few(trips: Size) -> bool:
    return trips.constant is not None and trips.constant < ROWS


def _short(cell: Block) -> bool:
    body = list(instructions(cell))
    known = all(i.op in (*WAITING, *ELEMENTARY) for i in body)
    return len(body) <= LARGEST and known and all(_elementary_waits(cell))


def _elementary_waits(cell: Block) -> Iterator[bool]:
    """Of each elementary function, whether it is taken of what the cell makes, here or at an earlier column or row."""
    nests = [s for s in walk(cell) if isinstance(s, Nest)]
    made = {b for n in nests for b in accesses(n)[1]}
    waiting = {b for b in made if not first_stored(cell, b)}
    for n in nests:
        here: set[str] = set()
        for i in n.body:
            if (i.op == "load" and i.access and i.access.buffer in waiting) or here & {*i.args}:
                here.add(i.name)
            if i.op == "store" and i.access and i.name in here:
                waiting.add(i.access.buffer)
            if i.op in ELEMENTARY:
                yield i.name in here


def _row(c: Cells, k: int) -> Size:
    return Size.of(c.rows.index) + k * c.rows.step


def _columns(c: Cells, first: Size, count: Size | int, body: Block) -> Loop:
    """`count` columns, from number `first` on."""
    return replace(c.columns, start=c.columns.start + first * c.columns.step, trips=Size.of(count), body=body)


def _test(c: Cells, name: str) -> Nest:
    """Whether there are as many columns in all parts of a row, and enough of them."""
    code, trips = Code(), c.columns.trips

    def size(value: Size | int) -> str:
        return code.emit("size", (), "int64", value=Size.of(value))
    holds = [code.emit("ge", (size(trips), size(max(COMMON * c.delay * (ROWS - 1), 1))), "bool")]
    holds += [code.emit("eq", (size(extent), size(trips)), "bool") for extent in c.extents if extent != trips]
    for other in holds[1:]:
        holds[0] = code.emit("bit_and", (holds[0], other), "bool")
    store = Instr("%stored", "store", (holds[0],), "bool", Access(name, (), ()))
    return Nest((), (*code.instrs, store), sites=c.rows.sites)
