"""Plans for the reverse of a block, one after the other, until its nodes find what they want in their order.

An array that the reverse of an inner loop restores is there behind that only. What is wanted before, and computed from it, is saved then:

    for q: t = f(a[p, q]); for k: a[k, p] = a[k, p] - t * a[k, q]

Here t is wanted by the reverse of the inner loop, which restores the a that t was computed from. Where that is too much to save, the array
is not rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from precis.ad.forward import Forward
from precis.ad.plan import Plan, make_plan
from precis.ad.recover import OutOfOrder
from precis.ad.rollback import Cycle
from precis.ad.tape import Tape
from precis.ir.types import Node, Value

SMALL = 1 / 4  # of an array: what is saved of it before it is there
Made = TypeVar("Made")


def attempted(forward: Forward, wanted: list[Value], candidates: Sequence[Cycle], tape: Tape, again: Callable[[Node], bool],
              by: Callable[[Plan], Made]) -> Made:
    """What `by` makes of the first plan that it does not raise OutOfOrder for."""
    barred: set[str] = set()
    early: set[str] = set()
    while True:
        found = [c for c in candidates if not barred & c.versions(forward)]
        try:
            return by(make_plan(forward, wanted, found, tape, again, early))
        except OutOfOrder as problem:
            reader = _reader(problem, found, forward, tape)
            if reader is None:
                barred.add(problem.name)
            else:
                early.add(reader)


def _reader(problem: OutOfOrder, candidates: Sequence[Cycle], forward: Forward, tape: Tape) -> str | None:
    """What is saved, so that the array is not wanted too soon; None where nothing small is."""
    versions = set().union(*(c.versions(forward) for c in candidates))
    reader = next((name for name in problem.readers if name not in versions), None)
    small = reader is not None and tape.price(forward.values[reader]) <= SMALL * tape.price(forward.values[problem.name])
    return reader if small else None
