"""The report as one HTML page: no scripts, nothing fetched, every user text escaped, light, dark and print."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from precis.report import charts
from precis.report.faults import numbers_text
from precis.report.loop_chart import loop_chart
from precis.report.markup import Markup, join, tag
from precis.report.model import Fact, FindingRow, Report, SourceFile, SourceLine
from precis.report.numbers import in_unit, percent
from precis.report.tables import (
    WORD,
    Column,
    Table,
    fact_tables,
    loop_table,
    more_text,
    output_table,
    site_table,
    verdict_table,
)
from precis.report.words import BUDGET, FINDINGS, GROUPS, LOOPS, OPTIONS, PARETO, SAMPLES, SHARES, SOURCE, error_words

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LINES_SHOWN = 500
CODE_SHOWN = 160
PLACE_SHOWN = 28
HEAT = (0.001, 0.01, 0.05, 0.25)  # shares of the tolerance from which a source line is tinted more
TILES = ("worst measured error", "speed", "memory", "error explained")


def to_html(report: Report) -> str:
    """The whole page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{report.program}: precision report"),
        tag("style", Markup(files("precis.report").joinpath("page.css").read_text(encoding="utf-8"))),
    )
    body = tag("body", tag("main", _header(report), _sections(report)))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _header(report: Report) -> Markup:
    badge = tag(
        "span",
        "tolerance met" if report.met else "tolerance not met",
        class_=f"badge {'good' if report.met else 'bad'}",
    )
    return tag(
        "header",
        tag("h1", report.program, badge),
        tag(
            "p",
            _where(report),
            class_="place",
        ),
        tag("p", _sentence(report.headline), class_="headline"),
        _tiles(report),
        tag("ul", [tag("li", _named(w)) for w in report.warnings], class_="warnings") if report.warnings else None,
    )


def _where(report: Report) -> str:
    parts = (report.place, f"target {report.target}", report.device, f"tolerance {report.limit}")
    return " · ".join(filter(None, parts))


def _sentence(headline: str) -> list[Markup]:
    """The headline with its `names` as code and a full stop."""
    return [*_named(headline), Markup(".")]


def _named(words: str) -> list[Markup]:
    """Words with `names` as code."""
    return [tag("code", p) if k % 2 else join(p) for k, p in enumerate(words.split("`"))]


def _tiles(report: Report) -> Markup | None:
    found = [f for label in TILES for f in report.facts if f.label == label and f.number.value is not None]
    return tag("dl", [_tile(f) for f in found], class_="tiles") if found else None


def _tile(fact: Fact) -> Markup:
    kind = WORD[fact.number.word] + (f", {fact.number.note}" if fact.number.note else "")
    return tag(
        "div",
        tag("dt", fact.label),
        tag("dd", in_unit(fact.number.value, fact.number.unit)),
        tag("dd", kind, class_="kind"),
    )


def _sections(report: Report) -> Iterable[Markup | None]:
    yield _section(
        "Containers",
        SHARES if report.shared else "",
        _figure(charts.options_chart(report.options), OPTIONS),
        _table(verdict_table(report), "verdict"),
    )
    yield _section("Findings", FINDINGS, [_finding(row) for row in report.findings] or None)
    yield _section("Error budget", BUDGET, _figure(report.budget and charts.budget_chart(report.budget), ""))
    yield _section("Source", SOURCE, [_source(f, len(report.sources) > 1) for f in report.sources])
    yield _section("Statements", "", _table(site_table(report)))
    yield _section("Iterations", LOOPS, _figure(loop_chart(report.loops), ""), _table(loop_table(report)))
    yield _section("Cost", "", _figure(charts.pareto_chart(report.pareto, report.tolerance), PARETO))
    yield _section(
        "Outputs and inputs",
        error_words(report.stated),
        _table(output_table(report)),
        tag("ul", [tag("li", _named(line)) for line in report.discrete], class_="plain") if report.discrete else None,
        _figure(charts.samples_chart(report.samples, report.tolerance), SAMPLES),
    )
    yield _section("Numbers", "", [_facts(*found) for found in fact_tables(report)])
    yield _section("Machine", "", _pairs(report.machine))
    yield _section("Limits", "", _items(report.limits))
    yield _section("Files", "", _items(report.files))
    yield tag("p", report.made, class_="made") if report.made else None


def _finding(row: FindingRow) -> Markup:
    return tag(
        "div",
        tag("p", tag("strong", row.severity), f" {row.place}: {row.message}. {row.where}: {numbers_text(row)}."),
        tag("p", f"Remedy: {row.remedy} ({row.source})."),
        tag("details", tag("summary", "reproducer in NumPy"), tag("pre", row.reproducer)),
        class_="finding",
    )


def _facts(group: str, table: Table) -> tuple[object, ...]:
    return tag("h3", group), tag("p", GROUPS[group]) if group in GROUPS else None, _table(table, "facts")


def _section(title: str, words: str, *body: object) -> Markup | None:
    content = join(body)  # type: ignore[arg-type]
    return (
        tag("section", tag("h2", title), tag("p", words, class_="words") if words else None, content)
        if content
        else None
    )


def _figure(picture: Markup | None, words: str) -> Markup | None:
    return tag("figure", tag("figcaption", words) if words else None, picture) if picture else None


def _table(table: Table, class_: str = "") -> Markup | None:
    if not table.rows:
        return None
    head = tag("tr", [tag("th", c.name, class_=_align(c), scope="col") for c in table.columns])
    rows = [tag("tr", [_cell(cell, c) for cell, c in zip(row, table.columns)]) for row in table.rows]
    under = [tag("p", words, class_="more") for words in (*table.notes, more_text(table)) if words]
    return tag(
        "div", tag("table", tag("thead", head), tag("tbody", rows), class_=class_ or None), under, class_="scroll"
    )


def _align(column: Column) -> str | None:
    return "number" if column.kind == "number" else None


def _cell(cell: str, column: Column) -> Markup:
    if column.kind == "format":
        return tag("td", _pill(cell) if cell else None)
    kind = "text" if column.kind == "place" and len(cell) > PLACE_SHOWN else column.kind
    return tag("td", _cut(cell), class_=None if kind == "text" else kind)


def _cut(text: str) -> str:
    return text if len(text) <= CODE_SHOWN else text[: CODE_SHOWN - 1] + "…"


def _pill(name: str, words: str = "") -> Markup:
    return tag("span", words or name, class_=f"pill {charts.format_class(name)}")


def _source(source: SourceFile, named: bool) -> Markup:
    shown = source.lines[:LINES_SHOWN]
    rows, before = [], None
    for row in shown:
        if before is not None and row.number > before + 1:
            rows.append(tag("tr", tag("td", "⋮", colspan="5"), class_="gap"))
        rows.append(_source_row(row))
        before = row.number
    more = tag("p", f"{len(source.lines) - LINES_SHOWN} more lines in report.json", class_="more")
    return tag(
        "div",
        tag("h3", source.name) if named else None,
        tag("table", _source_head(), tag("tbody", rows), class_="source"),
        more if len(source.lines) > LINES_SHOWN else None,
        class_="scroll",
    )


def _source_head() -> Markup:
    names = (("line", "number"), ("", None), ("stores", None), ("computes in", None), ("share", "number"))
    return tag("thead", tag("tr", [tag("th", name, class_=kind, scope="col") for name, kind in names]))


def _source_row(row: SourceLine) -> Markup:
    heat = sum(abs(row.share or 0.0) >= limit for limit in HEAT)
    stores = [(Markup("<br>") if k else None, _pill(fmt, f"{name} {fmt}")) for k, (name, fmt) in enumerate(row.stores)]
    sums = f"{row.compute}, sums {row.accumulate}" if row.accumulate and row.accumulate != row.compute else row.compute
    return tag(
        "tr",
        tag("td", row.number, class_="no"),
        tag("td", _cut(row.text), class_="code"),
        tag("td", stores, class_="formats"),
        tag("td", _pill(row.compute, sums) if row.compute else None, class_="formats"),
        tag("td", percent(row.share) if row.share is not None else None, class_="share"),
        class_=f"h{heat}" if heat else None,
    )


def _pairs(pairs: tuple[tuple[str, str], ...]) -> Markup | None:
    rows = [tag("tr", tag("td", key), tag("td", value)) for key, value in pairs]
    return tag("table", tag("tbody", rows)) if rows else None


def _items(items: tuple[str, ...]) -> Markup | None:
    return tag("ul", [tag("li", item) for item in items], class_="plain") if items else None
