"""The operators of FPCore 2.0 as a table: how many operands, and which operations of the IR they become.

Functions of C that the IR lacks are made of operations that are exact where C's function is: `round` of trunc and a comparison,
`fdim` of one subtraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from precis.ir.types import Value

if TYPE_CHECKING:
    from precis.lift.fpcore.lower import Lowering, Scope

Rule = Callable[["Lowering", "Scope", Sequence[Value]], Value]


@dataclass(frozen=True, slots=True)
class Operator:
    """least, most: how many operands (most None: any number); kind of the operands; rule: what they become."""

    least: int
    most: int | None
    kind: str
    rule: Rule

    def arity(self) -> str:
        if self.most is None:
            return f"{self.least} or more operands"
        count = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
        return f"{count} operand{'' if count == '1' else 's'}"


def _op(name: str, arity: int) -> Operator:
    return Operator(arity, arity, "real", lambda lo, scope, x: lo.emit(scope, name, *x))


def _chain(name: str, unit: str | None = None) -> Operator:
    """(op a b c) = ((a op b) op c); `unit` is what a single operand becomes."""
    def rule(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
        if len(x) == 1:
            return lo.emit(scope, unit, *x) if unit else x[0]
        return reduce(lambda a, b: lo.emit(scope, name, a, b), x)
    return Operator(1 if unit or name in ("add", "mul") else 2, None, "real", rule)


def _compared(name: str) -> Operator:
    """(< a b c): every neighbour; (!= a b c): every pair."""
    def rule(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
        pairs = [(a, b) for k, a in enumerate(x) for b in x[k + 1:]] if name == "ne" else list(pairwise(x))
        if not pairs:
            return lo.constant(scope, True)
        return reduce(lambda p, q: lo.emit(scope, "bit_and", p, q), [lo.emit(scope, name, a, b) for a, b in pairs])
    return Operator(1, None, "real", rule)


def _logic(name: str, empty: bool) -> Operator:
    def rule(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
        return reduce(lambda p, q: lo.emit(scope, name, p, q), x) if x else lo.constant(scope, empty)
    return Operator(0, None, "bool", rule)


def _fdim(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
    """x - y where x > y, else +0 (C11, 7.12.12.1)."""
    return lo.emit(scope, "select", lo.emit(scope, "gt", *x), lo.emit(scope, "sub", *x), lo.constant(scope, 0.0))


def _round(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
    """To the nearest integer, halves away from zero (C11, 7.12.9.6): x - trunc(x) is exact."""
    whole = lo.emit(scope, "trunc", *x)
    part = lo.emit(scope, "abs", lo.emit(scope, "sub", x[0], whole))
    away = lo.emit(scope, "copysign", lo.constant(scope, 1.0), x[0])
    far = lo.emit(scope, "ge", part, lo.constant(scope, 0.5))
    return lo.emit(scope, "select", far, lo.emit(scope, "add", whole, away), whole)


def _isnormal(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
    smallest = lo.constant(scope, float(scope.context.format.min_normal))
    large = lo.emit(scope, "ge", lo.emit(scope, "abs", *x), smallest)
    return lo.emit(scope, "bit_and", large, lo.emit(scope, "isfinite", *x))


def _signbit(lo: Lowering, scope: Scope, x: Sequence[Value]) -> Value:
    return lo.emit(scope, "lt", lo.emit(scope, "copysign", lo.constant(scope, 1.0), *x), lo.constant(scope, 0.0))


_UNARY = {"fabs": "abs", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log", "log10": "log10", "log2": "log2",
          "log1p": "log1p", "sqrt": "sqrt", "cbrt": "cbrt", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin",
          "acos": "arccos", "atan": "arctan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "arcsinh",
          "acosh": "arccosh", "atanh": "arctanh", "erf": "erf", "erfc": "erfc", "tgamma": "tgamma", "lgamma": "lgamma",
          "ceil": "ceil", "floor": "floor", "trunc": "trunc", "nearbyint": "rint", "isfinite": "isfinite", "isinf": "isinf",
          "isnan": "isnan"}
_BINARY = {"pow": "pow", "hypot": "hypot", "atan2": "arctan2", "fmod": "fmod", "remainder": "remainder", "fmax": "maximum",
           "fmin": "minimum", "copysign": "copysign"}

OPERATORS: dict[str, Operator] = {
    "+": _chain("add"), "-": _chain("sub", "neg"), "*": _chain("mul"), "/": _chain("div"),
    "fma": _op("fma", 3), **{name: _op(op, 1) for name, op in _UNARY.items()}, **{name: _op(op, 2) for name, op in _BINARY.items()},
    "fdim": Operator(2, 2, "real", _fdim), "round": Operator(1, 1, "real", _round),
    "isnormal": Operator(1, 1, "real", _isnormal), "signbit": Operator(1, 1, "real", _signbit),
    **{sign: _compared(name) for sign, name in (("<", "lt"), (">", "gt"), ("<=", "le"), (">=", "ge"), ("==", "eq"), ("!=", "ne"))},
    "and": _logic("bit_and", True), "or": _logic("bit_or", False),
    "not": Operator(1, 1, "bool", lambda lo, scope, x: lo.emit(scope, "bit_not", *x)),
}
