"""`tune`: from a function and a tolerance to formats that were measured to hold it, with evidence."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

from precis.agreement import check_agreement
from precis.bitwidth.case import Case, case_of
from precis.bitwidth.cost import Work, seconds, work_of
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.estimate import Estimate, estimate, overflows
from precis.bitwidth.measure import Measurement, compare
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.reference import Reference, carrier_named
from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.select import OFFERED
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import independent_share
from precis.bitwidth.task import SAFETY, Pins, check_tolerance, offered_formats
from precis.bitwidth.timing import Timing, time_programs
from precis.bitwidth.validate import Inputs, Validation, validate
from precis.emit import engine
from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import ROUNDED, value_formats
from precis.ir.types import Container, Program
from precis.lift import lift

HELD_OUT = 16
FIRST_SEED = 1000  # held-out inputs are inputs(1000), inputs(1001), ...
NAMES_SHOWN = 3
DOUBT = 1e-2  # of the tolerance: the estimated error of the original program from which it is measured
ROUNDS = 3  # validations, each on inputs not seen before


@dataclass(frozen=True, slots=True)
class Executions:
    """Runs of the program: on the tuning input (reference, sweeps of the prediction, emulated, sweeps of attribution),
    and apart from them on held-out inputs (each with a reference) and for timing."""

    reference: int = 0
    prediction: int = 0
    emulated: int = 0
    attribution: int = 0
    validation: int = 0
    timing: int = 0


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Tuned:
    """What `tune` found. `holds`: every measured error, on the tuning input and on all held-out ones, is at most
    `rtol`.

    Where nothing was found to hold, `assignment` is the program's own (`original`) and `holds` is False. estimate and
    measurement are those of `assignment` on the tuning input; tried: every proposal in order. reference: what errors
    were measured against; baseline: the original program measured, where it may miss the tolerance itself.
    """

    program: Program
    rtol: float
    device: Device
    sensitivity: Sensitivity
    assignment: Assignment
    original: Assignment
    holds: bool
    estimate: Estimate
    measurement: Measurement
    validation: Validation
    executions: Executions
    work: Work
    timing: Timing | None = None
    tried: tuple[Proposal, ...] = ()
    args: Sequence[Any] = field(default=(), repr=False)
    reference: Reference | None = None
    baseline: Measurement | None = None

    @property
    def error(self) -> float:
        """The worst measured error."""
        return max(self.measurement.error, self.validation.worst)

    @property
    def memory(self) -> float:
        """Bytes of all named arrays in the original formats over those in the chosen ones: counted, not measured."""
        return self.work.memory(self.original) / (self.work.memory(self.assignment) or 1.0)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Sentences on what stands in the way of a plain verdict: an original that misses, a reference not converged."""
        found = []
        if self.baseline and self.baseline.error > self.rtol:
            found.append(
                f"the original program misses the tolerance itself: measured {self.baseline.error:.2g} against "
                f"{self.rtol:g}{_remedy(self)}"
            )
        if self.reference and self.reference.against and not self.reference.converged:
            found.append(f"{self.reference.sentence}: errors are not known to better than that")
        return tuple(found)

    def compiled(self, *args: Any, **kwargs: Any) -> Any:
        """Run the tuned program: returns what the function returns and mutates what it mutates."""
        return engine.compile(self.program, self.assignment)(*args, **kwargs)

    def report(self, path: Any) -> Any:
        """Write the report (Markdown, JSON and one HTML page) to the folder `path`."""
        return import_module("precis.report").write(self, path)  # report imports this module

    def to_json(self) -> str:
        document = {
            "program": self.program.name,
            "rtol": self.rtol,
            "device": self.device.name,
            "holds": self.holds,
            "assignment": json.loads(self.assignment.to_json()),
            "estimate": json.loads(self.estimate.to_json()),
            "measurement": json.loads(self.measurement.to_json()),
            "reference": self.reference and self.reference.record(),
            "validation": {"kind": "measurement", "worst": self.validation.worst, "samples": self.validation.samples},
            "executions": asdict(self.executions),
            "timing": self.timing and json.loads(self.timing.to_json()),
            "memory ratio": {"kind": "counted", "value": self.memory},
        }
        return json.dumps(document, indent=2)

    def __repr__(self) -> str:
        return "; ".join(
            part
            for part in (_formats_sentence(self), _error_sentence(self), _gain_sentence(self), *self.cautions)
            if part
        )


def tune(
    fn: Callable[..., Any],
    *args: Any,
    rtol: float = 1e-6,
    qoi: Qoi = None,
    inputs: Inputs | None = None,
    formats: Sequence[str | Format] = OFFERED,
    pins: Pins | None = None,
    device: str | Device = "cpu",
    held_out: int = HELD_OUT,
    progress: Callable[[str], None] | None = None,
    timed: bool = True,
    reference: str = "auto",
    **kwargs: Any,
) -> Tuned:
    """Find the fastest formats under which `fn` keeps to the relative tolerance `rtol`, and measure that it does.

    args      tuning input; without any, inputs(0)
    qoi       what the tolerance is asked of: None (every floating output), names of outputs, or a function of the
              outputs
    inputs    inputs(seed) gives the arguments of one sample; `held_out` of them, never tuned on, validate the result
    formats   formats to choose from; pins: container or site -> format; device: a name or a Device
    progress  called with a line of text now and then
    reference carrier of the reference run: auto, binary64, binary80, binary128, mpmath or mpmath:BITS
    timed     whether original and tuned program are timed here (where `device` is a CPU)
    Raises UsageError for tolerances, formats or names that make no sense, InputError for arguments that are not finite.
    """
    check_tolerance(rtol)
    offered_formats(formats)
    wanted = carrier_named(reference)
    machine, say = device_named(device), progress or (lambda line: None)
    if not args and not kwargs and inputs is not None:
        args = tuple(inputs(0))
    program = lift(fn, *args, **kwargs)
    check_agreement(fn, program, args, kwargs, rtol)
    case, s = case_of(program, args, kwargs, rtol, qoi, wanted=wanted)
    say(f"{program.name}: {len(s.containers)} containers, {len(s.sites)} sites; {case.evidence.sentence}")
    work = work_of(program, case.binding)
    search = Search([case], s, rtol, {"formats": formats, "device": machine, "pins": pins, "work": work}, say)
    proposal, validation, runs = _validated(search, inputs, held_out, say)
    counts = Executions(len(search.cases), search.s.samples, search.emulated, 2 * search.attributed, runs)
    holds = proposal is not None
    original = program.original or Assignment.uniform(FORMATS["binary64"])
    baseline = _baseline(case, search.s, original, rtol)
    if proposal is None:
        proposal = _fallback(case, s, original, baseline)
    timing = _timing(case, original, proposal.assignment) if timed and machine.kind == "cpu" else None
    return Tuned(
        program,
        rtol,
        machine,
        search.s,
        proposal.assignment,
        original,
        holds,
        proposal.estimate,
        proposal.measurement,
        validation,
        counts,
        work,
        timing,
        tuple(search.tried),
        args,
        case.evidence,
        baseline,
    )


def _validated(
    search: Search, inputs: Inputs | None, held_out: int, say: Callable[[str], None]
) -> tuple[Proposal | None, Validation, int]:
    """(the proposal that holds on held-out inputs too or None, the last validation, samples run).

    A held-out input on which the choice fails becomes a tuning input, and others are held out in its place.
    """
    validation, runs = Validation(), 0
    for k in range(ROUNDS):
        search.run()
        if not search.holding:
            return None, validation, runs
        proposal, case = search.holding[0], search.cases[0]
        if inputs is None or held_out < 1:
            return proposal, validation, runs
        first = FIRST_SEED + k * held_out
        validation = validate(case, proposal.assignment, inputs, range(first, first + held_out))
        runs += held_out
        say(f"validation: worst {validation.worst:.2g} on {validation.samples} held-out inputs")
        if validation.worst <= search.rtol:
            return proposal, validation, runs
        seed = validation.seeds[validation.errors.index(validation.worst)]
        search.add(*case_of(case.program, inputs(seed), {}, search.rtol, question=case.question), proposal.assignment)
    return None, validation, runs


def _baseline(case: Case, s: Sensitivity, original: Assignment, rtol: float) -> Measurement | None:
    """The program's own formats measured, where the estimate leaves a doubt that they hold."""
    doubtful = estimate(s, case.question.unrounded(original)).rms > DOUBT * rtol
    return _measured(case, original) if doubtful else None


def _measured(case: Case, original: Assignment) -> Measurement:
    return compare(case.question, original, case.arrays, case.binding, case.reference, case.wide, attributed=False)


def _fallback(case: Case, s: Sensitivity, original: Assignment, baseline: Measurement | None) -> Proposal:
    """The program's own formats, measured as they are."""
    found = baseline or _measured(case, original)
    return Proposal(original, estimate(s, case.question.unrounded(original)), found, 0.0)


def _timing(case: Case, original: Assignment, chosen: Assignment) -> Timing | None:
    if value_formats(case.program, chosen) == value_formats(case.program, original):
        return None
    return time_programs(case.program, original, chosen, case.arrays, case.binding)


def _formats_sentence(r: Tuned) -> str:
    """'9 of 14 arrays can be binary32, 2 bfloat16, 3 must stay binary64 (`residual`, heat.py:42)'."""
    floating = _floating(r)
    if not floating:
        return "no floating arrays or scalars to choose formats for"
    pairs = {c.name: (r.original.storage_of(c.name), r.assignment.storage_of(c.name)) for c in floating}
    narrowed = Counter(new for old, new in pairs.values() if new.precision < old.precision)
    raised = [name for name, (old, new) in pairs.items() if new.precision > old.precision]
    kept = [name for name, (old, new) in pairs.items() if new.precision == old.precision]
    must = [name for name in kept if _must_stay(r, name)]
    groups = [f"{n} can be {fmt}" for fmt, n in sorted(narrowed.items(), key=lambda item: -item[0].precision)]
    groups = groups[:1] + [g.replace("can be ", "") for g in groups[1:]]
    groups += [_named(r, raised, "must rise to")] if raised else []
    groups += [_named(r, must, "must stay")] if must else []
    groups += [_named(r, rest, "can stay")] if (rest := [n for n in kept if n not in must]) else []
    noun = "arrays" if all(c.shape for c in floating) else "variables"
    count, _, verb = groups[0].partition(" ")
    return ", ".join([f"{count} of {len(floating)} {noun} {verb}", *groups[1:]])


def _must_stay(r: Tuned, name: str) -> bool:
    """Whether the next narrower format would use up what the estimate may use, to first order."""
    narrower = [
        f for f in offered_formats(OFFERED) if f.storable and f.precision < r.assignment.storage_of(name).precision
    ]
    row = r.sensitivity.containers.get(name)
    if row is None or not narrower:
        return False
    share = independent_share(row, narrower[-1])
    return overflows(row, narrower[-1]) or math.hypot(share.rms, r.estimate.rms) > SAFETY * r.rtol


def _remedy(r: Tuned) -> str:
    """'; with binary64x2 in `h` it holds'."""
    if not r.holds:
        return ", and no choice tried keeps it"
    table = {c.name: (r.original.storage_of(c.name), r.assignment.storage_of(c.name)) for c in _floating(r)}
    raised = [(name, new) for name, (old, new) in table.items() if new.precision > old.precision]
    names = ", ".join(f"`{name}`" for name, _ in raised[:NAMES_SHOWN]) + (", ..." if len(raised) > NAMES_SHOWN else "")
    wider = " and ".join(sorted({str(f) for _, f in raised}))
    return f"; with {wider} in {names} it holds" if raised else "; the choice made holds"


def _floating(r: Tuned) -> list[Container]:
    return [c for c in r.program.containers if c.kind in ROUNDED]


def _named(r: Tuned, names: Sequence[str], verb: str) -> str:
    """'3 must stay binary64 (`residual`, heat.py:42)': the name with the largest share."""
    shares = r.measurement.by_container or r.estimate.by_container
    first = max(names, key=lambda name: abs(shares.get(name, 0.0)))
    span = r.program.container(first).span
    place = f", {span.site}" if span else ""
    return f"{len(names)} {verb} {r.assignment.storage_of(first)} (`{first}`{place})"


def _error_sentence(r: Tuned) -> str:
    where = f"on {r.validation.samples} held-out inputs" if r.validation.samples else "on the tuning input"
    verdict = "" if r.holds else ", which no choice tried keeps"
    if r.error == 0.0:
        return f"no error measured against {r.measurement.reference} {where} (tolerance {r.rtol:g})"
    return f"worst measured error {r.error:.2g} against tolerance {r.rtol:g} {where}{verdict}"


def _gain_sentence(r: Tuned) -> str:
    memory = f"{r.memory:.1f}x less memory in named arrays (counted)"
    if r.timing:
        return f"{r.timing.speedup:.1f}x faster (measured here), {memory}"
    if r.device.kind != "cpu" and r.assignment != r.original:
        ratio = seconds(r.work, r.original, r.device) / (seconds(r.work, r.assignment, r.device) or 1.0)
        return f"{ratio:.1f}x faster (estimate, cost model of {r.device.name}), {memory}"
    return memory if r.memory != 1.0 else ""
