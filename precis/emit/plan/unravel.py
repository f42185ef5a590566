"""Nests that run through arrays element by element get the axes of nests that touch the same arrays by rows, to be fused with them.

    for i: for j: r[i, j] = f(i, j)              for i: for j: r[i, j] = f(i, j); t.flat[i m + j] = g(r[i, j])
    for k < n m: t[k] = g(r.flat[k])       ->

Programs ravel images before they count in them. Where nothing is fused the axes are joined again (precis.emit.plan.collapse).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from precis.emit.plan.fuse import fuse, map_blocks
from precis.emit.plan.kernels import Access, Axis, Border, Instr, Nest, Plan, Statement
from precis.ir.size import Size, product

SHORT = 16  # elements of a row that is not worth a loop of its own

Block = tuple[Statement, ...]
Axes = tuple[Axis, ...]


def unravelled(plan: Plan) -> Plan:
    """The plan with such nests fused."""
    statements = _block(plan.statements)
    return plan if statements == plan.statements else fuse(replace(plan, statements=statements))


def _block(statements: Block) -> Block:
    inner = tuple(map_blocks(s, _block) for s in statements)
    found = {a.buffer: n.axes for n in inner if isinstance(n, Nest) for a in _by_rows(n)}
    made = tuple(_along_any(s, found) if isinstance(s, Nest) else s for s in inner)
    return made if made == inner else _block(made)  # what is touched by rows now


def _by_rows(n: Nest) -> Iterable[Access]:
    """What a nest touches element by element, in several dimensions of which the last is long."""
    whole, extents = tuple(Size.of(a.symbol) for a in n.axes), tuple(a.extent for a in n.axes)
    if len(whole) < 2 or (extents[-1].constant or SHORT) < SHORT:
        return ()
    return (i.access for i in n.body if i.access and i.access.index == whole and i.access.shape == extents)


def _along_any(n: Nest, found: dict[str, Axes]) -> Nest:
    """The nest along the axes of another that touches one of its arrays, or as it is."""
    candidates = dict.fromkeys(found[i.access.buffer] for i in n.body if i.access and i.access.buffer in found)
    return next((made for axes in candidates if (made := along(n, axes))), n)


def along(n: Nest, axes: Axes) -> Nest | None:
    """A nest over all elements as one over these axes; None where that is another order, or asks for divisions."""
    if len(n.axes) != 1 or n.reductions or n.hole or product(a.extent for a in axes) != n.axes[0].extent:
        return None
    (flat,) = n.axes
    body = [_instr_along(i, flat, axes) for i in n.body]
    if any(i is None for i in body):
        return None
    sequential = frozenset(a.symbol for a in axes) if n.sequential else frozenset()
    return replace(n, axes=axes, body=tuple(i for i in body if i), sequential=sequential)


def _instr_along(i: Instr, flat: Axis, axes: Axes) -> Instr | None:
    ends = [size for bounds in (*i.where, *i.guard) for size in bounds]
    ends += [i.value.index, i.value.limit] if isinstance(i.value, Border) else [i.value] if i.op == "size" else []
    if any(flat.symbol in size.symbols() for size in ends):
        return None
    if i.access is None or not any(flat.symbol in d.symbols() for d in i.access.index):
        return i
    access = _access_along(i.access, flat, axes)
    return replace(i, access=access) if access else None


def _access_along(a: Access, flat: Axis, axes: Axes) -> Access | None:
    """The place with its dimension of all elements as those of the axes; None where it is of another form."""
    index: list[Size] = []
    shape: list[Size] = []
    for i, d in zip(a.index, a.shape):
        if flat.symbol not in i.symbols():
            index, shape = [*index, i], [*shape, d]
        elif i == Size.of(flat.symbol) and d == flat.extent:
            index, shape = [*index, *(Size.of(x.symbol) for x in axes)], [*shape, *(x.extent for x in axes)]
        else:
            return None
    return Access(a.buffer, tuple(index), tuple(shape))
