"""Which statements of a loop may have loops of their own, one after the other (loop distribution; Allen & Kennedy 2001, section 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from precis.emit.plan.kernels import Access, Instr, Loop, Nest, Statement
from precis.emit.plan.walking import accesses
from precis.ir.size import Size

Block = tuple[Statement, ...]


def grouped(body: Sequence[Nest]) -> list[Block]:
    """Each nest over an array with the numbers of the iteration that it reads; nothing where what these are made of changes in between."""
    numbers: list[Nest] = []
    groups: list[Block] = []
    for k, s in enumerate(body):
        if _numbers(s):
            numbers.append(s)
            continue
        wanted, own = accesses(s)[0], list[Nest]()
        for n in reversed(numbers):
            if accesses(n)[1] & wanted:
                own.insert(0, n)
                wanted |= accesses(n)[0]
        numbers = [n for n in numbers if n not in own]
        if any(accesses(t)[1] & accesses(n)[0] for n in own for t in body[body.index(n) + 1:k] if t not in own):
            return []
        groups.append((*own, s))
    return [*groups, tuple(numbers)] if numbers else groups


def _numbers(n: Nest) -> bool:
    return not n.axes and not n.reductions and all(not i.access.index for i in n.body if i.op == "store" and i.access)


def separable(s: Loop, groups: Sequence[Block]) -> bool:
    """Whether each array that the loop writes is of one group alone, or no iteration touches what another one writes."""
    nests = [t for t in s.body if isinstance(t, Nest)]
    written = frozenset().union(*(accesses(n)[1] for n in nests))
    known = [frozenset().union(*(names for t in g for names in accesses(t))) for g in groups]
    return all(sum(name in names for names in known) == 1 or apart_by(name, nests, s.index) for name in sorted(written))


def loops_of_groups(s: Loop) -> list[Loop]:
    """A loop for each group of its statements; none where iterations depend on one another, or there is one group only."""
    nests = tuple(t for t in s.body if isinstance(t, Nest))
    groups = grouped(nests) if 1 < len(nests) == len(s.body) else []
    return [replace(s, body=g) for g in groups] if len(groups) > 1 and separable(s, groups) else []


def touching(name: str, nests: Sequence[Nest]) -> Iterator[tuple[Nest, Instr, Access]]:
    return ((n, i, i.access) for n in nests for i in n.body if i.access and i.access.buffer == name)


def apart_by(name: str, nests: Sequence[Nest], index: str) -> bool:
    """Whether each iteration touches a part of an array of its own: all at one position along a dimension, which moves with the loop."""
    places = [a for _, _, a in touching(name, nests)]
    if not places or any(a.shape != places[0].shape for a in places) or any(r.target.buffer == name for n in nests for r in n.reductions):
        return False
    same = (i for d, i in enumerate(places[0].index) if all(a.index[d] == i for a in places))
    return any((i.coefficient(index) or Size()).constant and not any(x.startswith("%") for x in i.symbols()) for i in same)
