"""Statements that end the run where lengths differ that only a run can compare (`size(e, most=0)`): compiled code says which one it was."""

from __future__ import annotations

from precis.emit.plan.kernels import Plan, SizeBind, Statement
from precis.emit.plan.walking import walk
from precis.errors import InputError, Span
from precis.ir.size import Size

FIRST = 16  # what compiled code returns where the first of them ended the run (precis_room.hpp)


def is_check(s: Statement) -> bool:
    """Whether a statement binds nothing that anybody asks for, but ends the run."""
    return isinstance(s, SizeBind) and s.most == Size()


def checks(plan: Plan) -> tuple[Span | None, ...]:
    """The places in the source of all of them, each once, in order."""
    spans = {s.span for s in walk(plan.statements) if isinstance(s, SizeBind) and is_check(s)}
    return tuple(sorted(spans, key=lambda span: (span is not None, span)))


def failed(plan: Plan, status: int) -> InputError:
    """What is said of a run that one of them ended."""
    return InputError("arrays here have lengths that do not fit, as only this run could tell", checks(plan)[status - FIRST],
                      hints=("NumPy raises a ValueError there: give it data for which they fit",))
