"""Validation: the errors of a chosen Assignment on held-out inputs, which were never tuned on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from precis.bitwidth.case import Case
from precis.bitwidth.measure import errors_of
from precis.bitwidth.runs import compiled, prepare
from precis.formats import Assignment
from precis.ir.approx import inline_approx
from precis.ir.call import bind, refuse_nonfinite

Inputs = Callable[..., Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Validation:
    """Measured errors (of the worst output) on inputs(seed), one per seed."""

    errors: tuple[float, ...] = ()
    seeds: tuple[int, ...] = ()

    @property
    def worst(self) -> float:
        return max(self.errors, default=0.0)

    @property
    def samples(self) -> int:
        return len(self.errors)


def validate(case: Case, assignment: Assignment, inputs: Inputs, seeds: Sequence[int]) -> Validation:
    """Run `assignment` and a reference of the same format as that of the tuning input on every sample."""
    question = case.question
    reference = prepare(inline_approx(question.program, "spec"), case.wide, case.binding)
    chosen = compiled(question.program, question.unrounded(assignment))
    errors = []
    for seed in seeds:
        arrays, binding = bind(case.program, tuple(inputs(seed)))
        refuse_nonfinite(case.program, arrays)
        found, meant = (question.pick(r.run(list(arrays), dict(binding))) for r in (chosen, reference))
        errors.append(max(errors_of(question, found, meant).values()))
    return Validation(tuple(errors), tuple(seeds))
