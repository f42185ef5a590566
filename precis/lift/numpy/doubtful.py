"""Lengths that nothing shows to be equal: the run compares them, and ends where NumPy raises ValueError.

Where sizes and loop indices alone tell them and there are many, a short loop is written out, in whose iterations they are known.
"""

from __future__ import annotations

from precis.ir.live import MOST
from precis.ir.size import Size
from precis.ir.types import Node, Value
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.problems import NeedsUnrolling
from precis.lift.numpy.sizes import ONE, ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Scalar

SHORT = 8  # iterations of a loop that is written out rather than computing the bounds of slices at run time
MANY = 8  # pairs of lengths in one trial of a loop that are left to a run to compare


def note_doubt(lift: Lifting, a: Size, b: Size) -> None:
    """Two lengths are left to a run to compare. Raises NeedsUnrolling for the outermost short loop that tells them, where that is often."""
    told = lift.sizes.told_by(a - b) or frozenset()
    for index in lift.sizes.ranges:
        if index in told and _is_short(lift, index):
            lift.loops.doubts[index] = lift.loops.doubts.get(index, 0) + 1
            if lift.loops.doubts[index] > MANY:
                raise NeedsUnrolling(index, "many lengths change with the loop")
            return


def check_same(lift: Lifting, a: Size, b: Size, or_one: bool = False) -> None:
    """The run ends where two lengths differ (`or_one`: and the first is not 1, which is broadcast), unless a handler waits for that."""
    if lift.sizes.equal(a, b):
        return
    apart = _apart(lift, a, b)
    if or_one:
        apart = lift.emit("minimum", apart, _apart(lift, a, ONE), dtype=INT)
    if lift.catching.handles(ValueError):
        one = lift.emit("index", dtype=INT, value=ONE)
        lift.may_raise(ValueError, Scalar(BOOL, lift.emit("ge", apart, one, dtype=BOOL)), called=True)
        return
    lift.build.nodes.append(Node("size", (apart,), (), {"symbol": lift.names.fresh("apart"), MOST: ZERO}, (), lift.span))


def _apart(lift: Lifting, a: Size, b: Size) -> Value:
    return lift.emit("abs", lift.emit("index", dtype=INT, value=a - b), dtype=INT)


def _is_short(lift: Lifting, index: str) -> bool:
    first, last = lift.sizes.ranges[index]
    apart = lift.sizes.example(last - first)
    return apart is not None and abs(apart) < SHORT
