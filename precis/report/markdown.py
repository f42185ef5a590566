"""The report as Markdown: the headline, the tables, the limits. Pictures are in the HTML page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from precis.report.faults import numbers_text
from precis.report.markup import visible
from precis.report.model import FindingRow, Report
from precis.report.tables import Column, Table, fact_tables, loop_table, more_text, output_table, site_table, verdict_table
from precis.report.words import GROUPS, LOOPS, SHARES, error_words

SPECIAL = re.compile(r"([\\`*\[\]<>|#~&]|(?<!\w)_|_(?!\w))")  # an underscore inside a word is plain in CommonMark


def _text(words: str) -> str:
    return SPECIAL.sub(r"\\\1", visible(words).replace("\n", " "))


def to_markdown(report: Report) -> str:
    """The whole report as text that ends in one newline."""
    return "\n\n".join(filter(None, _sections(report))) + "\n"


def _sections(report: Report) -> Iterable[str]:
    yield f"# {_text(report.program)}: {'tolerance met' if report.met else 'tolerance not met'}"
    yield f"**{_sentence(report.headline)}.**"
    yield _text(f"{report.place}; target {report.target} on {report.device}; tolerance {report.limit}")
    yield _list((f"Warning: {w}" for w in report.warnings), _sentence)
    yield _section("Containers", SHARES if report.shared else "", verdict_table(report))
    yield _titled("Findings", "\n".join(line for row in report.findings for line in _finding(row)))
    yield _section("Outputs", error_words(report.stated), output_table(report))
    yield _section("Statements", "", site_table(report))
    yield _section("Iterations", LOOPS, loop_table(report))
    for group, table in fact_tables(report):
        yield _section(group.capitalize(), GROUPS.get(group, ""), table)
    yield _titled("Machine", _list(f"{key}: {value}" for key, value in report.machine))
    yield _titled("Limits", _list(report.limits))
    yield _titled("Files", _list(report.files))
    yield _text(report.made)


def _finding(row: FindingRow) -> Iterable[str]:
    """A list item and its reproducer as an indented block; only numbers, identifiers and fixed text stand in that."""
    yield f"- **{_text(row.severity)}** {_text(row.place)}: {_text(row.message)}. {_text(row.where)}: {_text(numbers_text(row))}. "
    yield f"  Remedy: {_text(row.remedy)} ({_text(row.source)})."
    yield ""
    yield from (f"      {visible(line)}" for line in row.reproducer.splitlines())
    yield ""


def _section(title: str, words: str, table: Table) -> str:
    if not table.rows:
        return ""
    return "\n\n".join(filter(None, [f"## {_text(title)}", words, _table(table), _list(table.notes), more_text(table)]))


def _titled(title: str, body: str) -> str:
    return f"## {title}\n\n{body}" if body else ""


def _list(items: Iterable[str], spell: Callable[[str], str] = _text) -> str:
    return "\n".join(f"- {spell(item)}" for item in items)


def _table(table: Table) -> str:
    rule = [("---:" if c.kind == "number" else "---") for c in table.columns]
    rows = [[_cell(cell, c) for cell, c in zip(row, table.columns)] for row in table.rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [[c.name for c in table.columns], rule, *rows])


def _cell(cell: str, column: Column) -> str:
    return _code(cell) if column.kind == "code" and cell else _text(cell)


def _code(cell: str) -> str:
    """A code span that any content leaves whole: fenced by more backticks than it holds; tables need \\| inside."""
    flat = visible(cell).replace("\n", " ").replace("|", "\\|")
    longest = max((len(run) for run in re.findall("`+", flat)), default=0)
    fence, pad = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{pad}{flat}{pad}{fence}"


def _sentence(headline: str) -> str:
    """The headline with its `names` as code and all else as text."""
    parts = headline.split("`")
    return "".join(_code(p) if k % 2 else _text(p) for k, p in enumerate(parts))
