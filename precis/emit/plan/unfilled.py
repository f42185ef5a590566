"""Arrays that are filled with a number, or copied, and then surely written, every row before it is read, are not filled.

    out = np.zeros((n, m)); out[0] = a; for k in 1..n-1: out[k] = f(out[k - 1])

Programs make arrays before they fill them row by row; through the caches that costs as much as another row. Rows of the first dimension are
followed: stores of whole rows, one or many, by nests or once per iteration of a loop, that join the rows written so far; and parts
(`out[:, 0] = x; out[:, 1] = y`, `out[0::2] = x; out[1::2] = y`; precis.emit.plan.coverings), in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.compared import compared, narrowed
from precis.emit.plan.coverings import Box, box_of_parts, covered
from precis.emit.plan.fills import set_whole
from precis.emit.plan.first_rows import by_dimension, of_row
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, If, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import ZERO, ranges_of
from precis.emit.plan.walking import accesses, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, bounds

Block = tuple[Statement, ...]
Ranges = dict[str, tuple[Size, Size]]  # symbol -> its first and last value


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows from `low` to before `high`; none at first."""

    low: Size | None = None
    high: Size | None = None

    def __add__(self, other: Rows) -> Rows:
        """Both together where they touch, else those that were there before."""
        if self.low is None or other.low is None or self.high is None or other.high is None:
            return other if self.low is None else self
        if self.high == other.low:
            return Rows(self.low, other.high)
        return Rows(other.low, self.high) if other.high == self.low else self

    def mention(self, symbol: str) -> bool:
        return any(end is not None and symbol in end.symbols() for end in (self.low, self.high))

    def hold(self, row: Size, ranges: Ranges) -> bool:
        """Whether a row is surely one of them."""
        ends = self.low is not None and self.high is not None and (bounds(row - self.low, ranges), bounds(self.high - 1 - row, ranges))
        return bool(ends) and all(end is not None and (end[0].constant or 0) >= 0 and end[0].constant is not None for end in ends)


def unfilled(plan: Plan, equal: Mapping[Size, Size]) -> Plan:
    """`equal`: sizes that are known to be equal to others."""
    return replace(plan, statements=_block(plan.statements, equal))


def _block(statements: Block, equal: Mapping[Size, Size]) -> Block:
    inner = tuple(map_blocks(s, lambda block: _block(block, equal)) for s in statements)
    arrays = {k: array for k, s in enumerate(inner) if (array := set_whole(s)) and array.shape}
    touched = [frozenset().union(*accesses(s)) for s in inner] if arrays else []
    behind = {k: tuple(s for s, names in zip(inner[k + 1:], touched[k + 1:]) if array.buffer in names) for k, array in arrays.items()}
    return tuple(t for k, s in enumerate(inner) for t in (_left(s, behind[k], arrays[k], equal) if k in arrays else (s,)))


def _left(fill: Statement, statements: Block, array: Access, equal: Mapping[Size, Size]) -> Block:
    """What is left of a nest that fills an array, in front of these statements."""
    if _overwritten_in_parts(statements, array, equal):
        return ()
    ways = tuple(by_dimension(statements, array))
    if any(_overwritten(there, turned, Rows()) for _, there, turned in ways):
        return ()
    assert isinstance(fill, Nest)
    if not any(isinstance(s, Loop) for s in statements):
        return (fill,)  # parts that nests leave: precis.emit.cpu.rims
    rows = ((d, row) for d, there, turned in ways for row in dict.fromkeys((ZERO, turned.shape[0] - 1))
            if turned.shape[0] != ONE and _overwritten(there, turned, Rows(row, row + 1)))
    return next(((of_row(fill, array, d, row),) for d, row in rows), (fill,))


def _overwritten_in_parts(statements: Block, array: Access, equal: Mapping[Size, Size]) -> bool:
    """Whether nests write all parts of the array before they read them."""
    written: list[Box] = []
    for s in (_with_iterations(t, array) for t in statements):
        if not isinstance(s, Nest) or not alike(s, array):
            return False
        loads = (i.access for i in s.body if i.op == "load" and i.access and i.access.buffer == array.buffer)
        if not all(covered(written, box_of_parts(a, s.axes), array.shape, equal) for a in loads):
            return False
        written += [box_of_parts(a, axes) for a, axes in stored(s, array) if not s.hole and _spreads(a, axes)]
        if covered(written, (None,) * len(array.shape), array.shape, equal):
            return True
    return False


def _with_iterations(s: Statement, array: Access) -> Statement:
    """`for c: out[:, :, c] = x` as the only nest in it that touches an array, along a further axis, if nothing there reads the array."""
    if not isinstance(s, Loop) or s.step != 1 or s.start != ZERO or array.buffer in accesses(s)[0]:
        return s
    inside = [t for t in s.body if array.buffer in accesses(t)[1]]
    only = inside[0] if len(inside) == 1 else None
    if not isinstance(only, Nest) or only.reductions or only.hole:
        return s
    return replace(only, axes=(Axis(s.index, s.trips), *only.axes))


def _spreads(a: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether a place goes along all axes: where one of them had no iteration, there would be no store."""
    return {x.symbol for x in axes} <= frozenset().union(*(i.symbols() for i in a.index))


def _spans(axes: Iterable[Axis]) -> dict[str, tuple[Size, Size]]:
    """(first value, how many) of each axis."""
    return {a.symbol: (ZERO, a.extent) for a in axes}


def alike(n: Nest, array: Access) -> bool:
    """Whether the nest sees the array in one shape and does not add to it while it runs."""
    touched = [*(i.access for i in n.body if i.access), *(r.target for r in n.reductions)]
    tallied = any(r.target.buffer == array.buffer and r.op == "tally" for r in n.reductions)
    return not tallied and all(a.shape == array.shape for a in touched if a.buffer == array.buffer)


def _overwritten(statements: Block, array: Access, there: Rows) -> bool:
    """Whether the statements write every row of the array but those that are `there` before they read it."""
    rows: Rows | None = there
    for s in statements:
        rows = _behind(s, array, rows)
        if rows is None or rows == Rows(ZERO, array.shape[0]):
            return rows is not None
    return False


def _behind(s: Statement, array: Access, rows: Rows) -> Rows | None:
    """The rows written when `s` has run; None where it may read others, or touches the array in a way that is not followed."""
    if isinstance(s, Nest):
        return _behind_nest(s, array, rows, {})
    if not isinstance(s, Loop) or abs(s.step) != 1:
        return None
    last = s.start + (s.trips - 1) * s.step
    ranges = {s.index: (s.start, last) if s.step > 0 else (last, s.start)}
    first = next((r for t in s.body if array.buffer in accesses(t)[1] for r in _whole_rows(t, array) if _joins(r, rows, s)), None)
    return _behind_loop(s, array, rows, ranges, first) if first is not None else _behind_any_loop(s, array, rows, ranges)


def _behind_any_loop(s: Loop, array: Access, rows: Rows, ranges: Ranges) -> Rows | None:
    """Behind a loop that may write the same rows in every iteration: those, if it surely runs."""
    inside = _behind_body(s.body, array, rows, ranges)
    runs = (s.trips.constant or 0) > 0 or s.trips in array.shape  # a loop over a dimension does not run where there are no elements
    return inside if inside is None or (runs and not inside.mention(s.index)) else rows


def _behind_loop(s: Loop, array: Access, rows: Rows, ranges: Ranges, first: Rows) -> Rows | None:
    """Behind a loop whose iterations write the row `first` each; in an iteration there are those that earlier ones have written."""
    assert first.low is not None and first.high is not None
    at_start, at_end = ({s.index: t} for t in (s.start, s.start + s.trips * s.step))
    if s.step > 0:
        here = Rows(rows.low or first.low.substitute(at_start), first.low)
        behind = Rows(here.low, first.low.substitute(at_end))
    else:
        here = Rows(first.high, rows.high or first.high.substitute(at_start))
        behind = Rows(first.high.substitute(at_end), here.high)
    return None if _behind_body(s.body, array, here, ranges) is None else behind


def _joins(row: Rows, rows: Rows, s: Loop) -> bool:
    """Whether a row that every iteration writes is next to those written before the loop, and then to that of the iteration before."""
    if row.low is None or row.high is None or row.low.coefficient(s.index) != Size.of(1):
        return False
    at_start = {s.index: s.start}
    return rows.low is None or (row.low.substitute(at_start) == rows.high if s.step > 0 else row.high.substitute(at_start) == rows.low)


def _behind_body(body: Block, array: Access, rows: Rows, ranges: Ranges) -> Rows | None:
    """Behind one iteration, whose reads are of rows there are."""
    found: Rows | None = rows
    tests: dict[str, Size] = {}
    for t in body:
        if found is not None and array.buffer in frozenset().union(*accesses(t)):
            if isinstance(t, If):
                found = _behind_branches(t, array, found, ranges, tests.get(t.test))
            else:
                found = _behind_nest(t, array, found, ranges) if isinstance(t, Nest) else _only_writes(t, array, found, ranges)
        tests = {name: size for name, size in tests.items() if name not in accesses(t)[1]} | compared(t)
    return found


def _behind_branches(s: If, array: Access, rows: Rows, ranges: Ranges, test: Size | None) -> Rows | None:
    """The rows that there were, where neither branch reads others; either may be the one that runs."""
    facts = (None, None) if test is None else (test, -test - 1)
    inside = (_behind_body(block, array, rows, narrowed(ranges, fact)) for block, fact in zip((s.then, s.otherwise), facts))
    return rows if all(found is not None for found in inside) else None


def _only_writes(s: Statement, array: Access, rows: Rows, ranges: Ranges) -> Rows | None:
    """Behind a loop inside, which may read rows that there are."""
    if not isinstance(s, Loop):
        return None
    nests = [t for t in walk(s.body) if array.buffer in frozenset().union(*accesses(t))]
    inside = all(isinstance(t, (Nest, Loop)) for t in nests) and all(
        _behind_nest(t, array, rows, ranges) is not None for t in nests if isinstance(t, Nest))
    return sum(_whole_rows(s, array), rows) if inside else None


def _behind_nest(n: Nest, array: Access, rows: Rows, ranges: Ranges) -> Rows | None:
    touched = [(i.op, i.access) for i in n.body if i.access and i.access.buffer == array.buffer]
    if not alike(n, array):
        return None
    known = {**ranges, **ranges_of(n.axes)}
    if not all(rows.hold(a.index[0], known) for op, a in touched if op != "store"):
        return None
    return sum(_whole_rows(n, array), rows)


def _whole_rows(s: Statement, array: Access, around: Mapping[str, tuple[Size, Size]] | None = None) -> Iterator[Rows]:
    """The rows that a statement stores all of: by nests, inside loops that always run through."""
    if isinstance(s, Loop) and s.step == 1:
        for t in s.body:
            yield from _whole_rows(t, array, {**(around or {}), s.index: (s.start, s.trips)})
    elif isinstance(s, Nest) and not s.hole:
        for a, axes in stored(s, array):
            spans = {**(around or {}), **_spans(axes)}
            if a.shape == array.shape and _all_of(a, spans):
                (low, count), by = _span(a.index[0], spans), a.index[0]
                yield Rows(low, low + count) if count is not None else Rows(by, by + 1)


def stored(n: Nest, array: Access) -> Iterable[tuple[Access, tuple[Axis, ...]]]:
    """Where the nest surely stores to the array, and the axes along which it does."""
    kept = ((r.target, n.axes[:r.kept]) for r in n.reductions if r.op != "tally" and not n.sequential)
    stored = ((i.access, n.axes) for i in n.body if i.op == "store" and i.access and not i.guard and n.begin is None)
    return ((a, axes) for a, axes in (*stored, *kept) if a.buffer == array.buffer and not any(_computed(x, axes) for x in a.index))


def box_of(a: Access, axes: tuple[Axis, ...]) -> tuple[tuple[Size, Size], ...] | None:
    """For each dimension the first index and the extent, where a place runs over a box, each axis along a dimension of its own."""
    spans = _spans(axes)
    box = tuple((low, extent) for low, extent in (_span(i, spans) for i in a.index) if extent not in (None, ZERO))
    return box if len(box) == len(a.index) == len(axes) else None


def _computed(index: Size, axes: tuple[Axis, ...]) -> bool:
    return any(x.startswith("%") and x not in {a.symbol for a in axes} for x in index.symbols())


def _all_of(a: Access, spans: Mapping[str, tuple[Size, Size]]) -> bool:
    """Whether a place runs over whole rows: each later index over all of its dimension, all by symbols of their own; there is no other
    symbol, whose loop might not run."""
    used = [x for i in a.index for x in i.symbols() if x in spans]
    spread = [_span(i, spans) for i in a.index[1:]]
    return sorted(used) == sorted(spans) and all((low, count or Size.of(1)) == (ZERO, d) for (low, count), d in zip(spread, a.shape[1:]))


def _span(index: Size, spans: Mapping[str, tuple[Size, Size]]) -> tuple[Size, Size | None]:
    """(first value, how many) of an index that is a symbol of `spans` and something fixed; (itself, None) where it mentions none."""
    inner = [x for x in index.symbols() if x in spans]
    if not inner:
        return index, None
    if len(inner) > 1 or index.coefficient(inner[0]) != Size.of(1):
        return index, Size()
    start, count = spans[inner[0]]
    return index.substitute({inner[0]: start}), count
