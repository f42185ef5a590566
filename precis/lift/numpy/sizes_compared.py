"""Comparisons of sizes: what the example decides, and what is known of sizes where a comparison holds."""

from __future__ import annotations

import ast

from precis.ir.size import Size, bounds
from precis.lift.numpy.problems import Fact
from precis.lift.numpy.state import Lifting


def decided(lift: Lifting, op: ast.cmpop, x: Size, y: Size) -> bool | None:
    if isinstance(op, (ast.Eq, ast.NotEq)):
        same = lift.sizes.equal(x, y)
        return None if same is None else same == isinstance(op, ast.Eq)
    if isinstance(op, (ast.Gt, ast.LtE)):
        over = lift.sizes.below(y, x)
        return None if over is None else over == isinstance(op, ast.Gt)
    under = lift.sizes.below(x, y)
    return None if under is None else under == isinstance(op, ast.Lt)


def facts_of(lift: Lifting, op: ast.cmpop, x: Size, y: Size) -> tuple[list[Fact], list[Fact]]:
    """Sizes that are >= 0 where the comparison holds, and where it does not. What is not equal to its least value is larger."""
    below: list[Fact] = [y - x - 1]
    above: list[Fact] = [x - y - 1]
    at_most: list[Fact] = [y - x]
    at_least: list[Fact] = [x - y]
    apart: list[Fact] = [d - 1 for d in (x - y, y - x) if _never_negative(lift, d)]
    table: dict[type[ast.cmpop], tuple[list[Fact], list[Fact]]] = {
        ast.Lt: (below, at_least), ast.LtE: (at_most, above), ast.Gt: (above, at_most), ast.GtE: (at_least, below),
        ast.Eq: (at_most + at_least, apart), ast.NotEq: (apart, at_most + at_least)}
    return table[type(op)]


def _never_negative(lift: Lifting, size: Size) -> bool:
    """Whether a size is >= 0 in all iterations of the loops around, whatever the sizes of arrays are."""
    ends = bounds(size, lift.sizes.ranges)
    lowest = None if ends is None else lift.sizes.resolve(ends[0]).constant
    return lowest is not None and lowest >= 0
