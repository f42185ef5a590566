"""Do precision schedules over the iterations of a loop pay? Programs whose early, or late, iterations matter little, on arrays beyond
the second cache.

    python -m benchmarks.schedules [names] [--page benchmarks/SCHEDULES.md]

Each program is tuned without and with schedules; both results are then timed in turns in one process. What was cut and left is told with
the reason that tune gives. Speed-ups are medians of interleaved turns.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.options import parser_of
from benchmarks.records import measured, progress, write_record
from benchmarks.timing import machine, table
from precis.bitwidth.timing import time_two
from precis.errors import PrecisError
from precis.tune import tune

LIMIT = 420.0  # seconds for one program


def fourth_roots(a, steps):
    """Newton's method for r^4 = a, element by element: every step squares the error, so early ones forgive rounding. a (n,)."""
    r = 0.5 + 0.5 * a
    for _ in range(steps):
        cube = r * r * r
        r = r - (r * cube - a) / (4.0 * cube)
    return r


def damped(b, weight, steps):
    """Jacobi's iteration, damped, for (4 + c) x - neighbours = b on a torus with c = 1: each step shrinks the error to 5/6. b (n, n)."""
    x = np.zeros_like(b)
    for _ in range(steps):
        around = np.zeros_like(b)
        around[1:-1, 1:-1] = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
        x = x + weight * ((b + around) / 5.0 - x)
    return x


def cooling(u, rate, steps):
    """Heat of a bar with losses to its surroundings, and what it has lost in all: late steps add next to nothing. u (n,)."""
    lost = np.zeros_like(u)
    for _ in range(steps):
        out = rate * u
        lost = lost + out
        u[1:-1] = u[1:-1] - out[1:-1] + 0.2 * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return lost


def picard(a, b, steps):
    """The fixed point of v = a + b / (1 + v^2), element by element; a contraction for the b given. a, b (n,)."""
    v = np.zeros_like(a)
    for _ in range(steps):
        v = a + b / (1.0 + v * v)
    return v


def screened(b, screen, least):
    """Conjugate gradients for a screened Poisson equation until the residual has fallen to `least` of the first. b, screen (n, n)."""
    x = np.zeros_like(b)
    r = b.copy()
    p = b.copy()
    q = np.zeros_like(b)
    now = np.sum(r * r)
    end = least * least * now
    while now > end:
        q[...] = (4.0 + screen) * p
        q[1:, :] -= p[:-1, :]
        q[:-1, :] -= p[1:, :]
        q[:, 1:] -= p[:, :-1]
        q[:, :-1] -= p[:, 1:]
        alpha = now / np.sum(p * q)
        x += alpha * p
        r -= alpha * q
        new = np.sum(r * r)
        p = r + (new / now) * p
        now = new
    return x


@dataclass(frozen=True)
class Program:
    """A function, its arguments, and the tolerance at which a mixture is to be expected."""

    function: Callable[..., Any]
    arguments: Callable[[np.random.Generator], tuple[Any, ...]]
    rtol: float


PROGRAMS = {p.function.__name__: p for p in (
    Program(fourth_roots, lambda rng: (rng.uniform(0.5, 4.0, 4_000_000), 9), 1e-12),
    Program(damped, lambda rng: (rng.normal(size=(1000, 1000)), 0.9, 40), 1e-9),
    Program(cooling, lambda rng: (rng.uniform(1.0, 2.0, 1_000_000), 0.2, 24), 1e-8),
    Program(picard, lambda rng: (rng.uniform(0.5, 1.0, 1_000_000), rng.uniform(0.2, 0.4, 1_000_000), 24), 1e-11),
    Program(screened, lambda rng: (rng.normal(size=(700, 700)), rng.uniform(0.2, 0.3, (700, 700)), 1e-7), 1e-6),
)}  # fmt: skip


def record(name: str, path: Path) -> None:
    made: dict[str, Any] = {"name": name, "rtol": PROGRAMS[name].rtol}
    try:
        made |= _measured(PROGRAMS[name])
    except PrecisError as problem:
        made["failure"] = problem.message
    write_record(path, made)


def _measured(p: Program) -> dict[str, Any]:
    def given() -> tuple[Any, ...]:
        return p.arguments(np.random.default_rng(0))
    said: list[str] = []
    plain = tune(p.function, *given(), rtol=p.rtol, findings=False)
    cut = tune(p.function, *given(), rtol=p.rtol, findings=False, schedules=True, progress=said.append)
    both = time_two((plain.program, plain.assignment), (cut.program, cut.assignment), given(), {}) if cut.schedule else None
    return {"plain": plain.timing and plain.timing.speedup, "holds": plain.holds and cut.holds, "error": cut.measurement.error,
            "cut": cut.schedule and cut.schedule.words(cut.assignment), "gain": both and both.speedup, "left": list(cut.cuts),
            "said": [line for line in said if line.startswith("schedule")]}


def page(records: dict[str, dict[str, Any]]) -> str:
    rows, notes = [], []
    for name, r in records.items():
        if "failure" in r:
            notes.append(f"- {name}: {r['failure']}")
            continue
        rows.append((name, r["rtol"], r["plain"] or 1.0, r["gain"] or 1.0, r["cut"] or "none chosen"))
        notes += [f"- {name}: {text}" for text in (*r["said"], *(f"left: {why}" for why in r["left"]))]
    header = ("program", "rtol", "best without a cut, over binary64", "with the cut, over that", "cut")
    told = (f"Measured on {machine()} (`python -m benchmarks.schedules`), one core, one input, no held-out inputs; "
            "speed-ups are medians of interleaved turns.")
    return "\n".join(["# Schedules", "", told, "", table(header, rows), "", "## What was looked at and left", "", *notes, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = parser_of("schedules", __doc__)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--folder", type=Path, default=Path("out/schedules"), help="where records are kept")
    parser.add_argument("--page", default="benchmarks/SCHEDULES.md", help="where the page goes; - for stdout")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(PROGRAMS)
    if unknown := sorted(set(names) - set(PROGRAMS)):
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], given.one)
        return

    def command(name: str, path: Path) -> list[str]:
        return [sys.executable, "-W", "ignore", "-m", "benchmarks.schedules", name, "--one", str(path)]
    text = page(measured(names, given.folder, command, LIMIT, lambda line: progress(f"schedules: {line}")))
    print(text) if given.page == "-" else Path(given.page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
