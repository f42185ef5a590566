"""`tune`: from a function and a tolerance to formats that were measured to hold it, with evidence."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from typing import Any

from precis.agreement import check_agreement
from precis.bitwidth.breakdown import Failure
from precis.bitwidth.case import Case, case_at, case_of
from precis.bitwidth.contest import Contender, Contest
from precis.bitwidth.cost import Work, seconds
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.discrete import Discrete, check_integers
from precis.bitwidth.estimate import Estimate, estimate, overflows
from precis.bitwidth.findings import Findings, observe
from precis.bitwidth.measure import Measurement, compare
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.pins import Pins, allowed_formats
from precis.bitwidth.reference import Reference, carrier_named
from precis.bitwidth.resident import observed_work
from precis.bitwidth.samples import check_samples, draw, sample
from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.select import OFFERED, objective_named
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.tally import finite, independent_share
from precis.bitwidth.task import SAFETY, offered_formats
from precis.bitwidth.timing import Timing, time_programs
from precis.bitwidth.tolerance import Stated, Tolerance, Tolerances, tolerances
from precis.bitwidth.validate import Inputs, Validation, validate
from precis.bitwidth.worst import Box, Worst, box_of, search_worst
from precis.emit import engine
from precis.errors import UsageError
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
    and apart from them on held-out inputs (each with a reference), for timing, and to compare integer outputs."""

    reference: int = 0
    prediction: int = 0
    emulated: int = 0
    attribution: int = 0
    validation: int = 0
    timing: int = 0
    discrete: int = 0


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Tuned:
    """What `tune` found. `holds`: every measured error, on the tuning inputs and on all held-out ones, is at most
    `rtol`, the unit of the `tolerance`.

    Where nothing was found to hold, or nothing that holds was faster as measured, `assignment` is the program's own
    (`original`). estimate and measurement are those of `assignment` on the tuning input.

    tried    every proposal in order
    passed   proposals that hold, but were measured slower than what was chosen
    failures    proposals that missed the tolerance, on which input and why
    objective   what was minimised: "time" or "memory"
    reference   what errors were measured against
    baseline    the original program measured, where it may miss the tolerance itself
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
    passed: tuple[Contender, ...] = ()
    failures: tuple[Failure, ...] = ()
    objective: str = "time"
    args: Sequence[Any] = field(default=(), repr=False)
    reference: Reference | None = None
    baseline: Measurement | None = None
    tolerance: Tolerances = Tolerances(rest=Tolerance(1e-6))
    findings: Findings = Findings()
    worst: Worst | None = None

    @property
    def error(self) -> float:
        """The worst measured error; what a search found against other formats than those returned does not count."""
        searched = self.worst.error if self.worst and self.holds else 0.0
        return max(self.measurement.error, self.validation.worst, searched)

    @property
    def memory(self) -> float:
        """Bytes of all named arrays in the original formats over those in the chosen ones: counted, not measured."""
        return self.memory_of(self.assignment)

    def memory_of(self, assignment: Assignment) -> float:
        """The same for other formats."""
        return self.work.memory(self.original) / (self.work.memory(assignment) or 1.0)

    @property
    def smaller(self) -> Contender | None:
        """What was passed over because it was slower, though it takes less memory: the one that takes least."""
        found = [c for c in self.passed if self.memory_of(c.proposal.assignment) > self.memory]
        return max(found, key=lambda c: self.memory_of(c.proposal.assignment), default=None)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Sentences on what stands in the way of a plain verdict: an original that misses, a reference not converged."""
        found = []
        if self.baseline and self.baseline.error > self.rtol:
            found.append(
                f"the original program misses the tolerance itself: measured {self.baseline.error:.2g} against "
                f"{self.rtol:g}{_remedy(self)}"
            )
        if self.worst and self.worst.error > self.rtol:
            found.append(f"an input found by search breaks the tolerance: measured {self.worst.error:.2g}, from {self.worst.start}")
        if self.reference and self.reference.against and not self.reference.converged:
            found.append(f"{self.reference.sentence}: errors are not known to better than that")
        return tuple(found)

    @property
    def changed(self) -> tuple[str, ...]:
        """Sentences on integer and boolean outputs that are no longer what the original program gives."""
        return tuple(str(c) for c in self.validation.changes if c.changed)

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
            "tolerance": str(self.tolerance),
            "device": self.device.name,
            "holds": self.holds,
            "assignment": json.loads(self.assignment.to_json()),
            "estimate": json.loads(self.estimate.to_json()),
            "measurement": json.loads(self.measurement.to_json()),
            "reference": self.reference and self.reference.record(),
            "validation": {"kind": "measurement", "worst": self.validation.worst, "samples": self.validation.samples},
            "integer and boolean outputs": [asdict(c) for c in self.validation.changes],
            "executions": asdict(self.executions),
            "objective": self.objective,
            "timing": self.timing and json.loads(self.timing.to_json()),
            "passed over": [json.loads(c.to_json()) for c in self.passed],
            "findings": self.findings.record(),
            "worst case": self.worst and self.worst.record(),
            "failures": [finite(f.record()) for f in self.failures],
            "memory ratio": {"kind": "counted", "value": self.memory},
        }
        return json.dumps(document, indent=2)

    def __repr__(self) -> str:
        rests = self.findings.rests if self.holds else ""
        return "; ".join(
            part
            for part in (
                _formats_sentence(self), _error_sentence(self), _gain_sentence(self), *self.changed, rests, *self.cautions
            )
            if part
        )


def tune(
    fn: Callable[..., Any],
    *args: Any,
    rtol: float | None = None,
    tolerance: Stated = None,
    qoi: Qoi = None,
    inputs: Inputs | None = None,
    tune_on: int = 1,
    formats: Sequence[str | Format] = OFFERED,
    pins: Pins | None = None,
    device: str | Device = "cpu",
    held_out: int = HELD_OUT,
    progress: Callable[[str], None] | None = None,
    timed: bool = True,
    reference: str = "auto",
    objective: str = "time",
    integers: str = "report",
    findings: bool = True,
    worst_case: int = 0,
    box: Box | None = None,
    tune_on_worst: bool = False,
    **kwargs: Any,
) -> Tuned:
    """Find the fastest formats under which `fn` keeps to the tolerance, and measure that it does.

    Where `device` is this CPU, formats that are measured to be slower than those of the program are not returned.

    args      tuning input; without any, inputs(0)
    rtol      relative 2-norm error allowed in every floating output (1e-6 where no tolerance is stated)
    tolerance in place of rtol: a precis.Tolerance (absolute, max-norm, element-wise), one per output name or position, or
              the text of such, "u: rtol=1e-6, norm=max; energy: atol=1e-3"
    qoi       what the tolerance is asked of: None (every floating output), names of outputs, or a function of the
              outputs (and of inputs, named behind them)
    inputs    inputs(seed) gives the arguments of one sample; `held_out` of them, never tuned on, validate the result
    tune_on   number of tuning inputs: `args`, then inputs(1), inputs(2), ...; the choice has to hold on each
    formats   formats to choose from; device: a name or a Device
    pins      container, site, pattern, line or word -> its format, or those to choose from (precis.bitwidth.pins)
    progress  called with a line of text now and then
    reference carrier of the reference run: auto, binary64, binary80, binary128, mpmath or mpmath:BITS
    timed     whether original and tuned program are timed here (where `device` is this CPU)
    integers  "report": integer and boolean outputs that change are told; "hold": they must not change
    objective "time", or "memory": the smallest formats, however slow
    findings  whether numerical faults are looked for in the result (precis.bitwidth.findings)
    worst_case  steps of gradient ascent on the error, from the tuning input and the worst held-out one, within the ranges
              that the held-out inputs showed or `box` (argument -> lowest, highest): what is found is evidence like a
              held-out input, and tuned on only where `tune_on_worst`
    Raises UsageError for tolerances, formats or names that make no sense, InputError for arguments that are not finite.
    """
    stated = tolerances(tolerance, rtol=rtol)
    rtol = stated.unit
    offered_formats(formats)
    wanted = carrier_named(reference)
    objective_named(objective)
    check_integers(integers)
    machine, say = device_named(device), progress or (lambda line: None)
    _check_counts(inputs, tune_on, held_out)
    _check_attack(inputs, held_out, worst_case, box)
    if not args and not kwargs and inputs is not None:
        args = draw(inputs, 0)
    program = lift(fn, *args, **kwargs)
    allowed_formats(program, pins or {})  # refuses what cannot be before anything runs
    check_agreement(fn, program, args, kwargs, stated.relative)
    check_samples(program, inputs, (*range(1, tune_on), *range(FIRST_SEED, FIRST_SEED + held_out)))
    case, s = case_of(program, args, kwargs, rtol, qoi, wanted=wanted, tolerance=stated)
    say(f"{program.name}: {len(s.containers)} containers, {len(s.sites)} sites; {case.evidence.sentence}")
    work = observed_work(program, s)
    limits = {"formats": formats, "device": machine, "pins": pins, "work": work, "objective": objective}
    search = Search([case], s, rtol, limits, say)
    for seed in range(1, tune_on):
        given = program, draw(inputs, seed), {}, rtol
        search.join(*case_of(*given, question=case.question, wanted=wanted, label=f"tuning input {seed}"))
    original = program.original or Assignment.uniform(FORMATS["binary64"])
    baseline = _baseline(case, search.s, original, rtol)
    discrete = Discrete(program, original)
    search.guard = discrete if integers == "hold" else None
    watch = _Watch(case, original, args, kwargs, baseline, timed and machine == device_named("cpu"), discrete)
    contest = Contest(search, watch.time if objective == "time" else lambda chosen: None)
    attack = _Attack(inputs, held_out, worst_case, box, tune_on_worst)
    found, worst = _attacked(contest, watch, attack, say)
    counts = Executions(
        len(search.cases), search.s.samples, search.emulated, 2 * search.attributed, found.runs, contest.runs, discrete.runs
    )
    chosen = found.chosen
    timing = chosen.timing or watch.time(chosen.proposal.assignment)
    if timing and not chosen.timing:
        counts = replace(counts, timing=counts.timing + timing.runs)
    return Tuned(
        program,
        rtol,
        machine,
        search.s,
        chosen.proposal.assignment,
        original,
        found.holds,
        chosen.proposal.estimate,
        chosen.proposal.measurement,
        found.validation,
        counts,
        work,
        timing,
        (*search.tried, *contest.tried),
        found.passed,
        tuple(search.failures),
        objective,
        args,
        case.evidence,
        baseline,
        stated,
        _faults(case, chosen.proposal.assignment, findings, say),
        worst,
    )


def _faults(case: Case, chosen: Assignment, wanted: bool, say: Callable[[str], None]) -> Findings:
    if not wanted:
        return Findings(skipped="not asked for")
    say("looking for numerical faults")
    return observe(case.question, chosen, case.arrays, case.binding, "tuning input")


def _check_attack(inputs: Inputs | None, held_out: int, steps: int, box: Box | None) -> None:
    if steps < 0:
        raise UsageError(f"worst_case is {steps}; it is a number of steps, 0 for none")
    if steps and not box and (inputs is None or not held_out):
        raise UsageError("a worst-case search has to know which inputs are possible",
                         hints=("give inputs, a function of a seed, or box, argument -> (lowest, highest)",))
    if box and not steps:
        raise UsageError("a box was given, but no worst_case search to stay in it", hints=("state worst_case=8",))


@dataclass(frozen=True, slots=True)
class _Attack:
    """Held-out inputs, and the search for a worse one."""

    inputs: Inputs | None
    held_out: int
    steps: int
    box: Box | None
    tuned: bool

    def run(self, case: Case, chosen: Assignment, validation: Validation) -> Worst:
        starts = {"the tuning input": case.arrays}
        seen = [case.arrays]
        for seed in validation.seeds:
            arrays, binding = sample(case.program, self.inputs, seed)
            if dict(binding) == dict(case.binding):
                seen.append(arrays)
                if validation.errors[validation.seeds.index(seed)] == validation.worst:
                    starts[f"held-out input {seed}"] = arrays
        return search_worst(case, chosen, starts, box_of(case.question.program, seen, self.box), self.steps)


def _attacked(
    contest: Contest, watch: _Watch, attack: _Attack, say: Callable[[str], None]
) -> tuple[_Verdict, Worst | None]:
    """The verdict on held-out inputs and on those that a search finds; without a search the former."""
    search = contest.search
    for k in range(ROUNDS):
        found = _validated(contest, watch, attack.inputs, attack.held_out, say)
        if not attack.steps or not found.holds:
            return found, None
        case, chosen = search.cases[0], found.chosen.proposal.assignment
        worst = attack.run(case, chosen, found.validation)
        say(f"worst-case search: {worst.error:.2g} after {worst.sweeps} sweeps")
        if worst.error <= search.rtol:
            return found, worst
        if not attack.tuned or k == ROUNDS - 1:
            break
        given = case.program, case.question, worst.arrays, worst.binding, search.rtol
        search.add(*case_at(*given, label="an input found by search"), chosen)
    return replace(found, chosen=watch.own(search.s), holds=False), worst


def _check_counts(inputs: Inputs | None, tune_on: int, held_out: int) -> None:
    if not 1 <= tune_on <= FIRST_SEED:
        raise UsageError(f"tune_on is {tune_on}; it is a number of inputs from 1 to {FIRST_SEED}")
    if inputs is None and tune_on > 1:
        raise UsageError(f"to tune on {tune_on} inputs, they have to come from somewhere",
                         hints=("give inputs, a function of a seed that returns the arguments",))
    if held_out < 0:
        raise UsageError(f"held_out is {held_out}; it is a number of inputs, 0 for none")


@dataclass(frozen=True, slots=True)
class _Watch:
    """Times assignments against the original, where this machine is meant."""

    case: Case
    original: Assignment
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    baseline: Measurement | None
    here: bool
    discrete: Discrete

    def time(self, chosen: Assignment) -> Timing | None:
        """None where there is nothing to time: the same formats, another machine, no compiler."""
        program = self.case.program
        if not self.here or value_formats(program, chosen) == value_formats(program, self.original):
            return None
        return time_programs(program, self.original, chosen, self.args, self.kwargs)

    def own(self, s: Sensitivity) -> Contender:
        """The program's own formats, measured as they are."""
        found = self.baseline or _measured(self.case, self.original)
        return Contender(Proposal(self.original, estimate(s, self.case.question.unrounded(self.original)), found, 0.0))


@dataclass(frozen=True, slots=True)
class _Verdict:
    chosen: Contender
    holds: bool
    validation: Validation
    runs: int  # on held-out inputs
    passed: tuple[Contender, ...] = ()


def _validated(
    contest: Contest, watch: _Watch, inputs: Inputs | None, held_out: int, say: Callable[[str], None]
) -> _Verdict:
    """The fastest that holds on held-out inputs, too; the program's own formats where there is none or all are slower.

    A held-out input on which the choice fails becomes a tuning input, and others are held out in its place.
    """
    search, runs, validation = contest.search, 0, Validation()
    for k in range(ROUNDS):
        contenders = contest.run()
        if not contenders:
            break
        chosen, passed = contenders[0], contenders[1:]
        if chosen.slower and (own := watch.own(search.s)).proposal.measurement.error <= search.rtol:
            chosen, passed = own, contenders
        case, first = search.cases[0], FIRST_SEED + k * held_out
        seeds = range(first, first + held_out if inputs is not None else first)
        validation = validate(case, chosen.proposal.assignment, inputs, seeds, watch.discrete, bool(search.guard))
        runs += len(seeds)
        if not seeds:
            return _Verdict(_explained(search, chosen), True, validation, runs, tuple(passed))
        say(f"validation: worst {validation.worst:.2g} on {validation.samples} held-out inputs")
        if validation.worst <= search.rtol:
            return _Verdict(_explained(search, chosen), True, validation, runs, tuple(passed))
        seed = validation.seeds[validation.errors.index(validation.worst)]
        failed = chosen.proposal.assignment
        given = case.program, draw(inputs, seed), {}, search.rtol
        search.add(*case_of(*given, question=case.question, label=f"held-out input {seed}"), failed)
    return _Verdict(watch.own(search.s), False, validation, runs)


def _baseline(case: Case, s: Sensitivity, original: Assignment, rtol: float) -> Measurement | None:
    """The program's own formats measured, where the estimate leaves a doubt that they hold."""
    doubtful = estimate(s, case.question.unrounded(original)).rms > DOUBT * rtol
    return _measured(case, original) if doubtful else None


def _measured(case: Case, original: Assignment) -> Measurement:
    return compare(case.question, original, case.arrays, case.binding, case.reference, case.wide, attributed=False)


def _explained(search: Search, chosen: Contender) -> Contender:
    return replace(chosen, proposal=search.explained(chosen.proposal))


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
    """'; with binary64x2 in `h` and on model.py:12 it holds'."""
    if not r.holds:
        return ", and no choice tried keeps it"
    stored = {f"`{c.name}`": (r.original.storage_of(c.name), r.assignment.storage_of(c.name)) for c in _floating(r)}
    sites = {site: (r.original.accumulate_of(site), r.assignment.accumulate_of(site)) for site in r.sensitivity.sites if site}
    raised = [
        {name: new for name, (old, new) in table.items() if new.precision > old.precision} for table in (stored, sites)
    ]
    if not any(raised):
        return "; the choice made holds"
    wider = " and ".join(sorted({str(f) for table in raised for f in table.values()}))
    return f"; with {wider} {' and '.join(_listed(names, word) for names, word in zip(raised, ('in', 'on')) if names)} it holds"


def _listed(names: Sequence[str] | dict[str, Format], word: str) -> str:
    shown = list(names)[:NAMES_SHOWN]
    return f"{word} {', '.join(shown)}{', ...' if len(names) > NAMES_SHOWN else ''}"


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
        return f"no error measured against {r.measurement.reference} {where} (tolerance {r.tolerance.words})"
    return f"worst measured error {r.error:.2g} against tolerance {r.tolerance.words} {where}{verdict}"


def _gain_sentence(r: Tuned) -> str:
    memory = f"{r.memory:.1f}x less memory in named arrays (counted)"
    if r.passed and r.assignment == r.original:
        return _nothing_faster(r)
    if r.timing and not r.timing.brief:
        return f"{r.timing.speedup:.1f}x faster (measured here), {memory}"
    if (r.device.kind != "cpu" or r.timing) and r.assignment != r.original:
        ratio = seconds(r.work, r.original, r.device) / (seconds(r.work, r.assignment, r.device) or 1.0)
        return f"{ratio:.1f}x faster (estimate, cost model of {r.device.name}), {memory}"
    return memory if r.memory != 1.0 else ""


def _nothing_faster(r: Tuned) -> str:
    best = max(c.speedup for c in r.passed)
    told = f"no cheaper formats that hold were faster here (at best {best:.2f}x, measured)"
    if r.smaller is None:
        return told
    memory = r.memory_of(r.smaller.proposal.assignment)
    return f"{told}; {memory:.1f}x less memory is possible with the objective memory"
