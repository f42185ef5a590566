"""The record of a special function, and formulas of its derivatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from precis.ir.types import Value

Derivative = Callable[[Any, Any], Any]  # (operands, result) -> derivative by one operand


@dataclass(frozen=True, slots=True)
class Special:
    """`scipy(special, *xs)` by SciPy, `mpmath(mp, *xs)` by mpmath, and the derivative by every operand as a formula: None where there is
    none."""

    scipy: Callable[..., Any]
    mpmath: Callable[..., Any]
    derivatives: tuple[Derivative | None, ...]

    @property
    def arity(self) -> int:
        return len(self.derivatives)


class Formula:
    """Arithmetic on values of a program, so that derivatives read as formulas."""

    __slots__ = ("b", "v")

    def __init__(self, b: Any, v: Value):
        self.b, self.v = b, v

    def _with(self, op: str, other: Any, swap: bool = False) -> Formula:
        y = other.v if isinstance(other, Formula) else self.b.const(float(other))
        return Formula(self.b, self.b.call(op, *((y, self.v) if swap else (self.v, y))))

    def __add__(self, y: Any) -> Formula:
        return self._with("add", y)

    def __sub__(self, y: Any) -> Formula:
        return self._with("sub", y)

    def __mul__(self, y: Any) -> Formula:
        return self._with("mul", y)

    def __truediv__(self, y: Any) -> Formula:
        return self._with("div", y)

    def __radd__(self, y: Any) -> Formula:
        return self._with("add", y, True)

    def __rsub__(self, y: Any) -> Formula:
        return self._with("sub", y, True)

    def __rmul__(self, y: Any) -> Formula:
        return self._with("mul", y, True)

    def __rtruediv__(self, y: Any) -> Formula:
        return self._with("div", y, True)

    def __neg__(self) -> Formula:
        return Formula(self.b, self.b.neg(self.v))

    def of(self, op: str) -> Formula:
        return Formula(self.b, self.b.call(op, self.v))

    def times_log(self, x: Formula) -> Formula:
        """self log x, 0 where self is 0."""
        zero = self.b.const(0.0)
        return Formula(self.b, self.b.select(self.b.eq(self.v, zero), zero, (self * x.of("log")).v))

    def where(self, relation: str, bound: float, found: Any, other: Formula) -> Formula:
        """`found` where self stands in this relation to the bound, `other` elsewhere."""
        first = found.v if isinstance(found, Formula) else self.b.const(float(found))
        return Formula(self.b, self.b.select(self.b.call(relation, self.v, self.b.const(bound)), first, other.v))


def f(name: str, *xs: Any) -> Formula:
    """A special function in a formula."""
    b = next(x.b for x in xs if isinstance(x, Formula))
    return Formula(b, b.special(*(x.v if isinstance(x, Formula) else b.const(float(x)) for x in xs), function=name))


def exp(x: Any) -> Any:
    return x.of("exp")


def same(name: str, mpmath: Callable[..., Any], *derivatives: Derivative) -> tuple[str, Special]:
    """A function that SciPy has under this name."""
    return name, Special(lambda sp, *xs: getattr(sp, name)(*xs), mpmath, _of_last(mpmath, derivatives))


def part(name: str, of: str, k: int, mpmath: Callable[..., Any], *derivatives: Derivative) -> tuple[str, Special]:
    """One of the results of a function of SciPy."""
    return name, Special(lambda sp, *xs: getattr(sp, of)(*xs)[k], mpmath, _of_last(mpmath, derivatives))


def _of_last(mpmath: Callable[..., Any], derivatives: tuple[Derivative, ...]) -> tuple[Derivative | None, ...]:
    """The derivatives given are those by the last operands; those before have none."""
    return (None,) * (mpmath.__code__.co_argcount - 1 - len(derivatives)) + derivatives
