"""Timing the original against the tuned program: interleaved repetitions in one process, medians. Measurements of this
machine."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median

REPETITIONS = 15
SECONDS = 3.0  # of both together, after which no repetition is begun
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Timing:
    """Median seconds per run, on this machine, of `samples` interleaved runs each."""

    original: float
    tuned: float
    samples: int

    @property
    def speedup(self) -> float:
        return self.original / self.tuned

    def to_json(self) -> str:
        return json.dumps({"kind": "measurement", **asdict(self), "speedup": self.speedup}, indent=2)


def compare_times(
    original: Callable[[], object], tuned: Callable[[], object], *, clock: Callable[[], float] = time.perf_counter
) -> Timing:
    """Run both in turn, once to warm up, then until REPETITIONS or SECONDS are spent. Alternating which goes first
    cancels drift."""
    runs = (original, tuned)
    times: tuple[list[float], list[float]] = ([], [])
    for run in runs:
        run()
    begin = clock()
    for k in range(REPETITIONS):
        if k >= FEWEST and clock() - begin > SECONDS:
            break
        for which in ((0, 1), (1, 0))[k % 2]:
            start = clock()
            runs[which]()
            times[which].append(clock() - start)
    return Timing(median(times[0]), median(times[1]), len(times[0]))
