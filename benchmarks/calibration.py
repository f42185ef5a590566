"""How true the numbers are: estimate, attribution and measurement side by side, over every program and format.

    python -m benchmarks.calibration                         every program; writes reports/calibration.md, .svg and .json
    python -m benchmarks.calibration speckle hydro --page -  some of them, the page on stdout

For each program: the whole program in each format; each named array or scalar alone (those that a loop ties together as one) stored in
each format; each line alone computing in each format; some choices of every other kind (benchmarks.calibration_choices), and the whole
program rounding stochastically. Each program is measured in a process of its own and kept as one JSON file in --folder, so that a stopped
run goes on where it was. Estimates are first order and made before anything is rounded; the attribution sees the rounded run. All
assignments of a program share one reference, one prediction sweep and one emulated program (precis.bitwidth.emulations).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from benchmarks.calibration_choices import (
    STORED,
    WIDE,
    Named,
    accumulators,
    cut,
    double_double,
    factors,
    generator,
    is_short,
    multiplying,
    scales,
    schedules,
)
from benchmarks.calibration_page import page
from benchmarks.calibration_plot import plot
from benchmarks.corpus import CORPUS, Entry
from benchmarks.options import parser_of
from benchmarks.outcome import fresh
from benchmarks.published import PROGRAMS, Published
from benchmarks.records import child, measured, progress, read_record, write_record
from precis.bitwidth.cost import work_of
from precis.bitwidth.drawn import drawn_estimate
from precis.bitwidth.emulations import Emulations, places
from precis.bitwidth.estimate import Estimate, estimate
from precis.bitwidth.measure import Measurement
from precis.bitwidth.outputs import ask
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.stochastic import stochastic_runs
from precis.errors import PrecisError
from precis.formats import Assignment
from precis.ir.call import bind
from precis.ir.rewrite import storage_classes
from precis.ir.types import Program
from precis.lift import lift

SEEDS = range(16)  # of stochastic runs
INTERPRETED = 1e6  # operations of a run, up to which it is made in the interpreter once per seed
LIMIT = 1800.0  # seconds for one program
KEPT = 25  # points after which what has been measured is kept


@dataclass(frozen=True)
class Point:
    """One assignment of one program: what was said of it before and after, and what was measured on one input.

    what        "whole", "container", "line", "stochastic" (measured: root mean square over SEEDS), or a kind of
                benchmarks.calibration_choices; name: of the container, line or loop
    rms, absolute   the estimates; explained: share of the error that the attribution explains, None where it is not asked
    decisions   share of the error that changed decisions leave
    unmatched   share of the error that elementary functions make because they do not round correctly, as those of the sweeps do
    sweeps      what the adjoints of the exact and of the rounded run explain alone
    overflow    whether the estimate warned that values leave the range
    edges       whether it warned that rounding may leave the domain of a division, a logarithm or a root
    broken      what kept the rounded run from its end, "" where nothing did; `measured` is infinite then
    bias        of stochastic runs: the error of their mean output
    vanishing   whether the estimate warned that a loop may end early
    """

    what: str
    name: str
    format: str
    rms: float
    absolute: float
    measured: float
    explained: float | None
    decisions: float | None
    sweeps: tuple[float, float] | None
    overflow: bool
    edges: bool
    broken: str = ""
    unmatched: float | None = None
    bias: float | None = None
    vanishing: bool = False


def every() -> dict[str, Entry | Published]:
    """All programs by name; those of the corpus at their small size."""
    return {**{e.name: e for e in CORPUS}, **{p.function: p for p in PROGRAMS}}


def assignments(program: Program) -> Iterator[Named]:
    """(what, name, format, assignment) of every point of a program that is not drawn: all in each format, each container, and each line
    alone. Containers whose values a loop hands to each other share one storage, and are rounded together. tf32 is for factors of
    contractions, all else is binary32 then."""
    lines = [name for kind, name in places(program) if kind == "compute"]
    yield from (("whole", "", fmt, Assignment.uniform(fmt)) for fmt in STORED)
    if multiplying(program):
        yield "whole", "", "tf32", Assignment.uniform("binary32").with_compute(dict.fromkeys(lines, "tf32"))
    for names in stored(program):
        yield from (("container", ", ".join(names), fmt, WIDE.with_storage(dict.fromkeys(names, fmt))) for fmt in STORED)
    for line in lines:
        yield from (("line", line, fmt, WIDE.with_compute({line: fmt})) for fmt in STORED)


def stored(program: Program) -> list[list[str]]:
    """The names of each storage class that is rounded at all."""
    found: dict[str, list[str]] = {}
    shared = storage_classes(program)
    for kind, name in places(program):
        if kind == "storage":
            found.setdefault(shared.get(name, name), []).append(name)
    return list(found.values())


def points(runs: Emulations, program: Program) -> Iterator[Point]:
    drawn = [*accumulators(program), *factors(program), *scales(program, runs.sensitivity, stored(program))]
    yield from (_point(runs, *named) for named in (*assignments(program), *drawn))
    yield from _stochastic(runs, program)
    if is_short(program, runs.binding):
        yield _as_point(runs.sensitivity, "double-double", "", "binary64x2", Assignment.uniform("binary64x2"),
                        lambda: double_double(runs.question, runs.arrays, runs.binding, runs.sensitivity))  # fmt: skip
    if made := cut(program, runs.arrays, runs.binding):
        halves = Emulations(ask(made[0], None, runs.arrays, runs.binding), runs.arrays, runs.binding, 2 * len(STORED))
        yield from (_point(halves, *named) for named in schedules(*made))


def _point(runs: Emulations, what: str, name: str, fmt: str, assignment: Assignment) -> Point:
    return _as_point(runs.sensitivity, what, name, fmt, assignment, lambda: runs.measure(assignment))


def _as_point(s: Sensitivity, what: str, name: str, fmt: str, assignment: Assignment, measure: Callable[[], Measurement]) -> Point:
    rms, absolute, *said, early = _said(estimate(s, s.question.unrounded(assignment)))
    found, broken = ended(measure)
    seen = found.error, found.explained, found.decisions, found.sweeps
    return Point(what, name, fmt, rms, absolute, *seen, *said, broken, found.unmatched, vanishing=early)


def _stochastic(runs: Emulations, program: Program) -> Iterator[Point]:
    """The whole program in one format that is drawn, where the interpreter takes little time. What the attribution says of decisions and
    of nonlinear rounding is that of the run that rounds to nearest."""
    if work_of(program, runs.binding).operations > INTERPRETED:
        return
    fmt = str(generator(program, "stochastic").choice(STORED))
    assignment = Assignment.uniform(fmt)
    rms, absolute, *said, early = _said(drawn_estimate(runs.sensitivity, runs.question.unrounded(assignment)))
    nearest, _ = ended(lambda: runs.measure(assignment))
    try:
        found = stochastic_runs(runs.question, assignment, runs.arrays, runs.binding, runs.reference, SEEDS, most=runs.ran.allowed)
        size, bias, broken = found.size, found.bias, ""
    except IndexError:
        size, bias, broken = math.inf, None, "reads outside of an array"
    yield Point("stochastic", "", fmt, rms, absolute, size, None, nearest.decisions, nearest.sweeps, *said, broken, None, bias, early)


def ended(measure: Callable[[], Measurement]) -> tuple[Measurement, str]:
    """A measurement, and what kept the rounded run from its end."""
    try:
        found = measure()
    except IndexError:
        return Measurement(math.inf, {}, ""), "reads outside of an array"
    return found, "did not end" if found.endless else ""


def emulations(program: Program, arguments: Sequence[Any]) -> Emulations:
    arrays, binding = bind(program, fresh(arguments), {})
    question = ask(program, None, arrays, binding)
    return Emulations(question, arrays, binding, sum(1 for _ in assignments(program)))


def _said(said: Estimate) -> tuple[float, float, bool, bool, bool]:
    return said.rms, said.absolute, bool(said.overflow), bool(said.edges), bool(said.vanishing)


def record(name: str, path: Path) -> None:
    """Measure a program."""
    e = every()[name]
    arguments = e.arguments("small") if isinstance(e, Entry) else e.arguments()
    made: dict[str, Any] = {"name": name, "commit": commit(), "points": []}
    try:
        program = lift(e.load()[0], *fresh(arguments))
        runs = emulations(program, arguments)
        for k, point in enumerate(points(runs, program)):
            made["points"].append(_plain(asdict(point)))
            if k % KEPT == 0:
                write_record(path.with_suffix(".partial"), made)
        made |= _reference(runs, made["points"])
    except PrecisError as problem:
        made["failure"] = problem.message
    made["seconds"] = sum(os.times()[:4])
    write_record(path, made)
    path.with_suffix(".partial").unlink(missing_ok=True)


def _reference(runs: Emulations, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How far the reference was checked, beside the smallest error that it is to tell."""
    error = smallest(found)
    return {"reference": runs.checked(error).record()} if error else {}


def smallest(found: Sequence[Mapping[str, Any]]) -> float | None:
    """The smallest error that is told against the reference: of what is not measured in wider numbers by itself."""
    errors = [e for p in found if p["what"] != "double-double" and 0.0 < (e := float(p["measured"])) < math.inf]
    return min(errors, default=None)


def commit() -> str:
    """The commit that is checked out, as far as git knows one."""
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip()


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinities: they are written as text."""
    return {k: repr(v) if isinstance(v, float) and not math.isfinite(v) else v for k, v in row.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = parser_of("calibration", __doc__)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--folder", type=Path, default=Path("out/calibration"), help="where records are kept")
    parser.add_argument("--page", default="reports/calibration.md", help="where the page goes; - for stdout")
    parser.add_argument("--held-out", type=Path, default=Path("out/held_out"), help="the folder of benchmarks.held_out, for the page")
    parser.add_argument("--note", default="", help="a paragraph for the page, on how its records came about")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(every())
    unknown = sorted(set(names) - set(every()))
    if unknown:
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], given.one)
        return
    records = measured(names, given.folder, child("benchmarks.calibration"), LIMIT, lambda text: progress(f"calibration: {text}"))
    held_out = {name: found for name in names if (found := read_record(given.held_out / f"{name}.json"))}
    _publish(given.page, records, page(records, held_out, given.note))


def _publish(where: str, records: dict[str, dict[str, Any]], text: str) -> None:
    if where == "-":
        print(text)
        return
    Path(where).write_text(text, encoding="utf-8")
    Path(where).with_suffix(".svg").write_text(plot(records), encoding="utf-8")
    Path(where).with_suffix(".json").write_text(archive(records), encoding="utf-8")


def archive(records: dict[str, dict[str, Any]]) -> str:
    """All records as JSON, a line for a point: values in the order of "columns", numbers to six digits."""
    columns = [f.name for f in fields(Point)]
    lines = []
    for name, r in sorted(records.items()):
        rows = ",\n".join(json.dumps([_short(p.get(c, "")) for c in columns], separators=(",", ":")) for p in r.get("points", ()))
        rest = {k: v for k, v in r.items() if k not in ("points", "name")}
        lines.append(f"{json.dumps(name)}: {json.dumps(rest, sort_keys=True)[:-1]}, \"points\": [\n{rows}\n]}}")
    return f'{{"columns": {json.dumps(columns)},\n"programs": {{\n' + ",\n".join(lines) + "\n}}\n"


def _short(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_short(v) for v in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


if __name__ == "__main__":
    main()
