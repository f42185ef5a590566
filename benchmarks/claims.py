"""Published answers beside ours: the error under the formats that a paper or a tool's documentation states.

    python -m benchmarks.claims        prints the table of benchmarks/PUBLISHED.md

Each claim is measured at its own size against a reference wider than binary64; then tune is asked for the published tolerance.
Names are those of the published programs; formats of lines follow those of what they store and read, as C promotes operands.
"""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.outcome import fresh
from benchmarks.published import PROGRAMS, Claim, Published
from benchmarks.timing import machine, table
from precis.bitwidth.cost import work_of
from precis.bitwidth.measure import measure
from precis.formats import FORMATS, Assignment
from precis.ir.schedule import FIRST, divided, outer_loops
from precis.ir.types import Program
from precis.lift import lift
from precis.report.rows import stored_words
from precis.tune import tune

CUT, STEPS, CELLS = 60, 100, 20
SCHEDULES = (("binary64", "binary64"), ("binary64", "binary32"), ("binary32", "binary64"), ("binary32", "binary32"))
_HPCCG = next(p for p in PROGRAMS if p.function == "hpccg")


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


def _row(p: Published, claim: Claim) -> tuple[Any, ...]:
    print(f"claims: {p.function} {dict(claim.formats)}", file=sys.stderr, flush=True)
    arguments = p.arguments(size=claim.size)
    program = lift(p.load()[0], *fresh(arguments))
    found = measure(program, assignment(program, claim), fresh(arguments), attributed=False).error
    verdict = "" if claim.rtol is None else f"{'holds' if found <= claim.rtol else 'misses'} {claim.rtol:g}"
    size = abs(float(p.load()[0](*fresh(arguments)))) if claim.absolute else 1.0
    formats = ", ".join(claim.formats) + " binary32" if claim.formats else "all binary64"
    kind = "absolute" if claim.absolute else "relative"
    return (p.function, claim.size, formats.replace("* ", "all "), f"{claim.error:.2g} {kind}", found * size,
            found * size / claim.error, verdict)


def _tuned(p: Published, rtol: float) -> tuple[Any, ...]:
    print(f"claims: tune {p.function} at {rtol:g}", file=sys.stderr, flush=True)
    arguments = p.arguments(size=next(c.size for c in p.claims if c.rtol == rtol))
    r = tune(p.load()[0], *fresh(arguments), rtol=rtol)
    narrow = sorted(c for c, f in r.assignment.storage.items() if f.name != "binary64")
    return p.function, rtol, ", ".join(narrow) or "none", r.measurement.error, r.timing.speedup if r.timing else ""


def _cut(early: str, late: str) -> tuple[Program, Assignment]:
    """hpccg with its loop cut before iteration CUT: formats of the first and of the second part."""
    program = lift(_HPCCG.load()[0], *_hpccg_inputs())
    made = divided(program, outer_loops(program)[0], (CUT,))
    first = [c.name for c in made.containers if c.name.endswith(f"_{FIRST}")]
    sites = [n.site for n in made.nodes() if f" ({FIRST}):" in n.site]
    formats = Assignment.uniform(late).with_storage(dict.fromkeys(first, FORMATS[early]))
    return made, formats.with_compute(dict.fromkeys(sites, FORMATS[early]))


def _hpccg_inputs() -> tuple[Any, ...]:
    b, n, _ = _HPCCG.arguments(size=CELLS)
    return b, n, STEPS


def _scheduled(early: str, late: str) -> tuple[Any, ...]:
    print(f"claims: hpccg {early}, then {late}", file=sys.stderr, flush=True)
    made, formats = _cut(early, late)
    found = measure(made, formats, _hpccg_inputs(), attributed=False)
    return early, late, found.error


def _schedule_chosen(rtol: float) -> tuple[Any, ...]:
    print(f"claims: tune hpccg with schedules at {rtol:g}", file=sys.stderr, flush=True)
    r = tune(_HPCCG.load()[0], *_hpccg_inputs(), rtol=rtol, schedules=True)
    switch = r.schedule.words(r.assignment) if r.schedule else "no loop cut"
    return rtol, switch, stored_words(r.program, r.assignment), r.measurement.error, r.timing.speedup if r.timing else ""


def page() -> str:
    claims = [_row(p, claim) for p in PROGRAMS for claim in p.claims]
    goals = sorted({(p.function, c.rtol) for p in PROGRAMS for c in p.claims if c.rtol is not None})
    by_name = {p.function: p for p in PROGRAMS}
    chosen = [_tuned(by_name[name], rtol) for name, rtol in goals]
    return "\n".join([
        "# Published answers beside ours", "",
        f"`python -m benchmarks.claims` on {machine()}; measured on one input against a reference wider than binary64.", "",
        table(("program", "size", "published formats (others binary64)", "published error", "measured", "ratio", "verdict"), claims), "",
        "What tune chooses at the published tolerances:", "",
        table(("program", "tolerance", "narrower than binary64", "measured error", "speed-up"), chosen), "",
        f"hpccg, {CELLS}^3 cells, {STEPS} iterations; the published schedule has the first {CUT} in binary64 and the others in binary32. "
        "No error is known to be published for it, so other schedules stand beside it:", "",
        table((f"first {CUT}", "then", "measured error"), [_scheduled(*pair) for pair in SCHEDULES]), "",
        "What tune chooses with --schedules:", "",
        table(("tolerance", "schedule", "stored", "measured error", "speed-up"), [_schedule_chosen(r) for r in (1e-6, 1e-10)]), ""])


if __name__ == "__main__":
    print(page())
