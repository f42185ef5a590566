"""Rows that a nest has gone through are taken by the loop behind it a strip at a time, while they are in the caches.

    for i: r[i] = sum(a[i, :] * x)                   for strips: (for i in strip: r[i] = sum(a[i, :] * x))
    for i: s = r[i] - b[i]; g += s * a[i, :]    ->               (for i in strip: s = r[i] - b[i]; g += s * a[i, :])

(Loop fusion in strips; Kennedy & McKinley 1993, see precis.emit.cpu.together.) Gradients of least squares, and normal equations without
their matrix, come to each row twice, for a product with it and for a multiple of it. The product was taken out of the loop, to be one
of all rows, and went through a matrix that is larger than the caches once more. Strips follow one another, so that what the loop hands on
stays in order. It is done where the loop writes nothing that the nest touches, and reads of what the nest writes the row of its own
iteration only. Results are the same bit for bit.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.interchange import bytes_of, divisible_in_order, narrowed, part_work, rows_of, touched
from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.kernels import Access, Allocate, Loop, Nest, Plan, Statement, Strips
from precis.emit.plan.maps import ZERO, linear
from precis.emit.plan.walking import accesses, own_accesses, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest

Block = tuple[Statement, ...]

ROOM = 1 << 16  # bytes that a strip may take: a small part of the second cache (measured: 2^18 is slower)
GROUP = 8  # rows, of which strips have several: nests go through so many at once (runtime/precis_lanes.hpp, SIDE)


def taken_soon(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements, plan))


def _block(statements: Block, plan: Plan) -> Block:
    out: list[Statement] = []
    for s in statements:
        if not isinstance(s, Loop) or not _moved_in(out, s, plan):
            out.append(s if isinstance(s, Strips) else map_blocks(s, lambda block: _block(block, plan)))
    return tuple(out)


def _moved_in(before: list[Statement], s: Loop, plan: Plan) -> bool:
    """Whether the nest whose rows a loop takes was found, and has left what is `before` for strips that it shares with the loop. What is
    between the two does not bear on the nest."""
    for k in range(len(before) - 1, -1, -1):
        n = before[k]
        step = _shared_rows(n, s, plan) if isinstance(n, Nest) else None
        if isinstance(n, Nest) and step is not None and all(independent(n, t) for t in before[k + 1:]):
            before[k:] = [*before[k + 1:], _strips(n, s, step)]
            return True
        if not isinstance(n, (Nest, Allocate)):
            break
    return False


def _shared_rows(n: Nest, s: Loop, plan: Plan) -> Size | None:
    """Bytes from one row to the next of the arrays that both go through, row by row; None where there are none, or the order counts."""
    if len(n.axes) < 2 or s.step != 1 or s.start != ZERO or s.trips.constant == 1:
        return None
    if not divisible_in_order(n, s.trips, {s.index}) or not _apart(n, s):
        return None
    rows = n.axes[0].symbol
    taken = {(a.buffer, a.shape) for t in _nests(s) for a in touched(t) if _along_row(a, s.index, t)}
    shared = {a.buffer: a for a in touched(n) if (a.buffer, a.shape) in taken and _along_row(a, rows, n)}
    steps = ((linear(a.shape, a.index).coefficient(rows) or ONE) * bytes_of(plan.buffers[name]) for name, a in shared.items())
    return sum(steps, Size()) if shared else None


def _nests(s: Loop) -> list[Nest]:
    return [t for t in walk(s.body) if isinstance(t, Nest)]


def _row(a: Access, index: str) -> bool:
    """Whether a place is in the row of an index."""
    return bool(a.index) and a.index[0] == Size.of(index)


def _along_row(a: Access, index: str, n: Nest) -> bool:
    """Whether the innermost axis of a nest runs through the row of an index."""
    others = frozenset().union(*(i.symbols() for i in a.index[1:]))
    return _row(a, index) and bool(n.axes) and n.axes[-1].symbol in others and index not in others


def _apart(n: Nest, s: Loop) -> bool:
    """Whether the loop leaves alone what the nest touches, but for reads of the row of each iteration."""
    (reads, writes), (wanted, over) = accesses(n), accesses(s)
    made = writes & wanted
    if over & (reads | writes) or any(made & own_accesses(t)[0] for t in walk(s.body) if not isinstance(t, Nest)):
        return False
    there = [a for a in touched(n) if a.buffer in made]
    taken = [a for t in _nests(s) for a in touched(t) if a.buffer in made]
    alike = all(a.shape == b.shape for a in there for b in taken if a.buffer == b.buffer)
    return alike and all(_row(a, n.axes[0].symbol) for a in there) and all(_row(a, s.index) for a in taken)


def _strips(n: Nest, s: Loop, step: Size) -> Strips:
    index, count = f"{s.index} taken from", f"{s.index} taken count"
    length = largest(GROUP, Size.of(ROOM) // largest(1, step * GROUP) * GROUP)
    begin, rows = Size.of(index), rows_of(count, length)
    body = (*narrowed((n,), begin, rows), replace(s, start=begin, trips=rows))
    return Strips(index, count, s.trips, length, body, part_work([n]), ordered=True, shifted=True)
