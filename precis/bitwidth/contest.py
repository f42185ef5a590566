"""The contest: what the model proposes is timed against the original, and where it is slower, others are proposed.

A model of time may be wrong about a processor; a stopwatch is not. Each further proposal takes away what the model may
have got wrong: storage that the processor has to convert bit by bit, then conversions altogether.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.task import offered_formats
from precis.bitwidth.timing import Timing
from precis.formats import Assignment

DEARER = 8.0  # times that conversions are dearer in a proposal that is to have few
Limits = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Contender:
    """A proposal that holds; `timing` against the original, None where there is nothing to time."""

    proposal: Proposal
    timing: Timing | None = None

    @property
    def speedup(self) -> float:
        return self.timing.speedup if self.timing else 1.0

    @property
    def slower(self) -> bool:
        return self.timing is not None and self.timing.slower

    def to_json(self) -> str:
        document = {
            "assignment": json.loads(self.proposal.assignment.to_json()),
            "measurement": json.loads(self.proposal.measurement.to_json()),
            "timing": self.timing and json.loads(self.timing.to_json()),
        }
        return json.dumps(document, indent=2)


@dataclass(slots=True)
class Contest:
    """Proposals of `search` and of narrower searches, timed by `clock` (which gives None where it cannot).

    times, tried   what was timed and proposed so far, over all rounds
    """

    search: Search
    clock: Callable[[Assignment], Timing | None]
    times: dict[Assignment, Timing | None] = field(default_factory=dict)
    tried: list[Proposal] = field(default_factory=list)

    def run(self) -> list[Contender]:
        """Contenders that hold, fastest first; those after the first were slower or in doubt. Ends with the first that
        is not slower than the original."""
        found: list[Contender] = []
        for limited in (None, *STEPS):
            if limited and not found:
                break
            search = self.search if limited is None else self._limited(limited)
            search.run()
            if limited is not None:
                self._count(search)
            if search.holding and all(search.holding[0].assignment != c.proposal.assignment for c in found):
                found.append(self._timed(search.holding[0]))
                if not found[-1].slower:
                    break
        return sorted(found, key=lambda c: -c.speedup)

    @property
    def runs(self) -> int:
        """Executions for timing."""
        return sum(t.runs for t in self.times.values() if t)

    def _limited(self, limited: Callable[[Limits], Limits]) -> Search:
        s = self.search
        limits = limited(s.limits)
        return Search(s.cases, s.s, s.rtol, limits, s.progress, s.corrections, s.safety, explain=False)

    def _count(self, search: Search) -> None:
        self.tried += search.tried
        self.search.emulated += search.emulated
        self.search.attributed += search.attributed

    def _timed(self, proposal: Proposal) -> Contender:
        chosen = proposal.assignment
        if chosen not in self.times:
            self.times[chosen] = self.clock(chosen)
            if timing := self.times[chosen]:
                self.search.progress(f"timing: {timing.speedup:.2f} times as fast as the original")
        return Contender(proposal, self.times[chosen])


def no_halves(limits: Limits) -> Limits:
    """Nothing stored in 16 bits or fewer."""
    kept = tuple(f for f in offered_formats(limits["formats"]) if f.bits >= 32)
    return {**limits, "formats": kept}


def few_conversions(limits: Limits) -> Limits:
    """Conversions dearer than they are modelled, and nothing in 16 bits."""
    device = limits["device"]
    dear = replace(device, casts={name: rate / DEARER for name, rate in device.casts.items()})
    return {**no_halves(limits), "device": dear}


def hardly_any_conversions(limits: Limits) -> Limits:
    return few_conversions(few_conversions(limits))


STEPS = (no_halves, few_conversions, hardly_any_conversions)
