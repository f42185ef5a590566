"""Validation: the errors of a chosen Assignment on held-out inputs, which were never tuned on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.case import Case
from precis.bitwidth.discrete import Change, Discrete
from precis.bitwidth.holes import refuse_holes
from precis.bitwidth.reference import exact_runs
from precis.bitwidth.runs import counting
from precis.bitwidth.samples import Inputs, sample
from precis.errors import InputError
from precis.formats import Assignment


@dataclass(frozen=True, slots=True)
class Validation:
    """Measured errors (of the worst output) on inputs(seed), one per seed; changes: of integer and boolean outputs, the
    tuning input included."""

    errors: tuple[float, ...] = ()
    seeds: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()

    @property
    def worst(self) -> float:
        return max(self.errors, default=0.0)

    @property
    def samples(self) -> int:
        return len(self.errors)


def validate(
    case: Case,
    assignment: Assignment,
    inputs: Inputs | None,
    seeds: Sequence[int],
    discrete: Discrete | None = None,
    hold: bool = False,
) -> Validation:
    """Run `assignment` and a reference of the same format as that of the tuning input on every sample but those that
    equal the tuning input. `hold`: an integer or boolean output that changes is an infinite error."""
    samples = [("the tuning input", case.arrays, case.binding)]
    if not seeds:
        return Validation(changes=discrete.changes(assignment, samples) if discrete else ())
    question = case.question
    reference = exact_runs(question, case.wide, case.binding)
    chosen = counting(question.program, question.unrounded(assignment))
    errors: dict[int, float] = {}
    for seed in seeds:
        arrays, binding = sample(case.program, inputs, seed)
        if _same(case, arrays, binding):
            continue  # no evidence
        question.check(binding)
        exact = reference.run(arrays, binding)
        found, meant = (question.pick(ran.results) for ran in (chosen.run(arrays, binding, exact.allowed), exact))
        try:
            refuse_holes(question.program, question.names, meant, arrays, binding)
        except InputError as problem:
            raise InputError(f"inputs({seed}): {problem.message}", problem.span, hints=problem.hints) from None
        errors[seed] = max(question.errors(found, meant).values())
        samples.append((f"held-out input {seed}", arrays, binding))
        if hold and discrete and discrete.objection(assignment, samples[-1]):
            errors[seed] = math.inf
    changes = discrete.changes(assignment, samples) if discrete else ()
    return Validation(tuple(errors.values()), tuple(errors), changes)


def _same(case: Case, arrays: Sequence[Any], binding: Mapping[str, int]) -> bool:
    """Whether these are the tuning input again: a generator may ignore its seed."""
    return dict(binding) == dict(case.binding) and all(np.array_equal(a, b) for a, b in zip(arrays, case.arrays))
