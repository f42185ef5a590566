"""Findings of one run: the shadow run is watched once by all detectors; what they name is rerun with that place exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from precis.bitwidth.findings.detector import Candidate, Detector, Effect
from precis.bitwidth.findings.finding import Finding, Findings, Margin, severest_first
from precis.bitwidth.findings.graph import Graph
from precis.bitwidth.findings.scene import Scene
from precis.bitwidth.findings.shadow import WIDE, Pair, Shadow, Step, Turn
from precis.bitwidth.findings.table import DECIDED, DETECTORS, INSTEAD, LOST_DIGITS
from precis.bitwidth.outputs import Question
from precis.bitwidth.seminorm import Seminorm
from precis.bitwidth.statistic import own_spread
from precis.formats import Assignment

LARGEST = 2_000_000  # elements of all inputs
CHECKED = 4  # candidates of one detector that are rerun


def observe(
    question: Question, assignment: Assignment, arrays: Sequence[Any], binding: Mapping[str, int], sample: str = ""
) -> Findings:
    """Findings of `question.program` under `assignment` at inputs that are bound.

    sample   what these inputs are called
    Forward runs only, in longdouble, of the first 35 000 operations: seconds at most, whatever the program.
    """
    if sum(np.size(x) for x in arrays) > LARGEST:
        return Findings(skipped=f"the inputs hold more than {LARGEST} elements: look for faults at a smaller size")
    whole = question.unrounded(assignment)
    run = Shadow(question.program, whole, arrays, binding)
    graph = Graph.of(run.emulated)
    detectors = [d(graph, run.formats) for d in DETECTORS]
    run.see, run.turn = _watch(detectors), _follow(detectors)
    results = run.run()
    reruns = _Reruns(question, run, results)
    confirmed = _beyond_chaos([c for d in detectors for c in _confirmed(d, reruns)], graph)
    scene = Scene(run.plain, run.formats, arrays, binding)
    found = _distinct([c.reproduced(scene) for c in confirmed])
    found = [_with_spread(f, question, arrays, binding) if f.kind == "chaos" else f for f in found]
    named = [replace(f, where=f"{sample}, {f.where}" if sample else f.where) for f in found]
    return Findings(tuple(_ordered(named)), run.whole, reruns.count, work=run.work + reruns.work)


def _with_spread(f: Finding, question: Question, arrays: Sequence[Any], binding: Mapping[str, int]) -> Finding:
    """A chaotic trajectory with what single runs of its reference are worth."""
    spread = own_spread(question, arrays, binding)
    label = "a run in binary64 moves by, if its inputs move by one unit in the last place"
    return f if spread is None else replace(f, margins=(*f.margins, Margin(label, spread)))


def _watch(detectors: Sequence[Detector]) -> Callable[[Step], None]:
    table: dict[str, list[Detector]] = {}
    every = [d for d in detectors if "*" in d.ops]
    for d in detectors:
        for op in d.ops:
            table.setdefault(op, []).append(d)

    def see(s: Step) -> None:
        for d in table.get(s.node.op, ()):
            d.see(s)
        for d in every:
            d.see(s)

    return see


def _follow(detectors: Sequence[Detector]) -> Callable[[Turn], None]:
    def turn(t: Turn) -> None:
        for d in detectors:
            d.turn(t)

    return turn


class _Reruns:
    """The run with one place exact, or one decision turned round."""

    def __init__(self, question: Question, base: Shadow, results: list[Pair]):
        self.base, self.results, self.count, self.work = base, results, 0, 0.0
        self.last: tuple[int, ...] = () if base.whole else (base.last_turn,)
        self.formats = [base.formats.get(v.name) for v in question.program.body.results] if base.whole else []
        self.judged = list(zip(question.judged, question.seminorms)) if base.whole else []

    def effect(self, c: Candidate) -> Effect | None:
        """Of the cure, or of the decision. None where the run was cut short before anything came out of it that can be compared."""
        try:
            compared = self._again(c)
        except (IndexError, ValueError, OverflowError):  # a forced integer leads out of an array
            return Effect(np.inf, 0.0, 0.0)
        if compared is None:
            return None
        effects = [_effect(m, base, again) for m, base, again in compared]
        gains = [e for e in effects if e.after <= e.before] or effects
        return max(gains if c.heal else effects, key=lambda e: e.change, default=Effect(0.0, 0.0, 0.0))

    def alone(self, c: Candidate) -> float:
        """How far the fault moves the results of the run that rounds nothing else; infinite where that has no results then."""
        moved = [_change(m, base.exact, again.exact) for m, base, again in self._again(c, alone=True) or ()]
        return max(moved, default=0.0) if np.all(np.isfinite(moved)) else np.inf

    def _again(self, c: Candidate, alone: bool = False) -> list[tuple[Seminorm, Pair, Pair]] | None:
        """The judged results of the run and of the rerun."""
        if not self.results:
            return None
        self.count += 1
        again = self.base.again(self.last, c.heal, c.cure, alone, c.force)
        try:
            results = again.run()
        finally:
            self.work += again.work
        if again.whole != self.base.whole or len(results) != len(self.results):
            return None  # another way through the program: nothing to compare with
        judged = self.judged or _floating(self.results)
        return [(m, self._fitted(k, self.results[k]), self._fitted(k, results[k])) for k, m in judged]

    def _fitted(self, k: int, p: Pair) -> Pair:
        """A result as its format holds it: what cannot be told there is no harm."""
        fmt = self.formats[k] if k < len(self.formats) else None
        if fmt is None or p.rounded.dtype.kind != "f":
            return p
        least, most = float(fmt.min_subnormal), float(fmt.max)

        def fitted(x: np.ndarray) -> np.ndarray:
            return np.where((np.abs(x) < least) | (np.abs(x) > most), WIDE.round(x, fmt), x)

        return Pair(fitted(p.rounded), fitted(p.exact))


def _floating(results: Sequence[Pair]) -> list[tuple[int, Seminorm]]:
    return [(k, Seminorm()) for k, p in enumerate(results) if p.rounded.dtype.kind in "fc"]


def _effect(m: Seminorm, base: Pair, again: Pair) -> Effect:
    if np.shape(base.rounded) != np.shape(again.rounded):
        return Effect(np.inf, 0.0, 0.0)
    unit = _unit(m)
    change = _change(m, base.rounded, again.rounded)
    return Effect(change, unit.error(base.rounded, base.exact), unit.error(again.rounded, again.exact))


def _unit(m: Seminorm) -> Seminorm:
    return Seminorm(m.norm, 1.0 if m.relative else 0.0, 1.0 if m.absolute and not m.relative else 0.0)


def _change(m: Seminorm, base: np.ndarray, again: np.ndarray) -> float:
    if np.array_equal(again, base, equal_nan=True):
        return 0.0
    change = _unit(m).error(again, base)
    return change if np.isfinite(change) else _unit(m).error(base, again)


def _confirmed(detector: Detector, reruns: _Reruns) -> list[Candidate]:
    """The candidates that matter, with their effect."""
    found = []
    ranked = sorted(detector.candidates(), key=lambda c: -c.rank)
    for c in ranked[:CHECKED]:
        if not c.heal and c.force is None:
            found.append(c)
            continue
        effect = reruns.effect(c)
        if effect is not None and detector.alone and c.heal and detector.accept(c, effect):
            effect = replace(effect, change=min(effect.change, reruns.alone(c)))
        if effect is not None and detector.accept(c, effect):
            found.append(replace(c, finding=c.finding.confirmed(effect.change, reruns.base.whole)))
    return found


def _beyond_chaos(found: Sequence[Candidate], graph: Graph) -> list[Candidate]:
    """Without digits lost, and decisions turned, inside loops in which every difference grows: there any change changes the output, and
    proves nothing."""
    wild = {c.node.outputs[0].name for c in found if c.finding.kind == "chaos" and c.node}
    told = (*LOST_DIGITS, *DECIDED)
    return [c for c in found if not (c.finding.kind in told and c.node and wild & set(graph.inside.get(c.node.output.name, ())))]


def _distinct(found: Sequence[Candidate]) -> list[Finding]:
    """One per kind and line, without those that another says better."""
    first: dict[tuple[str, str], Candidate] = {}
    for c in found:
        first.setdefault((c.finding.kind, c.finding.place), c)
    said = {(line, kind) for c in first.values() for kind in INSTEAD.get(c.finding.kind, ()) for line in _lines(c)}
    findings = [c.finding for c in first.values()]
    return [f for f in findings if (f.span.line if f.span else 0, f.kind) not in said]


def _lines(c: Candidate) -> set[int]:
    """The lines that a candidate speaks of: a while loop's are those of its condition too."""
    condition = c.node.blocks[0].nodes if c.node is not None and c.node.op == "while" else ()
    spans = [c.finding.span, *(n.span for n in condition)]
    return {s.line if s else 0 for s in spans}


def _ordered(found: Sequence[Finding]) -> list[Finding]:
    return severest_first(found)
