"""Sizes while lifting: symbols, their example values, equalities found, comparisons decided, and the guards they leave.

Every dimension of an array argument and every integer argument is a symbol. An operation that needs two sizes to be equal unifies
them; a branch on a size takes the side that the example takes and records a guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from precis.errors import UnsupportedProgram
from precis.ir.size import Atom, Call, Size, call
from precis.ir.types import Pin
from precis.lift.numpy.quotients import cancelled, quotients_of
from precis.lift.numpy.sizes_known import COMPUTED, ONE, ZERO
from precis.lift.numpy.sizes_proved import Proofs

__all__ = ["ONE", "ZERO", "Sizes"]

FOLLOWED = 100_000  # ends of sizes that are asked for in one lifting: ten times what the most demanding program has needed so far


class Sizes(Proofs):
    """Sizes made equal and fixed."""

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
        """The highest (lowest) value of a size in terms of symbols that are not hidden; None where it is not known. Ends of lengths that
        follow from lengths that follow from others double with each: refuses where a program has more than can be gone through."""
        self.followed += 1
        if self.followed > FOLLOWED:
            raise UnsupportedProgram("lengths here follow from one another, one choice after the other, too often to be told apart",
                                     hints=("keep the items in one array of a known length, and change that in place",))
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
