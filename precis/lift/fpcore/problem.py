"""Errors of FPCore files: at a place, with the line shown."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from precis.errors import ParseError, UnsupportedProgram
from precis.lift.fpcore.reader import Datum


@dataclass(frozen=True, slots=True)
class Problems:
    """Makes the errors of one file."""

    source: str

    def wrong(self, message: str, where: Datum, *hints: str) -> ParseError:
        return ParseError(message, where.span, hints=hints, source=self.source)

    def unsupported(self, message: str, where: Datum, *hints: str) -> UnsupportedProgram:
        return UnsupportedProgram(message, where.span, hints=hints, source=self.source)


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """A hint that names what may have been meant."""
    close = difflib.get_close_matches(name, list(known), 1)
    return (f"did you mean {close[0]}?",) if close and close[0] != name else ()
