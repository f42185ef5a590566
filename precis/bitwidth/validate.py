"""Validation: the errors of a chosen Assignment on held-out inputs, which were never tuned on.

References are those of the tuning input: in the same carrier, which was found to be exact enough there. On other inputs it need not be:
on the worst of them it is compared with the carrier that it was checked against, and where they do not agree, all references are made
in the wider one. So they are where the choice computes in the carrier itself, and would be compared with itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.case import Case
from precis.bitwidth.discrete import Change, Discrete
from precis.bitwidth.holes import refuse_holes
from precis.bitwidth.reference import AGREEMENT, exact_runs, reference_run
from precis.bitwidth.runs import counting
from precis.bitwidth.samples import Inputs, sample
from precis.errors import InputError
from precis.formats import Assignment, Format
from precis.ir.emulate import round_alike


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
    unit: float,
    discrete: Discrete | None = None,
    hold: bool = False,
) -> Validation:
    """Run `assignment` and a reference on every sample but those that equal the tuning input. unit: that of the tolerance;
    `hold`: an integer or boolean output that changes is an infinite error."""
    drawn = {seed: sample(case.program, inputs, seed) for seed in seeds}
    others = {seed: given for seed, given in drawn.items() if not _same(case, *given)}  # the tuning input again is no evidence
    samples = [("the tuning input", case.arrays, case.binding), *((f"held-out input {seed}", *given) for seed, given in others.items())]
    errors = _errors(case, assignment, others, unit)
    if hold and discrete:
        objections = zip(others, (discrete.objection(assignment, given) for given in samples[1:]))
        errors |= {seed: math.inf for seed, objection in objections if objection}
    changes = discrete.changes(assignment, samples) if discrete else ()
    return Validation(tuple(errors.values()), tuple(errors), changes)


Given = tuple[Sequence[Any], Mapping[str, int]]


def _errors(case: Case, assignment: Assignment, others: Mapping[int, Given], unit: float) -> dict[int, float]:
    """Seed -> the error of the worst output, against references that are exact enough."""
    wider = case.evidence.against
    if not others or wider is None or wider.precision <= case.wide.precision:
        return _against(case, assignment, others, case.wide)
    if round_alike(case.program, assignment, Assignment.uniform(case.wide)):
        return _against(case, assignment, others, wider)
    errors = _against(case, assignment, others, case.wide)
    worst = max(errors, key=lambda seed: errors[seed])
    near, far = (reference_run(case.question, *others[worst], carrier).results for carrier in (case.wide, wider))
    own = max(case.question.errors(near, far).values())
    agree = own <= AGREEMENT * unit and own <= errors[worst]  # what is less than the reference's own error says nothing of the choice
    return errors if agree else _against(case, assignment, others, wider)


def _against(case: Case, assignment: Assignment, others: Mapping[int, Given], carrier: Format) -> dict[int, float]:
    """The same against references in `carrier`."""
    question = case.question
    reference = exact_runs(question, carrier, case.binding)
    chosen = counting(question.program, question.unrounded(assignment))
    errors: dict[int, float] = {}
    for seed, (arrays, binding) in others.items():
        question.check(binding)
        exact = reference.run(arrays, binding)
        found, meant = (question.pick(ran.results) for ran in (chosen.run(arrays, binding, exact.allowed), exact))
        try:
            refuse_holes(question.program, question.names, meant, arrays, binding)
        except InputError as problem:
            raise InputError(f"held-out input of seed {seed}: {problem.message}", problem.span, hints=problem.hints) from None
        errors[seed] = max(question.errors(found, meant).values())
    return errors


def _same(case: Case, arrays: Sequence[Any], binding: Mapping[str, int]) -> bool:
    """Whether these are the tuning input again: a generator may ignore its seed."""
    return dict(binding) == dict(case.binding) and all(np.array_equal(a, b) for a, b in zip(arrays, case.arrays))
