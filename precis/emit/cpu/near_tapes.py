"""Tapes that are read in the iteration that writes them stay in the caches.

    for j: turns[j] = ...; x = turns[j] @ x      behind the loop: ... turns[j] ...

A tape is written row by row and read much later, so that large ones go past the caches (precis.emit.cpu.stream). What is wanted right away
would have to come back from memory: such a tape is a carried one. What is read behind the loop is still called for ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from precis.emit.plan.kernels import Access, Loop, Nest, Plan, Statement
from precis.emit.plan.walking import accesses, blocks_of


def near_tapes(plan: Plan) -> Plan:
    found = set(_near(plan.statements, ()))
    return replace(plan, buffers={name: replace(b, carried=b.carried or (b.tape and name in found)) for name, b in plan.buffers.items()})


def _near(statements: tuple[Statement, ...], around: tuple[Loop, ...]) -> Iterator[str]:
    """The arrays whose rows are read in the iterations that write them; `around`: loops, the innermost first."""
    for s in statements:
        if isinstance(s, Nest):
            stored = (i.access for i in s.body if i.op == "store" and i.access)
            yield from (a.buffer for a in stored if _read_by_its_loop(a, around))
        for block in blocks_of(s):
            yield from _near(block, (s, *around) if isinstance(s, Loop) else around)


def _read_by_its_loop(a: Access, around: tuple[Loop, ...]) -> bool:
    """Whether the innermost loop that moves a place along reads the array, too."""
    symbols = frozenset().union(*(i.symbols() for i in a.index))
    loop = next((s for s in around if s.index in symbols), None)
    return loop is not None and a.buffer in accesses(loop)[0]
