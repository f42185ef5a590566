"""Memory: workspace buffers whose contents are never needed at the same time become one, and unused ones go.

A buffer is at home in the innermost block that holds all its accesses; there it is needed from its first to its last statement, and a
statement with inner blocks needs what is at home in them. Every buffer is written before it is read in each run of its home block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import (
    WORKSPACE,
    Access,
    Allocate,
    Buffer,
    Contract,
    Element,
    If,
    Nest,
    Operand,
    Plan,
    Rotate,
    Routine,
    Statement,
    While,
)
from precis.emit.plan.maps import disjoint, injective, linear
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.ir.size import Size, product

Block = tuple[Statement, ...]
Key = tuple[Element, Size]


def share(plan: Plan) -> Plan:
    sharer = _Sharer(plan)
    sharer.visit(plan.statements, sharer.candidates())
    statements = buffers_renamed(_stored_last(plan.statements, sharer.over), sharer.home)
    used = frozenset().union(*(frozenset().union(*accesses(s)) for s in statements), plan.parameters, plan.results)
    originals = sharer.originals()
    buffers = {n: replace(b, original=originals[n]) for n, b in plan.buffers.items() if n in used}
    return replace(plan, statements=_allocated(statements, used), buffers=buffers)


def _allocated(block: Block, used: frozenset[str]) -> Block:
    """Statements without memory for buffers that are not used."""
    left = (s for s in block if not isinstance(s, Allocate) or s.buffer in used)
    return tuple(map_blocks(s, lambda inner: _allocated(inner, used)) for s in left)


class _Sharer:
    def __init__(self, plan: Plan):
        self.plan = plan
        self.home: dict[str, str] = {}  # buffer -> the buffer whose memory it takes
        self.over: set[str] = set()  # those that begin in the statement that reads this last
        self.keys = {n: _key(b) for n, b in plan.buffers.items() if b.role == WORKSPACE}

    def candidates(self) -> set[str]:
        """Arrays of the workspace, but for those that exchange pointers or are allocated in a block."""
        fixed: set[str] = set()
        for s in walk(self.plan.statements):
            if isinstance(s, Rotate):
                fixed |= {name for pair in s.pairs for name in pair}
            elif isinstance(s, Allocate):
                fixed.add(s.buffer)
        return {b.name for b in self.plan.buffers.values() if b.role == WORKSPACE and b.shape} - fixed

    def visit(self, block: Block, names: set[str]) -> list[str]:
        """Share among `names`, which are at home in this block or inside it; returns the buffers that remain."""
        touched = {k: frozenset().union(*accesses(s)) & names for k, s in enumerate(block)}
        inner = {k: self._deeper(block, k, touched) for k in touched}
        deeper = frozenset().union(*(group for groups in inner.values() for group in groups))
        spans: list[tuple[int, int, str]] = []
        for k, groups in inner.items():
            for part, group in zip(blocks_of(block[k]), groups):
                spans += [(k, k, name) for name in self.visit(part, set(group))]
        for name in names - deeper:
            places = [k for k, here in touched.items() if name in here]
            if places:
                spans.append((places[0], places[-1], name))
        return self._packed(spans, block)

    def _deeper(self, block: Block, k: int, touched: dict[int, frozenset[str]]) -> list[set[str]]:
        """For each inner block of statement `k`: the names that occur nowhere else."""
        s = block[k]
        own = {s.test} if isinstance(s, (While, If)) else {m.start.buffer for m in (s.a, s.b, s.c)} if isinstance(s, Contract) else set()
        parts = [frozenset().union(*(n for t in part for n in accesses(t))) for part in blocks_of(s)]
        if not parts:
            return []
        elsewhere = frozenset().union(*(here for j, here in touched.items() if j != k))
        return [{n for n in touched[k] if n in part and n not in own | elsewhere and sum(n in p for p in parts) == 1} for part in parts]

    def _packed(self, spans: list[tuple[int, int, str]], block: Block) -> list[str]:
        """First fit by the first statement."""
        ends: dict[str, int] = {}
        held: dict[str, str] = {}  # whose contents a buffer holds in the end
        alike: dict[Key, list[str]] = {}
        for first, last, name in sorted(spans):
            others = alike.setdefault(self.keys[name], [])
            free = next((n for n in others if ends[n] < first
                         or (ends[n] == first < last and _written_over(block[first], held[n], name))), None)
            if free is not None:
                self.home[name] = free
                self.over |= {name} if ends[free] == first else set()
            if free is None:
                others.append(name)
            place = free or name
            ends[place], held[place] = last, name
        return list(ends)

    def final(self, name: str) -> str:
        while name in self.home:
            name = self.home[name]
        return name

    def originals(self) -> dict[str, str]:
        """The user's names of all that lies in a buffer."""
        members: dict[str, dict[str, None]] = {n: {} for n in self.plan.buffers}
        for n, b in self.plan.buffers.items():
            members[self.final(n)].update({b.original: None} if b.original else {})
        return {n: ", ".join(names) for n, names in members.items()}


def _written_over(s: Statement, old: str, new: str) -> bool:
    """Whether the statement may write `new`, which nothing has written before, over `old`, which nothing reads behind it: it stores each
    element once, and reads of `old` elements that the same iteration stores, or none does; all of them first, once stores are last."""
    if not isinstance(s, Nest) or s.hole or s.sequential or {old, new} & {r.target.buffer for r in s.reductions}:
        return False
    mine = [i for i in s.body if i.access and i.access.buffer == new]
    if any(i.op != "store" or i.guard for i in mine) or not mine:
        return False
    places = [replace(i.access, buffer=old) for i in mine]  # type: ignore[type-var]
    once = all(injective(p.index, s.axes) for p in places) and all(_apart(p, q, s) for p, q in combinations(places, 2))
    others = [(i.op, i.access) for i in s.body if i.access and i.access.buffer == old]
    return once and all(op == "load" and (any(_same(a, p) for p in places) or all(_apart(a, p, s) for p in places)) for op, a in others)


def _stored_last(statements: Block, buffers: set[str]) -> Block:
    """The statements with stores to these buffers at the ends of nests that do not read them."""
    def moved(s: Statement) -> Statement:
        if not isinstance(s, Nest):
            return map_blocks(s, lambda block: tuple(map(moved, block)))
        reads, writes = accesses(s)
        last = tuple(i for i in s.body if i.op == "store" and i.access and i.access.buffer in (writes & buffers) - reads)
        return replace(s, body=(*(i for i in s.body if i not in last), *last)) if last else s
    return tuple(map(moved, statements)) if buffers else statements


def _same(a: Access, b: Access) -> bool:
    """Whether two accesses are to one element, in whatever shape they see the array."""
    return a == b or linear(a.shape, a.index) == linear(b.shape, b.index)


def _apart(a: Access, b: Access, nest: Nest) -> bool:
    return a.shape == b.shape and disjoint(a.index, b.index, nest.axes)


def _key(b: Buffer) -> Key:
    return b.element, b.capacity or product(b.shape)


def buffers_renamed(statements: Block, home: Mapping[str, str]) -> Block:
    """The statements with the buffers that `home` names in the memory of others."""
    def final(name: str) -> str:
        while name in home:
            name = home[name]
        return name

    def access(a: Access) -> Access:
        return replace(a, buffer=final(a.buffer))

    def operand(o: Operand) -> Operand:
        return replace(o, parts=tuple(map(access, o.parts)))

    def statement(s: Statement) -> Statement:
        if isinstance(s, Nest):
            body = tuple(replace(i, access=access(i.access)) if i.access else i for i in s.body)
            return replace(s, body=body, reductions=tuple(replace(r, target=access(r.target)) for r in s.reductions))
        if isinstance(s, Contract):
            a, b, c = (replace(m, start=access(m.start)) for m in (s.a, s.b, s.c))
            s = replace(s, a=a, b=b, c=c)
        if isinstance(s, Routine):
            s = replace(s, inputs=tuple(map(operand, s.inputs)), output=operand(s.output))
        if isinstance(s, (If, While)):
            s = replace(s, test=final(s.test))
        return map_blocks(s, block)

    def block(inner: Iterable[Statement]) -> Block:
        return tuple(map(statement, inner))
    return block(statements)
