"""What scripts are made of: a Program at its inputs, the loop that is watched, and the texts of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.bitwidth.findings.reproduce import number
from precis.formats import Format
from precis.ir.types import Program, Value

ELEMENTS = 400  # of all inputs that are written out


class Unwritten(Exception):
    """Why there is no script."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A Program at its inputs, and the format of every value."""

    program: Program
    formats: Mapping[str, Format | None]
    arrays: Sequence[Any]
    binding: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Watched:
    """A loop: in its every iteration `seen` learns record(carries before, carries after, names); no more than `most` records."""

    loop: str  # the name of its first output
    record: Callable[[Sequence[str], Sequence[str], Sequence[Value]], str]
    most: int


def literal(x: np.ndarray) -> str:
    """An array as nested lists of Python's numbers."""
    if x.dtype.kind == "c":
        raise Unwritten("complex numbers")
    if x.ndim:
        same = x.size > 3 and bool(np.all(x == x.flat[0]))
        return f"np.full({x.shape}, {literal(x.flat[0])})" if same else f"[{', '.join(literal(y) for y in x)}]"
    return number(x) if x.dtype.kind == "f" else repr(x.item())


def bare(text: str) -> str:
    """Without parentheses around the whole."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and k < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") and not text.endswith(",)") else text
