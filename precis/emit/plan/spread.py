"""What all elements of a short row read, or compute from what they read, is written out for each of them, where the row costs much.

    for i, j: t = log(sum[i, j]); for c: out[i, j, c] = log(x[i, j, c]) - t
      ->  for i, j, c: spread[i, j, c] = log(sum[i, j]); for i, j, c: out[i, j, c] = log(x[i, j, c]) - spread[i, j, c]

Three channels of a pixel are no vector; those of all pixels of a row are neighbours, and become one axis (precis.emit.plan.collapse) once
nothing stands beside them that is one number for the three.
"""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.collapse import joined
from precis.emit.plan.follows import needed_by, taken, varying
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Buffer, Instr, Nest, Plan, Statement
from precis.emit.plan.select import DEAR
from precis.ir.size import Size

SHORT = 8  # elements of a row in the example
LEAST = 40  # operations for an element
MOST = 2  # numbers that are written out
MANY = 16  # rows in the example, behind one another

Block = tuple[Statement, ...]


def spread(plan: Plan) -> Plan:
    buffers = dict(plan.buffers)
    return replace(plan, statements=_block(plan.statements, plan, buffers), buffers=buffers)


def _block(statements: Block, plan: Plan, buffers: dict[str, Buffer]) -> Block:
    out: list[Statement] = []
    for s in statements:
        found = _spread(s, plan, buffers) if isinstance(s, Nest) else None
        out.extend(found or (map_blocks(s, lambda block: _block(block, plan, buffers)),))
    return tuple(out)


def _spread(nest: Nest, plan: Plan, buffers: dict[str, Buffer]) -> tuple[Nest, Nest] | None:
    """(what writes the numbers out, the nest that reads them), whose last two axes may become one."""
    if not _short_rows(nest, plan) or joined(nest, len(nest.axes) - 2):
        return None
    last, around = (varying(nest.body, a.symbol) for a in (nest.axes[-1], nest.axes[-2]))
    along = [i for i in nest.body if i.name in last]
    once = {s for i in along for s in taken(i)} & (around - last - {nest.axes[-2].symbol})
    wanted = [i for i in nest.body if i.name in once and i.op != "store"]
    if not 0 < len(wanted) <= MOST or len(once) > len(wanted) or sum(DEAR.get(i.op, 1) for i in along) < LEAST:
        return None
    copied = replace(nest, axes=_axes(nest, once))
    places = {i.name: _place(copied, len(buffers) + k) for k, i in enumerate(wanted)}
    reads = tuple(replace(i, op="load", args=(), access=places[i.name], value=None) for i in wanted)
    before = tuple(i for i in nest.body if i.name not in last | around)
    made = replace(nest, body=(*before, *reads, *along))
    if joined(made, len(nest.axes) - 2) is None:
        return None
    buffers.update({a.buffer: Buffer(a.buffer, a.shape, i.element) for i, a in zip(wanted, places.values())})
    stores = tuple(Instr(f"{i.name} spread", "store", (i.name,), i.element, places[i.name]) for i in wanted)
    needed = needed_by(nest.body, once)
    return replace(copied, body=(*(i for i in nest.body if i.name in needed), *stores)), made


def _axes(nest: Nest, names: set[str]) -> tuple[Axis, ...]:
    """The last two axes, and those outside them along which some of these scalars differ."""
    return (*(a for a in nest.axes[:-2] if names & varying(nest.body, a.symbol)), *nest.axes[-2:])


def _short_rows(nest: Nest, plan: Plan) -> bool:
    """Whether the rows of a nest are short, and many, where the program was lifted; their lengths are sizes of the program."""
    plain = len(nest.axes) > 1 and not (nest.reductions or nest.sequential or nest.hole) and not any(i.guard or i.where for i in nest.body)
    if not plain:
        return False
    if not all(a.extent.symbols() <= plan.example.keys() for a in nest.axes):
        return False
    around, last = (a.extent.value(plan.example) for a in nest.axes[-2:])
    return 1 < last <= SHORT and around >= MANY


def _place(nest: Nest, number: int) -> Access:
    return Access(f"spread {number}", tuple(Size.of(a.symbol) for a in nest.axes), tuple(a.extent for a in nest.axes))
