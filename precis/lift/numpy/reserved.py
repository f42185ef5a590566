"""Room for lists that loops inside of loops lengthen by as many items as the data ask for: a first run counts what is appended.

Such a run appends nothing to lists that were there before the loop, and counts the items. Where the loop does not read these lists, it does
the same as with them; nothing else can have a length that nothing bounds, since the first run would have met it, too.
"""

from __future__ import annotations

from collections.abc import Callable

from precis.ir.size import Size
from precis.lift.numpy.journal import Slot
from precis.lift.numpy.kinds import INT
from precis.lift.numpy.numbers import constant, runtime_size, value_of
from precis.lift.numpy.savepoint import savepoint
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.trial import FAILURES
from precis.lift.numpy.values import Int, Items, Scalar, Stacked, serials

APPENDED = "appended"


def with_reserve(lift: Lifting, loop: Callable[[], None]) -> None:
    """Lift a loop; where nothing says how long lists become in it, with room for what a first run appends, else written out."""
    loops = lift.loops
    if loops.reserve is not None or loops.forgetting is not None:
        loop()
        return
    start, outer, followed = savepoint(lift), (loops.unbounded, loops.reserving), lift.sizes.followed
    loops.unbounded, loops.reserving = False, True
    try:
        loop()
        return
    except FAILURES:
        if not loops.unbounded:
            raise
    finally:
        loops.unbounded, loops.reserving = outer

    def undo() -> None:
        start.undo(lift)
        lift.sizes.followed = followed
    undo()
    if not _with_room(lift, loop):
        undo()
        loop()


def _with_room(lift: Lifting, loop: Callable[[], None]) -> bool:
    """Lift a loop with room for what a first run appends; whether that was it."""
    loops, reserving = lift.loops, lift.loops.reserving
    loops.reserving = False
    try:
        found = _counted(lift, loop)
        if found is None:
            return False
        loops.reserved, loops.reserve = found
        loop()
        return True
    except FAILURES:
        return False
    finally:
        loops.reserved, loops.reserve, loops.reserving = frozenset(), None, reserving


def _counted(lift: Lifting, loop: Callable[[], None]) -> tuple[frozenset[Items], Size] | None:
    """(the lists that the loop appends to, what none of them is longer than); None (and nothing done) where a run that appends nothing
    does not tell."""
    loops, start, hidden = lift.loops, savepoint(lift), lift.new_table()
    lift.journal.set(hidden, APPENDED, Scalar(INT, constant(lift, 0, INT), weak=True))
    outer = loops.forgetting, loops.forgotten, loops.appended
    loops.forgetting, loops.forgotten, loops.appended = next(serials), set[Items](), hidden
    try:
        with lift.journal.watching() as watch:
            loop()
        forgotten, reads = loops.forgotten, set[Slot](watch.reads)
        if any((id(lift.content), items) in reads for items in forgotten):
            start.undo(lift)
            return None
        count = value_of(lift, lift.journal.get(hidden, APPENDED))
    except FAILURES:
        start.undo(lift)
        return None
    finally:
        loops.forgetting, loops.forgotten, loops.appended = outer
    lift.span = start.span
    lift.journal.rollback(start.mark, lift.lasting)
    before = sum((_length(lift, items) for items in forgotten), ZERO)
    room = runtime_size(lift, lift.emit("add", count, value_of(lift, Int(lift.sizes.resolve(before))), dtype=INT), "room")
    lift.sizes.facts.append(room)
    return frozenset(forgotten), room


def _length(lift: Lifting, items: Items) -> Size:
    held = lift.content[items]
    if isinstance(held, Stacked):
        return held.rows.shape[0] + len(held.first)
    return Size.of(len(held)) if isinstance(held, tuple) else ZERO
