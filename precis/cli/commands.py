"""What the commands do. Each returns an Outcome; only `run` prints it, so that --json has stdout to itself."""

from __future__ import annotations

import argparse
import difflib
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
from precis.bitwidth.findings import Findings, findings
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.pins import KINDS, Pins, allowed_formats
from precis.bitwidth.select import OFFERED
from precis.bitwidth.tolerance import Tolerances, tolerances
from precis.cli import surrogate
from precis.cli.bounds import bounds_document, bounds_facts, bounds_text, bracketed
from precis.cli.demo import Demo, demo_named, demos
from precis.cli.folder import staged
from precis.cli.load import Job, load_job
from precis.cli.progress import Progress
from precis.cli.text import analysis_document, analysis_text, tune_text
from precis.cli.user import import_file, named, split_place
from precis.emit import NotEmittable, engine
from precis.errors import Span, ToleranceNotMet, UsageError
from precis.formats import FORMATS, Assignment, Format, format_named
from precis.formats.format import ALIASES
from precis.ir.types import Program
from precis.lift import lift
from precis.report import pages, report_of
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
    formats, pins = _formats(a.formats), _pins(a)
    device = device_named("cpu" if a.device is None else a.device)
    say(f"tuning {job.name}")
    found = tune(
        job.function,
        *job.arguments,
        tolerance=wanted,
        qoi=qoi,
        inputs=job.inputs,
        tune_on=a.tune_on,
        worst_case=a.worst_case,
        tune_on_worst=a.tune_on_worst,
        formats=formats,
        pins=pins,
        device=device,
        held_out=HELD_OUT if a.samples is None else a.samples,
        progress=say,
        reference=a.reference,
        objective=a.objective,
        integers=a.integers,
        schedules=a.schedules,
        stochastic=a.rounding_runs if a.rounding == "stochastic" else 0,
    )
    say("emitting the source")
    files, refusal = _source(found, a.target)
    names = ("report.md", "report.json", "report.html", "assignment.json", *sorted(files))
    warned = list(job.notes)
    warned += [f"no source was written: {refusal.message}"] if refusal else []
    report = report_of(found, target=a.target, asked=Asked(formats, _fixed(found, pins)), warnings=warned, files=names, progress=say)
    brackets = bracketed(a, job, found.program, found.assignment, say)
    report = replace(report, facts=report.facts + bounds_facts(brackets))
    if folder is not None:
        for name, text in {**pages(report), "assignment.json": found.assignment.to_json(), **files}.items():
            (folder / name).write_text(text, encoding="utf-8")
    proved = f"\n\n{bounds_text(brackets)}" if brackets else ""
    return Outcome(
        tune_text(report, a.out) + proved, document(report), refusal.exit_code if refusal else 0 if found.holds else NOT_MET
    )


def _source(found: Tuned, target: str) -> tuple[Mapping[str, str], NotEmittable | None]:
    """The emitted files; none where the program cannot be emitted, which does not spoil what was found about it."""
    try:
        return engine.emit(found.program, found.assignment, target).files, None
    except NotEmittable as refusal:
        return {}, refusal


def _analyze(a: argparse.Namespace, say: Say) -> Outcome:
    wanted = _wanted(a)
    job = _job(a, say)
    say(f"analysing {job.name}")
    program = lift(job.function, *job.arguments)
    found = sensitivity(program, job.arguments, _qoi(a.qoi), tolerance=wanted, second_order=a.second_order)
    say("looking for numerical faults")
    faults = _faults(program, job, _qoi(a.qoi))
    brackets = bracketed(a, job, program, engine.default_assignment(program), say)
    text, data = analysis_text(program, found, wanted, faults), analysis_document(program, found, wanted, faults)
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
        program = lift(job.function, *job.arguments)
        source = engine.emit(program, _assignment(a, program), a.target)
        if folder is not None:
            source.write(folder)
    text = f"wrote {', '.join(sorted(source.files))} into {a.out}" if a.out else source.text
    return Outcome(text, {"target": source.target, "main": source.main, "files": dict(source.files)})


def _inspect(a: argparse.Namespace, say: Say) -> Outcome:
    job = _job(a, say)
    say(f"lifting {job.name}")
    program = lift(job.function, *job.arguments)
    names = [c.name for c in program.containers]
    return Outcome(str(program).rstrip(), {"program": program.name, "text": str(program), "containers": names})


def _surrogate(a: argparse.Namespace, say: Say) -> Outcome:
    with _output(a.out) as folder:
        job = _job(a, say)
        found = surrogate.replaced(job, a, folder, say)
        if folder is not None:
            engine.emit(found.program, None, a.target).write(folder)
            (folder / "surrogate.json").write_text(
                json.dumps(surrogate.record(found), indent=1) + "\n", encoding="utf-8"
            )
    text = surrogate.sentence(found)
    code = 0 if found.surrogate.meets else NOT_MET
    return Outcome(f"{text}\nwritten: {a.out}" if a.out else text, surrogate.record(found), code)


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


def _formats(offers: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """The formats offered to everything."""
    found = [names for name, names in offers if not name]
    if len(found) > 1:
        raise UsageError("--formats is given twice", hints=("write A,B,... once, or NAME=A,B,... for one array",))
    return tuple(_format(name, "--formats") for name in found[0]) if found else OFFERED


def _pins(a: argparse.Namespace) -> Pins:
    """Name -> formats that --pin and --formats NAME=... leave it."""
    found: dict[str, tuple[str, ...]] = {}
    sets = [(name, tuple(_format(f, f"--formats {name}=...") for f in names)) for name, names in getattr(a, "formats", ()) if name]
    for name, formats in sets + [(name, (_format(fmt, f"--pin {name}={fmt}"),)) for name, fmt in a.pin]:
        left = tuple(f for f in found.get(name, formats) if f in formats)
        if not left:
            before = " or ".join(found[name])
            raise UsageError(f"{name!r} may be {before} and must be {' or '.join(formats)}: nothing is left",
                             hints=("drop one of the two options, --pin or --formats",))  # fmt: skip
        found[name] = left
    return found


def _fixed(found: Tuned, pins: Pins) -> dict[str, str]:
    """Containers with one format left, for the report."""
    allowed = allowed_formats(found.program, pins)
    return {place[1]: f[0].name for place, f in allowed.items() if place[0] == "storage" and len(f) == 1}


def _format(name: str, option: str) -> str:
    try:
        return format_named(name).name
    except ValueError:
        close = difflib.get_close_matches(name, (*FORMATS, *ALIASES), 1)
        hints = (f"did you mean {close[0]}?",) if close else ()
        raise UsageError(f"unknown format {name!r} in {option}", hints=(*hints, f"formats: {', '.join(FORMATS)}")) from None


def _assignment(a: argparse.Namespace, program) -> Assignment:
    """The formats that --assignment and --pin give, else those of the program."""
    chosen = program.original or Assignment.uniform("binary64")
    if a.assignment is not None:
        chosen = _read_assignment(a.assignment)
        _check_names(chosen, program, a.assignment)
    allowed = allowed_formats(program, _pins(a))
    tables: dict[str, dict[str, Format]] = {kind: {} for kind in KINDS}
    for (kind, name), formats in allowed.items():
        tables[kind][name] = formats[0]
    chosen = chosen.with_storage(tables["storage"]).with_compute(tables["compute"])
    return chosen.with_accumulate(tables["accumulate"])


def _check_names(chosen: Assignment, program: Program, path: Path) -> None:
    """Formats of arrays that the program does not have would do nothing."""
    known = [c.name for c in program.containers]
    for name in chosen.storage:
        if name not in known:
            close = difflib.get_close_matches(name, known, 1)
            hints = (f"did you mean {close[0]}?",) if close else (f"names: {', '.join(known)}",)
            raise UsageError(f"{path} gives {name!r} a format, which {program.name} does not have", hints=hints)


def _read_assignment(path: Path) -> Assignment:
    hint = "`precis tune --out` writes such a file"
    try:
        text = path.read_text(encoding="utf-8")
        json.loads(text)
        return Assignment.from_json(text)
    except OSError as problem:
        raise UsageError(f"cannot read {path}: {problem.strerror or problem}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file in UTF-8", hints=(hint,)) from None
    except json.JSONDecodeError as problem:
        where = Span(str(path), problem.lineno, problem.colno)
        raise UsageError(f"not an assignment: the text is not JSON ({problem.msg})", where, hints=(hint,)) from None
    except (ValueError, RecursionError) as problem:
        raise UsageError(f"{path}: {problem}", hints=(hint,)) from None
