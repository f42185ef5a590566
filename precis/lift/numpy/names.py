"""Containers: one for each array or scalar that the user named, in each shape and dtype in which the name is used."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.errors import Span
from precis.ir.size import Size
from precis.ir.types import Shape
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.kinds import kind_of
from precis.lift.numpy.sizes import Sizes


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a container: who named it (function and name), its type, and where it was first stored."""

    owner: tuple[Any, str]
    function: str
    shape: Shape
    dtype: np.dtype
    role: str
    span: Span | None

    @property
    def kind(self) -> str:
        return kind_of(self.dtype)


class Containers:
    def __init__(self, journal: Journal, sizes: Sizes):
        self.journal, self.sizes = journal, sizes
        self.table: dict[str, Kept] = {}

    def of(self, owner: Any, function: str, name: str, shape: Shape, dtype: np.dtype, span: Span | None) -> str:
        """The container of `name` in a function for values of this shape and dtype; made where there is none."""
        for title, kept in self.table.items():
            if kept.owner == (owner, name) and kept.dtype == dtype and self._same(kept.shape, shape):
                return title
        return self.add(owner, function, name, shape, dtype, "local", span)

    def add(self, owner: Any, function: str, name: str, shape: Shape, dtype: np.dtype, role: str, span: Span | None) -> str:
        title = _free(plain_name(name), self.table)
        kept = Kept((owner, name), function, tuple(map(self._widest, shape)), dtype, role, span)
        self.journal.set(self.table, title, kept)
        return title

    def final_titles(self, used: Container[str], main: Any) -> dict[str, str]:
        """Titles in the finished Program: those of the lifted function itself come first, those of inlined functions take the function's
        name in front where they clash."""
        found: dict[str, str] = {}
        taken: set[str] = set()
        for own in (True, False):
            for title, kept in self.table.items():
                if title in used and (kept.owner[0] is main) == own:
                    name = plain_name(kept.owner[1])
                    if name in taken and not own:
                        name = plain_name(f"{kept.function}_{name}")
                    found[title] = _free(name, taken)
                    taken.add(found[title])
        return found

    def _same(self, a: Shape, b: Shape) -> bool:
        return list(map(self._widest, a)) == list(map(self._widest, b))

    def _widest(self, d: Size) -> Size:
        """A dimension, or the largest that a run-time count may be."""
        top = self.sizes.highest(d, lambda s: s not in self.sizes.binding and s not in self.sizes.ranges)
        return self.sizes.resolve(d) if top is None else top


def _free(name: str, taken: Container[str]) -> str:
    title, k = name, 2
    while title in taken:
        title, k = f"{name}_{k}", k + 1
    return title


def plain_name(name: str) -> str:
    """A name that no name of a value can be taken for (`u__1`, `_0`)."""
    name = re.sub(r"__(?=\d)", "_", re.sub(r"\W+", "_", name.replace("<lambda>", "function")))
    return f"v{name}" if re.fullmatch(r"_\d*", name) else name
