"""A nest that adds to an array in registers begins with the number that the nest before it fills the array with."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.registers import added
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Access, Axis, Nest, Plan, Statement
from precis.emit.plan.maps import ZERO
from precis.ir.size import Size, product


def begun(plan: Plan) -> Plan:
    return replace(plan, statements=_block(plan.statements))


def _block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    out: list[Statement] = []
    for s in statements:
        s = map_blocks(s, _block)
        begin = _filled(out[-1], s) if out and isinstance(s, Nest) and added(s) else None
        if begin is not None and isinstance(s, Nest):
            s = replace(s, begin=begin, sites=tuple(dict.fromkeys((*getattr(out.pop(), "sites", ()), *s.sites))))
        out.append(s)
    return tuple(out)


def _filled(before: Statement, s: Nest) -> float | int | None:
    """The number with which `before` fills all that `s` adds to, where it does nothing else."""
    places = added(s)
    if not isinstance(before, Nest) or [i.op for i in before.body] != ["const", "store"] or before.hole or before.reductions:
        return None
    stored, value = before.body[1].access, before.body[0].value
    if stored is None or len(places) != 1 or stored.buffer != places[0].buffer or before.body[1].guard or len(s.sequential) != 1:
        return None
    kept = tuple(a for a in s.axes if a.symbol not in s.sequential)
    whole = _whole(stored, before.axes) and _whole(places[0], kept) and product(stored.shape) == product(places[0].shape)
    return value if whole else None


def _whole(access: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether the axes, in order, run over every element of the array."""
    wanted = [(i, d) for i, d in zip(access.index, access.shape) if i != ZERO or d != Size.of(1)]
    return wanted == [(Size.of(a.symbol), a.extent) for a in axes]
