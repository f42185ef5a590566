"""The user's source with the formats beside it: the lines that store or compute, and a few around them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Set

from precis.ir.emulate import ROUNDED
from precis.ir.types import Program
from precis.report.model import ContainerRow, Number, SiteRow, SourceFile, SourceLine
from precis.report.rows import by_line, parsed

AROUND = 1  # lines shown before and after a statement that rounds
STORES = ("store", "update", "update_add")


def source_files(program: Program, containers: Iterable[ContainerRow], sites: Iterable[SiteRow]) -> tuple[SourceFile, ...]:
    """Every file that the program came from, cut to the lines that matter."""
    stores, shares = stores_by_site(program), {row.place: _share(row.attributed, row.estimate) for row in sites}
    rows = {row.name: row for row in containers}
    compute = {row.place: row for row in sites}
    found = []
    for file, text in program.sources.items():
        lines = text.splitlines()
        marked = {by_line(site)[1] for site in {*compute, *stores} if by_line(site)[0] == file}
        shown = lines_to_show(text, marked)
        if shown:
            made = (_line(f"{file}:{n}", n, lines[n - 1], stores, rows, compute, shares) for n in shown)
            found.append(SourceFile(file, tuple(made)))
    return tuple(found)


def lines_to_show(text: str, marked: Set[int]) -> list[int]:
    """Numbers of the lines of the marked statements, whole, with the headers of the functions and loops around them."""
    total, shown = len(text.splitlines()), set()
    for m in marked:
        shown |= set(range(m - AROUND, m + AROUND + 1))
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.stmt) and node.end_lineno:
            span = range(node.lineno, node.end_lineno + 1)
            if not hasattr(node, "body") and node.lineno in marked:
                shown |= set(span)
            elif hasattr(node, "body") and not marked.isdisjoint(span):
                shown.add(node.lineno)
    return sorted(n for n in shown if 1 <= n <= total)


def _line(site: str, number: int, text: str, stores: dict[str, list[str]], rows: dict[str, ContainerRow],
          compute: dict[str, SiteRow], shares: dict[str, float | None]) -> SourceLine:  # fmt: skip
    stored = [rows[name] for name in stores.get(site, ()) if name in rows]
    only_here = [row for row in stored if sum(row.name in names for names in stores.values()) == 1]
    parts = [shares.get(site), *(_share(row.attributed, row.estimate) for row in only_here)]
    known = [part for part in parts if part is not None]
    row = compute.get(site)
    return SourceLine(number, text, tuple((r.name, r.chosen) for r in stored), row.chosen if row else "",
                      row.accumulate if row else "", sum(known) if known else None)  # fmt: skip


def stores_by_site(program: Program) -> dict[str, list[str]]:
    """Site -> floating containers that it stores into, in the order of the program."""
    found: dict[str, list[str]] = {}
    for node in program.nodes():
        if node.op in STORES and node.site and node.output.container and node.output.kind in ROUNDED:
            names = found.setdefault(node.site, [])
            if node.output.container not in names:
                names.append(node.output.container)
    return found


def _share(attributed: Number | None, estimate: Number | None) -> float | None:
    """What is known best: the attribution, else the estimate."""
    number = attributed or estimate
    return number.value if number else None
