"""`precis surrogate`: train a replacement of a region, put it into the program, measure what that does."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from precis.bitwidth import Measurement, measure
from precis.bitwidth.timing import Timing, race
from precis.cli.load import Job
from precis.emit import engine
from precis.errors import UsageError, plural
from precis.ir.call import bind
from precis.ir.ruled import without_rules
from precis.ir.types import Program
from precis.lift import lift
from precis.report.numbers import short
from precis.surrogate import Surrogate, fit, replace
from precis.tuned.ratio import ratio, stopwatch


@dataclass(frozen=True, slots=True)
class Replaced:
    """A program with a region behind a surrogate, and what was measured of it on the tuning input."""

    program: Program
    surrogate: Surrogate
    place: str
    measurement: Measurement
    timing: Timing


def replaced(job: Job, a: argparse.Namespace, folder: Path | None, say) -> Replaced:
    """Train, replace, measure. The record and weights of the surrogate go into `folder`."""
    if job.inputs is None:
        raise UsageError("a surrogate learns from runs on different inputs", hints=("give a generator with --inputs",))
    say(f"lifting {job.name}")
    program = without_rules(lift(job.function, *job.arguments))
    say(f"training a surrogate of {a.region}")
    with _folder(folder) as place:
        found = fit(
            program,
            a.region,
            job.inputs,
            rtol_share=a.rtol,
            folder=place,
            guard=a.guard,
            runs=a.runs,
            size=a.size,
            seconds=a.seconds,
            seed=a.seed,
        )
    say("measuring the program with the surrogate")
    new = replace(program, a.region, found)
    span = next(n.span for n in new.nodes() if n.op == "approx")
    measurement = measure(new, engine.default_assignment(new), job.arguments, attributed=False)
    return Replaced(new, found, span.site if span else "", measurement, _timing(program, new, job))


@contextmanager
def _folder(folder: Path | None):
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def _timing(program: Program, new: Program, job: Job) -> Timing:
    arrays, binding = bind(program, job.arguments)
    runs = [partial(engine.compile(p).run, list(arrays), dict(binding)) for p in (program, new)]
    return race(runs[0], runs[1])


def sentence(r: Replaced) -> str:
    """One sentence: what it is, how far off, how much faster."""
    c, (_, held_out) = r.surrogate.chosen, r.surrogate.points
    rms = ", ".join(f"{name} {short(e)}".strip() for name, e in zip(_called(r.surrogate.outputs), c.rms))
    verdict = "can be" if r.surrogate.meets else "was tried, but misses its target, as"
    where = f" (line {r.place.rpartition(':')[2]})" if r.place else ""
    model = f"a {c.kind} model, {c.summary}"
    parts = [
        f"{r.surrogate.name}{where} {verdict} {model}",
        f"its RMS error on {plural(held_out, 'held-out point')} is {rms} (measured)",
        f"the outputs of {r.program.name} then differ by {short(r.measurement.error)} (measured)",
        f"{ratio(r.timing.speedup, 'faster')} ({stopwatch(r.timing)}).",
    ]
    return "; ".join(parts)


def _called(outputs: Sequence[str]) -> list[str]:
    """Outputs as a reader may call them: those that the program does not name (`_12`) by their place among several."""
    by_place = [f"result {k + 1}" if len(outputs) > 1 else "" for k in range(len(outputs))]
    return [place if name[:1] == "_" and name[1:].isdigit() else name for name, place in zip(outputs, by_place)]


def record(r: Replaced) -> Mapping[str, Any]:
    """The same as data."""
    c = r.surrogate.chosen
    return {
        "precis_surrogate": 1, "program": r.program.name, "region": r.surrogate.name, "place": r.place,
        "meets": r.surrogate.meets,
        "model": c.kind, "summary": c.summary, "guard": r.surrogate.guard, "target": list(r.surrogate.target),
        "points": {"training": r.surrogate.points[0], "held_out": r.surrogate.points[1]},
        "rms": {"word": "measurement", "value": dict(zip(r.surrogate.outputs, c.rms))},
        "largest": {"word": "measurement", "value": dict(zip(r.surrogate.outputs, c.largest))},
        "outside": {"word": "measurement", "value": c.outside},
        "program_error": {"word": "measurement", "value": r.measurement.error, "reference": r.measurement.reference},
        "speed": {"word": "measurement", "value": r.timing.speedup, "samples": r.timing.samples},
    }  # fmt: skip
