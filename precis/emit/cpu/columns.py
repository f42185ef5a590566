"""Loops that find where the extreme of a column is find it for all columns at once.

    for j: k = argmax(v + a[:, j]); back[j] = k; w[j] = v[k] + a[k, j]
    ->    for all j: k[j] = argmax(v + a[:, j]), side by side (precis.emit.cpu.short)
          for all j: back[j] = k[j]; w[j] = v[k[j]] + a[k[j], j]

(loop distribution; Allen & Kennedy, Automatic translation of Fortran programs to vector form, ACM TOPLAS 9(4), 1987.) It is done where no
iteration touches what another one writes; numbers of its own are kept for each column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from precis.emit.cpu.rowwise import tells
from precis.emit.plan.fuse import map_blocks, merged, unread_buffers, without_buffers
from precis.emit.plan.inplace import touches
from precis.emit.plan.kernels import POSITIONS, WORKSPACE, Access, Allocate, Axis, Buffer, Instr, Loop, Nest, Plan, Reduction, Statement
from precis.emit.plan.maps import disjoint, linear
from precis.emit.plan.moved import moved, placed
from precis.ir.shapes import ONE
from precis.ir.size import Size

FEW = 8  # columns: vectors are made of more

Block = tuple[Statement, ...]
Held = Mapping[str, Access]  # numbers of an iteration, and where those of each column are kept


def columns_together(plan: Plan) -> Plan:
    made = replace(plan, buffers=dict(plan.buffers))
    statements = _block(plan.statements, made, touches(plan.statements))
    if len(made.buffers) == len(plan.buffers):
        return plan
    return replace(made, statements=without_buffers(statements, unread_buffers(made, statements)))


def _block(statements: Block, plan: Plan, uses: Counter[str]) -> Block:
    out: list[Statement] = []
    for s in statements:
        found = _together(s, plan, uses) if isinstance(s, Loop) else ()
        out += found or (map_blocks(s, lambda block: _block(block, plan, uses)),)
    return tuple(out)


def _together(s: Loop, plan: Plan, uses: Counter[str]) -> Block:
    """The statements of the loop, each for all columns; nothing where iterations depend on one another, or nothing is gained."""
    nests = tuple(t for t in s.body if isinstance(t, Nest))
    searches = [n for n in nests if n.reductions]
    if s.step != 1 or (s.trips.constant or FEW) < FEW or len(nests) < len(s.body) or not all(map(_simple, nests)):
        return ()
    own = _own(nests, plan, uses, touches(s.body))
    if not any(_down_columns(n, s.index) for n in searches) or own is None or not _independent(s, nests, own):
        return ()
    kept = {name: Buffer(f"{name} by column {len(plan.buffers)}", (s.trips,), plan.buffers[name].element) for name in own}
    plan.buffers.update((b.name, b) for b in kept.values())
    first = tuple(Allocate(b.name) for b in kept.values() if not s.trips.symbols() <= set(plan.sizes))
    return *first, *_joined([_for_columns(n, s, kept) for n in nests])


def _simple(n: Nest) -> bool:
    """Whether a nest looks for one extreme of one row, or computes numbers."""
    search = len(n.axes) == 1 and len(n.reductions) == 1 and n.reductions[0].op in POSITIONS and not any(i.op == "store" for i in n.body)
    plain = not (n.sequential or n.hole or n.begin is not None or any(i.guard or i.where for i in n.body))
    return plain and (search or not (n.axes or n.reductions))


def _down_columns(n: Nest, column: str) -> bool:
    """Whether a row that is searched is a column in memory, beside that of the next iteration."""
    offsets = [linear(i.access.shape, i.access.index) for i in n.body if i.access]
    steps = [(o.coefficient(column), o.coefficient(n.axes[0].symbol)) for o in offsets]
    return any(beside == ONE and down not in (Size(), ONE, -ONE, None) for beside, down in steps)


def _own(nests: tuple[Nest, ...], plan: Plan, uses: Counter[str], inside: Counter[str]) -> list[str] | None:
    """The numbers that each iteration has for itself: nothing outside knows them, and they are written before they are read. None where
    there are others among those that it writes."""
    found: list[str] = []
    read: set[str] = set()
    for n in nests:
        for i in n.body:
            if i.op == "load" and i.access and i.access.buffer not in found:
                read.add(i.access.buffer)
            elif i.op == "store" and i.access and not plan.buffers[i.access.buffer].shape:
                found.append(i.access.buffer)
        found += [r.target.buffer for r in n.reductions if not plan.buffers[r.target.buffer].shape]
    private = (b not in read and plan.buffers[b].role == WORKSPACE and inside[b] == uses[b] for b in found)
    return list(dict.fromkeys(found)) if all(private) else None


def _independent(s: Loop, nests: tuple[Nest, ...], own: list[str]) -> bool:
    """Whether no iteration touches what another one writes, nor uses lengths of its own."""
    ranges = {s.index: (s.start, s.start + s.trips - 1)}
    every = [(a, n) for n in nests for a in _accesses(n) if a.buffer not in own]
    written = [a for n in nests for a in (*(i.access for i in n.body if i.op == "store"), *(r.target for r in n.reductions))
               if a and a.buffer not in own]
    apart = all((a == b and tells(a.index, {s.index})) or (a.shape == b.shape and disjoint(a.index, b.index, n.axes, ranges))
                for a in written for b, n in every if a.buffer == b.buffer)
    return apart and not any(s.index in a.extent.symbols() for n in nests for a in n.axes)


def _accesses(n: Nest) -> Iterator[Access]:
    yield from (i.access for i in n.body if i.access)
    yield from (r.target for r in n.reductions)


def _for_columns(n: Nest, s: Loop, kept: Mapping[str, Buffer]) -> Nest:
    """The nest with an axis over the columns around it."""
    column = next(x for x in ("%i0", "%i1") if x not in {a.symbol for a in n.axes})
    there = {s.index: s.start + Size.of(column)}
    held = {name: Access(b.name, (Size.of(column),), b.shape) for name, b in kept.items()}
    body = tuple(_held(moved(i, there), held) for i in n.body)
    rows = tuple(_row(r, there, held) for r in n.reductions)
    return replace(n, axes=(Axis(column, s.trips), *n.axes), body=body, reductions=rows)


def _held(i: Instr, held: Held) -> Instr:
    return replace(i, access=held.get(i.access.buffer, i.access)) if i.access else i


def _row(r: Reduction, there: Mapping[str, Size], held: Held) -> Reduction:
    return replace(r, target=held.get(r.target.buffer) or placed(r.target, there), kept=1)


def _joined(nests: list[Nest]) -> list[Nest]:
    """Neighbouring nests over columns alone become one."""
    out: list[Nest] = []
    for n in nests:
        joins = out and not n.reductions and not out[-1].reductions
        out = [*out[:-1], merged(out[-1], n)] if joins else [*out, n]
    return out
