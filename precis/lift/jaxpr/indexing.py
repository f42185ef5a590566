"""Places of windows in arrays, as indices of `slice`, `update` and `update_add`.

XLA's gather takes, at each of an array of start positions, a window of the operand; a scatter writes there. Each operand axis
becomes one index item: a static cut, a known position, a run-time position (rank-0 pick), an array of positions (pick), or,
for windows longer than one at positions of their own, an array of positions that runs over the window too.
(https://openxla.org/xla/operation_semantics#gather)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from precis.ir.shapes import broadcast, pick_position, picks_adjacent
from precis.ir.size import Size
from precis.ir.types import At, Cut, Item, New, Pick, Value, shape_of
from precis.lift.jaxpr.shape import ZERO, counted, expand

if TYPE_CHECKING:
    from precis.lift.jaxpr.lower import Lowering

Label = tuple[str, int]  # ("batch", position in the index array) or ("window", operand axis)


@dataclass
class Index:
    """An index under construction: items per operand axis, their picks, and the axes that they give the region."""

    items: list[Item] = field(default_factory=list)
    picks: list[Value] = field(default_factory=list)
    labels: list[list[Label]] = field(default_factory=list)

    def cut(self, start: Size, length: int, axis: int) -> None:
        self.items.append(Cut(start, Size.of(length)))
        self.labels.append([("window", axis)])

    def at(self, position: Size, keep: Label | None = None) -> None:
        self.items.append(At(position))
        self.labels.append([])
        self._keep(keep)

    def pick(self, positions: Value, keep: Label | None = None) -> None:
        self.items.append(Pick(len(self.picks)))
        self.picks.append(positions)
        self.labels.append([])
        self._keep(keep)

    def _keep(self, label: Label | None) -> None:
        if label is not None:
            self.items.append(New())
            self.labels.append([label])

    def region(self, picked: Sequence[Label]) -> list[Label]:
        """The axes of the region, in the order that NumPy gives them; `picked` are those of the broadcast picks."""
        at, plain = tuple(self.items), self.labels
        first = pick_position(at)
        if first is None or not any(v.rank for v in self.picks):
            return [label for labels in plain for label in labels]
        before, after = ([label for labels in part for label in labels] for part in (plain[:first], plain[first:]))
        return [*before, *picked, *after] if picks_adjacent(at) else [*picked, *before, *after]


@dataclass(frozen=True)
class Window:
    """The common terms of gather and scatter.

    shape       of the operand
    sizes       window length per operand axis
    dropped     operand axes, of window length one, that the window does not have
    mapped      operand axis of each component of an index vector
    batching    operand axis -> axis of the index array that runs along with it
    """

    shape: tuple[int, ...]
    sizes: tuple[int, ...]
    dropped: tuple[int, ...]
    mapped: tuple[int, ...]
    batching: dict[int, int]

    @property
    def kept(self) -> list[int]:
        return [d for d in range(len(self.shape)) if d not in self.dropped and d not in self.batching]

    def whole(self, axis: int) -> bool:
        """Whether the window takes all of an axis, so that it can only start at 0."""
        return self.sizes[axis] == self.shape[axis] and axis in self.kept

    def most(self, axis: int) -> int:
        """The last position where the window is within the operand."""
        return self.shape[axis] - self.sizes[axis]


def components(lo: Lowering, indices: Value, aval: Any, count: int) -> list[Value]:
    """The columns of an array of index vectors, each of the batch shape."""
    known = lo.facts.columns.get(indices.name)
    if indices.rank == 0:
        return [indices] * count
    if known is not None and len(known) == count:
        return list(known)
    indices = lo.full(indices, aval)
    batch = tuple(Cut(ZERO, d) for d in indices.shape[:-1])
    found = []
    for k in range(count):
        column = lo.b.slice(indices, at=(*batch, At(Size.of(k))))
        elements = lo.facts.elements.get(indices.name)
        if elements is not None:
            lo.facts.elements[column.name] = np.broadcast_to(elements, aval.shape)[..., k]
        found.append(column)
    return found


def clamp(lo: Lowering, value: Value, most: int) -> Value:
    """value clamped to 0..most; left alone where it surely lies there."""
    if lo.facts.within(value, 0, most):
        return value
    return lo.b.minimum(lo.b.maximum(value, lo.b.const(0, value.kind)), lo.b.const(most, value.kind))


def inside(lo: Lowering, window: Window, starts: Sequence[Value]) -> Value | None:
    """Whether windows lie within the operand; None where they surely do."""
    test = None
    for axis, start in zip(window.mapped, starts):
        if not lo.facts.within(start, 0, window.most(axis)):
            low, high = lo.b.const(0, start.kind), lo.b.const(window.most(axis), start.kind)
            this = lo.b.bit_and(lo.b.ge(start, low), lo.b.le(start, high))
            test = this if test is None else lo.b.bit_and(test, this)
    return test


def place(lo: Lowering, window: Window, starts: Sequence[Value], batch: Sequence[int]) -> tuple[Index, list[Label]]:
    """The index of `window` at `starts` (within the operand), and the axes of its region."""
    by_axis = {d: s for d, s in zip(window.mapped, starts) if not window.whole(d)}
    runs = [d for d in window.kept if d in by_axis and window.sizes[d] > 1] if batch else []
    varies = bool(window.batching) or any(s.rank for s in by_axis.values())
    index = Index()
    for d in range(len(window.shape)):
        if d in window.batching:
            index.pick(_along(lo, window.batching[d], len(batch), window.shape[d], len(runs)))
        elif d not in by_axis:
            _static(index, window, d)
        elif not batch or (varies and d not in runs and isinstance(lo.facts.scalar(by_axis[d]), Size) and not by_axis[d].rank):
            _single(lo, index, window, d, by_axis[d])
        else:
            keep = ("window", d) if d in window.kept and d not in runs else None
            index.pick(_running(lo, by_axis[d], window.sizes[d], batch, runs, d), keep)
    picked = [("batch", k) for k in range(len(batch))] + [("window", d) for d in runs]
    _widen(lo, index, [*batch, *(window.sizes[d] for d in runs)])
    return index, index.region(picked)


def _static(index: Index, window: Window, axis: int) -> None:
    if axis in window.dropped:
        index.at(ZERO)
    else:
        index.cut(ZERO, window.sizes[axis], axis)


def _single(lo: Lowering, index: Index, window: Window, axis: int, start: Value) -> None:
    """One window: a known place, a run-time position, or a run-time cut."""
    known, kept = lo.facts.scalar(start), axis in window.kept
    if isinstance(known, Size):
        index.cut(known, window.sizes[axis], axis) if kept else index.at(known)
    elif window.sizes[axis] == 1:
        index.pick(start, ("window", axis) if kept else None)
    else:
        symbol = lo.b.size(start, "start")
        lo.facts.ranges[symbol.symbol or ""] = ZERO, Size.of(window.most(axis))
        index.cut(symbol, window.sizes[axis], axis)


def _along(lo: Lowering, axis: int, rank: int, length: int, runs: int) -> Value:
    """Positions 0, 1, ... along axis `axis` of the picks."""
    positions = counted(lo, length, "int32")
    shape = shape_of(*(length if k == axis else 1 for k in range(rank + runs)))
    return lo.b.reshape(positions, shape=shape) if rank + runs > 1 else positions


def _running(lo: Lowering, starts: Value, length: int, batch: Sequence[int], runs: Sequence[int], axis: int) -> Value:
    """Start positions, and along the run of `axis` the positions after them."""
    if not runs:
        return starts
    starts = starts if starts.shape == shape_of(*batch) else lo.spread(starts, shape_of(*batch))
    padded = expand(lo, starts, range(len(batch), len(batch) + len(runs)))
    if axis not in runs:
        return padded
    steps = counted(lo, length, starts.kind)
    after = len(runs) - 1 - runs.index(axis)
    return lo.b.add(padded, lo.b.reshape(steps, shape=shape_of(length, *(1,) * after)) if after else steps)


def _widen(lo: Lowering, index: Index, shape: Sequence[int]) -> None:
    """Broadcast one pick where all together do not reach the batch shape."""
    wanted = shape_of(*shape)
    if index.picks and wanted and broadcast([v.shape for v in index.picks]) != wanted:
        index.picks[0] = lo.spread(index.picks[0], wanted)


def order(labels: Sequence[Label], wanted: Sequence[Label]) -> tuple[int, ...]:
    return tuple(labels.index(label) for label in wanted)


def along(operand: Sequence[int], indices: Sequence[int]) -> dict[int, int]:
    """Operand axis -> axis of the index array, for the batching dimensions of XLA."""
    return dict(zip(map(int, operand), map(int, indices)))


def over_windows(lo: Lowering, test: Value, batch: Sequence[int], axes: Sequence[int]) -> Value:
    """One bool per window, of the batch shape, with the axes of the windows at positions `axes`."""
    if not axes or not batch:
        return test
    return expand(lo, test if test.shape == shape_of(*batch) else lo.spread(test, shape_of(*batch)), axes)
