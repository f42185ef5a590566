"""What scalars of a nest are but for factors that stay what they are while it runs.

A sum of |a x|, a x or (a x)^2 over a nest is one of x times a power of a. So tallies of what differs by such factors only are one tally,
and the products need not be computed. What weights are as such, their range and their precision, changes with all factors but
signs and powers of two.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

from precis.emit.plan.kernels import Instr, Nest


@dataclass(frozen=True, slots=True)
class Factor:
    """A sign times a power of two, times a scalar of the nest ("" for none)."""

    power: float = 1.0
    scalar: str = ""

    def times(self, power: float) -> Factor:
        return Factor(self.power * power, self.scalar)


Split = tuple[Factor, str]


class Factors:
    """still: the scalars that are computed before all loops of the nest."""

    def __init__(self, nest: Nest, still: Set[str]):
        self.by_name = {i.name: i for i in nest.body}
        self.still = still
        self.known: dict[str, Split] = {}

    def of(self, name: str) -> Split:
        """(factor, what is left of a scalar: "" for 1)."""
        if name not in self.known:
            self.known[name] = self._split(name, self.by_name.get(name)) or (Factor(), name)
        return self.known[name]

    def exact(self, name: str) -> Split:
        """The same with signs and powers of two only; something is left."""
        factor, i = Factor(), self.by_name.get(name)
        while i is not None and (found := self._exactly(i)):
            factor, name = factor.times(found[0]), found[1]
            i = self.by_name.get(name)
        return factor, name

    def _exactly(self, i: Instr) -> tuple[float, str] | None:
        if i.op == "neg":
            return -1.0, i.args[0]
        if i.op == "add" and i.args[0] == i.args[1]:
            return 2.0, i.args[0]
        for a, b in (i.args, i.args[::-1]) if i.op == "mul" else ():
            factor, rest = self.of(a)
            if not rest and not factor.scalar:
                return factor.power, b
        return None

    def _split(self, name: str, i: Instr | None) -> Split | None:
        if i is None:
            return None
        if i.op == "const":
            return self._constant(name, i.value)
        if name in self.still:
            return Factor(1.0, name), ""
        if found := self._exactly(i):
            factor, rest = self.of(found[1])
            return factor.times(found[0]), rest
        return self._product(*map(self.of, i.args)) if i.op == "mul" else None

    def _constant(self, name: str, value: object) -> Split | None:
        if not isinstance(value, float) or value == 0.0 or not math.isfinite(value):
            return None
        return (Factor(value), "") if math.frexp(abs(value))[0] == 0.5 else (Factor(1.0, name), "")

    @staticmethod
    def _product(a: Split, b: Split) -> Split | None:
        if (a[1] and b[1]) or (a[0].scalar and b[0].scalar):
            return None
        return Factor(a[0].power * b[0].power, a[0].scalar or b[0].scalar), a[1] or b[1]
