"""First and last iterations of a loop over arrays, or of an innermost one over scalars, that branches tell apart run apart from the
others, which then have no branches.

    for k: (if k > 0: y[k] -= a * y[k - 1]); (if k < n - 1: ...); ...    ->    k = 0: ...; for k in 1..n - 2: ...; k = n - 1: ...

(index set splitting; Banerjee, Loop Transformations for Restructuring Compilers, 1994.) Elimination through levels and steps in time treat
their borders inside the loop. Behind a branch everything lies in memory that could have stayed in registers: nests on both sides cannot be
fused. What one iteration alone knows is an array of its own in each part, so that it may vanish in the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.plan.compared import size_in
from precis.emit.plan.fills import whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Allocate, If, Instr, Loop, Nest, Plan, Rotate, SizeBind, Statement, While
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses, blocks_of, first_stored, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest, smallest

Block = tuple[Statement, ...]

MOST = 60  # statements of a body, which is written three times
FEWEST = 4  # iterations, if that is known
# a comparison of a and b -> what is compared with zero, and whether that holds by its sign
TESTS: dict[str, tuple[int, Callable[[int], bool]]] = {
    "gt": (0, lambda sign: sign > 0), "ge": (1, lambda sign: sign > 0), "lt": (0, lambda sign: sign < 0), "le": (-1, lambda sign: sign < 0),
    "eq": (0, lambda sign: sign == 0), "ne": (0, lambda sign: sign != 0)}


@dataclass(frozen=True, slots=True)
class End:
    """A test that tells the first (or last) iteration apart: what it is `there` and `elsewhere`."""

    last: bool
    there: bool
    elsewhere: bool


Decision = Callable[[End], "bool | None"]


def ends_apart(plan: Plan) -> Plan:
    state = _Pass(replace(plan, buffers=dict(plan.buffers)), touches(plan.statements))
    return replace(state.plan, statements=state.block(plan.statements))


@dataclass(frozen=True)
class _Pass:
    plan: Plan
    uses: Counter[str]

    def block(self, statements: Block) -> Block:
        return tuple(t for s in statements for t in self._statement(s))

    def _statement(self, s: Statement) -> Block:
        s = map_blocks(s, self.block)
        ends = list(_deciding(s.body, s, {})) if isinstance(s, Loop) and _divisible(s, self.plan) else []
        if not ends or not isinstance(s, Loop):
            return (s,)
        first, last = (int(any(e.last == side for e in ends)) for side in (False, True))
        behind = smallest(1, largest(0, s.trips - first)) if last else Size()
        parts = [self._part(s, Size.of(first), largest(0, s.trips - first - last), lambda e: e.elsewhere, "")]
        if first:
            parts.insert(0, self._part(s, Size(), smallest(1, s.trips), lambda e: None if e.last else e.there, "first"))
        if last:
            parts.append(self._part(s, s.trips - behind, behind, lambda e: e.there if e.last else e.elsewhere, "last"))
        return tuple(parts)

    def _part(self, s: Loop, begin: Size, count: Size, decide: Decision, name: str) -> Loop:
        body = _decided(s.body, s, {}, decide)
        body = buffers_renamed(body, self._own(s, body, name)) if name else body
        return replace(s, start=s.start + begin * s.step, trips=count, body=body)

    def _own(self, s: Loop, body: Block, name: str) -> dict[str, str]:
        """The buffers that every iteration writes anew, by names of their own."""
        here, exchanged = touches(s.body), {n for t in walk(s.body) if isinstance(t, Rotate) for pair in t.pairs for n in pair}
        found: dict[str, str] = {}
        for n in sorted(accesses(replace(s, body=body))[1] - exchanged):
            b = self.plan.buffers[n]
            if b.role == WORKSPACE and here[n] == self.uses[n] and not (b.tape or b.carried) and _anew(s.body, n, b.shape != ()):
                found[n] = f"{n} {name}"
                self.plan.buffers[found[n]] = replace(b, name=found[n])
        return found


def _divisible(s: Loop, plan: Plan) -> bool:
    inside = list(walk(s.body))
    plain = not any(isinstance(t, (Allocate, SizeBind, While)) for t in inside)
    short = len(inside) <= MOST and (s.trips.constant or FEWEST) >= FEWEST
    return plain and short and abs(s.step) == 1 and _comes_once(inside, s, plan)


def _comes_once(inside: Iterable[Statement], s: Loop, plan: Plan) -> bool:
    """Whether no iteration touches neighbouring columns, which share lines of memory and would come to the caches once for each part; of
    arrays of the workspace, strips of columns may hold their own (precis.emit.cpu.sweeps)."""
    along = {i.access.buffer for n in inside if isinstance(n, Nest) and n.axes for i in n.body
             if i.access and i.access.index and s.index in i.access.index[-1].symbols()}
    return not along or any(plan.buffers[name].role == WORKSPACE and len(plan.buffers[name].shape) > 1 for name in along)


def _deciding(block: Block, s: Loop, tests: Mapping[str, End]) -> Iterator[End]:
    """The tests of branches with nests over arrays, and of all branches of innermost loops over scalars."""
    for t in block:
        if isinstance(t, If) and t.test in tests and (_of_scalars(s) or any(isinstance(n, Nest) and n.axes for n in walk((t,)))):
            yield tests[t.test]
        for inner in blocks_of(t):
            yield from _deciding(inner, s, tests)
        tests = _after(t, s, tests)


def _of_scalars(s: Loop) -> bool:
    return not any(isinstance(t, Loop) or (isinstance(t, Nest) and t.axes) for t in walk(s.body))


def _decided(block: Block, s: Loop, tests: Mapping[str, End], decide: Decision) -> Block:
    """The block with the branches that are taken in a part of the loop."""
    out: list[Statement] = []
    for t in block:
        known = decide(tests[t.test]) if isinstance(t, If) and t.test in tests else None
        if isinstance(t, If) and known is not None:
            out += _decided(t.then if known else t.otherwise, s, tests, decide)
        else:
            out.append(map_blocks(t, lambda inner, tests=tests: _decided(inner, s, tests, decide)))
        tests = _after(t, s, tests)
    return tuple(out)


def _after(t: Statement, s: Loop, tests: Mapping[str, End]) -> dict[str, End]:
    """What is known of truth values behind a statement."""
    written = accesses(t)[1]
    return {**{name: end for name, end in tests.items() if name not in written}, **(_ends(t, s) if isinstance(t, Nest) else {})}


def _ends(n: Nest, s: Loop) -> dict[str, End]:
    """The truth values that a scalar statement computes by comparing the loop's index with its first or last value."""
    if n.axes or n.reductions:
        return {}
    by_name = {i.name: i for i in n.body}
    stored = ((i.access.buffer, by_name.get(i.args[0])) for i in n.body if i.op == "store" and i.access and not i.access.shape)
    found = {name: _end(i, by_name, s) for name, i in stored if i is not None and i.op in TESTS}
    return {name: end for name, end in found.items() if end is not None}


def _end(test: Instr, by_name: Mapping[str, Instr], s: Loop) -> End | None:
    more, holds = TESTS[test.op]
    a, b = (size_in(by_name.get(x)) for x in test.args)
    factor = a is not None and b is not None and (a - b).coefficient(s.index)
    if a is None or b is None or not isinstance(factor, Size) or factor.constant not in (1, -1):
        return None
    slope = factor.constant * s.step
    zero = (a - b + more).substitute({s.index: s.start}) * -slope  # the iteration in which both are equal
    if zero not in (Size(), s.trips - ONE):
        return None
    last = zero != Size()
    return End(last, holds(0), holds(-slope if last else slope))


def _anew(block: Block, name: str, array: bool) -> bool:
    """Whether a block writes all of a buffer before it reads any of it."""
    if not array:
        return first_stored(block, name) is True
    t = next(t for t in block if name in frozenset().union(*accesses(t)))
    if isinstance(t, If):
        return all(name in frozenset().union(*(x for u in b for x in accesses(u))) and _anew(b, name, True) for b in (t.then, t.otherwise))
    if not isinstance(t, Nest) or name in accesses(t)[0] or t.hole:
        return False
    return any(i.op == "store" and i.access and i.access.buffer == name and not i.guard and whole(i.access, t.axes) for i in t.body)
