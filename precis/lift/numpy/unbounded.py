"""`while` loops in which arrays or lists grow: a first run counts their iterations and finds how long the lists become, which gives them
their room.

The first run forgets what is appended to lists. Where the loop reads what it grows, the first run has room for a number of items by which
lists become longer. Before an iteration that might need more it ends, and begins again with more, until that is enough.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from precis.ir.size import Size
from precis.ir.types import Range, Value
from precis.lift.numpy.branches import short_circuit
from precis.lift.numpy.carries import Carry
from precis.lift.numpy.connectives import conjunction, negation
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

ROOM = 64  # items by which lists may become longer in a first run
MORE = 8  # times as many when they were not enough
Test = Callable[[], Any]
Body = Callable[[], None]
Counts = tuple[Value, ...]  # how many iterations there were, and by how much lists were longer; nothing where that was not to be found


def counted_first(lift: Lifting, node: ast.While, test: Test, body: Body) -> Counted | None:
    """The iterations of a loop, as a first run counts them; None where it cannot be made."""
    for count in (_forgetting, with_room):
        found = found_first(lift, lambda: count(lift, node, test, body))
        if found:
            trips, *room = (runtime_size(lift, v, name) for v, name in zip(found, ("trips", "room")))
            lift.sizes.facts.extend((trips, *room))
            return Counted(Range(ZERO, trips), lambda lift, index: None, "k", *room)
    return None


def found_first(lift: Lifting, count: Callable[[], Counts]) -> Counts:
    """The numbers that a first run gives; its nodes stay, what it did to names and arrays is taken back."""
    start = savepoint(lift)
    try:
        found = count()
    except FAILURES:
        found = ()
    lift.span = start.span
    if found:
        lift.journal.rollback(start.mark, lift.lasting)
    else:
        start.undo(lift)
    return found


def _forgetting(lift: Lifting, node: ast.While, test: Test, body: Body) -> Counts:
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
        counts = _run(lift, node, "forgetting", lambda: watched(test), lambda: once(body), None)
    finally:
        lift.loops.forgetting, lift.loops.forgotten = outer
    return () if read() else counts


def with_room(lift: Lifting, node: ast.While, test: Test, body: Body) -> Counts:
    """Runs with more and more room, until one ends before it is full."""
    hidden = lift.new_table()
    for name, n in (("trips", 0), ("needed", 0), ("room", ROOM)):
        lift.journal.set(hidden, name, _number(lift, n))
    lift.journal.set(hidden, "full", Scalar(BOOL, constant(lift, True, BOOL)))

    def going() -> Any:
        return lift.journal.get(hidden, "full")

    def whole() -> None:
        before = value_of(lift, lift.journal.get(hidden, "room"))
        room = runtime_size(lift, before, "room")
        mark = lift.journal.mark()
        with lift.sizes.knowing([room - ROOM]):
            lift.loops.varying, outer = True, lift.loops.varying
            try:
                trips, needed = _run(lift, node, "room", test, body, room)
                full = negation(lift, _suffices(lift, room))
            finally:
                lift.loops.varying = outer
        lift.journal.rollback(mark, lift.lasting)
        lift.journal.set(hidden, "trips", Scalar(INT, trips, weak=True))
        lift.journal.set(hidden, "needed", Scalar(INT, needed, weak=True))
        lift.journal.set(hidden, "full", Scalar(BOOL, value_of(lift, full, BOOL)))
        more = lift.emit("mul", before, constant(lift, MORE, INT), dtype=INT)
        lift.journal.set(hidden, "room", Scalar(INT, more, weak=True))
    own = [Carry(hidden, name, NumberLeaf(x.dtype, x.weak)) for name, x in hidden.items()]
    while_node(lift, node, going, whole, lambda: True, role="enough", first={carry.slot: carry for carry in own})
    return value_of(lift, lift.journal.get(hidden, "trips")), value_of(lift, lift.journal.get(hidden, "needed"))


def _suffices(lift: Lifting, room: Size) -> Any:
    """Whether lists have room for what the next iteration may append."""
    most = value_of(lift, Int(room))
    each = [Scalar(BOOL, lift.emit("le", value_of(lift, Int(n)), most, dtype=BOOL)) for n in lift.loops.needed]
    return reduce(partial(conjunction, lift), each, True)


def _number(lift: Lifting, n: int) -> Scalar:
    return Scalar(INT, constant(lift, n, INT), weak=True)


def _run(lift: Lifting, node: ast.While, role: str, test: Test, body: Body, room: Size | None) -> Counts:
    """A run of the loop, until it ends or lists may become longer by more than `room`: how many iterations there were, and the largest
    number of items by which lists were longer."""
    hidden = lift.new_table()
    counts = ("trips",) if room is None else ("trips", "needed")
    for name in counts:
        lift.journal.set(hidden, name, _number(lift, 0))

    def count(name: str, op: str, other: Value) -> None:
        after = lift.emit(op, value_of(lift, lift.journal.get(hidden, name)), other, dtype=INT)
        lift.journal.set(hidden, name, Scalar(INT, after, weak=True))

    def going() -> Any:
        enough = True if room is None else _suffices(lift, room)
        return test() if enough is True else short_circuit(lift, enough, test, False)

    def whole() -> None:
        for n in (lift.loops.needed or [ZERO]) if room is not None else ():  # from the first trial on: it is one carry more
            count("needed", "maximum", value_of(lift, Int(n)))
        body()
        count("trips", "add", constant(lift, 1, INT))
    while_node(lift, node, going, whole, lambda: False, role=role, room=room)
    return tuple(value_of(lift, lift.journal.get(hidden, name)) for name in counts)
