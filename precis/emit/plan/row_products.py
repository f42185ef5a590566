"""A product of a row, or column, that moves with a loop's index: what one product of matrices computes for many iterations at once.

    data[:, i] @ data[:, i:]       rows  data[:, i0:i1].T @ data[:, i0:]             [i - i0, i - i0:]
    a[i + 1:, i] @ b[i + 1:]       rows  a[i1:, i0:i1].T @ b[i1:], and the rest      a[i + 1:i1, i] @ b[i + 1:i1]

A kept axis of which one end moves is read as far as it reaches in any of the iterations; of a summed axis of which one end moves, the
part that all of the iterations share goes to the product of matrices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from precis.emit.plan.boxes import Defined, Ranges, Read, before, positive, read_of
from precis.ir.build import Build
from precis.ir.ops.reductions import contraction_labels
from precis.ir.size import Size, bounds, product
from precis.ir.types import At, Cut, Item, Node, Range, Value

FIXED = (0, 0)
Outside = Callable[[Read, tuple[Item, ...]], Value | None]


@dataclass(frozen=True, slots=True)
class Run:
    """Iterations in which `index` is anything from `low` to `high`, `count` of them; of a loop in which it is anything in `ends`. around:
    the same of what both depend on, from the outermost loop on."""

    index: str
    low: Size
    high: Size
    count: Size
    ends: tuple[Size, Size]
    around: Ranges = field(default_factory=dict)

    @property
    def ranges(self) -> Ranges:
        return {self.index: (self.low, self.high)}

    def range(self, step: int) -> Range:
        return Range(self.low if step > 0 else self.high, self.count, step)

    def least(self, size: Size) -> Size:
        return size.substitute({self.index: self.low if self.slope(size) >= 0 else self.high})

    def largest(self, size: Size) -> Size:
        return size.substitute({self.index: self.high if self.slope(size) >= 0 else self.low})

    def row(self, b: Build, rows: Value, like: Value) -> Value:
        """The row of an iteration, of the shape of `like`."""
        return b.slice(rows, at=(At(Size.of(self.index) - self.low), *(Cut(Size(), d) for d in like.shape)))

    def growth(self, size: Size) -> int | None:
        """By how much a size grows with the index; None where that is no number."""
        factor = size.coefficient(self.index)
        return factor.constant if factor is not None else None

    def slope(self, size: Size) -> int:
        """The growth, which is known of all that come here."""
        growth = self.growth(size)
        assert growth is not None
        return growth


@dataclass(frozen=True, slots=True)
class Rows:
    """The product of matrices for a run, `spec` of the parts `at` of `bases`.

    row    of the result that belongs to an iteration, with the part of it: `part`, one item per kept axis
    split  the summed label of which an iteration adds the rest: from `rest[0]` of its own elements, `rest[1]` of them
    """

    node: Node
    bases: tuple[Value, Value]
    at: tuple[tuple[Item, ...], tuple[Item, ...]]
    spec: str
    part: tuple[Item, ...]
    split: str = ""
    rest: tuple[Size, Size] = (Size(), Size())

    @property
    def multiplications(self) -> Size:
        labels = contraction_labels(self.spec)
        lengths = {c: i.length for own, at in zip(labels, self.at) for c, i in zip(own, (i for i in at if isinstance(i, Cut)))}
        return product(lengths.values())

    def build(self, b: Build) -> Value:
        x, y = (b.slice(v, at=at) for v, at in zip(self.bases, self.at))
        return b.einsum(x, y, spec=self.spec)

    def iteration(self, b: Build, rows: Value) -> Value:
        """What the product gives for one iteration."""
        found = b.slice(rows, at=self.part)
        if not self.split:
            return found
        labels = contraction_labels(self.node.attrs["spec"])
        x, y = (b.slice(v, at=self._rest(v, own)) for v, own in zip(self.node.inputs, labels))
        return b.add(found, b.einsum(x, y, spec=self.node.attrs["spec"]))

    def _rest(self, v: Value, labels: str) -> tuple[Item, ...]:
        return tuple(Cut(*self.rest) if c == self.split else Cut(Size(), d) for c, d in zip(labels, v.shape))


def rows_of(node: Node, defined: Defined, run: Run, outside: Outside) -> Rows | None:
    """The product of a run that contains what `node` computes in each iteration, or None; `outside` gives the value in front of the run
    that has the elements of a read, of which an iteration wants those of its own items."""
    labels = contraction_labels(node.attrs["spec"])
    reads = [read_of(v, defined) for v in node.inputs]
    if node.op != "einsum" or any(r is None for r in reads) or node.output.kind != "real":
        return None
    made = _Product(node, labels, [before(r, defined, run.ranges, run.around) for r in reads if r], run)
    return made.rows(outside) or (replace(made, less=1).rows(outside) if made.fewer() else None)


@dataclass(frozen=True, slots=True)
class _Product:
    """less: how many of the terms that all iterations share they add themselves, since one of them writes what is multiplied there."""

    node: Node
    labels: tuple[str, str, str]
    reads: Sequence[Read]
    run: Run
    less: int = 0

    def rows(self, outside: Outside) -> Rows | None:
        split = self._split()
        if split is None or not self._fits():
            return None
        at = tuple(self._items(k) for k in (0, 1))
        bases = [outside(Read(r.base, items, ()), self._own(k)) for k, (r, items) in enumerate(zip(self.reads, at))]
        if any(v is None for v in bases):
            return None
        row = next(c for c in "RSTUVWXYZ" if not any(c in own for own in self.labels))
        a, b = (self._spec(k, row) for k in (0, 1))
        part = (At(self._row()), *(self._part(c) for c in self.labels[2]))
        rest = self._rest(split) if split else (Size(), Size())
        return Rows(self.node, tuple(bases), at, f"{a},{b}->{row}{self.labels[2]}", part, split, rest)  # pyright: ignore[reportArgumentType]

    def fewer(self) -> bool:
        """Whether each iteration sums at least one term along the label that moves."""
        split = self._split()
        length = bounds(self._cut(split).length, {self.run.index: self.run.ends}) if split else None
        return length is not None and positive(length[0], self.run.around)

    def _fits(self) -> bool:
        """Whether one operand is a row, or column, at the index, and the other one a matrix that does not step with it."""
        steps = [[self.run.growth(i.position) for i in r.at if isinstance(i, At)] for r in self.reads]
        moving = [sum(s != 0 for s in found) for found in steps]
        if sorted(moving) != [0, 1] or any(s not in (-1, 0, 1) for found in steps for s in found):
            return False
        a, b, result = self.labels
        row, other = (a, b) if moving[0] else (b, a)
        kept = {c for c in other if c not in row}
        if set(result) != kept or not all(self._moves(c) in _ONE_END for c in kept) or set(row) & set(result):
            return False
        return bool(row)

    def _split(self) -> str | None:
        """The summed label that moves, "" where none does; None where that is more than one end of one label."""
        a, b, result = self.labels
        found = ""
        for c in a:
            if c in result or c not in b:
                continue
            here, there = self._moves(c), self._moves(c, 1)
            if here != there or here not in _ONE_END or (found and here != FIXED):
                return None
            found = c if here != FIXED else found
        return found

    def _cut(self, label: str, first: int = 0) -> Cut:
        """The part along a label, of the operand `first` if it has it."""
        k = first if label in self.labels[first] else 1 - first
        item = self.reads[k].at[self.reads[k].axes[self.labels[k].index(label)]]
        assert isinstance(item, Cut)
        return item

    def _moves(self, label: str, first: int = 0) -> tuple[int | None, int | None]:
        """By how much the ends of a part move with the index."""
        cut = self._cut(label, first)
        start, length = self.run.growth(cut.start), self.run.growth(cut.length)
        if start is None or length is None or (cut.step != 1 and (start, length) != FIXED):
            return None, None
        return start, start + length

    def _items(self, k: int) -> tuple[Item, ...]:
        read = self.reads[k]
        summed = {axis for axis, c in zip(read.axes, self.labels[k]) if c not in self.labels[2]}
        return tuple(self._item(item, axis in summed) for axis, item in enumerate(read.at))

    def _own(self, k: int) -> tuple[Item, ...]:
        """What an iteration reads of what goes to the product."""
        read = self.reads[k]
        summed = {axis for axis, c in zip(read.axes, self.labels[k]) if c not in self.labels[2]}
        return tuple(self._item(item, True) if axis in summed else item for axis, item in enumerate(read.at))

    def _item(self, item: Item, summed: bool) -> Item:
        """The positions of an item in all iterations of the run: of a summed axis those that all share, else those of any."""
        run = self.run
        if isinstance(item, At):
            return Cut(run.least(item.position), run.count) if run.slope(item.position) else item
        assert isinstance(item, Cut)
        if item.step != 1:
            return item
        start, end = item.start, item.start + item.length
        if not summed:
            return Cut(run.least(start), run.largest(end) - run.least(start))
        low, high = (run.largest(start) + self._less(start), run.least(end) - self._less(end))
        return Cut(low, high - low)

    def _less(self, end: Size) -> int:
        return self.less if self.run.slope(end) else 0

    def _spec(self, k: int, row: str) -> str:
        """Labels in the order of the axes of the array."""
        read, run = self.reads[k], self.run
        by_axis = dict(zip(read.axes, self.labels[k]))
        return "".join(row if isinstance(i, At) else by_axis[axis]
                       for axis, i in enumerate(read.at) if not isinstance(i, At) or run.slope(i.position))

    def _row(self) -> Size:
        position = next(i.position for r in self.reads for i in r.at if isinstance(i, At) and self.run.slope(i.position))
        return position - self.run.least(position)

    def _part(self, label: str) -> Item:
        cut = self._cut(label)
        return Cut(cut.start - self.run.least(cut.start), cut.length) if cut.step == 1 else Cut(Size(), cut.length)

    def _rest(self, label: str) -> tuple[Size, Size]:
        cut = self._cut(label)
        if self.run.slope(cut.start):
            return Size(), self.run.largest(cut.start) + self.less - cut.start
        common = self.run.least(cut.start + cut.length) - self.less - cut.start
        return common, cut.length - common


_ONE_END = (FIXED, (0, 1), (0, -1), (1, 0), (-1, 0))
