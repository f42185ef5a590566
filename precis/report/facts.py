"""The numbers of a report, each with its word, and its limits in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from precis.bitwidth import runs
from precis.bitwidth.cost import seconds
from precis.bitwidth.estimate import Estimate
from precis.bitwidth.measure import Measurement
from precis.bitwidth.stored import stored_words
from precis.bitwidth.timing import Timing
from precis.errors import plural
from precis.report.headline import Gain
from precis.report.model import Fact, Number
from precis.report.numbers import in_unit, percent, short, tolerance_words
from precis.report.rows import finite
from precis.tuned import Tuned
from precis.tuned.ratio import PROCESSOR, slower, stopwatch

ALWAYS = ("reference runs", "sweeps for the estimate", "emulated runs", "sweeps for the attribution", "held-out runs")  # counts, 0 too
BOUNDARY = "with the casts at inputs and outputs"
INSIDE = "without the casts at inputs and outputs"
EXPLAINED = (0.8, 1.25)  # outside, shares are indications only
TOGETHER = "all outputs together"
READING = 100.0  # parts of the tolerance, of which a reading that differs by one is told
SHOWN = (0.1, 10.0)  # outside, shares say nothing and are left out
NAMED = 8  # places in a sentence
PLACES = 3  # that second order is told of
DECISIONS = 0.1  # of the error, from which they are worth a sentence


def error(tuned: Tuned) -> Number:
    """The worst measured error, over all inputs that were run."""
    samples = tuned.measurement.samples + held_out(tuned)
    return Number(finite(tuned.error), "measurement", samples=samples)


@dataclass(frozen=True, slots=True)
class Compiled:
    """How the original and the tuned program run here: reason says why they are interpreted, "" where they are not;
    bytes of the workspace of one call."""

    reason: str
    original: int
    tuned: int

    @staticmethod
    def of(tuned: Tuned) -> Compiled:
        binding = tuned.sensitivity.binding
        before, after = (runs.compiled(tuned.program, a) for a in (tuned.original, tuned.assignment))
        return Compiled(before.reason or after.reason, before.peak_bytes(binding), after.peak_bytes(binding))

    @property
    def warnings(self) -> tuple[str, ...]:
        return (f"the program was interpreted, so no speed is measured: {self.reason}",) if self.reason else ()


def held_out(tuned: Tuned) -> int:
    """Held-out inputs that differ from the tuning input: none where each gave its very error, as a generator does that
    ignores its seed."""
    m, v = tuned.measurement, tuned.validation
    return 0 if m.error and set(v.errors) == {m.error} else v.samples


def facts(tuned: Tuned, compiled: Compiled) -> tuple[Fact, ...]:
    """Everything measured, estimated and counted, in the order of the page."""
    return (*_errors(tuned), *_speed(tuned, compiled), *_memory(tuned, compiled), *_work(tuned))


def _errors(tuned: Tuned) -> Iterator[Fact]:
    e, m, v = tuned.estimate, tuned.measurement, tuned.validation
    yield Fact("error", "worst measured error", _noted(error(tuned), f"tolerance {tolerance_words(tuned.tolerance)}"))
    yield Fact(
        "error",
        "measured on the tuning input",
        Number(finite(m.error), "measurement", "", m.samples, f"against {m.reference}"),
    )
    yield from _together(m)
    if held_out(tuned):
        yield Fact(
            "error", "worst on held-out inputs", Number(finite(v.worst), "measurement", "", v.samples, _seeds(v.seeds))
        )
    if w := tuned.worst:
        note = f"from {w.start}; {plural(w.sweeps, 'sweep')}, {plural(w.runs, 'run')}"
        yield Fact("error", "worst that a search found", Number(finite(w.error), "measurement", "", w.runs, note))
    yield from (Fact("error", label, Number(finite(x), "estimate", "", e.samples, note)) for label, x, note in estimated(e))
    yield from _attribution(m)
    yield from _stochastic(m)
    if tuned.executions.agreement:
        note = "the program as read, in its own formats, against the function itself"
        yield Fact("error", "reading of the source", Number(finite(tuned.reading), "measurement", "", 1, note))
    if m.decisions is not None:
        note = "of the error: trips and branches that fell otherwise"
        yield Fact("error", "decisions", Number(finite(m.decisions), "estimate", "share", m.samples, note))


def _together(m: Measurement) -> Iterator[Fact]:
    """What estimates and attributions divide, where it is not the error of the only output."""
    if len(m.errors) > 1:
        note = "root of the sum of their squares: what estimates and attributions are parts of"
        yield Fact("error", TOGETHER, Number(finite(m.combined), "measurement", "", m.samples, note))


def _attribution(m: Measurement) -> Iterator[Fact]:
    if m.explained is not None:
        note = f"attributed / measured, {TOGETHER}" if len(m.errors) > 1 else "attributed / measured"
        attributed = finite(m.explained * m.combined)
        yield Fact("error", "attributed", Number(attributed, "estimate", "", m.samples, "along the runs really taken"))
        yield Fact("error", "error explained", Number(finite(m.explained), "estimate", "share", m.samples, note))


def estimated(e: Estimate) -> Iterator[tuple[str, float, str]]:
    """(label, error, note) of an estimate and its parts, which add in squares; of the worst case."""
    order = "to first order" if e.second_order is None else "with second order"
    yield "estimated", e.rms, f"before any run in these formats, {order}{', roots at 0 to half order' if e.half_order else ''}"
    yield "of it random", e.random, "roundings as if independent"
    yield "of it signed", e.signed, "increments that round alike, beyond chance"
    if e.second_order is not None:
        yield "of it second order", e.second_order, f"the mean effect of squared errors{_most_of_it(e)}"
    if e.half_order:
        yield "of it half order", e.half_order, "roots at 0, where errors count by their root: from perturbed runs"
    yield "estimated, worst case", e.absolute, "every rounding at its largest and of the worst sign, to first order"


def _most_of_it(e: Estimate) -> str:
    """Where most of the second order comes from, by its share."""
    ranked = sorted(e.second_by.items(), key=lambda item: -item[1])[:PLACES]
    return f": {', '.join(f'{name} {x:.1e}' for name, x in ranked)}" if ranked else ""


STOCHASTIC = "rounding stochastically"
LEFT = "Tried and left"


def _stochastic(m: Measurement) -> Iterator[Fact]:
    """The same formats with every rounding up or down at random: emulated only, emitted source rounds to nearest."""
    if m.stochastic is None:
        return
    x, n = m.stochastic, len(m.stochastic.errors)
    rows = (("mean", x.mean, "emulated, on the tuning input"), ("worst", x.worst, _seeds(x.seeds)),
            ("mean output", x.bias, "error of the output averaged over the runs"))  # fmt: skip
    for label, value, note in rows:
        yield Fact("error", f"{STOCHASTIC}, {label}", Number(finite(value), "measurement", "", n, note))
    if x.estimate is not None:
        note = "root mean square over runs, to first order"
        yield Fact("error", f"{STOCHASTIC}, estimated", Number(finite(x.estimate), "estimate", "", note=note))


def _seeds(seeds: tuple[int, ...]) -> str:
    return f"seeds {min(seeds)} to {max(seeds)}" if seeds else ""


def _noted(number: Number, note: str) -> Number:
    return Number(number.value, number.word, number.unit, number.samples, note)


def gain(tuned: Tuned, compiled: Compiled) -> Gain:
    """What the sentence says of time and memory."""
    if tuned.assignment != tuned.original or not tuned.passed:
        return Gain(speed(tuned, compiled), memory(tuned), stopwatch=stopwatch(tuned.timing))
    best = max(tuned.passed, key=lambda c: c.speedup)
    saved = Number(tuned.memory_of(tuned.smaller.proposal.assignment), "count", "x") if tuned.smaller else None
    return Gain(Number(best.speedup, "measurement", "x"), saved, kept=True)


def speed(tuned: Tuned, compiled: Compiled) -> Number | None:
    """Original time over tuned time: measured where it ran on the machine that was asked for, else modelled."""
    if tuned.assignment == tuned.original:
        return None
    if tuned.timing and tuned.timing.tells and not compiled.reason:
        return Number(finite(tuned.timing.speedup), "measurement", "x", tuned.timing.samples, BOUNDARY)
    return modelled_speed(tuned)


def modelled_speed(tuned: Tuned) -> Number:
    casts = BOUNDARY if tuned.device.borders else "casts inside only"
    before, after = (seconds(tuned.work, a, tuned.device) for a in (tuned.original, tuned.assignment))
    return Number(
        before / after if after else None, "estimate", "x", note=f"cost model of {tuned.device.name}, {casts}"
    )


def _speed(tuned: Tuned, compiled: Compiled) -> Iterator[Fact]:
    best = speed(tuned, compiled)
    yield from _passed(tuned)
    if best is None:
        return
    yield Fact("speed", "speed", best)
    if tuned.timing and not compiled.reason:
        yield from times(tuned.timing)
    if best.word == "measurement":
        yield Fact("speed", "modelled speed", modelled_speed(tuned))


def _passed(tuned: Tuned) -> Iterator[Fact]:
    """Formats that hold, too, but were not faster."""
    for c in tuned.passed:
        yield passed_over(stored_words(tuned.program, c.proposal.assignment), c.speedup, c.timing)


def passed_over(stored: str, speedup: float, timing: Timing | None) -> Fact:
    number = Number(finite(speedup), "measurement", "x", timing.samples if timing else None, f"holds, but is {slower(speedup)}")
    return Fact("speed", f"passed over: {stored}", number)


def times(t: Timing) -> Iterator[Fact]:
    """Fastest of the compiled runs on this machine, with and without the conversions at the boundary."""
    rows = (
        ("speed inside", t.speedup_inside, "x", INSIDE),
        ("original", t.original, "s", BOUNDARY),
        ("tuned", t.tuned, "s", BOUNDARY),
        ("original inside", t.original_inside, "s", INSIDE),
        ("tuned inside", t.tuned_inside, "s", INSIDE),
    )
    for label, value, unit, note in rows:
        if value is not None:
            yield Fact("speed", label, Number(finite(value), "measurement", unit, t.samples, note))


def memory(tuned: Tuned) -> Number | None:
    """Bytes of the named arrays before over after."""
    return (
        None
        if tuned.assignment == tuned.original
        else Number(tuned.memory, "count", "x", note="named arrays and scalars")
    )


def _memory(tuned: Tuned, compiled: Compiled) -> Iterator[Fact]:
    ratio = memory(tuned)
    if ratio is not None:
        yield Fact("memory", "memory", ratio)
    yield Fact("memory", "original", Number(tuned.original_bytes, "count", "bytes"))
    yield Fact("memory", "tuned", Number(tuned.work.memory(tuned.assignment), "count", "bytes"))
    if not compiled.reason:
        for label, found in (("workspace, original", compiled.original), ("workspace, tuned", compiled.tuned)):
            yield Fact("memory", label, Number(float(found), "count", "bytes", note="of one call, beside arguments"))


def _work(tuned: Tuned) -> Iterator[Fact]:
    x = tuned.executions
    rows = (("reference runs", x.reference, "what errors are measured against"),
            ("runs in binary64 for the scale of the sweeps", x.scale, "where the reference is wider"),
            ("sweeps for the estimate", x.prediction, "forward and reverse"),
            ("further sweeps and runs", x.further, "where first order was not enough, a root met 0, or a loop did not end"),
            ("emulated runs", x.emulated, ""), ("sweeps for the attribution", x.attribution, "exact and rounded run"),
            ("runs that check the reference", x.check, "in another carrier: has it converged? Decides nothing that is chosen"),
            ("runs that check the reading", x.agreement, "of the function itself and of the program that it was read as"),
            ("runs of the program's own formats", x.baseline, "where their estimate leaves a doubt, or they are what is returned"),
            ("held-out runs", x.validation, "each with its reference, the worst with a second one in a wider carrier; never tuned on"),
            ("runs of the worst-case search", x.worst_runs, "each with its reference"),
            ("sweeps of the worst-case search", x.worst_sweeps, ""),
            ("runs with stochastic rounding", x.stochastic, ""),
            ("runs for timing", x.timing, "of original and tuned program together"),
            ("runs for integer outputs", x.discrete, "of original and tuned program together"),
            ("inputs looked at for faults", len(tuned.findings.inputs), "as many as a budget of operations admits"))  # fmt: skip
    shown = (row for row in rows if row[1] or row[0] in ALWAYS)
    for label, count, note in shown:
        yield Fact("executions", label, Number(float(count), "count", "count", note=note))


def attributed(m: Measurement) -> bool:
    """Whether the attribution of a run explains its error to an order of magnitude, so that its shares are worth showing."""
    return m.explained is not None and SHOWN[0] <= m.explained <= SHOWN[1]


def limits(tuned: Tuned) -> tuple[str, ...]:
    """What these numbers do not say."""
    return tuple(_limits(tuned))


def _rule_of_three(tuned: Tuned) -> str:
    """The share of inputs of which none of N violating the tolerance leaves room at 95 %: 1 - 0.05^(1/N), below 3/N (Hanley &
    Lippman-Hand 1983)."""
    n = tuned.validation.samples
    if not tuned.holds or n <= 3:
        return ""
    return f" None of {n} broke the tolerance: of all inputs drawn alike at most {300 / n:.2g} % do, with 95 % confidence (3/N)."


def _limits(tuned: Tuned) -> Iterator[str]:
    m, v = tuned.measurement, tuned.validation
    if v.samples and not held_out(tuned):
        yield "Every held-out input gave the very error of the tuning input: does the generator ignore its seed?"
    elif v.samples:
        runs = plural(v.samples, "held-out input")
        yield f"Errors were measured on {runs} and the tuning input: evidence, not proof for other inputs.{_rule_of_three(tuned)}"
    elif tuned.executions.validation and not tuned.holds:
        yield "Held-out inputs were run in formats that did not hold; in those returned, tuning inputs only."
    else:
        yield "Only the tuning input was run. Give a generator of inputs to have the result checked on others."
    told = tuned.reference.sentence if tuned.reference else f"reference: {m.reference}"
    yield f"{told[0].upper()}{told[1:]}. Only rounding is judged, not the discretisation."
    if tuned.reading > tuned.rtol / READING:
        gap = f"by {short(tuned.reading)}, {percent(tuned.reading / tuned.rtol)} of the tolerance"
        yield f"The program as read differs from the function {gap} (measured, tuning input); errors are those of the program as read."
    if not tuned.findings.whole:
        yield "Numerical faults were looked for in the first part of long runs only: what comes later is not covered."
    if m.explained is not None and not EXPLAINED[0] <= m.explained <= EXPLAINED[1]:
        worth = "its shares are indications only" if attributed(m) else "it does not hold here, and its shares are left out"
        yield f"The attribution explains {percent(m.explained)} of the measured error: {worth}."
    if m.sweeps and m.explained and abs(m.sweeps[0] - m.sweeps[1]) > abs(m.explained):
        exact, rounded = (percent(x) for x in m.sweeps)
        yield f"Rounding acts nonlinearly: exact adjoints explain {exact} of the error, rounded ones {rounded}."
    if m.decisions is not None and abs(m.decisions) > DECISIONS:
        yield f"{percent(m.decisions)} of the error comes from decisions (trips, branches) that rounding changed."
    if unseen := [name for _, name in tuned.estimate.unseen]:
        names = ", ".join(unseen[:NAMED]) + (f" and {len(unseen) - NAMED} more" if len(unseen) > NAMED else "")
        yield f"No estimate sees what decides only (comparisons, positions, whole numbers): {names}. It was measured with the others."
    if singular := [name for _, name in tuned.estimate.singular]:
        names = ", ".join(singular[:NAMED])
        yield f"No estimate of first order: what rounds here meets an infinite derivative, as of a square root at 0: {names}."
    if early := [name for _, name in tuned.estimate.vanishing]:
        yield f"A loop may end early: what it ends by becomes so small that it is 0 in its format: {', '.join(early[:NAMED])}."
    if tuned.estimate.overflow:
        yield f"Values may leave the range of their format in: {', '.join(tuned.estimate.overflow[:8])}."
    if edges := [name for _, name in tuned.estimate.edges]:
        names = ", ".join(edges[:NAMED])
        yield f"Rounding may leave the domain of a division, a root or a logarithm, or turn a comparison that infinities hang on: {names}."
    if not math.isfinite(m.error):
        yield "The run was not finite."
    for name, words in m.left_out.items():
        yield f"In {name}, {words} in both runs on the tuning input: left out, since there is no error to measure."
    yield from (f"{LEFT}: {told}." for told in tuned.cuts)
    yield from _limits_of_speed(tuned)


def busy(tuned: Tuned) -> tuple[str, ...]:
    """A warning where measured times are those of other work."""
    if not tuned.timing or not tuned.timing.disturbed:
        return ()
    had = f"the machine was busy: programs had {percent(tuned.timing.processors)} of a processor while they were timed"
    return (f"{had}, so times are {PROCESSOR}, which waiting does not count; a quiet machine may give another speed-up",)


def silence(t: Timing | None) -> Iterator[str]:
    """Why the stopwatch does not tell the speed, where it does not."""
    if t and t.brief:
        yield (
            f"A run takes {in_unit(t.original, 's')}: too brief to be judged by a stopwatch, so the cost model speaks. "
            "Larger inputs would tell."
        )
    elif t and not t.tells:
        yield f"The measured speed-ups scattered by {percent(t.scatter)}, so the cost model speaks: measure again on a quiet machine."


def _limits_of_speed(tuned: Tuned) -> Iterator[str]:
    yield from silence(tuned.timing)
    if tuned.device.kind != "cpu":
        yield f"Speed is that of the cost model of {tuned.device.name}: data-sheet rates, good for ratios only."
    yield "Memory counts the arrays and scalars that the program names, not temporaries or the interpreter."
