"""The contest: what the model proposes is timed against the original, and where it is slower, others are proposed.

A model of time may be wrong about a processor; a stopwatch is not. Each further proposal takes away what the model may
have got wrong: storage that the processor has to convert bit by bit, then conversions altogether. Formats that are faster
than the original, but far from as fast as the model has it, are no end either: what converts less may be faster still.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from precis.bitwidth.search import Proposal, Search
from precis.bitwidth.task import offered_formats
from precis.bitwidth.timing import Timing
from precis.formats import FORMATS, Assignment

PROMISED = 0.75  # of the modelled speed-up: where less is measured, the model is wrong here; with storage of 16 bits, all of it
DEARER = 8.0  # times that conversions are dearer in a proposal that is to have few
NARROW = FORMATS["binary32"]


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

    modelled       seconds of the original, as modelled
    times, tried   what was timed and proposed so far, over all rounds
    """

    search: Search
    clock: Callable[[Assignment], Timing | None]
    modelled: float = 0.0
    times: dict[Assignment, Timing | None] = field(default_factory=dict)
    tried: list[Proposal] = field(default_factory=list)

    def run(self) -> list[Contender]:
        """Contenders that hold, fastest first; those after the first were slower or in doubt. Ends with the first that
        is not slower than the original and as fast as promised, or no faster than the one before."""
        found: list[Contender] = []
        for step in (None, *STEPS):
            search = step(self.search) if step else self.search
            if search is None:
                continue
            search.run()
            if search is not self.search:
                self._count(search)
            elif not search.holding:
                break
            if search.holding and all(search.holding[0].assignment != c.proposal.assignment for c in found):
                best = max((c.speedup for c in found), default=0.0)
                found.append(self._timed(search.holding[0]))
                if not found[-1].slower and (self._as_promised(found[-1]) or found[-1].speedup <= best):
                    break
        return sorted(found, key=lambda c: -c.speedup)

    def first(self) -> Contender | None:
        """What the model proposes, timed; None where nothing holds."""
        self.search.run()
        return self._timed(self.search.holding[0]) if self.search.holding else None

    @property
    def runs(self) -> int:
        """Executions for timing."""
        return sum(t.runs for t in self.times.values() if t)

    def _as_promised(self, c: Contender) -> bool:
        """Whether what was measured is near what was modelled; so is what a stopwatch cannot tell, and what converts nothing."""
        stored = set(c.proposal.assignment.storage.values())
        if c.timing is None or not c.timing.tells or len(stored) < 2:
            return True
        least = 1.0 if any(f.bits < NARROW.bits for f in stored) else PROMISED
        return c.speedup * c.proposal.seconds >= least * self.modelled

    def _count(self, search: Search) -> None:
        self.tried += search.tried
        self.search.further += search.further
        self.search.emulated += search.emulated
        self.search.attributed += search.attributed

    def _timed(self, proposal: Proposal) -> Contender:
        chosen = proposal.assignment
        if chosen not in self.times:
            self.times[chosen] = self.clock(chosen)
            if timing := self.times[chosen]:
                self.search.progress(f"timed: {timing.speedup:.2f} times as fast as the original")
        return Contender(proposal, self.times[chosen])


def no_halves(search: Search) -> Search:
    """Nothing stored in 16 bits or fewer."""
    kept = tuple(f for f in offered_formats(search.limits["formats"]) if f.bits >= 32)
    return _narrower(search, formats=kept)


def no_subnormals(search: Search) -> Search | None:
    """Nothing in binary32 or narrower where values are subnormal there, which takes hundreds of cycles per operation on
    many processors; None where there are no such values."""
    tiny = {c.place for c in search.s.causes if 0.0 < search.s.row(c).smallest < float(NARROW.min_normal)}
    found = no_halves(search)
    found.corrections = {**search.corrections, **{(place, NARROW.name): math.inf for place in tiny}}
    return found if tiny else None


def few_conversions(search: Search) -> Search:
    """Conversions dearer than they are modelled, and nothing in 16 bits."""
    device = search.limits["device"]
    casts = {name: rate / DEARER for name, rate in device.casts.items()}
    borders = {name: (into / DEARER, out / DEARER) for name, (into, out) in device.borders.items()}
    return _narrower(no_halves(search), device=replace(device, casts=casts, borders=borders))


def hardly_any_conversions(search: Search) -> Search:
    return few_conversions(few_conversions(search))


def _narrower(s: Search, **limits: Any) -> Search:
    return Search(s.cases, s.s, s.rtol, {**s.limits, **limits}, s.progress, s.corrections, s.safety, failures=s.failures,
                  guard=s.guard, runs=s.runs)  # fmt: skip


STEPS = (no_halves, no_subnormals, few_conversions, hardly_any_conversions)
