"""From formats chosen by a statistic to a Report: ensembles instead of single runs, and no first-order estimates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from precis.bitwidth.by_statistic import Chosen, Judged
from precis.bitwidth.cost import seconds
from precis.bitwidth.statistic import Statistic
from precis.bitwidth.stored import floating, stored_words
from precis.formats import Assignment
from precis.ir.emulate import ROUNDED
from precis.report import rows, source
from precis.report.facts import BOUNDARY, passed_over, silence, times
from precis.report.headline import Gain, clauses
from precis.report.machine import machine
from precis.report.model import ContainerRow, Fact, Number, OutputRow, Report, SampleRow, SiteRow
from precis.report.numbers import short
from precis.report.rows import finite
from precis.tuned.ratio import stopwatch

BY_TRIAL = "First order says nothing of chaos, so no estimate is made: formats were tried, and nothing says which array matters how much."


def report_of_ensembles(found: Chosen, *, target: str = "cpu", warnings: Sequence[str] = (), files: Sequence[str] = ()) -> Report:
    """The report of a Chosen; arguments as of `precis.report.report_of`."""
    containers, sites = tuple(_containers(found)), tuple(_sites(found))
    return Report(
        program=found.program.name,
        place=rows.function_site(found.program),
        target=target,
        device=found.device.name,
        tolerance=found.tolerance.unit,
        met=found.holds,
        headline=_headline(found, containers),
        containers=containers,
        sites=sites,
        samples=tuple(_samples(found)),
        outputs=tuple(_outputs(found)),
        sources=source.source_files(found.program, containers, sites),
        facts=(*_statistics(found), *_speed(found), *_memory(found), *_work(found)),
        machine=machine(),
        warnings=tuple(warnings),
        limits=tuple(_limits(found)),
        files=tuple(files),
        stated=f"{found.tolerance} of the mean over {found.members} members",
    )


def _headline(found: Chosen, containers: Sequence[ContainerRow]) -> str:
    if found.holds:
        return clauses(containers, found.sentence, _gain(found))
    closest = f" (stored: {stored_words(found.program, found.closest[0])})" if found.closest else ""
    return f"{found.sentence}{closest}"


def _gain(found: Chosen) -> Gain:
    if found.chosen is None:
        best = max((j.timing.speedup for j in found.holding if j.timing), default=1.0)
        saved = max((_saved(found, j.assignment) for j in found.holding), default=1.0)
        return Gain(Number(best, "measurement", "x"), Number(saved, "count", "x"), kept=True)
    saved = Number(_saved(found, found.assignment), "count", "x")
    return Gain(_speedup(found, found.chosen), saved, stopwatch=stopwatch(found.chosen.timing))


def _speedup(found: Chosen, chosen: Judged) -> Number:
    t = chosen.timing
    if t and t.tells:
        return Number(finite(t.speedup), "measurement", "x", t.samples, BOUNDARY)
    before, after = (seconds(found.work, a, found.device) for a in (found.original, found.assignment))
    return Number(before / after if after else None, "estimate", "x", note=f"cost model of {found.device.name}")


def _saved(found: Chosen, a: Assignment) -> float:
    return found.work.memory(found.original) / (found.work.memory(a) or 1.0)


def _containers(found: Chosen) -> Iterator[ContainerRow]:
    for c in floating(found.program):
        before, after = found.original.storage_of(c.name).name, found.assignment.storage_of(c.name).name
        yield ContainerRow(c.name, rows.defined_at(found.program, c), rows.shape_text(c, found.binding), c.role, before, after)


def _sites(found: Chosen) -> Iterator[SiteRow]:
    sites = {n.site for n in found.program.nodes() if n.site and any(v.kind in ROUNDED for v in n.outputs)}
    for site in sorted(sites, key=rows.by_line):
        a, code = found.assignment, rows.code_at(found.program, site)
        yield SiteRow(site, code, rows.computed_in(found.original, site), rows.computed_in(a, site), rows.sums_in(a, site))


def _evidence(found: Chosen) -> Judged | None:
    return found.chosen or next(iter(found.holding or found.judged), None)


def _inputs(found: Chosen) -> Iterator[tuple[str, str, Statistic]]:
    """(name, group, verdict) of every input that what was chosen, passed over or judged first was judged on."""
    judged = _evidence(found)
    if judged is None:
        return
    names = [("tuning input, fresh members", "tuning"), *((f"seed {k}", "held-out") for k in judged.seeds)]
    for (name, group), v in zip(names, judged.verdicts, strict=True):
        yield name, group, v


def _samples(found: Chosen) -> Iterator[SampleRow]:
    for name, group, v in _inputs(found) if found.chosen else ():
        worst = max(v.errors, key=lambda n: v.errors[n])
        yield SampleRow(name, group, v.errors[worst], worst)


def _outputs(found: Chosen) -> Iterator[OutputRow]:
    """Of the formats returned; nothing where these are the program's own."""
    verdicts = [v for *_, v in _inputs(found)] if found.chosen else []
    for name in verdicts[0].errors if verdicts else ():
        yield OutputRow(name, Number(finite(max(v.errors[name] for v in verdicts)), "measurement", samples=len(verdicts)))


def _statistics(found: Chosen) -> Iterator[Fact]:
    """Every verdict: the difference of the means with its standard error, and what single runs are worth."""
    group = "statistic" if found.chosen else "statistic of formats passed over" if found.holds else "statistic of the first formats judged"
    for where, _, v in _inputs(found):
        for name, e in v.errors.items():
            note = f"standard error {short(v.sampling[name])}; single runs of the reference are {short(v.spread[name])} apart"
            yield Fact(group, f"difference of the means of {name}, {where}", Number(finite(e), "measurement", "", v.members, note))


def _speed(found: Chosen) -> Iterator[Fact]:
    for judged in found.holding:
        if judged.timing and judged is not found.chosen:
            yield passed_over(stored_words(found.program, judged.assignment), judged.timing.speedup, judged.timing)
    if found.chosen:
        yield Fact("speed", "speed", _speedup(found, found.chosen))
    if found.chosen and found.chosen.timing:
        yield from times(found.chosen.timing)


def _memory(found: Chosen) -> Iterator[Fact]:
    if found.chosen:
        yield Fact("memory", "memory", Number(_saved(found, found.assignment), "count", "x", note="named arrays and scalars"))
    for label, a in (("original", found.original), ("tuned", found.assignment)):
        yield Fact("memory", label, Number(found.work.memory(a), "count", "bytes"))


def _work(found: Chosen) -> Iterator[Fact]:
    rejected = len(found.judged) - len(found.holding)
    runs = f"{found.members} runs each"
    yield Fact("ensembles", "ensembles under some choice", Number(float(found.trials), "count", "count", note=runs))
    yield Fact("ensembles", "choices that held in the trial and failed when judged again", Number(float(rejected), "count", "count"))


def _limits(found: Chosen) -> Iterator[str]:
    yield ("Members start from inputs that are moved by one unit in the last place of binary64, up or down at random; means agree "
           "where their difference and two of its standard errors stay within the tolerance, about 97.7 % by the normal law.")  # fmt: skip
    yield BY_TRIAL
    verdict = found.verdict
    if verdict and verdict.pointwise:
        yield "Single runs of the reference agree within the tolerance here: `tune` without a statistic says more."
    if unresolved := [trial for _, trial in found.tried if not trial.resolved]:
        yield (f"{len(unresolved)} of {len(found.tried)} trials could not be told from chance: about "
               f"{min(t.needed for t in unresolved)} members would be needed (estimate; --members).")  # fmt: skip
    yield from silence(found.chosen.timing if found.chosen else None)
    yield "Memory counts the arrays and scalars that the program names, not temporaries or the interpreter."
