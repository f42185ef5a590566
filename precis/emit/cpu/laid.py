"""Arrays of levels lie on their sides where the program walks down their columns.

    for k: for i, j: w[i, j, k] = f(w[i, j, k - 1], u[i, j, k])
    ->  v[k, i, j] = u[i, j, k]; for k: for i, j: w[k, i, j] = f(w[k - 1, i, j], v[k, i, j])

Levels along the last axis of arrays of three or more dimensions come element by element, each from a cache line of its own. All that most
loops and axes are around has to run down columns, and none of it along rows. Arrays that nobody else sees then lie that way for good; of
the caller's there is a copy, if there are more nests for each of the passes that this takes. Each operation and its order stay as they are.

Planes whose columns are levels (`for k: z[:, k] = f(z[:, k + 1], p[:, k])`) do so too, those that nobody else sees, and before loops over
them are cut into strips, which would have them as they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from precis.emit.cpu.walks import Touch, copied, each_nest, places, seen_as_it_is, touches_of, turned, wide
from precis.emit.plan.fills import whole
from precis.emit.plan.kernels import ARGUMENT, INOUT, RESULT, WORKSPACE, Access, Allocate, Buffer, Instr, Nest, Plan, Statement, Strips
from precis.emit.plan.walking import accesses, own_accesses, walk

Block = tuple[Statement, ...]

LEAST = 3  # dimensions
SEVERAL = 3  # nests that repay a pass over an array
PASSES = {WORKSPACE: 0, ARGUMENT: 1, RESULT: 1, INOUT: 2}


def laid(plan: Plan) -> Plan:
    return _laid(plan, {b.name for b in plan.buffers.values() if len(b.shape) >= LEAST and _may_lie(b, plan)})


def planes_laid(plan: Plan) -> Plan:
    return _laid(plan, {b.name for b in plan.buffers.values() if len(b.shape) == 2 and b.role == WORKSPACE and _may_lie(b, plan)})


def _laid(plan: Plan, names: set[str]) -> Plan:
    names -= _elsewhere(plan.statements) if names else set()
    down = sorted(_walked_down(plan, names)) if names else ()
    if not down:
        return plan
    sides = {name: _side(plan.buffers[name], len(plan.buffers) + k) for k, name in enumerate(down)}
    copies = [(plan.buffers[name], b) for name, b in sides.items() if b.name != name]
    statements = each_nest(plan.statements, lambda n: _along(_lying(n, sides), frozenset(b.name for b in sides.values())))
    there = (copied(b, side, ()) for b, side in copies if b.role != RESULT)
    back = (copied(b, side, (), back=True) for b, side in copies if b.role != ARGUMENT)
    return replace(plan, buffers={**plan.buffers, **{b.name: b for b in sides.values()}}, statements=(*there, *statements, *back))


def _may_lie(b: Buffer, plan: Plan) -> bool:
    known = frozenset().union(*(d.symbols() for d in b.shape)) <= set(plan.sizes)
    plain = b.role in PASSES and not (b.tape or b.carried or b.capacity)
    return plain and known and wide(b)


def _elsewhere(statements: Block) -> set[str]:
    """Arrays that others than nests touch, strips among them, or nests as if they had one dimension."""
    found: set[str] = set()
    for s in walk(statements):
        if isinstance(s, Nest):
            found |= {a.buffer for a in places(_without_fills(s)) if len(a.index) < 2}
        elif not isinstance(s, Allocate):
            found |= set().union(*(accesses(s) if isinstance(s, Strips) else own_accesses(s)))
    return found


def _fills(n: Nest) -> set[str]:
    """The stores that fill a whole array with one number: it is all the same which way that lies."""
    numbers = {i.name for i in n.body if i.op == "const"}
    stores = (i for i in n.body if i.op == "store" and not (n.hole or i.guard) and i.args[0] in numbers)
    return {i.name for i in stores if i.access and whole(i.access, n.axes)}


def _without_fills(n: Nest) -> Nest:
    fills = _fills(n)
    return replace(n, body=tuple(i for i in n.body if i.name not in fills)) if fills else n


def _walked_down(plan: Plan, names: set[str]) -> set[str]:
    touches: dict[str, list[Touch]] = {name: [] for name in names}
    for t in touches_of(each_nest(plan.statements, _without_fills)):
        if t.access.buffer in names:
            touches[t.access.buffer].append(t)
    return {name for name, found in touches.items() if found and _down(plan.buffers[name], found)}


def _down(b: Buffer, touches: Iterable[Touch]) -> bool:
    if not all(seen_as_it_is(t.access, b) for t in touches):
        return False
    often = max(t.often for t in touches)
    most = [t for t in touches if t.often == often]
    ways, nests = {t.along for t in most}, len({id(t.nest) for t in most})
    return often >= 0 and "down" in ways and "across" not in ways and nests >= SEVERAL * PASSES[b.role]


def _side(b: Buffer, taken: int) -> Buffer:
    name = b.name if b.role == WORKSPACE else f"{b.name} laid {taken}"
    return replace(b, name=name, shape=turned(b.shape), role=WORKSPACE)


def _lying(n: Nest, sides: Mapping[str, Buffer]) -> Nest:
    def there(a: Access) -> Access:
        return Access(sides[a.buffer].name, turned(a.index), turned(a.shape)) if a.buffer in sides else a

    def moved(i: Instr) -> Instr:
        if i.access is None or i.access.buffer not in sides:
            return i
        return replace(i, access=replace(i.access, buffer=sides[i.access.buffer].name) if i.name in fills else there(i.access))
    fills = _fills(n)
    return replace(n, body=tuple(map(moved, n.body)), reductions=tuple(replace(r, target=there(r.target)) for r in n.reductions))


def _along(n: Nest, lying: Set[str]) -> Nest:
    """The nest with its rows inside where all that it stores lies, so that it stores neighbours one after the other."""
    if len(n.axes) != 2 or n.sequential or n.reductions or n.hole or n.begin is not None:
        return n
    row, column = (a.symbol for a in n.axes)
    stores = [i.access for i in n.body if i.op == "store" and i.access]
    turn = bool(stores) and all(a.buffer in lying and row in a.index[-1].symbols() and column in a.index[-2].symbols() for a in stores)
    return replace(n, axes=n.axes[::-1]) if turn else n
