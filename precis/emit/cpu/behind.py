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

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from precis.emit.cpu.interchange import narrowed, part_work
from precis.emit.cpu.rolling import Slot, Window, slots_of, turned, windows
from precis.emit.cpu.runners import Runner, joining, late
from precis.emit.cpu.together import bytes_of_rows, whole_rows
from precis.emit.plan.body import Code
from precis.emit.plan.collapse import collapsed
from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, Nest, Plan, SizeBind, Statement, Strips
from precis.emit.plan.walking import walk
from precis.ir.size import Size, largest, smallest

Block = tuple[Statement, ...]

ROOM = 1 << 14  # bytes that a strip may take: with the rows that are waited for, a part of the first cache (measured: 2^14 to 2^18)
MOST = 12  # nests: compilers take longer for each in a long function


@dataclass(frozen=True, slots=True)
class _Work:
    """A plan, what is added to its buffers, how many statements touch each, and whether strips are for arrays that hold a few rows then."""

    plan: Plan
    made: dict[str, Buffer]
    uses: Counter[str]
    for_windows: bool

    def fresh(self, word: str) -> Size:
        """A symbol that is new until something is made."""
        return Size.of(f"{word} {len(self.plan.buffers) + len(self.made)}")

    def bound(self, symbol: Size, size: Size, threads: Size | None = None) -> Block:
        """A size under a name of its own."""
        name = str(symbol)
        self.made[name] = Buffer(name, (), "int64", WORKSPACE)
        code = Code()
        code.emit("store", (code.emit("size", (), "int64", value=size),), "int64", Access(name, (), ()))
        return Nest((), tuple(code.instrs)), SizeBind(name, name, threads=threads)


def rolled(plan: Plan) -> Plan:
    """Nests of which one hands neighbouring rows to another in arrays that only they know."""
    return _in_strips(plan, True)


def behind(plan: Plan) -> Plan:
    return _in_strips(plan, False)


def _in_strips(plan: Plan, for_windows: bool) -> Plan:
    uses = touches(plan.statements)
    uses.update(s.buffer for s in walk(plan.statements) if isinstance(s, Allocate))
    work = _Work(plan, {}, uses, for_windows)
    statements = _block(plan.statements, work)
    return replace(plan, statements=statements, buffers={**plan.buffers, **work.made}) if work.made else plan


def _block(statements: Block, work: _Work) -> Block:
    """The statements with groups in strips; what comes between two nests of a group, on which these do not bear, comes first."""
    out: list[Statement] = []
    group: list[Runner] = []
    for s in statements:
        runner = joining(group, s, work.plan.buffers) if len(group) < MOST else None
        if runner:
            group.append(runner)
        elif group and isinstance(s, (Nest, Allocate)) and all(independent(r.was, s) for r in group):
            out.append(s)
        else:
            out += _run(group, work)
            first = joining([], s, work.plan.buffers)
            group = [first] if first else []
            out += [] if first or isinstance(s, Strips) else [map_blocks(s, lambda block: _block(block, work))]
            out += [s] if isinstance(s, Strips) else []
    return (*out, *_run(group, work))


def _run(group: Sequence[Runner], work: _Work) -> Block:
    """The group in strips, where whole rows of some array come again."""
    was, group, nests = group, late(group), [r.nest for r in group]
    found = windows(group, work.plan, work.uses) if len(group) > 1 and whole_rows(nests) else None
    if found is None or (work.for_windows and not any(w.rows > 1 for w in found.values())):
        return tuple(r.was for r in was)
    index, count, total = (work.fresh(f"row {word}") for word in ("from", "count", "end"))
    front = [*work.bound(total, reduce(largest, (r.start + r.extent + r.lag for r in group)))]
    for name, w in found.items():
        rows = work.fresh("rows held")
        front += [*work.bound(rows, Size.of(w.rows), w.shape[0]), Allocate(name)]
        work.made[name] = replace(work.plan.buffers[name], shape=(rows, *w.shape[1:]))
    length = Size.of(1) if found else largest(1, Size.of(ROOM) // largest(1, bytes_of_rows(nests, work.plan)))
    body = tuple(_body(group, index, count, work, found))
    return (*front, Strips(str(index), str(count), total, length, body, part_work(nests), True, True))


def _body(group: Sequence[Runner], begin: Size, count: Size, work: _Work, held: Mapping[str, Window]) -> Iterator[Statement]:
    """The nests of a strip, behind the first of each one's rows, their number, and where rows are held."""
    known: dict[tuple[str, Hashable], Size] = {}

    def bound(word: str, key: Hashable, size: Size, threads: Size | None = None) -> Block:
        if (word, key) in known:
            return ()
        known[word, key] = work.fresh(word)
        return work.bound(known[word, key], size, threads)
    for r in group:
        own = r.lag, r.start, r.extent
        yield from bound("first row", own, largest(r.start, begin - r.lag))
        first = known["first row", own]
        yield from bound("rows", own, largest(0, smallest(r.start + r.extent, begin - r.lag + count) - first))
        for n in narrowed((replace(r.nest, whole=r.extent),), first - r.start, known["rows", own]):
            if isinstance(n, Nest):
                slots: dict[Slot, Size] = {}
                for row, count_held in slots_of(n, held):
                    yield from bound("slot", (row, count_held), row % count_held, row)
                    slots[row, count_held] = known["slot", (row, count_held)]
                yield collapsed(turned(n, held, slots, work.made), ordered=True)
