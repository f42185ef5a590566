"""Timing the original against the tuned program: interleaved repetitions in one process, medians. Measurements of this
machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from precis.bitwidth.runs import compiled
from precis.formats import Assignment
from precis.ir.types import Program

REPETITIONS = 15
SECONDS = 3.0  # of both together, after which no repetition is begun
FEWEST = 3
Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """Median seconds per run, of `samples` interleaved runs each.

    original, tuned               with the conversions of inputs and results
    original_inside, tuned_inside   without them: arrays lie in memory in the formats of each
    """

    original: float
    tuned: float
    samples: int
    original_inside: float | None = None
    tuned_inside: float | None = None

    @property
    def speedup(self) -> float:
        return self.original / self.tuned

    @property
    def speedup_inside(self) -> float | None:
        if self.original_inside is None or self.tuned_inside is None:
            return None
        return self.original_inside / self.tuned_inside

    def to_json(self) -> str:
        ratios = {"speedup": self.speedup, "speedup_inside": self.speedup_inside}
        return json.dumps({"kind": "measurement", **asdict(self), **ratios}, indent=2)


def time_programs(
    program: Program, original: Assignment, tuned: Assignment, arrays: Sequence[Any], binding: Mapping[str, int]
) -> Timing:
    """Time `program` under both assignments at one input."""
    ready = [compiled(program, a) for a in (original, tuned)]
    whole = [lambda r=r: r.run(list(arrays), dict(binding)) for r in ready]
    first, second, samples = medians(whole[0], whole[1])
    calls = [r.native_call(list(arrays), dict(binding)) for r in ready]
    if None in calls:
        return Timing(first, second, samples)
    a, b, _ = medians(calls[0], calls[1], (calls[0].reset, calls[1].reset))
    return Timing(first, second, samples, a, b)


def medians(
    first: Run, second: Run, resets: Sequence[Run] = (), *, clock: Callable[[], float] = time.perf_counter
) -> tuple[float, float, int]:
    """(median seconds of each, repetitions). Both run in turn, once to warm up, then until REPETITIONS or SECONDS are
    spent; alternating which goes first cancels drift. `resets` run before each, untimed."""
    runs = (first, second)
    times: tuple[list[float], list[float]] = ([], [])
    begin = clock()
    for k in range(-1, REPETITIONS):
        if k >= FEWEST and clock() - begin > SECONDS:
            break
        for which in ((0, 1), (1, 0))[k % 2]:
            if resets:
                resets[which]()
            start = clock()
            runs[which]()
            if k >= 0:
                times[which].append(clock() - start)
    return median(times[0]), median(times[1]), len(times[0])
