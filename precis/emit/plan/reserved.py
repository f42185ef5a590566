"""Arrays in reserved address space (precis.ir.grown.reserved): nobody may go through all of them."""

from __future__ import annotations

from collections.abc import Iterator

from precis.emit.plan.kernels import Contract, Loop, Nest, Plan, Routine, Settle, SizeBind, Statement, Strips
from precis.emit.plan.walking import walk
from precis.ir.size import Size


def reserved(plan: Plan) -> frozenset[str]:
    """The size symbols that say how many items have address space."""
    return frozenset(s.symbol for s in walk(plan.statements) if isinstance(s, SizeBind) and s.reserved)


def filled(plan: Plan) -> bool:
    """Whether a statement goes through as many items as there is address space for."""
    symbols = reserved(plan)
    return bool(symbols) and any(symbols & size.symbols() for s in walk(plan.statements) for size in _extents(s, plan))


def _extents(s: Statement, plan: Plan) -> Iterator[Size]:
    if isinstance(s, Nest):
        yield from (a.extent for a in s.axes)
    elif isinstance(s, Contract):
        yield from (s.m, s.n, s.k, *(a.extent for a in s.batch))
    elif isinstance(s, Routine):
        yield from (d for o in (*s.inputs, s.output) for a in o.parts for d in a.shape)
    elif isinstance(s, Loop):
        yield s.trips
    elif isinstance(s, Strips):
        yield s.extent
    elif isinstance(s, Settle):
        yield from (d for name in s.buffers for d in plan.buffers[name].shape)
