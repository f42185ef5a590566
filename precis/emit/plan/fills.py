"""Nests that fill a whole array, with one number or with another array."""

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


def set_whole(s: Statement) -> Access | None:
    """Where a nest fills an array, all of it and without conditions, with a number or with what it reads, and does nothing else."""
    if not isinstance(s, Nest) or len(s.body) != 2 or s.hole or s.reductions or s.begin is not None:
        return None
    (source, store), place = s.body, s.body[1].access
    plain = source.op in ("const", "load") and store.op == "store" and not (source.guard or store.guard)
    return place if plain and place and whole(place, s.axes) else None


def whole(access: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether the axes, in order, run over every element of the array."""
    wanted = [(i, d) for i, d in zip(access.index, access.shape) if i != ZERO or d != Size.of(1)]
    return wanted == [(Size.of(a.symbol), a.extent) for a in axes]
