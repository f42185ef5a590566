"""Which nests in loops keep their accumulators from one iteration to the next.

Adding an accumulator to its row takes horizontal sums, a hundred cycles, as much as a row of a hundred elements. Where nothing reads the
row before all loops are done, it is added once.
"""

from __future__ import annotations

from collections.abc import Iterator

from precis.emit.plan.kernels import RESULT, Access, If, Loop, Nest, Plan, Statement, While
from precis.emit.plan.walking import accesses, blocks_of, tallied


def kept(plan: Plan) -> Iterator[Nest]:
    """The nests in loops that tally into a result which nothing but tallies touches while loops run or after them."""
    return _kept(plan, plan.statements, frozenset())


def kept_within(plan: Plan) -> Iterator[tuple[Loop, tuple[Nest, ...]]]:
    """Loops around all others whose iterations have rows of their own, such as those over cotangents (precis.ad.several), with the nests in
    loops inside that keep their accumulators to the end of an iteration."""
    for s in plan.statements:
        if isinstance(s, Loop) and (nests := tuple(_kept(plan, s.body, frozenset((s.index,))))):
            yield s, nests


def _kept(plan: Plan, statements: tuple[Statement, ...], symbols: frozenset[str]) -> Iterator[Nest]:
    """Those of a block whose rows depend on these symbols."""
    looping = [k for k, s in enumerate(statements) if isinstance(s, (Loop, While))]
    behind = statements[looping[0]:] if looping else ()
    rows = frozenset().union(*(tallied(s) for s in behind)) if behind else frozenset()
    rows = frozenset(b for b in rows if plan.buffers[b].role == RESULT and all(_only_tallied(b, s) for s in behind))
    for nest in _inside(behind, False):
        targets = [r.target for r in nest.reductions if r.op == "tally"]
        if targets and all(t.buffer in rows and _symbols(t) == symbols for t in targets):
            yield nest


def _only_tallied(buffer: str, s: Statement) -> bool:
    return buffer in tallied(s) or buffer not in frozenset().union(*accesses(s))


def _symbols(target: Access) -> frozenset[str]:
    return frozenset().union(*(i.symbols() for i in target.index))


def _inside(statements: tuple[Statement, ...], looping: bool) -> Iterator[Nest]:
    for s in statements:
        if isinstance(s, Nest) and looping:
            yield s
        elif isinstance(s, (Loop, While, If)):
            for block in blocks_of(s):
                yield from _inside(block, looping or not isinstance(s, If))
