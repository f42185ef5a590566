"""Cases: inputs with their references, that proposals are measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.reference import Reference, reference_of, reference_run
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.formats import FORMATS, Format
from precis.ir.call import bind, refuse_nonfinite
from precis.ir.types import Program


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One input. `program` is the user's, `question` may hold a quantity of interest behind it; `wide` is the format of
    the reference, `evidence` what says that it has converged."""

    program: Program
    question: Question
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    reference: Sequence[np.ndarray]
    wide: Format
    evidence: Reference


def case_of(
    program: Program,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    rtol: float,
    qoi: Qoi = None,
    question: Question | None = None,
    wanted: Format | None = None,
) -> tuple[Case, Sensitivity]:
    """An input with its reference (in `wanted`, else in what the tolerance asks for), and the sensitivities there."""
    arrays, binding = bind(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    question = question or ask(program, qoi, arrays, binding)
    narrow = FORMATS["binary64"]
    reference = reference_run(question, arrays, binding, narrow)
    s = sweep(question, arrays, binding, reference)
    evidence = reference_of(question, arrays, binding, s, rtol, wanted=wanted, runs={narrow.name: reference})
    return Case(program, question, arrays, binding, evidence.values, evidence.carrier, evidence), s
