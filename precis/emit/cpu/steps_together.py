"""Some iterations of a loop, each of which updates a box by what a row and a column have, update it together.

    for k: c = f(a[:, k]); r = g(a[k, :]); a[k + 1:, k + 1:] -= c * r

    for k0 by 8: for k from k0 to k1: c[k] = f(a[:, k]); r[k] = g(a[k, :]); the rows and columns from k + 1 to k1 of a: -= c[k] * r[k]
                 a[k1:, k1:] = a[k1:, k1:] - c[k0] * r[k0] - c[k0 + 1] * r[k0 + 1] - ...

(Right-looking elimination with a panel; Dongarra, Gustavson & Karp, Implementing linear algebra algorithms for dense matrices on a vector
pipeline machine, SIAM Review 26(1), 1984, unroll a loop of rank-one updates for the same reason.) Each element is loaded and stored once
for all these steps, and has the same operations in the same order, so that results are the same bit for bit. What the steps have of rows
and columns is kept for the end of the block; what they touch themselves, the panel, is updated at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from precis.emit.cpu.outer_updates import COLUMN, OuterUpdate, outer_updates
from precis.emit.cpu.taken_rows import known_rows, taken_rows
from precis.emit.cpu.touches import Ends, Touch, run_of, touches_of
from precis.emit.cpu.trailing import Steps, Trailing, trailing
from precis.emit.cpu.waiting import Waiting, at_once
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.walking import accesses, own_accesses, walk
from precis.ir.size import Size, largest

Block = tuple[Statement, ...]

STEPS = 8
LAST = 16  # iterations that are left as they were, where boxes get smaller
LEAST = 9000  # elements of the box, in the example (measured: 4096 are not worth it)


def steps_together(plan: Plan) -> Plan:
    state = _Pass(replace(plan, buffers=dict(plan.buffers)), touches(plan.statements), {})
    statements = state.block(plan.statements)
    return replace(state.plan, statements=statements) if len(state.plan.buffers) > len(plan.buffers) else plan


@dataclass(frozen=True)
class _Pass:
    plan: Plan
    uses: Counter[str]
    around: dict[str, Ends]

    def block(self, statements: Block) -> Block:
        return tuple(t for s in statements for t in self._statement(s))

    def _statement(self, s: Statement) -> Block:
        if not isinstance(s, Loop):
            return (s if isinstance(s, Strips) else map_blocks(s, self.block),)
        made = self._together(s) if abs(s.step) == 1 else ()
        inside = replace(self, around={**self.around, s.index: run_of(s)})
        return made or (map_blocks(s, inside.block),)

    def _together(self, s: Loop) -> Block:
        """The loop in blocks, and what is left of it; nothing where it has no such updates."""
        name, last = f"{s.index} from", s.start + s.step * (s.trips - STEPS)
        ends = (s.start, last) if s.step > 0 else (last, s.start)
        steps = Steps(s.index, Size.of(name), STEPS, s.step, {**self.around, name: ends})
        found = {id(u): waiting for u in s.body if (waiting := self._waiting(u, s, steps))}
        if not found:
            return ()
        updates = [w for of in found.values() for w in of]
        taken = [t for w in updates if (t := taken_rows(w, s.body))]
        body, inside = s.body, {id(t) for u in s.body if id(u) in found for t in walk((u,))}
        if any(key in inside for t in taken for key in t.places):
            return ()  # an update takes rows itself
        for t in taken:
            body = t.brought_up(body)
        body = tuple(t for u in body for t in (at_once(found[id(u)]) if id(u) in found else (u,)))
        left = LAST if any(s.index in x.symbols() for w in updates for x in (w.update.rows.count, w.update.columns.count)) else 0
        blocks = largest(0, s.trips - left) // STEPS
        inner = replace(s, start=steps.first, trips=Size.of(STEPS), body=body)
        done = blocks * STEPS
        together = (n for parts in ((t.before() for t in taken), (w.together() for w in updates), (t.behind() for t in taken))
                    for part in parts for n in part)
        return (*(n for t in taken for n in t.first()), Loop(name, s.start, blocks, s.step * STEPS, (inner, *together), s.sites),
                replace(s, start=s.start + s.step * done, trips=s.trips - done))

    def _waiting(self, s: Statement, loop: Loop, steps: Steps) -> list[Waiting]:
        """The updates of a statement of the loop's body that may wait, those outside of one panel of rows."""
        known = outer_updates(s, self.plan, self.uses, {**self.around, loop.index: run_of(loop)})
        updates = [u for u in known if self._pays(u, loop) and self._known(u, loop)]
        others = tuple(touches_of(tuple(t for t in loop.body if updates and t is not s)))
        found = [t for u in updates if (t := _trailing(u, steps, others))]
        return [Waiting(t, steps, self.plan) for t in found if t.rows == found[0].rows and known_rows(t)]

    def _pays(self, u: OuterUpdate, s: Loop) -> bool:
        """Whether there are enough iterations, and enough elements in the first or the last one, in the example."""
        columns = u.all_columns(u.rows)
        if columns is None or self._example(s.trips) < LAST + STEPS:
            return False
        ends = ({s.index: x} for x in run_of(s))
        return any(self._example(u.rows.count.substitute(x)) * self._example(columns.count.substitute(x)) >= LEAST for x in ends)

    def _example(self, size: Size) -> int:
        for name, (low, _) in reversed(self.around.items()):
            size = size.substitute({name: low})
        return size.value(self.plan.example) if size.symbols() <= self.plan.example.keys() else 0

    def _known(self, u: OuterUpdate, s: Loop) -> bool:
        """Whether the update may wait as far as others than nests are concerned: they leave the array alone, nothing writes others that
        its elements are computed from, and its places are known outside the loop."""
        kinds = u.kinds()
        own = [i for i in u.body if len(kinds[i.name]) == 2]
        written = accesses(s)[1]
        apart = not any(i.op == "load" and i.access and i.access != u.place and i.access.buffer in written for i in own)
        alone = not any(u.place.buffer in frozenset().union(*own_accesses(t)) for t in walk(s.body) if not isinstance(t, Nest))
        sizes = (*u.place.index[:-2], *(x for i in own for x in i.sizes), *u.rows.ends, *u.columns.ends)
        outside = {*self.plan.sizes, *self.around}
        still = all(x.symbols() <= outside for x in u.place.index[:-2]) and all(x.symbols() <= set(self.plan.sizes) for x in u.place.shape)
        return apart and alone and still and all(x.symbols() <= {*outside, s.index, u.row, COLUMN} for x in sizes)


def _trailing(u: OuterUpdate, steps: Steps, others: Iterable[Touch]) -> Trailing | None:
    return trailing(u, steps, [t for t in (*others, *u.beside()) if t.place.buffer == u.place.buffer])
