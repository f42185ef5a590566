"""Ranges of exact values by the mean value form: f(X) is within f(m) + sum_j D_j (X_j - m_j), with D_j an enclosure of df/dx_j over X
(Moore, Kearfott & Cloud 2009, section 6.4).

Natural interval evaluation forgets that both operands of x - h x are one x, and a loop of n steps then widens ranges by (1 + h)^n where
they shrink by (1 - h)^n. The tangents D know: in a linear recurrence they are points, and nothing wraps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from precis.bitwidth.bound.graph import Cell
from precis.bitwidth.bound.intervals import INFINITY, Intervals, constant
from precis.bitwidth.bound.rules import RANGE

Tangents = Mapping[int, Intervals]  # input -> derivative by it; none for inputs that a cell does not depend on


@dataclass
class MeanValue:
    """Of every cell, for boxes of shape (count, inputs, 2): its value in the middle of the box, and its tangents."""

    boxes: np.ndarray
    middle: list[Intervals] = field(default_factory=list)
    tangents: list[Tangents] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.centre = np.clip(self.boxes.mean(axis=2), self.boxes[:, :, 0], self.boxes[:, :, 1])
        self.away = [Intervals(low, high) - Intervals(m, m) for (low, high), m in zip(np.moveaxis(self.boxes, 0, 2), self.centre.T)]

    def given(self, number: int) -> None:
        """An input."""
        m = self.centre[:, number]
        self._add(Intervals(m, m), {number: constant(1.0, m)})

    def constant(self, value: Intervals) -> None:
        self._add(value, {})

    def same(self, k: int) -> None:
        """A rounding: exact runs do not see it."""
        self._add(self.middle[k], self.tangents[k])

    def applied(self, cell: Cell, slopes: Sequence[Intervals]) -> Intervals:
        """The range of an operation; slopes: derivatives by its operands over the boxes."""
        found: dict[int, Intervals] = {}
        for a, slope in zip(cell.args, slopes):
            for j, d in self.tangents[a].items():
                share = slope * d
                found[j] = found[j] + share if j in found else share
        self._add(_known(RANGE[cell.op](cell, [self.middle[a] for a in cell.args])), {j: _known(d) for j, d in found.items()})
        total = self.middle[-1]
        for j, d in self.tangents[-1].items():
            total = total + d * self.away[j]
        return _known(total)

    def _add(self, middle: Intervals, tangents: Tangents) -> None:
        self.middle.append(middle)
        self.tangents.append(tangents)


def _known(x: Intervals) -> Intervals:
    """Infinite ends where an operation has no number there."""
    return Intervals(np.where(np.isnan(x.low), -INFINITY, x.low), np.where(np.isnan(x.high), INFINITY, x.high))
