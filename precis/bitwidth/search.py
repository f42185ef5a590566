"""The search: propose, measure, attribute, tighten. At most five emulated runs per tuning input."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from precis.bitwidth.cost import seconds
from precis.bitwidth.estimate import Estimate, correction, estimate, formats_of, shares
from precis.bitwidth.measure import Measurement, compare
from precis.bitwidth.outputs import Question
from precis.bitwidth.places import Place
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import Sensitivity
from precis.bitwidth.task import SAFETY
from precis.errors import ToleranceNotMet
from precis.formats import Assignment, Format
from precis.ir.types import Program

RUNS = 5
LOOSEST = 1.0  # the largest safety factor: the whole tolerance for the estimate
MARGIN = 0.9  # of the tolerance, that a loosened proposal must keep
UNEXPLAINED = 0.5  # share of the error beyond which corrections do not help and the budget shrinks
NARROW_RANGE = 15  # emax of formats that are given up where a run overflows


@dataclass(frozen=True, slots=True)
class Proposal:
    """One assignment that was tried."""

    assignment: Assignment
    estimate: Estimate
    measurement: Measurement
    seconds: float  # modelled


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A tuning input with its reference: what proposals are measured on. `program` is the user's, `question` may hold a
    quantity of interest behind it."""

    program: Program
    question: Question
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    reference: Sequence[np.ndarray]
    wide: Format


@dataclass(slots=True)
class Search:
    """The state of a search: what was tried, what was learnt.

    limits  keyword arguments of `assign`: formats, device, pins, work
    """

    case: Case
    s: Sensitivity
    rtol: float
    limits: Mapping[str, Any]
    progress: Callable[[str], None] = lambda line: None
    corrections: dict[tuple[Place, str], float] = field(default_factory=dict)
    safety: float = SAFETY
    tried: list[Proposal] = field(default_factory=list)
    refused: list[Assignment] = field(default_factory=list)  # held here, but not on held-out inputs

    @property
    def holding(self) -> list[Proposal]:
        """The proposals that hold, fastest first as modelled; the more accurate first of equals."""
        kept = [p for p in self.tried if p.measurement.error <= self.rtol and p.assignment not in self.refused]
        return sorted(kept, key=lambda p: (p.seconds, p.measurement.error))

    def run(self) -> None:
        """Tighten until a proposal holds, then try once to loosen."""
        while not self.holding and self.tighten():
            pass
        self._loosen()

    def tighten(self, worst: float = 0.0) -> bool:
        """One more proposal, measured; what it teaches is kept. False where there is nothing new to propose.

        worst: an error beyond the tolerance that was seen elsewhere; the proposal leaves room for it.
        """
        if worst:
            self.safety *= SAFETY * self.rtol / worst if math.isfinite(worst) else SAFETY / 10
        for _ in range(8):  # a proposal that was tried before teaches nothing: shrink the budget until it changes
            chosen = self._chosen(self.safety) if len(self.tried) < RUNS else None
            if chosen is None:
                return False
            if all(chosen != p.assignment for p in self.tried):
                self._learn(self._measured(chosen))
                return True
            self.safety *= SAFETY
        return False

    def _loosen(self) -> None:
        """Where the fastest holds with room to spare, give the estimate more of the tolerance, once."""
        if not self.holding or len(self.tried) >= RUNS:
            return
        best = self.holding[0]
        room = best.estimate.rms / best.measurement.error if best.measurement.error else 1.0
        safety = min(LOOSEST, MARGIN * self.safety * room)
        chosen = self._chosen(safety) if safety > 1.2 * self.safety else None
        if chosen and all(chosen != p.assignment for p in self.tried):
            self._measured(chosen)

    def _chosen(self, safety: float) -> Assignment | None:
        try:
            return assign(
                self.case.program, self.s, self.rtol, corrections=self.corrections, safety=safety, **self.limits
            )
        except ToleranceNotMet:
            return None

    def _measured(self, chosen: Assignment) -> Proposal:
        c = self.case
        predicted = estimate(self.s, c.question.unrounded(chosen), self.corrections)
        found = compare(c.question, chosen, c.arrays, c.binding, c.reference, c.wide, self.s)
        proposal = Proposal(chosen, predicted, found, seconds(self.limits["work"], chosen, self.limits["device"]))
        self.tried.append(proposal)
        errors = f"estimate {predicted.rms:.2g}, measured {found.error:.2g}, tolerance {self.rtol:.2g}"
        self.progress(f"run {len(self.tried)}: {errors}")
        return proposal

    def _learn(self, proposal: Proposal) -> None:
        """Correction factors attributed / estimated, for the formats that were used and narrower ones."""
        m, formats = proposal.measurement, self._formats(proposal.assignment)
        if m.error <= self.rtol:
            return
        if not math.isfinite(m.error):
            self.corrections |= {(p, f.name): math.inf for p, f in formats.items() if f.emax <= NARROW_RANGE}
            return
        estimated = self._estimated(proposal.assignment)
        for place, share in m.shares.items():
            if abs(share) > estimated.get(place, math.inf) > 0.0:
                factor = correction(self.corrections, place, formats[place]) * abs(share) / estimated[place]
                self.corrections[place, formats[place].name] = factor
        if abs(m.combined - sum(m.shares.values())) > UNEXPLAINED * m.combined:
            self.safety *= SAFETY * self.rtol / m.error

    def _formats(self, chosen: Assignment) -> dict[Place, Format]:
        """Place -> format, for the kinds of places that attribution knows."""
        whole = self.case.question.unrounded(chosen)
        return {p: f for p, f in formats_of(self.s, whole).items() if p[0] in ("storage", "compute", "accumulate")}

    def _estimated(self, chosen: Assignment) -> dict[Place, float]:
        """Estimated share of every place as attribution groups them: operands count with what their site computes."""
        found: dict[Place, float] = {}
        for cause, share in shares(self.s, formats_of(self.s, self.case.question.unrounded(chosen)), self.corrections):
            place = ("compute", cause.place[1]) if cause.place[0] == "multiplicand" else cause.place
            found[place] = math.hypot(found.get(place, 0.0), share.rms)
        return found
