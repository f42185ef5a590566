"""What is stored in which format, in words."""

from __future__ import annotations

from collections import Counter

from precis.formats import FORMATS, Assignment, Format
from precis.ir.emulate import ROUNDED
from precis.ir.types import Container, Program


def width(fmt: Format) -> tuple[int, int]:
    """Orders formats from narrow to wide."""
    return fmt.bits, fmt.precision


def width_named(name: str) -> tuple[int, int]:
    """The same of a name, scaled or not; what names no format is narrower than all."""
    plain = FORMATS.get(name.partition("*")[0])
    return width(plain) if plain else (0, 0)


def floating(program: Program) -> list[Container]:
    """The containers that have a format, in the order of the program."""
    return [c for c in program.containers if c.kind in ROUNDED]


def stored_words(program: Program, assignment: Assignment) -> str:
    """3 binary64, 9 binary32: how many containers are stored in which format, the widest first."""
    stored = Counter(assignment.storage_of(c.name) for c in floating(program))
    return ", ".join(f"{n} {fmt}" for fmt, n in sorted(stored.items(), key=lambda item: width(item[0]), reverse=True))
