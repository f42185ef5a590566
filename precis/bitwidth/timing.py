"""Timing the original against a tuned program: interleaved runs in one process, the fastest of each. Measurements of
this machine.

Other work only ever makes a run longer, so the minimum is what scatters least; how far the ratios of the odd and of the
even turns are apart says how well it is known. Where other work is always there, no run may be undisturbed, above all of
programs whose library shares products among threads that wait for each other: the processor time of the race tells.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.runs import compiled
from precis.formats import Assignment
from precis.ir.call import bind
from precis.ir.types import Program

REPETITIONS = 15
MOST = 100  # repetitions of runs that are brief
BRIEF = 0.2  # s of both together, within which repetitions go on
STEADY = 0.03  # scatter beyond which repetitions go on
SECONDS = 3.0  # of both together, after which no repetition is begun
FEWEST = 3
SLOWER = 0.97  # a speed-up below this is a loss, however much times scatter
QUIET = 0.8  # of a processor, below which other work is what was timed
LONG_ENOUGH = 1e-5  # s; a call of the library from Python takes 0.7 microseconds of it
Run = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of the fastest of `samples` interleaved runs each.

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
        return self.processors is not None and self.processors < QUIET

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
    given = [copy.deepcopy((tuple(args), dict(kwargs or {}))) for _ in ready]
    whole = [lambda r=r, g=g: r(*g[0], **g[1]) for r, g in zip(ready, given)]
    found = race(whole[0], whole[1], [_restore(g, (args, kwargs or {})) for g in given])
    arrays, binding = bind(first[0], args, kwargs)
    calls = [call for r in ready if (call := r.native_call(list(arrays), dict(binding)))]
    inside = race(calls[0], calls[1], (calls[0].reset, calls[1].reset))
    had = min(found.processors or 0.0, inside.processors or 0.0)
    return replace(
        found, original_inside=inside.original, tuned_inside=inside.tuned, runs=found.runs + inside.runs, processors=had
    )


def _restore(copied: Any, pristine: Any) -> Run:
    """Puts the values of the arrays of `pristine` back into their copies, where a run has changed them."""
    pairs = [(a, b) for a, b in zip(_arrays(copied), _arrays(pristine)) if a.flags.writeable]

    def run() -> None:
        for a, b in pairs:
            a[...] = b

    return run


def _arrays(tree: Any) -> Iterator[np.ndarray]:
    if isinstance(tree, np.ndarray):
        yield tree
    elif isinstance(tree, (tuple, list, dict)):
        for item in tree.values() if isinstance(tree, dict) else tree:
            yield from _arrays(item)


def race(
    first: Run,
    second: Run,
    resets: Sequence[Run] = (),
    *,
    clock: Callable[[], float] = time.perf_counter,
    processor: Callable[[], float] = time.process_time,
) -> Timing:
    """Both run in turn, once to warm up, then REPETITIONS times (more often where runs are brief or scatter) or until
    SECONDS are spent; alternating which goes first cancels drift. `resets` run before each, untimed."""
    runs = (first, second)
    times: tuple[list[float], list[float]] = ([], [])
    begin, had = clock(), processor()
    for k in range(-1, MOST):
        spent = clock() - begin
        enough = k >= REPETITIONS and spent > BRIEF and _scatter(times) < STEADY
        if k >= FEWEST and (spent > SECONDS or enough):
            break
        for which in ((0, 1), (1, 0))[k % 2]:
            if resets:
                resets[which]()
            start = clock()
            runs[which]()
            if k >= 0:
                times[which].append(clock() - start)
    samples, processors = len(times[0]), (processor() - had) / ((clock() - begin) or 1.0)
    return Timing(min(times[0]), min(times[1]), samples, scatter=_scatter(times), runs=2 * (samples + 1), processors=processors)


def _scatter(times: tuple[list[float], list[float]]) -> float:
    """Relative difference between the speed-ups of every second turn and of the others."""
    one, other = (min(times[0][k::2]) / min(times[1][k::2]) for k in (0, 1))
    return abs(one - other) / max(one, other)
