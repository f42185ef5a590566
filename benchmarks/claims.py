"""Published answers beside ours: for each program its answer where one is published, and the errors under published formats.

    python -m benchmarks.claims                     every program; writes benchmarks/PUBLISHED.md
    python -m benchmarks.claims funarc lorenz       these only; the page shows all records of --folder
    python -m benchmarks.claims --published-only    without asking tune for the published tolerances

Each program is measured in a process of its own and kept as one JSON file in --folder, so that a stopped run goes on where it was.
Claims are measured at their own size against a reference wider than binary64; answers are compared with what the source prints.
Names are those of the published programs; formats of lines follow those of what they store and read, as C promotes operands.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.claims_page import BY_NAME, page
from benchmarks.options import parser_of
from benchmarks.outcome import fresh
from benchmarks.published import ANSWERS, Claim, Published
from benchmarks.published.answers import NAMED, Answer
from benchmarks.records import measured, progress, read_record, write_record
from benchmarks.timing import machine
from precis.bitwidth.cost import work_of
from precis.bitwidth.measure import measure
from precis.bitwidth.runs import run
from precis.bitwidth.stored import stored_words
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind
from precis.ir.schedule import FIRST, divided, outer_loops
from precis.ir.types import Program
from precis.lift import lift
from precis.tune import tune

CUT, STEPS, CELLS = 60, 100, 20
SCHEDULES = (("binary64", "binary64"), ("binary64", "binary32"), ("binary32", "binary64"), ("binary32", "binary32"))
LIMIT = 900.0  # seconds for one program
COMPARED = ("binary64", "binary32")
Row = dict[str, Any]


def assignment(program: Program, claim: Claim) -> Assignment:
    """The claimed storage formats; every line computes in the widest format that it touches."""
    named = {c.name for c in program.containers}
    unknown = sorted(set(claim.formats) - named - {"*"})
    if unknown:
        raise ValueError(f"{program.name} has no variables {', '.join(unknown)}")
    if "*" in claim.formats:
        return Assignment.uniform(claim.formats["*"])
    storage = {c: FORMATS[claim.formats.get(c, "binary64")] for c in named}
    compute = {}
    for site, work in work_of(program).sites.items():
        touched = {*work.moved, *(name for pair in work.casts for kind, name in pair if kind == "storage")} & named
        compute[site] = max((storage[c] for c in touched), key=lambda f: f.precision, default=FORMATS["binary64"])
    return Assignment.uniform("binary64").with_storage(storage).with_compute(compute)


def claimed(p: Published, claim: Claim) -> Row:
    """The error under the published formats, in the unit of the claim."""
    arguments = p.arguments(size=claim.size)
    program = lift(p.load()[0], *fresh(arguments))
    found = measure(program, assignment(program, claim), fresh(arguments), attributed=False).error
    size = abs(float(p.load()[0](*fresh(arguments)))) if claim.absolute else 1.0
    return {"size": claim.size, "formats": list(claim.formats), "published": claim.error, "absolute": claim.absolute,
            "measured": found * size, "rtol": claim.rtol, "holds": None if claim.rtol is None else found <= claim.rtol}


def apart(answer: Answer, results: Sequence[np.ndarray]) -> float:
    """Relative 2-norm of what a run found, less the answer."""
    wanted = np.asarray(answer.value(), np.longdouble).ravel()
    found = np.asarray(answer.part(results), np.longdouble).ravel()
    return float(np.linalg.norm(found - wanted) / np.linalg.norm(wanted))


def answered(answer: Answer) -> Row:
    """How far runs with everything in one format are from the answer."""
    arguments = answer.inputs()
    program = lift(BY_NAME[answer.program].load()[0], *fresh(arguments))
    arrays, binding = bind(program, fresh(arguments))
    found = {name: apart(answer, run(program, arrays, binding, FORMATS[name])) for name in COMPARED}
    return {"of": answer.of, **found}


def tuned(p: Published, rtol: float) -> Row:
    arguments = p.arguments(size=next(c.size for c in p.claims if c.rtol == rtol))
    r = tune(p.load()[0], *fresh(arguments), rtol=rtol)
    narrow = sorted(c for c, f in r.assignment.storage.items() if f.name != "binary64")
    return {"rtol": rtol, "narrow": narrow, "error": r.measurement.error, "speedup": r.timing.speedup if r.timing else None}


def _cut(early: str, late: str) -> tuple[Program, Assignment]:
    """hpccg with its loop cut before iteration CUT: formats of the first and of the second part."""
    program = lift(BY_NAME["hpccg"].load()[0], *_hpccg_inputs())
    made = divided(program, outer_loops(program)[0], (CUT,))
    first = [c.name for c in made.containers if c.name.endswith(f"_{FIRST}")]
    sites = [n.site for n in made.nodes() if f" ({FIRST}):" in n.site]
    formats = Assignment.uniform(late).with_storage(dict.fromkeys(first, FORMATS[early]))
    return made, formats.with_compute(dict.fromkeys(sites, FORMATS[early]))


def _hpccg_inputs() -> tuple[Any, ...]:
    b, n, _ = BY_NAME["hpccg"].arguments(size=CELLS)
    return b, n, STEPS


def scheduled(early: str, late: str) -> Row:
    made, formats = _cut(early, late)
    return {"early": early, "late": late, "error": measure(made, formats, _hpccg_inputs(), attributed=False).error}


def schedule_chosen(rtol: float) -> Row:
    r = tune(BY_NAME["hpccg"].load()[0], *_hpccg_inputs(), rtol=rtol, schedules=True)
    switch = r.schedule.words(r.assignment) if r.schedule else "no loop cut"
    return {"rtol": rtol, "schedule": switch, "stored": stored_words(r.program, r.assignment), "error": r.measurement.error,
            "speedup": r.timing.speedup if r.timing else None}


def commit() -> str:
    """What is checked out, "+" where files differ from it."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=10"]
    found = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def record(name: str, tuning: bool, path: Path) -> None:
    """Measure one program and write its record."""
    p = BY_NAME[name]
    found: Row = {"name": name, "machine": machine(), "commit": commit(), "answers": [answered(a) for a in ANSWERS if a.program == name],
                  "claims": [claimed(p, c) for c in p.claims]}
    if name == "hpccg":
        found["schedules"] = [scheduled(*pair) for pair in SCHEDULES]
    if tuning:
        goals = sorted({c.rtol for c in p.claims if c.rtol is not None})
        found["tuned"] = [tuned(p, rtol) for rtol in goals]
        found["chosen"] = [schedule_chosen(rtol) for rtol in (1e-6, 1e-10)] if name == "hpccg" else []
    write_record(path, found)


def kept(folder: Path) -> Mapping[str, Row]:
    """Records that are there, in the order of the issue's list."""
    found = {name: read_record(folder / f"{name}.json") for name in NAMED.values()}
    return {name: r for name, r in found.items() if r is not None}


def main(arguments: list[str] | None = None) -> None:
    parser = parser_of("claims", __doc__)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--folder", type=Path, default=Path("out/claims"), help="where records are kept")
    parser.add_argument("--page", default="benchmarks/PUBLISHED.md", help="where the page goes; - for stdout")
    parser.add_argument("--published-only", action="store_true", help="do not ask tune for the published tolerances")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(NAMED.values())
    unknown = sorted(set(names) - set(NAMED.values()))
    if unknown:
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], not given.published_only, given.one)
        return
    command = [sys.executable, "-m", "benchmarks.claims", *(["--published-only"] if given.published_only else [])]
    measured(names, given.folder, lambda name, path: [*command, name, "--one", str(path)], LIMIT, progress)
    text = page(kept(given.folder))
    sys.stdout.write(text) if given.page == "-" else Path(given.page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
