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
        """A loop is cut before the loops inside it, of which fewer statements are written then."""
        return tuple(map_blocks(part, self.block) for part in self._parts(s))

    def _parts(self, s: Statement) -> Block:
        ends = list(_deciding(s.body, s, {}, _of_scalars(s))) if isinstance(s, Loop) and _divisible(s, self.plan) else []
        if not ends or not isinstance(s, Loop):
            return (s,)
        first, last = (int(any(e.last == side for e in ends)) for side in (False, True))
        behind = smallest(1, largest(0, s.trips - first)) if last else Size()
        own = self._own(s)
        parts = [self._part(s, own, Size.of(first), largest(0, s.trips - first - last), lambda e: e.elsewhere, "")]
        if first:
            parts.insert(0, self._part(s, own, Size(), smallest(1, s.trips), lambda e: None if e.last else e.there, f" first {s.index}"))
        if last:
            parts.append(self._part(s, own, s.trips - behind, behind, lambda e: e.there if e.last else e.elsewhere, f" last {s.index}"))
        return tuple(parts)

    def _part(self, s: Loop, own: frozenset[str], begin: Size, count: Size, decide: Decision, name: str) -> Loop:
        body = _decided(s.body, s, {}, decide)
        names = {n: f"{n}{name}" for n in sorted(own & accesses(replace(s, body=body))[1])}
        body = buffers_renamed(body, names) if name else body
        uses = touches(body)
        for n, new in names.items():
            self.plan.buffers[new] = replace(self.plan.buffers[n], name=new)
            self.uses[new] = uses[new]
        return replace(s, start=s.start + begin * s.step, trips=count, body=body)

    def _own(self, s: Loop) -> frozenset[str]:
        """The buffers that every iteration writes anew, which have names of their own in each part."""
        here, exchanged = touches(s.body), {n for t in walk(s.body) if isinstance(t, Rotate) for pair in t.pairs for n in pair}
        written = (self.plan.buffers[n] for n in accesses(s)[1] - exchanged)
        return frozenset(b.name for b in written if b.role == WORKSPACE and here[b.name] == self.uses[b.name] and not (b.tape or b.carried)
                         and _anew(s.body, b.name, b.shape != ()))


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


def _deciding(block: Block, s: Loop, tests: Mapping[str, End], innermost: bool) -> Iterator[End]:
    """The tests of branches with nests over arrays, and of all branches of innermost loops over scalars (`innermost`: this is one)."""
    for t in block:
        if isinstance(t, If) and t.test in tests and (innermost or any(isinstance(n, Nest) and n.axes for n in walk((t,)))):
            yield tests[t.test]
        for inner in blocks_of(t):
            yield from _deciding(inner, s, tests, innermost or (isinstance(t, Loop) and _of_scalars(t)))
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
