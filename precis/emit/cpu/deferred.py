"""What the iterations of a block add to rows that nothing else in the block touches is added in front of it, row by row.

    for i from i0 to i1: (for k < i: c[k, :] += a[i, k] * b[i, :]), c[i, :] = ...
    ->  for k < i0: for i from i0 to i1: c[k, :] += a[i, k] * b[i, :];  for i from i0 to i1: (for i0 <= k < i: ...), c[i, :] = ...

Rows then stay in registers (precis.emit.cpu.registers), where each iteration had to load and store them all. Each element is added up in
the same order. Loops that run in blocks (precis.emit.plan.blocked) have such rows where they update a triangle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from precis.emit.cpu.added import across, adds
from precis.emit.cpu.registers import added
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Loop, Nest, Plan, Statement
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses
from precis.ir.shapes import ONE
from precis.ir.size import Size, bounds

Block = tuple[Statement, ...]
Ranges = Mapping[str, tuple[Size, Size]]


def deferred(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: Block) -> Block:
    return tuple(t for s in statements for t in _statement(s))


def _statement(s: Statement) -> Block:
    if isinstance(s, Loop) and abs(s.step) == 1:
        for k, n in enumerate(s.body):
            parts = _parts(s, n) if isinstance(n, Nest) else None
            if parts and _alone(parts, s, k):
                rest = replace(s, body=(*s.body[:k], parts.rest, *s.body[k + 1:]))
                return (parts.ahead, *_statement(rest))
    return (map_blocks(s, _block),)


@dataclass(frozen=True, slots=True)
class _Parts:
    """A nest of a loop's body: what it adds in all iterations to rows on one side of `edge`, along a dimension of `place`, and the rest."""

    ahead: Nest
    rest: Nest
    place: Access
    along: int
    edge: Size
    above: bool  # whether these rows are those from the edge on


def _parts(s: Loop, n: Nest) -> _Parts | None:
    stores = [i.access for i in n.body if i.op == "store" and i.access]
    plain = not (n.reductions or n.sequential or n.hole or n.begin is not None or any(i.guard or i.where for i in n.body))
    if len(n.axes) != 2 or not plain or len(stores) != 1 or not adds(n):
        return None
    (row, column), (place,) = n.axes, stores
    first = row.extent.substitute({s.index: s.start})
    along = [d for d, i in enumerate(place.index) if i.coefficient(row.symbol) == ONE and column.symbol not in i.symbols()]
    growing = row.extent.coefficient(s.index) == Size.of(s.step) and first.constant is None and s.index not in column.extent.symbols()
    moving = place.index[along[0]].coefficient(s.index) if len(along) == 1 else None
    if not growing or moving not in (Size(), Size.of(-s.step)):
        return None
    turn = Size.of(next(x for x in ("%i0", "%i1", "%i2") if x not in (row.symbol, column.symbol)))
    above = moving != Size()  # rows begin earlier and earlier, and end together
    here = {s.index: s.start + turn * s.step, row.symbol: Size.of(row.symbol) + (turn if above else 0)}
    beyond = {} if above else {row.symbol: Size.of(row.symbol) + first}
    ahead = replace(n, axes=(Axis(row.symbol, first), Axis(str(turn), s.trips), column), body=tuple(moved(i, here) for i in n.body),
                    sequential=frozenset({str(turn)}))
    rest = replace(n, axes=(Axis(row.symbol, row.extent - first), column), body=tuple(moved(i, beyond) for i in n.body))
    edge = place.index[along[0]].substitute({row.symbol: Size() if above else first, s.index: s.start})
    beside = any(across(i.access, column.symbol) for i in ahead.body if i.access)
    return None if beside or not added(ahead) else _Parts(ahead, rest, place, along[0], edge, above)


def _alone(parts: _Parts, s: Loop, k: int) -> bool:
    """Whether nothing else in the loop touches the rows, or writes what is added to them."""
    others = (*s.body[:k], parts.rest, *s.body[k + 1:])
    written = frozenset().union(*(accesses(t)[1] for t in others))
    read = {i.access.buffer for i in parts.ahead.body if i.access and i.op == "load"} - {parts.place.buffer}
    return not written & read and all(_beyond(parts, t, _around(s, {})) for t in others)


def _around(s: Loop, ranges: Ranges) -> Ranges:
    last = s.start + (s.trips - 1) * s.step
    return {**ranges, s.index: (s.start, last) if s.step > 0 else (last, s.start)}


def _beyond(parts: _Parts, s: Statement, ranges: Ranges) -> bool:
    """Whether a statement touches rows on the other side of the edge alone."""
    name = parts.place.buffer
    if name not in frozenset().union(*accesses(s)):
        return True
    if isinstance(s, Loop):
        return all(_beyond(parts, t, _around(s, ranges)) for t in s.body)
    if not isinstance(s, Nest):
        return False
    inner = {**ranges, **{a.symbol: (Size(), a.extent - 1) for a in s.axes}}
    places = [a for a in (*(i.access for i in s.body), *(r.target for r in s.reductions)) if a and a.buffer == name]
    return all(a.shape == parts.place.shape and _other_side(parts, a.index[parts.along], inner) for a in places)


def _other_side(parts: _Parts, position: Size, ranges: Ranges) -> bool:
    found = bounds(position, ranges)
    margin = (parts.edge - 1 - found[1] if parts.above else found[0] - parts.edge).constant if found else None
    return margin is not None and margin >= 0
