"""Errors as part of the product: the smallest span, what is wrong, what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

EXCERPT = 160  # characters of a line that are shown


def plural(count: int, word: str) -> str:
    """1 input, 16 inputs."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a source file: `file` as shown to the user, 1-based `line` and `column`."""

    file: str
    line: int
    column: int = 1
    end_column: int | None = None

    @property
    def site(self) -> str:
        """The site key of the statement that starts here: `file:line`."""
        return f"{self.file}:{self.line}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class PrecisError(Exception):
    """A user's mistake or a limit of precis, with its place and a way out.

    `exit_code` is what the command line returns: 1 tolerance not met, 2 usage, 3 unsupported program.
    """

    exit_code = 2
    label = "error"

    def __init__(self, message: str, span: Span | None = None, *, notes: tuple[str, ...] = (),
                 hints: tuple[str, ...] = (), source: str | None = None):
        super().__init__(message)
        self.message, self.span, self.notes, self.hints, self.source = message, span, tuple(notes), tuple(hints), source

    def __str__(self) -> str:
        head = f"{self.span}: {self.label}: {self.message}" if self.span else f"{self.label}: {self.message}"
        return "\n".join([head, *self._excerpt(), *(f"  note: {n}" for n in self.notes), *(f"  hint: {h}" for h in self.hints)])

    def _excerpt(self) -> list[str]:
        if self.span is None or self.source is None:
            return []
        lines = self.source.splitlines()
        if not 1 <= self.span.line <= len(lines):
            return []
        cut = max(0, self.span.column - EXCERPT // 2) if len(lines[self.span.line - 1]) > EXCERPT else 0
        text, column = lines[self.span.line - 1][cut : cut + EXCERPT], self.span.column - cut
        width = max(1, (self.span.end_column or self.span.column + 1) - self.span.column)
        width = min(width, max(1, len(text) - column + 1))
        return [f"  | {text}", f"  | {' ' * (column - 1)}{'^' * width}"]


class UnsupportedProgram(PrecisError):
    """The program uses something that precis cannot lift, differentiate or emit."""

    exit_code = 3
    label = "unsupported"


class ParseError(PrecisError):
    """The text of a Program (or of an input file) is malformed."""


class VerifyError(PrecisError):
    """A Program breaks a rule of the IR."""


class InputError(PrecisError):
    """Arguments do not fit the Program: shape, kind, guard, NaN or infinity."""


class UsageError(PrecisError):
    """A wrong option, file, tolerance or name."""


class UncheckedData(UserWarning):
    """A check of data that the source makes is left out."""


class BuildError(PrecisError):
    """The system compiler is missing or refused the emitted source."""


class ToleranceNotMet(PrecisError):
    """No assignment holds the tolerance."""

    exit_code = 1
