"""What the commands do. Each returns an Outcome; only `run` prints it, so that --json has stdout to itself."""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from precis.bitwidth import device_named, sensitivity
from precis.bitwidth.by_statistic import Chosen
from precis.bitwidth.findings import Findings, findings
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.tolerance import Tolerances, tolerances
from precis.cli.bounds import bounds_document, bounds_facts, bounds_text, bracketed
from precis.cli.choices import assignment_from, fixed_by, formats_from, pins_from
from precis.cli.demo import Demo, demo_named, demos
from precis.cli.folder import staged
from precis.cli.load import Job, load_job
from precis.cli.needs import completed
from precis.cli.progress import Progress
from precis.cli.statistic import chosen_by_statistic
from precis.cli.text import CHOSEN, analysis_document, analysis_text, source_names, tune_text
from precis.cli.user import import_file, named, split_place
from precis.emit import NotEmittable, engine
from precis.errors import ToleranceNotMet, UsageError
from precis.formats import Assignment
from precis.ir.ruled import without_rules
from precis.ir.types import Program
from precis.lift import lift
from precis.report import Report, pages, report_of
from precis.report.ensembles import report_of_ensembles
from precis.report.json import document
from precis.report.rows import Asked
from precis.tune import HELD_OUT, tune
from precis.tuned import Tuned

INTERPRETED = " is interpreted: "  # in the warning of precis.emit.engine
NOT_MET = ToleranceNotMet.exit_code
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """text for people, document for machines, and the exit code."""

    text: str
    document: Mapping[str, Any]
    code: int = 0


def run(arguments: argparse.Namespace) -> int:
    """Run the command that was chosen, print its outcome, return its exit code."""
    arguments = completed(arguments)
    _check_target(getattr(arguments, "target", engine.TARGETS[0]))
    with _progress(arguments.quiet) as say, redirect_stdout(sys.stderr), _told_warnings():
        outcome = COMMANDS[arguments.command](arguments, say)
    _print(json.dumps(outcome.document, allow_nan=False) if arguments.json else outcome.text)
    return outcome.code


def _print(text: str) -> None:
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as problem:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left cannot be written at exit either
        raise UsageError(f"cannot write to stdout: {problem.strerror or problem}", hints=("--out DIR writes into a folder",)) from None


def _check_target(target: str) -> None:
    if target not in engine.TARGETS:
        raise UsageError(f"source for {target} cannot be written yet", hints=(f"targets: {', '.join(engine.TARGETS)}",))


@contextmanager
def _progress(quiet: bool) -> Iterator[Say]:
    if quiet:
        yield lambda step: None
        return
    with Progress() as progress:
        yield progress


@contextmanager
def _told_warnings() -> Iterator[None]:
    """That there is no compiler, said once and without a place in the code; nothing of other packages' warnings."""
    told: set[str] = set()

    def tell(message: Warning | str, *_: object) -> None:
        reason = str(message).partition(INTERPRETED)[2]
        if reason not in told:
            told.add(reason)
            print(f"precis: warning: programs are interpreted: {reason}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.filterwarnings("always", category=RuntimeWarning, message=f".*{INTERPRETED}")
        warnings.showwarning = tell
        yield


def _job(a: argparse.Namespace, say: Say) -> Job:
    """What the command works on; what had to be assumed is told."""
    say(f"loading {a.program}")
    job = load_job(a.program, a.inputs, a.seed, a.size)
    for note in job.notes:
        print(f"precis: note: {note}", file=sys.stderr)
    return job


def _tune(a: argparse.Namespace, say: Say) -> Outcome:
    with _output(a.out) as folder:
        wanted = _wanted(a)
        job = _job(a, say)
        return _tuned(a, job, wanted, _qoi(a.qoi), folder, say)


def _demo(a: argparse.Namespace, say: Say) -> Outcome:
    if a.list_demos:
        rows = {name: {"function": d.function, "rtol": d.rtol, "about": d.about} for name, d in demos().items()}
        return Outcome("\n".join(f"{name:<20} {row['about']}" for name, row in rows.items()), rows)
    demo: Demo = demo_named(a.name)
    with _output(a.out) as folder:
        say(f"loading the bundled program {demo.path.stem}")
        job = load_job(f"{demo.path}:{demo.function}", None, a.seed, a.size or demo.size)
        return _tuned(a, job, _wanted(a, demo.rtol), None, folder, say)


def _wanted(a: argparse.Namespace, rtol: float | None = None) -> Tolerances:
    """The tolerance that the options state, else the relative one given."""
    stated = (a.tolerance, a.rtol, a.atol, a.norm)
    return tolerances(a.tolerance, rtol=rtol if stated[:3] == (None, None, None) else a.rtol, atol=a.atol, norm=a.norm)


def _qoi(text: str | None) -> Qoi:
    """A function FILE.py:FUNCTION, or the name of an output."""
    if text is None or ":" not in text:
        return text
    path, name = split_place(text)
    return named(import_file(path), path, name)


def _tuned(
    a: argparse.Namespace, job: Job, wanted: Tolerances, qoi: Qoi, folder: Path | None, say: Say
) -> Outcome:
    say(f"tuning {job.name}")
    statistic = getattr(a, "statistic", False)  # `precis demo` has no such option
    found = chosen_by_statistic(a, job, wanted, qoi, say) if statistic else _chosen(a, job, wanted, qoi, say)
    say("emitting the source")
    files, refusal = _source(found.program, found.assignment, a.target)
    names = ("report.md", "report.json", "report.html", CHOSEN, *sorted(files))
    warned = [*job.notes, *_without_source(refusal)]
    report = _report(a, found, warned, names, say)
    brackets = bracketed(a, job, found.program, found.assignment, say)
    report = replace(report, facts=report.facts + bounds_facts(brackets))
    if folder is not None:
        for name, text in {**pages(report), CHOSEN: found.assignment.to_json(), **files}.items():
            (folder / name).write_text(text, encoding="utf-8")
    proved = f"\n\n{bounds_text(brackets)}" if brackets else ""
    return Outcome(tune_text(report, a.out) + proved, document(report), _code(found.holds, refusal if a.target_named else None))


def _code(holds: bool, refusal: NotEmittable | None) -> int:
    """refusal: why there is no source in a language that was asked for; without one, formats and report are the answer."""
    return refusal.exit_code if refusal else 0 if holds else NOT_MET


def _chosen(a: argparse.Namespace, job: Job, wanted: Tolerances, qoi: Qoi, say: Say) -> Tuned:
    return tune(
        job.function,
        *job.arguments,
        tolerance=wanted,
        qoi=qoi,
        inputs=job.inputs,
        tune_on=a.tune_on,
        worst_case=a.worst_case,
        tune_on_worst=a.tune_on_worst,
        formats=formats_from(a.formats),
        pins=pins_from(a),
        device=device_named("cpu" if a.device is None else a.device),
        held_out=HELD_OUT if a.samples is None else a.samples,
        progress=say,
        reference=a.reference,
        objective=a.objective,
        integers=a.integers,
        schedules=a.schedules,
        stochastic=a.rounding_runs if a.rounding == "stochastic" else 0,
    )


def _report(a: argparse.Namespace, found: Tuned | Chosen, warned: Sequence[str], names: Sequence[str], say: Say) -> Report:
    if isinstance(found, Chosen):
        return report_of_ensembles(found, target=a.target, warnings=warned, files=names)
    asked = Asked(formats_from(a.formats), fixed_by(pins_from(a), found.program))
    return report_of(found, target=a.target, asked=asked, warnings=warned, files=names, progress=say)


def _source(program: Program, assignment: Assignment | None, target: str) -> tuple[Mapping[str, str], NotEmittable | None]:
    """The emitted files; none where the program cannot be emitted, which does not spoil what was found about it."""
    try:
        return engine.emit(program, assignment, target).files, None
    except NotEmittable as refusal:
        return {}, refusal


def _without_source(refusal: NotEmittable | None) -> list[str]:
    """What to warn of."""
    return [f"no source was written: {refusal.message}; precis.compile runs the program in these formats from Python"] if refusal else []


def _analyze(a: argparse.Namespace, say: Say) -> Outcome:
    wanted = _wanted(a)
    job = _job(a, say)
    say(f"analysing {job.name}")
    program = without_rules(lift(job.function, *job.arguments))
    found = sensitivity(program, job.arguments, _qoi(a.qoi), tolerance=wanted, second_order=a.second_order)
    say("looking for numerical faults")
    faults = _faults(program, job, _qoi(a.qoi))
    brackets = bracketed(a, job, program, engine.default_assignment(program), say)
    data = analysis_document(program, found, wanted, faults)
    text = analysis_text(data, wanted, faults)
    return Outcome(f"{text}\n\n{bounds_text(brackets)}", {**data, "bounds": bounds_document(brackets)}) if brackets else Outcome(text, data)


def _faults(program: Program, job: Job, qoi: Qoi) -> dict[str, Findings]:
    """Findings in the program's own formats, and those that binary32 throughout would bring besides."""
    own = findings(program, job.arguments, qoi=qoi, inputs=job.inputs)
    narrow = findings(program, job.arguments, Assignment.uniform("binary32"), qoi, inputs=job.inputs)
    known = {(f.kind, f.place) for f in own}
    more = tuple(f for f in narrow if (f.kind, f.place) not in known)
    return {"its own formats": own, "binary32": replace(narrow, items=more)}


def _emit(a: argparse.Namespace, say: Say) -> Outcome:
    with _output(a.out) as folder:
        job = _job(a, say)
        say(f"emitting {job.name}")
        program = without_rules(lift(job.function, *job.arguments))
        source = engine.emit(program, assignment_from(a, program), a.target)
        if folder is not None:
            source.write(folder)
    text = f"wrote {source_names(source.files)} into {a.out}" if a.out else source.text
    return Outcome(text, {"target": source.target, "main": source.main, "files": dict(source.files)})


def _inspect(a: argparse.Namespace, say: Say) -> Outcome:
    job = _job(a, say)
    say(f"lifting {job.name}")
    program = without_rules(lift(job.function, *job.arguments))
    names = [c.name for c in program.containers]
    return Outcome(str(program).rstrip(), {"program": program.name, "text": str(program), "containers": names})


def _surrogate(a: argparse.Namespace, say: Say) -> Outcome:
    from precis.cli import surrogate  # loads scipy.optimize, which takes as long as half of the rest

    with _output(a.out) as folder:
        job = _job(a, say)
        found = surrogate.replaced(job, a, folder, say)
        files, refusal = _source(found.program, None, a.target) if folder is not None else ({}, None)
        if folder is not None:
            for name, text in files.items():
                (folder / name).write_text(text, encoding="utf-8")
            (folder / "surrogate.json").write_text(
                json.dumps(surrogate.record(found), indent=1) + "\n", encoding="utf-8"
            )
    warned = _without_source(refusal)
    lines = [surrogate.sentence(found), *(f"warning: {w}" for w in warned), *([f"written: {a.out}"] if a.out else [])]
    return Outcome("\n".join(lines), {**surrogate.record(found), "warnings": warned},
                   _code(found.surrogate.meets, refusal if a.target_named else None))


COMMANDS: dict[str, Callable[[argparse.Namespace, Say], Outcome]] = {
    "tune": _tune,
    "analyze": _analyze,
    "emit": _emit,
    "inspect": _inspect,
    "surrogate": _surrogate,
    "demo": _demo,
}


def _output(out: Path | None):
    """The folder to write into; None where nothing is written."""
    return nullcontext(None) if out is None else staged(out)
