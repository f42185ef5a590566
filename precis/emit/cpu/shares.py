"""Which tallies of a nest have the same product of cotangent and weight, the share, but for a constant factor.

The derivative of a product, a quotient or a change of sign carries the share of its result on: for y = a b, the cotangent of a is that
of y times b, so that both shares are cotangent(y) a b. Such shares differ by roundings of binary64 only, and are added up once. Taken is
the pair whose cotangent has the fewest factors: where a weight is no number, its rows count nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from precis.emit.plan.kernels import Instr, Nest

Pair = tuple[str, str]  # cotangent and weight
MOST = 16  # factors of a product that are told apart

Monomial = tuple[float, Mapping[str, int]]  # a constant times scalars with exponents


class Shares:
    """pairs: those of which shares are asked, by default all that the nest tallies; "" is 1."""

    def __init__(self, nest: Nest, pairs: Iterable[Pair] | None = None):
        self.by_name = {i.name: i for i in nest.body}
        self.expanded: dict[str, Monomial] = {}
        self.representative: dict[frozenset[tuple[str, int]], tuple[int, Pair, float]] = {}
        for pair in ((r.args[0], r.args[1]) for r in nest.reductions if r.op == "tally") if pairs is None else pairs:
            self._see(pair)

    def of(self, args: tuple[str, ...]) -> tuple[Pair, float]:
        """(the pair whose share is added up, the share of this pair divided by it)."""
        key, factor = self._share((args[0], args[1]))
        _, pair, unit = self.representative[key]
        return (pair, factor / unit) if unit else ((args[0], args[1]), 1.0)

    def _see(self, pair: Pair) -> None:
        key, factor = self._share(pair)
        rank = sum(map(abs, self._expand(pair[0])[1].values()))
        if key not in self.representative or rank < self.representative[key][0]:
            self.representative[key] = rank, pair, factor

    def _share(self, pair: Pair) -> tuple[frozenset[tuple[str, int]], float]:
        factor, powers = _times(self._expand(pair[0]), self._expand(pair[1]))
        return frozenset(powers.items()), factor

    def _expand(self, name: str) -> Monomial:
        if name not in self.expanded:
            self.expanded[name] = self._opened(name, self.by_name.get(name)) if name else (1.0, {})
        return self.expanded[name]

    def _opened(self, name: str, i: Instr | None) -> Monomial:
        found: Monomial | None = None
        if i is None:
            pass
        elif i.op in ("mul", "div"):
            found = _times(self._expand(i.args[0]), self._expand(i.args[1]), 1 if i.op == "mul" else -1)
        elif i.op == "neg":
            found = _times(self._expand(i.args[0]), (-1.0, {}))
        elif i.op == "add" and i.args[0] == i.args[1]:
            found = _times(self._expand(i.args[0]), (2.0, {}))
        elif i.op == "const" and isinstance(i.value, float) and _is_power_of_two(abs(i.value)):
            found = i.value, {}
        return found if found and sum(map(abs, found[1].values())) <= MOST else (1.0, {name: 1})


def _times(a: Monomial, b: Monomial, exponent: int = 1) -> Monomial:
    powers = dict(a[1])
    for name, k in b[1].items():
        powers[name] = powers.get(name, 0) + exponent * k
    return a[0] * b[0] ** exponent, {name: k for name, k in powers.items() if k}


def _is_power_of_two(x: float) -> bool:
    return 0.0 < x < float("inf") and math.frexp(x)[0] == 0.5
