"""Nests of recurrences along their last axis become loops in which each goes on in a scalar (precis.emit.cpu.handed), some rows at a time.

    for i: for j: s[i, j + 1] = s[i, j] + a[i, j]; t[i, j + 1] = t[i, j] + b[i, j]

Compilers hand on what a loop stores in one place only: behind the store to t they read s from memory again, and wait for it, 2.7 ns in
each iteration instead of 0.7. And each addition waits for the one before: rows side by side hide that (unroll and jam; Allen & Kennedy
2001, section 8). Running sums are such nests. The axes around are shared among threads as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from precis.emit.cpu.handed import links
from precis.emit.cpu.parallel import parallel, work
from precis.emit.cpu.passing import Readers, passed_on, passing, readers_of
from precis.emit.cpu.promote import Buffers
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Axis, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.moved import moved
from precis.emit.plan.select import CHEAP
from precis.ir.shapes import ONE
from precis.ir.size import Size

SIDE = 4  # recurrences that hide one another's waiting
LARGEST = 24  # instructions of an iteration that may stand side by side


@dataclass(frozen=True, slots=True)
class _Arrays:
    buffers: Buffers
    readers: Readers


def running(plan: Plan) -> Plan:
    arrays = _Arrays(dict(plan.buffers), readers_of(plan))
    statements = _block(plan.statements, arrays, shared=False)
    return replace(plan, statements=statements, buffers=arrays.buffers)


def _block(statements: tuple[Statement, ...], arrays: _Arrays, shared: bool) -> tuple[Statement, ...]:
    """`shared`: inside a loop that threads share."""
    return tuple(t for s in statements for t in _looped(s, arrays, shared))


def _looped(s: Statement, arrays: _Arrays, shared: bool) -> tuple[Statement, ...]:
    if not isinstance(s, Nest):
        return (map_blocks(s, lambda block: _block(block, arrays, shared or isinstance(s, Strips))),)
    return (_in_order_at_last(s) and tuple(_loops(s, arrays, shared))) or (s,)


def _in_order_at_last(s: Nest) -> bool:
    return bool(s.axes) and s.sequential == {s.axes[-1].symbol} and not (s.reductions or s.hole or s.behind) and s.begin is None


def _loops(s: Nest, arrays: _Arrays, shared: bool) -> Iterator[Statement]:
    """The nest as loops over scalar statements; none where nothing is gained."""
    names = {a.symbol: f"{a.symbol[1:]} of {s.body[0].name}" for a in s.axes}
    scalar = replace(s, axes=(), sequential=frozenset(), body=tuple(moved(i, names) for i in s.body))
    *outer, last = (Axis(names[a.symbol], a.extent) for a in s.axes)
    row = Loop(last.symbol, Size(), last.extent, 1, (scalar,), s.sites)
    handed, numbers = len(links(row, arrays.buffers)), passing(row, outer, arrays.buffers, arrays.readers)
    rows = SIDE // handed if outer and handed and _light(s) else 1
    if rows > 1 and (outer[-1].extent // rows).terms:
        for around, loop in _side_by_side(outer, rows, row):
            yield _around(s, around, passed_on(loop, numbers, arrays.buffers), shared)
    elif handed > 1 or numbers:
        body = passed_on(row, numbers, arrays.buffers)
        yield from (_around(s, outer, body, shared),) if outer else body


def _light(s: Nest) -> bool:
    return len(s.body) <= LARGEST and all(i.op in CHEAP for i in s.body)


def _side_by_side(outer: list[Axis], rows: int, row: Loop) -> Iterator[tuple[list[Axis], Loop]]:
    """So many rows in each iteration, and then those that are left; with the axes around."""
    *around, axis = outer
    blocks = axis.extent // rows
    block, left = Axis(f"{axis.symbol} block", blocks), Axis(f"{axis.symbol} left", axis.extent - blocks * rows)
    yield [*around, block], _rows(row, axis, [Size.of(block.symbol) * rows + k for k in range(rows)])
    if left.extent.terms:
        yield [*around, left], _rows(row, axis, [blocks * rows + Size.of(left.symbol)])


def _rows(row: Loop, axis: Axis, places: list[Size]) -> Loop:
    """What `row` does, at these places along `axis` side by side."""
    return replace(row, body=tuple(replace(t, body=tuple(moved(i, {axis.symbol: at}) for i in t.body))
                                   for at in places for t in row.body if isinstance(t, Nest)))


def _around(s: Nest, outer: list[Axis], body: tuple[Statement, ...], shared: bool) -> Statement:
    """The body in loops over the outer axes, the first of which threads share where they share that of the nest."""
    first, *others = outer
    for a in reversed(others):
        body = (Loop(a.symbol, Size(), a.extent, 1, body, s.sites),)
    if parallel(s) and not shared:
        return Strips(first.symbol, f"count of {first.symbol}", first.extent, ONE, body, work(s))
    return Loop(first.symbol, Size(), first.extent, 1, body, s.sites)
