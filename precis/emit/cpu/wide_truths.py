"""Truth values of workspaces that nests compute with beside numbers take as many bytes as a number.

    m[i] = a[i] * b[i] > 0; q[i] = a[i] / d[i]     y[i] = m[i] ? q[i] : 0

Compilers choose as many elements at a time as a vector holds of the narrowest: 64 truth values, with eight vectors of each number. What a
row has beyond a multiple of that is computed number by number: of 300 elements a seventh, which takes as long as the rest. Where functions
are computed beside them, eight copies of each fill no registers, and compilers take their time. Of truth values of eight bytes a vector
holds as many as of binary64 numbers. Tapes stay what they are, which are far away when they are read, and so do truth values that no
numbers are computed with, of which 64 at a time are best; but for functions in rows that are shorter than that. What fills them with one
value does not count, nor does what is done less often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from precis.emit.cpu.spell import TRUTH
from precis.emit.cpu.tallying import double
from precis.emit.plan.fills import filled
from precis.emit.plan.kernels import WORKSPACE, Allocate, Buffer, Loop, Nest, Plan, Statement, While
from precis.emit.plan.select import SLOW
from precis.emit.plan.walking import accesses, blocks_of, walk

EVERYWHERE = 1 << 30  # deeper than any loop
IN_A_VECTOR = 64  # bytes


def truths_widened(plan: Plan) -> Plan:
    statements = list(walk(plan.statements))
    wide = {name for name, b in plan.buffers.items() if _may_be_wide(b)}
    for s in statements:
        wide -= frozenset() if isinstance(s, Nest) or blocks_of(s) else _handed(s)
    nests = [(n, depth) for n, depth in _nests(plan.statements, 0) if n.axes and not filled(n) and _arrays(n) & wide]
    while kept := _better_bytes(nests, plan, wide):
        wide -= kept
    names = wide & frozenset().union(*(_arrays(n) for n, _ in nests))
    widened = {name: replace(plan.buffers[name], element=TRUTH) for name in sorted(names)}
    return replace(plan, buffers={**plan.buffers, **widened}) if widened else plan


def _nests(statements: Iterable[Statement], depth: int) -> Iterator[tuple[Nest, int]]:
    """The nests, and how many loops are around each."""
    for s in statements:
        if isinstance(s, Nest):
            yield s, depth
        for block in blocks_of(s):
            yield from _nests(block, depth + isinstance(s, (Loop, While)))


def _better_bytes(nests: Sequence[tuple[Nest, int]], plan: Plan, wide: set[str]) -> set[str]:
    """What nests without numbers touch, inside of as many loops as those with numbers. Where these compute functions in short rows, which
    would be one by one, they count alone."""
    deepest: dict[str, int] = {}
    alone: list[tuple[Nest, int]] = []
    for n, depth in nests:
        if _of_numbers(n, plan, wide):
            level = EVERYWHERE if any(i.op in SLOW for i in n.body) and _short(n, plan) else depth
            deepest |= {name: max(level, deepest.get(name, 0)) for name in _arrays(n) & wide}
        else:
            alone.append((n, depth))
    return {name for n, depth in alone for name in _arrays(n) & wide if depth >= deepest.get(name, 0)}


def _short(n: Nest, plan: Plan) -> bool:
    """Whether rows of the example fill no vector of bytes, as far as arguments say how long they are."""
    rows = [plan.buffers[name].shape[-1] for name in _arrays(n) if plan.buffers[name].shape]
    known = [d.value(plan.example) for d in rows if d.symbols() <= plan.example.keys()]
    return bool(known) and max(known) < IN_A_VECTOR


def _may_be_wide(b: Buffer) -> bool:
    return b.element == "bool" and b.role == WORKSPACE and bool(b.shape) and not (b.tape or b.carried)


def _handed(s: Statement) -> frozenset[str]:
    """What a statement that is no nest hands on as it lies in memory."""
    return frozenset() if isinstance(s, Allocate) else frozenset().union(*accesses(s))


def _arrays(n: Nest) -> frozenset[str]:
    return frozenset(i.access.buffer for i in n.body if i.access) | {r.target.buffer for r in n.reductions}


def _of_numbers(n: Nest, plan: Plan, wide: set[str]) -> bool:
    """Whether a nest touches binary64 numbers, and nothing narrower but for these truth values."""
    elements = [plan.buffers[name].element for name in _arrays(n) - wide if plan.buffers[name].shape]
    return any(map(double, elements)) and all(double(e) or e == "int64" for e in elements)
