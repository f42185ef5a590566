"""S-expressions with places: text -> nested data. Nothing is evaluated.

Round and square brackets are the same, `;` starts a comment, strings stand in double quotes (FPCore 2.0, section 1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Union

from precis.errors import ParseError, Span

DEPTH = 200  # of nested brackets; what is deeper was written by a machine for a machine
CLOSING = {"(": ")", "[": "]"}
_TOKEN = re.compile(r'\s+|;[^\n]*|(?P<bracket>[()\[\]])|"(?P<text>(?:[^"\\]|\\.)*)"|(?P<atom>[^\s()\[\];"]+)')


@dataclass(frozen=True, slots=True)
class Atom:
    """A symbol, number or :property, as it is written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class List:
    """A bracketed list; `span` is that of the opening bracket."""

    items: tuple[Datum, ...]
    span: Span

    @property
    def head(self) -> str:
        """The symbol that the list begins with; "" where it begins otherwise."""
        return self.items[0].text if self.items and isinstance(self.items[0], Atom) else ""


Datum = Union[Atom, Text, List]


def read(text: str, file: str) -> tuple[Datum, ...]:
    """Every datum of a file. Raises ParseError at the place of an unbalanced bracket or an unfinished string."""
    open_: list[tuple[str, Span, list[Datum]]] = []
    found: list[Datum] = []
    places = _Places(text, file)
    position = 0
    while position < len(text):
        token = _TOKEN.match(text, position)
        span = places.at(position)
        if token is None:
            raise ParseError("this string is not closed", span, source=text, hints=('end it with "',))
        here = open_[-1][2] if open_ else found
        if bracket := token["bracket"]:
            if bracket in CLOSING:
                open_.append((bracket, span, []))
                if len(open_) > DEPTH:
                    raise ParseError(f"brackets are nested more than {DEPTH} deep", span, source=text)
            else:
                _close(bracket, span, open_, found, text)
        elif token["text"] is not None:
            here.append(Text(re.sub(r"\\(.)", r"\1", token["text"]), span))
        elif atom := token["atom"]:
            here.append(Atom(atom, Span(file, span.line, span.column, span.column + len(atom))))
        position = token.end()
    if open_:
        raise ParseError(f"this {open_[-1][0]} is never closed", open_[-1][1], source=text,
                         notes=(f"{len(open_)} bracket{'s are' if len(open_) > 1 else ' is'} open at the end of the file",))
    return tuple(found)


def _close(bracket: str, span: Span, open_: list[tuple[str, Span, list[Datum]]], found: list[Datum], text: str) -> None:
    if not open_:
        raise ParseError(f"this {bracket} closes nothing", span, source=text)
    opening, start, items = open_.pop()
    if CLOSING[opening] != bracket:
        raise ParseError(f"this {bracket} closes the {opening} of line {start.line}, column {start.column}", span, source=text)
    (open_[-1][2] if open_ else found).append(List(tuple(items), start))


class _Places:
    """Line and column of positions that are asked for in rising order."""

    def __init__(self, text: str, file: str):
        self.text, self.file, self.line, self.start, self.seen = text, file, 1, 0, 0

    def at(self, position: int) -> Span:
        newlines = self.text.count("\n", self.seen, position)
        if newlines:
            self.line += newlines
            self.start = self.text.rindex("\n", self.seen, position) + 1
        self.seen = position
        return Span(self.file, self.line, position - self.start + 1)
