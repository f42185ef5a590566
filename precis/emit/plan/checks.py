"""Statements that end the run where lengths differ that only a run can compare (`size(e, most=0)`), where a position is out of bounds
(`size(e, most=-1)`), or where an array is longer than there is room for (`size(n, most=room)`): compiled code says which one it was."""

from __future__ import annotations

from precis.emit.plan.kernels import Plan, SizeBind, Statement
from precis.emit.plan.reserved import reserved
from precis.emit.plan.walking import walk
from precis.errors import InputError, Span
from precis.ir.size import Size

FIRST = 16  # what compiled code returns where the first of them ended the run (precis_room.hpp)
LENGTHS, POSITIONS, AHEAD = Size(), Size.of(-1), Size.of(-2)  # the `most` of checks: of lengths that are so far apart, of positions, and
# of positions of which some may not be asked for (precis.emit.plan.positions_ahead)
KINDS = {LENGTHS: "lengths", POSITIONS: "positions", AHEAD: "ahead"}
Place = tuple[Span | None, str]  # in the source; what is said of a run that it ended, where that is no array that is too long
SAID = {"lengths": ("arrays here have lengths that do not fit, as only this run could tell",
                    "NumPy raises a ValueError there: give it data for which they fit"),
        "positions": ("a position here is out of bounds, as only this run could tell",
                      "NumPy raises an IndexError there: give it data whose positions are inside")}
SAID["ahead"] = SAID["positions"]


class OutsideAhead(InputError):
    """Of positions that a program may ask for, some are out of bounds; nothing has been written yet."""


class NoRoomLeft(MemoryError):
    """An array is longer than there is room for it."""

    def __init__(self, name: str, span: Span | None):
        super().__init__(f"{name}: no memory for the workspace")
        self.span = span


def is_check(s: Statement) -> bool:
    """Whether a statement binds nothing that anybody asks for, but ends the run."""
    return isinstance(s, SizeBind) and s.most in KINDS


def place_of(s: SizeBind) -> Place:
    return s.span, KINDS.get(s.most, "") if s.most is not None else ""


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
    said, hint = SAID[compared]
    return (OutsideAhead if compared == "ahead" else InputError)(said, span, hints=(hint,))
