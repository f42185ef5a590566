"""Timing side by side: contenders take turns in one process, and ratios are taken turn by turn."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Mapping
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
    """Run every contender once a turn (after one warm-up turn), for `turns` turns or until `budget` seconds are spent (3 turns at
    least). Each contender is repeated within its turn so that it runs for 2 ms or more. Taken is CPU time, as in `on_fresh`."""
    repeats = {name: _repeats(run) for name, run in contenders.items()}
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    begin = time.perf_counter()
    for turn in range(turns):
        for name, run in contenders.items():
            start = time.process_time()
            for _ in range(repeats[name]):
                run()
            seconds[name].append((time.process_time() - start) / repeats[name])
        if turn >= 2 and time.perf_counter() - begin > budget:
            break
    return {name: Timing(tuple(s)) for name, s in seconds.items()}


def on_fresh(contenders: Mapping[str, Callable[..., Any]], make: Callable[[], tuple[Any, ...]], turns: int = 7, budget: float = 20.0,
             memory: int = 1 << 28) -> dict[str, Timing]:
    """The same for functions of arguments that they may change: every run gets arguments of its own from `make`, outside the time
    taken. Taken is the CPU time of this process, which other work on the machine does not stretch: for contenders that run on one core
    it is the time that passes on an idle machine. At most about `memory` bytes of arguments are made ahead."""
    size = sum(getattr(a, "nbytes", 0) for a in make()) + 1
    repeats = {name: min(_repeats(lambda: run(*make())), max(1, memory // size)) for name, run in contenders.items()}
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
