"""Rows of a strip that loops in loops walk down lie on their sides for as long as these run.

    for strips of r: for i: for j < i: for r in strip: q[r, i] *= z[r, i] - z[r, j]
    ->  for strips of r: t[c, r] = q[r, c]; u[c, r] = z[r, c]
                         for i: for j < i: for r in strip: t[i, r] *= u[i, r] - u[j, r]
                         q[r, c] = t[c, r]

Neighbouring rows lie apart: each vector is loaded and stored element by element, and what was just stored so cannot be handed on to a load.
It is done behind `interchanged`, which made the strips, for arrays of which the loop touches nothing but the rows of its strip, more often
than their elements are many: in loops in loops, or where one loop through all columns comes to each of them several times, as recurrences
between neighbours do. Each operation and its order stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from precis.emit.cpu.walks import Touch, each_nest, places, touches_of
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Buffer, If, Instr, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.walking import accesses, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size

Block = tuple[Statement, ...]

TIMES = 2  # as many loads and stores of a column as its copies take, in one loop: measured, 1.5 is not worth it


@dataclass(frozen=True, slots=True)
class Side:
    """Where the rows of a strip lie, and where they stand: all but the last two indices, and the array's shape as the loop sees it."""

    name: str
    lead: tuple[Size, ...]
    shape: tuple[Size, ...]
    written: bool


def strips_lying(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))
    return replace(made, statements=_block(plan.statements, made))


def _block(statements: Block, plan: Plan) -> Block:
    return tuple(_strips(s, plan) if isinstance(s, Strips) else map_blocks(s, lambda b: _block(b, plan)) for s in statements)


def _strips(s: Strips, plan: Plan) -> Strips:
    loop = s.body[0]
    if not s.count or s.ordered or s.shifted or len(s.body) != 1 or not isinstance(loop, Loop):
        return s
    sides = dict(_sides(loop, s, plan)) if _plain(loop) else {}
    if not sides:
        return s
    for name, side in sides.items():
        b = plan.buffers[name]
        plan.buffers[side.name] = Buffer(side.name, (side.shape[-1], Size.of(s.count)), b.element, WORKSPACE, b.original)
    moved = each_nest((loop,), lambda n: _lying(n, sides, s.count))
    there = (_copied(plan.buffers[name], side, s, loop.sites, back=False) for name, side in sides.items())
    back = (_copied(plan.buffers[name], side, s, loop.sites, back=True) for name, side in sides.items() if side.written)
    return replace(s, body=(*(Allocate(side.name) for side in sides.values()), *there, *moved, *back))


def _plain(loop: Loop) -> bool:
    """Whether there are loops over nests of one axis, and some numbers, in the loop."""
    inside = list(walk(loop.body))
    nests = [t for t in inside if isinstance(t, Nest)]
    return all(isinstance(t, (Nest, Loop, If)) for t in inside) and all(len(n.axes) < 2 and not n.hole for n in nests)


def _sides(loop: Loop, s: Strips, plan: Plan) -> Iterator[tuple[str, Side]]:
    bound = {t.index for t in walk((loop,)) if isinstance(t, Loop)}
    touches = list(touches_of((loop,)))
    flat = {a.buffer for t in walk((loop,)) if isinstance(t, Nest) for a in places(t) if len(a.index) < 2}
    for name in sorted({t.access.buffer for t in touches} - flat):
        found = [t for t in touches if t.access.buffer == name]
        a = found[0].access
        alike = all(t.access.shape == a.shape and t.access.index[:-2] == a.index[:-2] for t in found)
        still = not any(x in bound or x.startswith("%") for i in a.index[:-2] for x in i.symbols())
        written = name in accesses(loop)[1]
        often = max(t.depth for t in found) > 2 or _again_and_again(found, loop, TIMES * (1 + written))
        if alike and still and all(_down(t, s.index) for t in found) and often and _static(a, plan):
            yield name, Side(f"{name} strip {len(plan.buffers)} {s.index}", a.index[:-2], a.shape, written)


def _again_and_again(found: Sequence[Touch], loop: Loop, least: int) -> bool:
    """Whether one loop through all columns, but for some at the ends, comes to each of them at least so many times."""
    a = found[0].access
    through = (a.shape[-1] - loop.trips).constant is not None and abs(loop.step) == 1
    columns = [t.access.index[-1].coefficient(loop.index) for t in found]
    return through and len(columns) >= least and all(c in (ONE, -ONE) for c in columns) and all(t.depth == 2 for t in found)


def _static(a: Access, plan: Plan) -> bool:
    return all(d.symbols() <= set(plan.sizes) for d in a.shape[-1:])


def _down(t: Touch, index: str) -> bool:
    """Whether a place is in the strip's row of its axis, and in a column that is the same for all of them."""
    row, column = t.access.index[-2:]
    own = Size.of(index) + Size.of(t.inner)
    return len(t.nest.axes) == 1 and row == own and not any(x.startswith("%") for x in column.symbols())


def _lying(n: Nest, sides: dict[str, Side], count: str) -> Nest:
    def there(a: Access) -> Access:
        side = sides.get(a.buffer)
        return Access(side.name, (a.index[-1], Size.of(n.axes[0].symbol)), (side.shape[-1], Size.of(count))) if side else a
    body = tuple(replace(i, access=there(i.access)) if i.access else i for i in n.body)
    return replace(n, body=body, reductions=tuple(replace(r, target=there(r.target)) for r in n.reductions))


def _copied(b: Buffer, side: Side, s: Strips, sites: Iterable[str], back: bool) -> Nest:
    column, row, count = Size.of("%i0"), Size.of("%i1"), Size.of(s.count)
    stands = Access(b.name, (*side.lead, Size.of(s.index) + row, column), side.shape)
    lies = Access(side.name, (column, row), (side.shape[-1], count))
    source, target = (lies, stands) if back else (stands, lies)
    body = (Instr("%0", "load", (), b.element, source), Instr("%1", "store", ("%0",), b.element, target))
    return Nest((Axis("%i0", side.shape[-1]), Axis("%i1", count)), body, sites=tuple(sites))
