"""Loops around nests that tally are functions of their own, whose variables are the accumulators of these nests.

A nest that keeps its accumulators from one iteration to the next (precis.emit.cpu.kept) is a function of its own, for the sake of its
registers. It gets 20 to 50 vectors and hands them back whenever it runs, which takes as long as a row of some 30 elements. Where the loop
is the function, those that find registers stay there, and others lie where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from precis.emit.cpu.passes import PassPrinter
from precis.emit.cpu.printer import Printer
from precis.emit.cpu.tallying import RowPrinter
from precis.emit.cpu.vector import VectorPrinter
from precis.emit.plan.kernels import WORKSPACE, Allocate, If, Loop, Nest, Rotate, Settle, SizeBind, Statement, Strips
from precis.emit.plan.walking import accesses, symbols_used, walk

MOST = 96  # vectors of accumulators in one function: compilers allocate registers well in small ones only
LONG = 512  # elements of rows in the example that take so long that a call does not matter


@contextmanager
def as_function(out: Printer, s: Statement, kept: Mapping[int, object], declared: set[str], example: Mapping[str, int]) -> Iterator[None]:
    """Around what prints a loop. `declared`: the scalars that are declared outside."""
    printers = _held_by(s, kept, example)
    given = _given(out, s, [p.nest for p in printers], declared)
    if printers:
        out.open(f"[&]({', '.join(f'const auto {name}' for name in given)}) PR_APART")
    for p in printers:
        p.enter()
    yield
    for p in printers:
        p.leave()
    if printers:
        out.close(f"}}({', '.join(given)});")


def _held_by(s: Statement, kept: Mapping[int, object], example: Mapping[str, int]) -> list[RowPrinter]:
    """The printers of the nests of short rows whose innermost loop is `s`, if it may be a function: what arrays are called does not change
    there."""
    if not isinstance(s, Loop) or any(isinstance(t, (Rotate, Settle)) for t in walk((s,))):
        return []
    found = [kept[id(t)] for t in _nests(s.body) if id(t) in kept and _is_short_row(t, example)]
    printers: list[RowPrinter] = [p for p in found if isinstance(p, VectorPrinter) and not isinstance(p, PassPrinter)]
    return printers if sum(p.tallied.held for p in printers) <= MOST else []


def _is_short_row(nest: Nest, example: Mapping[str, int]) -> bool:
    extents = [a.extent for a in nest.axes]
    return len(extents) == 1 and (not extents[0].symbols() <= example.keys() or extents[0].value(example) < LONG)


def _nests(block: tuple[Statement, ...]) -> Iterator[Nest]:
    """Those of a block, and of its branches."""
    for t in block:
        if isinstance(t, Nest):
            yield t
        elif isinstance(t, If):
            yield from _nests((*t.then, *t.otherwise))


def _given(out: Printer, s: Statement, nests: list[Nest], declared: set[str]) -> list[str]:
    """What the nests use and the loop does not change, by value and under its own name: what is reached through references is loaded again
    behind each store."""
    _, writes = accesses(s)
    made = {t.buffer for t in walk((s,)) if isinstance(t, Allocate)}
    touched = dict.fromkeys(a.buffer for n in nests for a in [*(i.access for i in n.body if i.access), *(r.target for r in n.reductions)])
    buffers = [b for b in (out.buffers[name] for name in touched if name not in made)
               if b.shape or (b.name not in writes and (b.role != WORKSPACE or b.name in declared))]
    bound = {x for t in walk((s,)) for x in _bound(t)}
    sizes = sorted(out.symbols[x] for n in nests for x in symbols_used(n) if x in out.symbols and x not in bound)
    return [name for name in dict.fromkeys([*(out.names[b.name] for b in buffers), *sizes]) if name.isidentifier()]


def _bound(t: Statement) -> tuple[str, ...]:
    """Symbols that a statement gives a meaning."""
    if isinstance(t, Loop):
        return (t.index,)
    if isinstance(t, Strips):
        return t.index, t.count
    return (t.symbol,) if isinstance(t, SizeBind) else ()
