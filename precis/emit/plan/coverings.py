"""Which parts of an array are written: rows at equal steps, or single ones of a short dimension, and whether they are all of it.

    out[0::2, 0] = a; out[1::2, 0] = b; out[:, 1] = c
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm

from precis.emit.plan.kernels import Access, Axis
from precis.ir.shapes import ONE
from precis.ir.size import Size

PARTS = 16  # of a dimension whose parts are followed one by one


@dataclass(frozen=True, slots=True)
class Part:
    """The indices start, start + step, ..., `count` of them; start < step."""

    start: int
    step: int
    count: Size

    def holds(self, extent: Size, start: int, equal: Mapping[Size, Size]) -> bool:
        """Whether these are, or contain, all indices of a dimension that leave the same remainder as `start` by a multiple of the step."""
        wanted = (extent - self.start + (self.step - 1)) // self.step
        return start % self.step == self.start and equal.get(wanted, wanted) == equal.get(self.count, self.count)


Box = tuple["Part | None", ...]  # None: indices that are not known


def box_of_parts(access: Access, axes: Sequence[Axis]) -> Box:
    """The indices that a nest goes through in each dimension."""
    extents = {a.symbol: a.extent for a in axes}
    shared = [s for i in access.index for s in i.symbols()]
    alone = (all(shared.count(s) == 1 for s in i.symbols()) for i in access.index)
    return tuple(_part(i, d, extents) if one else None for i, d, one in zip(access.index, access.shape, alone))


def _part(index: Size, extent: Size, extents: Mapping[str, Size]) -> Part | None:
    symbols = index.symbols()
    if not symbols:
        place, whole = index.constant, extent.constant
        return Part(place, whole, ONE) if place is not None and whole is not None and 0 <= place < whole <= PARTS else None
    (symbol, *others) = symbols
    factor = index.coefficient(symbol)
    step = factor.constant if factor else None
    start = (index - Size.of(symbol) * step).constant if step else None
    known = symbol in extents and not others and step is not None and start is not None and 0 <= start < step <= PARTS
    return Part(start, step, extents[symbol]) if known and start is not None and step else None


def covered(written: Sequence[Box], wanted: Box, shape: Sequence[Size], equal: Mapping[Size, Size]) -> bool:
    """Whether all of an array, or what `wanted` holds of it, is in the boxes. `equal`: sizes that are known to be equal to others."""
    if not shape:
        return bool(written)
    parts = [box[0] for box in written]
    step = lcm(*(p.step for p in (*parts, wanted[0]) if p))
    if step > PARTS:
        return False
    for start in range(step):
        if wanted[0] is None or start % wanted[0].step == wanted[0].start:
            inside = [box[1:] for box, p in zip(written, parts) if p and p.holds(shape[0], start, equal)]
            if not covered(inside, wanted[1:], shape[1:], equal):
                return False
    return True
