"""`tune`: from a function and a tolerance to formats that were measured to hold it, with evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from precis.agreement import check_agreement
from precis.bitwidth.attack import Attack, attacked
from precis.bitwidth.case import Case, case_of
from precis.bitwidth.contest import Contest
from precis.bitwidth.cost import seconds
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.discrete import Discrete
from precis.bitwidth.findings import Findings, Input, observe_several
from precis.bitwidth.measure import Measurement
from precis.bitwidth.outputs import Qoi, ask
from precis.bitwidth.pins import Pins, allowed_formats
from precis.bitwidth.reference import carrier_named
from precis.bitwidth.request import HELD_OUT, Request
from precis.bitwidth.resident import observed_work
from precis.bitwidth.samples import FIRST_SEED, Inputs, check_samples, draw, drawn_samples
from precis.bitwidth.schedule import Schedule, pins_of_parts, proposals, trips_of
from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.select import OFFERED
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.stochastic import stochastic_runs
from precis.bitwidth.timing import Timing, time_programs, time_two
from precis.bitwidth.tolerance import Stated, tolerances
from precis.bitwidth.validate import Validation
from precis.bitwidth.verdict import Original, baseline_of
from precis.bitwidth.worst import Box, Worst
from precis.emit.rooms import bound
from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import round_alike
from precis.ir.ruled import without_rules
from precis.ir.types import Program
from precis.lift import lift
from precis.tuned import Executions, Tuned, faster, passed

NO_CUT = "cuts of outer loops in two: none is modelled to be faster"
STEPS = (  # of a run, as progress tells them
    "step 1 of 4: comparing one run with the function's own",
    "step 2 of 4: finding how much every array and line matters",
    "step 3 of 4: choosing, measuring and timing formats",
    "step 4 of 4: looking for numerical faults",
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
    schedules: bool = False,
    stochastic: int = 0,
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
    progress  called with a line of text now and then: STEPS as they begin, and what was found
    reference carrier of the reference run: auto, binary64, binary80, binary128, mpmath or mpmath:BITS
    timed     whether original and tuned program are timed here (where `device` is this CPU)
    integers  "report": integer and boolean outputs that change are told; "hold": they must not change
    objective "time", or "memory": the smallest formats, however slow
    findings  whether numerical faults are looked for in the result (precis.bitwidth.findings)
    worst_case  steps of gradient ascent on the error, from the tuning input and the worst held-out one, within the ranges
              that the held-out inputs showed or `box` (argument -> lowest, highest): what is found is evidence like a
              held-out input, and tuned on only where `tune_on_worst`
    schedules whether outer loops are also tried cut in two parts with formats of their own (precis.bitwidth.schedule)
    stochastic  number of runs of the formats chosen with stochastic rounding, told beside the error of rounding to nearest
    Raises UsageError for tolerances, formats or names that make no sense, InputError for arguments that are not finite.
    """
    stated = tolerances(tolerance, rtol=rtol)
    machine = device_named(device)
    clock = time_programs if timed and machine == device_named("cpu") else None
    attack = Attack(inputs, held_out, worst_case, box, tune_on_worst)
    request = Request(stated, qoi, inputs, tune_on, formats, pins, machine, attack, carrier_named(reference), clock,
                      objective, integers, findings, progress or (lambda line: None), schedules, stochastic)  # fmt: skip
    request.check()
    return _tuned(fn, args if args or kwargs or inputs is None else draw(inputs, 0), kwargs, request)


def _tuned(fn: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], request: Request) -> Tuned:
    """The steps of a run, in order."""
    program, inputs = without_rules(lift(fn, *args, **kwargs)), request.inputs
    allowed_formats(program, request.pins or {})  # refuses what cannot be before anything runs
    request.say(STEPS[0])
    reading = check_agreement(fn, program, args, kwargs, request.tolerance.relative)
    check_samples(program, inputs, (*range(1, request.tune_on), *range(FIRST_SEED, FIRST_SEED + request.held_out)))
    if request.schedules:
        request = replace(request, trips=trips_of(program, *bound(program, args, kwargs)))
    request.say(STEPS[1])
    search = _search(program, args, kwargs, request)
    request.say(STEPS[2])
    found = _decided(*_contest(search, args, kwargs, request, request.clock), request)
    if request.schedules:
        found, search = _scheduled(found, search, args, kwargs, request)
    counts = replace(found.executions, agreement=0 if isinstance(fn, Program) else 2)
    return replace(found, executions=counts, reading=reading, findings=_faults(search.cases, found, request))


def _contest(search: Search, args: Sequence[Any], kwargs: Mapping[str, Any], request: Request,
             clock: Callable[..., Timing | None] | None) -> tuple[Original, Contest]:  # fmt: skip
    """The program's own formats, and the contest of what `search` finds against what `clock` times."""
    program = search.cases[0].program
    case, own = search.cases[0], program.original or Assignment.uniform(FORMATS["binary64"])
    baseline, discrete = baseline_of(case, search.s, own, request.rtol), Discrete(program, own)
    search.guard = discrete if request.integers == "hold" else None
    original = Original(case, own, args, kwargs, baseline, clock, discrete)
    modelled = seconds(search.limits["work"], own, request.device)
    return original, Contest(search, original.time if request.objective == "time" else lambda chosen: None, modelled)


def _decided(original: Original, contest: Contest, request: Request, schedule: Schedule | None = None) -> Tuned:
    """Propose, measure, attribute, tighten; then the contest and the validation. `schedule`: whose program it is."""
    search, case, discrete = contest.search, original.case, original.discrete
    found, worst = attacked(contest, original, request.attack, request.say)
    chosen, timing = found.chosen.proposal, found.chosen.timing
    if round_alike(case.program, chosen.assignment, original.formats):  # said otherwise only: nothing is faster, slower or smaller
        chosen = replace(chosen, assignment=original.formats)
    own = original.baseline is not None or chosen.assignment == original.formats
    counts = replace(_counted(contest, cut=schedule is not None), validation=found.runs, discrete=discrete.runs,
                     baseline=int(own), stochastic=request.stochastic,
                     worst_runs=worst.runs if worst else 0, worst_sweeps=worst.sweeps if worst else 0)  # fmt: skip
    if timing is None and (timing := original.time(chosen.assignment)):
        counts = replace(counts, timing=counts.timing + timing.runs)
    return Tuned(
        program=case.program,
        rtol=request.rtol,
        device=request.device,
        sensitivity=search.s,
        assignment=chosen.assignment,
        original=original.formats,
        holds=found.holds,
        estimate=chosen.estimate,
        measurement=_stochastic(case, search.s, chosen, request),
        validation=found.validation,
        executions=counts,
        work=search.limits["work"],
        timing=timing,
        tried=(*search.tried, *contest.tried),
        passed=found.passed,
        failures=tuple(search.failures),
        objective=request.objective,
        args=original.args,
        reference=case.evidence,
        baseline=original.baseline,
        tolerance=request.tolerance,
        worst=worst,
        schedule=schedule,
    )


def _search(program: Program, args: Sequence[Any], kwargs: Mapping[str, Any], request: Request) -> Search:
    """A search on all tuning inputs."""
    rtol, wanted = request.rtol, request.wanted
    case, s = case_of(program, args, kwargs, rtol, request.qoi, wanted=wanted, tolerance=request.tolerance)
    request.say(f"{program.name}: {len(s.containers)} containers, {len(s.sites)} sites; {case.evidence.sentence}")
    search = Search([case], s, rtol, request.limits(observed_work(program, s, request.trips)), request.say)
    for seed in range(1, request.tune_on):
        given = program, draw(request.inputs, seed), {}, rtol
        search.join(*case_of(*given, question=case.question, wanted=wanted, label=f"tuning input {seed}"))
    return search


def _stochastic(case: Case, s: Sensitivity, chosen: Proposal, request: Request) -> Measurement:
    """The measurement of what was chosen; with stochastic rounding too, where that was asked for."""
    if not request.stochastic:
        return chosen.measurement
    request.say("rounding stochastically")
    arguments = case.question, chosen.assignment, case.arrays, case.binding, case.reference
    return replace(chosen.measurement, stochastic=stochastic_runs(*arguments, range(request.stochastic), s=s, most=case.evidence.allowed))


def _scheduled(plain: Tuned, search: Search, args: Sequence[Any], kwargs: Mapping[str, Any],
               request: Request) -> tuple[Tuned, Search]:  # fmt: skip
    """The fastest of `plain` and of what the same search finds for its program with a loop cut in two, and its search."""
    best, behind, done = plain, search, set()
    for schedule in proposals(search.cases[0], search.s, request):
        if schedule.site in done:
            continue
        own = replace(request, pins=pins_of_parts(schedule.program, request.pins), trips=schedule.while_trips)
        cut = _cut_search(schedule, search, own)
        original, contest = _contest(cut, args, kwargs, own, request.clock and _against(best))
        first = contest.first()
        holds = first is not None and schedule.differs(first.proposal.assignment)
        if holds:
            done.add(schedule.site)
        if first is None or not holds or first.slower:
            best = passed(best, schedule, first, _counted(contest, cut=True))
            continue
        found = _decided(original, contest, own, schedule)
        best = faster(best, found, plain, kwargs, request.clock and time_two)
        behind = cut if best.program is schedule.program else behind
    return (best if best.schedule or best.cuts else replace(best, cuts=(NO_CUT,))), behind


def _cut_search(schedule: Schedule, search: Search, request: Request) -> Search:
    """A search for the formats of a program with a loop cut in two. It computes what the program without the cut computes: the
    references are the same, and its sensitivities are those that the cut was found by."""
    case, s = search.cases[0], schedule.sensitivity
    question = ask(schedule.program, request.qoi, case.arrays, dict(case.binding), request.tolerance)
    cases = [replace(c, program=schedule.program, question=question) for c in search.cases]
    limits = request.limits(observed_work(schedule.program, s, request.trips))
    return Search(cases, s, request.rtol, limits, request.say)


def _against(best: Tuned) -> Callable[..., Timing | None]:
    """Times what is chosen for a program with a cut loop against the best without that cut."""
    def clock(program: Program, original: Assignment, chosen: Assignment, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Timing | None:
        return time_two((best.program, best.assignment), (program, chosen), args, kwargs)
    return clock


def _counted(contest: Contest, cut: bool) -> Executions:
    """What the search ran; where a loop is `cut`, its references are those of the program without the cut."""
    search, given = contest.search, () if cut else contest.search.cases
    return Executions(
        reference=len(given),
        scale=sum(c.evidence.scale for c in given),
        check=sum(c.evidence.checks for c in given),
        prediction=search.s.samples,
        further=search.further + search.s.root_runs + sum(c.astray for c in given),
        emulated=search.emulated,
        attribution=2 * search.attributed,
        timing=contest.runs,
    )


def _faults(cases: Sequence[Case], found: Tuned, request: Request) -> Findings:
    """Numerical faults of what was found: looked for once, whatever was tried on the way."""
    if not request.findings:
        return Findings(skipped="not asked for")
    tuned = (Input(c.label.removeprefix("the "), c.arrays, c.binding) for c in cases)
    others = _others(cases[0].program, request.attack.inputs, found.validation, found.worst)
    return observe_several(cases[0].question, found.assignment, _told(chain(tuned, others), request.say)).weighed(request.rtol)


def _told(inputs: Iterable[Input], say: Callable[[str], None]) -> Iterator[Input]:
    """The inputs, each named when its turn comes."""
    for given in inputs:
        say(f"{STEPS[3]}: {given.label}")
        yield given


def _others(program: Program, inputs: Inputs | None, validation: Validation, worst: Worst | None) -> Iterator[Input]:
    """Inputs that nothing was tuned on: what a search found, then held-out ones, those of the largest errors first."""
    if worst:
        yield Input("an input found by search", worst.arrays, worst.binding)
    ranked = sorted(zip(validation.errors, validation.seeds), key=lambda row: -row[0])
    if inputs is not None:
        for seed, found in drawn_samples(program, inputs, [seed for _, seed in ranked]):
            yield Input(f"held-out input {seed}", *found)
