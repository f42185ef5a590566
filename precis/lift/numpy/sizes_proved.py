"""Comparisons of sizes: decided by the example and guarded, or proved for all iterations of the loops around."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from precis.ir.size import Call, Size, SizeLike, largest, smallest, taken_apart
from precis.lift.numpy.counts_left import less, lone_counts
from precis.lift.numpy.quotients import factor_of, has_quotients, least_of_quotients, multiple
from precis.lift.numpy.sizes_known import ZERO, Known

MOST_APART = 64  # extremes that a proof takes apart: of sums of many there are as many combinations as powers of two
MOST_FACTS = 24  # of which pairs are taken: all of them are many otherwise


class Proofs(Known):
    """Which of two sizes is larger. apart: extremes that the proof at hand has taken apart."""

    apart = 0

    def nonnegative(self, size: Size) -> bool | None:
        """Whether size >= 0 wherever this code runs: decided by the example and guarded, or proved; None where it varies."""
        size = self.resolve(size)
        if size.constant is not None:
            return size.constant >= 0
        value = self.example(size)
        if value is not None:
            self._guard(">=", size if value >= 0 else -size - 1)
            return value >= 0
        for way, answer in ((size, True), (-size - 1, False)):
            self.apart = 0
            if self._proved(way):
                return answer
        return None

    def _proved(self, size: Size) -> bool:
        """What was not proved once is not tried again where the same is known."""
        asked = size, self.facts.state, tuple(self.ranges.items()), len(self.solved), self.for_all
        if asked in self.failed:
            return False
        found = self._tried(size)
        if not found:
            self.failed.add(asked)
        return found

    def _tried(self, size: Size) -> bool:
        if self._lowest_holds(size):
            return True
        apart = taken_apart(size)
        if apart is not None:
            self.apart += 1
            return self.apart < MOST_APART and apart.holds(self._proved)
        facts = self.facts.about(size, self.solved)
        if any(self._lowest_holds(size - f * n) for f in facts for n in self._times(size, f)):
            return True
        if len(facts) <= MOST_FACTS and any(self._lowest_holds(size - f - g) for f, g in self._cancelling(size, facts)):
            return True
        return any(self._holds_within(size, i, f) for f in facts for i in self.ranges if i in size.symbols() & f.symbols())

    def _times(self, size: Size, fact: Size) -> Iterator[int]:
        """How often a fact may be taken: once, and as often as leaves nothing of a run-time count of the size."""
        yield 1
        counts = self._counts()
        own, given = lone_counts(size, counts).factors, lone_counts(fact, counts).factors
        yield from sorted({own[s] // k for s, k in given.items() if own.get(s, 0) % k == 0 and own.get(s, 0) // k > 1})

    def _cancelling(self, size: Size, facts: list[Size]) -> Iterator[tuple[Size, Size]]:
        """Pairs of facts without which no run-time count is left of a size that nothing is known of."""
        counts = self._counts()
        own, *others = (lone_counts(x, counts) for x in (size, *facts))
        for k, f in enumerate(others):
            rest = less(own, f)
            yield from ((facts[k], facts[j]) for j, g in enumerate(others[:k]) if not less(rest, g).left)

    def _counts(self) -> Callable[[str], bool]:
        """Whether a symbol is a run-time count that no end of a loop mentions."""
        ends = frozenset().union(*(end.symbols() for both in self.ranges.values() for end in both))
        return lambda s: s not in self.binding and s not in self.ranges and s not in ends

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
        if lone_counts(size, self._counts()).left:
            return False
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
        a size decides it, which is smaller for most sizes than for those that the parts divide, unless parts are `whole`."""
        outer, self.for_all = self.for_all, self.example(b - a) is None and not self.whole
        try:
            order = self.at_most(a, b)
            self.partly |= self.for_all and order is None
            return False if order is None and self.at_most(b, a) else order
        finally:
            self.for_all = outer

    def smaller(self, a: Size, b: Size) -> Size:
        order = self._ordered(a, b)
        return smallest(self.resolve(a), self.resolve(b)) if order is None else a if order else b

    def larger(self, a: Size, b: Size) -> Size:
        order = self._ordered(a, b)
        return largest(self.resolve(a), self.resolve(b)) if order is None else b if order else a
