"""How true the numbers are: estimate, attribution and measurement side by side, over every program and format.

    python -m benchmarks.calibration                         every program; writes reports/calibration.md, .svg and .json
    python -m benchmarks.calibration speckle hydro --page -  some of them, the page on stdout

For each program: the whole program in each format; each named array alone stored in each format; each line alone computing in
binary32. Each program is measured in a process of its own and kept as one JSON file in --folder, so that a stopped
run goes on where it was. Estimates are first order and made before anything is rounded; the attribution sees the rounded run.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.calibration_page import page, plot
from benchmarks.corpus import CORPUS, Entry
from benchmarks.outcome import fresh
from benchmarks.published import PROGRAMS, Published
from benchmarks.records import ONE_CORE, measured, progress, read_record, write_record
from precis.bitwidth.estimate import estimate
from precis.bitwidth.measure import measure
from precis.bitwidth.sensitivity import Sensitivity, sensitivity
from precis.errors import PrecisError
from precis.formats import Assignment
from precis.ir.types import Program
from precis.lift import lift

WHOLE = ("binary32", "bfloat16", "binary16", "e4m3", "e5m2")
ALONE = ("binary32", "bfloat16")
LINES = ("binary32",)
LIMIT = 900.0  # seconds for one program
INTERPRETED = {"CXX": "/no/compiler"}  # arrays are small: interpreting an assignment takes less time than compiling it
MOST = 8  # containers and lines per program, those with the largest estimates first


@dataclass(frozen=True)
class Point:
    """One assignment of one program: what was said of it before and after, and what was measured on one input.

    what        "whole", "container" or "line"; name: which one
    rms, absolute   the estimates; explained: share of the error that the attribution explains, None where it is not asked
    decisions   share of the error that changed decisions leave
    sweeps      what the adjoints of the exact and of the rounded run explain alone
    overflow    whether the estimate warned that values leave the range
    edges       whether it warned that rounding may leave the domain of a division, a logarithm or a root
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


def every() -> dict[str, Entry | Published]:
    """All programs by name; those of the corpus at their small size."""
    return {**{e.name: e for e in CORPUS}, **{p.function: p for p in PROGRAMS}}


def assignments(program: Program, s: Sensitivity) -> Iterator[tuple[str, str, str, Assignment]]:
    """(what, name, format, assignment) of every point of a program."""
    units = ("tf32",) if any(node.op == "einsum" for node in program.body.walk()) else ()
    chosen = [("whole", "", fmt) for fmt in (*WHOLE, *units)]
    chosen += [("container", c, fmt) for c in _first({name: row.rms for name, row in s.containers.items()}) for fmt in ALONE]
    effects = {name: math.hypot(rows.compute.rms, rows.accumulate.rms) for name, rows in s.sites.items()}
    chosen += [("line", site, fmt) for site in _first(effects) for fmt in LINES]
    return ((*point, assigned(s, *point)) for point in chosen)


def assigned(s: Sensitivity, what: str, name: str, fmt: str) -> Assignment:
    """The assignment of a point. tf32 is for factors of contractions, all else is binary32 then."""
    wide = Assignment.uniform("binary64")
    if what == "whole":
        return Assignment.uniform("binary32").with_compute(dict.fromkeys(s.sites, fmt)) if fmt == "tf32" else Assignment.uniform(fmt)
    return wide.with_storage({name: fmt}) if what == "container" else wide.with_compute({name: fmt})


def _first(effects: Mapping[str, float]) -> list[str]:
    return sorted(effects, key=lambda name: -effects[name])[:MOST]


def points(program: Program, arguments: Sequence[Any]) -> Iterator[Point]:
    s = sensitivity(program, fresh(arguments))
    for what, name, fmt, assignment in assignments(program, s):
        rms, absolute, overflow, edges = _said(s, assignment)
        found = measure(program, assignment, fresh(arguments), s=s)
        yield Point(what, name, fmt, rms, absolute, found.error, found.explained, found.decisions, found.sweeps, overflow, edges)


def _said(s: Sensitivity, assignment: Assignment) -> tuple[float, float, bool, bool]:
    said = estimate(s, s.question.unrounded(assignment))
    return said.rms, said.absolute, bool(said.overflow), bool(said.edges)


def estimated_anew(program: Program, arguments: Sequence[Any], measured: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Points of a record with the estimates of today, for the same assignments."""
    s = sensitivity(program, fresh(arguments))
    for point in measured:
        assignment = assigned(s, point["what"], point["name"], point["format"])
        rms, absolute, overflow, edges = _said(s, assignment)
        yield {**point, "rms": rms, "absolute": absolute, "overflow": overflow, "edges": edges}


def record(name: str, path: Path, errors: Path | None = None) -> None:
    """Measure a program, or make the estimates of its record in the folder `errors` anew."""
    e = every()[name]
    arguments = e.arguments("small") if isinstance(e, Entry) else e.arguments()
    old = read_record(errors / f"{name}.json") if errors else None
    made: dict[str, Any] = {**(old or {"name": name}), "points": []}
    try:
        program = lift(e.load()[0], *fresh(arguments))
        found = estimated_anew(program, arguments, old.get("points", ())) if old else map(asdict, points(program, arguments))
        for point in found:
            made["points"].append(_plain(point))
            write_record(path.with_suffix(".partial"), made)
    except PrecisError as problem:
        made["failure"] = problem.message
    write_record(path, made)
    path.with_suffix(".partial").unlink(missing_ok=True)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """JSON has no infinities: they are written as text."""
    return {k: repr(v) if isinstance(v, float) and not math.isfinite(v) else v for k, v in row.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--folder", type=Path, default=Path("out/calibration"), help="where records are kept")
    parser.add_argument("--page", default="reports/calibration.md", help="where the page goes; - for stdout")
    parser.add_argument("--errors", type=Path, help="a folder of records whose errors are kept; only their estimates are made anew")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(every())
    unknown = sorted(set(names) - set(every()))
    if unknown:
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], given.one, given.errors)
        return

    def command(name: str, path: Path) -> list[str]:
        environment = [f"{k}={v}" for k, v in {**ONE_CORE, **INTERPRETED}.items()]
        kept = ["--errors", str(given.errors)] if given.errors else []
        return ["env", *environment, sys.executable, "-W", "ignore", "-m", "benchmarks.calibration", name, "--one", str(path), *kept]

    records = measured(names, given.folder, command, LIMIT, lambda text: progress(f"calibration: {text}"))
    _publish(given.page, records)


def _publish(where: str, records: dict[str, dict[str, Any]]) -> None:
    text = page(records)
    if where == "-":
        print(text)
        return
    Path(where).write_text(text, encoding="utf-8")
    Path(where).with_suffix(".svg").write_text(plot(records), encoding="utf-8")
    Path(where).with_suffix(".json").write_text(json.dumps(records, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
