"""A matrix that vectors multiply from both sides is gone through once, a strip of its rows at a time.

    r = A @ x - b                            for strips: (for i in strip: r[i] = sum(A[i, :] * x) - b[i])
    g = r @ A                     ->                     (for i in strip: g += r[i] * A[i, :])

(Loop fusion in strips; Kennedy & McKinley 1993, see precis.emit.cpu.together.) Gradients of least squares, normal equations, power methods
for singular values and two-sided Krylov methods are such pairs. The one product is a nest over rows, the other a call of a library, and
each read all of a matrix that no cache holds. Here the second adds rows as its loops do where there is no library, in their order; strips
follow one another. What stands between runs with the strips where it goes row by row (sums over all rows behind them, from what was
stored), in front of them or behind them where nothing keeps it from there, or the two products stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from precis.emit.cpu.in_order import forward
from precis.emit.cpu.interchange import bytes_of, divisible_in_order, narrowed, part_work, rows_of
from precis.emit.cpu.registers import added
from precis.emit.plan.fuse import independent, map_blocks
from precis.emit.plan.kernels import (
    WORKSPACE,
    Access,
    Allocate,
    Axis,
    Buffer,
    Contract,
    Instr,
    Loop,
    Nest,
    Plan,
    SizeBind,
    Statement,
    Strips,
)
from precis.emit.plan.share import buffers_renamed
from precis.emit.plan.walking import accesses, symbols_used, walk
from precis.ir.shapes import ONE
from precis.ir.size import Size, largest, product

Block = tuple[Statement, ...]

ROOM = 1 << 16  # bytes of the matrix in a strip: a small part of the second cache (measured: 2^18 is as fast, or slower)
GROUP = 16  # rows, of which strips have several: nests go through so many at once (runtime/precis_lanes.hpp, SIDE)
LEAST = 1 << 15  # elements of a matrix whose size is known: the second cache holds many such
ALONG = "%i0"  # the axis of nests along the row that is added to
AGAIN = 3  # iterations that are written out
NEAR = 12  # statements among which the other product is looked for


def once_through(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))
    return replace(made, statements=_block(plan.statements, made))


def _block(statements: Block, plan: Plan) -> Block:
    out: list[Statement] = []
    for s in (t for given in statements for t in _repeated(given)):
        if not isinstance(s, (Contract, Nest)):
            out.append(s if isinstance(s, Strips) else map_blocks(s, lambda block: _block(block, plan)))
        elif not _met(out, s, plan):
            out.append(s)
    return tuple(out)


def _repeated(s: Statement) -> Block:
    """A loop of a few iterations, written out where one begins with the product that adds rows and the one before it ends with the other:
    orthogonalisation that is done again."""
    if not isinstance(s, Loop) or not 1 < (s.trips.constant or 0) <= AGAIN or any(s.index in symbols_used(t) for t in s.body):
        return (s,)
    first = next((k for k, t in enumerate(s.body) if isinstance(t, Contract)), len(s.body))
    adding = _adding(t) if first < len(s.body) and isinstance(t := s.body[first], Contract) else None
    if adding is None or not any(isinstance(t, Nest) and _of_rows(t, adding[1]) for t in s.body[first:]):
        return (s,)
    again = tuple(t for t in s.body if not isinstance(t, Allocate))  # whose memory is there then
    if any(isinstance(t, (Allocate, SizeBind)) for t in walk(again)):
        return (s,)
    return (*s.body, *(replace(t) for _ in range((s.trips.constant or 0) - 1) for t in again))


def _met(before: list[Statement], s: Contract | Nest, plan: Plan) -> bool:
    """Whether another product with the same matrix was found, and has left what is `before` for strips that it shares with this one."""
    for k in range(len(before) - 1, max(-1, len(before) - 1 - NEAR), -1):
        other = before[k]
        if not isinstance(other, (Nest, Contract, Allocate)):
            break
        made = None if isinstance(other, Allocate) else _together(other, before[k + 1:], s, plan)
        if made:
            before[k:] = made
            return True
    return False


@dataclass
class _Group:
    """Nests of one strip, what is computed in front of all strips, and what behind them."""

    nests: list[Nest]
    front: list[Statement] = field(default_factory=list)
    behind: list[Statement] = field(default_factory=list)

    def take(self, s: Statement, rows: Size) -> bool:
        """Whether there is a place for the next statement."""
        if not isinstance(s, (Nest, Contract, Allocate)):
            return False
        if all(independent(t, s) for t in (*self.nests, *self.behind)):
            self.front.append(s)
        elif isinstance(s, Nest) and (parts := _by_rows(s, rows)) and self.joins(parts[0]):
            self.nests.append(parts[0])
            self.behind += parts[1:]
        elif isinstance(s, Allocate):
            return False
        else:
            self.behind.append(s)
        return True

    def joins(self, n: Nest) -> bool:
        return all(forward(t, n) for t in self.nests) and all(independent(t, n) for t in self.behind)


def _together(first: Contract | Nest, between: Sequence[Statement], second: Contract | Nest, plan: Plan) -> Block:
    """The statements from one product to the other with these in strips; nothing where they stay as they are."""
    sides = first if isinstance(first, Contract) else second, second if isinstance(first, Contract) else first
    if not isinstance(sides[0], Contract) or not isinstance(sides[1], Nest):
        return ()
    adding, row = _adding(sides[0]), sides[1]
    if adding is None or not _of_rows(row, adding[1]):
        return ()
    matrix, rows = adding[1], row.axes[0].extent
    group = _Group([adding[0] if isinstance(first, Contract) else row])
    if not all(group.take(s, rows) for s in between) or not all(independent(s, second) for s in group.behind):
        return ()
    own, copies = adding[0], ()
    if not isinstance(first, Contract):
        found = _aside(own, group.nests, plan)
        own, copies = found or (own, copies)
    last = row if isinstance(first, Contract) else own
    if not group.joins(last) or any(added(own)[0].buffer in frozenset().union(*accesses(n)) for n in (*group.nests, last) if n is not own):
        return ()
    nests = [replace(n, begin=None) for n in (*group.nests, last)]
    return (*group.front, _filling(own), _strips(nests, matrix, plan), *copies, *group.behind)


def _aside(n: Nest, others: Sequence[Nest], plan: Plan) -> tuple[Nest, Block] | None:
    """The nest that adds up rows, into an array of its own, with the copy that this takes, where others still read the one that it
    replaces; None where they do not, or nobody knows how much memory that would be."""
    (place,) = added(n)
    b = plan.buffers[place.buffer]
    known = (b.capacity or product(b.shape)).symbols() <= {*plan.sizes}
    if not known or b.tape or b.carried or not any(b.name in accesses(m)[0] for m in others):
        return None
    made = Buffer(f"{b.name} once {len(plan.buffers)}", b.shape, b.element, WORKSPACE, capacity=b.capacity)
    plan.buffers[made.name] = made
    (own,), there = buffers_renamed((n,), {b.name: made.name}), _along(place, n)
    body = Instr("%0", "load", (), b.element, replace(there, buffer=made.name)), Instr("%1", "store", ("%0",), b.element, there)
    return (own, (Nest((Axis(ALONG, n.axes[1].extent),), body, sites=n.sites),)) if isinstance(own, Nest) else None


def _adding(s: Contract) -> tuple[Nest, Access] | None:
    """The loops of a product that adds multiples of the rows of a matrix to one row, and where it reads the matrix."""
    if s.parts != 1 or s.batch or s.packing or s.terms or s.rows or len(s.otherwise) != 1 or ONE not in (s.m, s.n):
        return None
    (n,) = s.otherwise
    if not isinstance(n, Nest) or len(n.axes) != 2 or n.begin != 0.0 or len(added(n)) != 1 or not divisible_in_order(
            replace(n, begin=None), n.axes[0].extent, set()):
        return None
    read = [a for i in n.body if i.op == "load" and (a := i.access) and _row(a, n)]
    return (n, read[0]) if len(read) == 1 and _may_be_large(read[0].shape) else None


def _of_rows(n: Nest, matrix: Access) -> bool:
    """Whether a nest does nothing but to sum up along rows, among them those of a matrix."""
    if len(n.axes) != 2 or n.sequential or not n.reductions or any(r.kept != 1 for r in n.reductions):
        return False
    read = [i.access for i in n.body if i.op == "load" and i.access and _row(i.access, n)]
    alone = divisible_in_order(n, n.axes[0].extent, set()) and not any(i.op == "store" for i in n.body)
    return alone and (matrix.buffer, matrix.shape) in {(a.buffer, a.shape) for a in read}


def _may_be_large(shape: tuple[Size, ...]) -> bool:
    return (product(shape).constant or LEAST) >= LEAST


def _row(a: Access, n: Nest) -> bool:
    """Whether a nest reads a matrix row by row from its first row on."""
    return [*a.index] == [Size.of(x.symbol) for x in n.axes]


def _by_rows(s: Nest, rows: Size) -> tuple[Nest, ...]:
    """A nest of the strip, and the sums over all rows that it had, as a nest of its own; nothing where it does not go row by row."""
    if not s.axes or s.axes[0].symbol in s.sequential or len(s.axes) > 1:
        return ()
    if not s.reductions:
        return (s,) if divisible_in_order(s, rows, set()) else ()
    own = replace(s, reductions=())
    summed = _of_stored(s)
    return (own, summed) if summed and divisible_in_order(own, rows, set()) else ()


def _of_stored(s: Nest) -> Nest | None:
    """The sums of a nest behind it: what it stored is read from there; None where they need what it has written over."""
    stored = {i.args[0]: i for i in s.body if i.op == "store"}
    written = {i.access.buffer for i in stored.values() if i.access}
    elements = {i.name: i.element for i in s.body}
    wanted, kept = {a for r in s.reductions for a in r.args}, list[Instr]()
    for i in reversed(s.body):
        if i.name not in wanted or i.op == "store":
            continue
        there = stored.get(i.name)
        if there is not None and there.element == elements[i.name]:
            i = Instr(i.name, "load", (), i.element, there.access)
        elif i.op == "load" and i.access and i.access.buffer in written:
            return None
        kept.append(i)
        wanted.update(i.args, *(size.symbols() for size in i.sizes))
    return replace(s, body=tuple(reversed(kept))) if stored and not any(i.guard or i.where for i in s.body) else None


def _filling(n: Nest) -> Nest:
    """Zeros in the row that is added to."""
    (place,), element = added(n), next(i.element for i in n.body if i.op == "store")
    body = Instr("%0", "const", (), element, value=0.0), Instr("%1", "store", ("%0",), element, _along(place, n))
    return Nest((Axis(ALONG, n.axes[1].extent),), body, sites=n.sites)


def _along(place: Access, n: Nest) -> Access:
    """The elements of this row along the axis of a nest of its own."""
    return replace(place, index=tuple(i.substitute({n.axes[1].symbol: Size.of(ALONG)}) for i in place.index))


def _strips(nests: Sequence[Nest], row: Access, plan: Plan) -> Strips:
    first = nests[0]
    index, count = f"{first.axes[0].symbol[1:]} once from", f"{first.axes[0].symbol[1:]} once count"
    step = product(row.shape[1:]) * bytes_of(plan.buffers[row.buffer])
    length = largest(GROUP, Size.of(ROOM) // largest(1, step * GROUP) * GROUP)
    body = narrowed(tuple(nests), Size.of(index), rows_of(count, length))
    return Strips(index, count, first.axes[0].extent, length, body, part_work([*nests]), ordered=True, shifted=True)
