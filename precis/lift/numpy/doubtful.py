"""Lengths that sizes and loop indices alone tell and that nothing shows to be equal: where there are many, a short loop is written out,
in whose iterations they are known."""

from __future__ import annotations

from precis.ir.size import Size
from precis.lift.numpy.problems import NeedsUnrolling
from precis.lift.numpy.state import Lifting

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


def _is_short(lift: Lifting, index: str) -> bool:
    first, last = lift.sizes.ranges[index]
    apart = lift.sizes.example(last - first)
    return apart is not None and abs(apart) < SHORT
