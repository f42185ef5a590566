"""Findings on several inputs: a fault that the tuning input does not show may be one on another.

Inputs are looked at in the order given, the first always, until a budget of operations is spent: what is said does not depend on
how fast the machine is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from precis.bitwidth.findings.finding import SEVERITIES, Finding, Findings, severest_first
from precis.bitwidth.findings.observe import observe
from precis.bitwidth.outputs import Question
from precis.formats import Assignment

INPUTS = 8
RUNS = 6.0  # the budget: as many operations as so many of the longest runs that are watched (Findings.work)


@dataclass(frozen=True, slots=True, eq=False)
class Input:
    """Bound arguments, and what they are called: "held-out input 1003"."""

    label: str
    arrays: Sequence[Any]
    binding: Mapping[str, int]


def observe_several(question: Question, assignment: Assignment, inputs: Iterable[Input]) -> Findings:
    """Findings on the first of `inputs` that the budget admits, INPUTS of them at most: one per kind and line, from the input that
    shows it worst. `idle` counts only where the first input, on which formats rest, shows it."""
    seen: list[tuple[str, Findings]] = []
    for given in inputs:
        if seen and (len(seen) >= INPUTS or sum(found.work for _, found in seen) >= RUNS):
            break
        question.check(given.binding)
        seen.append((given.label, observe(question, assignment, given.arrays, given.binding, given.label)))
    return _joined(seen)


def _joined(seen: Sequence[tuple[str, Findings]]) -> Findings:
    shown: dict[tuple[str, str], list[Finding]] = {}
    for k, (_, found) in enumerate(seen):
        for f in found:
            if f.kind != "idle" or k == 0:
                shown.setdefault((f.kind, f.place), []).append(f)
    items = severest_first(_worst(found, len(seen)) for found in shown.values())
    first = seen[0][1] if seen else Findings()
    return Findings(tuple(items), all(f.whole for _, f in seen), sum(f.checked for _, f in seen), first.skipped,
                    tuple(label for label, _ in seen), sum(f.work for _, f in seen))  # fmt: skip


def _worst(found: Sequence[Finding], looked: int) -> Finding:
    worst = min(found, key=lambda f: (SEVERITIES.index(f.severity), -(f.effect or 0.0)))
    return replace(worst, where=f"{worst.where}; shown by {len(found)} of {looked} inputs") if looked > 1 else worst
