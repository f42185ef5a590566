"""Arrays that a loop walks down column by column lie on their side for as long as the loop runs.

    for j: for i < j: s = sum(q[:, i] * q[:, j]); q[:, j] -= s * q[:, i]
    ->  t[c, r] = q[r, c]; the loop with t[i, :] for q[:, i]; q[r, c] = t[c, r]

Columns of arrays that lie row by row come element by element, each from a cache line of its own, and no vector is loaded or stored at once.
Two passes over the array take less time than that where the loop touches it over and over: where more loops and axes are around what
touches it most than it has dimensions. All that touches it so often has to run down columns. Each operation and its order stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, If, Instr, Loop, Nest, Plan, Statement, Strips, While
from precis.emit.plan.walking import accesses, blocks_of
from precis.ir.size import Size

Block = tuple[Statement, ...]

MANY = 8  # iterations that count as a loop: fewer do not repay two passes
WIDE = 16  # elements along each dimension, where their number is known


@dataclass(frozen=True, slots=True)
class Touch:
    """One place in a nest: how many long loops and axes are around it, and the index that changes fastest."""

    access: Access
    depth: int
    inner: str
    across: frozenset[str]  # that one, other axes, and scalars that change with them: positions that stand in arrays

    @property
    def along(self) -> str:
        """down a column, across (whatever is not known to run down), or still."""
        row, column = (i.symbols() for i in self.access.index)
        if self.across & column or (self.across - {self.inner}) & row:
            return "across"
        return "down" if self.inner in row else "still"


def lying(plan: Plan) -> Plan:
    buffers = dict(plan.buffers)
    statements = _block(plan.statements, replace(plan, buffers=buffers))
    return replace(plan, statements=statements, buffers=buffers)


def _block(statements: Block, plan: Plan) -> Block:
    return tuple(t for s in statements for t in (_laid(s, plan) or (_inside(s, plan),)))


def _inside(s: Statement, plan: Plan) -> Statement:
    return s if isinstance(s, Strips) else map_blocks(s, lambda block: _block(block, plan))


def _laid(s: Statement, plan: Plan) -> Block:
    """Copies, the loop with arrays on their sides, copies back; nothing where it walks down none."""
    if not isinstance(s, (Loop, While)):
        return ()
    touches = list(_touches((s,), 0, ""))
    names = {t.access.buffer for t in touches} - _elsewhere(s)
    sides = {name: _side(plan.buffers[name], len(plan.buffers)) for name in sorted(names)
             if _walks_down(plan.buffers[name], plan.sizes, [t for t in touches if t.access.buffer == name])}
    if not sides:
        return ()
    plan.buffers.update((b.name, b) for b in sides.values())
    written = accesses(s)[1]
    there = [_copied(plan.buffers[name], b, s.sites) for name, b in sides.items()]
    back = [_copied(b, plan.buffers[name], s.sites) for name, b in sides.items() if name in written]
    return (*there, _on_their_sides(s, sides), *back)


def _walks_down(b: Buffer, sizes: Iterable[str], touches: list[Touch]) -> bool:
    symbols = frozenset().union(*(d.symbols() for d in b.shape))
    if len(b.shape) != 2 or not symbols <= set(sizes) or any((d.constant or WIDE) < WIDE for d in b.shape):
        return False
    if any(t.access.shape != b.shape for t in touches):
        return False
    most = max(t.depth for t in touches)
    ways = {t.along for t in touches if t.depth == most}
    return most > len(b.shape) and "down" in ways and "across" not in ways


def _touches(block: Block, depth: int, inner: str) -> Iterator[Touch]:
    """Those of arrays of two dimensions; `inner`: the index of the innermost loop around the block."""
    for s in block:
        if isinstance(s, Nest):
            long = depth + sum(_long(a.extent) for a in s.axes)
            axes = [a.symbol for a in s.axes] or [inner]
            across = _varying(s, axes)
            places = [*(i.access for i in s.body if i.access), *(r.target for r in s.reductions)]
            yield from (Touch(a, long, axes[-1], across) for a in places if len(a.index) == 2)
        within = isinstance(s, While) or (isinstance(s, Loop) and _long(s.trips))
        for body in blocks_of(s):
            yield from _touches(body, depth + within, s.index if isinstance(s, Loop) else inner)


def _varying(nest: Nest, axes: list[str]) -> frozenset[str]:
    found = set(axes)
    for i in nest.body:
        if not found.isdisjoint(i.args) or any(size.symbols() & found for size in i.sizes):
            found.add(i.name)
    return frozenset(found)


def _long(extent: Size) -> bool:
    return (extent.constant or MANY) >= MANY


def _elsewhere(s: Statement) -> set[str]:
    """Arrays that others than nests touch, or nests as if they had other dimensions; strips lie in the caches as they are."""
    found: set[str] = set()
    for block in blocks_of(s):
        for t in block:
            if isinstance(t, Nest):
                places = [*(i.access for i in t.body if i.access), *(r.target for r in t.reductions)]
                found |= {a.buffer for a in places if len(a.index) != 2}
            elif isinstance(t, (Loop, While, If)):
                found |= _elsewhere(t)
            else:
                found |= frozenset().union(*accesses(t))
    return found


def _side(b: Buffer, taken: int) -> Buffer:
    return replace(b, name=f"{b.name} lying {taken}", shape=b.shape[::-1], role=WORKSPACE, tape=False)


def _copied(source: Buffer, target: Buffer, sites: tuple[str, ...]) -> Nest:
    axes = tuple(Axis(f"%i{k}", d) for k, d in enumerate(source.shape))
    index = tuple(Size.of(a.symbol) for a in axes)
    load = Instr("%0", "load", (), source.element, Access(source.name, index, source.shape))
    return Nest(axes, (load, Instr("%1", "store", ("%0",), source.element, Access(target.name, index[::-1], target.shape))), sites=sites)


def _on_their_sides(s: Statement, sides: dict[str, Buffer]) -> Statement:
    if not isinstance(s, Nest):
        return map_blocks(s, lambda block: tuple(_on_their_sides(t, sides) for t in block))
    body = tuple(replace(i, access=_turned(i.access, sides)) if i.access else i for i in s.body)
    return replace(s, body=body, reductions=tuple(replace(r, target=_turned(r.target, sides)) for r in s.reductions))


def _turned(a: Access, sides: dict[str, Buffer]) -> Access:
    side = sides.get(a.buffer)
    return Access(side.name, a.index[::-1], side.shape) if side else a
