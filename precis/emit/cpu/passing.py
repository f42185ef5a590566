"""Arrays whose elements only the next iteration of a recurrence reads are numbers.

    for j: s[j + 1] = s[j] + a[j]; t[j + 1] = t[j] + s[j + 1]    ->    x = s[0]; for j: x = x + a[j]; t[j + 1] = t[j] + x

Running sums of running sums leave such arrays when they have become one nest: what is summed next is taken from a register, what was summed
before from memory. What the first iteration reads stays there, where no iteration stores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from precis.emit.cpu.handed import Link, links, waits, with_links
from precis.emit.cpu.nest_facts import WHOLE
from precis.emit.cpu.promote import Buffers, instructions
from precis.emit.plan.kernels import WORKSPACE, Allocate, Axis, Buffer, Loop, Nest, Plan, Statement
from precis.emit.plan.maps import never_meet
from precis.emit.plan.walking import accesses, own_accesses, walk


@dataclass(frozen=True, slots=True)
class Readers:
    """How many nests read each buffer, what other statements touch, and the sizes of the program."""

    nests: Counter[str]
    others: Set[str]
    sizes: Set[str]

    def one(self, b: Buffer) -> bool:
        """Whether one nest alone reads an array, whose elements are numbers of the processor."""
        plain = b.role == WORKSPACE and not (b.tape or b.carried) and (b.element in WHOLE or waits(b.element))
        return plain and self.nests[b.name] == 1 and b.name not in self.others


def readers_of(plan: Plan) -> Readers:
    every = [*walk(plan.statements)]
    nests = Counter(name for s in every if isinstance(s, Nest) for name in accesses(s)[0])
    others = frozenset().union(*(names for s in every if not isinstance(s, (Nest, Allocate)) for names in own_accesses(s)))
    return Readers(nests, others, frozenset(plan.sizes))


def passing(row: Loop, outer: Sequence[Axis], buffers: Mapping[str, Buffer], readers: Readers) -> frozenset[str]:
    """The arrays that nothing but `row` reads, which reads what its iteration before has stored."""
    found = links(row, dict(buffers), readers.one)
    return frozenset(x.stored.buffer for x in found if _alone(x, row) and _stays(x, row, outer, readers.sizes))


def _alone(link: Link, row: Loop) -> bool:
    """Whether all else that the loop does to the array is to read that, before it stores."""
    here = [i for i in instructions(row.body) if i.access and i.access.buffer == link.stored.buffer]
    return here[-1] is link.store and all(i.op == "load" and i.access == link.read for i in here[:-1])


def _stays(link: Link, row: Loop, outer: Sequence[Axis], sizes: Set[str]) -> bool:
    """Whether what the first iteration reads is never stored, whatever loops are around: as far as places do not depend on these."""
    axes = [*outer, Axis(row.index, row.trips)]
    known = {*sizes, *(a.symbol for a in axes)}
    start = (x.substitute({row.index: row.start}) for x in link.read.index)
    pairs = [(x, y) for x, y in zip(start, link.stored.index) if x.symbols() | y.symbols() <= known]
    return never_meet([x for x, _ in pairs], outer, [y for _, y in pairs], axes)


def passed_on(row: Loop, names: Set[str], made: Buffers) -> tuple[Statement, ...]:
    """The loop with numbers for these arrays, behind what reads the first ones."""
    *before, loop = with_links(row, made, lambda b: b.name in names)
    assert isinstance(loop, Loop)
    return (*before, replace(loop, body=tuple(_without(t, names) for t in loop.body)))


def _without(t: Statement, names: Set[str]) -> Statement:
    if not isinstance(t, Nest):
        return t
    return replace(t, body=tuple(i for i in t.body if not (i.op == "store" and i.access and i.access.buffer in names)))
