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
from benchmarks.records import ONE_CORE, measured, progress, write_record
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


def every() -> dict[str, Entry | Published]:
    """All programs by name; those of the corpus at their small size."""
    return {**{e.name: e for e in CORPUS}, **{p.function: p for p in PROGRAMS}}


def assignments(program: Program, s: Sensitivity) -> Iterator[tuple[str, str, str, Assignment]]:
    """(what, name, format, assignment) of every point of a program."""
    wide = Assignment.uniform("binary64")
    for name in WHOLE:
        yield "whole", "", name, Assignment.uniform(name)
    if any(node.op == "einsum" for node in program.body.walk()):
        yield "whole", "", "tf32", Assignment.uniform("binary32").with_compute(dict.fromkeys(s.sites, "tf32"))
    for container in _first({name: row.rms for name, row in s.containers.items()}):
        for name in ALONE:
            yield "container", container, name, wide.with_storage({container: name})
    for site in _first({name: math.hypot(rows.compute.rms, rows.accumulate.rms) for name, rows in s.sites.items()}):
        for name in LINES:
            yield "line", site, name, wide.with_compute({site: name})


def _first(effects: Mapping[str, float]) -> list[str]:
    return sorted(effects, key=lambda name: -effects[name])[:MOST]


def points(program: Program, arguments: Sequence[Any]) -> Iterator[Point]:
    s = sensitivity(program, fresh(arguments))
    for what, name, fmt, assignment in assignments(program, s):
        whole = s.question.unrounded(assignment)
        said = estimate(s, whole)
        found = measure(program, assignment, fresh(arguments), s=s)
        yield Point(what, name, fmt, said.rms, said.absolute, found.error, found.explained, found.decisions, found.sweeps,
                    bool(said.overflow))


def record(name: str, path: Path) -> None:
    e = every()[name]
    arguments = e.arguments("small") if isinstance(e, Entry) else e.arguments()
    made: dict[str, Any] = {"name": name, "points": []}
    try:
        program = lift(e.load()[0], *fresh(arguments))
        for point in points(program, arguments):
            made["points"].append(_plain(asdict(point)))
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
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(every())
    unknown = sorted(set(names) - set(every()))
    if unknown:
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], given.one)
        return

    def command(name: str, path: Path) -> list[str]:
        environment = [f"{k}={v}" for k, v in {**ONE_CORE, **INTERPRETED}.items()]
        return ["env", *environment, sys.executable, "-W", "ignore", "-m", "benchmarks.calibration", name, "--one", str(path)]
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
