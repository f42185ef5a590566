"""What people read on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from precis.bitwidth import Sensitivity, estimate
from precis.bitwidth.alone import Alone, computed_alone, storage_groups, stored_alone
from precis.bitwidth.findings import Findings
from precis.bitwidth.tolerance import Tolerances
from precis.emit.cpu.routines import LINKED
from precis.formats import FORMATS, Assignment
from precis.ir.types import Program
from precis.report.facts import LEFT, STOCHASTIC, estimated
from precis.report.faults import finding_lines, finding_rows
from precis.report.markup import visible
from precis.report.model import Report
from precis.report.numbers import percent, short, tolerance_words
from precis.report.rows import code_at, finite
from precis.report.tables import WORD, Column, Table, verdict_table

STORED = ("binary32", "bfloat16", "binary16")
ROWS = 40
CELL = 60
FINDINGS = 5  # shown per format
CHOSEN = "assignment.json"
RUNTIME = "precis*.hpp"


def tune_text(report: Report, out: Path | None) -> str:
    """The sentence; then where the pages are, or the verdict where nothing was written."""
    parts = [f"{visible(report.headline)}.", *(f"warning: {visible(w)}" for w in report.warnings), *_asked(report)]
    if out is not None:
        sources = source_names(f for f in report.files if not _page(f))
        parts += [f"report: {out / 'report.html'}", *([f"source: {sources}"] if sources else [])]
        parts += _next(report.files, out) if report.met else []
        parts += finding_lines(report.findings)
    else:
        parts += finding_lines(report.findings)
        parts += ["", aligned(verdict_table(report)), "", "--out DIR writes the whole report and the source."]
    return "\n".join(parts)


def _asked(report: Report) -> list[str]:
    """What `--rounding stochastic` and `--schedules` were asked for."""
    drawn = [f for f in report.facts if f.label.startswith(STOCHASTIC) and f.number.value is not None]
    told = [f"{f.label.removeprefix(STOCHASTIC)[2:]} {short(f.number.value)} ({WORD[f.number.word]})" for f in drawn]
    runs = next((f" ({f.number.samples} runs)" for f in drawn if f.number.samples), "")
    lines = [f"{STOCHASTIC}{runs}: {', '.join(told)}"] if told else []
    return [*lines, *(visible(limit) for limit in report.limits if limit.startswith(LEFT))]


def source_names(files: Iterable[str]) -> str:
    """The files that were made for one program by name, those that come with all source by their pattern."""
    made = sorted(files)
    own = [f for f in made if not fnmatch(f, RUNTIME)]
    return ", ".join([*own, *([RUNTIME] if len(own) < len(made) else [])])


def _next(files: Sequence[str], out: Path) -> list[str]:
    """What to do with what was written."""
    needs = sorted({f"{library.name} (Debian: {library.package})" for f in files if (library := LINKED.get(f))})
    linked = f" with {' and '.join(needs)}" if needs else ""
    built = [f"`make -C {out}` builds the source{linked}, which {out / f} declares" for f in files if f.endswith(".h")]
    saved = f'`precis.Assignment.from_json(open("{out / CHOSEN}").read())` is what precis.compile takes in Python'
    return [f"next: {'; '.join([*built, saved])}"] if CHOSEN in files else built


def _page(name: str) -> bool:
    return name.startswith("report.") or name == CHOSEN


def aligned(table: Table) -> str:
    """A table in columns; long cells are cut, but for those of the last column, which stand in nothing's way."""
    rows = [[c.name for c in table.columns], *([*map(_cut, row[:-1]), _shown(row[-1])] for row in table.rows[:ROWS])]
    widths = [max(len(row[k]) for row in rows) for k in range(len(table.columns))]
    right = [c.kind == "number" for c in table.columns]
    lines = ["  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right)).rstrip() for row in rows]
    hidden = len(table.rows) - ROWS + table.more
    return "\n".join([*lines, f"... {hidden} more"] if hidden > 0 else lines)


def _shown(cell: str) -> str:
    return visible(cell).replace("\n", " ")


def _cut(cell: str) -> str:
    shown = _shown(cell)
    return shown if len(shown) <= CELL else f"{shown[: CELL - 1]}…"


def analysis_text(document: Mapping[str, Any], wanted: Tolerances, faults: Mapping[str, Findings]) -> str:
    """An `analysis_document`: containers by the error that each would make alone in every format, in tolerances; then the
    statements."""
    head = f"{document['program']}: estimated error, in tolerances of {tolerance_words(wanted)}, if stored or computed alone in a format"
    whole = f"everything in one format, in tolerances:\n{_whole(document['whole'])}"
    parts = [head, "", _priced("stored", document["containers"]), "", _priced("computed", document["sites"]), "", whole]
    for name, found in faults.items():
        lines = finding_lines(finding_rows(found), FINDINGS) or [found.skipped or "none"]
        parts += ["", f"findings in {name}{found.extent}:", *(visible(line) for line in lines)]
    return "\n".join(parts)


def _priced(what: str, rows: Sequence[dict[str, Any]]) -> str:
    cells = [[what, *STORED, "range", "statement" if what == "computed" else ""]]
    for row in rows[:ROWS]:
        shares = ["overflows" if name in row["overflow"] else percent(row["share"][name]) for name in STORED]
        seen = f"{short(row['smallest'])} to {short(row['largest'])}" if row["largest"] else ""
        cells.append([_cut(row["name"]), *shares, seen, _cut(row.get("code", ""))])
    widths = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
    lines = [
        "  ".join(
            c.ljust(w) if k in (0, len(row) - 1) else c.rjust(w) for k, (c, w) in enumerate(zip(row, widths))
        ).rstrip()
        for row in cells
    ]
    return "\n".join([*lines, f"... {len(rows) - ROWS} more"] if len(rows) > ROWS else lines)


def _whole(rows: Mapping[str, Mapping[str, float | None]]) -> str:
    """A line per part of the estimate, a column per format."""
    labels = list(next(iter(rows.values())))
    columns = tuple(Column(name, "number") for name in rows)
    return aligned(Table((Column(""), *columns), tuple((label, *(percent(row[label]) for row in rows.values())) for label in labels)))


def analysis_document(
    program: Program, s: Sensitivity, wanted: Tolerances, faults: Mapping[str, Findings]
) -> dict[str, Any]:
    """What an analysis found, most sensitive first. All shares are estimates."""
    unit = wanted.unit
    uniform = {name: estimate(s, s.question.unrounded(Assignment.uniform(name))) for name in STORED}
    groups = storage_groups(program, list(s.containers))
    containers = [
        {"name": name, **_row(row), **_alone({f: stored_alone(s, groups[name], FORMATS[f]) for f in STORED}, unit)}
        for name, row in s.containers.items()
    ]
    sites = [
        {
            "name": site,
            "code": code_at(program, site),
            **_row(row.compute),
            **_alone({f: computed_alone(s, site, FORMATS[f]) for f in STORED}, unit),
        }
        for site, row in s.sites.items()
        if site
    ]
    return {
        "precis_analysis": 1,
        "word": "estimate",
        "program": program.name,
        "tolerance": unit,
        "tolerance stated": str(wanted),
        "samples": s.samples,
        "containers": sorted(containers, key=_hardest),
        "sites": sorted(sites, key=_hardest),
        "whole": {f: {label: finite(x / unit) for label, x, _ in estimated(e)} for f, e in uniform.items()},
        "findings": {name: found.record() for name, found in faults.items()},
    }


def _alone(found: Mapping[str, Alone], unit: float) -> dict[str, Any]:
    """Shares of the tolerance by format, None where first order says nothing; and the formats that the values seen overflow."""
    shares = {f: None if a.share is None else finite(a.share / unit) for f, a in found.items()}
    return {"share": shares, "overflow": [f for f, a in found.items() if a.overflow]}


def _row(row) -> dict[str, Any]:
    return {"sensitivity": finite(row.rms), "smallest": finite(row.smallest), "largest": finite(row.largest)}


def _hardest(row: dict[str, Any]) -> tuple[float, str]:
    return -(row["sensitivity"] or 0.0), row["name"]
