"""Mending a choice that was measured to miss: which places, made wider, take away enough of the error that they were found to make.

The attribution of a run divides its error into signed shares that add up to it. Widening a place takes its share away, to first order;
the others stay, though not to the last digit, since they round other values then. So what is left must fit into the tolerance both as
it adds up and as independent errors add up: nothing is built on errors that happened to cancel.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from precis.bitwidth.measure import Measurement
from precis.bitwidth.places import Place
from precis.bitwidth.task import Option, Task
from precis.formats import Assignment

ROOM = 0.95  # of the tolerance, into which the shares that are left must fit; a run decides
MOST = 8  # groups that are looked at, those of the largest shares
Chosen = Mapping[Place, Option]


@dataclass(frozen=True, slots=True)
class Step:
    """A group of places in a wider option, and the shares that go away."""

    group: Place
    option: Option
    places: tuple[Place, ...]


def mended(a: Assignment, m: Measurement, task: Task, rtol: float, price: Callable[[Assignment], float]) -> Assignment | None:
    """The cheapest of the assignments that widen some places of `a`, which was measured as `m`, whose error is foreseen to hold; None
    where no attribution says so."""
    if not m.shares or not m.error or not math.isfinite(m.error):
        return None
    allowed = ROOM * rtol * m.combined / m.error
    steps = _steps(a, m, task)
    sets = (c for n in range(1, len(steps) + 1) for c in itertools.combinations(steps, n) if len({s.group for s in c}) == n)
    found = [_widened(a, c, task) for c in sets if _left(m, c) <= allowed]
    return min(found, key=price, default=None)


def halves(a: Assignment, task: Task, price: Callable[[Assignment], float]) -> list[Assignment]:
    """`a` with one half of its narrow groups in their widest options, and with the other half: those first that cost least to widen. For
    errors that no attribution divides, as where comparisons fell otherwise."""
    steps = [s for g in dict.fromkeys(task.group.values()) if g[1] for s in _widest(a, g, task)]
    steps.sort(key=lambda s: price(_widened(a, (s,), task)))
    middle = (len(steps) + 1) // 2
    return [_widened(a, tuple(half), task) for half in (steps[:middle], steps[middle:]) if half]


def _widest(a: Assignment, group: Place, task: Task) -> Iterator[Step]:
    members = tuple(p for p, g in task.group.items() if g == group)
    widest = task.options[group][-1]
    now = a.storage_of(members[0][1]) if group[0] == "storage" else a.compute_of(group[1])
    if widest[0].precision > now.precision:
        yield Step(group, widest, members)


def _left(m: Measurement, steps: tuple[Step, ...]) -> float:
    """The error foreseen: as the shares that are left add up, or as independent errors do, whatever is more."""
    gone = {p for s in steps for p in s.places}
    kept = [share for p, share in m.shares.items() if p not in gone]
    return max(abs(sum(kept)), math.hypot(*kept))


def _steps(a: Assignment, m: Measurement, task: Task) -> list[Step]:
    sizes: dict[Place, float] = {}
    for place, share in m.shares.items():
        if place in task.group:
            sizes[task.of(place)] = sizes.get(task.of(place), 0.0) + abs(share)
    groups = sorted((g for g, size in sizes.items() if size), key=lambda g: -sizes[g])[:MOST // 2]
    return [step for g in groups for step in _of_group(a, g, task)]


def _of_group(a: Assignment, group: Place, task: Task) -> Iterator[Step]:
    """The next wider option for each of the formats that the group has."""
    members = [p for p, g in task.group.items() if g == group]
    if group[0] == "storage":
        now = a.storage_of(members[0][1])
        wider = [o for o in task.options[group] if o[0].precision > now.precision]
        yield from (Step(group, o, tuple(members)) for o in wider[:1])
        return
    compute, accumulate = a.compute_of(group[1]), a.accumulate_of(group[1])
    sums = [o for o in task.options[group] if o[0] == compute and o[1].precision > accumulate.precision]
    yield from (Step(group, o, (("accumulate", group[1]),)) for o in sums[:1])
    whole = [o for o in task.options[group] if o[0].precision > compute.precision and o[1].precision >= accumulate.precision]
    yield from (Step(group, o, (("compute", group[1]), ("accumulate", group[1]))) for o in whole[:1])


def _widened(a: Assignment, steps: tuple[Step, ...], task: Task) -> Assignment:
    for s in steps:
        if s.group[0] == "storage":
            a = a.with_storage({name: s.option[0] for kind, name in s.places})
        else:
            a = a.with_compute({s.group[1]: s.option[0]}).with_accumulate({s.group[1]: s.option[1]})
    return a
