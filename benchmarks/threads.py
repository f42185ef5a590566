"""One thread and two side by side: what threads that share independent loops gain, on an idle machine.

    python -m benchmarks.threads                          every program of the corpus, large size
    python -m benchmarks.threads heat_cube stencils       programs and domains by name
    python -m benchmarks.threads --markdown page.md       the table as a file

Wall-clock time of interleaved turns on copies of the arguments, fastest turns. Alone = the share of the CPU time with two threads that the
calling thread spent: 0.5 where all work is divided, 1 where none is (a count of what was done, which other work on the machine does not
change much). Each program is measured in a process of its own and kept as one JSON file in --folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.compare import arguments_of, chosen
from benchmarks.corpus import SIZES
from benchmarks.outcome import fresh, outcome
from benchmarks.records import child, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, table
from precis.emit.engine import compile as compile_native
from precis.lift import lift

LIMIT = 120.0  # seconds for one program
ENOUGH = 0.9  # of the work on the calling thread: above it, nothing worth the name is divided
Run = Callable[..., Any]


def measure(name: str, size: str, turns: int, threads: int) -> dict[str, Any]:
    """Seconds by number of threads, the share of the calling thread, and whether bits differ."""
    (entry,) = chosen([name])
    function, arguments = entry.load()[0], arguments_of(entry, size)
    program = lift(function, *fresh(arguments))
    runs: dict[int, Run] = {n: compile_native(program, threads=n) for n in (1, threads)}
    one, many = (outcome(run, arguments) for run in runs.values())
    same = all(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in zip(one, many, strict=True))
    seconds = fastest(runs, arguments, turns)
    return {"name": name, "seconds": {str(n): s for n, s in seconds.items()}, "same": same,
            "alone": alone(runs[threads], arguments, turns), "load": os.getloadavg()[0]}


def fastest(runs: Mapping[int, Run], arguments: Sequence[Any], turns: int) -> dict[int, float]:
    """The fastest turn of each, in seconds that pass."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(turns):
        for n, run in runs.items():
            mine = fresh(arguments)
            start = time.perf_counter()
            run(*mine)
            best[n] = min(best[n], time.perf_counter() - start)
    return best


def alone(run: Run, arguments: Sequence[Any], turns: int) -> float:
    """The part of the CPU time that the calling thread spends."""
    ready = [fresh(arguments) for _ in range(turns)]
    mine, every = time.thread_time(), time.process_time()
    for args in ready:
        run(*args)
    return (time.thread_time() - mine) / max(1e-9, time.process_time() - every)


def page(records: Sequence[dict[str, Any]], size: str, threads: int) -> str:
    whole = [r for r in records if "seconds" in r]
    rows = sorted((_row(r, str(threads)) for r in whole), key=lambda row: -row[3])
    gains = [row[3] for row in rows]
    divided = [row[3] for row in rows if row[4] < ENOUGH]
    loads = [r["load"] for r in whole] or [0.0]
    text = (f"Measured on {machine()}, size {size}, fastest of interleaved turns, load {min(loads):.1f}-{max(loads):.1f}. Geometric mean "
            f"of the speed-ups {geometric_mean(gains):.2f} over {len(gains)} programs, {geometric_mean(divided):.2f} over the "
            f"{len(divided)} whose work is divided (alone below {ENOUGH}).\n\n")
    text += table(("program", "1 thread [ms]", f"{threads} threads [ms]", "speed-up", "alone", ""), rows)
    return text + "".join(f"\n{r['name']}: {r['failure']}\n" for r in records if "failure" in r)


def _row(r: dict[str, Any], threads: str) -> tuple[Any, ...]:
    one, many = r["seconds"]["1"], r["seconds"][threads]
    return r["name"], one * 1e3, many * 1e3, one / many, r["alone"], "" if r["same"] else "bits differ"


def options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description="one thread and two side by side")
    parser.add_argument("names", nargs="*", help="programs or domains (default: the whole corpus)")
    parser.add_argument("--size", choices=SIZES, default="large")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--folder", type=Path, default=Path("build/threads"), help="where the records are kept")
    parser.add_argument("--markdown", type=Path, help="the table as a file")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    o = options(words)
    names = [e.name for e in chosen(o.names)]
    if o.one:
        write_record(o.one, measure(names[0], o.size, o.turns, o.threads))
        return 0
    command = child("benchmarks.threads", "--size", o.size, "--turns", str(o.turns), "--threads", str(o.threads))
    found = measured(names, o.folder / f"{o.size}-{o.threads}", command, LIMIT, lambda name: progress(f"threads: {name}"))
    text = page(list(found.values()), o.size, o.threads)
    print(text)
    if o.markdown:
        o.markdown.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
