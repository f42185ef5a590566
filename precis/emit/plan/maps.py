"""Index maps: which element of its operand an element of a view is. Indices are Sizes over the axes of a nest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import gcd
from types import MappingProxyType

from precis.emit.plan.kernels import Axis
from precis.ir.shapes import ONE, broadcast, pick_position, picks_adjacent
from precis.ir.size import Size, bounds, product, taken_apart
from precis.ir.types import At, Cut, Index, New, Pick, Shape, Value, Windows

ZERO = Size.of(0)
Indices = tuple[Size, ...]
PickAt = Callable[[Value, Indices], Size]  # the index that an integer operand holds at a place


def axes_of(shape: Shape) -> tuple[tuple[Axis, ...], Indices]:
    """Axes of a nest over `shape` and the index of its elements. Dimensions of length 1 need no axis."""
    axes = tuple(Axis(f"%i{k}", d) for k, d in enumerate(d for d in shape if d != ONE))
    symbols = iter(axes)
    return axes, tuple(ZERO if d == ONE else Size.of(next(symbols).symbol) for d in shape)


def ranges_of(axes: Sequence[Axis]) -> dict[str, tuple[Size, Size]]:
    """Axis -> its first and last index."""
    return {a.symbol: (ZERO, a.extent - 1) for a in axes}


def aligned(operand: Shape, index: Indices) -> Indices:
    """The index of a broadcast operand for an index of the result."""
    tail = index[len(index) - len(operand):]
    return tuple(ZERO if d == ONE else i for d, i in zip(operand, tail))


def sliced(at: Index, picks: Sequence[Value], index: Indices, pick: PickAt) -> Indices:
    """The index into x of element `index` of x[at] (the shape rule is precis.ir.shapes.indexed)."""
    picked = broadcast([picks[i.operand].shape for i in at if isinstance(i, Pick)])
    first = pick_position(at) or 0
    before = sum(isinstance(i, (Cut, New)) for i in at[:first]) if picks_adjacent(at) else 0
    place = index[before: before + len(picked)]
    plain = iter(index[:before] + index[before + len(picked):])
    out: list[Size] = []
    for item in at:
        if isinstance(item, At):
            out.append(item.position)
        elif isinstance(item, Cut):
            out.append(item.start + next(plain) * item.step)
        elif isinstance(item, Windows):
            out.append(item.start + next(plain) * item.apart + next(plain) * item.step)
        elif isinstance(item, New):
            next(plain)
        else:
            operand = picks[item.operand]
            out.append(pick(operand, aligned(operand.shape, place)))
    return (*out, *plain)


def reshaped(source: Shape, target: Shape, index: Indices) -> Indices | None:
    """The index into x of element `index` of reshape(x, target); None where that takes divisions."""
    old = [k for k, d in enumerate(source) if d != ONE]
    new = [k for k, d in enumerate(target) if d != ONE]
    places: dict[int, Size] = {}
    while old:
        a, b = _balanced(source, target, old, new)
        if a != 1:
            return None
        places[old[0]] = linear([target[k] for k in new[:b]], [index[k] for k in new[:b]])
        old, new = old[a:], new[b:]
    return tuple(places.get(k, ZERO) for k in range(len(source)))


def unravelled(source: Shape, target: Shape, index: Indices) -> Indices:
    """The same for any reshape, with divisions."""
    rest, out = linear(target, index), []
    for k, d in enumerate(source):
        stride = product(source[k + 1:])
        out.append(rest // stride if k == 0 else (rest // stride) % d)
    return tuple(out)


def _balanced(source: Shape, target: Shape, old: list[int], new: list[int]) -> tuple[int, int]:
    """Lengths of the shortest runs at the front of `old` and `new` with equal products."""
    lengths = [(a, b) for a in range(1, len(old) + 1) for b in range(1, len(new) + 1)]
    for a, b in sorted(lengths, key=sum):
        if product(source[k] for k in old[:a]) == product(target[k] for k in new[:b]):
            return a, b
    return len(old), len(new)


def linear(shape: Sequence[Size], index: Sequence[Size]) -> Size:
    """Row-major offset of `index` in an array of shape `shape`."""
    offset = ZERO
    for d, i in zip(shape, index):
        offset = offset * d + i
    return offset


def covers(at: Index, shape: Shape) -> bool:
    """Whether x[at] is all of x, in place."""
    whole = all(isinstance(i, Cut) and i.step == 1 and i.start == ZERO and i.length == d for i, d in zip(at, shape))
    return whole and len(at) <= len(shape)


def injective(index: Indices, axes: Sequence[Axis]) -> bool:
    """Whether different iterations surely have different indices: every axis stands alone in some dimension."""
    return only_here(index, index, axes)


def only_here(a: Indices, b: Indices, axes: Sequence[Axis]) -> bool:
    """Whether the places `a` and `b` of different iterations are surely not the same: every axis stands alone in some dimension, where
    both have one index. Of `x[p, i]` and `x[q, i]` each iteration has its own, whatever p and q."""
    names = {x.symbol for x in axes}
    alone = set()
    for i in (i for i, j in zip(a, b) if i == j):
        here = {s for s in i.symbols() if s.startswith("%")}
        if len(here) == 1 and here <= names:
            factor = i.coefficient(next(iter(here)))
            if factor is not None and factor.constant:
                alone |= here
    return alone == names


def disjoint(a: Indices, b: Indices, axes: Sequence[Axis], known: Mapping[str, tuple[Size, Size]] = MappingProxyType({})) -> bool:
    """Whether the places `a` and `b` are surely never the same, whatever iterations they belong to. `known`: first and last values of
    other symbols, which both places share."""
    ranges = {**ranges_of(axes), **known}
    return any(_apart(x, y, ranges) for x, y in zip(a, b))


def never_meet(a: Sequence[Size], a_axes: Sequence[Axis], b: Sequence[Size], b_axes: Sequence[Axis]) -> bool:
    """The same for places in nests of their own. Scalars of these have one name each but not one value."""
    theirs = {x.symbol: f"{x.symbol} there" for x in b_axes}
    ranges = {**ranges_of(a_axes), **ranges_of([Axis(theirs[x.symbol], x.extent) for x in b_axes])}
    return any(_apart(x, y.substitute({k: Size.of(name) for k, name in theirs.items()}), ranges) for x, y in zip(a, b))


def _apart(x: Size, y: Size, ranges: dict[str, tuple[Size, Size]]) -> bool:
    if out_of_step(x, y):
        return True
    if any(s.startswith("%") and s not in ranges for s in x.symbols() | y.symbols()):
        return False
    first, second = bounds(x, ranges), bounds(y, ranges)
    if first is None or second is None:
        return False
    lengths = [last - start + 1 for start, last in ranges.values()]
    return any(_positive(gap, lengths) for gap in (second[0] - first[1], first[0] - second[1]))


def _positive(gap: Size, lengths: Sequence[Size]) -> bool:
    """Whether a size is surely positive, where ranges of these lengths have elements: without any, nothing is touched."""
    if gap.constant is not None:
        return gap.constant > 0
    if (either := taken_apart(gap)) is not None:
        return (all if either.name == "min" else any)(_positive(part, lengths) for part in either.parts)
    rests = (((gap - k * length).constant, k) for length in lengths if length.constant is None for k in (1, 2))
    return any(rest is not None and rest + k > 0 for rest, k in rests)


def out_of_step(x: Size, y: Size) -> bool:
    """Whether two indices leave different remainders by a number that divides all their coefficients (the greatest common divisor test;
    Banerjee, Dependence Analysis for Supercomputing, 1988): `2 i` and `2 j + 1` never meet, whatever i and j; nor do 0 and 1."""
    step = gcd(*(k for size in (x, y) for monomial, k in size.terms if monomial))
    first, second = (dict(size.terms).get((), 0) for size in (x, y))
    return (first - second) % step != 0 if step else first != second
