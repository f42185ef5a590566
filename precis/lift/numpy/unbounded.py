"""`while` loops that append to lists: a first run counts their iterations, which gives the lists their room.

The first run forgets what is appended. Where the loop reads what it grows, nothing bounds that before the run (precis.lift.numpy.room).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from precis.ir.types import Range, Value
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import constant, runtime_size, value_of
from precis.lift.numpy.problems import NeedsRoom
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.trial import FAILURES
from precis.lift.numpy.values import Items, Scalar, serials
from precis.lift.numpy.whiles import while_node

COUNT = "trips"
Test = Callable[[], Any]
Body = Callable[[], None]


def counted_first(lift: Lifting, node: ast.While, test: Test, body: Body) -> Counted | None:
    """The iterations of a loop, as a first run counts them; its nodes stay, what it did to names and arrays is taken back. None where it
    cannot be made. Raises NeedsRoom where the loop may read what it appends to."""
    start = savepoint(lift)
    try:
        found = _forgetting(lift, node, test, body)
    except FAILURES:
        found = None
    lift.span = start.span
    if found is None:
        start.undo(lift)
        if not lift.ways.roomy:
            raise NeedsRoom
        return None
    lift.journal.rollback(start.mark, lift.lasting)
    trips = runtime_size(lift, found, "trips")
    lift.sizes.facts.append(trips)
    return Counted(Range(ZERO, trips), lambda lift, index: None, "k")


def _forgetting(lift: Lifting, node: ast.While, test: Test, body: Body) -> Value | None:
    """A run that does not keep what is appended to lists, which the loop then must not read. (What the lifter reads to carry an object
    that has such a list is no reading of the program's.)"""
    outer, forgotten, reads = (lift.loops.forgetting, lift.loops.forgotten), set[Items](), set[Slot]()

    def watched(run: Callable[[], Any]) -> Any:
        with lift.journal.watching() as watch:
            try:
                return run()
            finally:
                reads.update(watch.reads)

    def once(run: Body) -> None:
        watched(run)
        if read():
            raise CannotJoin("reads a list that it appends to")  # more trials would show the same

    def read() -> bool:
        return any((id(lift.content), items) in reads for items in forgotten)

    lift.loops.forgetting, lift.loops.forgotten = next(serials), forgotten
    try:
        count = _run(lift, node, lambda: watched(test), lambda: once(body))
    finally:
        lift.loops.forgetting, lift.loops.forgotten = outer
    return None if read() else count


def _run(lift: Lifting, node: ast.While, test: Test, body: Body) -> Value:
    """A run of the loop: how many iterations there were."""
    hidden = lift.new_table()
    lift.journal.set(hidden, COUNT, Scalar(INT, constant(lift, 0, INT), weak=True))

    def whole() -> None:
        body()
        after = lift.emit("add", value_of(lift, lift.journal.get(hidden, COUNT)), constant(lift, 1, INT), dtype=INT)
        lift.journal.set(hidden, COUNT, Scalar(INT, after, weak=True))
    while_node(lift, node, test, whole, lambda: False, role="forgetting")
    return value_of(lift, lift.journal.get(hidden, COUNT))
