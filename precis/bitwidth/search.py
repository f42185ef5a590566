"""The search: propose, measure, attribute, tighten. At most five emulated runs per tuning input."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import numpy as np

from precis.bitwidth.breakdown import OVERFLOW, Breakdown, Failure, breakdown
from precis.bitwidth.case import Case
from precis.bitwidth.cost import seconds
from precis.bitwidth.discrete import Discrete
from precis.bitwidth.endless import too_coarse
from precis.bitwidth.estimate import Estimate, correction, estimate, formats_of, share_of, shares, unseen_places
from precis.bitwidth.measure import Measurement, compare, emulated_run
from precis.bitwidth.mend import halves, mended
from precis.bitwidth.places import Place
from precis.bitwidth.runs import Ran
from precis.bitwidth.second_order import Bends, worst_bends
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import Sensitivity, second_order_at, second_order_sweeps
from precis.bitwidth.stored import stored_words
from precis.bitwidth.task import REACH, SAFETY, Task, offered_formats, task_of
from precis.bitwidth.unseen import unseen
from precis.errors import ToleranceNotMet
from precis.formats import FORMATS, Assignment, Format

RUNS = 5
LOOSEST = 1.0  # the largest safety factor: the whole tolerance for the estimate
MARGIN = 0.9  # of the tolerance, that a loosened proposal must keep
CHEAPER = 0.95  # of the cost of what holds, below which a proposal is worth a run
SPARED = 2  # runs that are left for tightening, should held-out inputs refuse what was reached
SMALLEST_STEP = 1 / 64  # of the budget at once: the error of a run that went astray says little about what to change
UNEXPLAINED = 0.5  # share of the error beyond which corrections do not help and the budget shrinks
UNDERESTIMATED = 3.0  # times the estimate: what is measured beyond calls for second order
WORTH = 0.1  # of the tolerance: smaller errors need no better estimate
NARROW_RANGE = 15  # emax of formats that are given up where a run overflows


@dataclass(frozen=True, slots=True)
class Proposal:
    """One assignment that was tried."""

    assignment: Assignment
    estimate: Estimate
    measurement: Measurement
    seconds: float  # modelled
    bytes: float = 0.0  # of all named arrays and scalars


@dataclass(slots=True)
class Search:
    """The state of a search: what was tried, what was learnt.

    cases    tuning inputs; a proposal holds if it holds on all
    s        their joined sensitivities
    limits   keyword arguments of `assign`: formats, device, pins, work
    runs       those made so far with their errors, which searches on the same cases share; attributed where they break the tolerance
    further    sweeps beside those of the prediction: second order, residuals of loops that did not end
    emulated, attributed   runs on tuning inputs, and those whose error was attributed
    guard    refuses proposals that change integer or boolean outputs; None: they are not judged
    curved   whether second order was asked for: only where a run errs far more than first order says
    failures   proposals that missed the tolerance, with what was found out about them
    """

    cases: list[Case]
    s: Sensitivity
    rtol: float
    limits: Mapping[str, Any]
    progress: Callable[[str], None] = lambda line: None
    corrections: dict[tuple[Place, str], float] = field(default_factory=dict)
    safety: float = SAFETY
    tried: list[Proposal] = field(default_factory=list)
    since: int = 0  # proposals before this one were not measured on every case
    further: int = 0
    emulated: int = 0
    attributed: int = 0
    runs: dict[tuple[Case, Assignment], tuple[Ran, Measurement]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    guard: Discrete | None = None
    curved: bool = False

    @property
    def holding(self) -> list[Proposal]:
        """The proposals that hold, cheapest first as modelled; the more accurate first of equals."""
        kept = [p for p in self.tried[self.since :] if p.measurement.error <= self.rtol]
        if self.limits.get("objective", "time") == "memory":
            return sorted(kept, key=lambda p: (p.bytes, p.seconds, p.measurement.error))
        return sorted(kept, key=lambda p: (p.seconds, p.measurement.error))

    def explained(self, proposal: Proposal) -> Proposal:
        """`proposal` with its error attributed, on the input where it is largest."""
        if not proposal.measurement.error or proposal.measurement.explained is not None:
            return proposal
        worst = max(self.cases, key=lambda case: self._measured(proposal.assignment, case).error)
        return replace(proposal, measurement=self._judged(proposal.assignment, worst, above=0.0))

    def run(self) -> None:
        """Tighten until a proposal holds, then try once to loosen, and to reach for what is cheaper."""
        while not self.holding and self._tighten():
            pass
        self._halve()
        self._loosen()
        self._reach()

    def join(self, case: Case, s: Sensitivity) -> None:
        """A further tuning input, before anything is tried."""
        self.cases.append(case)
        known = self.s.second is not None and s.second is None
        self.s = self.s.joined(replace(s, second=self._second_order(case)) if known else s)

    def add(self, case: Case, s: Sensitivity, failed: Assignment) -> None:
        """A further tuning input, on which `failed` is known to miss the tolerance."""
        self.join(case, s)
        self.since = len(self.tried)
        found = self._measured(failed, case)
        self._learn(failed, found, self._noted(failed, found, case), case)

    def _tighten(self) -> bool:
        """One more proposal, measured; what it teaches is kept. False where there is nothing new to propose."""
        for _ in range(8):  # a proposal that was tried before teaches nothing: shrink the budget until it changes
            chosen = self._next() if len(self.tried) < RUNS else None
            if chosen is None:
                return False
            if not self._known(chosen):
                self._propose(chosen, learn=True)
                return True
            self.safety *= SAFETY
        return False

    def _halve(self) -> None:
        """Where nothing is left to propose, since no derivative sees what the last proposal got wrong: half of its places wide."""
        last = self.tried[-1] if self.tried[self.since :] else None
        if self.holding or last is None or not math.isfinite(last.measurement.error) or self._chosen(self.safety) is None:
            return
        for chosen in halves(last.assignment, self._task, self._price):
            if len(self.tried) < RUNS and not self.holding and not self._known(chosen):
                self._propose(chosen)

    def _next(self) -> Assignment | None:
        """The choice by corrected estimates; the last proposal with some places wider, where that is foreseen to hold and cheaper."""
        chosen, last = self._chosen(self.safety), self.tried[-1] if self.tried[self.since :] else None
        if chosen is None or last is None or last.measurement.error <= self.rtol:
            return chosen
        found = mended(last.assignment, last.measurement, self._task, self.rtol, self._price)
        return found if found and not self._known(found) and self._price(found) < self._price(chosen) else chosen

    @property
    def _task(self) -> Task:
        """The options of every place."""
        given = self.limits["formats"], self.limits["device"], self.limits.get("pins") or {}, self.corrections
        return task_of(self.cases[0].program, self.s, self.rtol, *given, work=self.limits["work"])

    def _loosen(self) -> None:
        """Where the fastest holds with room to spare, give the estimate more of the tolerance, once."""
        if not self.holding or len(self.tried) >= RUNS:
            return
        best = self.holding[0]
        room = best.estimate.rms / best.measurement.error if best.measurement.error else math.inf
        safety = min(LOOSEST, MARGIN * self.safety * room)
        chosen = self._chosen(safety) if safety > 1.2 * self.safety else None
        if chosen and not self._known(chosen) and self._price(chosen) < self._price(best.assignment):
            self._propose(chosen)

    def _reach(self) -> None:
        """Try what is estimated to use up the tolerance or to miss it by less than estimates are off; the measurement decides. Not
        again once a held-out input has refused a choice."""
        for safety in REACH:
            if not self.holding or self.since or len(self.tried) > RUNS - SPARED:
                return
            best, chosen = self.holding[0], self._chosen(safety)
            if chosen is None or self._price(chosen) > CHEAPER * self._price(best.assignment):
                return  # less of the tolerance buys no more
            if not self._known(chosen):
                self._propose(chosen)
            if self.holding[0] is not best:
                return

    def _price(self, chosen: Assignment) -> float:
        """What is minimised, as modelled."""
        work = self.limits["work"]
        memory = self.limits.get("objective", "time") == "memory"
        return work.memory(chosen) if memory else seconds(work, chosen, self.limits["device"])

    def _known(self, chosen: Assignment) -> bool:
        return any(chosen == p.assignment for p in self.tried[self.since :])

    def _chosen(self, safety: float) -> Assignment | None:
        program = self.cases[0].program
        try:
            return assign(program, self.s, self.rtol, corrections=self.corrections, safety=safety, **self.limits)
        except ToleranceNotMet:
            return None

    def _propose(self, chosen: Assignment, learn: bool = False) -> None:
        """Measure on every case; the worst counts."""
        predicted = estimate(self.s, self.s.question.unrounded(chosen), self.corrections)
        measured = [(self._measured(chosen, case), case) for case in self.cases]
        found, worst = max(measured, key=lambda item: item[0].error)
        work = self.limits["work"]
        time = seconds(work, chosen, self.limits["device"])
        proposal = Proposal(chosen, predicted, found, time, work.memory(chosen))
        self.tried.append(proposal)
        foreseen = f"estimate {predicted.rms:.2g}" if math.isfinite(predicted.rms) else "no estimate to first order"
        came_to = f"measured {found.error:.2g}" if math.isfinite(found.error) else "the run failed"
        errors = f"{foreseen}, {came_to}, tolerance {self.rtol:.2g}"
        self.progress(f"{stored_words(self.cases[0].program, chosen)}: {errors}")
        if found.error > max(UNDERESTIMATED * predicted.rms, WORTH * self.rtol) and math.isfinite(found.error):
            self._bend()
        failure = self._noted(chosen, found, worst)
        if learn:
            self._learn(chosen, found, failure, worst)

    def _bend(self) -> None:
        """Add second order to the sensitivities, on every case; once."""
        if self.curved or self.s.second is not None:
            return
        self.curved = True
        self.progress("first order says less than was measured: second order is estimated, too")
        first, *more = (self._second_order(case) for case in self.cases)
        self.s = replace(self.s, second=reduce(worst_bends, more, first))

    def _second_order(self, case: Case) -> Bends | None:
        outputs = [np.asarray(y, np.float64) if y.dtype == object else y for y in case.reference]
        self.further += second_order_sweeps(outputs)
        return second_order_at(case.question, case.arrays, case.binding, outputs)

    def _noted(self, chosen: Assignment, m: Measurement, case: Case) -> Failure | None:
        """The failure, and where it broke down."""
        if m.error <= self.rtol:
            return None
        note = "" if math.isfinite(m.error) else _goes_on(m, case) or self._objection(chosen, case)
        broken = None
        if not (note or math.isfinite(m.error)):
            broken = breakdown(case.question, chosen, case.arrays, case.binding)
        self.failures.append(Failure(chosen, case.label, m.error, m.shares, broken, note))
        return self.failures[-1]

    def _measured(self, chosen: Assignment, case: Case) -> Measurement:
        key = case, chosen
        found = self.runs[key][1] if key in self.runs else self._judged(chosen, case, above=self.rtol)
        return replace(found, error=math.inf) if self._objection(chosen, case) else found

    def _judged(self, chosen: Assignment, c: Case, above: float) -> Measurement:
        """The error of an emulated run, which is made once, attributed if it is `above`."""
        given, most = (c.question, chosen, c.arrays, c.binding), c.evidence.allowed
        if (c, chosen) in self.runs:
            ran = self.runs[c, chosen][0]
        else:
            ran = emulated_run(*given, most)
            self.emulated += 1
        found = compare(*given, c.reference, c.wide, self.s, most, above=above, ran=ran)
        self.attributed += found.explained is not None
        self.runs[c, chosen] = ran, found
        return found

    def _objection(self, chosen: Assignment, case: Case) -> str:
        return self.guard.objection(chosen, (case.label, case.arrays, case.binding)) if self.guard else ""

    def _learn(self, chosen: Assignment, m: Measurement, failure: Failure | None, case: Case) -> None:
        """Correction factors attributed / estimated, for the formats that were used and narrower ones."""
        if failure is None:
            return
        formats = self._formats(chosen)
        if m.endless:
            self.further += 1
            self.corrections |= too_coarse(case, m.endless, formats, offered_formats(self.limits["formats"]))
            return
        if failure.note:
            self.safety *= SMALLEST_STEP  # a decision fell otherwise: only smaller errors help
            return
        if not math.isfinite(m.error):
            self.corrections |= {(p, formats[p].name): math.inf for p in _suspects(formats, failure.breakdown)}
            return
        estimated = self._estimated(chosen)
        unforeseen = self.rtol / max(1, len(m.shares))
        known = {place: share for place, share in m.shares.items() if place in formats}  # lines that only hand on have none of their own
        for place, share in known.items():
            size, before = estimated.get(place, 0.0), correction(self.corrections, place, formats[place])
            if abs(share) > (size or unforeseen):  # no factor makes nothing as large as the share: the format is given up
                self.corrections[place, formats[place].name] = before * abs(share) / size if size else math.inf
        if abs(m.combined - sum(known.values())) <= UNEXPLAINED * m.combined:
            return
        if fresh := self._turned(chosen):
            self.corrections |= fresh
        else:
            self.safety *= max(SMALLEST_STEP, SAFETY * self.rtol / m.error)

    def _turned(self, chosen: Assignment) -> dict[tuple[Place, str], float]:
        """Formats to give up where no derivative sees what rounds: decisions fell otherwise, and the attribution cannot say which.
        All such places go up together, from any format of 16 bits or fewer to binary32 at once, since runs are few."""
        formats = formats_of(self.s, self.s.question.unrounded(chosen))
        used = [formats[p] for p in unseen_places(self.s, formats)]
        if not used:
            return {}
        fmt = max((*used, FORMATS["binary16"]), key=lambda f: f.precision)
        places = {c.place for c in unseen(self.s)}
        found = {("compute" if kind == "multiplicand" else kind, name) for kind, name in places}
        return {(p, fmt.name): math.inf for p in found if (p, fmt.name) not in self.corrections}

    def _formats(self, chosen: Assignment) -> dict[Place, Format]:
        """Place -> format, as attribution groups them: a site that rounds nothing but its factors computes in their format."""
        found = formats_of(self.s, self.s.question.unrounded(chosen))
        factors = {("compute", name): f for (kind, name), f in found.items() if kind == "multiplicand"}
        return factors | {p: f for p, f in found.items() if p[0] in ("storage", "compute", "accumulate")}

    def _estimated(self, chosen: Assignment) -> dict[Place, float]:
        """Estimated share of every place as attribution groups them: operands count with what their site computes."""
        found: dict[Place, float] = {}
        for cause, share in shares(self.s, formats_of(self.s, self.s.question.unrounded(chosen)), self.corrections, share_of):
            place = ("compute", cause.place[1]) if cause.place[0] == "multiplicand" else cause.place
            found[place] = math.hypot(found.get(place, 0.0), share.size)
        return found


def _goes_on(m: Measurement, case: Case) -> str:
    """What to say of a run that was stopped."""
    line = m.endless.rpartition(":")[2]
    return f"the loop on line {line} had not ended after {case.evidence.allowed} iterations" if m.endless else ""


def _suspects(formats: Mapping[Place, Format], found: Breakdown | None) -> list[Place]:
    """Places that may have made a run break down: those of narrow range and the one that overflowed; where it was an
    operation, those of least precision, because any of them may have fed it."""
    if found and found.what != OVERFLOW:
        least = min(f.precision for f in formats.values())
        return [p for p, f in formats.items() if f.precision == least]
    return [p for p, f in formats.items() if f.emax <= NARROW_RANGE or f.scale or (found and p == found.place)]
