"""From what `tune` found to a Report: every part of the model filled, nothing printed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from precis.bitwidth.cost import seconds
from precis.bitwidth.estimate import estimate
from precis.bitwidth.pareto import pareto
from precis.report import facts, rows, source
from precis.report.faults import finding_rows
from precis.report.headline import headline
from precis.report.machine import machine
from precis.report.model import Budget, BudgetPart, ContainerRow, Number, OutputRow, ParetoPoint, Report, SampleRow
from precis.report.numbers import short, stated
from precis.report.rows import Asked
from precis.tuned import Tuned

DECADES = 4  # of tolerances tried in the model, to either side of the one asked for


def report_of(
    tuned: Tuned,
    *,
    target: str = "cpu",
    asked: Asked | None = None,
    warnings: Sequence[str] = (),
    files: Sequence[str] = (),
    made: str = "",
    progress: Callable[[str], None] | None = None,
) -> Report:
    """The report of a Tuned.

    asked     formats offered and pins, where they were not the default ones
    warnings  sentences for the top of the page; files: names of what is written beside the report
    made      date and time, left out by default so that equal results give equal pages
    """
    asked, say = asked or Asked(), progress or (lambda line: None)
    tuned = _without_empty_words(tuned)
    compiled = facts.Compiled.of(tuned)
    say("pricing every format of every container")
    options = rows.scaled(rows.options_of(tuned, asked), tuned.rtol)
    containers, sites = rows.container_rows(tuned, asked, options), rows.site_rows(tuned)
    say("choosing formats for other tolerances")
    front = tuple(_pareto(tuned, asked))
    return Report(
        program=tuned.program.name,
        place=rows.function_site(tuned.program),
        target=target,
        device=tuned.device.name,
        tolerance=tuned.rtol,
        met=tuned.holds,
        headline=_headline(tuned, containers, compiled),
        containers=containers,
        sites=sites,
        options=options,
        budget=_budget(tuned),
        loops=rows.loop_rows(tuned),
        pareto=front,
        samples=tuple(_samples(tuned)),
        outputs=tuple(_outputs(tuned)),
        sources=source.source_files(tuned.program, containers, sites),
        facts=facts.facts(tuned, compiled),
        findings=finding_rows(tuned.findings),
        machine=machine(),
        warnings=(*warnings, *tuned.cautions, *facts.busy(tuned), *compiled.warnings),
        discrete=tuple(map(str, tuned.validation.changes)),
        limits=facts.limits(tuned),
        files=tuple(files),
        made=made,
        stated=stated(tuned.tolerance),
    )


def _without_empty_words(tuned: Tuned) -> Tuned:
    """The same without shares that an attribution gives which explains nothing."""
    m = tuned.measurement
    if facts.attributed(m):
        return tuned
    return replace(tuned, measurement=replace(m, by_container={}, by_site={}, by_model={}, by_iteration={}))


def _headline(tuned: Tuned, containers: Sequence[ContainerRow], compiled: facts.Compiled) -> str:
    if tuned.holds:
        gain, words = facts.gain(tuned, compiled), stated(tuned.tolerance)
        found = headline(containers, tuned.rtol, facts.error(tuned), facts.held_out(tuned), gain, stated=words)
        cut = tuned.schedule.words(tuned.assignment) if tuned.schedule else ""
        return "; ".join(filter(None, (found, cut, *tuned.changed, tuned.findings.rests)))
    parts = [
        f"no choice of formats was found to keep the tolerance {stated(tuned.tolerance) or short(tuned.rtol)}",
        rows.closest(tuned),
        _own(tuned),
    ]
    return "; ".join(filter(None, parts))


def _own(tuned: Tuned) -> str:
    """What is measured of the program's own formats, in words; held-out inputs where they are what breaks the tolerance."""
    own, worst = tuned.measurement.error, tuned.validation.worst
    missed = [f" on {f.where}" for f in tuned.failures if f.assignment == tuned.original and f.error == own]
    found = f"the program's own formats have the measured error {short(own)}{''.join(missed[:1])}"
    if not tuned.validation.samples or worst <= tuned.rtol or own > tuned.rtol:
        return found
    there = short(worst) if math.isfinite(worst) else "none that is finite: an output is exactly 0, or not a number, in one run alone"
    return f"{found} on the tuning input, and on held-out inputs {there}"


def _budget(tuned: Tuned) -> Budget | None:
    m, e = tuned.measurement, tuned.estimate
    if not math.isfinite(m.error):
        return None
    measured = m.error / tuned.rtol
    if not facts.attributed(m):
        parts = [*_parts(tuned, "container", e.by_container), *_parts(tuned, "site", e.by_site)]
        return Budget(tuple(parts), measured, None, "estimate")
    parts = [
        *_parts(tuned, "container", m.by_container),
        *_parts(tuned, "site", m.by_site),
        *_parts(tuned, "model", m.by_model),
    ]
    if m.decisions:
        parts.append(BudgetPart("trips and branches", "decisions", m.decisions * m.combined / tuned.rtol))
    return Budget(tuple(parts), measured, m.explained, "measurement")


def _parts(tuned: Tuned, group: str, shares) -> Iterator[BudgetPart]:
    for name, part in shares.items():
        if part:
            label = name if group != "site" else _site_label(tuned, name)
            yield BudgetPart(label, group, part / tuned.rtol)


def _site_label(tuned: Tuned, site: str) -> str:
    number = site.rpartition(":")[2]
    code = rows.code_at(tuned.program, site)
    where = f"line {number}" if len(tuned.program.sources) <= 1 else site
    return f"{where}: {code}" if code else where if number else "unnamed"


def _pareto(tuned: Tuned, asked: Asked) -> Iterator[ParetoPoint]:
    """Choices at tolerances around the one asked for, the chosen one, and the original, which is the unit of time."""
    original = seconds(tuned.work, tuned.original, tuned.device)
    if not original:
        return
    middle = round(math.log10(tuned.rtol))
    tolerances = [10.0**k for k in range(min(middle + DECADES, -1), middle - DECADES - 1, -1)]
    found = pareto(
        tuned.program,
        tuned.sensitivity,
        tolerances=tolerances,
        device=tuned.device,
        formats=asked.formats,
        pins=asked.pins or None,
        work=tuned.work,
    )
    for point in found:
        if point.assignment not in (tuned.assignment, tuned.original):
            yield ParetoPoint(point.rtol, point.seconds / original, point.error)
    if tuned.assignment != tuned.original:
        chosen = seconds(tuned.work, tuned.assignment, tuned.device) / original
        yield ParetoPoint(tuned.rtol, chosen, tuned.estimate.rms, "chosen")
    own = estimate(tuned.sensitivity, tuned.sensitivity.question.unrounded(tuned.original))
    yield ParetoPoint(None, 1.0, own.rms, "original")


def _outputs(tuned: Tuned) -> Iterator[OutputRow]:
    for name, found in tuned.measurement.errors.items():
        yield OutputRow(name, Number(rows.finite(found), "measurement", samples=tuned.measurement.samples))


def _samples(tuned: Tuned) -> Iterator[SampleRow]:
    m, v = tuned.measurement, tuned.validation
    worst = max(m.errors, key=lambda name: m.errors[name], default="")
    if math.isfinite(m.error):
        yield SampleRow("tuning input", "tuning", m.error, worst)
    for seed, found in zip(v.seeds, v.errors) if facts.held_out(tuned) else ():
        if math.isfinite(found):
            yield SampleRow(f"seed {seed}", "held-out", found)
    if tuned.worst and math.isfinite(tuned.worst.error):
        yield SampleRow(f"found by search from {tuned.worst.start}", "held-out", tuned.worst.error)
