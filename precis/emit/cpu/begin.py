"""A nest that adds to an array in registers begins with the number that the nest before it fills the array with."""

from __future__ import annotations

from dataclasses import replace

from precis.emit.cpu.registers import added
from precis.emit.plan.fills import filled, whole
from precis.emit.plan.fuse import map_blocks
from precis.emit.plan.kernels import Nest, Plan, Statement
from precis.ir.size import product


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
    places, fill = added(s), filled(before)
    if fill is None or len(places) != 1 or fill[0].buffer != places[0].buffer or len(s.sequential) != 1:
        return None
    kept = tuple(a for a in s.axes if a.symbol not in s.sequential)
    return fill[1] if whole(places[0], kept) and product(fill[0].shape) == product(places[0].shape) else None
