"""Nests that fill a whole array with one number."""

from __future__ import annotations

from precis.emit.plan.kernels import Access, Axis, Nest, Statement
from precis.emit.plan.maps import ZERO
from precis.ir.size import Size


def filled(s: Statement) -> tuple[Access, float | int] | None:
    """(where, the number) of a nest that fills an array, all of it and without conditions, and does nothing else."""
    if not isinstance(s, Nest) or [i.op for i in s.body] != ["const", "store"] or s.hole or s.reductions:
        return None
    number, store = s.body
    if store.access is None or store.guard or number.guard or not whole(store.access, s.axes):
        return None
    return store.access, number.value


def whole(access: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether the axes, in order, run over every element of the array."""
    wanted = [(i, d) for i, d in zip(access.index, access.shape) if i != ZERO or d != Size.of(1)]
    return wanted == [(Size.of(a.symbol), a.extent) for a in axes]
