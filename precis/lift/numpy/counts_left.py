"""Run-time counts that stay in a size whatever is known of loop indices: of such a size nothing can be proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from precis.ir.size import Size


@dataclass(frozen=True, slots=True)
class Counts:
    """Factors of counts that are terms of a size, and the counts in its products, quotients and extremes, which may give rise to such
    terms when these are taken apart."""

    factors: dict[str, int]
    within: frozenset[str]

    @property
    def left(self) -> bool:
        """Whether some stay."""
        return any(factor and s not in self.within for s, factor in self.factors.items())


def lone_counts(size: Size, is_count: Callable[[str], bool]) -> Counts:
    factors: dict[str, int] = {}
    within: list[str] = []
    for monomial, k in size.terms:
        if len(monomial) == 1 and isinstance(monomial[0], str):
            if is_count(monomial[0]):
                factors[monomial[0]] = k
        else:
            for atom in monomial:
                within += (atom,) if isinstance(atom, str) else atom.symbols
    return Counts(factors, frozenset(within))


def less(a: Counts, b: Counts) -> Counts:
    """The counts of a size less another one."""
    factors = {**a.factors}
    for s, k in b.factors.items():
        factors[s] = factors.get(s, 0) - k
    return Counts(factors, a.within | b.within)
