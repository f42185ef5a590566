"""The containers of a lift: one per name that the user bound, with its place and format."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count

from precis.errors import Span
from precis.formats import Format
from precis.ir.types import Container, Value


class Containers:
    """A name that is bound again with another shape or kind, or that hides an argument, is a container of its own: `x.2`."""

    def __init__(self) -> None:
        self.table: dict[str, Container] = {}
        self.formats: dict[str, Format] = {}

    def of(self, name: str, value: Value, fmt: Format | None, span: Span, role: str = "local") -> str:
        """The container for a value that is bound to `name`, in a format that holds all that is bound to it."""
        for stem in chain((name,), (f"{name}.{k}" for k in count(2))):
            known = self.table.get(stem)
            if known is None:
                self.table[stem] = Container(stem, value.shape, value.kind, role, span)
            elif role != "local" or (known.shape, known.kind, known.role) != (value.shape, value.kind, "local"):
                continue
            if fmt is not None:
                self.formats[stem] = wider(self.formats.get(stem), fmt)
            return stem
        raise AssertionError

    def set_role(self, name: str, role: str) -> None:
        self.table[name] = replace(self.table[name], role=role)


def wider(a: Format | None, b: Format) -> Format:
    return b if a is None or b.contains(a) else a
