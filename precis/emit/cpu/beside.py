"""Iterations that add to rows of their own run side by side, so that what all of them read is read once for several.

    for q: (t = 0; for s: t[:] += a[q, s] * c[s, :]; a[q, :] = t)
    ->  for strips of q: (for q in strip: t[q] = 0), (for q in strip: for s: t[q, :] += ...), (for q in strip: a[q, :] = t[q])

(Loop distribution and expansion of what each iteration has of its own; Allen & Kennedy 2001, sections 5.3 and 8.) Nests that add up rows
then have them in registers, several side by side (precis.emit.cpu.registers). It is done where no iteration touches what another writes,
but for arrays that each one sets anew. Each element is added up in the same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from precis.emit.cpu.groups import apart_by, touching
from precis.emit.cpu.registers import added
from precis.emit.plan.fills import whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Axis, Buffer, Instr, Loop, Nest, Plan, Statement
from precis.emit.plan.moved import moved
from precis.emit.plan.walking import accesses
from precis.ir.size import Size, smallest

Block = tuple[Statement, ...]

STRIP = 32  # iterations: a few groups of rows, whose memory stays small
FEWEST = 8  # trips, if their number is known


def beside(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))  # of which some become one for each iteration of a strip
    return replace(made, statements=_block(plan.statements, made, touches(plan.statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    return tuple((_side_by_side(s, plan, uses) if isinstance(s, Loop) else None) or map_blocks(s, lambda b: _block(b, plan, uses))
                 for s in statements)


def _side_by_side(s: Loop, plan: Plan, uses: Counter[str]) -> Loop | None:
    nests = [t for t in s.body if isinstance(t, Nest)]
    if len(nests) < len(s.body) or (s.trips.constant or FEWEST) < FEWEST or not all(_plain(n, s.index) for n in nests):
        return None
    if not any(_shares(n, s.index) for n in nests):
        return None
    written = sorted(frozenset().union(*(accesses(n)[1] for n in nests)))
    own = [name for name in written if not apart_by(name, nests, s.index)]
    if not all(_set_anew(plan.buffers[name], nests, plan, uses) for name in own):
        return None
    for name in own:
        plan.buffers[name] = replace(plan.buffers[name], shape=(Size.of(STRIP), *plan.buffers[name].shape))
    strip = f"{s.index} beside"
    first = Size.of(strip) * STRIP
    body = tuple(_rows(n, s, first, frozenset(own)) for n in nests)
    return Loop(strip, Size(), (s.trips + STRIP - 1) // STRIP, 1, body, s.sites)


def _plain(n: Nest, index: str) -> bool:
    moving = any(index in a.extent.symbols() for a in n.axes)
    return bool(n.axes) and not (moving or n.reductions or n.hole or any(i.guard or i.where for i in n.body))


def _shares(n: Nest, index: str) -> bool:
    """Whether a nest adds up a row of terms of which iterations read the same."""
    if len(n.axes) != 2 or not added(n):
        return False
    axes = {a.symbol for a in n.axes}
    loads = (_mentioned(i.access) for i in n.body if i.op == "load" and i.access)
    return any(axes <= symbols and index not in symbols for symbols in loads)


def _mentioned(a: Access) -> frozenset[str]:
    return frozenset().union(*(i.symbols() for i in a.index))


def _set_anew(b: Buffer, nests: Sequence[Nest], plan: Plan, uses: Counter[str]) -> bool:
    """Whether nothing outside knows an array, and each iteration begins by storing all of it."""
    if b.role != WORKSPACE or not b.shape or b.tape or b.carried or b.capacity or touches(tuple(nests))[b.name] != uses[b.name]:
        return False
    found = [*touching(b.name, nests)]
    start = found[0][0]
    stored = [i.op == "store" and whole(a, start.axes) for n, i, a in found if n is start]
    known = all(d.symbols() <= set(plan.sizes) for d in b.shape)
    return known and all(stored) and all(a.shape == b.shape for _, _, a in found)


def _rows(n: Nest, s: Loop, first: Size, own: frozenset[str]) -> Nest:
    """The nest for a strip of iterations, along its first axis."""
    taken = {a.symbol for a in n.axes}
    symbol = next(x for k in range(len(taken) + 1) if (x := f"%i{k}") not in taken)
    there = {s.index: s.start + (first + Size.of(symbol)) * s.step}

    def instr(i: Instr) -> Instr:
        i = moved(i, there)
        if i.access is None or i.access.buffer not in own:
            return i
        return replace(i, access=replace(i.access, index=(Size.of(symbol), *i.access.index), shape=(Size.of(STRIP), *i.access.shape)))
    axis = Axis(symbol, smallest(STRIP, s.trips - first))
    return replace(n, axes=(axis, *n.axes), body=tuple(map(instr, n.body)))
