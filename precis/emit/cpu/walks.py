"""How nests walk through arrays: down columns or across them; and such arrays on their sides, the last dimension in front."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from precis.emit.cpu.interchange import narrowed, part_work, rows_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Loop, Nest, Statement, Strips, While
from precis.emit.plan.walking import blocks_of
from precis.ir.size import Size, largest, product, smallest, taken_apart

Block = tuple[Statement, ...]

MANY = 8  # iterations that count as a loop: fewer do not repay two passes
WIDE = 16  # elements along each dimension, where their number is known
NEAR = 4096  # elements of rows that are copied at once: a part of the first cache
ROWS = (8, 64)  # the fewest of them, a line of memory, and the most


@dataclass(frozen=True, slots=True)
class Touch:
    """One place in a nest: how many long loops and axes are around it, and the index that changes fastest."""

    access: Access
    nest: Nest
    depth: int
    inner: str
    across: frozenset[str]  # that one, other axes, and scalars that change with them: positions that stand in arrays

    @property
    def often(self) -> int:
        """How many more of these there are than dimensions: as often, at least, each element is touched."""
        return self.depth - len(self.access.index)

    @property
    def along(self) -> str:
        """down a column, across (whatever is not known to run down), or still."""
        row, column = (i.symbols() for i in self.access.index[-2:])
        if self.across & column or (self.across - {self.inner}) & row:
            return "across"
        return "down" if self.inner in row else "still"

    @property
    def picks(self) -> bool:
        """Whether rows are added up at columns that stand in a list."""
        kept = {a.symbol for r in self.nest.reductions for a in self.nest.axes[:r.kept]}
        listed = next((i for i in self.nest.body if i.name == self.access.index[-1].symbol), None)
        inner = listed is not None and listed.op == "load" and all(d == Size.of(self.inner) for d in listed.sizes)
        return inner and self.inner not in kept and bool(kept & self.access.index[-2].symbols())


def touches_of(block: Block, depth: int = 0, inner: str = "") -> Iterator[Touch]:
    """Those of arrays of two or more dimensions; `inner`: the index of the innermost loop around the block."""
    for s in block:
        if isinstance(s, Nest):
            long = depth + sum(_long(a.extent) for a in s.axes)
            axes = [a.symbol for a in s.axes] or [inner]
            across = _varying(s, axes)
            yield from (Touch(a, s, long, axes[-1], across) for a in places(s) if len(a.index) > 1)
        within = isinstance(s, While) or (isinstance(s, Loop) and _long(s.trips))
        for body in blocks_of(s):
            yield from touches_of(body, depth + within, s.index if isinstance(s, Loop) else inner)


def places(n: Nest) -> list[Access]:
    return [*(i.access for i in n.body if i.access), *(r.target for r in n.reductions)]


def _varying(nest: Nest, axes: list[str]) -> frozenset[str]:
    found = set(axes)
    for i in nest.body:
        if not found.isdisjoint(i.args) or any(size.symbols() & found for size in i.sizes):
            found.add(i.name)
    return frozenset(found)


def _long(extent: Size) -> bool:
    either = taken_apart(extent)
    ends = either.parts if either and either.name == "min" else (extent,)
    return all((end.constant or MANY) >= MANY for end in ends)


def wide(b: Buffer) -> bool:
    """Whether an array has two or more dimensions that are not known to be short."""
    return len(b.shape) > 1 and all((d.constant or WIDE) >= WIDE for d in b.shape)


def seen_as_it_is(a: Access, b: Buffer) -> bool:
    """Whether a place stands in an array as it is, or with leading dimensions as one."""
    return a.shape[-1] == b.shape[-1] and product(a.shape) == product(b.shape)


def turned(dimensions: tuple[Size, ...]) -> tuple[Size, ...]:
    """With the last in front."""
    return (dimensions[-1], *dimensions[:-1])


def each_nest(statements: Block, change: Callable[[Nest], Nest]) -> Block:
    """The statements with another nest for each."""
    return tuple(change(s) if isinstance(s, Nest) else map_blocks(s, lambda block: each_nest(block, change)) for s in statements)


def copied(b: Buffer, side: Buffer, sites: tuple[str, ...], back: bool = False) -> Strips:
    """A copy of an array that stands to one that lies, or back, some rows at a time: lines of memory are used up while they are near."""
    shape = (product(b.shape[:-1]), b.shape[-1])
    column, row = (Size.of(s) for s in ("%i0", "%i1"))
    stands, lies = Access(b.name, (row, column), shape), Access(side.name, (column, row), turned(shape))
    source, target = (lies, stands) if back else (stands, lies)
    body = (Instr("%0", "load", (), b.element, source), Instr("%1", "store", ("%0",), b.element, target))
    nest = Nest((Axis("%i0", shape[1]), Axis("%i1", shape[0])), body, sites=sites)
    index, count = f"{side.name} {'back' if back else 'there'} from", f"{side.name} {'back' if back else 'there'} count"
    length = largest(ROWS[0], smallest(ROWS[1], Size.of(NEAR) // largest(1, shape[1])))
    return Strips(index, count, shape[0], length, narrowed((nest,), Size.of(index), rows_of(count, length), 1), part_work([nest]))
