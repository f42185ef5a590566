"""Bound, estimate and measurement of one output side by side: each says what the others cannot."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from precis.bitwidth.bound.bound import SECONDS, Bound, bound
from precis.bitwidth.bound.worst import Worst, worst
from precis.bitwidth.largest import LargestErrors
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.arithmetic import MpArithmetic
from precis.ir.interpret import interpret
from precis.ir.ruled import without_rules
from precis.ir.types import Program

POINTS = 4000  # samples
CHECKED = 16  # outputs with more elements are not sampled


@dataclass(frozen=True, slots=True)
class Box:
    """The inputs that a bound speaks of: argument -> (low, high), formats of the numbers given, and what else holds of them."""

    ranges: Mapping[str, tuple[float, float]]
    formats: Mapping[str, Format]
    predicate: Program | None = None
    literals: Mapping[float, Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Bracket:
    """One output. estimate: first order, at the worst point sampled, all roundings at their largest and of the worst sign
    (precis.bitwidth.largest); None where it cannot be had. departure: how far the result is from :spec in real arithmetic, at the
    points sampled."""

    bound: Bound
    measured: Worst | None
    estimate: float | None
    departure: float | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """What is out of order: measurement <= estimate <= bound is expected, and measurement <= bound certain."""
        proved, seen = self.bound.absolute, self.measured.absolute if self.measured else None
        found = []
        if proved is not None and seen is not None and seen > proved:
            found.append("measured above the bound: a fault of precis")
        if proved is not None and self.estimate is not None and self.estimate > proved:
            found.append("the estimate is above the bound")
        if seen is not None and self.estimate is not None and self.estimate < seen:
            found.append("the estimate is below the measurement")
        return tuple(found)


def bracket(program: Program, assignment: Assignment, box: Box, points: Sequence[np.ndarray], *, spec: Program | None = None,
            seconds: float = SECONDS, say: Callable[[str], None] | None = None) -> tuple[Bracket, ...]:
    """Bounds over the box, and the worst errors at `points` (one array per input element) and near them."""
    program = without_rules(program)
    proved = bound(program, assignment, box.ranges, formats=box.formats, predicate=box.predicate, literals=box.literals, seconds=seconds,
                   say=say)
    outputs = program.body.results
    counts = [math.prod(d.value(program.binding) for d in v.shape) for v in outputs]
    if len(proved) != len(outputs) or sum(counts) > CHECKED:
        return tuple(Bracket(b, None, None) for b in proved)
    (say or (lambda line: None))("sampling")
    seen = _measured(program, assignment, box, points, [b.place for b in proved if b.place])
    found, first, largest = [], 0, _largest(program, assignment, box)
    for k, (b, count) in enumerate(zip(proved, counts)):
        element = max(range(count), key=lambda e: seen[first + e].absolute)
        mine = seen[first + element]
        first += count
        found.append(Bracket(b, mine, _estimated(program, largest, mine, k, element), _departure(program, spec, points)))
    return tuple(found)


def _measured(program: Program, assignment: Assignment, box: Box, points: Sequence[np.ndarray], hints: Sequence[Any]) -> list[Worst]:
    rows, formats = [], []
    for p in program.body.params:
        name, count = p.container or p.name, math.prod(d.value(program.binding) for d in p.shape)
        rows += [box.ranges[name]] * count
        formats += [box.formats.get(name, FORMATS["binary64"])] * count
    allowed = None if box.predicate is None else partial(_allowed, box.predicate)
    return worst(program, assignment, points, box.literals, np.array(rows, float), allowed, hints, formats)


def _allowed(predicate: Program, columns: Sequence[np.ndarray]) -> np.ndarray:
    points = zip(*columns)
    return np.array([bool(interpret(predicate, arguments(predicate, point))[0]) for point in points], bool)


def arguments(program: Program, place: Sequence[float]) -> list[np.ndarray]:
    """One array per argument, of input elements in order."""
    found, first = [], 0
    for p in program.body.params:
        shape = tuple(d.value(program.binding) for d in p.shape)
        count = math.prod(shape)
        found.append(np.array(place[first: first + count], float).reshape(shape)[()])
        first += count
    return found


def _largest(program: Program, assignment: Assignment, box: Box) -> LargestErrors | None:
    try:
        return LargestErrors(program, assignment, box.formats, box.literals)
    except PrecisError:
        return None


def _estimated(program: Program, largest: LargestErrors | None, seen: Worst, number: int, element: int) -> float | None:
    """The worst case of first order where the error is largest."""
    if largest is None:
        return None
    found = largest.at(arguments(program, seen.place.tolist()), number, element)
    return found if math.isfinite(found) else None


def _departure(program: Program, spec: Program | None, points: Sequence[np.ndarray]) -> float | None:
    """The largest |body - spec| at some points, in real arithmetic as far as 200 bits are that."""
    if spec is None:
        return None
    wide, gaps = MpArithmetic(200), []
    for k in range(min(200, len(points[0])) if points else 1):
        given = arguments(program, [p[k] for p in points])
        (a, *_), (b, *_) = (interpret(p, given, arithmetic=wide) for p in (program, spec))
        gaps.append(float(np.max(np.abs(np.asarray(a - b, object)))))
    return max(gaps)
