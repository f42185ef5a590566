"""`while` loops in which arrays or lists grow: their number of iterations is counted by a first run, which gives the arrays their room.

The first run forgets what is appended to lists. Where the loop reads what it grows, the first run has room for a number of iterations
that is raised until it is enough.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Range, Value
from precis.lift.numpy.branches import short_circuit
from precis.lift.numpy.carries import Carry
from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.not_joined import CannotJoin
from precis.lift.numpy.numbers import constant, runtime_size, value_of
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.templates import NumberLeaf
from precis.lift.numpy.trial import FAILURES
from precis.lift.numpy.values import Int, Items, Scalar, serials
from precis.lift.numpy.whiles import while_node

ROOM = 64  # iterations for which a first run has room at first
MORE = 8  # times as many when they were not enough
Test = Callable[[], Any]
Body = Callable[[], None]


def counted_first(lift: Lifting, node: ast.While, test: Test, body: Body) -> Counted | None:
    """The iterations of a loop, as a first run counts them; None where it cannot be made."""
    for count in (_forgetting, _with_room):
        trips = _tried(lift, lambda: count(lift, node, test, body))
        if trips is not None:
            size = runtime_size(lift, trips, "trips")
            lift.sizes.facts.append(size)
            return Counted(Range(ZERO, size), lambda lift, index: None, "k")
    return None


def _tried(lift: Lifting, count: Callable[[], Value | None]) -> Value | None:
    """The number that a first run gives; its nodes stay, what it did to names and arrays is taken back."""
    start = savepoint(lift)
    try:
        trips = count()
    except FAILURES:
        trips = None
    lift.span = start.span
    if trips is None:
        start.undo(lift)
    else:
        lift.journal.rollback(start.mark, lift.lasting)
    return trips


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
        trips = _run(lift, node, "forgetting", lambda: watched(test), lambda: once(body), None)
    finally:
        lift.loops.forgetting, lift.loops.forgotten = outer
    return None if read() else trips


def _with_room(lift: Lifting, node: ast.While, test: Test, body: Body) -> Value | None:
    """Runs with more and more room, until one ends before it is full."""
    hidden = lift.new_table()
    lift.journal.set(hidden, "trips", _number(lift, 0))
    lift.journal.set(hidden, "full", Scalar(BOOL, constant(lift, True, BOOL)))
    lift.journal.set(hidden, "room", _number(lift, ROOM))

    def going() -> Any:
        return lift.journal.get(hidden, "full")

    def whole() -> None:
        before = value_of(lift, lift.journal.get(hidden, "room"))
        room = runtime_size(lift, before, "room")
        mark = lift.journal.mark()
        with lift.sizes.knowing([room - ROOM]):
            lift.loops.varying, outer = True, lift.loops.varying
            try:
                trips = _run(lift, node, "room", test, body, room)
            finally:
                lift.loops.varying = outer
        lift.journal.rollback(mark, lift.lasting)
        lift.journal.set(hidden, "trips", Scalar(INT, trips, weak=True))
        lift.journal.set(hidden, "full", Scalar(BOOL, lift.emit("eq", trips, before, dtype=BOOL)))
        more = lift.emit("mul", before, constant(lift, MORE, INT), dtype=INT)
        lift.journal.set(hidden, "room", Scalar(INT, more, weak=True))
    own = [Carry(hidden, name, NumberLeaf(x.dtype, x.weak)) for name, x in hidden.items()]
    while_node(lift, node, going, whole, lambda: True, role="enough", first={carry.slot: carry for carry in own})
    return value_of(lift, lift.journal.get(hidden, "trips"))


def _number(lift: Lifting, n: int) -> Scalar:
    return Scalar(INT, constant(lift, n, INT), weak=True)


def _run(lift: Lifting, node: ast.While, role: str, test: Test, body: Body, room: Size | None) -> Value:
    """A run of the loop, of at most `room` iterations: how many there were."""
    hidden = lift.new_table()
    lift.journal.set(hidden, "trips", _number(lift, 0))

    def trips() -> Value:
        return value_of(lift, lift.journal.get(hidden, "trips"))

    def going() -> Any:
        if room is None:
            return test()
        below = lift.emit("lt", trips(), value_of(lift, Int(room)), dtype=BOOL)
        return short_circuit(lift, Scalar(BOOL, below), test, False)

    def whole() -> None:
        body()
        after = lift.emit("add", trips(), constant(lift, 1, INT), dtype=INT)
        lift.journal.set(hidden, "trips", Scalar(INT, after, weak=True))
    while_node(lift, node, going, whole, lambda: False, room, role)
    return trips()
