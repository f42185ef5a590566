"""Formats chosen by a statistic: where a trajectory is chaotic, first-order estimates say nothing, so the choice is by measurement.

Uniform formats are tried first, the cheapest by the cost model that holds is kept, and containers are then lowered one by one,
the largest first, as long as the statistic holds. A trial is an ensemble against an ensemble of the reference
(precis.bitwidth.statistic). Whoever tries often finds one that holds by chance: what is chosen is judged again on members that no
trial has seen, and on inputs that none has seen where there are such. What fails there is dropped, and the next best is judged on
others. On this machine a stopwatch has the last word, as in `tune`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from precis.bitwidth.cost import Work, seconds, work_of
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.pins import Pins, allowed_formats
from precis.bitwidth.places import Place
from precis.bitwidth.samples import FIRST_SEED, Inputs, check_samples, draw
from precis.bitwidth.statistic import Ensemble, Statistic, ensemble
from precis.bitwidth.task import offered_formats
from precis.bitwidth.timing import Timing, time_programs
from precis.bitwidth.tolerance import Stated, Tolerances, tolerances
from precis.emit.rooms import bound
from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import ROUNDED
from precis.ir.rewrite import storage_classes
from precis.ir.ruled import without_rules
from precis.ir.types import Program

FRESH = 1000  # added to the seed of the trials: members of the first verdict
NARROW = 32  # bits; where what holds is slower, no format below these is offered again: conversions bit by bit are what costs
HELD_OUT = 2  # inputs that a choice is judged on, beside fresh members of its own
UNIFORM = ("bfloat16", "binary16", "binary32")
Say = Callable[[str], None]
Trial = tuple[Assignment, Statistic]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a choice that held in the trials gave where no trial had looked; seeds: of the held-out inputs behind all but
    the first of `verdicts`, which is on fresh members from the tuning input; timing: None where it was not timed."""

    assignment: Assignment
    trial: Statistic
    verdicts: tuple[Statistic, ...]
    seeds: tuple[int, ...]
    timing: Timing | None = None

    @property
    def holds(self) -> bool:
        return all(v.holds for v in self.verdicts)

    @property
    def slower(self) -> bool:
        return self.timing is not None and self.timing.slower


@dataclass(frozen=True, slots=True)
class Chosen:
    """Formats chosen by a statistic. `assignment` is the program's own (`original`) where nothing was found to hold, or
    nothing that holds was faster as measured.

    tried    every choice with its trial; judged: those that held and were judged again, in that order
    members  of every ensemble; trials: ensembles that were run under some choice, verdicts included
    """

    program: Program
    assignment: Assignment
    original: Assignment
    tried: tuple[Trial, ...]
    judged: tuple[Judged, ...]
    trials: int
    members: int
    tolerance: Tolerances
    device: Device
    work: Work
    binding: Mapping[str, int]

    @property
    def holding(self) -> tuple[Judged, ...]:
        return tuple(j for j in self.judged if j.holds)

    @property
    def holds(self) -> bool:
        """Whether formats were found that keep the statistic, be they those returned or slower ones."""
        return bool(self.holding)

    @property
    def chosen(self) -> Judged | None:
        """The evidence for `assignment`; None where that is the program's own."""
        return next((j for j in self.holding if j.assignment == self.assignment), None)

    @property
    def verdict(self) -> Statistic | None:
        """The statistic on fresh members of what was chosen, else of the first that held."""
        found = self.chosen or next(iter(self.holding), None)
        return found.verdicts[0] if found else None

    @property
    def closest(self) -> tuple[Assignment, tuple[Statistic, ...]] | None:
        """What came closest, with the verdicts on it where it was judged again, else its trial."""
        again = {j.assignment: j.verdicts for j in self.judged}
        found = [(a, again.get(a, (trial,))) for a, trial in self.tried]
        return min(found, key=lambda row: max(v.reach for v in row[1]), default=None)

    @property
    def sentence(self) -> str:
        if found := self.chosen or next(iter(self.holding), None):
            whose = "" if self.chosen else "under cheaper formats "
            return f"{whose}{_means(found.verdicts)}, against tolerance {self.tolerance}, {self._evidence(found)}"
        told = f"no choice of formats was found under which the mean keeps to the tolerance {self.tolerance}"
        if self.closest is None:
            return f"{told}: no format was to be tried"
        verdicts = self.closest[1]
        needed = max((v.needed for v in verdicts if not v.resolved), default=0)
        more = f": too uncertain to tell; about {needed} members would be needed (estimate; --members)" if needed else ""
        return f"{told}; the closest: {_means(verdicts)}{more} (measured, {self.members} members)"

    def _evidence(self, found: Judged) -> str:
        others = f" and {len(found.seeds)} held-out inputs" if found.seeds else ""
        return f"over {self.members} members on either side, from the tuning input{others}, none of which a trial had seen (measured)"


def _means(verdicts: Sequence[Statistic]) -> str:
    """The worst difference of each mean."""
    worst = {n: max(verdicts, key=lambda v: v.errors[n] + v.sampling[n]) for n in verdicts[0].errors}
    return ", ".join(_mean(n, v) for n, v in worst.items()) + (" at worst" if len(verdicts) > 1 else "")


def _mean(name: str, v: Statistic) -> str:
    if math.isinf(v.errors[name]):
        return f"the mean of `{name}` is not finite"
    return f"the mean of `{name}` differs by {v.errors[name]:.2g} with standard error {v.sampling[name]:.2g}"


def assign_by_statistic(
    program: Program,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    tolerance: Stated = None,
    formats: Sequence[str | Format] = UNIFORM,
    pins: Pins | None = None,
    members: int = 16,
    seed: int = 0,
    device: str | Device = "cpu",
    inputs: Inputs | None = None,
    held_out: int = HELD_OUT,
    timed: bool = True,
    objective: str = "time",
    progress: Say | None = None,
) -> Chosen:
    """The cheapest formats found, by the cost model of `device`, under which the average of `qoi` over `members` runs keeps to the
    tolerance; arguments as of `precis.tune`, UsageError as `precis.statistic`."""
    program, wanted, machine = without_rules(program), tolerances(tolerance), device_named(device)
    check_samples(program, inputs, range(FIRST_SEED, FIRST_SEED + held_out))
    binding = bound(program, args, kwargs)[1]
    work, own = work_of(program, binding), program.original or Assignment.uniform(FORMATS["binary64"])
    clock = time_programs if timed and machine == device_named("cpu") else None
    court = _Court(program, args, kwargs or {}, qoi, wanted, members, seed, inputs, held_out, own, clock, progress or (lambda line: None))
    trials = _Trials(court.ensemble(args, seed, kwargs), lambda a: seconds(work, a, machine), court.say)
    allowed, best = allowed_formats(program, pins or {}), None
    for bits in (0, NARROW) if objective == "time" else (0,):
        offered = [f for f in offered_formats(formats) if f.storable and f.bits >= bits]
        held = court.first_that_holds(_lowered(program, own, offered, allowed, work, trials))
        best = held if held and not (held.slower and objective == "time") else None
        if best or held is None:
            break
    chosen, runs = best.assignment if best else own, len(trials.tried) + court.runs
    return Chosen(program, chosen, own, tuple(trials.tried.items()), tuple(court.judged), runs, members, wanted, machine, work, binding)


@dataclass(slots=True)
class _Court:
    """Judges what held in trials where no trial has looked; the arguments of `assign_by_statistic`."""

    program: Program
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    qoi: Qoi
    wanted: Tolerances
    members: int
    seed: int
    inputs: Inputs | None
    held_out: int
    own: Assignment
    clock: Callable[..., Timing | None] | None
    say: Say
    judged: list[Judged] = field(default_factory=list)

    @property
    def runs(self) -> int:
        """Ensembles that verdicts took."""
        return sum(len(j.verdicts) for j in self.judged)

    def ensemble(self, args: Sequence[Any], seed: int, kwargs: Mapping[str, Any] | None = None) -> Ensemble:
        return ensemble(self.program, args, self.qoi, kwargs=kwargs, tolerance=self.wanted, members=self.members, seed=seed)

    def first_that_holds(self, candidates: Sequence[Trial]) -> Judged | None:
        known = {j.assignment for j in self.judged}
        for a, trial in candidates:
            if a not in known:
                self.judged.append(self._judge(a, trial))
                if self.judged[-1].holds:
                    return self.judged[-1]
        return None

    def _judge(self, a: Assignment, trial: Statistic) -> Judged:
        """The verdicts on members and held-out inputs of its own, and a stopwatch where they hold."""
        self.say("judging what held, on members that no trial has seen")
        turn = len(self.judged)
        first = FIRST_SEED + turn * self.held_out
        seeds = tuple(range(first, first + self.held_out)) if self.inputs is not None else ()
        verdicts = [self.ensemble(self.args, self.seed + FRESH * (turn + 1), self.kwargs).judge(a)]
        verdicts += [self.ensemble(draw(self.inputs, k), k).judge(a) for k in seeds]
        found = Judged(a, trial, tuple(verdicts), seeds)
        if not (found.holds and self.clock):
            return found
        return replace(found, timing=self.clock(self.program, self.own, a, self.args, self.kwargs))


def _lowered(
    program: Program,
    own: Assignment,
    storable: Sequence[Format],
    allowed: Mapping[Place, tuple[Format, ...]],
    work: Work,
    trials: _Trials,
) -> list[Trial]:
    """Choices of these formats that hold in trials, the cheapest first."""
    held: list[Trial] = []

    def holds(a: Assignment) -> bool:
        found = trials.run(a)
        held.extend([(a, found)] if found.holds else [])
        return found.holds

    uniform = sorted((_pinned(Assignment.uniform(f), allowed) for f in storable), key=trials.cost)
    base = next((a for a in uniform if holds(a)), own)
    for names in _largest_first(program, work.kept):
        now = base.storage_of(names[0])
        lower = [f for f in storable if f.precision < now.precision and all(f in allowed.get(("storage", n), (f,)) for n in names)]
        tried = (base.with_storage(dict.fromkeys(names, f)) for f in lower)
        base = next((a for a in tried if trials.cost(a) < trials.cost(base) and holds(a)), base)
    return sorted(held, key=lambda row: trials.cost(row[0]))


def _pinned(a: Assignment, allowed: Mapping[Place, tuple[Format, ...]]) -> Assignment:
    """`a` with the narrowest format that a pin allows and that is no narrower than what a place has, else the widest allowed."""
    tables: dict[str, dict[str, Format]] = {"storage": {}, "compute": {}, "accumulate": {}}
    of = {"storage": a.storage_of, "compute": a.compute_of, "accumulate": a.accumulate_of}
    for (kind, name), formats in allowed.items():
        enough = [f for f in formats if f.precision >= of[kind](name).precision]
        tables[kind][name] = min(enough, key=lambda f: f.precision) if enough else max(formats, key=lambda f: f.precision)
    return a.with_storage(tables["storage"]).with_compute(tables["compute"]).with_accumulate(tables["accumulate"])


@dataclass(slots=True)
class _Trials:
    """Statistics of choices from the tuning input, in order; what is tried again is not run again."""

    ensemble: Ensemble
    cost: Callable[[Assignment], float]
    say: Say
    tried: dict[Assignment, Statistic] = field(default_factory=dict)

    def run(self, a: Assignment) -> Statistic:
        if a not in self.tried:
            self.tried[a] = self.ensemble.judge(a)
            self.say(f"ensemble {len(self.tried)}: the statistic {'holds' if self.tried[a].holds else 'does not hold'}")
        return self.tried[a]


def _largest_first(program: Program, kept: Mapping[str, int]) -> list[list[str]]:
    """Floating containers by storage class, those of most elements first."""
    classes: dict[str, list[str]] = {}
    share = storage_classes(program)
    for c in program.containers:
        if c.kind in ROUNDED:
            classes.setdefault(share[c.name], []).append(c.name)
    return sorted(classes.values(), key=lambda names: -sum(kept.get(n, 0) for n in names))
