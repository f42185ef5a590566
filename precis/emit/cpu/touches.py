"""Places that statements of a plan touch, and whether boxes of them are apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from precis.emit.plan.boxes import positive
from precis.emit.plan.kernels import Access, Loop, Nest, Statement
from precis.emit.plan.maps import ranges_of
from precis.emit.plan.walking import blocks_of
from precis.ir.size import Size, bounds

Block = tuple[Statement, ...]
Ends = tuple[Size, Size]
Ranges = Mapping[str, Ends]
Box = tuple[Ends, ...]  # the first and the last place in each dimension


@dataclass(frozen=True, slots=True)
class Span:
    """low <= x < high."""

    low: Size
    high: Size

    @property
    def count(self) -> Size:
        return self.high - self.low

    @property
    def ends(self) -> Ends:
        return self.low, self.high - 1


@dataclass(frozen=True, slots=True)
class Touch:
    """A place that is read or written, by a `nest` if that is given, while the indices and axes around it run through `ranges`."""

    place: Access
    ranges: Ranges
    writes: bool
    nest: Nest | None = None

    def box(self, ranges: Ranges) -> Box | None:
        """All of it while other symbols run through `ranges`, whatever nests compute for it; None where that is not known."""
        return box_of(self.place, {**ranges, **self.ranges})

    def taken_row(self) -> str | None:
        """The scalar of the nest that says which row it is, where one says so."""
        name = self.place.index[-2].symbol if len(self.place.index) > 1 else None
        return name if self.nest and name and name.startswith("%") and name not in self.ranges else None


def touches_of(statements: Block, ranges: Ranges = MappingProxyType({})) -> Iterator[Touch]:
    """All places that nests touch in these statements, those of reductions included."""
    for s in statements:
        if isinstance(s, Nest):
            within = {**ranges, **ranges_of(s.axes)}
            yield from (Touch(i.access, within, i.op == "store", s) for i in s.body if i.access)
            yield from (Touch(r.target, within, True, s) for r in s.reductions)
        within = {**ranges, s.index: run_of(s)} if isinstance(s, Loop) else ranges
        for block in blocks_of(s):
            yield from touches_of(block, within)


def run_of(s: Loop) -> Ends:
    last = s.start + s.step * (s.trips - 1)
    return (s.start, last) if s.step > 0 else (last, s.start)


def box_of(a: Access, ranges: Ranges) -> Box | None:
    """All places of an access; None where an index is not known. What nests compute may be anything."""
    found = [(Size(), d - 1) if _computed(x, ranges) else bounds(x, ranges) for x, d in zip(a.index, a.shape)]
    return tuple(f for f in found if f) if all(found) else None


def _computed(x: Size, ranges: Ranges) -> bool:
    return any(name.startswith("%") and name not in ranges for name in x.symbols())


def apart(a: Box, b: Box, around: Ranges) -> bool:
    """Whether two boxes surely share no place, wherever the indices of `around`, which both share, are."""
    known = dict(around)
    return any(positive(low - last, known) or positive(start - high, known) for (start, last), (low, high) in zip(a, b))
