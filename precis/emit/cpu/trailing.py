"""What is left of a box when the rows and columns that some iterations of a loop work on are taken out.

Of iterations `first` to `first + count - 1`, each of which updates a box and touches row and column `index + c` for a few numbers c, these
rows and columns are the panel. What is outside is the same for all of these iterations, and none of them touches it but to update it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from precis.emit.cpu.outer_updates import OuterUpdate
from precis.emit.cpu.touches import Box, Ranges, Span, Touch, apart
from precis.emit.plan.boxes import positive
from precis.ir.size import Size, bounds, largest, smallest

ONE = Size.of(1)


@dataclass(frozen=True, slots=True)
class Steps:
    """`count` iterations of a loop over `index`, from `first` on, upwards or downwards (`step` 1 or -1); `around`: what first and the
    indices of loops around run through."""

    index: str
    first: Size
    count: int
    step: int
    around: Ranges
    rows: Ranges = field(default_factory=dict)  # what the symbol of rows runs through

    @property
    def ends(self) -> tuple[Size, Size]:
        """The least and the largest index."""
        last = self.first + self.step * (self.count - 1)
        return (self.first, last) if self.step > 0 else (last, self.first)

    @property
    def within(self) -> Ranges:
        return {self.index: self.ends}

    @property
    def number(self) -> Size:
        """Of an iteration, from 0 on."""
        return (Size.of(self.index) - self.first) * self.step

    def surely(self, size: Size) -> bool:
        """Whether a size is surely 1 or more in all these iterations."""
        return positive(size, {**self.around, **self.within, **self.rows})


@dataclass(frozen=True, slots=True)
class Parts:
    """A span inside a panel, and those outside, which are the same for all iterations: in front of it (side 0) and behind it (side 1), if
    there is something. `begins`: the side of the first of them."""

    inside: Span | None
    outside: tuple[Span, ...]
    begins: int = 0


@dataclass(frozen=True, slots=True)
class Trailing:
    """The parts of an update's box. `taken`: what touches rows outside that it computes."""

    update: OuterUpdate
    rows: Parts
    columns: Parts
    taken: tuple[Touch, ...] = ()

    @property
    def boxes(self) -> Iterator[Box | None]:
        """What is outside; None where that is not known."""
        u = self.update
        lead = tuple((x, x) for x in u.place.index[:-2])
        for rows in self.rows.outside:
            for columns in self.columns.outside:
                ends = [bounds(x, {u.row: rows.ends}) for x in columns.ends]
                yield (*lead, rows.ends, (ends[0][0], ends[1][1])) if ends[0] and ends[1] else None


def trailing(u: OuterUpdate, steps: Steps, touches: Iterable[Touch]) -> Trailing | None:
    """What may wait for the end of these iterations; None where something touches it before, but for rows that are taken one by one.
    `touches`: all in the loop's body that touches the array beside the update of its elements."""
    found = list(touches)
    if any(t.place.shape != u.place.shape for t in found):
        return None
    offsets = ([_offset(t.place.index[d], steps.index) for t in found] for d in (-2, -1))
    rows, columns = ({c for c in of if c is not None} for of in offsets)
    if u.without is not None and _offset(u.without, steps.index) is None:
        return None
    rows |= {_offset(u.without, steps.index) or 0} if u.without is not None else set()
    by_row = _parts(u.rows, rows, steps)
    if by_row is None or not by_row.outside:
        return None
    span = by_row.outside[0] if len(by_row.outside) == 1 else u.rows
    by_column = _parts(u.columns, columns, replace(steps, rows={u.row: span.ends}))
    if by_column is None or not by_column.outside or not (by_row.inside or by_column.inside):
        return None  # without a panel, loops change places (precis.emit.cpu.interchange)
    made = Trailing(u, by_row, by_column)
    near = [t for t in found if not all(_apart(t, box, steps) for box in made.boxes)]
    taken = all(t.taken_row() and t.place.index[:-2] == u.place.index[:-2] for t in near)
    return replace(made, taken=tuple(near)) if taken else None


def _apart(t: Touch, box: Box | None, steps: Steps) -> bool:
    own = t.box(steps.within)
    return box is not None and own is not None and apart(own, box, steps.around)


def _offset(x: Size, index: str) -> int | None:
    return (x - Size.of(index)).constant


def _parts(span: Span, touched: set[int], steps: Steps) -> Parts | None:
    """Along one dimension, of which places index + c are touched; None where what is outside changes."""
    moving = {c for c in (_offset(x, steps.index) for x in (span.low, span.high)) if c is not None}
    offsets = touched | {c - 1 for c in moving}
    if not offsets:
        return Parts(None, (span,)) if _still(span, steps) else None
    low, high = steps.ends
    panel = Span(low + min(offsets), high + (max(offsets) + 1))
    before = Span(span.low, _least(span.high, panel.low, steps))
    after = Span(_most(span.low, panel.high, steps), span.high)
    outside = [(k, s) for k, s in enumerate((before, after)) if not steps.surely(s.low - s.high + 1)]
    inside = Span(_most(span.low, panel.low, steps), _least(span.high, panel.high, steps))
    spans = tuple(s for _, s in outside)
    return Parts(inside, spans, outside[0][0] if outside else 0) if all(_still(s, steps) for s in spans) else None


def _still(span: Span, steps: Steps) -> bool:
    return steps.index not in span.low.symbols() | span.high.symbols()


def _least(a: Size, b: Size, steps: Steps) -> Size:
    return a if steps.surely(b - a + 1) else b if steps.surely(a - b + 1) else smallest(a, b)


def _most(a: Size, b: Size, steps: Steps) -> Size:
    return a if steps.surely(a - b + 1) else b if steps.surely(b - a + 1) else largest(a, b)
