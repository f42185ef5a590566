"""Rows of the verdict: every container and site of a tuned Program with its formats, shares and reasons."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from precis.bitwidth.alone import storage_groups, stored_alone
from precis.bitwidth.search import Proposal
from precis.bitwidth.select import OFFERED
from precis.bitwidth.stored import floating, width
from precis.formats import Assignment, Format, format_named
from precis.ir.emulate import arithmetic_format
from precis.ir.types import Container, Program
from precis.report.model import ContainerRow, LoopRow, Number, Option, Options, Range, SiteRow
from precis.report.numbers import short
from precis.report.reasons import evidence, reason_to_stay
from precis.tuned import Tuned

CONTAINERS_PRICED = 150  # whose single formats are estimated; a report shows fewer


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user asked for beyond what Tuned keeps: formats offered, and pinned names."""

    formats: tuple[str, ...] = OFFERED
    pins: Mapping[str, str] | None = None

    def storable(self, original: Assignment, names: Iterable[str]) -> tuple[Format, ...]:
        """Storage formats that a container may have been given, widest first."""
        found = {format_named(name) for name in self.formats} | {original.storage_of(name) for name in names}
        return tuple(sorted((f for f in found if f.storable), key=width, reverse=True))


def container_rows(tuned: Tuned, asked: Asked, options: Sequence[Options]) -> tuple[ContainerRow, ...]:
    """One row per floating container."""
    priced = {row.container: row for row in options}
    return tuple(_container_row(tuned, asked, c, priced.get(c.name)) for c in floating(tuned.program))


def _container_row(tuned: Tuned, asked: Asked, c: Container, options: Options | None) -> ContainerRow:
    chosen, original = tuned.assignment.storage_of(c.name), tuned.original.storage_of(c.name)
    reason, must = "", ""
    if width(chosen) >= width(original) and options is not None:
        reason, must = reason_to_stay(evidence(tuned, asked, c.name, options))
    row = tuned.sensitivity.containers.get(c.name)
    return ContainerRow(
        c.name,
        defined_at(tuned.program, c),
        shape_text(c, tuned.sensitivity.binding),
        c.role,
        original.name,
        chosen.name,
        None if _unseen(tuned, "storage", c.name) else _share_of(tuned, tuned.estimate.by_container, c.name, tuned.estimate.samples),
        _share_of(tuned, tuned.measurement.by_container, c.name, tuned.measurement.samples),
        Range(finite(row.smallest), row.largest) if row and row.largest else None,
        reason,
        must,
    )


def site_rows(tuned: Tuned) -> tuple[SiteRow, ...]:
    """One row per source statement that computes, in the order of the source."""
    found = sorted({*tuned.sensitivity.sites, *tuned.measurement.by_site} - {""}, key=by_line)
    return tuple(_site_row(tuned, site) for site in found)


def _site_row(tuned: Tuned, site: str) -> SiteRow:
    a, m, e = tuned.assignment, tuned.measurement, tuned.estimate
    return SiteRow(
        site,
        code_at(tuned.program, site),
        computed_in(tuned.original, site),
        computed_in(a, site),
        sums_in(a, site),
        None if _unseen(tuned, "compute", site) else _share_of(tuned, e.by_site, site, e.samples),
        _share_of(tuned, m.by_site, site, m.samples),
    )


def sums_in(assignment: Assignment, site: str) -> str:
    """The format of sums where it is not that of other arithmetic, else ""."""
    sums = assignment.accumulate_of(site)
    return sums.name if sums != assignment.compute_of(site) else ""


def computed_in(assignment: Assignment, site: str) -> str:
    """"binary32", or "binary32, factors bfloat16" where a site rounds the factors of products to a format of their own."""
    factors = assignment.compute_of(site)
    arithmetic = arithmetic_format(assignment, site).name
    return arithmetic if factors.storable else f"{arithmetic}, factors {factors if factors.products > 1 else factors.unit}"


def _unseen(tuned: Tuned, kind: str, name: str) -> bool:
    """Whether first order says nothing about the share of what rounds there."""
    shares = tuned.estimate.by_container if kind == "storage" else tuned.estimate.by_site
    return (kind, name) in tuned.estimate.unseen and not shares.get(name)


def _share_of(tuned: Tuned, parts: Mapping[str, float], name: str, samples: int) -> Number | None:
    """A part of the error as a share of the tolerance; 0 for a name that rounds nothing of its own, None without parts.
    Attribution is first order too: an estimate."""
    return Number(parts.get(name, 0.0) / tuned.rtol, "estimate", "share", samples) if parts else None


def options_of(tuned: Tuned, asked: Asked) -> tuple[Options, ...]:
    """What every container would cost in error in each storage format, alone with those that share its storage."""
    names = [c.name for c in floating(tuned.program)][:CONTAINERS_PRICED]
    groups, formats = storage_groups(tuned.program, names), asked.storable(tuned.original, names)
    found: dict[tuple[str, ...], tuple[Option, ...]] = {}
    for name, members in groups.items():
        if members not in found:
            every = dict.fromkeys((*formats, tuned.assignment.storage_of(name)))
            found[members] = tuple(_option(tuned, members, f) for f in sorted(every, key=width, reverse=True))
    return tuple(Options(n, tuned.assignment.storage_of(n).name, found[groups[n]]) for n in names)


def _option(tuned: Tuned, members: Sequence[str], fmt: Format) -> Option:
    alone = stored_alone(tuned.sensitivity, members, fmt)
    return Option(fmt.name, alone.share or 0.0, alone.overflow)


def scaled(options: Sequence[Options], tolerance: float) -> tuple[Options, ...]:
    """Options with errors divided by the tolerance."""
    return tuple(
        Options(
            row.container, row.chosen, tuple(Option(o.format, o.share / tolerance, o.overflow) for o in row.options)
        )
        for row in options
    )


def shape_text(c: Container, binding: Mapping[str, int]) -> str:
    """130 x 130; symbols stay where their value is known only while the program runs."""
    return " x ".join(str(d.value(binding)) if d.symbols() <= set(binding) else str(d) for d in c.shape)


def loop_rows(tuned: Tuned) -> tuple[LoopRow, ...]:
    """Outer loops by line, then what is outside of them; none where no loop rounds."""
    m = tuned.measurement
    if not any(m.by_iteration):
        return ()

    def row(line: str) -> LoopRow:
        found = m.by_iteration[line]
        total = Number(finite(math.fsum(found.shares) / tuned.rtol), "estimate", "share", m.samples)
        return LoopRow(line, code_at(tuned.program, line), found.trips, found.width, tuple(x / tuned.rtol for x in found.shares), total)

    return tuple(row(line) for line in sorted(m.by_iteration, key=lambda line: (not line, *by_line(line))))


def code_at(program: Program, site: str) -> str:
    """The text of the line of a site, without the sign that it goes on below; "" where the source is not known."""
    file, _, number = site.rpartition(":")
    lines = program.sources.get(file, "").splitlines()
    return lines[int(number) - 1].strip().removesuffix("\\").rstrip() if number.isdigit() and 0 < int(number) <= len(lines) else ""


def defined_at(program: Program, c: Container) -> str:
    """Where a container is first stored into; for parameters, the function."""
    return c.span.site if c.span else function_site(program) if c.role in ("input", "inout") else ""


def function_site(program: Program) -> str:
    """Where the function is defined, which is where its parameters are; "" where the source does not say."""
    for file, text in program.sources.items():
        for node in ast.walk(parsed(text)):
            if isinstance(node, ast.FunctionDef) and node.name == program.name:
                return f"{file}:{node.lineno}"
    return ""


def parsed(text: str) -> ast.AST:
    """The syntax tree of a source; an empty one where it is not Python."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def by_line(site: str) -> tuple[str, int]:
    """Sorts sites as their lines stand in the source."""
    file, _, number = site.rpartition(":")
    return file, int(number) if number.isdigit() else 0


def finite(x: float) -> float | None:
    return x if math.isfinite(x) else None


def closest(tuned: Tuned) -> str:
    """The smallest error that any proposal reached on its worst input, in words; "" where none was run. Proposals that held where they
    were run, and were left for others, count where there are only such."""
    found = [pair for pair in (_worst_of(tuned, p) for p in tuned.tried) if math.isfinite(pair[0])]
    error, where = min([pair for pair in found if pair[0] > tuned.rtol] or found, default=(math.inf, ""))
    return f"the closest of {len(tuned.tried)} tried had {short(error)}{where}" if found else ""


def _worst_of(tuned: Tuned, p: Proposal) -> tuple[float, str]:
    """The largest error of a proposal, and where: on held-out inputs too, where one refused it."""
    own = p.measurement.error, " on the tuning input" if p.measurement.error <= tuned.rtol else ""
    refused = [(f.error, f" on {f.where}") for f in tuned.failures if f.assignment == p.assignment]
    return max([own, *refused], key=lambda pair: pair[0])
