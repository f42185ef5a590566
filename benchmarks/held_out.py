"""Do formats that were chosen on one input hold on inputs that nobody has looked at?

    python -m benchmarks.held_out [names] [--folder out/held_out]

For each program whose inputs differ from seed to seed, at relative tolerances 1e-3 and 1e-6: the smallest formats that are estimated to
hold on the input of seed 0 are accepted by a measurement on it, as tune does when asked for less memory; then the error on the inputs
of seeds 1000 to 1015 is measured, on which nothing is tuned, whatever comes out. Choices that narrow nothing are left out. The
calibration page tells the result (`python -m benchmarks.calibration --held-out FOLDER`).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.calibration import Emulations, commit, emulations, ended, every
from benchmarks.corpus import Entry
from benchmarks.options import parser_of
from benchmarks.outcome import arrays_of, fresh
from benchmarks.published import Published
from benchmarks.records import child, measured, progress, write_record
from precis.bitwidth.emulations import places
from precis.bitwidth.estimate import estimate
from precis.bitwidth.places import formats_at
from precis.bitwidth.select import assign
from precis.errors import PrecisError, ToleranceNotMet
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.types import Program
from precis.lift import lift

TOLERANCES = (1e-3, 1e-6)
SEEDS = range(1000, 1016)
PARTS = (1.0, 0.25, 1 / 16)  # of the tolerance, that estimates are to hold where more of it did not hold when measured
LIMIT = 900.0  # seconds for one program


@dataclass(frozen=True)
class Choice:
    """Formats chosen for one program and tolerance. narrowed: places below binary64; measured: error on the tuning input; errors: seed
    -> error on that held-out input, infinite where the run did not end (`broken`: why); worst: what is known of the worst of them
    where it is beyond the tolerance: its seed, the estimate made there, and what the attribution leaves to changed decisions."""

    rtol: float
    narrowed: int
    measured: float
    errors: Mapping[int, float]
    broken: Mapping[int, str]
    worst: Mapping[str, Any]


def arguments_of(e: Entry | Published, seed: int) -> tuple[Any, ...]:
    return e.arguments("small", seed) if isinstance(e, Entry) else e.arguments(seed)


def chosen(runs: Emulations, rtol: float) -> tuple[Assignment, float] | None:
    """The formats, and their error on the tuning input; None where nothing was found."""
    program = runs.question.program
    for part in PARTS:
        try:
            assignment = assign(program, runs.sensitivity, rtol=part * rtol, objective="memory")
        except ToleranceNotMet:
            return None
        found, _ = ended(lambda a=assignment: runs.elsewhere(a, runs.arrays, runs.binding))
        if found.error <= rtol:
            return assignment, found.error
    return None


def narrowed(program: Program, assignment: Assignment) -> int:
    wide = FORMATS["binary64"]
    return sum(not f.contains(wide) for f in formats_at(places(program), assignment).values())


def choices(e: Entry | Published, program: Program, runs: Emulations) -> list[Choice]:
    first = arguments_of(e, 0)
    others = {seed: x for seed in SEEDS if not _same(first, x := arguments_of(e, seed))}
    found = [(rtol, chosen(runs, rtol)) for rtol in TOLERANCES if others]
    return [_checked(program, runs, rtol, *choice, others) for rtol, choice in found if choice and narrowed(program, choice[0])]


def _same(a: Sequence[Any], b: Sequence[Any]) -> bool:
    pairs = zip(arrays_of(a), arrays_of(b))
    return all(x.shape == y.shape and np.array_equal(x, y) for x, y in pairs)


def _checked(program: Program, runs: Emulations, rtol: float, assignment: Assignment, measured: float,
             others: Mapping[int, tuple[Any, ...]]) -> Choice:
    errors, broken = {}, {}
    for seed, arguments in others.items():
        given = bind(program, fresh(arguments), {})
        found, why = ended(lambda g=given: runs.elsewhere(assignment, *g))
        errors[seed] = found.error
        broken |= {seed: why} if why else {}
    worst = max(errors, key=lambda seed: errors[seed] if errors[seed] < np.inf else np.inf)
    known = {} if errors[worst] <= rtol else _explained(runs, assignment, worst, bind(program, fresh(others[worst]), {}))
    return Choice(rtol, narrowed(program, assignment), measured, errors, broken, known)


def _explained(runs: Emulations, assignment: Assignment, seed: int, given: tuple[list[np.ndarray], dict[str, int]]) -> dict[str, Any]:
    there = Emulations(runs.question, *given)
    found, _ = ended(lambda: there.measure(assignment))
    return {"seed": seed, "estimate": estimate(there.sensitivity, runs.question.unrounded(assignment)).rms, "decisions": found.decisions}


def record(name: str, path: Path) -> None:
    e = every()[name]
    made: dict[str, Any] = {"name": name, "commit": commit(), "choices": []}
    try:
        program = lift(e.load()[0], *fresh(arguments_of(e, 0)))
        runs = emulations(program, arguments_of(e, 0))
        made["own"] = runs.elsewhere(Assignment.uniform("binary64"), runs.arrays, runs.binding).error
        made["choices"] = [_plain(asdict(c)) for c in choices(e, program, runs)]
    except PrecisError as problem:
        made["failure"] = problem.message
    write_record(path, made)


def _plain(choice: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinities: they are written as text."""
    return {**choice, "errors": {seed: e if np.isfinite(e) else repr(float(e)) for seed, e in choice["errors"].items()}}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = parser_of("held_out", __doc__)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--folder", type=Path, default=Path("out/held_out"), help="where records are kept")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one:
        record(given.programs[0], given.one)
        return
    measured(given.programs or list(every()), given.folder, child("benchmarks.held_out"), LIMIT, lambda t: progress(f"held_out: {t}"))


if __name__ == "__main__":
    main()
