"""The tables of a report as text cells; the printers decide how a cell of each kind looks."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from precis.errors import plural
from precis.report.model import ContainerRow, LoopRow, Number, OutputRow, Range, Report, SiteRow, one_file, within
from precis.report.numbers import in_unit, percent, scientific, short
from precis.report.words import UNSEEN_WORDS

ROWS_SHOWN = 120
EIGHTHS = 8
UNSEEN = "unseen"
SHARED = 4  # rows that tell the same, from which a note tells it for all of them
WORD = {"bound": "bound", "estimate": "estimate", "measurement": "measured", "count": "counted"}


@dataclass(frozen=True, slots=True)
class Column:
    """kind: text, code, format, number, place (kept on one line)."""

    name: str
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """Cells row by row; `more` rows were left out (they are in report.json). notes: what cells refer to."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0
    notes: tuple[str, ...] = ()


def verdict_table(report: Report) -> Table:
    """One row per container: formats, share of the tolerance, range seen, why it stays wide."""
    columns = (
        Column("name", "code"),
        Column("defined", "place"),
        Column("shape", "place"),
        Column("stored in", "format"),
        Column("now", "format"),
        Column("estimate", "number"),
        Column("attributed", "number"),
        Column("range seen", "number"),
        Column("why it stays"),
    )
    alone = _alone(report)
    table = _noted(_table(columns, report.containers, lambda row: _verdict_row(row, alone)), "why it stays")
    return replace(table, notes=(*table.notes, UNSEEN_WORDS)) if any(UNSEEN in row for row in table.rows) else table


def _alone(report: Report) -> bool:
    return one_file(row.place for row in (*report.containers, *report.sites))


def _noted(table: Table, column: str) -> Table:
    """Sentences of a column that many rows share, told once under the table."""
    at = next((k for k, c in enumerate(table.columns) if c.name == column), None)
    if at is None:
        return table
    counts = Counter(row[at] for row in table.rows if row[at])
    notes = [words for words, count in counts.items() if count >= SHARED]
    cells = {words: f"note {k}" for k, words in enumerate(notes, 1)}
    rows = tuple((*row[:at], cells.get(row[at], row[at]), *row[at + 1:]) for row in table.rows)
    return replace(table, rows=rows, notes=tuple(f"note {k}: {words}" for k, words in enumerate(notes, 1)))


def _verdict_row(row: ContainerRow, alone: bool) -> tuple[str, ...]:
    return (
        row.name,
        within(row.place, alone),
        row.shape or "scalar",
        row.original,
        row.chosen,
        _share(row.estimate),
        _share(row.attributed),
        range_text(row.seen) or UNSEEN,
        row.reason,
    )


def site_table(report: Report) -> Table:
    """One row per source statement: formats of its arithmetic and its share of the tolerance."""
    columns = (
        Column("site", "place"),
        Column("statement", "code"),
        Column("computed in", "format"),
        Column("now", "format"),
        Column("sums in", "format"),
        Column("estimate", "number"),
        Column("attributed", "number"),
    )
    alone = _alone(report)
    return _table(columns, report.sites, lambda row: _site_row(row, alone))


def _site_row(row: SiteRow, alone: bool) -> tuple[str, ...]:
    return (
        within(row.place, alone),
        row.code,
        row.original,
        row.chosen,
        row.accumulate,
        _share(row.estimate),
        _share(row.attributed),
    )


def loop_table(report: Report) -> Table:
    """One row per outer loop: its iterations, which made most, the shares of eighths of them and the sum; last what is outside of loops."""
    columns = (
        Column("loop", "place"),
        Column("statement", "code"),
        Column("iterations", "number"),
        Column("largest", "number"),
        *(Column(f"{k + 1}/{EIGHTHS}", "number") for k in range(EIGHTHS)),
        Column("sum", "number"),
    )
    alone = _alone(report)
    return _table(columns, report.loops, lambda row: _loop_row(row, alone))


def _loop_row(row: LoopRow, alone: bool) -> tuple[str, ...]:
    if not row.place:
        return ("outside of loops", row.code, *[""] * (EIGHTHS + 2), _share(row.total))
    ends = [len(row.shares) * k // EIGHTHS for k in range(EIGHTHS + 1)]
    eighths = (percent(math.fsum(row.shares[a:b])) if b > a else "" for a, b in itertools.pairwise(ends))
    largest = f"{percent(row.shares[row.largest])} in {row.which(row.largest)}" if row.tells else ""
    return (within(row.place, alone), row.code, str(row.trips), largest, *eighths, _share(row.total))


def output_table(report: Report) -> Table:
    """One row per floating output: estimate, measured error, what that is of the tolerance."""
    columns = (
        Column("output", "code"),
        Column("estimate", "number"),
        Column("measured", "number"),
        Column("of the tolerance", "number"),
        Column("samples", "number"),
    )
    return _table(columns, report.outputs, lambda row: _output_row(row, report.tolerance))


def _output_row(row: OutputRow, tolerance: float) -> tuple[str, ...]:
    share = None if row.error.value is None else row.error.value / tolerance
    samples = "" if row.error.samples is None else str(row.error.samples)
    return (
        row.name,
        scientific(row.estimate.value) if row.estimate else "",
        scientific(row.error.value),
        percent(share),
        samples,
    )


def fact_tables(report: Report) -> list[tuple[str, Table]]:
    """(group, table) in the order in which groups first appear."""
    groups = dict.fromkeys(fact.group for fact in report.facts)
    columns = (
        Column("quantity"),
        Column("value", "number"),
        Column("kind"),
        Column("samples", "number"),
        Column("note"),
    )
    rows = {g: [(f.label, *_number_row(f.number)) for f in report.facts if f.group == g] for g in groups}
    return [(g, Table(columns, tuple(found))) for g, found in rows.items()]


def _number_row(number: Number) -> tuple[str, str, str, str]:
    samples = "" if number.samples is None else str(number.samples)
    return in_unit(number.value, number.unit), WORD[number.word], samples, number.note


def range_text(seen: Range | None) -> str:
    """1.2e-4 to 3.0e2; one number where smallest and largest agree."""
    if seen is None or seen.largest is None:
        return ""
    low, high = short(seen.smallest), short(seen.largest)
    return high if seen.smallest is None or low == high else f"{low} to {high}"


def _share(number: Number | None) -> str:
    return "" if number is None else percent(number.value)


def _table(columns: tuple[Column, ...], items: Sequence, row) -> Table:
    """The first ROWS_SHOWN items; columns that are empty in every row are left out."""
    rows = [row(item) for item in items[:ROWS_SHOWN]]
    kept = [k for k in range(len(columns)) if any(cells[k] for cells in rows)]
    return Table(
        tuple(columns[k] for k in kept),
        tuple(tuple(cells[k] for k in kept) for cells in rows),
        max(0, len(items) - ROWS_SHOWN),
    )


def more_text(table: Table) -> str:
    """What a page says under a table that was cut."""
    return f"{plural(table.more, 'more row')} in report.json" if table.more else ""
