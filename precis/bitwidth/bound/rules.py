"""What every operation does to intervals: its range, where it is defined, its derivatives, and how far its value can move where it
has no derivative.

Derivatives: Abramowitz & Stegun 3.3, 4.1-4.6, 7.1; of abs, maximum and minimum the hull of the one-sided ones (Clarke), for which the mean
value theorem holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from precis.bitwidth.bound.elementary import METHODS, power, range_of, real_power
from precis.bitwidth.bound.graph import Cell
from precis.bitwidth.bound.intervals import Intervals, constant, enclosing, everything, up

Ranges = Sequence[Intervals]
TOP = 1.0 + 2.0**-50  # rounds a product of positive numbers up


def _step(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[Cell, Ranges], Intervals]:
    return lambda cell, x: Intervals(function(x[0].low), function(x[0].high))


def _copysign(cell: Cell, x: Ranges) -> Intervals:
    size, sign = x[0].abs(), x[1]
    both = Intervals(-size.high, size.high)
    return size.where(sign.low > 0, (-size).where(sign.high < 0, both))


def _remains(cell: Cell, x: Ranges) -> Intervals:
    """fmod, mod, remainder: below the divisor; of a dividend smaller than (half of) it, the dividend itself."""
    a, b = x
    small = a.magnitude < (0.5 if cell.op == "remainder" else 1.0) * b.mignitude
    kept = small & (a.low >= 0 if cell.op == "mod" else small)
    bound = b.magnitude * (0.5 if cell.op == "remainder" else 1.0)
    if cell.op == "mod":
        return a.where(kept & (b.low > 0), Intervals(np.minimum(b.low, 0.0), np.maximum(b.high, 0.0)))
    limit = np.minimum(bound, a.magnitude) if cell.op == "fmod" else bound
    return a.where(kept, Intervals(np.where((a.low >= 0) & (cell.op == "fmod"), 0.0, -limit),
                                   np.where((a.high <= 0) & (cell.op == "fmod"), 0.0, limit)))


def _pow(cell: Cell, x: Ranges) -> Intervals:
    return real_power(*x)


def _arctan2(cell: Cell, x: Ranges) -> Intervals:
    """arctan(y/x) for x > 0; elsewhere by halves; everything in [-pi, pi] where the cut may be crossed."""
    b, a = x
    like = a.low
    right = range_of("arctan", b / a)
    above = enclosing(1.5707963267948966, 1.5707963267948968, like) - range_of("arctan", a / b)
    below = enclosing(-1.5707963267948968, -1.5707963267948966, like) - range_of("arctan", a / b)
    around = enclosing(-3.1415926535897936, 3.1415926535897936, like)
    return right.where(a.low > 0, above.where(b.low > 0, below.where(b.high < 0, around)))


def _hypot(cell: Cell, x: Ranges) -> Intervals:
    return (x[0].square() + x[1].square()).sqrt()


def _extreme(pick: Callable) -> Callable[[Cell, Ranges], Intervals]:
    return lambda cell, x: Intervals(pick(x[0].low, x[1].low), pick(x[0].high, x[1].high))


RANGE: dict[str, Callable[[Cell, Ranges], Intervals]] = {
    "add": lambda cell, x: x[0] + x[1], "sub": lambda cell, x: x[0] - x[1], "mul": lambda cell, x: x[0] * x[1],
    "div": lambda cell, x: x[0] / x[1], "neg": lambda cell, x: -x[0], "fma": lambda cell, x: x[0] * x[1] + x[2],
    "square": lambda cell, x: x[0].square(), "power": lambda cell, x: power(x[0], cell.data), "sqrt": lambda cell, x: x[0].sqrt(),
    "abs": lambda cell, x: x[0].abs(), "sign": _step(np.sign), "floor": _step(np.floor), "ceil": _step(np.ceil), "trunc": _step(np.trunc),
    "rint": _step(np.rint), "maximum": _extreme(np.maximum), "minimum": _extreme(np.minimum), "copysign": _copysign,
    "fmod": _remains, "mod": _remains, "remainder": _remains, "pow": _pow, "arctan2": _arctan2, "hypot": _hypot,
    "floordiv": lambda cell, x: _step(np.floor)(cell, [x[0] / x[1]]),
    **{name: (lambda cell, x: range_of(cell.op, x[0])) for name in METHODS},
}


# Domains: where the operation is defined on all of the intervals.

def _not_zero(k: int) -> Callable[[Cell, Ranges], np.ndarray]:
    return lambda cell, x: ~x[k].contains(0.0)


def _no_pole(cell: Cell, x: Ranges) -> np.ndarray:
    """tan: both ends between the same two poles."""
    cells = [np.floor((end + math.pi / 2 + s) / math.pi) for end, s in ((x[0].low, -1e-9), (x[0].high, 1e-9))]
    return (cells[0] == cells[1]) & (x[0].magnitude < 1e6)


DOMAIN: dict[str, Callable[[Cell, Ranges], np.ndarray]] = {
    "div": _not_zero(1), "fmod": _not_zero(1), "mod": _not_zero(1), "remainder": _not_zero(1), "floordiv": _not_zero(1),
    "sqrt": lambda cell, x: x[0].low >= 0, "rsqrt": lambda cell, x: x[0].low > 0, "log": lambda cell, x: x[0].low > 0,
    "log2": lambda cell, x: x[0].low > 0, "log10": lambda cell, x: x[0].low > 0, "log1p": lambda cell, x: x[0].low > -1,
    "arcsin": lambda cell, x: x[0].magnitude <= 1, "arccos": lambda cell, x: x[0].magnitude <= 1,
    "arccosh": lambda cell, x: x[0].low >= 1, "arctanh": lambda cell, x: x[0].magnitude < 1, "tan": _no_pole,
    "tgamma": lambda cell, x: x[0].low > 0, "lgamma": lambda cell, x: x[0].low > 0,
    "pow": lambda cell, x: (x[0].low > 0) | ((x[0].low >= 0) & (x[1].low > 0)),
    "power": lambda cell, x: ~x[0].contains(0.0) | (cell.data >= 0),
    "arctan2": lambda cell, x: ~(x[0].contains(0.0) & (x[1].low <= 0)),
}
NEEDS = {**dict.fromkeys(("div", "fmod", "mod", "remainder", "floordiv"), "a divisor may be zero"),
         "sqrt": "the argument of sqrt may be negative",
         "arctan2": "the cut of atan2 may be crossed", "power": "a base may be zero", "pow": "the base of pow may be zero or negative"}


# Derivatives, on the intervals `x` with the range `y`.

Slopes = Callable[[Cell, Ranges, Intervals], Sequence[Intervals]]


def _one(x: Ranges) -> Intervals:
    return constant(1.0, x[0].low)


def _times(x: Intervals, low: float, high: float) -> Intervals:
    return x * enclosing(low, high, x.low)


def _reciprocal(x: Intervals) -> Intervals:
    return constant(1.0, x.low) / x


def _gauss(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    """2/sqrt(pi) exp(-x^2); negative for erfc."""
    found = _times(range_of("exp", -x[0].square()), 1.1283791670955123, 1.1283791670955128)
    return [found if cell.op == "erf" else -found]


def _inverse_root(inner: Callable[[Intervals], Intervals], sign: int = 1) -> Slopes:
    def slopes(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
        under = inner(x[0])
        found = everything(under.low).where(~(under.low > 0), _reciprocal(under.sqrt()))
        return [found if sign > 0 else -found]
    return slopes


def _away(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    """abs: the sign, between -1 and 1 around zero."""
    low, high = x[0].low, x[0].high
    return [Intervals(np.where((low >= 0) & (high > 0), 1.0, -1.0), np.where((high <= 0) & (low < 0), -1.0, 1.0))]


def _taken(larger: bool) -> Slopes:
    def slopes(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
        a, b = x if larger else (x[1], x[0])
        over, under = a.low >= b.high, a.high <= b.low
        first = Intervals(np.where(over, 1.0, 0.0), np.where(under & ~over, 0.0, 1.0))
        return [first, Intervals(1.0 - first.high, 1.0 - first.low)]
    return slopes


def _flat(same: Callable[[Cell, Ranges], np.ndarray], k: int = 1) -> Slopes:
    """0 where the function is constant on the interval, else no derivative."""
    def slopes(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
        return [constant(0.0, x[0].low).where(same(cell, x), everything(x[0].low)) for _ in range(k)]
    return slopes


def _constant_step(cell: Cell, x: Ranges) -> np.ndarray:
    y = RANGE[cell.op](cell, x)
    return y.low == y.high


def _copied(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    (slope,), sign = _away(cell, x, y), x[1]
    settled = (sign.low > 0) | (sign.high < 0)
    turned = slope.where(sign.low > 0, -slope)
    none = everything(x[0].low)
    return [turned.where(settled, Intervals(np.full_like(sign.low, -1.0), np.full_like(sign.low, 1.0))),
            constant(0.0, x[0].low).where(settled, none)]


def _remaining(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    """1 and minus the quotient, where that is one integer."""
    quotient = x[0] / x[1]
    way = {"fmod": np.trunc, "mod": np.floor, "remainder": np.rint}[cell.op]
    low, high = way(quotient.low), way(quotient.high)
    none = everything(x[0].low)
    with np.errstate(all="ignore"):
        known = (low == high) & np.isfinite(low)
    return [_one(x).where(known, none), Intervals(-low, -low).where(known, none)]


def _pow_slopes(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    base, p = x
    none, positive = everything(base.low), base.low > 0
    safe = base.where(positive, constant(1.0, base.low))
    dx = p * real_power(safe, p - _one(x))
    dp = real_power(safe, p) * range_of("log", safe)
    return [dx.where(positive, none), constant(0.0, base.low).where(p.point, dp.where(positive, none))]


def _power_slopes(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    n = cell.data
    return [constant(0.0, x[0].low)] if n == 0 else [constant(float(n), x[0].low) * power(x[0], n - 1)]


def _angles(cell: Cell, x: Ranges, y: Intervals) -> list[Intervals]:
    r = x[0].square() + x[1].square()
    return [x[1] / r, -(x[0] / r)]


def _digamma(x: Intervals) -> Intervals:
    return range_of("digamma", x).where(x.low > 0, everything(x.low))


def _at_most_one(x: Intervals) -> Intervals:
    return x.meet(enclosing(-1.0, 1.0, x.low))


LN2, LN10 = (0.6931471805599452, 0.6931471805599454), (2.3025850929940455, 2.302585092994046)

SLOPES: dict[str, Slopes] = {
    "add": lambda c, x, y: [_one(x), _one(x)], "sub": lambda c, x, y: [_one(x), -_one(x)], "mul": lambda c, x, y: [x[1], x[0]],
    "div": lambda c, x, y: [_reciprocal(x[1]), -(y / x[1])], "neg": lambda c, x, y: [-_one(x)],
    "fma": lambda c, x, y: [x[1], x[0], _one(x)], "square": lambda c, x, y: [_times(x[0], 2.0, 2.0)], "power": _power_slopes,
    "sqrt": _inverse_root(lambda x: _times(x, 4.0, 4.0)), "abs": _away, "copysign": _copied, "maximum": _taken(True),
    "minimum": _taken(False), **{name: _flat(_constant_step) for name in ("sign", "floor", "ceil", "trunc", "rint")},
    "floordiv": _flat(_constant_step, 2), "fmod": _remaining, "mod": _remaining, "remainder": _remaining, "pow": _pow_slopes,
    "arctan2": _angles, "hypot": lambda c, x, y: [_at_most_one(x[0] / y), _at_most_one(x[1] / y)],
    "exp": lambda c, x, y: [y], "exp2": lambda c, x, y: [_times(y, *LN2)], "expm1": lambda c, x, y: [y + _one(x)],
    "log": lambda c, x, y: [_reciprocal(x[0])], "log2": lambda c, x, y: [_reciprocal(_times(x[0], *LN2))],
    "log10": lambda c, x, y: [_reciprocal(_times(x[0], *LN10))], "log1p": lambda c, x, y: [_reciprocal(x[0] + _one(x))],
    "sin": lambda c, x, y: [range_of("cos", x[0])], "cos": lambda c, x, y: [-range_of("sin", x[0])],
    "tan": lambda c, x, y: [(_one(x) + y.square()).where(_no_pole(c, x), everything(y.low))],
    "arcsin": _inverse_root(lambda x: constant(1.0, x.low) - x.square()),
    "arccos": _inverse_root(lambda x: constant(1.0, x.low) - x.square(), -1),
    "arctan": lambda c, x, y: [_reciprocal(_one(x) + x[0].square())], "sinh": lambda c, x, y: [range_of("cosh", x[0])],
    "cosh": lambda c, x, y: [range_of("sinh", x[0])], "tanh": lambda c, x, y: [_one(x) - y.square()],
    "arcsinh": _inverse_root(lambda x: constant(1.0, x.low) + x.square()),
    "arccosh": _inverse_root(lambda x: x.square() - constant(1.0, x.low)),
    "arctanh": lambda c, x, y: [_reciprocal(_one(x) - x[0].square())], "erf": _gauss, "erfc": _gauss,
    "tgamma": lambda c, x, y: [y * _digamma(x[0])], "lgamma": lambda c, x, y: [_digamma(x[0])],
    "cbrt": lambda c, x, y: [_reciprocal(_times(y.square(), 3.0, 3.0))],
    "rsqrt": lambda c, x, y: [_times(y / x[0], -0.5, -0.5)], "logistic": lambda c, x, y: [y * (_one(x) - y)],
}


# How far values may move where there is no derivative, for arguments that are `e` apart. All are moduli of continuity.

JUMP: dict[str, Callable[[Cell, Ranges, Sequence[np.ndarray]], np.ndarray]] = {
    "sqrt": lambda c, x, e: up(np.sqrt(e[0])), "cbrt": lambda c, x, e: up(1.5875 * np.cbrt(e[0])),
    "arcsin": lambda c, x, e: 2.2215 * np.sqrt(e[0]), "arccos": lambda c, x, e: 2.2215 * np.sqrt(e[0]),
    "arccosh": lambda c, x, e: 1.4143 * np.sqrt(e[0]) * np.sqrt(1.0 + e[0]),
    **{name: (lambda c, x, e: e[0] + 1.0) for name in ("floor", "ceil", "trunc", "rint")},
}
