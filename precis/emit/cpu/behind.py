"""Nests that read neighbouring rows of what others write run strip by strip too, each some rows behind the ones that it waits for.

    for i < n: for j: h[i, j] -= e[i + 1, j] - e[i, j]         for strips: (for i in strip: for j: h[i, j] -= ...)
    for i < n - 1: for j: e[i + 1, j] += h[i + 1, j] - h[i, j]  ->          (for i in strip one row behind: for j: e[i + 1, j] += ...)

(Loop shifting before fusion; Manjikian & Abdelrahman, Fusion of loops for parallelism and locality, IEEE TPDS 8(2), 1997.) Fields on
staggered grids and chains of stencils are such nests: their first axes are the rows of the same arrays, but for some at the ends. If an
earlier nest touches row `i + a` and a later one row `i + b`, and either writes it, the later one runs at least `b - a` rows behind; strips
follow one another, so that what was in order stays in order. Sums over all rows go on from strip to strip. A nest whose own rows begin
or end inside a strip runs along those only, and a rim along its rows of the strip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from precis.emit.cpu.interchange import narrowed, part_work, places
from precis.emit.cpu.nest_facts import LANED
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.cpu.together import bytes_of_rows, whole_rows
from precis.emit.cpu.unclamped import clamps_of
from precis.emit.plan.body import Code
from precis.emit.plan.collapse import collapsed
from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, Nest, Plan, SizeBind, Statement, Strips
from precis.emit.plan.rows import by_rows
from precis.emit.plan.walking import accesses
from precis.ir.size import Size, largest, product, smallest, taken_apart
from precis.ir.types import Shape

Block = tuple[Statement, ...]
Row = tuple[Shape, Size]  # the extents in front of a dimension, and the elements of one of its rows

ROOM = 1 << 14  # bytes that a strip may take: with the rows that are waited for, a part of the first cache (measured: 2^14 to 2^18)
MOST = 12  # nests: compilers take longer for each in a long function
FARTHEST = 16  # rows behind, which stay in the caches with the strip


@dataclass(frozen=True, slots=True)
class Runner:
    """A nest by rows, as it was, and how many rows it runs behind the first of its group."""

    nest: Nest
    was: Nest
    lag: int

    @property
    def extent(self) -> Size:
        return self.nest.axes[0].extent


def behind(plan: Plan) -> Plan:
    made: dict[str, Buffer] = {}
    statements = _block(plan.statements, plan, made)
    return replace(plan, statements=statements, buffers={**plan.buffers, **made}) if made else plan


def _block(statements: Block, plan: Plan, made: dict[str, Buffer]) -> Block:
    """The statements with groups in strips; what comes between two nests of a group, on which these do not bear, comes first."""
    out: list[Statement] = []
    group: list[Runner] = []
    for s in statements:
        if runner := _joining(group, s, plan):
            group.append(runner)
        elif group and isinstance(s, (Nest, Allocate)) and all(independent(r.was, s) for r in group):
            out.append(s)
        else:
            out += _run(group, plan, made)
            first = _joining([], s, plan)
            group = [first] if first else []
            out += [] if first or isinstance(s, Strips) else [map_blocks(s, lambda block: _block(block, plan, made))]
            out += [s] if isinstance(s, Strips) else []
    return (*out, *_run(group, plan, made))


def _joining(group: Sequence[Runner], s: Statement, plan: Plan) -> Runner | None:
    """The statement as the next of the group; None where it cannot be."""
    nest = by_rows(s, plan.buffers) if isinstance(s, Nest) and s.axes and len(group) < MOST else None
    if nest is None or not isinstance(s, Nest) or not _divisible(nest):
        return None
    if group and not _alike(nest.axes[0].extent, group[0].extent):
        return None
    lag = 0
    for other in group:
        asked = _asked(other, nest)
        if asked is None or asked > FARTHEST:
            return None
        lag = max(lag, asked)
    return Runner(nest, s, lag)


def _alike(extent: Size, other: Size) -> bool:
    """Whether there are as many rows but for a few, or a few only, as first rows are."""
    either = taken_apart(extent)
    few = either.parts if either and either.name == "min" else (extent,)
    return (extent - other).constant is not None or any((end.constant or FARTHEST) < FARTHEST for end in few)


def _divisible(n: Nest) -> bool:
    """Whether strips of the first axis, in order, are smaller nests, or parts of one sum, and read no whole arrays again and again."""
    if (n.hole and n.reductions) or n.begin is not None or any(r.op == "tally" for r in n.reductions):
        return False
    return (all(r.kept for r in n.reductions) or goes_on(n)) and not any(_again(i.access, n) for i in n.body if i.access)


def _again(a: Access, n: Nest) -> bool:
    """Whether each row of the nest comes to several rows of an array, as factors of products are read."""
    mentioned = [frozenset(i.symbols()) & {x.symbol for x in n.axes} for i in a.index]
    return sum(map(bool, mentioned)) > 1 and not any(n.axes[0].symbol in m for m in mentioned)


def goes_on(n: Nest) -> bool:
    """Whether the nest sums over all rows, into accumulators that may outlive strips."""
    sums = bool(n.reductions) and all(r.kept == 0 and r.op in LANED for r in n.reductions)
    still = not any(x.startswith("%") for r in n.reductions for i in r.target.index for x in i.symbols())
    return sums and still and len(n.axes) > 1 and printer_of(collapsed(n, ordered=True)) is StreamPrinter and not clamps_of(n)


def _asked(first: Runner, second: Nest) -> int | None:
    """How many rows `second` has to be behind, at least; None where no distance is enough for sure."""
    (reads, writes), (later_reads, later_writes) = accesses(first.nest), accesses(second)
    shared = writes & (later_reads | later_writes) | reads & later_writes
    lag = 0
    for a, wrote in _touches(first.nest, shared):
        for b, writes_too in _touches(second, shared):
            if a.buffer == b.buffer and (wrote or writes_too):
                ahead, following = _rows(a, first.nest), _rows(b, second)
                gaps = [(following[row] - ahead[row]).constant for row in ahead if row in following]
                known = [gap for gap in gaps if gap is not None]
                if not known:
                    return None
                lag = max(lag, first.lag + min(known))
    return lag


def _touches(n: Nest, buffers: frozenset[str]) -> Iterator[tuple[Access, bool]]:
    """What a nest touches of these buffers, and whether it writes there."""
    yield from ((i.access, i.op == "store") for i in n.body if i.access and i.access.buffer in buffers)
    yield from ((r.target, True) for r in n.reductions if r.target.buffer in buffers)


def _rows(a: Access, n: Nest) -> dict[Row, Size]:
    """How far a place is from the nest's own row, by the dimensions that go with it."""
    return {(a.shape[:d], product(a.shape[d + 1:])): by for d, by in places(a, n, set())}


def _run(group: Sequence[Runner], plan: Plan, made: dict[str, Buffer]) -> Block:
    """The group in strips, where whole rows of some array come again."""
    nests = [r.nest for r in group]
    if len(group) < 2 or not whole_rows(nests):
        return tuple(r.was for r in group)
    total = group[0].extent + group[0].lag
    for r in group[1:]:
        total = largest(total, r.extent + r.lag)
    index, rows = f"row {len(made)} from", f"row {len(made)} count"
    length = largest(1, Size.of(ROOM) // largest(1, bytes_of_rows(nests, plan)))
    count = Size.of(1) if length == Size.of(1) else Size.of(rows)  # strips of one row have no number of rows
    return (Strips(index, rows, total, length, tuple(_body(group, Size.of(index), count, made)), part_work(nests), True, True),)


def _body(group: Sequence[Runner], begin: Size, rows: Size, made: dict[str, Buffer]) -> Iterator[Statement]:
    """The nests of a strip, behind the first of each one's rows and their number."""
    known: dict[tuple[int, Size], tuple[Size, Size]] = {}
    for r in group:
        if (r.lag, r.extent) not in known:
            first, here = (Size.of(f"{what} {len(made) // 2}") for what in ("first row", "rows"))
            yield from _bound(first, largest(0, begin - r.lag), made)
            yield from _bound(here, largest(0, smallest(r.extent, begin - r.lag + rows) - first), made)
            known[r.lag, r.extent] = first, here
        own = narrowed((replace(r.nest, whole=r.extent),), *known[r.lag, r.extent])
        yield from (collapsed(n, ordered=True) for n in own if isinstance(n, Nest))


def _bound(symbol: Size, size: Size, made: dict[str, Buffer]) -> Block:
    """A size under a name of its own."""
    name = str(symbol)
    made[name] = Buffer(name, (), "int64", WORKSPACE)
    code = Code()
    code.emit("store", (code.emit("size", (), "int64", value=size),), "int64", Access(name, (), ()))
    return Nest((), tuple(code.instrs)), SizeBind(name, name)
