"""Precision schedules: where to cut an outer loop so that its early or its late iterations can be narrow.

One sweep over the program with the loop in parts gives the sensitivities of every container and site part by part.
Added up on either side of a border they are, to first order, those of the program that is cut there, so the selection can
be asked what each cut would bring before anything is run. What early errors do to the end is in these numbers: an
iteration that contracts forgets them (their adjoints are small), a recurrence that is never checked against its data does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.case import Case
from precis.bitwidth.cost import Work, seconds
from precis.bitwidth.outputs import ask
from precis.bitwidth.places import Place, Rounding
from precis.bitwidth.request import Request
from precis.bitwidth.resident import observed_work
from precis.bitwidth.runs import run
from precis.bitwidth.select import assign
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.bitwidth.tally import Row
from precis.errors import ToleranceNotMet
from precis.formats import Assignment
from precis.ir.approx import inline_approx
from precis.ir.build import Build
from precis.ir.condition import Fewer, Loosened, counted, narrowed, sides, threshold_of
from precis.ir.emulate import ROUNDED
from precis.ir.schedule import FIRST, Border, divided, marked_site, outer_loops, up_to
from precis.ir.size import Size
from precis.ir.types import Node, Program, Value

PARTS, FEWER = 8, 4
LONG = 60  # nodes of a loop, beyond which it is looked at in FEWER parts: the adjoint holds each of them, and compilers take their time
MARKS = tuple(f"part{k}" for k in range(PARTS - 1))
WORTH = 0.97  # of the modelled time without a cut, below which a cut is tried
HEAVY = 0.1  # of the operations of a run, from which a loop is looked at
MOST = 2  # times the iterations of the first part on the tuning input, behind which it ends whatever its residual
APART = 2  # parts between the first cut that is tried and the second
LOOPS = 3  # that are looked at, those of most work
NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Schedule:
    """A program with a loop cut in two.

    site    of the loop
    first, trips   iterations of the first part and of both, on the tuning input
    switch  when the second part begins, in words
    copies  containers of the first part -> what they are called in the second
    while_trips  site of a while loop -> its iterations there, both parts apart
    sensitivity  of the program: of a counted loop added up from one sweep over its parts
    """

    program: Program
    site: str
    first: int
    trips: int
    switch: str
    copies: Mapping[str, str]
    while_trips: Mapping[str, float]
    sensitivity: Sensitivity

    def words(self, a: Assignment) -> str:
        """'the loop on heat.py:7 changes formats before iteration 16 of 20: `u` binary32, then binary64'."""
        pairs = {name: (a.storage_of(early), a.storage_of(name)) for early, name in self.copies.items()}
        stored = [f"`{name}` {early}, then {late}" for name, (early, late) in pairs.items() if early != late]
        computed = [site for site in a.compute if a.compute_of(site) != a.compute_of(marked_site(site, FIRST))
                    and marked_site(site, FIRST) in a.compute]  # fmt: skip
        shown = [*stored[:NAMES_SHOWN], *([f"and {n} more"] if (n := len(stored) - NAMES_SHOWN) > 0 else [])]
        shown += [f"{len(computed)} lines compute in others"] if computed else []
        return f"the loop on {self.site} changes formats {self.switch}: {', '.join(shown) or 'the same on both sides'}"

    def differs(self, a: Assignment) -> bool:
        """Whether anything has one format before and another behind the border."""
        sites = [(site, marked_site(site, FIRST)) for site in a.compute]
        return any(a.storage_of(early) != a.storage_of(name) for early, name in self.copies.items()) or any(
            early in a.compute and a.compute_of(early) != a.compute_of(site) for site, early in sites)  # fmt: skip

    def record(self) -> dict[str, Any]:
        return {"loop": self.site, "iterations of the first part": self.first, "iterations": self.trips, "switch": self.switch,
                "containers of the first part": dict(self.copies)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Loop:
    """An outer loop, with its trips on the tuning input."""

    node: Node
    trips: int

    @property
    def parts(self) -> int:
        """That the loop is looked at in."""
        return PARTS if sum(1 for block in self.node.blocks for _ in block.walk()) <= LONG else FEWER

    def first(self, j: int) -> int:
        """Iterations before border j, on the tuning input."""
        return self.trips * j // self.parts

    def borders(self) -> list[Border]:
        """One fewer than parts; of a while loop in iterations of each part."""
        if self.node.op == "loop":
            return [self._fraction(j) for j in range(1, self.parts)]
        return [Fewer(self.first(j) - self.first(j - 1)) for j in range(1, self.parts)]

    def border(self, j: int) -> Border:
        """The one between parts j - 1 and j."""
        return self._fraction(j) if self.node.op == "loop" else Fewer(self.first(j))

    def _fraction(self, j: int) -> Size:
        """Of the trips, whatever these are: a schedule serves every size."""
        return (self.node.attrs["range"].trips * j) // self.parts


def trips_of(program: Program, arrays: Sequence[Any], binding: Mapping[str, int]) -> dict[str, float]:
    """Site -> iterations of the outer while loops, counted in a run in binary64."""
    exact = inline_approx(program, "spec")
    return {n.site: _trips(exact, n, arrays, binding) for n in outer_loops(exact) if n.op == "while"}


def proposals(case: Case, s: Sensitivity, request: Request) -> Iterator[Schedule]:
    """For every outer loop of weight the cuts that are modelled to bring most, where they bring anything: the second is meant for
    where the first fails."""
    program = case.program
    plain = observed_work(program, s, request.trips)
    before = _modelled(program, s, plain, request)
    for loop in _loops(program, plain, case.binding, request.trips):
        request.say(f"schedule: looking at the loop on {loop.node.site} in {loop.parts} parts")
        profile = _profile(case, loop, request)
        for modelled, j in _borders(case, loop, profile, WORTH * before, request):
            made = _schedule(case, loop, j, profile, request)
            if made:
                request.say(f"schedule: {made.site} cut {made.switch}, modelled {before / modelled:.2f} times as fast")
                yield made


def _loops(program: Program, work: Work, binding: Mapping[str, int], trips: Mapping[str, float]) -> list[_Loop]:
    weights: list[tuple[float, _Loop]] = []
    for node in outer_loops(program):
        sites = {node.site, *(n.site for block in node.blocks for n in block.walk())}
        share = sum(sum(work.sites[x].flops.values()) for x in sites if x in work.sites) / (work.operations or 1.0)
        known = node.op == "while" or node.attrs["range"].trips.symbols() <= set(binding)
        n = int(trips.get(node.site, 0)) if node.op == "while" else node.attrs["range"].trips.value(binding) if known else PARTS
        if n >= PARTS and share >= HEAVY:
            weights.append((share, _Loop(node, n)))
    return [loop for _, loop in sorted(weights, key=lambda item: -item[0])[:LOOPS]]


def _borders(case: Case, loop: _Loop, profile: Sensitivity, limit: float, request: Request) -> list[tuple[float, int]]:
    """(modelled seconds, border) of the best cut below `limit`, and of the best APART from it: the first may fail for what no
    derivative shows, such as a residual that is lost in the rounding errors of a narrow format."""
    found = []
    for j in range(1, loop.parts):
        made = divided(case.program, loop.node, (loop.border(j),))
        s = _grouped(profile, made, j, case, request)
        work = observed_work(made, s, _part_trips(loop, request.trips, loop.first(j)))
        found.append((_modelled(made, s, work, request), j))
    ranked = sorted(row for row in found if row[0] < limit)
    return ranked[:1] + [row for row in ranked if abs(row[1] - ranked[0][1]) >= APART][:1]


def _part_trips(loop: _Loop, trips: Mapping[str, float], first: int) -> dict[str, float]:
    """Iterations of while loops when `loop` is cut behind its `first`."""
    site = loop.node.site
    own = {marked_site(site, FIRST): float(first), site: float(loop.trips - first)}
    return {**trips, **(own if loop.node.op == "while" else {})}


def _profile(case: Case, loop: _Loop, request: Request) -> Sensitivity:
    """The sensitivities part by part."""
    return _swept(divided(case.program, loop.node, loop.borders(), MARKS[: loop.parts - 1]), case, request)


def _swept(program: Program, case: Case, request: Request) -> Sensitivity:
    """From one sweep: what is chosen by it is measured."""
    question = ask(program, request.qoi, case.arrays, dict(case.binding), request.tolerance)
    outputs = [np.asarray(y, np.float64) if y.dtype == object else y for y in map(np.asarray, case.reference)]
    return sweep(question, case.arrays, case.binding, outputs, seeds=1)


def _sensitivity(made: Program, profile: Sensitivity, loop: _Loop, j: int, case: Case, request: Request) -> Sensitivity:
    """Of the program cut at border j. A while loop is cut by its residual, which the parts of the profile do not compare."""
    return _grouped(profile, made, j, case, request) if loop.node.op == "loop" else _swept(made, case, request)


def _grouped(profile: Sensitivity, made: Program, j: int, case: Case, request: Request) -> Sensitivity:
    """The sensitivities of the program cut at border j: parts before it together, the others together."""
    question = ask(made, request.qoi, case.arrays, dict(case.binding), request.tolerance)
    groups: dict[Rounding, list[Row]] = {}
    for cause, row in profile.rows.items():
        source = cause.source and _place(cause.source, j)
        groups.setdefault(Rounding(_place(cause.place, j), source, cause.what, cause.part), []).append(row)
    rows = {cause: Row.together(rows) for cause, rows in groups.items()}
    return Sensitivity(question, profile.binding, rows, profile.inputs, profile.samples)


def _place(place: Place, j: int) -> Place:
    kind, name = place
    for k, mark in enumerate(MARKS):
        if kind == "storage" and name.endswith(f"_{mark}"):
            stem = name.removesuffix(f"_{mark}")
            return kind, f"{stem}_{FIRST}" if k < j else stem
        if kind != "storage" and f" ({mark}):" in name:
            return kind, name.replace(f" ({mark}):", f" ({FIRST}):" if k < j else ":")
    return place


def _modelled(program: Program, s: Sensitivity, work: Work, request: Request) -> float:
    """Modelled seconds of the best choice; infinite where there is none."""
    limits = {**request.limits(work), "pins": pins_of_parts(program, request.pins)}
    try:
        return seconds(work, assign(program, s, request.rtol, **limits), request.device)
    except ToleranceNotMet:
        return math.inf


def pins_of_parts(program: Program, pins: Any) -> dict[Any, Any]:
    """Pins of names and sites, for the first part of a cut loop too."""
    names = {c.name for c in program.containers}
    files = set(program.sources)
    found = dict(pins or {})
    for key, allowed in (pins or {}).items():
        kind, name = key if isinstance(key, tuple) else ("", key)
        copy = f"{name}_{FIRST}" if f"{name}_{FIRST}" in names else None
        if f"{name.rpartition(':')[0]} ({FIRST})" in files:
            copy = marked_site(name, FIRST)
        if copy:
            found.setdefault((kind, copy) if kind else copy, allowed)
    return found


def _schedule(case: Case, loop: _Loop, j: int, profile: Sensitivity, request: Request) -> Schedule | None:
    """The cut at border j. A while loop is cut where its residual is that far above its threshold, so that the cut moves
    with the input; by the number of iterations where it has none."""
    program, node, first = case.program, loop.node, loop.first(j)
    if node.op == "loop":
        made, switch = divided(program, node, (loop.border(j),)), f"before iteration {first + 1} of {loop.trips}"
    else:
        border = _threshold(case, node, first) or Fewer(first)
        made = divided(program, node, (border,))
        first = int(trips_of(made, case.arrays, case.binding)[marked_site(node.site, FIRST)])
        when = f"once what it compares is within {border.factor:g} times the threshold, " if isinstance(border, Loosened) else ""
        switch = f"{when}before iteration {first + 1} of {loop.trips}"
    if not 0 < first < loop.trips:
        return None
    kinds = {c.name: c.kind for c in made.containers}
    copies = {n: n.removesuffix(f"_{FIRST}") for n, kind in kinds.items() if n.endswith(f"_{FIRST}") and kind in ROUNDED}
    return Schedule(made, node.site, first, loop.trips, f"{switch} (on the tuning input)", copies,
                    _part_trips(loop, request.trips, first), _sensitivity(made, profile, loop, j, case, request))  # fmt: skip


def _threshold(case: Case, node: Node, first: int) -> Loosened | None:
    """The power of two nearest to residual / threshold behind `first` iterations."""
    program = inline_approx(case.program, "spec")
    node = next(n for n in outer_loops(program) if n.outputs == node.outputs)
    if threshold_of(node) is None:
        return None

    def behind(b: Build) -> tuple[Value, ...]:
        part = narrowed(node, Fewer(first), b)
        b.learn(part)
        return sides(node, part.outputs[: len(node.outputs)], b)

    residual, threshold = _observed(program, node, behind, case.arrays, case.binding)
    ratio = float(residual) / float(threshold) if threshold else math.inf
    return Loosened(2.0 ** round(math.log2(ratio)), MOST * first) if 2.0 <= ratio < math.inf else None


def _trips(program: Program, node: Node, arrays: Sequence[Any], binding: Mapping[str, int]) -> float:
    def whole(b: Build) -> tuple[Value, ...]:
        made, count = counted(node, b)
        b.learn(made)
        return (count,)

    return float(_observed(program, node, whole, arrays, binding)[0])


def _observed(program: Program, node: Node, build: Callable[[Build], tuple[Value, ...]], arrays: Sequence[Any],
              binding: Mapping[str, int]) -> list[np.ndarray]:  # fmt: skip
    """Run what stands before `node`, then what `build` puts in its place, for the values that it gives."""
    return run(up_to(program, node, build), arrays, binding)


def without_copies(work: Work, schedule: Schedule | None, assignment: Assignment) -> float:
    """Bytes of the named arrays and scalars of the program as it was before the cut."""
    copies = schedule.copies if schedule else {}
    return float(sum(n * assignment.storage_of(c).bytes for c, n in work.kept.items() if c not in copies))


