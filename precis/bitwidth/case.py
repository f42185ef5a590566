"""Cases: inputs with their references, that proposals are measured on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.holes import refuse_holes
from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.reference import MP_BITS, Reference, own_error, reference_of, reference_run
from precis.bitwidth.runs import CARRIERS, multiprecision
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.bitwidth.tolerance import Tolerances
from precis.emit.rooms import bound
from precis.errors import UsageError
from precis.formats import FORMATS, Format
from precis.ir.types import Program

MANY = 16  # elements judged, from which the signs of one cotangent do not conspire


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One input. `program` is the user's, `question` may hold a quantity of interest behind it; `wide` is the format of
    the reference, `evidence` what says that it has converged; `label` names the input;
    `astray`: sweeps about a run in binary64 that had to be made again about the reference."""

    program: Program
    question: Question
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    reference: Sequence[np.ndarray]
    wide: Format
    evidence: Reference
    label: str = "the tuning input"
    astray: int = 0


def case_of(
    program: Program,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    rtol: float,
    qoi: Qoi = None,
    question: Question | None = None,
    wanted: Format | None = None,
    tolerance: Tolerances | None = None,
    label: str = "the tuning input",
) -> tuple[Case, Sensitivity]:
    """An input with its reference (in `wanted`, else in what the tolerance asks for), and the sensitivities there.

    rtol   the unit of the tolerance. UsageError where no reference is exact enough to tell errors of that size, and for
           a quantity of interest without a derivative
    """
    arrays, binding = bound(program, args, kwargs)
    question = question or ask(program, qoi, arrays, binding, tolerance)
    return case_at(program, question, arrays, binding, rtol, wanted, label)


def case_at(
    program: Program,
    question: Question,
    arrays: Sequence[Any],
    binding: Mapping[str, int],
    rtol: float,
    wanted: Format | None = None,
    label: str = "the tuning input",
) -> tuple[Case, Sensitivity]:
    """`case_of` for arguments that are bound and a question that has been asked. One cotangent is enough to propose by, since what
    is proposed is measured; where a few numbers are judged, their errors might cancel under its signs."""
    question.check(binding)
    narrow = FORMATS["binary64"]
    ran = reference_run(question, arrays, binding, narrow)
    reference = ran.results
    refuse_holes(question.program, question.names, reference, arrays, binding)
    seeds = 1 if sum(y.size for y in reference) >= MANY else None
    s = sweep(question, arrays, binding, reference, seeds)
    _check_derivative(s)
    _check_resolved(s, rtol)
    evidence = reference_of(question, arrays, binding, s, rtol, wanted=wanted, runs={narrow.name: ran})
    astray = s.samples if max(question.errors(reference, evidence.values).values()) > rtol else 0
    if astray:  # sensitivities of a run gone astray say nothing
        values = [np.asarray(y, np.float64) if y.dtype == object else y for y in evidence.values]
        s = sweep(question, arrays, binding, values, seeds, carrier=min(evidence.carrier, CARRIERS[-1], key=lambda c: c.precision))
    return Case(program, question, arrays, binding, evidence.values, evidence.carrier, evidence, label, astray), s


def _check_derivative(s: Sensitivity) -> None:
    """A quantity of interest that steps (sign, round, a position) has a derivative that is zero or infinite: nothing can
    be chosen by it."""
    name = s.question.quantity
    own = {place[1] for place in s.question.exact}
    sizes = [row.absolute for cause, row in s.rows.items() if cause.place[0] != "model" and cause.place[1] not in own]
    if not name or not sizes or (any(sizes) and all(map(math.isfinite, sizes))):
        return
    what = "is zero" if not any(sizes) else "is not finite"
    raise UsageError(
        f"the derivative of the quantity of interest {name} {what} for these inputs: it says nothing about rounding",
        hints=("it has to vary smoothly: no rounding, sign, count or position; no square root of zero",),
    )


def _check_resolved(s: Sensitivity, unit: float) -> None:
    widest = multiprecision(MP_BITS[-1])
    own = own_error(s, widest)
    if math.isfinite(own) and own > unit:
        raise UsageError(
            f"the tolerance {unit:g} is below the error of the reference itself, {own:.2g} in {widest} (estimate)",
            hints=("no measurement could tell: state a larger tolerance",),
        )
