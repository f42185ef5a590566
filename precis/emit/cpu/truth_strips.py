"""Truth values in memory that terms follow from, or are stored beside, are as wide as numbers while a strip of a row is computed.

    total += where(sea[i, j], h[i, j] / d, 0)

Compilers take as many terms at a time as a vector holds of the narrowest, 64 truth values, and compute what a row has beyond a multiple of
that one by one: of 60 terms all, of 100 a third. Copies of a strip of a row in eight bytes each leave at most seven (cf.
precis.emit.cpu.wide_truths, for workspaces all of whose nests compute with numbers).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from precis.emit.cpu.nest_facts import neighbours
from precis.emit.plan.kernels import Access, Buffer, Element, Instr, Nest
from precis.formats import Format
from precis.ir.shapes import ONE

WIDE = ("binary64",)  # formats of numbers beside which truth values are widened
COUNTS = ("int64", "bool")


@dataclass(frozen=True, slots=True)
class Flags:
    """Where truth values are read along a row, and where they are stored."""

    read: tuple[Access, ...] = ()
    stored: tuple[Access, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.read or self.stored)


def flags(nest: Nest, buffers: Mapping[str, Buffer]) -> Flags:
    """What is widened beside numbers that terms are computed from."""
    return widened(nest, buffers) if any(isinstance(e, Format) for e in _elements(nest, buffers)) else Flags()


def widened(nest: Nest, buffers: Mapping[str, Buffer]) -> Flags:
    """What is widened: nothing where other things narrower than binary64 are computed or held, or truth values lie anywhere else."""
    last = nest.axes[-1].symbol
    moves = [i for i in nest.body if i.access and i.access.shape]
    truths = [i for i in moves if buffers[i.access.buffer].element == "bool" and _along(i, last)]  # type: ignore[union-attr]
    if not all(map(_wide, _elements(nest, buffers))):
        return Flags()
    if any(i.where or i.guard or not _side_by_side(i, last) for i in truths):
        return Flags()
    read = dict.fromkeys(i.access for i in truths if i.access and i.op == "load")
    stored = dict.fromkeys(i.access for i in truths if i.access and i.op == "store")
    places = {a.buffer: a for a in stored}
    moved = any(places.get(a.buffer, a) != a for a in (*read, *stored))
    return Flags() if moved else Flags(tuple(read), tuple(stored))


def _elements(nest: Nest, buffers: Mapping[str, Buffer]) -> tuple[Element, ...]:
    """All that is held in memory, computed, or reduced to."""
    held = (buffers[i.access.buffer].element for i in nest.body if i.access and i.access.shape)
    return (*held, *(i.element for i in nest.body), *(e for r in nest.reductions for e in (r.element, r.work)))


def _along(i: Instr, last: str) -> bool:
    return bool(i.access) and (i.op == "store" or any(last in index.symbols() for index in i.access.index))  # type: ignore[union-attr]


def _side_by_side(i: Instr, last: str) -> bool:
    return bool(i.access) and neighbours(i, last) and i.access.index[-1].coefficient(last) == ONE  # type: ignore[union-attr]


def _wide(element: Element) -> bool:
    return element in COUNTS or (isinstance(element, Format) and element.name in WIDE)
