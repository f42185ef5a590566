"""What statements of a plan hold, read and write."""

from __future__ import annotations

from collections.abc import Iterator

from precis.emit.plan.kernels import Contract, If, Loop, Nest, Rotate, Routine, Settle, SizeBind, Statement, Strips, While
from precis.ir.size import Size

REMEMBERING = (Nest, Loop, Strips, While, If)  # what they read and write


def blocks_of(s: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The blocks inside a statement."""
    if isinstance(s, Nest):  # most of them
        return ()
    if isinstance(s, (Loop, Strips)):
        return (s.body,)
    if isinstance(s, While):
        return (s.condition, s.body)
    if isinstance(s, If):
        return (s.then, s.otherwise)
    return (s.packing, s.otherwise) if isinstance(s, Contract) else ()


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    for s in statements:
        yield s
        for block in blocks_of(s):
            yield from walk(block)


def accesses(s: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """(names of buffers read, names of buffers written) by a statement, blocks included."""
    if isinstance(s, REMEMBERING) and s.touched:
        return s.touched
    reads, writes = own_accesses(s)
    for t in (t for block in blocks_of(s) for t in block):
        more = accesses(t)
        reads |= more[0]
        writes |= more[1]
    found = frozenset(reads), frozenset(writes)
    if isinstance(s, REMEMBERING):
        object.__setattr__(s, "touched", found)
    return found


def first_stored(block: tuple[Statement, ...], name: str) -> bool | None:
    """Whether a block surely writes a scalar before it reads it; None where it does not touch it."""
    for k, s in enumerate(block):
        found = _first_stored(s, name)
        if found is not None:
            later = any(name in accesses(t)[0] for t in block[k + 1:])
            return found and (not isinstance(s, If) or not later or all(first_stored(b, name) for b in (s.then, s.otherwise)))
    return None


def _first_stored(s: Statement, name: str) -> bool | None:
    reads, writes = accesses(s)
    if name not in reads | writes:
        return None
    if isinstance(s, Nest):
        return next((i.op == "store" and not i.guard for i in s.body if i.access and i.access.buffer == name), True)
    if isinstance(s, If):
        return s.test != name and False not in (first_stored(b, name) for b in (s.then, s.otherwise))
    return bool(first_stored(s.body, name)) if isinstance(s, (Loop, Strips)) else name not in reads


def tallied(s: Statement) -> frozenset[str]:
    """Names of buffers that a statement, blocks included, touches by tallying only."""
    rows: set[str] = set()
    others: set[str] = set()
    for t in walk((s,)):
        if isinstance(t, Nest):
            rows |= {r.target.buffer for r in t.reductions if r.op == "tally"}
            others |= {i.access.buffer for i in t.body if i.access} | {r.target.buffer for r in t.reductions if r.op != "tally"}
        else:
            reads: set[str] = set()
            _own_accesses(t, reads, others)
            others |= reads
    return frozenset(rows - others)


def own_accesses(s: Statement) -> tuple[set[str], set[str]]:
    """The same without what only its blocks read and write."""
    reads: set[str] = set()
    writes: set[str] = set()
    _own_accesses(s, reads, writes)
    return reads, writes


def _own_accesses(s: Statement, reads: set[str], writes: set[str]) -> None:
    if isinstance(s, Nest) and s.touched:
        reads |= s.touched[0]
        writes |= s.touched[1]
    elif isinstance(s, Nest):
        for i in s.body:
            if i.access:
                (writes if i.op == "store" else reads).add(i.access.buffer)
        for r in s.reductions:
            writes.add(r.target.buffer)
            if r.op == "tally":
                reads.add(r.target.buffer)
    elif isinstance(s, Contract):
        reads |= {s.a.start.buffer, s.b.start.buffer}
        writes.add(s.c.start.buffer)
    elif isinstance(s, Routine):
        reads.update(a.buffer for o in s.inputs for a in o.parts)
        writes.update(a.buffer for a in s.output.parts)
        if s.factors:
            reads.add(s.factors.buffer)
            writes.add(s.factors.buffer)
    elif isinstance(s, (While, If)):
        reads.add(s.test)
    elif isinstance(s, Rotate):
        reads |= {b for _, b in s.pairs}
        writes |= {a for a, _ in s.pairs}
    elif isinstance(s, SizeBind):
        reads.add(s.source)
    elif isinstance(s, Settle):
        reads.update(s.buffers)


def symbols_used(s: Statement) -> frozenset[str]:
    """Size symbols (axes and scalars of nests included) that a statement's sizes mention."""
    found: set[str] = set()

    def see(*sizes: Size) -> None:
        for size in sizes:
            found.update(size.symbols())
    for t in walk((s,)):
        if isinstance(t, Nest):
            see(*(a.extent for a in t.axes), *(end for ends in t.hole for end in ends))
            for i in t.body:
                if i.access:
                    see(*i.access.index, *i.access.shape)
                if i.op == "size":
                    see(i.value)
                see(*(size for bounds in (*i.guard, *i.where) for size in bounds))
            for r in t.reductions:
                see(*r.target.index, *r.target.shape, *(size for part in r.read for size in part))
        elif isinstance(t, Contract):
            see(t.m, t.n, t.k, *(a.extent for a in t.batch), *(x for r in (*t.rows, *t.terms) for x in (r.extent, r.a, r.b, r.c)))
            for matrix in (t.a, t.b, t.c):
                see(matrix.step, *matrix.start.index, *matrix.start.shape)
        elif isinstance(t, Routine):
            found.update(t.sizes)
            see(*(i for o in (*t.inputs, t.output) for a in o.parts for i in (*a.index, *a.shape)))
        elif isinstance(t, Loop):
            see(t.start, t.trips)
        elif isinstance(t, SizeBind):
            see(*(size for size in (t.most, t.threads) if size is not None))
        elif isinstance(t, Strips):
            see(t.extent, t.length, t.work)
    return frozenset(found)
