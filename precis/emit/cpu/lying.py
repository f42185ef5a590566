"""Arrays that a loop walks down column by column lie on their side for as long as the loop runs.

    for j: for i < j: s = sum(q[:, i] * q[:, j]); q[:, j] -= s * q[:, i]
    ->  t[c, r] = q[r, c]; the loop with t[i, :] for q[:, i]; q[r, c] = t[c, r]

Columns of arrays that lie row by row come element by element, each from a cache line of its own, and no vector is loaded or stored at once.
Two passes over the array take less time than that where the loop touches it over and over: where more loops and axes are around what
touches it most than it has dimensions. All that touches it so often has to run down columns. Each operation and its order stay as they are.

Sums over columns that stand in a list (`w[:, fired].sum(axis=1)`) go through all rows with each of them as well, where the loop has enough
iterations that a few columns in each of them are as much as the array.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from precis.emit.cpu.walks import Touch, copied, each_nest, places, seen_as_it_is, touches_of, turned, wide
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, If, Loop, Nest, Plan, Statement, Strips, While
from precis.emit.plan.walking import accesses, blocks_of

Block = tuple[Statement, ...]

FEW = 8  # columns that a list of them has at least


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
    touches, written = list(touches_of((s,))), accesses(s)[1]
    names = {t.access.buffer for t in touches} - _elsewhere(s)
    sides = {name: _side(plan.buffers[name], len(plan.buffers)) for name in sorted(names)
             if _walks_down(plan.buffers[name], s, plan, [t for t in touches if t.access.buffer == name])}
    if not sides:
        return ()
    plan.buffers.update((b.name, b) for b in sides.values())
    there = [copied(plan.buffers[name], b, s.sites) for name, b in sides.items()]
    back = [copied(plan.buffers[name], b, s.sites, back=True) for name, b in sides.items() if name in written]
    return (*there, *each_nest((s,), lambda n: _on_their_sides(n, sides)), *back)


def _many_picks(b: Buffer, s: Loop | While, example: Mapping[str, int]) -> bool:
    """Whether FEW columns in each iteration of a loop are as much as all of them, in the example."""
    sizes = (s.trips, b.shape[-1]) if isinstance(s, Loop) else ()
    return bool(sizes) and all(d.symbols() <= example.keys() for d in sizes) and sizes[0].value(example) * FEW >= sizes[1].value(example)


def _walks_down(b: Buffer, s: Loop | While, plan: Plan, touches: list[Touch]) -> bool:
    known = frozenset().union(*(d.symbols() for d in b.shape)) <= set(plan.sizes)
    if not known or not wide(b) or not all(seen_as_it_is(t.access, b) for t in touches):
        return False
    often = max(t.often for t in touches)
    ways = {"down" if t.picks and _many_picks(b, s, plan.example) else t.along for t in touches if t.often == often}
    return often > 0 and "down" in ways and "across" not in ways


def _elsewhere(s: Statement) -> set[str]:
    """Arrays that others than nests touch, or nests as if they had other dimensions; strips lie in the caches as they are."""
    found: set[str] = set()
    for block in blocks_of(s):
        for t in block:
            if isinstance(t, Nest):
                found |= {a.buffer for a in places(t) if len(a.index) < 2}
            elif isinstance(t, (Loop, While, If)):
                found |= _elsewhere(t)
            else:
                found |= frozenset().union(*accesses(t))
    return found


def _side(b: Buffer, taken: int) -> Buffer:
    return replace(b, name=f"{b.name} lying {taken}", shape=turned(b.shape), role=WORKSPACE, tape=False)


def _on_their_sides(n: Nest, sides: dict[str, Buffer]) -> Nest:
    def beside(a: Access) -> Access:
        return Access(sides[a.buffer].name, turned(a.index), turned(a.shape)) if a.buffer in sides else a
    body = tuple(replace(i, access=beside(i.access)) if i.access else i for i in n.body)
    return replace(n, body=body, reductions=tuple(replace(r, target=beside(r.target)) for r in n.reductions))
