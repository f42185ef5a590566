"""How much lifting one program may cost over all ways to lift it (docs/adr/0541), counted in names of values and sizes: what a trial emits
takes a name for each, and most of the time of lifting goes there. So the same program is refused, or not, on every machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from precis.errors import PrecisError, Span, UnsupportedProgram
from precis.ir.types import Program

if TYPE_CHECKING:
    from precis.lift.numpy.state import Lifting

ONE = 300_000  # names of one way; large programs that are lifted take up to 170 000, half a minute
ENOUGH, ALL = 200_000, 400_000  # of all ways: twice as many as the first one, between these


class GivenUp(UnsupportedProgram):
    """No further way to lift the program is tried, or this one was left, since that takes too long."""


class TooMuch(Exception):
    """A way to lift the program has made more names than it may."""

    def __init__(self, span: Span | None):
        super().__init__("too many names")
        self.span = span


@dataclass
class Work:
    """The names that ways have made, those of the first way, why the first one that was not just given up has failed, and what became of
    each, to which others lead again."""

    spent: int = 0
    first: int | None = None
    reason: PrecisError | None = None
    gone: dict[Any, Program | PrecisError] = field(default_factory=dict)

    def left(self) -> int:
        """How many names one more way may make."""
        if self.first is None:
            return ONE
        found = min(max(ENOUGH, 2 * self.first), ALL) - self.spent
        if found <= 0:
            raise GivenUp("lifting this program takes too long")
        return found

    def note(self, names: int) -> None:
        self.spent += names
        self.first = names if self.first is None else self.first

    def failed(self, problem: PrecisError) -> None:
        if self.reason is None and not isinstance(problem, GivenUp):
            self.reason = problem


def given_up(lift: Lifting, problem: TooMuch) -> GivenUp:
    """What is said of a way that was left, with the first thing in it that could not be as it is written."""
    reason = lift.loops.failed
    return GivenUp("lifting the program takes too long, and has come to here", problem.span,
                   notes=() if reason is None else (f"before, it was found at {reason.span}: {reason.message}",),
                   hints=("lift the functions that it calls in loops by themselves", *(reason.hints if reason else ())),
                   source=lift.sources.get(problem.span.file) if problem.span else None)
