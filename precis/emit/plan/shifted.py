"""Rows of an array that are copied over other rows of it: in an order in which what is read has not been written yet.

    for k in n - 1: w[k] = x[k + 1]; for k in n - 1: x[k] = w[k]     ->     for k in n - 1, in order: x[k] = x[k + 1]
    for k in n - 1: w[k] = x[k]; for k in n - 1: x[k + 1] = w[k]     ->     for k from n - 2 down to 0: x[k + 1] = x[k]

Arithmetic keeps its temporary: without it a nest could not be computed by several threads, nor together with its neighbours. So do
elements of one row, which vectors read across two that were just written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from precis.emit.plan.kernels import Access, Axis, Instr
from precis.ir.size import Size


@dataclass(frozen=True, slots=True)
class Order:
    """How a copy runs: along `axis` in order, and with these symbols replaced where it runs backwards."""

    axis: str
    turned: Mapping[str, Size]


def shift_order(instrs: Sequence[Instr], target: Access, axes: tuple[Axis, ...]) -> Order | None:
    """The order in which rows that one load gives may be stored at once; None for anything but a shift by known steps."""
    source = instrs[0].access
    if [i.op for i in instrs] != ["load"] or instrs[0].where or not source or source.shape != target.shape or not _has_all(target, axes):
        return None
    for axis in axes[:-1]:
        place, read = next((w, r) for w, r in zip(target.index, source.index) if axis.symbol in w.symbols())
        step = (read - place).constant
        if step is None:
            return None
        if step:
            return _towards(axis, step * _factor(place, axis))
    return None


def _has_all(target: Access, axes: tuple[Axis, ...]) -> bool:
    """Whether every axis stands alone in one dimension, in the order of the dimensions."""
    found = [[s for s in i.symbols() if s.startswith("%")] for i in target.index]
    along = [i for i, symbols in zip(target.index, found) if symbols]
    return [[a.symbol] for a in axes] == [s for s in found if s] and all(_factor(i, a) for i, a in zip(along, axes))


def _factor(place: Size, axis: Axis) -> int:
    factor = place.coefficient(axis.symbol)
    return (factor.constant or 0) if factor is not None else 0


def _towards(axis: Axis, step: int) -> Order:
    """The axis rises where what is read lies further on, and falls elsewhere."""
    return Order(axis.symbol, {} if step > 0 else {axis.symbol: axis.extent - 1 - Size.of(axis.symbol)})
