"""Findings in a report: rows of the model, and their text for every printer."""

from __future__ import annotations

from collections.abc import Iterable

from precis.bitwidth.findings import Finding, Findings
from precis.errors import plural
from precis.report.model import FindingRow, Number
from precis.report.numbers import short
from precis.report.rows import finite

SHOWN = 3  # on a terminal


def finding_rows(found: Findings) -> tuple[FindingRow, ...]:
    """One row per finding, most severe first."""
    return tuple(_row(f) for f in found)


def _row(f: Finding) -> FindingRow:
    margins = tuple((m.label, Number(finite(m.value), m.word, samples=1)) for m in f.margins)
    effect = None if f.effect is None else Number(finite(f.effect), "measurement", samples=1)
    return FindingRow(f.kind, f.severity, f.place, f.message, f.where, f.format, margins, effect, f.upon, f.reproducer, f.remedy, f.source)


def numbers_text(row: FindingRow) -> str:
    """'margin |a - b| 2.8e-17 (measured), ...'."""
    words = {"measurement": "measured", "estimate": "estimate"}
    parts = [f"{label} {short(n.value)} ({words[n.word]})" for label, n in row.margins]
    parts += [f"effect on {row.upon} {short(row.effect.value)} (measured)"] if row.effect else []
    return ", ".join(parts)


def finding_lines(rows: Iterable[FindingRow], shown: int = SHOWN) -> list[str]:
    """A few lines for each of the first, and how many more there are."""
    rows = list(rows)
    found = []
    for row in rows[:shown]:
        found += [f"{row.place or 'program'}: {row.severity}: {row.message} [{row.kind}]",
                  f"  {row.where}{f' in {row.format}' if row.format else ''}: {numbers_text(row)}", f"  remedy: {row.remedy}"]  # fmt: skip
    return found + ([f"... {plural(len(rows) - shown, 'more finding')}"] if len(rows) > shown else [])

