"""Stretches of blocks that run once: statements that follow one another and become a function of their own.

Programs of a few hundred lines have thousands of scalar statements in front of, between and behind their loops, with the same user
functions inlined many times. One function of all of them is compiled by one process, and what is equal in it as often as it is there.
Where stretches begin is told by what statements do, not by how far they are from the beginning (content-defined chunking; Muthitacharoen,
Chen & Mazieres, A low-bandwidth network file system, SOSP 2001): what is there twice is cut twice in the same way, so that both are one
function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from zlib import crc32

from precis.emit.plan.kernels import Contract, If, Nest, Routine, Statement
from precis.emit.plan.walking import walk

Block = tuple[Statement, ...]

LEAST, MOST = 30, 200  # operations of a stretch
CALL = 8  # operations that a call of a routine is as much code as
REACH = 8  # statements among which the one that begins a stretch has the least mark
AHEAD = 3  # statements that a mark depends on


def operations(block: Block) -> int:
    """How much code statements become, roughly."""
    return sum(len(s.body) + len(s.reductions) if isinstance(s, Nest) else CALL for s in walk(block))


def stretches(block: Block, plain: Callable[[Statement], bool]) -> Iterator[Block]:
    """The block in parts: stretches of plain statements, and others alone."""
    run: list[Statement] = []
    for s in block:
        if plain(s):
            run.append(s)
            continue
        yield from _cut(tuple(run))
        yield (s,)
        run = []
    yield from _cut(tuple(run))


def _cut(run: Block) -> Iterator[Block]:
    marks = [_mark(run[k:k + AHEAD]) for k in range(len(run))]
    begin = size = 0
    for k, s in enumerate(run):
        least = marks[k] == min(marks[max(0, k - REACH):k + REACH + 1])
        if size >= MOST or (size >= LEAST and least):
            yield run[begin:k]
            begin, size = k, 0
        size += operations((s,))
    if size >= LEAST:
        yield run[begin:]
    else:  # not worth a call
        yield from ((s,) for s in run[begin:])


def _mark(block: Block) -> int:
    return crc32(" ".join(map(_kind, walk(block))).encode())


def _kind(s: Statement) -> str:
    """What a statement does, whatever it does it to."""
    if isinstance(s, Nest):
        return f"{[str(a.extent) for a in s.axes]} {[i.op for i in s.body]} {[r.op for r in s.reductions]}"
    return s.op if isinstance(s, Routine) else type(s).__name__


def straight(s: Statement) -> bool:
    """Whether a statement has neither loops over others nor memory or pointers of its own."""
    return all(isinstance(t, (Nest, If, Contract, Routine)) for t in walk((s,)))
