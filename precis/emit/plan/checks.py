"""Statements that end the run where lengths differ that only a run can compare (`size(e, most=0)`), or where an array is longer than there
is room for (`size(n, most=room)`): compiled code says which one it was."""

from __future__ import annotations

from precis.emit.plan.kernels import Plan, SizeBind, Statement
from precis.emit.plan.reserved import reserved
from precis.emit.plan.walking import walk
from precis.errors import InputError, Span
from precis.ir.size import Size

FIRST = 16  # what compiled code returns where the first of them ended the run (precis_room.hpp)
Place = tuple[Span | None, bool]  # in the source; whether lengths are compared there


class NoRoomLeft(MemoryError):
    """An array is longer than there is room for it."""

    def __init__(self, name: str, span: Span | None):
        super().__init__(f"{name}: no memory for the workspace")
        self.span = span


def is_check(s: Statement) -> bool:
    """Whether a statement binds nothing that anybody asks for, but ends the run."""
    return isinstance(s, SizeBind) and s.most == Size()


def place_of(s: SizeBind) -> Place:
    return s.span, is_check(s)


def checks(plan: Plan) -> tuple[Place, ...]:
    """The places of all of them, each once, in order. Where address space ends, there is no memory."""
    space = reserved(plan)
    binds = (s for s in walk(plan.statements) if isinstance(s, SizeBind) and s.most is not None and not s.most.symbols() & space)
    return tuple(sorted({*map(place_of, binds)}, key=lambda place: (place[0] is not None, place)))


def failed(plan: Plan, status: int) -> InputError | NoRoomLeft:
    """What is said of a run that one of them ended."""
    span, compared = checks(plan)[status - FIRST]
    if not compared:
        return NoRoomLeft(plan.name, span)
    return InputError("arrays here have lengths that do not fit, as only this run could tell", span,
                      hints=("NumPy raises a ValueError there: give it data for which they fit",))
