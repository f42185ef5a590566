"""Iterations of a loop run side by side through the loops inside it, where what these hand on is scalars of each iteration.

    for j: now = s[j]; for l: a += c[l] * now; now, before = f[l] * (x[j] * now - before), now; y[j] = a
    ->  for strips of j: for all j: now[j] = s[j];  for l: for all j: a[j] += c[l] * now[j]; ...;  for j: y[j] = a[j]

(Outer-loop vectorization; Nuzman & Zaks, PACT 2008, with scalars and rows expanded.) A recurrence is a chain of operations that wait for
one another; those of neighbouring iterations are vectors. It is done where loops and branches inside go the same way for all iterations,
and what they read is stored by none; each iteration keeps its order. What follows those loops takes the iterations one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from precis.emit.cpu.abreast import bare
from precis.emit.cpu.distribute import PAYING
from precis.emit.cpu.recurrences import as_nest
from precis.emit.cpu.registers import plain
from precis.emit.plan.fuse import map_blocks, merged, without_unread
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Axis, Buffer, If, Instr, Loop, Nest, Plan, Rotate, Statement, Strips
from precis.emit.plan.maps import linear
from precis.emit.plan.moved import moved
from precis.emit.plan.select import CHEAP
from precis.emit.plan.walking import accesses, blocks_of, first_stored, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, smallest

Block = tuple[Statement, ...]

STRIP = 64  # iterations side by side
FEW = 8  # iterations: vectors are made of more
ACROSS = "%i0"  # the axis of the iterations
IN_VECTORS = CHEAP | {"div", "sqrt", *PAYING}


def outer_vectors(plan: Plan) -> Plan:
    state = _Pass(dict(plan.buffers), touches(plan.statements), plan.example)
    statements = state.block(plan.statements, shared=False)
    return plan if statements == plan.statements else without_unread(replace(plan, buffers=state.buffers), statements)


@dataclass(frozen=True)
class _Pass:
    buffers: dict[str, Buffer]
    uses: Counter[str]
    example: Mapping[str, int]

    def block(self, statements: Block, shared: bool) -> Block:
        """`shared`: inside strips that threads share."""
        return tuple(t for s in statements for t in self._statement(s, shared))

    def _statement(self, s: Statement, shared: bool) -> Block:
        inside = shared or (isinstance(s, Strips) and not s.ordered)
        found = self._vectors(s, shared) if isinstance(s, Loop) else ()
        return found or (map_blocks(s, lambda block: self.block(block, inside)),)

    def _vectors(self, s: Loop, shared: bool) -> Block:
        trips = s.trips.value(self.example) if s.trips.symbols() <= set(self.example) else FEW
        if s.step != 1 or trips < FEW:
            return ()
        front = _front(s, self.buffers)
        varying = _varying(front, s)
        rows = {n: b for n in sorted(varying) if not (b := self.buffers[n]).shape}
        arrays = {n: b for n in sorted(varying) if (b := self.buffers[n]).shape}
        numbers = all(plain(self.buffers[n].element) for n in varying)  # no truth values: all iterations take the same branches
        if not (numbers and _recurs(front, rows) and _possible(front, s, varying) and self._private(front, s, arrays)):
            return ()
        made = {n: replace(b, name=f"{n} abreast {len(self.buffers)}", shape=(*b.shape, Size.of(STRIP)), role=WORKSPACE, original="")
                for n, b in {**rows, **arrays}.items()}
        self.buffers.update((b.name, b) for b in made.values())
        return (*(Allocate(b.name) for b in made.values() if shared), _Lanes(s, front, made).loop())

    def _private(self, front: Block, s: Loop, arrays: Mapping[str, Buffer]) -> bool:
        """Whether each iteration has what it stores for itself: scalars that it stores first, arrays that it stores all of."""
        rest = s.body[len(front):]
        inside, stored = touches(s.body), frozenset().union(*(accesses(t)[1] for t in front))
        scalars = [self.buffers[n] for n in stored if not self.buffers[n].shape]
        again = frozenset().union(*(accesses(t)[1] for t in rest), frozenset())
        own = all(b.role == WORKSPACE and inside[b.name] == self.uses[b.name] and first_stored(front, b.name) for b in scalars)
        whole = all(b.role == WORKSPACE and _stored_whole(front, b) for b in arrays.values())
        reads = frozenset().union(*(accesses(t)[0] for t in front)) - {b.name for b in scalars}
        return own and whole and not stored & again and not reads & (again | stored)


def _front(s: Loop, buffers: Mapping[str, Buffer]) -> Block:
    """The statements that the body begins with, as far as they are loops, branches and statements over scalars, up to the last loop."""
    count = next((k for k, t in enumerate(s.body) if not _over_scalars(t, s, buffers)), len(s.body))
    last = max((k for k, t in enumerate(s.body[:count]) if isinstance(t, Loop)), default=-1)
    return _with_nests(s.body[:last + 1], buffers)


def _over_scalars(t: Statement, s: Loop, buffers: Mapping[str, Buffer]) -> bool:
    """Whether that is a statement over scalars, or loops and branches around such, with ranges that are the same for all iterations."""
    if isinstance(t, Nest):
        return bare(t)
    if isinstance(t, Rotate):
        return not any(buffers[name].shape for pair in t.pairs for name in pair)
    if isinstance(t, Loop) and s.index in t.start.symbols() | t.trips.symbols():
        return False
    return isinstance(t, (Loop, If)) and all(_over_scalars(u, s, buffers) for b in blocks_of(t) for u in b)


def _with_nests(block: Block, buffers: Mapping[str, Buffer]) -> Block:
    """The block with moves of scalars as statements."""
    return tuple(as_nest(t, buffers) if isinstance(t, Rotate) else map_blocks(t, lambda b: _with_nests(b, buffers)) for t in block)


def _varying(front: Block, s: Loop) -> frozenset[str]:
    """The buffers stored in the front whose contents differ from one iteration to the next."""
    found: frozenset[str] = frozenset()
    while True:
        more = found.union(*(_stores_of(n, _differing(n, s, found)) for n in _straight(front)))
        if more == found:
            return found
        found = more


def _straight(block: Block) -> Iterator[Nest]:
    return (t for t in walk(block) if isinstance(t, Nest))


def _differing(n: Nest, s: Loop, buffers: frozenset[str]) -> frozenset[str]:
    """The scalars of a nest that differ from one iteration to the next."""
    found = {s.index}
    for i in n.body:
        taken = {*i.args, *(x for size in i.sizes for x in size.symbols())}
        if found & taken or (i.op == "load" and i.access and i.access.buffer in buffers):
            found.add(i.name)
    return frozenset(found)


def _stores_of(n: Nest, differing: frozenset[str]) -> frozenset[str]:
    return frozenset(i.access.buffer for i in n.body if i.op == "store" and i.access and (i.name in differing or i.access.shape))


def _recurs(front: Block, rows: Mapping[str, Buffer]) -> bool:
    """Whether an innermost loop hands on what differs."""
    inner = [t for t in walk(front) if isinstance(t, Loop) and not any(isinstance(u, Loop) for u in walk(t.body))]
    return bool(inner) and all(any(n in rows and first_stored(t.body, n) is False for n in frozenset().union(*accesses(t))) for t in inner)


def _possible(front: Block, s: Loop, varying: frozenset[str]) -> bool:
    """Whether what differs is vectors of neighbours."""
    for n in _straight(front):
        differing = _differing(n, s, varying)
        for i in n.body:
            if i.op == "store" and i.access and (s.index in _symbols(i.access) or any(x.startswith("%") for x in _symbols(i.access))):
                return False
            if i.name in differing and (i.op not in (*IN_VECTORS, "store") or not _beside(i, s, differing)):
                return False
    return True


def _beside(i: Instr, s: Loop, differing: frozenset[str]) -> bool:
    if i.op != "load" or i.access is None or not i.access.shape:
        return True
    return linear(i.access.shape, i.access.index).coefficient(s.index) == ONE and not (_symbols(i.access) - {s.index}) & differing


def _symbols(a: Access) -> frozenset[str]:
    return frozenset().union(*(x.symbols() for x in a.index))


def _stored_whole(front: Block, b: Buffer) -> bool:
    """Whether the front stores all elements of an array, by loops that certainly run, each by one statement, and reads none."""
    loops = [t for t in front if isinstance(t, Loop)]
    stores = [(t, i.access) for t in loops for n in t.body if isinstance(n, Nest) for i in n.body
              if i.op == "store" and i.access and i.access.buffer == b.name]
    every = sum(i.op == "store" and i.access is not None and i.access.buffer == b.name for n in _straight(front) for i in n.body)
    if len(stores) != 1 or every != 1:
        return False
    (t, a), = stores
    return a.shape == b.shape == (t.trips,) and a.index == (Size.of(t.index),) and not t.start.terms and t.step == 1


class _Lanes:
    """The loop `s` strip by strip, with the front for all iterations of a strip. `made`: what differs -> where it lies for all of them."""

    def __init__(self, s: Loop, front: Block, made: Mapping[str, Buffer]):
        self.s, self.front, self.made = s, front, made
        self.strip = Size.of(f"{s.index} strip")
        self.begin = s.start + self.strip * STRIP
        self.length = smallest(STRIP, s.trips - self.strip * STRIP)

    def loop(self) -> Loop:
        s, rest = self.s, self.s.body[len(self.front):]
        body = (*self._taken(rest), *rest)
        last = (replace(s, start=self.begin, trips=self.length, body=body),) if rest else ()
        return Loop(self.strip.symbol or "", Size(), (s.trips + STRIP - 1) // STRIP, 1, (*self._block(self.front), *last), s.sites)

    def _block(self, block: Block) -> Block:
        out: list[Statement] = []
        straight: list[Nest] = []
        for t in (*block, None):
            if isinstance(t, Nest):
                straight.append(t)
            else:
                out += self._side_by_side(straight)
                straight = []
                out += [map_blocks(t, self._block)] if t else []
        return tuple(out)

    def _side_by_side(self, nests: list[Nest]) -> Iterator[Nest]:
        """What differs first, since it may read what is the same before that is stored anew."""
        if nests:
            whole = merged(*nests)
            differs = [i for i in whole.body if i.op != "store" or (i.access and i.access.buffer in self.made)]
            body = tuple(self._expanded(moved(i, {self.s.index: self.begin + Size.of(ACROSS)})) for i in differs)
            yield Nest((Axis(ACROSS, self.length),), body, sites=whole.sites)
            yield replace(whole, body=tuple(i for i in whole.body if i.op != "store" or (i.access and i.access.buffer not in self.made)))

    def _expanded(self, i: Instr) -> Instr:
        b = self.made.get(i.access.buffer) if i.access else None
        return replace(i, access=Access(b.name, (*i.access.index, Size.of(ACROSS)), b.shape)) if b and i.access else i

    def _taken(self, rest: Block) -> Iterator[Nest]:
        """What the iteration has stored where it lies for all, for the rest of it."""
        read = frozenset().union(*(accesses(t)[0] for t in rest), frozenset())
        lane = Size.of(self.s.index) - self.begin
        for name, b in self.made.items():
            if name in read or b.shape[:-1]:
                axes = tuple(Axis(f"%i{k}", d) for k, d in enumerate(b.shape[:-1]))
                at = tuple(Size.of(a.symbol) for a in axes)
                yield Nest(axes, (Instr("%0", "load", (), b.element, Access(b.name, (*at, lane), b.shape)),
                                  Instr("%1", "store", ("%0",), b.element, Access(name, at, b.shape[:-1]))), sites=self.s.sites)
