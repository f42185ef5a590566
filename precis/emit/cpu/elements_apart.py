"""Arrays of a few elements, of which every place is a number, become a scalar for each element.

    for i in 0..2: y[i] = x[c, i] + h * s;  k = f(y[0], y[1])    ->    y0 = x[c, 0] + h * s; y1 = x[c, 1] + h * s;  k = f(y0, y1)

(Scalar replacement of arrays, after short loops are written out; Bacon, Graham & Sharp, Compiler transformations for high-performance
computing, ACM Computing Surveys 1994, sections 6.2 and 6.5.) States of few unknowns and stages of integrators stay in registers then, where
each element otherwise goes through memory in every step. It is done for workspaces that statements over single elements work on in loops;
what only vectors go through stays an array.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from precis.emit.cpu.opened import opened
from precis.emit.cpu.registers import plain
from precis.emit.plan.fuse import map_blocks, without_unread
from precis.emit.plan.kernels import WORKSPACE, Access, Allocate, Buffer, Instr, Loop, Nest, Plan, Rotate, Statement, Strips, While
from precis.emit.plan.maps import linear
from precis.emit.plan.walking import accesses, blocks_of, first_stored, own_accesses, walk
from precis.ir.size import product

Block = tuple[Statement, ...]

HELD = 32  # elements of an array
LARGEST = 2000  # instructions of the program, once loops are written out
LOOPS = (Loop, Strips, While)


def elements_apart(plan: Plan) -> Plan:
    arrays = frozenset(name for name, b in plan.buffers.items() if _small(b)) - _otherwise_used(plan.statements)
    worked_on = (_single(plan.statements) | _read_at_numbers(plan.statements)) & _changed(plan.statements)
    arrays = _with_partners(plan.statements, arrays & worked_on) & arrays
    while arrays := _exchanged(plan, arrays):
        statements = opened(plan.statements, arrays)
        known = arrays - _unknown(statements, plan.buffers, arrays)
        if known == arrays and _length(statements) <= max(LARGEST, _length(plan.statements)):
            return _in_scalars(plan, statements, arrays)
        arrays = known if known != arrays else arrays - {max(sorted(arrays), key=lambda name: _elements(plan.buffers[name]))}
    return plan


def _small(b: Buffer) -> bool:
    if b.role != WORKSPACE or not b.shape or b.tape or b.capacity or not plain(b.element):
        return False
    return 0 < _elements(b) <= HELD


def _elements(b: Buffer) -> int:
    """How many an array has; 0 where that is no number."""
    return product(b.shape).constant or 0


def _otherwise_used(statements: Block) -> frozenset[str]:
    """What others than loads, stores and exchanges touch."""
    found: set[str] = set()
    for s in walk(statements):
        if isinstance(s, Nest):
            found |= {r.target.buffer for r in s.reductions}
        elif not isinstance(s, Rotate):
            found |= frozenset().union(*own_accesses(s))
    return frozenset(found)


def _single(statements: Block) -> frozenset[str]:
    """What statements over single elements touch in loops."""
    return frozenset().union(*(name for s in _in_loops(statements) if isinstance(s, Nest) and not s.axes for name in accesses(s)))


def _read_at_numbers(statements: Block) -> frozenset[str]:
    """What vectors read elements of, each at a number: factors, and rows to take, that an iteration computes first."""
    reads = [i.access for s in _in_loops(statements) if isinstance(s, Nest) for i in s.body if i.op == "load" and i.access]
    return frozenset(a.buffer for a in reads) - {a.buffer for a in reads if _place(a) is None}


def _changed(statements: Block) -> frozenset[str]:
    """What loops store. Tables that they only read lie well in memory."""
    return frozenset().union(*(accesses(s)[1] for s in _in_loops(statements) if isinstance(s, Nest)))


def _in_loops(statements: Block) -> Iterator[Statement]:
    for s in statements:
        yield from walk((s,)) if isinstance(s, LOOPS) else (t for block in blocks_of(s) for t in _in_loops(block))


def _with_partners(statements: Block, arrays: frozenset[str]) -> frozenset[str]:
    """The arrays, and those that they change places with."""
    pairs = [p for s in walk(statements) if isinstance(s, Rotate) for p in s.pairs if set(p) & arrays]
    more = arrays.union(*pairs)
    return more if more == arrays else _with_partners(statements, more)


def _exchanged(plan: Plan, arrays: frozenset[str]) -> frozenset[str]:
    """Those of the arrays that change places with arrays of them only, of the same length."""
    pairs = [p for s in walk(plan.statements) if isinstance(s, Rotate) for p in s.pairs if set(p) & arrays]
    odd = {n for a, b in pairs for n in (a, b) if not {a, b} <= arrays or _elements(plan.buffers[a]) != _elements(plan.buffers[b])}
    return _exchanged(plan, arrays - odd) if odd & arrays else arrays


def _length(statements: Block) -> int:
    return sum(len(s.body) for s in walk(statements) if isinstance(s, Nest))


def _unknown(statements: Block, buffers: Mapping[str, Buffer], arrays: frozenset[str]) -> frozenset[str]:
    """Arrays with a place that is no number, or none of theirs."""
    return frozenset(a.buffer for s in walk(statements) if isinstance(s, Nest) for i in s.body if (a := i.access) and a.buffer in arrays
                     and ((at := _place(a)) is None or not 0 <= at < _elements(buffers[a.buffer])))


def _place(a: Access) -> int | None:
    return linear(a.shape, a.index).constant


def _in_scalars(plan: Plan, statements: Block, arrays: frozenset[str]) -> Plan:
    made = {(name, k): Buffer(f"{name}[{k}]", (), b.element, WORKSPACE, b.original and f"{b.original}[{k}]")
            for name in sorted(arrays) for b in [plan.buffers[name]] for k in range(_elements(b))}
    named = {at: b.name for at, b in made.items()}
    buffers = {name: b for name, b in plan.buffers.items() if name not in arrays} | {b.name: b for b in made.values()}
    allocated = {s.buffer for s in walk(statements) if isinstance(s, Allocate)}
    statements = tuple(_apart(s, named) for s in statements)
    statements = _begun(statements, [b for (name, _), b in made.items() if name not in allocated])
    for name in sorted(arrays & allocated):
        statements = _where_allocated(statements, name, [b for (of, _), b in made.items() if of == name])
    return without_unread(replace(plan, buffers=buffers), statements)


def _apart(s: Statement, named: Mapping[tuple[str, int], str]) -> Statement:
    """The statement with scalars for elements."""
    def scalar(i: Instr) -> Instr:
        name = named.get((i.access.buffer, _place(i.access) or 0)) if i.access else None
        return replace(i, access=Access(name, (), ())) if name else i
    if isinstance(s, Nest):
        return replace(s, body=tuple(map(scalar, s.body)))
    if isinstance(s, Rotate):
        return Rotate(tuple(pair for a, b in s.pairs for pair in _elementwise(a, b, named)))
    return map_blocks(s, lambda block: tuple(_apart(t, named) for t in block))


def _elementwise(a: str, b: str, named: Mapping[tuple[str, int], str]) -> Iterator[tuple[str, str]]:
    if (a, 0) not in named:
        yield a, b
    for k in range(HELD):
        if (a, k) in named:
            yield named[a, k], named[b, k]


def _where_allocated(statements: Block, name: str, scalars: list[Buffer]) -> Block:
    """The statements without memory for an array: behind where it came, its scalars live."""
    out: list[Statement] = []
    for k, s in enumerate(statements):
        if isinstance(s, Allocate) and s.buffer == name:
            return (*out, *_begun(statements[k + 1:], scalars))
        out.append(map_blocks(s, lambda block: _where_allocated(block, name, scalars)))
    return tuple(out)


def _begun(block: Block, scalars: list[Buffer]) -> Block:
    """The block, which begins with zeros in those that would be declared in a loop and have there what earlier iterations left."""
    return (*(_zero(b) for b in scalars if _lasts(block, b.name)), *block)


def _zero(b: Buffer) -> Nest:
    return Nest((), (Instr("%0", "const", (), b.element, value=0), Instr("%1", "store", ("%0",), b.element, Access(b.name, (), ()))))


def _lasts(block: Block, name: str) -> bool:
    """Whether the innermost block with all that touches a scalar is in a loop, and may begin with reading it."""
    crossed = False
    while True:
        here = [s for s in block if _touches(s, name)]
        inner = [b for b in blocks_of(here[0]) if any(_touches(s, name) for s in b)] if len(here) == 1 else []
        if len(inner) != 1:
            return crossed and bool(here) and not first_stored(block, name)
        crossed = crossed or isinstance(here[0], LOOPS)
        block = inner[0]


def _touches(s: Statement, name: str) -> bool:
    return name in frozenset().union(*accesses(s))
