"""Findings: numerical faults of a program at an input, each with its line, its evidence, a reproducer and the textbook remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from precis.bitwidth.findings.finding import Finding, Findings
from precis.bitwidth.findings.observe import observe
from precis.bitwidth.findings.several import INPUTS, Input, observe_several
from precis.bitwidth.outputs import Qoi, ask
from precis.bitwidth.samples import Inputs, drawn_samples
from precis.emit.rooms import bound
from precis.formats import FORMATS, Assignment
from precis.ir.call import refuse_nonfinite
from precis.ir.ruled import without_rules
from precis.ir.types import Program


def findings(
    program: Program,
    args: Sequence[Any],
    assignment: Assignment | None = None,
    qoi: Qoi = None,
    *,
    inputs: Inputs | None = None,
    kwargs: Mapping[str, Any] | None = None,
) -> Findings:
    """The numerical faults of `program` at `args` under `assignment` (default: the formats that it states itself).

    inputs  inputs(seed) gives the arguments of one more input: inputs(1), inputs(2), ... are looked at too, within the budget of
            precis.bitwidth.findings.several
    """
    program = without_rules(program)
    arrays, binding = bound(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    question = ask(program, qoi, arrays, binding)
    chosen = assignment or program.original or Assignment.uniform(FORMATS["binary64"])
    if inputs is None:
        return observe(question, chosen, arrays, binding)
    more = (Input(f"inputs({seed})", *found) for seed, found in drawn_samples(program, inputs, range(1, INPUTS)))
    return observe_several(question, chosen, chain([Input("the first input", arrays, binding)], more))


__all__ = ["Finding", "Findings", "Input", "findings", "observe", "observe_several"]
