"""Branch and bound: the largest value of a function that can be bounded over boxes (Moore, Kearfott & Cloud 2009, chapter 11).

Boxes with the largest bounds are halved, all of a batch at once. The dimension is that which, tried on the worst boxes, lowers bounds
most for its width. Points inside give values that the bound cannot fall below; boxes near them are done.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from precis.bitwidth.bound.graph import Clock, OutOfTime

BATCH = 256  # boxes halved at a time
TRIED = 4  # boxes that every dimension is tried on
CLOSE = 1.02  # a bound within so much of a value found is left as it is
INSIDE = 0.38196601125010515
KEPT = 200_000  # boxes in memory

Evaluate = Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True, slots=True)
class Found:
    """upper: proved; lower: the largest value of the function at a point; place: that point. boxes: how many were evaluated. halved:
    whether any box was, or none had to be."""

    upper: float
    lower: float
    boxes: int
    place: np.ndarray
    finished: bool
    halved: bool = True


def maximise(evaluate: Evaluate, root: np.ndarray, clock: Clock, batch: int = BATCH, close: float = CLOSE) -> Found:
    """Bound evaluate over the box `root`, shape (inputs, 2), until the clock ends it.

    evaluate: boxes (count, inputs, 2) -> an upper bound per box; -inf where there is nothing to bound. It may raise OutOfTime: of the root,
    that is passed on; later, what was found before stands.
    """
    return _Search(evaluate, root, batch, close).run(clock)


class _Search:
    def __init__(self, evaluate: Evaluate, root: np.ndarray, batch: int, close: float):
        self.evaluate, self.root, self.batch, self.close = evaluate, root, batch, close
        self.boxes, self.upper = root[None], evaluate(root[None])
        self.done, self.count = -math.inf, 1
        self.lower, self.place = -math.inf, root.mean(axis=1)
        self.weights = np.ones(len(root))
        self.width = np.maximum(root[:, 1] - root[:, 0], 5e-324)

    def run(self, clock: Clock) -> Found:
        with suppress(OutOfTime):
            self._go_on(clock)
        upper = max(self.done, float(self.upper.max(initial=-math.inf)))
        halved = len(self.boxes) != 1 or not np.array_equal(self.boxes[0], self.root) or self._hopeless()
        return Found(upper, self.lower, self.count, self.place, upper <= self.lower * self.close or upper == self.lower, halved)

    def _go_on(self, clock: Clock) -> None:
        """OutOfTime comes from the evaluation of new boxes, before those that stand for them are dropped."""
        clock.check()
        self._try_points(self.boxes)
        while len(self.boxes) and not self._hopeless():
            self._retire()
            if not len(self.boxes) or clock.left < 0 or len(self.boxes) > KEPT:
                break
            self._halve()

    def _hopeless(self) -> bool:
        """There is no bound even at a point."""
        return self.lower == math.inf

    def _retire(self) -> None:
        """Boxes that need no more work: bounds close to what was found, or too small to halve."""
        middle = self.boxes.mean(axis=2)
        splits = (middle > self.boxes[:, :, 0]) & (middle < self.boxes[:, :, 1])
        over = (self.upper <= max(self.lower, 0.0) * self.close) | (self.upper == -math.inf) | ~splits.any(axis=1)
        self.done = max(self.done, float(self.upper[over].max(initial=-math.inf)))
        self.boxes, self.upper = self.boxes[~over], self.upper[~over]

    def _halve(self) -> None:
        chosen = np.argpartition(-self.upper, min(self.batch, len(self.upper)) - 1)[: self.batch]
        parents, bounds = self.boxes[chosen], self.upper[chosen]
        if len(self.root) > 1:
            self._weigh(parents[np.argsort(-bounds)[:TRIED]])
        sizes = (parents[:, :, 1] - parents[:, :, 0]) / self.width * self.weights
        children = _halves(parents, np.argmax(_splittable(parents) * (sizes + 1e-300), axis=1))
        upper = np.minimum(self._bounds(children), np.concatenate([bounds, bounds]))
        keep = np.ones(len(self.boxes), bool)
        keep[chosen] = False
        self.boxes, self.upper = np.concatenate([self.boxes[keep], children]), np.concatenate([self.upper[keep], upper])
        self._try_points(children[np.argsort(-upper)[: max(8, self.batch // 4)]])

    def _bounds(self, boxes: np.ndarray) -> np.ndarray:
        self.count += len(boxes)
        return self.evaluate(boxes)

    def _weigh(self, boxes: np.ndarray) -> None:
        """How much halving each dimension lowers the bounds of some boxes."""
        n, dims = len(boxes), len(self.root)
        trials = np.concatenate([_halves(boxes, np.full(n, k)) for k in range(dims)])
        found = self._bounds(trials).reshape(dims, 2, n).max(axis=1)
        before = self.evaluate(boxes)
        with np.errstate(all="ignore"):
            gain = np.where(np.isfinite(before), (before - found) / before, np.isfinite(found)).astype(float)
        relative = (boxes[:, :, 1] - boxes[:, :, 0]).T / self.width[:, None]
        gain = np.where(np.isfinite(gain), np.maximum(gain, 0.0), 0.0) / np.maximum(relative, 1e-300)
        if gain.max() > 0:
            self.weights = 0.5 * self.weights + 0.5 * gain.mean(axis=1) / gain.mean(axis=1).max() + 1e-3

    def _try_points(self, boxes: np.ndarray) -> None:
        """The function inside boxes, away from middles, which are round numbers and round exactly."""
        middle = np.clip(INSIDE * boxes[:, :, 0] + (1 - INSIDE) * boxes[:, :, 1], boxes[:, :, 0], boxes[:, :, 1])
        ends = np.concatenate([middle, boxes[:4, :, 0], boxes[:4, :, 1]])
        values = self._bounds(np.repeat(ends[:, :, None], 2, axis=2))
        k = int(np.argmax(values))
        if values[k] > self.lower:
            self.lower, self.place = float(values[k]), ends[k]


def _splittable(boxes: np.ndarray) -> np.ndarray:
    middle = boxes.mean(axis=2)
    return ((middle > boxes[:, :, 0]) & (middle < boxes[:, :, 1])).astype(float)


def _halves(boxes: np.ndarray, dimension: np.ndarray) -> np.ndarray:
    """All lower halves, then all upper halves. Boxes of one sign that span orders of magnitude are halved in them."""
    rows = np.arange(len(boxes))
    low, high = boxes[rows, dimension, 0], boxes[rows, dimension, 1]
    with np.errstate(all="ignore"):
        wide = (low > 0) & (high > 16 * low) | (high < 0) & (low < 16 * high)
        middle = np.where(wide, np.sign(low) * np.sqrt(np.abs(low)) * np.sqrt(np.abs(high)), 0.5 * low + 0.5 * high)
    middle = np.clip(middle, low, high)
    lower, upper = boxes.copy(), boxes.copy()
    lower[rows, dimension, 1] = middle
    upper[rows, dimension, 0] = middle
    return np.concatenate([lower, upper])
