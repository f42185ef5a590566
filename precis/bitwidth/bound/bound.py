"""`bound`: a proved bound of |rounded - exact| over a box of inputs, for every output of a Program under an Assignment."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from precis.bitwidth.bound.graph import Clock, NoBound, OutOfTime
from precis.bitwidth.bound.intervals import INFINITY
from precis.bitwidth.bound.paths import explore
from precis.bitwidth.bound.search import BATCH, Found, maximise
from precis.bitwidth.bound.sweep import LONG, Forward, Path, Swept, Trace, distance, forward, sweep
from precis.bitwidth.outputs import output_names
from precis.errors import InputError
from precis.formats import FORMATS, Assignment, Format
from precis.ir.ruled import without_rules
from precis.ir.types import Program

SECONDS = 20.0
ESSENTIAL = 1.25  # of the time given, by which following the program and the first sweep of every output must be done
LEAST = 2.5  # seconds that these may take in any case, so that little time gives a wide bound and no other answer on a busy machine
CELLS = 400_000  # cells times boxes swept at a time
SWEEPS = 3  # forward sweeps that are kept: of the whole box, of points in it, of what stands in the way
ELEMENTS = 64  # of outputs that are bounded
DECISIONS = (10, 40)  # of a path; more where fewer do not do
RELATIVE_SHARE = 0.4  # of the time
BRANCH_SHARE = 0.2

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bound:
    """What is proved of one output over the box. None: nothing, and `reason` (`relative_reason`) says why.

    absolute    |computed - exact| is at most this
    relative    |computed - exact| / |exact| is at most this
    branches    absolute, counting only inputs at which computed and exact run take the same branches; None without branches.
                Smaller than `absolute`: a comparison may go the other way after rounding, and then the result jumps
    reached     the first-order worst case at some point: no bound of this kind can be below it
    place       that point, elements of array arguments in order
    boxes       sub-boxes that were looked at
    given_up    what the time given did not suffice for, in words; "" where it did
    """

    output: str
    absolute: float | None
    relative: float | None
    reason: str = ""
    relative_reason: str = ""
    branches: float | None = None
    reached: float = 0.0
    boxes: int = 0
    seconds: float = 0.0
    place: tuple[float, ...] = ()
    given_up: str = ""

    def __str__(self) -> str:
        if self.absolute is None:
            return f"{self.output}: no bound: {self.reason}"
        relative = f", relative {self.relative:.3g}" if self.relative is not None else ""
        jump = self.branches is not None and self.branches < self.absolute
        words = f" ({self.branches:.3g} where the branches agree)" if jump else ""
        return f"{self.output}: at most {self.absolute:.3g}{words}{relative} (bound{f'; {self.given_up}' if self.given_up else ''})"


def bound(program: Program, assignment: Assignment, box: Mapping[str, Any], *, formats: Mapping[str, Format] | None = None,
          predicate: Program | None = None, literals: Mapping[float, Any] | None = None, seconds: float = SECONDS,
          say: Callable[[str], None] | None = None) -> tuple[Bound, ...]:
    """Bounds of every real output of `program` under `assignment`, for all inputs in `box`.

    box        argument -> (low, high), of every element where it is an array; finite
    formats    argument -> format of the numbers that it is given (default binary64): inputs are those numbers, exactly
    predicate  a Program of the same arguments with one bool: only inputs at which it holds count
    literals   number in the program -> the Fraction or named constant that it stands for
    seconds    time for all outputs together; a quarter more, or 2.5 seconds, where a first sweep over each output needs it. What is not
               done by then is given up, and the bound says so.
    Only runs count in which nothing overflows and every operation is defined; where that cannot be shown, there is no bound.
    """
    program, say = without_rules(program), say or (lambda line: None)
    root, given = _root(program, box, formats or {})
    names = _elements(program)
    found: tuple[Bound, ...] = ()
    started = time.monotonic()
    end, clock = started + seconds, Clock(started + max(ESSENTIAL * seconds, LEAST))
    for decisions in DECISIONS:
        try:
            trace = explore(program, assignment, root, given, literals or {}, decisions, clock)
            allowed = explore(predicate, None, root, given, literals or {}, decisions, clock) if predicate is not None else None
            if len(names) > ELEMENTS:
                raise NoBound(f"it has {len(names)} output elements; at most {ELEMENTS} are bounded")
        except NoBound as why:
            return found or tuple(Bound(name, None, None, str(why), str(why)) for name in dict.fromkeys(names))
        found = _bounded(trace, allowed, root, names, _Times(end, clock), say)
        if not any(p.open for p in trace.paths) or all(b.absolute is not None for b in found) or time.monotonic() > end:
            break
    return found


@dataclass(frozen=True, slots=True)
class _Times:
    """end: of the search; clock: of what is under way, set to `end` or, for what every output needs, to what it was first."""

    end: float
    clock: Clock


def _bounded(trace: Trace, allowed: Trace | None, root: np.ndarray, names: Sequence[str], times: _Times,
             say: Callable[[str], None]) -> tuple[Bound, ...]:
    """Elements that every path computes in the same cells have one bound: a container that is returned, too. The first sweep of each comes
    before any is refined."""
    sweeps, essential = _Sweeps(trace, times.clock), times.clock.until
    cells = [tuple(p.outputs[k] for p in trace.paths if not p.open) for k in range(len(names))]
    first = {c: k for k, c in reversed(list(enumerate(cells)))}
    each = {c: _Output(sweeps, allowed, root, k, names[k]) for c, k in sorted(first.items(), key=lambda item: item[1])}
    done: dict[tuple[int, ...], Bound] = {}
    for output in each.values():
        output.prepare()
    for c, output in each.items():
        say(f"bounding {output.name}")
        left = (times.end - time.monotonic()) / (len(each) - len(done))
        done[c] = output.bound(left)
    times.clock.until = essential
    return _joined([replace(done[c], output=name) for c, name in zip(cells, names)])


class _Sweeps:
    """Forward sweeps of a trace; those of the boxes that every output element begins with are made once where they take seconds."""

    def __init__(self, trace: Trace, clock: Clock):
        self.trace, self.clock = trace, clock
        self.kept: dict[bytes, Forward] = {}

    def forward(self, boxes: np.ndarray) -> Forward:
        key = boxes.tobytes()
        if key in self.kept:
            return self.kept[key]
        found = forward(self.trace, boxes, self.clock)
        if len(self.trace.cells) >= LONG and len(self.kept) < SWEEPS:
            self.kept[key] = found
        return found


def _root(program: Program, box: Mapping[str, Any], formats: Mapping[str, Format]) -> tuple[np.ndarray, list[Format]]:
    """(box of all input elements, their formats)."""
    rows, given = [], []
    for p in program.body.params:
        name = p.container or p.name
        if name not in box:
            raise InputError(f"there is no range for the argument {name}", hints=(f"--box {name}=LOW:HIGH",))
        ends = box[name]
        low, high = (ends.low, ends.high) if hasattr(ends, "low") else ends
        if not -math.inf < low <= high < math.inf:
            raise InputError(f"the range of {name}, [{low}, {high}], is empty or not finite")
        count = math.prod(d.value(program.binding) for d in p.shape)
        rows += [(float(low), float(high))] * count
        given += [formats.get(name, FORMATS["binary64"])] * count
    return np.array(rows, float).reshape(len(rows), 2), given


def _elements(program: Program) -> list[str]:
    """The output of every result element."""
    names: list[str] = []
    for name, v in zip(output_names(program), program.body.results):
        count = math.prod(d.value(program.binding) for d in v.shape)
        names += [name] * count
    return names


def _joined(found: Sequence[Bound]) -> tuple[Bound, ...]:
    """One bound per output: the worst of its elements."""
    rows: dict[str, Bound] = {}
    for b in found:
        rows[b.output] = _worse(rows[b.output], b) if b.output in rows else b
    return tuple(rows.values())


def _worse(a: Bound, b: Bound) -> Bound:
    def most(x: float | None, y: float | None) -> float | None:
        return None if x is None or y is None else max(x, y)
    return Bound(a.output, most(a.absolute, b.absolute), most(a.relative, b.relative), a.reason or b.reason,
                 a.relative_reason or b.relative_reason, most(a.branches, b.branches), max(a.reached, b.reached),
                 a.boxes + b.boxes, a.seconds + b.seconds, a.place if a.reached >= b.reached else b.place, a.given_up or b.given_up)


def _parting(p: Path, q: Path) -> int:
    """The first decision at which two paths part: they are runs of one program, so they have the same ones before it."""
    return next(k for k, (a, b) in enumerate(zip(p.decisions, q.decisions)) if a != b)


class _Output:
    """The search for the bound of one output element."""

    def __init__(self, sweeps: _Sweeps, allowed: Trace | None, root: np.ndarray, number: int, name: str):
        self.sweeps, trace = sweeps, sweeps.trace
        self.trace, self.allowed, self.root, self.number, self.name = trace, allowed, root, number, name
        self.batch = max(16, min(BATCH, CELLS // len(trace.cells)))
        self.why: dict[str, int] = {}
        self.whole: tuple[np.ndarray, np.ndarray] | None = None
        self.known: dict[tuple[bytes, bool], tuple[np.ndarray, np.ndarray]] = {}  # sweeps of long programs, which take seconds

    def prepare(self) -> None:
        """The first sweep, over the whole box: without it there is no bound."""
        with suppress(OutOfTime):
            self.whole = self._errors(self.root[None], True)

    def bound(self, seconds: float) -> Bound:
        """With what `prepare` found, refined for so many seconds."""
        started, several = time.monotonic(), len(self.trace.paths) > 1
        if self.whole is None:
            reason = f"a sweep over its {len(self.trace.cells)} operations takes longer than the time given"
            return Bound(self.name, None, None, reason, reason)
        whole = self._search(lambda b: self._errors(b, True)[0], seconds * (1 - RELATIVE_SHARE - BRANCH_SHARE * several))
        if whole is None or not math.isfinite(whole.upper):
            reason = self._reason(whole)
            return Bound(self.name, None, None, reason, reason, boxes=whole.boxes if whole else 1, seconds=time.monotonic() - started)
        agreeing = self._search(lambda b: self._errors(b, False)[0], seconds * BRANCH_SHARE) if several else None
        relative = self._search(self._relative, seconds * RELATIVE_SHARE)
        small = relative is not None and math.isfinite(relative.upper)
        branches = (max(agreeing.upper, 0.0) if agreeing else max(whole.upper, 0.0)) if several else None
        return Bound(
            self.name, max(whole.upper, 0.0), max(relative.upper, 0.0) if relative and small else None, "",
            "" if small else "the exact value may be zero" if relative else "not looked for in the time given", branches,
            max(whole.lower, 0.0), whole.boxes + (relative.boxes if relative else 0), time.monotonic() - started,
            tuple(whole.place.tolist()), "" if whole.halved else "the box was not divided in the time given")

    def _search(self, evaluate: Callable[[np.ndarray], np.ndarray], seconds: float) -> Found | None:
        """None where not even the whole box was looked at."""
        clock = self.sweeps.clock
        clock.until = time.monotonic() + seconds
        try:
            return maximise(evaluate, self.root, clock, self.batch)
        except OutOfTime:
            return None

    def _relative(self, boxes: np.ndarray) -> np.ndarray:
        errors, sizes = self._errors(boxes, True)
        with np.errstate(all="ignore"):
            found = np.where(errors <= 0, errors, np.nextafter(errors / sizes, INFINITY))
        return np.where(np.isnan(found), INFINITY, found)

    def _errors(self, boxes: np.ndarray, crossing: bool) -> tuple[np.ndarray, np.ndarray]:
        """(bounds of the error, smallest |exact value|) per box; -inf where no input of it counts."""
        if crossing and self.whole is not None and np.array_equal(boxes, self.root[None]):
            return self.whole
        key = boxes.tobytes(), crossing
        if key not in self.known:
            found = self._swept(boxes, crossing)
            if len(self.trace.cells) < LONG or self.why:  # obstacles are noted anew where they are asked for
                return found
            self.known[key] = found
        return self.known[key]

    def _swept(self, boxes: np.ndarray, crossing: bool) -> tuple[np.ndarray, np.ndarray]:
        swept = sweep(self.sweeps.forward(boxes), self.number)
        found, sizes = np.full(len(boxes), -INFINITY), np.full(len(boxes), INFINITY)
        inside = self._inside(boxes)
        for p, s in zip(self.trace.paths, swept):
            taken = s.exact_may & s.computed_may & inside
            found = np.where(taken, np.maximum(found, self._own(p, s, taken)), found)
            sizes = np.where(taken, np.minimum(sizes, s.exact.mignitude), sizes) if not p.open else sizes
        if crossing and len(swept) > 1:
            found = self._crossing(swept, inside, found)
        return found, sizes

    def _own(self, p: Path, s: Swept, taken: np.ndarray) -> np.ndarray:
        """The error where both runs take the path."""
        if p.open:
            self._note(p.open, taken)
            return np.full(len(taken), INFINITY)
        error = s.bound
        for why, mask in s.bad.items():
            self._note(why, mask & taken)
            error = np.where(mask, INFINITY, error)
        return np.where(np.isnan(error), INFINITY, error)

    def _crossing(self, swept: Sequence[Swept], inside: np.ndarray, found: np.ndarray) -> np.ndarray:
        """With the error of computed runs on one path whose exact runs are on another."""
        for p, rounded in zip(self.trace.paths, swept):
            for q, exact in zip(self.trace.paths, swept):
                if p is q:
                    continue
                mask = rounded.computed_may & exact.exact_may & inside & rounded.near[_parting(p, q)]
                if not mask.any():
                    continue
                if p.open or q.open:
                    self._note(p.open or q.open, mask)
                    found = np.where(mask, INFINITY, found)
                    continue
                gap = np.minimum(distance(rounded.computed, exact.exact),
                                 distance(rounded.exact, exact.exact) + rounded.bound)
                found = np.where(mask, np.maximum(found, np.nextafter(gap, INFINITY)), found)
        return found

    def _inside(self, boxes: np.ndarray) -> np.ndarray:
        """Where the predicate may hold."""
        if self.allowed is None:
            return np.ones(len(boxes), bool)
        found = np.zeros(len(boxes), bool)
        for p, s in zip(self.allowed.paths, sweep(forward(self.allowed, boxes, self.sweeps.clock))):
            if p.open or self.allowed.cells[p.outputs[0]].data[0] != 0.0:
                found |= s.exact_may
        return found

    def _note(self, why: str, mask: np.ndarray) -> None:
        if mask.any():
            self.why[why] = self.why.get(why, 0) + 1

    def _reason(self, found: Found | None) -> str:
        """The obstacle at the point where there was none, else the first one that was met."""
        noted, self.why = self.why, {}
        with suppress(OutOfTime):
            if found:
                self._errors(np.repeat(found.place[None, :, None], 2, axis=2), True)
            if self.why:
                return next(iter(self.why))
        if noted:
            return f"{next(iter(noted))} (not excluded in the time given)"
        return "the branches may differ, or a derivative is unbounded (not excluded in the time given)"
