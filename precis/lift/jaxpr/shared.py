"""What all jaxprs of one lift share, and the places of the user's source that spans and errors show."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from precis.errors import Span, UnsupportedProgram
from precis.formats import Format
from precis.ir.build import Build
from precis.ir.types import Node, Value
from precis.lift.jaxpr.containers import Containers
from precis.lift.jaxpr.facts import Facts
from precis.lift.jaxpr.frames import Trail
from precis.lift.jaxpr.statements import source_of


@dataclass
class Shared:
    """What all jaxprs of one lift share.

    formats    value name -> the floating format that JAX computes it in (of bool results: of the operands)
    producers  value name -> the node that makes it
    constants  hash name -> array, and `kept`: -> its value, at the start of the Program
    shown      source file -> its name in spans
    fallback   the span of equations without a user frame
    in_rule    whether a rule of derivatives is lowered: what the user names in there is no value of the program
    in_ruled   whether a function that has a rule is lowered, or the rule: other rules in there never apply
    """

    containers: Containers
    root: Build
    fallback: Span
    facts: Facts = field(default_factory=Facts)
    formats: dict[str, Format] = field(default_factory=dict)
    producers: dict[str, Node] = field(default_factory=dict)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    kept: dict[str, Value] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    in_rule: bool = False
    in_ruled: bool = False

    def show(self, file: str) -> str:
        """The name of a source file in spans: its base name, with its folder where two files share it."""
        if file not in self.shown:
            parts = file.replace("\\", "/").split("/")
            short = [n for n in ("/".join(parts[-k:]) for k in range(1, len(parts) + 1)) if n not in self.shown.values()]
            self.shown[file] = short[0]
        return self.shown[file]


def statement(shared: Shared, trail: Trail) -> Span:
    """The statement of the innermost user frame."""
    if not trail.places:
        return shared.fallback
    place = trail.places[0]
    source = source_of(place.file)
    found = source.statement(place.line, place.column) if source else None
    if source is None or found is None:
        return Span(shared.show(place.file), place.line, place.column + 1)
    return Span(shared.show(place.file), found.lineno, source.column(found.lineno, found.col_offset))


def refusal(shared: Shared, trail: Trail, message: str, *hints: str) -> UnsupportedProgram:
    """An UnsupportedProgram at the expression of the innermost user frame."""
    if not trail.places:
        return UnsupportedProgram(message, shared.fallback, hints=hints)
    place = trail.places[0]
    source = source_of(place.file)
    column = source.column(place.line, place.column) if source else place.column + 1
    end = source.column(place.line, place.end_column) if source and place.end_line == place.line else None
    return UnsupportedProgram(message, Span(shared.show(place.file), place.line, column, end), hints=hints,
                              source=source.text if source else None)
