"""What is known of sizes while lifting: their example values, what was solved for, loops and facts around here, and the guards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from precis.errors import Span
from precis.ir.size import Size
from precis.ir.types import Pin, Shape
from precis.lift.numpy.facts import Facts
from precis.lift.numpy.journal import Journal

ZERO, ONE = Size.of(0), Size.of(1)
AGREEING, COMPUTED = "lengths that have to agree", "an integer that the program computes from it with floating-point numbers"
Fact = tuple[str, Size]  # (">=", d): d >= 0; ("==", d): d == 0; ("!=", d): d != 0


class Known:
    """The tables, and what reads and fills them."""

    def __init__(self, journal: Journal):
        self.journal = journal
        self.binding: dict[str, int] = {}  # example value of every dimension and integer argument, in order of appearance
        self.integers: set[str] = set()  # symbols that are integer arguments
        self.solved: dict[str, Size] = {}  # symbols expressed by others
        self.guards: dict[Fact, bool] = {}
        self.asked: dict[Fact, Span | None] = {}  # guards -> the statement that asked for them
        self.pins: dict[str, Pin] = {}  # symbols that are constants -> why
        self.here: Callable[[], Span | None] = lambda: None  # the present statement
        self.wanted = AGREEING  # what makes sizes equal
        self.titles: dict[str, str] = {}  # symbol -> the name that the user gives it
        self.ranges: dict[str, tuple[Size, Size]] = {}  # loop indices around here, outermost first
        self.facts = Facts()  # sizes known to be >= 0 here
        self.unconditional = True  # whether this code runs in every iteration of the loops around it
        self.limits: dict[str, tuple[Size, Size]] = {}  # loop indices and run-time counts -> lowest and highest value
        self.followed = 0  # how often ends of sizes were asked for
        self.keys: dict[str, Any] = {}  # run-time counts -> how they are computed
        self.failed: set[Any] = set()  # what could not be proved, and where
        self.whole = False  # whether the last of the parts that loops make of a size is as long as the others
        self.partly = False  # whether some that the example makes whole were not taken to be
        self.for_all = False  # whether what is asked has to hold whatever remains of divisions, not only in the example

    def resolve(self, size: Size) -> Size:
        if not self.solved or size.symbols().isdisjoint(self.solved):
            return size
        return size.substitute(self.solved)

    def settled(self, shape: Shape) -> bool:
        """Whether `resolve` leaves every dimension as it is."""
        solved = self.solved
        return not solved or all(d.symbols().isdisjoint(solved) for d in shape)

    def example(self, size: Size) -> int | None:
        """The value under the example binding; None where loop indices or run-time counts take part."""
        size = self.resolve(size)
        return size.value(self.binding) if size.symbols() <= self.binding.keys() else None

    def told_by(self, size: Size) -> frozenset[str] | None:
        """The sizes and loop indices that alone tell a size, through the run-time counts that they tell; None where data do."""
        found, ahead, seen = set(), [*self.resolve(size).symbols()], set()
        while ahead:
            s = ahead.pop()
            if s in self.binding or s in self.ranges:
                found.add(s)
            elif s not in seen:
                seen.add(s)
                inner = _sizes_in(self.keys.get(s, ""))
                if inner is None:
                    return None
                ahead += inner
        return frozenset(found)

    def loops_behind(self, size: Size) -> list[str]:
        """Indices of the loops around here, outermost first, that a size is made of, or run-time counts in it that data have no part in."""
        told = self.told_by(size) or self.resolve(size).symbols()
        return [index for index in self.ranges if index in told]

    def _guard(self, relation: str, difference: Size) -> None:
        if (relation, difference) not in self.guards:
            self.journal.set(self.guards, (relation, difference), True)
            self.asked.setdefault((relation, difference), self.here())

    @contextmanager
    def inside(self, index: str, first: Size, last: Size, facts: Iterable[Size] = ()) -> Iterator[None]:
        """The body of a loop whose index runs between two ends."""
        self.ranges[index] = self.limits[index] = (first, last)
        try:
            with self.knowing(facts):
                yield
        finally:
            del self.ranges[index]

    @property
    def lengths(self) -> frozenset[str]:
        """Symbols that are never negative."""
        return frozenset(self.binding.keys() - self.integers)

    @contextmanager
    def conditional(self) -> Iterator[None]:
        """Code that may be left out, or left early."""
        outer, self.unconditional = self.unconditional, False
        try:
            yield
        finally:
            self.unconditional = outer

    @contextmanager
    def knowing(self, facts: Iterable[Size]) -> Iterator[None]:
        """A branch or block in which some sizes are known to be >= 0."""
        mark = self.facts.mark()
        self.facts.extend(facts)
        try:
            yield
        finally:
            self.facts.cut(mark)


def _sizes_in(key: Any) -> frozenset[str] | None:
    """The symbols of what an integer is computed from (keys), where that is sizes and constants; None where it is data."""
    if isinstance(key, str):
        return None
    op, operands, attrs = key
    found = [_sizes_in(o) for o in operands]
    if None in found:
        return None
    own = attrs[0][1].symbols() if op == "index" else frozenset()
    return own.union(*(f for f in found if f is not None))
