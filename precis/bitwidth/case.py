"""Cases: inputs with their references, that proposals are measured on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.measure import reference_format, reference_run
from precis.bitwidth.outputs import Qoi, Question, ask
from precis.bitwidth.sensitivity import Sensitivity, sweep
from precis.formats import FORMATS, Format
from precis.ir.call import bind, refuse_nonfinite
from precis.ir.types import Program


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One input. `program` is the user's, `question` may hold a quantity of interest behind it; `wide` is the format of
    the reference."""

    program: Program
    question: Question
    arrays: Sequence[Any]
    binding: Mapping[str, int]
    reference: Sequence[np.ndarray]
    wide: Format


def case_of(
    program: Program,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    rtol: float,
    qoi: Qoi = None,
    question: Question | None = None,
) -> tuple[Case, Sensitivity]:
    """An input with its reference, and the sensitivities there. A binary64 reference is kept where it is enough."""
    arrays, binding = bind(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    question = question or ask(program, qoi, arrays, binding)
    narrow = FORMATS["binary64"]
    reference = reference_run(question, arrays, binding, narrow)
    s = sweep(question, arrays, binding, reference)
    wide = reference_format(s, rtol)
    if wide != narrow:
        reference = reference_run(question, arrays, binding, wide)
    return Case(program, question, arrays, binding, reference, wide), s
