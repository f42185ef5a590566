"""A cotangent in the making: contributions are kept apart until the sum is wanted.

Most contributions to an array's cotangent come from slices of it. Kept apart, those of one region are summed before they are added,
and a store that replaces what it has just read (`u[r] = u[r] + d`) passes its cotangent on without clearing the region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations, product

from precis.ad.regions import Region, composition, hull, relative, span, touching
from precis.ir.build import Build
from precis.ir.shapes import indexed
from precis.ir.size import Size
from precis.ir.types import Cut, Node, Shape, Value


@dataclass(frozen=True, slots=True)
class Cotangent:
    """The sum of `whole` arrays and of `parts`, values at regions.

    cleared  a region of whole[0] that does not count, and its values there
    """

    whole: tuple[Value, ...] = ()
    parts: tuple[tuple[Region, Value], ...] = ()
    cleared: tuple[Region, Value] | None = None

    def plus(self, g: Value) -> Cotangent:
        return replace(self, whole=(*self.whole, g))

    def plus_part(self, region: Region, g: Value) -> Cotangent:
        return replace(self, parts=(*self.parts, (region, g)))

    def apart(self, b: Build, shape: Shape, small: Callable[[Sequence[Shape]], bool]) -> list[tuple[Region, Value]] | None:
        """The contributions to an array of `shape` by regions that have no element in common. Those to regions that may have some are
        summed in a region around them, if all are `small` together. None where that is not so, or where there is more than parts."""
        regions = list(dict.fromkeys(region for region, _ in self.parts))
        if self.whole or not all(r.plain for r in regions):
            return None
        groups = touching(regions)
        around = [group[0] if len(group) == 1 else hull(group) for group in groups]
        found = [r for r in around if r]
        if len(found) < len(groups) or len(touching(found)) < len(found):
            return None
        if len(found) < len(regions) and not small([indexed(shape, r.at, r.picks) for r in found]):
            return None
        return [(r, self._within(r, group, b, shape)) for r, group in zip(found, groups)]

    def _within(self, around: Region, regions: Sequence[Region], b: Build, shape: Shape) -> Value:
        """The sum of the contributions to `regions`, as an array of the elements of `around`."""
        parts = [(r, g) for r, g in self.parts if r in regions]
        if len(regions) == 1:
            return reduce(b.add, (g for _, g in parts))
        inner = Cotangent((), tuple((relative(r, around), g) for r, g in parts))
        return inner.total(b, indexed(shape, around.at, around.picks), parts[0][1].kind)

    def at(self, region: Region) -> tuple[tuple[Region, Value], ...] | None:
        """The contributions that the slice `region` of an array makes when this is its cotangent; None where they must be summed."""
        composed = [composition(region, inner) for inner, _ in self.parts]
        if self.cleared or None in composed:
            return None
        inner = ((r, g) for r, (_, g) in zip(composed, self.parts) if r)
        return (*((region, g) for g in self.whole), *inner)

    def total(self, b: Build, shape: Shape, kind: str) -> Value:
        """Emit the sum, of the given type."""
        if len(self.whole) > 1 and (around := self._around(shape)) is not None:
            cleared, *others = self.whole
            rim = tuple((region, b.slice(cleared, at=region.at)) for region in around)
            return Cotangent(tuple(others), (*self.parts, *rim)).total(b, shape, kind)
        groups = self._groups()
        if self.cleared:
            start = self._refilled(b, groups.pop(self.cleared[0], []))
        elif self.whole:
            start = self.whole[0]
        else:
            start = next((g for g in _turned_back(b, groups, shape)), None) or _first(b, b.zeros(shape, kind), groups)
        start = reduce(b.add, (*self.whole[1:], *_turned_back(b, groups, shape)), start)
        for region, values in groups.items():
            start = b.update_add(start, reduce(b.add, values), *region.picks, at=region.at)
        return start

    def _groups(self) -> dict[Region, list[Value]]:
        """The contributions to each region."""
        groups: dict[Region, list[Value]] = {}
        for region, g in self.parts:
            groups.setdefault(region, []).append(g)
        return groups

    def _around(self, shape: Shape) -> list[Region] | None:
        """Regions that together are all but the cleared one: along each dimension what lies before and behind it, within it along
        the dimensions before. None where the cleared one is no box that leaves out a fixed number of elements at its ends."""
        at = self.cleared[0].at if self.cleared else ()
        if not self.cleared or any(not isinstance(i, Cut) or i.step != 1 for i in at):
            return None
        found: list[Region] = []
        for k, (item, d) in enumerate(zip(at, shape)):
            assert isinstance(item, Cut)
            ends = (Size(), item.start), (item.start + item.length, d - item.start - item.length)
            if any(length.constant is None for _, length in ends):
                return None
            found += [Region((*at[:k], Cut(start, length))) for start, length in ends if length.constant]
        return found

    def _refilled(self, b: Build, values: list[Value]) -> Value:
        """whole[0] with the cleared region replaced by the sum of `values`."""
        assert self.cleared is not None
        (region, taken), start = self.cleared, self.whole[0]
        if taken in values:
            values.remove(taken)
            return b.update_add(start, reduce(b.add, values), *region.picks, at=region.at) if values else start
        new = reduce(b.add, values) if values else b.const(0.0, start.kind)
        return b.update(start, new, *region.picks, at=region.at)


def _turned_back(b: Build, groups: dict[Region, list[Value]], shape: Shape) -> Iterator[Value]:
    """Take two contributions at a time that are the two parts of one array, change places and fill all of `shape`, as rotations leave
    them: the array turned back. It is read where it is wanted, where parts would be added to what is in memory."""
    for first, second in permutations(list(groups), 2):
        axis = _filled(first, second, shape)
        if axis is None:
            continue
        for later, sooner in product(_slices(b, groups.get(first, [])), _slices(b, groups.get(second, []))):
            if later.output in groups[first] and sooner.output in groups[second] and _change_places(later, sooner, axis):
                groups[first].remove(later.output)
                groups[second].remove(sooner.output)
                yield b.concatenate(later.output, sooner.output, axis=axis)
        for region in (first, second):
            if not groups.get(region, [None]):
                del groups[region]


def _change_places(first: Node, second: Node, axis: int) -> bool:
    """Whether slices are the two parts of one array, the later one first."""
    later, sooner = Region(first.attrs["at"]), Region(second.attrs["at"])
    return first.inputs == second.inputs and _filled(sooner, later, first.inputs[0].shape) == axis


def _filled(first: Region, second: Region, shape: Shape) -> int | None:
    """The axis along which `second` begins where `first` ends, if together they are all of an array of `shape`."""
    spans = [[span(i) if isinstance(i, Cut) else None for i in r.at] for r in (first, second)]
    if first.picks or second.picks or any(None in s for s in spans) or not len(spans[0]) == len(spans[1]) <= len(shape):
        return None
    whole = [(Size(), d) for d in shape]
    apart = [k for k, (x, y) in enumerate(zip(*spans)) if not x == y == whole[k]]
    met = [(x[0], y[1]) == whole[k] and x[1] == y[0] for k, (x, y) in enumerate(zip(*spans)) if k in apart and x and y]
    return apart[0] if met == [True] else None


def _slices(b: Build, values: list[Value]) -> list[Node]:
    """The slices, at positions known ahead, among the contributions to a region."""
    names = {v.name for v in values}
    return [n for n in b.nodes if n.op == "slice" and n.output.name in names and len(n.inputs) == 1]


def _first(b: Build, zeros: Value, groups: dict[Region, list[Value]]) -> Value:
    """Zeros with the first region filled in."""
    region = next((r for r in groups if r.plain), None)
    if region is None:
        return zeros
    return b.update(zeros, reduce(b.add, groups.pop(region)), *region.picks, at=region.at)
