"""Minima and maxima of integers that loops hand on from one iteration to the next are computed in vectors.

    for j: d[i, j] = min(min(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + c[j])

                       for strips: (for j in strip: t[j] = min(d[i - 1, j] + 1, d[i - 1, j - 1] + c[j])),
                  ->               x = running minimum of t with step 1, which runtime/precis_running.hpp scans,
                                   (for j in strip: d[i, j] = x[j])

(Loop distribution, as in precis.emit.cpu.distribute; Blelloch, Prefix sums and their applications, 1990.) Integers give the same bits in
any order. What the loop hands on beside goes through the strip one by one behind it, which strips without anything better than the best so
far need not (precis.emit.cpu.improved).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from precis.emit.cpu.handed import with_links
from precis.emit.cpu.promote import Buffers, but_for_moves
from precis.emit.cpu.recurrences import WIDE, Iteration, Recurrence, iteration, needed, operands, recurrences
from precis.emit.cpu.stages import SHORTEST, Stages
from precis.emit.plan.fuse import map_blocks, without_unread
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Allocate, Loop, Plan, Statement, Strips
from precis.ir.size import Size, taken_apart

Block = tuple[Statement, ...]


def scanned(plan: Plan) -> Plan:
    state = _Pass(dict(plan.buffers), touches(plan.statements))
    statements = state.block(plan.statements, shared=False)
    return plan if statements == plan.statements else without_unread(replace(plan, buffers=state.buffers), statements)


@dataclass(frozen=True)
class _Pass:
    buffers: Buffers
    uses: Counter[str]  # statements that touch each buffer

    def block(self, statements: Block, shared: bool) -> Block:
        """`shared`: inside strips that threads share."""
        return tuple(t for s in statements for t in self._statement(s, shared))

    def _statement(self, s: Statement, shared: bool) -> Block:
        inside = shared or (isinstance(s, Strips) and not s.ordered)
        s = map_blocks(s, lambda block: self.block(block, inside))
        return (isinstance(s, Loop) and but_for_moves(s, self.buffers) and self._loop(s, shared)) or (s,)

    def _loop(self, s: Loop, shared: bool) -> Block:
        """The loop in strips; nothing where none of its scalars is wanted all along."""
        if abs(s.step) != 1 or _short(s.trips):
            return ()
        made = dict(self.buffers)
        *before, linked = with_links(s, made, lambda b: b.element in WIDE)
        of = iteration(linked, made) if isinstance(linked, Loop) else None
        if not of:
            return ()
        here = touches((s,))
        outside = (n for n in of.stored if self.uses[n] > here[n] or made[n].role != WORKSPACE)
        lasting = frozenset(outside).union(*of.handed.values())
        running = tuple(r for r in recurrences(of) if _wanted(of, r, lasting))
        if not running:
            return ()
        stages = Stages(of, running, lasting, len(made))
        loop = stages.loop()
        self.buffers.update({**made, **stages.buffers})
        return (*(map(Allocate, stages.arrays) if shared else ()), *before, loop)


def _short(trips: Size) -> bool:
    """Whether so few are known to be too few."""
    least = taken_apart(trips)
    ends = least.parts if least and least.name == "min" else (trips,)
    return any(end.constant is not None and end.constant < SHORTEST for end in ends)


def _wanted(of: Iteration, r: Recurrence, lasting: frozenset[str]) -> bool:
    """Whether anything that lasts takes the values of a recurrence in every iteration."""
    inner = {i.name for i in needed(of, (r.after,)) if r.buffer in of.handed[i.name]}
    others = (i.name for i in of.stores if i.access and (i.access.shape or i.access.buffer in lasting - {r.buffer}))
    return any(a in inner for i in needed(of, others) if i.name not in inner for a in operands(i, of.by_name))
