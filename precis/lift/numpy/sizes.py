"""Sizes while lifting: symbols, their example values, equalities found, comparisons decided, and the guards they leave.

Every dimension of an array argument and every integer argument is a symbol. An operation that needs two sizes to be equal unifies
them; a branch on a size takes the side that the example takes and records a guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from precis.errors import Span
from precis.ir.size import Atom, Call, Size, SizeLike, call, largest, smallest, taken_apart
from precis.ir.types import Pin, Shape
from precis.lift.numpy.journal import Journal
from precis.lift.numpy.quotients import cancelled, factor_of, has_quotients, least_of_quotients, multiple, quotients_of

ZERO, ONE = Size.of(0), Size.of(1)
AGREEING, COMPUTED = "lengths that have to agree", "an integer that the program computes from it with floating-point numbers"
Fact = tuple[str, Size]  # (">=", d): d >= 0; ("==", d): d == 0; ("!=", d): d != 0


@lru_cache(maxsize=100_000)
def symbols_of(size: Size) -> frozenset[str]:
    return size.symbols()


class Sizes:
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
        self.facts: list[Size] = []  # sizes known to be >= 0 here
        self.unconditional = True  # whether this code runs in every iteration of the loops around it
        self.limits: dict[str, tuple[Size, Size]] = {}  # loop indices and run-time counts -> lowest and highest value
        self.keys: dict[str, Any] = {}  # run-time counts -> how they are computed
        self.for_all = False  # whether what is asked has to hold whatever remains of divisions, not only in the example

    def resolve(self, size: Size) -> Size:
        if not self.solved or symbols_of(size).isdisjoint(self.solved):
            return size
        return size.substitute(self.solved)

    def settled(self, shape: Shape) -> bool:
        """Whether `resolve` leaves every dimension as it is."""
        solved = self.solved
        return not solved or all(symbols_of(d).isdisjoint(solved) for d in shape)

    def example(self, size: Size) -> int | None:
        """The value under the example binding; None where loop indices or run-time counts take part."""
        size = self.resolve(size)
        return size.value(self.binding) if size.symbols() <= self.binding.keys() else None

    def nonnegative(self, size: Size) -> bool | None:
        """Whether size >= 0 wherever this code runs: decided by the example and guarded, or proved; None where it varies."""
        size = self.resolve(size)
        if size.constant is not None:
            return size.constant >= 0
        value = self.example(size)
        if value is not None:
            self._guard(">=", size if value >= 0 else -size - 1)
            return value >= 0
        if self._proved(size):
            return True
        return False if self._proved(-size - 1) else None

    def _proved(self, size: Size) -> bool:
        if self._lowest_holds(size):
            return True
        apart = taken_apart(size)
        if apart is not None:
            return apart.holds(self._proved)
        facts = [f for f in map(self.resolve, self.facts) if f.symbols() & size.symbols()]
        if any(self._lowest_holds(size - f) for f in facts):
            return True
        if any(self._lowest_holds(size - f - g) for k, f in enumerate(facts) for g in facts[:k]):
            return True
        return any(self._holds_within(size, i, f) for f in facts for i in self.ranges if i in size.symbols() & f.symbols())

    def _holds_within(self, size: Size, index: str, fact: Size) -> bool:
        """Whether the lowest value is >= 0 over those iterations of a loop in which a fact holds, that is an end of theirs."""
        sign = factor.constant if (factor := fact.coefficient(index)) is not None else None
        inner = [*self.ranges][[*self.ranges].index(index):]
        if sign not in (1, -1) or (rest := fact - Size.of(index) * sign).symbols() & {*inner}:
            return False
        first, last = self.ranges[index]
        outer, self.ranges = self.ranges, {**self.ranges, index: (-rest, last) if sign == 1 else (first, rest)}
        try:
            return self._lowest_holds(size)
        finally:
            self.ranges = outer

    def _lowest_holds(self, size: Size) -> bool:
        """Whether the lowest value over the loops around is >= 0; a guard on the loop-free extreme where the example says so."""
        outer = dict(self.ranges)
        try:
            return self._holds_at_lowest(size)
        finally:
            self.ranges = outer

    def _holds_at_lowest(self, size: Size) -> bool:
        """Whether size >= 0 when every loop index, innermost first, is at the end where size is lowest; False where that is not known."""
        size = self._without_remainders(size)
        for index, (first, last) in reversed(self.ranges.items()):
            if index not in size.symbols():
                continue
            apart = taken_apart(size, index)
            if apart is not None:
                return apart.holds(self._holds_at_lowest)
            factor = size.coefficient(index)
            sign = None if factor is None else self._sign(factor)
            if sign is None:
                return False
            size = self.resolve(size.substitute({index: first if sign else last}))
        return self._holds(size)

    def _holds(self, size: Size) -> bool:
        if size.constant is not None:
            return size.constant >= 0
        size = least_of_quotients(size, self._holds) if self.for_all else size
        value = self.example(size)
        if value is None or value < 0 or (self.for_all and has_quotients(size)):
            return False
        self._guard(">=", size)
        return True

    def _sign(self, factor: Size) -> bool | None:
        """Whether a factor of a loop index is >= 0: decided for constants and sizes of the example."""
        if factor.constant is None and self.example(factor) is None:
            return None
        return self.nonnegative(factor)

    def _without_remainders(self, size: Size) -> Size:
        """`a - c*(a // c)` is a remainder: a new index that runs from 0 to c - 1, innermost."""
        for atom in [a for monomial, _ in size.terms for a in monomial if isinstance(a, Call) and a.name == "floordiv"]:
            over, c = atom.args
            factor = factor_of(size, atom)
            times = None if factor is None else multiple(factor, c)
            if factor is None or times is None or not (over.symbols() & self.ranges.keys()):
                continue
            name = f"remainder {atom}"
            self.ranges.setdefault(name, (ZERO, self.resolve(c) - 1))
            size = self.resolve(size - factor * Size((((atom,), 1),)) + (over - Size.of(name)) * times)
        return size

    def below(self, a: SizeLike, b: SizeLike) -> bool | None:
        """Whether a < b."""
        return self.nonnegative(Size.of(b) - Size.of(a) - 1)

    def at_most(self, a: SizeLike, b: SizeLike) -> bool | None:
        return self.nonnegative(Size.of(b) - Size.of(a))

    def equal(self, a: SizeLike, b: SizeLike) -> bool | None:
        """Whether a == b, for a branch of the program: guarded, not unified."""
        difference = self.resolve(Size.of(a) - Size.of(b))
        if difference.constant is not None:
            return difference.constant == 0
        value = self.example(difference)
        if value is not None:
            self._guard("==" if value == 0 else "!=", difference)
            return value == 0
        return False if self._proved(difference - 1) or self._proved(-difference - 1) else None

    def _ordered(self, a: Size, b: Size) -> bool | None:
        """Whether a <= b, or b <= a where both may hold; None where neither is known, and where the last of the parts that loops make of
        a size decides it, which is smaller for most sizes than for those that the parts divide."""
        outer, self.for_all = self.for_all, self.example(b - a) is None
        try:
            order = self.at_most(a, b)
            return False if order is None and self.at_most(b, a) else order
        finally:
            self.for_all = outer

    def smaller(self, a: Size, b: Size) -> Size:
        order = self._ordered(a, b)
        return smallest(self.resolve(a), self.resolve(b)) if order is None else a if order else b

    def larger(self, a: Size, b: Size) -> Size:
        order = self._ordered(a, b)
        return largest(self.resolve(a), self.resolve(b)) if order is None else b if order else a

    def unify(self, a: Size, b: Size) -> bool:
        """Make a and b equal where they can be: a symbol is solved for, or a guard recorded. False where they differ."""
        difference = self.resolve(a - b)
        if difference.constant is not None:
            return difference.constant == 0
        value = self.example(difference)
        if value is None and self._merge_counts(a, b):
            return self.unify(a, b)
        if value is None:
            proved = self._same_extremes(difference) or (self._proved(difference) and self._proved(-difference))
            return proved or self._same_dividends(difference)
        if value != 0:
            return False
        difference = cancelled(difference)
        if not self._solve(difference) and not self._multiple_of(difference) and not self._same_operands(difference):
            self._guard("==", difference)
        return True

    def _multiple_of(self, difference: Size) -> bool:
        """n - c*(n // c) is 0 where c divides n, which is c times a new symbol then: both halves of an array are of one size."""
        found = (a.args for a in quotients_of(difference))
        remainders = [over - over // divisor * divisor for over, divisor in found if over.symbol in self.lengths]
        return (difference in remainders or -difference in remainders) and self.divide(difference)

    def _same_operands(self, difference: Size) -> bool:
        """f(a) - f(b) is 0 where a is b, which is a fact of more use than the guard: both arrays are of one size."""
        if len(difference.terms) != 2:
            return False
        (one, j), (other, k) = difference.terms
        if j != -k or len(one) != 1 or len(other) != 1 or not isinstance(one[0], Call) or not isinstance(other[0], Call):
            return False
        pairs = list(zip(one[0].args, other[0].args))
        return one[0].name == other[0].name and all(self.example(a) == self.example(b) for a, b in pairs) and all(
            self.unify(a, b) for a, b in pairs)

    def _same_extremes(self, difference: Size) -> bool:
        """min(a, c) - min(b, c) is 0 where a is b, which holds for all c; the same for max."""
        if len(difference.terms) != 2 or difference.terms[0][1] != -difference.terms[1][1]:
            return False
        a, b = (monomial[0] if len(monomial) == 1 else None for monomial, _ in difference.terms)
        if not isinstance(a, Call) or not isinstance(b, Call) or a.name != b.name or a.name == "floordiv":
            return False
        ours, theirs = ([x for x in own.args if x not in other.args] for own, other in ((a, b), (b, a)))
        alike = len(ours) == len(theirs) == 1 and self.example(ours[0]) == self.example(theirs[0])
        return alike and self.example(ours[0]) is not None and self.unify(ours[0], theirs[0])

    def _same_dividends(self, difference: Size) -> bool:
        """a(k) // c - b(k) // c is 0 in every iteration k where a - b is 0 in the example: both arrays are of one size."""
        found = quotients_of(difference)
        apart = self.resolve(found[0].args[0] - found[1].args[0]) if len(found) == 2 else ONE
        return self.example(apart) == 0 and self._same_operands(difference)

    def _merge_counts(self, a: Size, b: Size) -> bool:
        """Find run-time counts of both sizes that are computed alike, up to sizes that are equal in the example, and make them one."""
        left, right = (self.resolve(s).symbols() & self.keys.keys() for s in (a, b))
        for one in sorted(left - right):
            for other in sorted(right - left):
                if self._alike(self.keys[one], self.keys[other]):
                    self._define(other, Size.of(one))
                    return True
        return False

    def _alike(self, a: Any, b: Any) -> bool:
        if isinstance(a, Size) and isinstance(b, Size):
            return self.unify(a, b)
        if isinstance(a, tuple) and isinstance(b, tuple):
            return len(a) == len(b) and all(self._alike(x, y) for x, y in zip(a, b))
        fields = getattr(type(a), "__dataclass_fields__", None)
        if fields and type(a) is type(b):
            return all(self._alike(getattr(a, f), getattr(b, f)) for f in fields)
        return a == b

    def _solve(self, difference: Size) -> bool:
        """Express a symbol (dimensions before integer arguments, the latest first) by the others."""
        order = sorted(difference.symbols(), key=lambda s: (s in self.integers, -list(self.binding).index(s)))
        for symbol in order:
            factor = difference.coefficient(symbol)
            if factor is not None and factor.constant and all(k % factor.constant == 0 for _, k in difference.terms):
                self._define(symbol, Size.of(symbol) - Size(tuple((m, k // factor.constant) for m, k in difference.terms)))
                return True
        return False

    def divide(self, difference: Size) -> bool:
        """Make a quotient in a difference that is 0 in the example exact: a dimension is its divisor times a new symbol."""
        for over, divisor in (a.args for a in quotients_of(self.resolve(difference))):
            c = divisor.constant or 1
            for symbol in sorted(over.symbols() & self.binding.keys() - self.integers, key=list(self.binding).index, reverse=True):
                if c > 1 and self.binding[symbol] and self.binding[symbol] % c == 0:
                    part = f"{symbol}_{c}th"
                    self.journal.set(self.binding, part, self.binding[symbol] // c)
                    self._define(symbol, Size.of(part) * c)
                    self._solve_guards(part)
                    return True
        return False

    def _solve_guards(self, symbol: str) -> None:
        """Equalities that were guards, as quotients are, may say now what a symbol is."""
        for kind, size in list(self.guards):
            difference = self.resolve(size)
            if kind == "==" and symbol in difference.symbols():
                self._solve(cancelled(difference))

    def _define(self, symbol: str, size: Size) -> None:
        for other, old in list(self.solved.items()):
            if symbol in old.symbols():
                self._express(other, old.substitute({symbol: size}))
        self._express(symbol, size)

    def _express(self, symbol: str, size: Size) -> None:
        if size.constant is not None:
            self.pins[symbol] = Pin(self.wanted, self.here())
        self.journal.set(self.solved, symbol, size)

    def pin(self, symbols: Iterable[str], what: str = COMPUTED) -> bool:
        """Fix symbols at their example values, since `what` has to be known. False where one is a loop index or a run-time count."""
        names = [s for name in symbols for s in self.resolve(Size.of(name)).symbols()]
        if any(s not in self.binding for s in names):
            return False
        outer, self.wanted = self.wanted, what
        for s in names:
            self.unify(Size.of(s), Size.of(self.binding[s]))
        self.wanted = outer
        return True

    def fix(self, size: Size, what: str) -> int | None:
        """The size as a constant, pinning its symbols; None where it varies while the program runs."""
        return self.resolve(size).constant if self.pin(size.symbols(), what) else None

    def highest(self, size: Size, hidden: Callable[[str], bool], high: bool = True) -> Size | None:
        """The highest (lowest) value of a size in terms of symbols that are not hidden; None where it is not known."""
        size = self.resolve(size)
        total = Size()
        for monomial, k in size.terms:
            factor = Size.of(k)
            for atom in monomial:
                end = self._end(atom, hidden, high == (k > 0))
                if end is None:
                    return None
                factor = factor * end
            total = total + factor
        return total

    def _end(self, atom: Atom, hidden: Callable[[str], bool], high: bool) -> Size | None:
        if isinstance(atom, str):
            if not hidden(atom):
                return Size.of(atom)
            ends = self.limits.get(atom)
            return None if ends is None else self.highest(ends[high], hidden, high)
        fixed = [a.constant for a in atom.args if a.constant is not None]
        if atom.name == "min" and high and fixed and any(map(hidden, atom.symbols)):
            return Size.of(min(fixed))  # a bound that grows in every trial of a loop does not settle
        ends = [self.highest(a, hidden, high) for a in atom.args]
        if any(e is None for e in ends) or (atom.name == "floordiv" and any(map(hidden, atom.args[1].symbols()))):
            return None
        return call(atom.name, *ends)  # type: ignore[arg-type]

    def call_it(self, size: Size, name: str) -> None:
        """The user writes `name` for this size: a good name for its symbol."""
        symbol = size.symbol
        if symbol in self.binding and symbol not in self.integers:
            self.titles.setdefault(symbol, name)

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
        mark = len(self.facts)
        self.facts.extend(facts)
        try:
            yield
        finally:
            del self.facts[mark:]
