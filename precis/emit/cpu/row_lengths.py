"""Hides the length of short rows whose columns compilers cannot take apart: `np.exp(a[:, 0]) * a[:, 3]` of five columns.

What a loop reads of one row, or all of a row that it writes, is a group to compilers, which permutations bring into vectors. g++ has these
for groups of three and of powers of two; of any other length it makes no vectors of the loop, whatever else is in it. Of rows whose
length it does not know it reads and writes element by element into vectors.
"""

from __future__ import annotations

from collections.abc import Iterable

from precis.emit.cpu.levels import levels
from precis.emit.cpu.nest import NestPrinter
from precis.emit.cpu.nest_facts import VECTOR, evenly_spaced
from precis.emit.cpu.printer import Printer
from precis.emit.plan.kernels import Access, Instr, Nest
from precis.emit.plan.maps import linear
from precis.emit.plan.select import DEAR
from precis.ir.shapes import ONE
from precis.ir.size import Size

PERMUTED = 3  # such a group, and powers of two
COST = {"load": 2, "store": 4}  # in simple operations, of an element that is read or written one by one
FREE = ("load", "store", "const", "size")
Rows = dict[tuple[str, int, Size], set[int]]  # (buffer, length of its rows, row) -> columns


class RowLengthPrinter(NestPrinter):
    def __init__(self, out: Printer, nest: Nest):
        super().__init__(out, nest)
        self.hidden = hidden(nest)
        self.lengths: dict[Size, str] = {}  # names

    def print(self) -> None:
        for length in sorted({a.shape[d] for a, d in self.hidden.items()}, key=str):
            self.lengths[length] = self.out.fresh("length")
            self.out.line(f"const int64_t {self.lengths[length]} = pr::hidden({self.size(length)});")
        super().print()

    def _length(self, access: Access, d: int) -> str:
        return self.lengths[access.shape[d]] if self.hidden.get(access) == d else super()._length(access, d)


def hidden(nest: Nest) -> dict[Access, int]:
    """Accesses, and which of their dimensions has a length that is better hidden."""
    if not nest.axes or nest.axes[-1].symbol in nest.sequential or (nest.axes[-1].extent.constant or VECTOR) < VECTOR:
        return {}
    last = nest.axes[-1].symbol
    read, written = (_rows((i.access for i in nest.body if i.op == op and i.access), last) for op in ("load", "store"))
    apart = {k for k, columns in read.items() if len(columns) > 1} | {k for k, columns in written.items() if len(columns) == k[1]}
    single = [i.op for i in nest.body if i.access and (((row := _row(i.access, last)) and row[0] in apart) or not evenly_spaced(i))]
    if _work(nest) <= sum(COST[op] for op in single):
        return {}
    lengths = {(buffer, length) for buffer, length, _ in apart}
    accesses = dict.fromkeys(i.access for i in nest.body if i.access)
    return {a: _dimension(a, last) for a in accesses if (found := _row(a, last)) and found[0][:2] in lengths}


def _rows(accesses: Iterable[Access], last: str) -> Rows:
    found: Rows = {}
    for row, column in filter(None, (_row(a, last) for a in accesses)):
        found.setdefault(row, set()).add(column)
    return found


def _row(access: Access, last: str) -> tuple[tuple[str, int, Size], int] | None:
    """(the row, the column) of what is accessed, if rows have a known length that compilers have no permutations for."""
    if not _dimension(access, last):
        return None
    place = linear(access.shape, access.index)
    step = place.coefficient(last)
    length = step.constant if step is not None else None
    if length is None or length <= PERMUTED or length & (length - 1) == 0:
        return None
    first = dict(place.terms).get((), 0)
    return (access.buffer, length, place - first + first // length), first % length


def _dimension(access: Access, last: str) -> int:
    """The first longer dimension behind that in which the axis stands, alone and once; 0 if there is none."""
    along = [d for d, i in enumerate(access.index) if last in i.symbols()]
    if len(along) != 1 or access.index[along[0]].coefficient(last) != ONE:
        return 0
    return next((d for d in range(along[0] + 1, len(access.shape)) if access.shape[d] != ONE), 0)


def _work(nest: Nest) -> int:
    """What an iteration of the innermost loop computes, in simple operations."""
    depth = levels(nest)
    return sum(_cost(i) for i in nest.body if depth[i.name] == len(nest.axes))


def _cost(i: Instr) -> int:
    return 0 if i.op in FREE else DEAR.get(i.op, 1)
