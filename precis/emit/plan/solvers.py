"""Systems with one matrix, one after the other, are solved with one factorisation.

    k = solve(A, f(y)); y = y + solve(A, f(y + k))     for t: u = solve(A, u + q[t])

Factors are kept from the first system on that is solved after the matrix was written. Each system has the operations that it has by
itself, and so the same bits (precis_factors.hpp).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import WORKSPACE, Access, Buffer, Instr, Loop, Nest, Plan, Routine, Statement, Strips, While
from precis.emit.plan.walking import accesses, blocks_of, walk
from precis.formats import FORMATS
from precis.ir.shapes import ONE
from precis.ir.size import Size, product

BINARY64 = FORMATS["binary64"]
SIDE, HEAD = 8, 8  # matrices side by side, and numbers in front of all factors: whether there are any

Block = tuple[Statement, ...]
Factors = Mapping[Access, Access]  # by where a matrix begins: where its factors are kept


def factorised_once(plan: Plan) -> Plan:
    """The plan with such systems."""
    matrices = [a for a in dict.fromkeys(_again(plan.statements)) if _stays(a, plan)]
    made = {a: Buffer(f"factors {len(plan.buffers) + k}", (_room(a),), BINARY64, WORKSPACE) for k, a in enumerate(matrices)}
    if not made:
        return plan
    factors = {a: Access(b.name, (Size(),), b.shape) for a, b in made.items()}
    statements = (*map(_none, factors.values()), *_block(plan.statements, factors))
    return replace(plan, statements=statements, buffers={**plan.buffers, **{b.name: b for b in made.values()}})


def _again(block: Block) -> Iterator[Access]:
    """The matrices of systems that one block solves twice, or a loop that does not write them."""
    counts = Counter(a for s in block if (a := _matrix(s)))
    yield from (a for a, n in counts.items() if n > 1)
    for s in block:
        for inner in blocks_of(s):
            yield from _again(inner)
        if isinstance(s, (Loop, While)):
            yield from (a for a in _matrices(s) if a.buffer not in accesses(s)[1])


def _matrices(s: Statement) -> list[Access]:
    return [a for t in walk((s,)) if (a := _matrix(t))]


def _stays(matrix: Access, plan: Plan) -> bool:
    """Whether a matrix lies at one place of one size, and no threads solve such systems at the same time."""
    symbols = frozenset().union(*(d.symbols() for d in (*matrix.index, *matrix.shape)))
    return symbols <= set(plan.sizes) and not any(matrix in _matrices(s) for s in walk(plan.statements) if isinstance(s, Strips))


def _matrix(s: Statement) -> Access | None:
    """Where the matrix of a system lies whose factors may be kept."""
    if not isinstance(s, Routine) or s.op != "solve" or s.identity:
        return None
    real = all(len(o.parts) == 1 and o.element == BINARY64 for o in (*s.inputs, s.output))
    return s.inputs[0].parts[0] if real else None


def _room(matrix: Access) -> Size:
    *batch, n, _ = matrix.shape
    count = product(batch)
    whole = ONE if count == ONE else (count + (SIDE - 1)) // SIDE * SIDE
    return whole * (n * n + n + 1) + HEAD


def _none(factors: Access) -> Nest:
    """There are no factors from here on."""
    return Nest((), (Instr("%0", "const", (), BINARY64, value=0.0), Instr("%1", "store", ("%0",), BINARY64, factors)))


def _block(statements: Block, factors: Factors) -> Block:
    out: list[Statement] = []
    for s in statements:
        inside = {a: factors[a] for a in _matrices(s) if a in factors}
        out.append(_kept(s, inside) if inside else s)
        out += [_none(f) for a, f in factors.items() if a not in inside and a.buffer in accesses(s)[1]]
    return tuple(out)


def _kept(s: Statement, factors: Factors) -> Statement:
    if isinstance(s, Routine):
        return replace(s, factors=factors[s.inputs[0].parts[0]])
    return map_blocks(s, lambda block: _block(block, factors))
