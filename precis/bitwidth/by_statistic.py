"""Formats chosen by a statistic: where a trajectory is chaotic, first-order estimates say nothing, so the choice is by measurement.

Uniform formats are tried first, the cheapest by the cost model that holds is kept, and containers are then lowered one by one,
the largest first, as long as the statistic holds. A trial is an ensemble against an ensemble of the reference
(precis.bitwidth.statistic). Whoever tries often finds one that holds by chance: what is chosen is judged again on members that no
trial has seen, and where it fails there, the next best is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from precis.bitwidth.cost import seconds, work_of
from precis.bitwidth.devices import Device, device_named
from precis.bitwidth.outputs import Qoi
from precis.bitwidth.statistic import Statistic, statistic
from precis.bitwidth.task import offered_formats
from precis.bitwidth.tolerance import Stated
from precis.formats import FORMATS, Assignment, Format
from precis.ir.call import bind
from precis.ir.emulate import ROUNDED
from precis.ir.rewrite import storage_classes
from precis.ir.types import Program

FRESH = 1000  # added to the seed of the trials: members of the verdict


@dataclass(frozen=True, slots=True)
class Chosen:
    """trial: the statistic that it was chosen by; verdict: the same on fresh members, None where nothing was found to hold
    and the program's own formats stay; trials: ensembles that were run."""

    assignment: Assignment
    trial: Statistic | None
    verdict: Statistic | None
    trials: int

    @property
    def holds(self) -> bool:
        return self.verdict is not None

    @property
    def sentence(self) -> str:
        if self.verdict is None:
            return f"none of {self.trials} choices of formats tried was found to keep the statistic within the tolerance (measured)"
        v = self.verdict
        rows = ", ".join(f"{n} differs by {e:.2g} with standard error {v.sampling[n]:.2g}" for n, e in v.errors.items())
        chance = "it holds with two standard errors to spare, about 97.7 % confidence by the normal law"
        return (f"{rows}, tolerance {v.tolerance:g}, over {v.members} members on either side that no trial had seen: {chance} "
                f"(measured; {self.trials} ensembles were tried)")  # fmt: skip


def assign_by_statistic(
    program: Program,
    args: Sequence[Any],
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
    tolerance: Stated = None,
    formats: Sequence[str | Format] = ("bfloat16", "binary16", "binary32"),
    members: int = 16,
    seed: int = 0,
    device: str | Device = "cpu",
) -> Chosen:
    """The cheapest formats found, by the cost model of `device`, under which the average of `qoi` over `members` runs keeps to the
    tolerance; UsageError as `precis.statistic`."""
    binding, machine = bind(program, args, kwargs)[1], device_named(device)
    work = work_of(program, binding)

    def judged(a: Assignment, drawn: int) -> Statistic:
        return statistic(program, a, args, qoi, kwargs=kwargs, tolerance=tolerance, members=members, seed=drawn)

    trials = _Trials(judged, seed, lambda a: seconds(work, a, machine))
    own = program.original or _whole(FORMATS["binary64"])
    offered = [f for f in offered_formats(formats) if f.storable]
    uniform = sorted(map(_whole, offered), key=trials.cost)
    base = next((a for a in uniform if trials.holds(a)), own)
    for names in _largest_first(program, work.kept):
        lower = (base.with_storage(dict.fromkeys(names, f)) for f in offered if f.precision < base.storage_of(names[0]).precision)
        base = next((a for a in lower if trials.cost(a) < trials.cost(base) and trials.holds(a)), base)
    for a, found in trials.cheapest_first():
        verdict = trials.run(a, seed + FRESH)
        if verdict.holds:
            return Chosen(a, found, verdict, trials.count)
    return Chosen(own, None, None, trials.count)


@dataclass(slots=True)
class _Trials:
    """Statistics of choices; those that held."""

    judged: Callable[[Assignment, int], Statistic]
    seed: int
    cost: Callable[[Assignment], float]
    held: list[tuple[Assignment, Statistic]] = field(default_factory=list)
    count: int = 0

    def run(self, a: Assignment, seed: int) -> Statistic:
        self.count += 1
        return self.judged(a, seed)

    def holds(self, a: Assignment) -> bool:
        found = self.run(a, self.seed)
        if found.holds:
            self.held.append((a, found))
        return found.holds

    def cheapest_first(self) -> list[tuple[Assignment, Statistic]]:
        return sorted(self.held, key=lambda row: self.cost(row[0]))


def _whole(fmt: Format) -> Assignment:
    return Assignment.uniform(fmt)


def _largest_first(program: Program, kept: Mapping[str, int]) -> list[list[str]]:
    """Floating containers by storage class, those of most elements first."""
    classes: dict[str, list[str]] = {}
    share = storage_classes(program)
    for c in program.containers:
        if c.kind in ROUNDED:
            classes.setdefault(share[c.name], []).append(c.name)
    return sorted(classes.values(), key=lambda names: -sum(kept.get(n, 0) for n in names))
