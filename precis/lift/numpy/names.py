"""Containers: one for each array or scalar that the user named, in each shape and dtype in which the name is used."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from precis.errors import Span
from precis.ir.types import Shape
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.kinds import kind_of
from precis.lift.numpy.sizes import Sizes


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a container: who named it (function and name), its type, and where it was first stored."""

    owner: tuple[Any, str]
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

    def of(self, owner: Any, function: str, name: str, shape: Shape, dtype: np.dtype, span: Span | None, top: bool) -> str:
        """The container of `name` in a function for values of this shape and dtype; made where there is none."""
        for title, kept in self.table.items():
            if kept.owner == (owner, name) and kept.dtype == dtype and self._same(kept.shape, shape):
                return title
        named = any(kept.owner == (owner, name) for kept in self.table.values())
        return self.add(self._title(function, name, top or named), (owner, name), shape, dtype, "local", span)

    def add(self, title: str, owner: tuple[Any, str], shape: Shape, dtype: np.dtype, role: str, span: Span | None) -> str:
        self.journal.set(self.table, title, Kept(owner, shape, dtype, role, span))
        return title

    def _same(self, a: Shape, b: Shape) -> bool:
        return [self.sizes.resolve(d) for d in a] == [self.sizes.resolve(d) for d in b]

    def _title(self, function: str, name: str, own: bool) -> str:
        plain = plain_name(name)
        if plain in self.table and not own:
            plain = plain_name(f"{function}_{name}")
        return self.unused(plain)

    def unused(self, name: str) -> str:
        title, k = name, 2
        while title in self.table:
            title, k = f"{name}_{k}", k + 1
        return title


def plain_name(name: str) -> str:
    """A name that no name of a value can be taken for (`u__1`, `_0`)."""
    name = re.sub(r"__(?=\d)", "_", name).replace("<lambda>", "function")
    return f"v{name}" if re.fullmatch(r"_\d*", name) else name
