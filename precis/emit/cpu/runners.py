"""Nests by rows that run some rows behind one another: which may, and how many rows.

If an earlier nest touches row `i + a` of an array and a later one row `i + b`, and either writes it, the later one runs at least `b - a`
rows behind. A nest of a few rows, as rims are, may be rows of the others' from some `start` on: `q[n] = 0` runs with row `n`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from precis.emit.cpu.interchange import places
from precis.emit.cpu.narrow_totals import NarrowTotalPrinter
from precis.emit.cpu.nest_facts import LANED
from precis.emit.cpu.printers import printer_of
from precis.emit.cpu.stream import StreamPrinter
from precis.emit.cpu.unclamped import clamps_of
from precis.emit.plan.collapse import collapsed
from precis.emit.plan.kernels import Access, Buffer, Nest, Statement
from precis.emit.plan.maps import ZERO, never_meet
from precis.emit.plan.rows import by_rows
from precis.emit.plan.walking import accesses
from precis.ir.size import Size, product, taken_apart
from precis.ir.types import Shape

Row = tuple[Shape, Size]  # the extents in front of a dimension, and the elements of one of its rows

FARTHEST = 16  # rows behind, which stay in the caches with the strip
FREE = -1 << 30  # rows: nests that do not bear on one another
GOING_ON = (NarrowTotalPrinter, StreamPrinter)  # of nests whose sums may go on in the next strip


@dataclass(frozen=True, slots=True)
class Runner:
    """A nest by rows, as it was, the row of the group that is its first, and how many rows it runs behind the first of the group."""

    nest: Nest
    was: Nest
    start: Size = ZERO
    lag: int = 0

    @property
    def extent(self) -> Size:
        return self.nest.axes[0].extent

    @property
    def few(self) -> bool:
        """Whether it has a few rows only, as rims have."""
        either = taken_apart(self.extent)
        ends = either.parts if either and either.name == "min" else (self.extent,)
        return any((end.constant or FARTHEST) < FARTHEST for end in ends)

    def rows(self, a: Access) -> dict[Row, Size]:
        """How far a place is from the group's row, by the dimensions that go with it."""
        return {(a.shape[:d], product(a.shape[d + 1:])): by - self.start for d, by in places(a, self.nest, set())}

    def touches(self, buffers: frozenset[str]) -> Iterator[tuple[Access, bool]]:
        """What it touches of these buffers, and whether it writes there."""
        yield from ((i.access, i.op == "store") for i in self.nest.body if i.access and i.access.buffer in buffers)
        yield from ((r.target, True) for r in self.nest.reductions if r.target.buffer in buffers)


def joining(group: Sequence[Runner], s: Statement, buffers: Mapping[str, Buffer]) -> Runner | None:
    """The statement as the next of the group; None where it cannot be."""
    nest = by_rows(s, buffers) if isinstance(s, Nest) and s.axes else None
    if nest is None or not isinstance(s, Nest) or not _divisible(nest):
        return None
    runner = Runner(nest, s)
    rows = next((r.extent for r in group if not r.few), runner.extent)
    if not runner.few and (runner.extent - rows).constant is None:
        return None
    starts = _starts(runner) if runner.few else (ZERO,)
    return next((found for start in starts if (found := _behind(group, replace(runner, start=start)))), None)


def _starts(runner: Runner) -> Iterator[Size]:
    """The rows that may be the first of a few: those that it stores into itself, which are rows of an array."""
    for i in runner.nest.body:
        if i.op == "store" and i.access and not i.guard:
            yield from (row for row in runner.rows(i.access).values() if row.constant is None)
    yield ZERO


def _behind(group: Sequence[Runner], runner: Runner) -> Runner | None:
    """The runner behind all that it waits for; None where no distance is enough for sure, or it is too far."""
    lag = 0
    for other in group:
        asked = _asked(other, runner)
        if asked is None or other.lag + asked > FARTHEST:
            return None
        lag = max(lag, other.lag + asked)
    return replace(runner, lag=lag)


def late(group: Sequence[Runner]) -> tuple[Runner, ...]:
    """The group, each as far behind as those that wait for it allow: what it makes is wanted soon then."""
    done: list[Runner] = []
    for r in reversed(group):
        room = [s.lag - asked for s in done if (asked := _asked(r, s)) is not None and asked > FREE]
        done.insert(0, replace(r, lag=min(room, default=r.lag)))
    return tuple(done)


def _asked(first: Runner, second: Runner) -> int | None:
    """How many rows `second` has to be behind `first`, at least; None where no distance is enough for sure."""
    (reads, writes), (later_reads, later_writes) = accesses(first.nest), accesses(second.nest)
    shared = writes & (later_reads | later_writes) | reads & later_writes
    found = FREE
    for a, wrote in first.touches(shared):
        for b, writes_too in second.touches(shared):
            if a.buffer == b.buffer and (wrote or writes_too) and not _elsewhere(first, a, second, b):
                ahead, following = first.rows(a), second.rows(b)
                gaps = [(following[row] - ahead[row]).constant for row in ahead if row in following]
                known = [gap for gap in gaps if gap is not None]
                if not known:
                    return None
                found = max(found, min(known))
    return found


def _elsewhere(first: Runner, a: Access, second: Runner, b: Access) -> bool:
    """Whether a rim is apart from the rows that another nest touches."""
    if not (first.few or second.few):
        return False
    ours, theirs = ({(x.shape[:d], product(x.shape[d + 1:])): i for d, i in enumerate(x.index)} for x in (a, b))
    return any(never_meet((ours[row],), first.nest.axes, (theirs[row],), second.nest.axes) for row in first.rows(a) if row in theirs)


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
    return sums and still and len(n.axes) > 1 and printer_of(collapsed(n, ordered=True)) in GOING_ON and not clamps_of(n)
