"""Nests of several recurrences along their last axis become loops, in which each goes on in a scalar (precis.emit.cpu.handed).

    for i: for j: s[i, j + 1] = s[i, j] + a[i, j]; t[i, j + 1] = t[i, j] + b[i, j]

Compilers hand on what a loop stores in one place only: behind the store to t they read s from memory again, and wait for it, 2.7 ns in
each iteration instead of 0.7. Running sums of several arrays at a time are such nests. The axes around are shared among threads as before.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.handed import links
from precis.emit.cpu.parallel import parallel, work
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Buffer, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.moved import moved
from precis.ir.shapes import ONE
from precis.ir.size import Size


def running(plan: Plan) -> Plan:
    return replace(plan, statements=tuple(_looped(s, plan.buffers) for s in plan.statements))


def _looped(s: Statement, buffers: dict[str, Buffer]) -> Statement:
    if not isinstance(s, Nest):
        return map_blocks(s, lambda block: tuple(_looped(t, buffers) for t in block))
    return (_loops(s, buffers) if _in_order_at_last(s) else None) or s


def _in_order_at_last(s: Nest) -> bool:
    return bool(s.axes) and s.sequential == {s.axes[-1].symbol} and not s.reductions and not s.hole and s.begin is None


def _loops(s: Nest, buffers: dict[str, Buffer]) -> Statement | None:
    """The nest as loops over a scalar statement; None where fewer than two places are handed on."""
    names = {a.symbol: f"{a.symbol[1:]} of {s.body[0].name}" for a in s.axes}
    *outer, last = s.axes
    scalar = replace(s, axes=(), sequential=frozenset(), body=tuple(moved(i, names) for i in s.body))
    found: Statement = Loop(names[last.symbol], Size(), last.extent, 1, (scalar,), s.sites)
    if len(links(found, buffers)) < 2:
        return None
    shared = outer.pop(0) if parallel(s) else None
    for a in reversed(outer):
        found = Loop(names[a.symbol], Size(), a.extent, 1, (found,), s.sites)
    if shared is None:
        return found
    row = names[shared.symbol]
    return Strips(row, f"count of {row}", shared.extent, ONE, (found,), work(s))
