"""Timing the original against a tuned program: interleaved runs in one process, the fastest of each. Measurements of
this machine.

Other work only ever makes a run longer, so the minimum is what scatters least; how far the ratios of the odd and of the
even turns are apart says how well it is known. Where other work is always there, no run may be undisturbed, which the
processor time of the race tells: there, runs are judged by the processor time that each had, which waiting does not count
(caches that are shared still do, to both programs alike). Where even these ratios scatter, nothing is said by a stopwatch.
"""

from __future__ import annotations

import copy
import json
import operator
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.runs import compiled
from precis.emit.rooms import bound
from precis.formats import Assignment
from precis.ir.types import Program

REPETITIONS = 15
MOST = 100  # repetitions of runs that are brief
BRIEF = 0.2  # s of both together, within which repetitions go on
STEADY = 0.03  # scatter beyond which repetitions go on
SECONDS = 3.0  # of both together, after which no repetition is begun
FEWEST = 3
SLOWER = 0.97  # a speed-up below this is a loss, however much times scatter
QUIET = 0.8  # of a processor, below which elapsed time is that of other work
UNSTEADY = 0.2  # scatter from which a speed-up is not told
LONG_ENOUGH = 1e-5  # s; a call of the library from Python takes 0.7 microseconds of it
Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the fastest of `samples` interleaved runs each: elapsed, or of the processor where the race was disturbed.

    original, tuned               with the conversions of arguments and results
    original_inside, tuned_inside   without them: arrays lie in memory in the formats of each
    scatter                       relative difference between the speed-ups of every second turn and of the others
    runs                          executions that it took, of both programs together
    processors                    processor time of the process / elapsed time, meanwhile; None where that is not known
    """

    original: float
    tuned: float
    samples: int
    original_inside: float | None = None
    tuned_inside: float | None = None
    scatter: float = 0.0
    runs: int = 0
    processors: float | None = None

    @property
    def disturbed(self) -> bool:
        """Whether other work had the processor for much of the time."""
        return _disturbed(self.processors)

    @property
    def tells(self) -> bool:
        """Whether the speed-up is known well enough to be told."""
        return not self.brief and self.scatter < UNSTEADY

    @property
    def speedup(self) -> float:
        return self.original / self.tuned

    @property
    def speedup_inside(self) -> float | None:
        if self.original_inside is None or self.tuned_inside is None:
            return None
        return self.original_inside / self.tuned_inside

    @property
    def slower(self) -> bool:
        """Whether the tuned program is slower beyond the scatter of the times; not told of brief ones."""
        return not self.brief and self.speedup < max(SLOWER, 1.0 - self.scatter)

    @property
    def brief(self) -> bool:
        """Whether the work of a run is too brief to be judged by: a stopwatch would see the call from Python."""
        return min(self.original, self.original_inside or self.original) < LONG_ENOUGH

    def to_json(self) -> str:
        ratios = {"speedup": self.speedup, "speedup_inside": self.speedup_inside}
        return json.dumps({"kind": "measurement", **asdict(self), **ratios}, indent=2)


def time_programs(
    program: Program,
    original: Assignment,
    tuned: Assignment,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
) -> Timing | None:
    """`time_two` for one program under two assignments."""
    return time_two((program, original), (program, tuned), args, kwargs)


def time_two(
    first: tuple[Program, Assignment], second: tuple[Program, Assignment], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None
) -> Timing | None:
    """Time two programs of the same parameters at one input, as they are called: arguments are converted, and mutated
    ones written. None where one of them is interpreted."""
    ready = [compiled(*each) for each in (first, second)]
    if any(r.backend != "native" for r in ready):
        return None
    pristine = (tuple(args), dict(kwargs or {}))
    given = [list(copy.deepcopy(pristine)) for _ in ready]
    whole = [lambda r=r, g=g: r(*g[0], **g[1]) for r, g in zip(ready, given)]
    arrays, binding = bound(first[0], args, kwargs)
    whole_laps = run_laps(whole[0], whole[1], [_restore(g, pristine) for g in given])
    calls = [call for r in ready if (call := r.native_call(list(arrays), dict(binding)))]
    inside_laps = run_laps(calls[0], calls[1], (calls[0].reset, calls[1].reset))
    had = min(whole_laps.processors, inside_laps.processors)
    found, inside = (laps.timing(had) for laps in (whole_laps, inside_laps))
    return replace(found, original_inside=inside.original, tuned_inside=inside.tuned, runs=found.runs + inside.runs)


def _restore(copied: list[Any], pristine: tuple[Any, ...]) -> Run:
    """Makes `copied` what `pristine` is, where a run has changed it: arrays where they lie, other things anew."""
    if not all(isinstance(x, (np.ndarray, np.generic, int, float, complex, str, type(None))) for x in _items(pristine)):
        return lambda: operator.setitem(copied, slice(None), copy.deepcopy(pristine))
    pairs = [(a, b) for a, b in zip(_items(copied), _items(pristine)) if isinstance(a, np.ndarray) and a.flags.writeable]

    def run() -> None:
        for a, b in pairs:
            a[...] = b

    return run


def _items(given: Sequence[Any]) -> list[Any]:
    args, kwargs = given
    return [*args, *kwargs.values()]


Pair = tuple[list[float], list[float]]


@dataclass(frozen=True, slots=True)
class Laps:
    """Seconds of every run of two programs, elapsed and of the processor, in the order of the turns; processors as in Timing."""

    elapsed: Pair
    used: Pair
    processors: float

    def timing(self, processors: float) -> Timing:
        """Told by processor time where that is what `processors` ask for."""
        times = _judged(self.elapsed, self.used, processors)
        samples = len(times[0])
        return Timing(min(times[0]), min(times[1]), samples, scatter=_scatter(times), runs=2 * (samples + 1), processors=processors)


def race(
    first: Run,
    second: Run,
    resets: Sequence[Run] = (),
    *,
    clock: Callable[[], float] = time.perf_counter,
    processor: Callable[[], float] = time.process_time,
) -> Timing:
    """The Timing of two that run in turn, as `run_laps` runs them."""
    laps = run_laps(first, second, resets, clock=clock, processor=processor)
    return laps.timing(laps.processors)


def run_laps(
    first: Run,
    second: Run,
    resets: Sequence[Run] = (),
    *,
    clock: Callable[[], float] = time.perf_counter,
    processor: Callable[[], float] = time.process_time,
) -> Laps:
    """Both run in turn, once to warm up, then REPETITIONS times (more often where runs are brief or scatter) or until
    SECONDS are spent; alternating which goes first cancels drift. `resets` run before each, untimed."""
    runs = (first, second)
    elapsed: Pair = ([], [])
    used: Pair = ([], [])
    begin, had = clock(), processor()
    for k in range(-1, MOST):
        spent = clock() - begin
        if k >= FEWEST and (spent > SECONDS or _enough(k, spent, _judged(elapsed, used, (processor() - had) / (spent or 1.0)))):
            break
        for which in ((0, 1), (1, 0))[k % 2]:
            if resets:
                resets[which]()
            start, mark = clock(), processor()
            runs[which]()
            lap = clock() - start, processor() - mark
            if k >= 0:
                elapsed[which].append(lap[0])
                used[which].append(lap[1])
    return Laps(elapsed, used, (processor() - had) / ((clock() - begin) or 1.0))


def _enough(repetitions: int, spent: float, times: Pair) -> bool:
    return repetitions >= REPETITIONS and spent > BRIEF and _scatter(times) < STEADY


def _judged(elapsed: Pair, used: Pair, processors: float) -> Pair:
    """The times that tell: those of the processor where other work had it, if this machine counts them finely enough."""
    return used if _disturbed(processors) and min(map(min, used)) > 0.0 else elapsed


def _disturbed(processors: float | None) -> bool:
    return processors is not None and processors < QUIET


def _scatter(times: Pair) -> float:
    """Relative difference between the speed-ups of every second turn and of the others."""
    one, other = (min(times[0][k::2]) / min(times[1][k::2]) for k in (0, 1))
    return abs(one - other) / max(one, other)
