"""Timing side by side: contenders take turns in one process, and ratios are taken turn by turn."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

SHORT = 0.002  # seconds: what takes less is repeated within a turn


@dataclass(frozen=True)
class Timing:
    """Seconds per turn of one contender, in order of the turns."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        return min(self.seconds)

    def ratio(self, other: Timing) -> float:
        """Median over turns of other / self: how many times faster self is."""
        return statistics.median(b / a for a, b in zip(self.seconds, other.seconds))


def side_by_side(contenders: Mapping[str, Callable[[], Any]], turns: int = 7, budget: float = 20.0) -> dict[str, Timing]:
    """Run every contender once a turn, for `turns` turns or until `budget` seconds are spent (3 turns at least). Each contender is repeated
    within its turn so that it runs for 2 ms or more. Taken is CPU time, as in `on_fresh`."""
    return on_fresh(contenders, tuple, turns, budget)


def on_fresh(contenders: Mapping[str, Callable[..., Any]], make: Callable[[], tuple[Any, ...]], turns: int = 7, budget: float = 20.0,
             memory: int = 1 << 28) -> dict[str, Timing]:
    """The same for functions of arguments that they may change: every run gets arguments of its own from `make`, outside the time
    taken. Taken is the CPU time of this process, which other work on the machine does not stretch: for contenders that run on one core
    it is the time that passes on an idle machine. At most about `memory` bytes of arguments are made ahead."""
    size = sum(getattr(a, "nbytes", 0) for a in make()) + 1
    with one_core():
        repeats = {name: min(_repeats(lambda: run(*make())), max(1, memory // size)) for name, run in contenders.items()}
        return _turns(contenders, make, repeats, turns, budget)


def _turns(contenders: Mapping[str, Callable[..., Any]], make: Callable[[], tuple[Any, ...]], repeats: Mapping[str, int], turns: int,
           budget: float) -> dict[str, Timing]:
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    begin = time.perf_counter()
    for turn in range(turns):
        for name, run in contenders.items():
            ready = [make() for _ in range(repeats[name])]
            start = time.process_time()
            for arguments in ready:
                run(*arguments)
            seconds[name].append((time.process_time() - start) / repeats[name])
        if turn >= 2 and time.perf_counter() - begin > budget:
            break
    return {name: Timing(tuple(s)) for name, s in seconds.items()}


@contextmanager
def one_core() -> Iterator[None]:
    """All threads of this process on one core. Contenders have threads of their own even where they compute on one (JAX calls from another
    one than its work runs on), and a system may count the time of those on other cores late: a fifth of the calls of a function of 1.6 ms
    seemed to take 0.3 ms on a virtual machine of two cores."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    _move({max(before)})
    try:
        yield
    finally:
        _move(before)


def _move(cores: set[int]) -> None:
    for thread in os.listdir("/proc/self/task"):
        with suppress(ProcessLookupError):  # it has ended
            os.sched_setaffinity(int(thread), cores)


def _repeats(run: Callable[[], Any]) -> int:
    """How often to run within one turn, for about 2 ms: by the fastest of several runs, since the first ones prepare the others."""
    fastest = min(_seconds(run) for _ in range(3))
    if fastest < SHORT:
        fastest = min(fastest, *(_seconds(run) for _ in range(10)))
    return max(1, min(1000, int(SHORT / max(1e-7, fastest))))


def _seconds(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def machine() -> str:
    """The processor, as the operating system names it."""
    try:
        with open("/proc/cpuinfo") as info:
            return next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def table(header: tuple[str, ...], rows: list[tuple[Any, ...]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(_cell(c) for c in row) + " |" for row in rows]) + "\n"


def _cell(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def geometric_mean(values: list[float]) -> float:
    return statistics.geometric_mean(values) if values else float("nan")
