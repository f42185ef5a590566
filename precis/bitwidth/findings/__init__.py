"""Findings: numerical faults of a program at an input, each with its line, its evidence, a reproducer and the textbook remedy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from precis.bitwidth.findings.finding import Finding, Findings
from precis.bitwidth.findings.observe import observe
from precis.bitwidth.outputs import Qoi, ask
from precis.formats import FORMATS, Assignment
from precis.ir.call import bind, refuse_nonfinite
from precis.ir.types import Program


def findings(
    program: Program,
    args: Sequence[Any],
    assignment: Assignment | None = None,
    qoi: Qoi = None,
    *,
    kwargs: Mapping[str, Any] | None = None,
) -> Findings:
    """The numerical faults of `program` at `args` under `assignment` (default: the formats that it states itself)."""
    arrays, binding = bind(program, args, kwargs)
    refuse_nonfinite(program, arrays)
    own = program.original or Assignment.uniform(FORMATS["binary64"])
    return observe(ask(program, qoi, arrays, binding), assignment or own, arrays, binding)


__all__ = ["Finding", "Findings", "findings", "observe"]
