"""A counted loop as a `while` loop that counts its iterations itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from precis.lift.numpy.iterables import Counted
from precis.lift.numpy.journal import Table
from precis.lift.numpy.kinds import BOOL, INT
from precis.lift.numpy.numbers import constant, value_of
from precis.lift.numpy.sizes import ZERO
from precis.lift.numpy.state import Lifting
from precis.lift.numpy.values import Int, Scalar

COUNT = "iteration"
Parts = tuple[Table, Callable[[], Any], Callable[[], None]]  # where it counts, the test, the body


def one_by_one(lift: Lifting, over: Counted, index: str, bind: Callable[[Any], None], body: Callable[[], None]) -> Parts:
    """What a `while` loop is made of that has the same iterations; `index` names their number."""
    trips, hidden = lift.sizes.resolve(over.range.trips), lift.new_table()
    lift.journal.set(hidden, COUNT, Scalar(INT, constant(lift, 0, INT), weak=True))

    def going() -> Any:
        limit = value_of(lift, Int(trips))
        return Scalar(BOOL, lift.emit("lt", value_of(lift, lift.journal.get(hidden, COUNT)), limit, dtype=BOOL))

    def whole() -> None:
        now = lift.journal.get(hidden, COUNT)
        lift.build.span = lift.span
        symbol = lift.build.size(value_of(lift, now), index)
        lift.journal.set(lift.counts, str(symbol), True)
        with lift.sizes.inside(str(symbol), ZERO, trips - 1, [trips - 1]):
            bind(over.item(lift, over.range.start + over.range.step * symbol))
            body()
        after = lift.emit("add", value_of(lift, now), constant(lift, 1, INT), dtype=INT)
        lift.journal.set(hidden, COUNT, Scalar(INT, after, weak=True))
    return hidden, going, whole
