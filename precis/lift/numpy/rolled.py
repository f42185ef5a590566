"""Loops over many known tuples of integers, around other loops: a loop over a table instead of one copy of the body per tuple.

    for dx, dy, dz in itertools.product((-1, 0, 1), repeat=3):
        for b in range(start[cell(x + dx, y + dy, z + dz)], ...): ...

Copies let slices have bounds that are known, which is what loops over the points of a stencil need; around loops over scalars they only
make a program as long as there are items (27 here), and everything that is done with it as slow.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from precis.ir.size import Size
from precis.ir.types import Range
from precis.lift.numpy.indexing import take
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.numbers import known
from precis.lift.numpy.scopes import wrap
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int

FEWEST = 9  # items
MOST = 150  # statements in all copies of the body that are still written out


def as_table(lift: Lifting, node: ast.AST, items: Sequence[Any], name: str) -> Counted | None:
    """The items by their number; None where the body is better written out."""
    if not isinstance(node, ast.For) or len(items) < FEWEST or len(items) * _statements(node) <= MOST or not _loops_inside(node):
        return None
    rows = [_numbers(lift, item) for item in items]
    if not all(rows) or len({len(row) for row in rows if row}) != 1:
        return None
    columns = [wrap(lift, np.array(column, np.int64), name) for column in zip(*rows)]  # type: ignore[arg-type]
    single = not isinstance(items[0], tuple)

    def pick(lift: Lifting, index: Size) -> Any:
        found = tuple(lift.call(int, [take(lift, column, Int(index))], {}) for column in columns)
        return found[0] if single else found
    return Counted(Range(ZERO, Size.of(len(items))), pick, name)


def _numbers(lift: Lifting, item: Any) -> tuple[int, ...] | None:
    parts = item if isinstance(item, tuple) else (item,)
    found = tuple(known(lift, part) for part in parts if isinstance(part, Int) and part.dtype is None)
    return found if len(found) == len(parts) and None not in found else None


@cache
def _statements(node: ast.For) -> int:
    return sum(isinstance(n, ast.stmt) for s in node.body for n in ast.walk(s))


@cache
def _loops_inside(node: ast.For) -> bool:
    """Whether the body has a loop, and no slice whose bounds want to be known: those that arrays hold cannot."""
    parts = [n for s in node.body for n in ast.walk(s)]
    bounds = [b for n in parts if isinstance(n, ast.Slice) for b in (n.lower, n.upper) if b is not None]
    held = all(any(isinstance(n, ast.Subscript) for n in ast.walk(b)) for b in bounds)
    return held and any(isinstance(n, (ast.For, ast.While)) for n in parts)
