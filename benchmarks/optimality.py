"""How near to the optimum is what tune chooses, and what does a delta-debugging search reach with how many runs?

    python -m benchmarks.optimality [names] [--rtol 1e-6] [--page benchmarks/OPTIMALITY.md]

On every program of at most twelve named floating arrays and scalars, with as many formats as give at most 4,096 candidates:

exhaustive   candidates in order of modelled cost; the first whose measured error holds is the optimum
tune         one tuning input, no held-out inputs, nothing timed; the same cost model
delta        delta debugging in the manner of Precimonious (Rubio-Gonzalez et al., SC 2013; Zeller & Hildebrandt, IEEE TSE 28, 2002):
             what must stay wide shrinks by halves, then quarters, ..., first at binary32, then for 16-bit formats

Candidates give storage formats; a line computes in the widest format that it touches, binary32 at least, as C promotes operands.
tune may also choose line by line, and so undercut the optimum among candidates.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.calibration import every
from benchmarks.corpus import Entry
from benchmarks.options import parser_of
from benchmarks.outcome import fresh
from benchmarks.records import INTERPRETED, ONE_CORE, child, measured, progress, write_record
from benchmarks.timing import geometric_mean, machine, table
from precis.bitwidth.case import Case, case_of
from precis.bitwidth.cost import Work, seconds
from precis.bitwidth.devices import device_named
from precis.bitwidth.measure import compare
from precis.bitwidth.resident import observed_work
from precis.bitwidth.sensitivity import Sensitivity
from precis.errors import PrecisError
from precis.formats import FORMATS, Assignment, Format
from precis.lift import lift
from precis.tune import tune

CANDIDATES = 4096
FEW, MANY = ("binary64", "binary32", "bfloat16", "binary16"), ("binary64", "binary32")
LIMIT = 1200.0  # seconds for one program
Storage = tuple[str, ...]  # a format for each container, in their order


@dataclass
class Bench:
    """One program at one tolerance. `runs`: errors of what has been run."""

    case: Case
    s: Sensitivity
    work: Work
    rtol: float
    containers: tuple[str, ...]
    runs: dict[Storage, float] = field(default_factory=dict)

    @property
    def formats(self) -> tuple[str, ...]:
        return FEW if len(FEW)**len(self.containers) <= CANDIDATES else MANY

    def assignment(self, chosen: Storage) -> Assignment:
        storage = {c: FORMATS[f] for c, f in zip(self.containers, chosen, strict=True)}
        compute = {name: self._promoted(name, storage) for name in self.work.sites}
        return Assignment.uniform("binary64").with_storage(storage).with_compute(compute)

    def _promoted(self, site: str, storage: Mapping[str, Format]) -> Format:
        work = self.work.sites[site]
        touched = {*work.moved, *(name for pair in work.casts for kind, name in pair if kind == "storage")}
        found = [storage[c] for c in touched if c in storage] or [FORMATS["binary64"]]
        return max([*found, FORMATS["binary32"]], key=lambda f: f.precision)

    def cost(self, assignment: Assignment) -> float:
        """Modelled seconds on this class of CPU."""
        return seconds(self.work, assignment, device_named("cpu"))

    def error(self, chosen: Storage) -> float:
        if chosen not in self.runs:
            c = self.case
            given = c.question, self.assignment(chosen), c.arrays, c.binding, c.reference, c.wide
            self.runs[chosen] = compare(*given, None, c.evidence.allowed, above=math.inf).error
        return self.runs[chosen]

    def holds(self, chosen: Storage) -> bool:
        return self.error(chosen) <= self.rtol


def exhaustive(bench: Bench) -> tuple[float, int] | None:
    """(the least cost that holds, runs that it took to be sure of it); None where nothing holds."""
    candidates = itertools.product(bench.formats, repeat=len(bench.containers))
    ordered = sorted((bench.cost(bench.assignment(c)), c) for c in candidates)
    for k, (cost, chosen) in enumerate(ordered):
        if bench.holds(chosen):
            return cost, k + 1
    return None


def delta(bench: Bench) -> tuple[float, int] | None:
    """(the cost that delta debugging reaches, distinct runs)."""
    bench.runs.clear()
    current = dict.fromkeys(bench.containers, "binary64")
    if not bench.holds(tuple(current.values())):
        return None
    for narrow in bench.formats[1:]:
        lowered = [c for c in bench.containers if current[c] != "binary64" or narrow == "binary32"]

        def holds(kept: Sequence[str], narrow: str = narrow, lowered: Sequence[str] = lowered) -> bool:
            trial = {c: narrow if c in lowered and c not in kept else f for c, f in current.items()}
            return bench.holds(tuple(trial.values()))
        kept = minimal(lowered, holds)
        current = {c: narrow if c in lowered and c not in kept else f for c, f in current.items()}
    return bench.cost(bench.assignment(tuple(current.values()))), len(bench.runs)


def minimal(items: Sequence[str], holds: Callable[[Sequence[str]], bool]) -> list[str]:
    """ddmin: a subset that holds and none of whose parts can be taken away; all of `items` are known to hold."""
    kept, parts = list(items), 2
    if holds([]):
        return []
    while len(kept) >= 2:
        chunks = list(_chunks(kept, parts))
        found = next((c for c in chunks if holds(c)), None)
        if found is not None:
            kept, parts = found, 2
            continue
        found = next((r for c in chunks if holds(r := [x for x in kept if x not in c])), None)
        if found is not None:
            kept, parts = found, max(parts - 1, 2)
            continue
        if parts >= len(kept):
            break
        parts = min(len(kept), 2 * parts)
    return kept


def _chunks(items: Sequence[str], parts: int) -> Iterator[list[str]]:
    parts = min(parts, len(items))
    ends = [len(items) * k // parts for k in range(parts + 1)]
    return (list(items[a:b]) for a, b in itertools.pairwise(ends))


def record(name: str, rtol: float, path: Path) -> None:
    e = every()[name]
    arguments = e.arguments("small") if isinstance(e, Entry) else e.arguments()
    made: dict[str, Any] = {"name": name, "rtol": rtol}
    try:
        made |= _measured(e.load()[0], arguments, rtol)
    except PrecisError as problem:
        made["failure"] = problem.message
    write_record(path, made)


def _measured(function: Callable[..., Any], arguments: Sequence[Any], rtol: float) -> dict[str, Any]:
    program = lift(function, *fresh(arguments))
    case, s = case_of(program, fresh(arguments), {}, rtol)
    containers = tuple(sorted(s.containers))
    if len(MANY)**len(containers) > CANDIDATES:
        return {"skipped": f"{len(containers)} containers"}
    bench = Bench(case, s, observed_work(program, s), rtol, containers)
    best = exhaustive(bench)
    tried = delta(bench)
    tuned = tune(function, *fresh(arguments), rtol=rtol, formats=bench.formats, timed=False)
    wide = bench.cost(Assignment.uniform("binary64"))
    e = tuned.executions
    return {"containers": len(containers), "formats": len(bench.formats), "wide": wide,
            "exhaustive": best and {"cost": best[0], "runs": best[1]}, "delta": tried and {"cost": tried[0], "runs": tried[1]},
            "tune": {"cost": bench.cost(tuned.assignment), "holds": tuned.holds, "error": tuned.measurement.error,
                     "runs": e.reference + e.emulated, "sweeps": e.prediction + e.further + e.attribution}}


def page(records: Mapping[str, Mapping[str, Any]]) -> str:
    rows, near, gain = [], [], []
    for name, r in sorted(records.items()):
        if not r.get("exhaustive"):
            continue
        best, tried, tuned = r["exhaustive"], r["delta"], r["tune"]
        near.append(tuned["cost"] / best["cost"])
        gain.append(tried["cost"] / best["cost"] if tried else 1.0)
        rows.append((name, r["containers"], r["formats"], r["wide"] / best["cost"], best["runs"], tuned["cost"] / best["cost"],
                     f"{tuned['runs']} + {tuned['sweeps']}", gain[-1], tried["runs"] if tried else ""))
    missing = [f"- {name}: {r.get('failure') or r.get('skipped') or 'nothing holds, binary64 included'}"
               for name, r in sorted(records.items()) if not r.get("exhaustive")]
    if not near:
        return "\n".join(["# Optimality", "", "Nothing measured.", *missing, ""])
    header = ("program", "containers", "formats", "binary64 / optimum", "runs of the exhaustive search", "tune / optimum",
              "runs + sweeps of tune", "delta debugging / optimum", "runs of delta debugging")
    rtol = next(iter(records.values()))["rtol"]
    good = sum(x <= 1.05 for x in near)
    return "\n".join([
        "# Optimality", "",
        f"Modelled cost on this class of CPU at rtol {rtol:g}, acceptance by measurement on one input, on "
        f"{machine()} (`python -m benchmarks.optimality`). {good} of {len(near)} programs within 5 % of the exhaustive optimum; "
        f"geometric means over the optimum: tune {geometric_mean(near):.3f}, delta debugging {geometric_mean(gain):.3f}. Below 1: tune "
        "also chooses line by line, which the candidates do not.", "", table(header, rows), "", "## Left out", "", *missing, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = parser_of("optimality", __doc__)
    parser.add_argument("programs", nargs="*", help="names; all where none is given")
    parser.add_argument("--rtol", type=float, default=1e-6)
    parser.add_argument("--folder", type=Path, default=Path("out/optimality"), help="where records are kept")
    parser.add_argument("--page", default="benchmarks/OPTIMALITY.md", help="where the page goes; - for stdout")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    names = given.programs or list(every())
    unknown = sorted(set(names) - set(every()))
    if unknown:
        parser.error(f"no program called {', '.join(unknown)}")
    if given.one:
        record(names[0], given.rtol, given.one)
        return

    command = child("benchmarks.optimality", "--rtol", repr(given.rtol), environment={**ONE_CORE, **INTERPRETED})
    text = page(measured(names, given.folder, command, LIMIT, lambda text: progress(f"optimality: {text}")))
    print(text) if given.page == "-" else Path(given.page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
