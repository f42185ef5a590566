"""Loops that are left, and loops that may not run at all: what stands behind them, and what they make."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from copy import copy
from functools import cache
from typing import Any

from precis.ir.size import Size
from precis.lift.numpy.branches import branch
from precis.lift.numpy.caught import elided
from precis.lift.numpy.connectives import negation
from precis.lift.numpy.raising import note_raise
from precis.lift.numpy.returning import forget_result
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import MISSING, Scalar
from precis.lift.numpy.whiles import stopped


class Behind(ast.Pass):
    """In place of the `else` of a loop, which runs with what stands behind it."""


@cache
def else_behind(loop: ast.For | ast.While) -> ast.For | ast.While:
    """The loop without its `else`."""
    bare = copy(loop)
    bare.orelse = [ast.copy_location(Behind(), loop.orelse[0])]
    return bare


def was_left(lift: Lifting) -> Any:
    """Whether the loop that has just run, one without its `else`, was left."""
    left = lift.journal.get(lift.frame.flow, "left")
    lift.journal.set(lift.frame.flow, "left", MISSING)
    if left is MISSING:
        lift.refuse("the `else` of a loop whose test assigns leaves the loop around it", "assign in the body, and break there")
    return left


def otherwise(lift: Lifting, orelse: list[ast.stmt]) -> None:
    left = stopped(lift)
    if orelse and isinstance(orelse[0], Behind):
        lift.journal.set(lift.frame.flow, "left", left)
        return
    if isinstance(left, Scalar) and elided(lift, orelse):
        note_raise(lift, orelse, negation(lift, left), " where the loop is not left")
    elif orelse:
        unless(lift, left, lambda: lift.execute(orelse))


def unless(lift: Lifting, left: Any, rest: Callable[[], None]) -> None:
    """What follows in a loop that may have been left, decided or not."""
    if left is False:
        rest()
    elif left is not True:
        def go_on() -> None:
            forget_result(lift, lift.frame.flow.get("result", MISSING))
            rest()
        branch(lift, left, lambda: None, go_on)


def if_at_all(lift: Lifting, runs: Scalar, whole: Callable[[], None], facts: Iterable[Size] = ()) -> None:
    """A loop whose first iteration makes attributes or keys, of which only the run tells whether there is one. Where there is none,
    these hold zeros: Python would not find them."""
    def known() -> None:
        with lift.sizes.knowing(facts):
            whole()
    lift.assume("a loop that makes attributes of objects or keys of dicts runs at least once")
    branch(lift, runs, known, lambda: None, fills=True)
