"""Neighbouring axes that run through memory as one become one: long inner loops instead of many short ones."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Instr, Nest, Plan, Reduction, Statement
from precis.ir.size import Size


def collapse(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    return tuple(collapsed(s) if isinstance(s, Nest) else map_blocks(s, _block) for s in statements)


def collapsed(nest: Nest, ordered: bool = False) -> Nest:
    """The nest with as few axes as its accesses allow; `ordered`: also those that run in order, which GPUs look for in products."""
    if nest.hole or not all(map(_orderless, nest.reductions)):  # the order of other sums depends on the rows
        return nest
    first = max((r.kept for r in nest.reductions if r.op != "tally"), default=0)  # rows that are kept stay rows
    for k in range(len(nest.axes) - 2, first - 1, -1):
        nest = joined(nest, k, ordered) or nest
    return nest


def rows_joined(nest: Nest, rows: Size) -> Nest | None:
    """The nest with as many of its first axes as one as have so many rows together; None where they do not run through memory as one."""
    if nest.axes and nest.axes[0].extent == rows:
        return nest
    joined = _first_joined(nest)
    return joined and rows_joined(joined, rows)


def _first_joined(nest: Nest) -> Nest | None:
    if nest.hole or len(nest.axes) < 2 or any(r.kept < 2 for r in nest.reductions):
        return None
    targets = [_flat(r.target, *nest.axes[:2]) for r in nest.reductions]
    made = None if None in targets else joined(nest, 0)
    kept = tuple(replace(r, target=t, kept=r.kept - 1) for r, t in zip(nest.reductions, targets) if t)
    return made and replace(made, reductions=kept)


def _orderless(r: Reduction) -> bool:
    """Whether the order of terms cannot matter: truth values, and integers, which wrap."""
    return r.op in ("tally", "any", "all") or (r.op in ("sum", "prod", "max", "min") and isinstance(r.element, str) and r.work == r.element)


def joined(nest: Nest, k: int, ordered: bool = False) -> Nest | None:
    """Axes k and k + 1 as one, or None."""
    outer, inner = nest.axes[k], nest.axes[k + 1]
    in_order = {outer.symbol, inner.symbol} & nest.sequential
    if in_order and not (ordered and len(in_order) == 2):
        return None
    body = [_flattened(i, outer, inner) for i in nest.body]
    if any(i is None for i in body):
        return None
    axis = Axis(outer.symbol, outer.extent * inner.extent)
    return replace(nest, axes=(*nest.axes[:k], axis, *nest.axes[k + 2:]), body=tuple(i for i in body if i),
                   sequential=nest.sequential - {inner.symbol})


def _flattened(i: Instr, outer: Axis, inner: Axis) -> Instr | None:
    pair = {outer.symbol, inner.symbol}
    if any(size.symbols() & pair for bounds in i.where for size in bounds):
        return None
    if i.op == "size":
        return None if i.value.symbols() & pair else i
    if i.access is None or not any(d.symbols() & pair for d in i.access.index):
        return i
    access = _flat(i.access, outer, inner)
    return replace(i, access=access) if access else None


def _flat(access: Access, outer: Axis, inner: Axis) -> Access | None:
    """The access with its dimensions (outer + constant, inner) as one of their product, where it is of that form."""
    places = [d for d, i in enumerate(access.index) if inner.symbol in i.symbols()]
    if len(places) != 1 or places[0] == 0:
        return None
    d = places[0]
    base = access.index[d - 1] - Size.of(outer.symbol)
    others = [i for j, i in enumerate(access.index) if j not in (d - 1, d)]
    alone = all(outer.symbol not in i.symbols() for i in (base, *others))
    if not alone or access.index[d] != Size.of(inner.symbol) or access.shape[d] != inner.extent:
        return None
    index = (*access.index[: d - 1], base * inner.extent + Size.of(outer.symbol), *access.index[d + 1:])
    shape = (*access.shape[: d - 1], access.shape[d - 1] * access.shape[d], *access.shape[d + 1:])
    return Access(access.buffer, index, shape)
